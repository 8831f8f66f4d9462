"""A rules knowledge base for trading card games: who controls this now, and why?

`load` opens it; the object it returns answers. By convention it is called ``rules``. `read_scripts` reads
card scripts of EDOPro.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.card_scripts import read_scripts
    from kb.knowledge import KnowledgeBase
    from kb.opening import load

__all__ = ["KnowledgeBase", "load", "read_scripts"]
__version__ = "0.1.0"

_HOMES = {"KnowledgeBase": "kb.knowledge", "load": "kb.opening", "read_scripts": "kb.card_scripts"}


def __getattr__(name: str) -> object:
    # Imported on first use: `import kb` alone stays fast.
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kb' has no attribute {name!r}")
    return getattr(import_module(home), name)


def load_ipython_extension(shell: object) -> None:
    """Adds ``%%sparql``, ``%%scenario`` and ``%rule`` to a notebook: what ``%load_ext kb`` calls."""
    import_module("kb.magics").register(shell)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
