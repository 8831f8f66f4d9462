"""Fails the build (as a warning, which `make docs` makes an error) when something public has no place in it.

Every verb of the command line needs a section in `reference/cli.md`, and every public name of the packages
that `reference/python.md` shows needs its entry there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.util import logging

PACKAGES = (
    "kb",
    "kb.scenario",
    "kb.editions",
    "kb.translation",
    "kb.batch",
    "kb.search",
    "kb.widgets",
    "kb.endpoint",
    "loaders",
)
"""The packages whose `__all__` people may rely on."""
_log = logging.getLogger(__name__)


def undocumented_names(packages: Iterable[str], documented: Iterable[str]) -> list[str]:
    """The public names without an entry."""
    known = set(documented)
    return [
        f"{package}.{name}"
        for package in packages
        for name in import_module(package).__all__
        if f"{package}.{name}" not in known
    ]


def undocumented_verbs(verbs: Iterable[str], page: str) -> list[str]:
    """The verbs that no heading of a page names."""
    headings = "\n".join(re.findall(r"^#+ .*$", page, re.MULTILINE))
    return [verb for verb in verbs if not re.search(rf"(?<![\w-]){re.escape(verb)}(?![\w-])", headings)]


def check(app: Any, env: Any) -> None:
    """Warns of each."""
    from kb.cli.main import tcg_rules

    entries = [name for name, *_ in env.get_domain("py").get_objects()]
    for name in undocumented_names(PACKAGES, entries):
        _log.warning("%s is public, and reference/python.md has no entry for it", name)
    page = (Path(app.srcdir) / "reference" / "cli.md").read_text(encoding="utf-8")
    for verb in undocumented_verbs(tcg_rules.commands, page):
        _log.warning("the verb %s has no section in reference/cli.md", verb)


def setup(app: Any) -> dict[str, bool]:
    """Looks when everything has been read."""
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
