"""What changed between two editions whose texts are at hand: added, deleted, moved and edited told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from kb.editions.link import link_editions
from kb.editions.model import Kind
from kb.editions.numbers import sort_key
from kb.editions.side import Side
from kb.model import Passage, PassageKind

_COMPARED: Final = frozenset(
    {
        PassageKind.RULE,
        PassageKind.HEADING,
        PassageKind.EXAMPLE,
        PassageKind.PARAGRAPH,
        PassageKind.GLOSSARY,
    }
)


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words that stayed, were deleted or were added: `sign` is a blank, ``-`` or ``+``."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One passage that is not the same in both editions."""

    kind: Kind
    before: Passage | None
    after: Passage | None
    score: float
    only_citations: bool
    """Whether nothing changed but the rule numbers it cites."""

    @property
    def words(self) -> tuple[WordRun, ...]:
        """The text word by word; a passage that only moved is one run."""
        return compare_words(self.before.text if self.before else "", self.after.text if self.after else "")


def diff(before: Iterable[Passage], after: Iterable[Passage]) -> tuple[Change, ...]:
    """The changes from one edition's passages to another's, in the order of the later edition.

    New and gone passages have one side only. A passage under the same number with another subject is not an
    edit: it is two changes. Parts of a split rule come with the rule they were part of.
    """
    old, new = _by_number(before), _by_number(after)
    sides = Side.of({key: passage.text for key, passage in old.items()})
    there = Side.of({key: passage.text for key, passage in new.items()}, sides)
    links = link_editions(sides, there)
    changes = [
        Change(
            link.kind,
            old[link.before],
            new[link.after],
            link.score,
            sides.masked[link.before] == there.masked[link.after] and link.kind is not Kind.MOVED,
        )
        for link in (*links.rules, *links.parts)
        if link.kind is not Kind.SAME
    ]
    linked = {link.before for link in (*links.rules, *links.parts)}
    reached = {link.after for link in (*links.rules, *links.parts)}
    changes += [Change(Kind.GONE, old[key], None, 0.0, False) for key in old if key not in linked]
    changes += [Change(Kind.NEW, None, new[key], 0.0, False) for key in new if key not in reached]
    return tuple(sorted(changes, key=_place))


def _place(change: Change) -> tuple[tuple[tuple[int, int, str], ...], bool]:
    passage = change.after or change.before
    return sort_key(passage.number if passage else ""), change.after is None


def _by_number(passages: Iterable[Passage]) -> dict[str, Passage]:
    """The passages by number; a number given twice has ``~2`` the second time."""
    found: dict[str, Passage] = {}
    for passage in passages:
        if passage.kind in _COMPARED:
            key, count = passage.number, 1
            while key in found:
                count += 1
                key = f"{passage.number}~{count}"
            found[key] = passage
    return found


def compare_words(before: str, after: str) -> tuple[WordRun, ...]:
    """Two texts word by word.

    >>> [(run.sign, run.text) for run in compare_words("a card you own", "a spell you own")]
    [(' ', 'a'), ('-', 'card'), ('+', 'spell'), (' ', 'you own')]

    Marks that are only set otherwise, such as a curly apostrophe for a straight one, are no difference.

    >>> [(run.sign, run.text) for run in compare_words("it's a card", "it’s a token")]
    [(' ', 'it’s a'), ('-', 'card'), ('+', 'token')]
    """
    return tuple(run for run in _runs(before.split(), after.split()) if run.text)


_SHAPES: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "‑": "-", "−": "-", "\u00ad": None}
)
"""How the same mark is set: a curly apostrophe is no other word."""


def _runs(old: list[str], new: list[str]) -> Iterator[WordRun]:
    left, right = ([word.translate(_SHAPES) for word in words] for words in (old, new))
    for operation, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if operation == "equal":
            yield WordRun(" ", " ".join(new[c:d]))
        else:
            yield WordRun("-", " ".join(old[a:b]))
            yield WordRun("+", " ".join(new[c:d]))
