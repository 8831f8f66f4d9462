"""Rule numbers as values: parsed, compared, expanded; never treated as strings with a prefix.

Two families share one value. Comprehensive Rules glue the letter on (``108.4a``, ``704.5aa`` after
``704.5z``, neither ``l`` nor ``o``); Riftbound dots every level (``184.3.a.1``). 702.6 is not an ancestor of
702.60.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering
from itertools import takewhile
from typing import Final

from kb.errors import InputError, Place

Part = int | str

_GLUED: Final = re.compile(r"(\d{1,3})(?:\.(\d{1,4})([a-z]{0,2}))?\.?(?:[A-Z][a-z]+)?")
_DOTTED: Final = re.compile(
    r"(\d{3})\.(\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3})?)?)?)?)\.?"
)
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"
_MOST_EXPANDED: Final = 100
_RANGE: Final = re.compile(
    r"(\d[\w.]*?)(?:\s?[-–—‑]\s?|\s+(?:through|to|à|a|bis)\s+|[至到])(\d{3}\.[\w.]+|\d+|[a-z]{1,2})"
)


@total_ordering
@dataclass(frozen=True, slots=True, eq=True)
class RuleNumber:
    """A rule number: its parts from the chapter down, and whether its letters are dotted.

    >>> RuleNumber.parse("704.5z") < RuleNumber.parse("704.5aa") < RuleNumber.parse("704.6")
    True
    >>> str(RuleNumber.parse("184.3.a.1.")), RuleNumber.parse("108.4a").parts
    ('184.3.a.1', (108, 4, 'a'))
    """

    parts: tuple[Part, ...]
    dotted: bool = False

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """The number `text` spells; a final dot and a capitalised word glued on (``901.4.All``) are left off.

        Raises :class:`kb.errors.InputError` for anything else, and for the letters l and o, which are
        skipped.
        """
        written = text.strip()
        if match := _DOTTED.fullmatch(written):
            chapter, rest = match.groups()
            below = [int(part) if part.isdigit() else part for part in rest.split(".")]
            return cls((int(chapter), *below), dotted=len(below) > 1)
        if match := _GLUED.fullmatch(written):
            chapter, rule, letters = match.groups()
            if letters and set(letters) & {"l", "o"}:
                raise _not_a_number(text, "the letters l and o are never used")
            numbers = (int(chapter), *((int(rule),) if rule else ()))
            return cls((*numbers, letters) if letters else numbers)
        raise _not_a_number(text, None)

    def __str__(self) -> str:
        separated = ".".join(str(part) for part in self.parts)
        return separated if self.dotted else re.sub(r"\.(?=[a-z])", "", separated)

    @property
    def sort_key(self) -> tuple[tuple[int, int, str], ...]:
        """A key that sorts numbers as numbers and letters a, b, ..., z, aa."""
        return tuple((0, part, "") if isinstance(part, int) else (1, len(part), part) for part in self.parts)

    def __lt__(self, other: RuleNumber) -> bool:
        return self.sort_key < other.sort_key

    @property
    def parent(self) -> RuleNumber | None:
        """The number one level up; None for a chapter.

        >>> [str(RuleNumber.parse(n).parent) for n in ("108.4a", "184.3.a.1", "702.60", "108")]
        ['108.4', '184.3.a', '702', 'None']
        """
        if len(self.parts) == 1:
            return None
        parts = self.parts[:-1]
        return RuleNumber(parts, self.dotted and len(parts) > 2)

    def is_within(self, other: RuleNumber) -> bool:
        """Whether this is `other` or lies below it, part by part.

        >>> RuleNumber.parse("702.60").is_within(RuleNumber.parse("702.6"))
        False
        """
        return self.parts[: len(other.parts)] == other.parts

    def next_letter(self) -> RuleNumber:
        """The number after this one on its level: a, b, ..., k, m, n, p, ..., z, aa.

        >>> [str(RuleNumber.parse(n).next_letter()) for n in ("603.7k", "704.5z", "119.7")]
        ['603.7m', '704.5aa', '119.8']
        """
        last = self.parts[-1]
        after: Part = last + 1 if isinstance(last, int) else _after(last, dotted=self.dotted)
        return RuleNumber((*self.parts[:-1], after), self.dotted)


def _after(letters: str, *, dotted: bool) -> str:
    """The letters after `letters`; dotted numbers use the whole alphabet."""
    alphabet = "abcdefghijklmnopqrstuvwxyz" if dotted else _LETTERS
    head, last = letters[:-1], alphabet.index(letters[-1])
    if last + 1 < len(alphabet):
        return head + alphabet[last + 1]
    return (_after(head, dotted=dotted) if head else "a") + "a"


def _not_a_number(text: str, hint: str | None) -> InputError:
    return InputError(
        Place("rule number"),
        "not a rule number",
        found=text,
        expected="a number such as 108.4a or 184.3.a.1",
        hint=hint,
    )


def expand(written: str) -> tuple[RuleNumber, ...]:
    """The numbers a single number or a range stands for.

    >>> [str(number) for number in expand("603.7d-f")], [str(number) for number in expand("119.7–8")]
    (['603.7d', '603.7e', '603.7f'], ['119.7', '119.8'])
    >>> [str(number) for number in expand("702.64a")]
    ['702.64a']

    Raises :class:`kb.errors.InputError` when the range runs backwards or mixes letters and numbers.
    """
    match = _RANGE.fullmatch(written.strip())
    if not match:
        return (RuleNumber.parse(written),)
    start = RuleNumber.parse(match[1])
    end = _range_end(start, match[2], written)
    if end < start or _distance(start, end) > _MOST_EXPANDED:
        raise _not_a_number(written, f"a range runs forwards, over at most {_MOST_EXPANDED} numbers")
    numbers = [start]
    while numbers[-1] < end:
        numbers.append(numbers[-1].next_letter())
    return tuple(takewhile(lambda number: number <= end, numbers))


def _range_end(start: RuleNumber, last: str, written: str) -> RuleNumber:
    """The last number of a range, given in full (``903.6–903.11``) or by its last part (``603.7d-f``)."""
    if "." in last or len(start.parts) == 1:
        end = RuleNumber.parse(last)
    else:
        end = RuleNumber((*start.parts[:-1], int(last) if last.isdigit() else last), start.dotted)
    same_kind = len(end.parts) == len(start.parts) and type(end.parts[-1]) is type(start.parts[-1])
    if not same_kind or end.parts[:-1] != start.parts[:-1]:
        raise _not_a_number(written, "a range runs between two letters or two numbers of one rule")
    return end


def _distance(start: RuleNumber, end: RuleNumber) -> int:
    first, last = start.parts[-1], end.parts[-1]
    return last - first if isinstance(first, int) and isinstance(last, int) else 0
