"""Formats a rule file: the same rules in the one way they are written, with the comments where they belong.

A comment stays before the block or clause it stands before; one at the end of a line moves before what it is
about.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb.errors import Place
from kb.inference.parse import parse_rules
from kb.inference.records import Predicate, Rule
from kb.inference.write import format_predicate, format_rule, join_blocks

_TEXT_OR_COMMENT: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?P<comment>#[^\n]*)')


@dataclass(frozen=True, slots=True)
class _Comment:
    line: int
    text: str
    alone: bool
    gap: bool


def format_text(text: str, source: str) -> str:
    """The text of a rule file in its one form; formatting twice changes nothing.

    Raises :class:`~kb.errors.RuleError` when the text does not follow the language.

    >>> print(format_text('''# who is here
    ... state here(X)   # on the table
    ... rule stays
    ...   kind duration
    ...   game  all
    ...   # nothing ends it
    ...   here( X ) if before here(X) .
    ... ''', "example.crl"), end="")
    # who is here
    # on the table
    state here(X)
    <BLANKLINE>
    rule stays
      kind duration
      game all
      # nothing ends it
      here(X) if before here(X).
    """
    found = parse_rules(text, source)
    blocks: list[Predicate | Rule] = sorted(
        [*found.predicates, *found.rules], key=lambda block: _start(block.place)
    )
    starts = [_start(block.place) for block in blocks]
    before: list[list[str]] = [[] for _ in range(len(blocks) + 1)]
    inside: list[dict[int, list[str]]] = [{} for _ in blocks]
    for comment in _comments(text):
        # The block whose lines the comment is among, or the one it stands before.
        block = bisect_right(starts, (comment.line, 1 << 30)) - 1
        clause = _clause_at(blocks[block], comment) if block >= 0 else None
        if clause is not None:
            inside[block].setdefault(clause, []).append(comment.text)
        elif comment.alone:
            before[block + 1] += [comment.text, *([""] if comment.gap else [])]
        else:
            before[block].append(comment.text)
    return _joined(blocks, before, inside)


def _joined(
    blocks: Sequence[Predicate | Rule], before: list[list[str]], inside: list[dict[int, list[str]]]
) -> str:
    written = []
    for number, block in enumerate(blocks):
        body = format_predicate(block) if isinstance(block, Predicate) else format_rule(block, inside[number])
        # Declarations stand in one column; a rule, a comment and the declaration after a rule stand apart.
        follows_rule = number > 0 and isinstance(blocks[number - 1], Rule)
        apart = isinstance(block, Rule) or bool(before[number]) or follows_rule
        written.append(("\n".join([*before[number], body]), apart))
    if before[-1]:
        written.append(("\n".join(before[-1]).rstrip("\n"), True))
    return join_blocks(written)


def _start(place: Place) -> tuple[int, int]:
    return place.line or 0, place.column or 0


def _clause_at(block: Predicate | Rule, comment: _Comment) -> int | None:
    """The clause a comment is about: alone on its line, the next one of the block; else the last begun."""
    if isinstance(block, Predicate):
        return None
    lines = [_start(clause.place)[0] for clause in block.clauses]
    if comment.alone:
        following = bisect_right(lines, comment.line)
        return following if following < len(lines) else None
    begun = bisect_right(lines, comment.line) - 1
    return begun if begun >= 0 else None


def _comments(text: str) -> Iterator[_Comment]:
    lines = text.split("\n")
    for match in _TEXT_OR_COMMENT.finditer(text):
        if match["comment"] is None:
            continue
        line = text.count("\n", 0, match.start()) + 1
        start = text.rfind("\n", 0, match.start()) + 1
        alone = not text[start : match.start()].strip()
        gap = line < len(lines) and not lines[line].strip()
        yield _Comment(line, match["comment"].rstrip(), alone, gap)
