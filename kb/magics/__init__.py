"""Magics for IPython and Jupyter: ``%load_ext kb``, then ``%%sparql``, ``%%scenario`` and ``%rule``.

Each works on the knowledge base that is called ``rules`` in the notebook; where there is none, the one the
command line uses is opened.
"""

from __future__ import annotations

from typing import Any

from kb.magics.completion import register_completion
from kb.magics.magics import RulesMagics

__all__ = ["RulesMagics", "register"]


def register(shell: Any) -> None:
    """Adds the magics and their completion to an IPython shell."""
    shell.register_magics(RulesMagics)
    register_completion(shell)
