"""The register of a document's known editions: its wordings by number, and the links between editions.

It holds no text: a wording is its hash, the hashes of its sentences, and countable facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.editions.model import Edition, Interval, Link, Wording
from kb.editions.numbers import sort_key
from kb.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class Change:
    """The links from one edition to the next: one for each rule that did not simply stay, and parts."""

    rules: tuple[Link, ...]
    parts: tuple[Link, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Register:
    """Everything known of one document's editions, in their order.

    `changes[i]` leads from edition `i` to edition `i + 1`. A number that stands in both with one hash, and in
    no link, stayed as it was.
    """

    document: str
    editions: tuple[Edition, ...]
    wordings: tuple[Wording, ...]
    changes: tuple[Change, ...]
    _by_number: dict[str, tuple[Wording, ...]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        grouped: defaultdict[str, list[Wording]] = defaultdict(list)
        for wording in self.wordings:
            grouped[wording.number].append(wording)
        self._by_number.update({number: tuple(found) for number, found in grouped.items()})

    @property
    def newest(self) -> Edition:
        """The last edition."""
        return self.editions[-1]

    @property
    def numbers(self) -> Iterable[str]:
        """Every number that any edition has."""
        return self._by_number.keys()

    def position(self, edition: str) -> int:
        """The position of an edition by its name, or of the one that was in force on a date.

        Raises :class:`kb.errors.NotFoundError` for a name that is none and a date before the first edition.
        """
        names = [each.name for each in self.editions]
        if edition in names:
            return names.index(edition)
        in_force = [
            at for at, each in enumerate(self.editions) if each.date is not None and each.date <= edition
        ]
        if len(edition) == len("2010-02-01") and edition[4:5] == "-" and in_force:
            return in_force[-1]
        raise NotFoundError(f"edition of {self.document}", edition, names)

    def wordings_of(self, number: str) -> tuple[Wording, ...]:
        """The wordings a number ever had, oldest first; empty for a number in no edition."""
        return self._by_number.get(number, ())

    def wording(self, number: str, position: int) -> Wording | None:
        """The wording of a number in one edition, if it has that number."""
        for wording in self.wordings_of(number):
            if wording.first <= position <= wording.last:
                return wording
        return None

    def require(self, number: str, position: int) -> Wording:
        """The wording of a number in one edition.

        Raises :class:`kb.errors.NotFoundError` with the nearest numbers of that edition.
        """
        wording = self.wording(number, position)
        if wording is None:
            known = [each for each in self.numbers if self.wording(each, position)]
            name = self.editions[position].name
            raise NotFoundError(f"rule of {self.document} in {name}", number, sorted(known, key=sort_key))
        return wording

    def interval(self, first: int, last: int) -> Interval:
        """The editions from one position to another."""
        return Interval(self.editions[first].name, self.editions[last].name)
