"""One rule in two languages side by side, and what can be said without knowing either language.

Words of two languages cannot be compared letter by letter. What can be: which side is missing, and whether
its source leaves something out there; which rules each side cites; the numbers it gives; how many sentences
it has; the editions. These are leads for a reader, never verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import product

from kb.errors import NotFoundError, near_matches
from kb.model import PassageKind
from kb.queries.languages import language_name, language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.numbers import number_key
from kb.queries.passages import StoredPassage, numbers_of, passages
from kb.queries.sides import Gap, Side
from kb.queries.wording import PARALLEL
from kb.queries.works import versions
from kb.store import Backend
from kb.store.remembering import remembered

VersionKey = tuple[str, str, str]
"""Document, edition and language."""


@dataclass(frozen=True, slots=True)
class Parallel:
    """A rule in two languages; at least one side has a passage."""

    number: str
    document: str
    left: Side
    right: Side
    language: str = "en"
    """The language of the notes, unless another is asked for."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The languages that lack the rule."""
        return tuple(side.language for side in (self.left, self.right) if side.passage is None)

    @property
    def is_complete(self) -> bool:
        """Whether both languages have the rule."""
        return not self.missing

    @property
    def editions(self) -> tuple[str, ...]:
        """The edition of both sides, or the two of them."""
        found = (side.passage.edition for side in (self.left, self.right) if side.passage)
        return tuple(dict.fromkeys(found))

    @property
    def cited_only_left(self) -> tuple[str, ...]:
        """The rules that only the left side cites; empty when a side is missing."""
        return _without(self.left.cites, self.right.cites) if self.is_complete else ()

    @property
    def cited_only_right(self) -> tuple[str, ...]:
        """The rules that only the right side cites; empty when a side is missing."""
        return _without(self.right.cites, self.left.cites) if self.is_complete else ()

    def notes(self, language: str | None = None) -> tuple[str, ...]:
        """What a reader should look at, as sentences in `language`; empty when nothing stands out."""
        return tuple(_notes(self, language or self.language))

    def __str__(self) -> str:
        return "\n".join(
            [f"{self.number}  {self.document}", *_lines(self.left), *_lines(self.right), *self.notes()]
        )

    def _repr_html_(self) -> str:
        cells = "".join(_html_side(side) for side in (self.left, self.right))
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes())
        title = escape(f"{self.number} ({self.document}, {' / '.join(self.editions)})")
        table = f"<table><caption>{title}</caption><tr>{cells}</tr></table>"
        return f'{table}<ul lang="{escape(self.language)}">{notes}</ul>'


class Comparison(Listing[Parallel]):
    """A rule in two languages, once for each edition, or pair of sources, that has it."""

    columns = ("number", "document", "edition", "left", "right", "notes")
    what = "comparisons"

    def cells(self, item: Parallel) -> tuple[Cell, ...]:
        """What one comparison puts into each of the columns."""
        names = (item.number, item.document, " / ".join(item.editions))
        sides = (
            (side.passage.text if side.passage else "", side.language) for side in (item.left, item.right)
        )
        return (*map(Cell, names), *(Cell(*side) for side in sides), Cell("; ".join(item.notes())))

    def record(self, item: Parallel) -> Mapping[str, object]:
        """One comparison as a row of a DataFrame."""
        return {
            "number": item.number, "document": item.document, "edition": " / ".join(item.editions),
            item.left.language: item.left.passage.text if item.left.passage else None,
            item.right.language: item.right.passage.text if item.right.passage else None,
            "cited_only_left": ", ".join(item.cited_only_left),
            "cited_only_right": ", ".join(item.cited_only_right), "notes": "; ".join(item.notes()),
        }  # fmt: skip

    def __repr__(self) -> str:
        return "\n\n".join(map(str, self)) or f"no {self.what}"

    def _repr_html_(self) -> str:
        return "".join(item._repr_html_() for item in self)


def compare(
    store: Backend,
    number: str,
    left: str,
    right: str,
    *,
    document: str | None = None,
    edition: str | None = None,
    language: str = "en",
) -> Comparison:
    """The rule `number` in the languages `left` and `right`, for each edition that is loaded in both.

    Where no edition is loaded in both languages, those of different editions are paired, and say so. Notes
    are in `language`.

    Raises NotFoundError when neither language has the number.
    """
    tags = (language_tag(left), language_tag(right))
    found = passages(store, number=number.strip().removesuffix("."), document=document, edition=edition)
    known = _unique(passage for passage in found if passage.language in tags)
    if not known:
        raise NotFoundError("passage", number, near_matches(number, numbers_of(store, tags)))
    loaded = frozenset((v.document, v.edition, v.language) for v in versions(store))
    pairs = list(_within_editions(known, tags, loaded)) or list(_across_editions(known, tags))
    cache: dict[VersionKey, tuple[Gap, ...]] = {}
    return Comparison(
        replace(_parallel(store, pair, tags, loaded, cache), language=language) for pair in pairs
    )


