"""The mistakes that card scripts make with control, and the comments that silence them."""

from __future__ import annotations

import re
from typing import Final

from kb.edopro.findings import Finding, lint_rule
from loaders.scripts.checks import Checks
from loaders.scripts.names import names_of
from loaders.scripts.tree import parse, source_line

_COMMENT: Final = re.compile(r"--\s*tcg-rules:\s*(?:ignore|disable)(-file)?\b\s*([\w, -]*)")


def lint(source: bytes, name: str) -> list[Finding]:
    """The findings in a script, in order; those that a comment in the script silences are left out.

    >>> code = b"function s.op(e,tp)\\n\\tif Duel.GetControl(tc,tp) then end\\nend"
    >>> [(each.rule, str(each.at)) for each in lint(code, "c1.lua") if each.level == "error"]
    [('CTL007', '2:5')]
    """
    script = parse(source, name)
    found = [
        Finding(p.rule, name, p.at, (("detail", p.detail),), source_line(source, p.at.line))
        for p in script.problems
    ]
    if script.root is not None:
        found += Checks(names_of(script)).run()
    return [each for each in sorted(found, key=_order) if not _is_silenced(each, source)]


def _order(finding: Finding) -> tuple[int, int, str]:
    return finding.at.line, finding.at.column, finding.rule


def _is_silenced(finding: Finding, source: bytes) -> bool:
    """Whether a comment on the line, or one for the whole file, names the rule or all rules."""
    if b"tcg-rules:" not in source or len(source) > 2_000_000:
        return False
    for number, raw in enumerate(source.split(b"\n"), 1):
        match = _COMMENT.search(raw.decode("utf-8", "replace")) if b"tcg-rules:" in raw else None
        if match and (match[1] or number == finding.at.line):
            ids = match[2].replace(",", " ").split()
            if not ids or finding.rule in ids or lint_rule(finding.rule).name in ids:
                return True
    return False