Pair = tuple[StoredPassage | None, StoredPassage | None]


def _within_editions(
    known: Sequence[StoredPassage], tags: tuple[str, str], loaded: frozenset[VersionKey]
) -> Iterable[Pair]:
    for document, edition in dict.fromkeys((p.document, p.edition) for p in known):
        if all((document, edition, tag) in loaded for tag in tags):
            here = [p for p in known if (p.document, p.edition) == (document, edition)]
            yield from _pairs(here, tags)


def _across_editions(known: Sequence[StoredPassage], tags: tuple[str, str]) -> Iterable[Pair]:
    for document in dict.fromkeys(p.document for p in known):
        yield from _pairs([p for p in known if p.document == document], tags)


def _pairs(here: Sequence[StoredPassage], tags: tuple[str, str]) -> Iterable[Pair]:
    left, right = ([p for p in here if p.language == tag] for tag in tags)
    nothing: list[StoredPassage | None] = [None]
    return product(left or nothing, right or nothing)


def _parallel(
    store: Backend,
    pair: Pair,
    tags: tuple[str, str],
    loaded: frozenset[VersionKey],
    cache: dict[VersionKey, tuple[Gap, ...]],
) -> Parallel:
    some = pair[0] or pair[1]
    assert some is not None
    sides = []
    for tag, passage in zip(tags, pair, strict=True):
        version = (some.document, (passage or some).edition, tag)
        if version not in cache:
            cache[version] = remembered(store, ("gaps", version), partial(_gaps, store, version))
        gaps = tuple(gap for gap in cache[version] if _is_near(gap, some.number, missing=passage is None))
        sides.append(Side(tag, passage, gaps, version in loaded))
    return Parallel(some.number, some.document, sides[0], sides[1])


def _gaps(store: Backend, version: VersionKey) -> tuple[Gap, ...]:
    document, edition, language = version
    elisions = passages(
        store, document=document, edition=edition, language=language, kind=PassageKind.ELISION.value
    )
    facts = ((dict(elision.facts), elision.lines.first) for elision in elisions)
    return tuple(Gap(told.get("after", ""), told.get("before", ""), line) for told, line in facts)


def _is_near(gap: Gap, number: str, *, missing: bool) -> bool:
    if not missing:
        return number in (gap.after, gap.before)
    key = number_key(number)
    return (not gap.after or number_key(gap.after) < key) and (not gap.before or key < number_key(gap.before))


def _unique(found: Iterable[StoredPassage]) -> list[StoredPassage]:
    """Without the passages that a second source gives in the same words."""
    return list({(passage.iri, passage.hash): passage for passage in reversed(list(found))}.values())[::-1]


def _without(these: Sequence[str], those: Sequence[str]) -> tuple[str, ...]:
    return tuple(number for number in these if number not in those)


def _lines(side: Side) -> list[str]:
    if side.passage is None:
        return []
    found = side.passage
    return [f"  {side.language}  {found.text}", f"      ({found.edition}, {found.source}:{found.lines})"]


def _html_side(side: Side) -> str:
    if side.passage is None:
        return "<td>—</td>"
    found = side.passage
    where = escape(f"{found.edition}, {found.source}:{found.lines}")
    style = "text-align:left;vertical-align:top"
    language = escape(side.language)
    return f'<td style="{style}" lang="{language}">{escape(found.text)}<br><small>{where}</small></td>'


def _notes(pair: Parallel, language: str) -> Iterable[str]:
    say = PARALLEL.get(language, PARALLEL["en"])
    sides = (pair.left, pair.right)
    for side in sides:
        name = language_name(side.language, language)
        if side.passage is None:
            yield say["absent"].format(number=pair.number, language=name)
            if not side.is_loaded:
                yield say["not loaded"].format(document=pair.document, language=name)
        for gap in side.gaps if side.passage is None else ():
            yield say["gap"].format(after=gap.after, before=gap.before, line=gap.line, language=name)
    if pair.is_complete:
        yield from _differences(pair, say, language)


def _differences(pair: Parallel, say: Mapping[str, str], language: str) -> Iterable[str]:
    names = [language_name(side.language, language) for side in (pair.left, pair.right)]
    if len(pair.editions) == 2:
        yield say["editions"].format(a=names[0], b=names[1], left=pair.editions[0], right=pair.editions[1])
    for name, only in zip(names, (pair.cited_only_left, pair.cited_only_right), strict=True):
        if only:
            yield say["cites"].format(language=name, numbers=", ".join(only))
    for name, more in zip(
        names, (pair.left.numbers - pair.right.numbers, pair.right.numbers - pair.left.numbers), strict=True
    ):
        if more:
            yield say["numbers"].format(language=name, numbers=", ".join(sorted(more, key=number_key)))
    if pair.left.sentences != pair.right.sentences:
        yield say["sentences"].format(
            a=names[0], b=names[1], left=pair.left.sentences, right=pair.right.sentences
        )
