"""Makes a register from passages: reads every edition once, links consecutive ones, keeps no text.

Users make a register of their own files, or add new editions to a packaged one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.editions.link import link_editions
from kb.editions.model import Edition, Kind, Wording
from kb.editions.numbers import is_official, official, sort_key
from kb.editions.register import Change, Register
from kb.editions.side import Side
from kb.editions.storage import change_of
from kb.editions.wording import Facts, facts_of, words_of
from kb.errors import LoadError, Place
from kb.model import UNDATED, Passage, PassageKind

_KEPT = (PassageKind.RULE, PassageKind.HEADING, PassageKind.PARAGRAPH)
Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class EditionTexts:
    """The texts of one edition by number, continuation paragraphs joined to the rule they belong to."""

    edition: Edition
    texts: Mapping[str, str]
    headings: frozenset[str]


def edition_texts(
    passages: Iterable[Passage], *, date: str | None = None, complete: bool = True
) -> EditionTexts:
    """What a register is made of: the numbered rules and headings among the passages of one edition.

    A second rule under a number that an edition gives twice gets the number with ``~2``. Raises
    :class:`kb.errors.LoadError` when the passages are of no edition, of several, or have no number.
    """
    kept = [passage for passage in passages if _is_kept(passage)]
    key = _one_edition(kept)
    texts: dict[str, str] = {}
    headings: set[str] = set()
    current: dict[str, str] = {}
    for passage in kept:
        number = official(passage.number)
        if passage.kind is PassageKind.PARAGRAPH:
            name = current.get(number)
            if name:
                texts[name] += " " + passage.text
            continue
        name = _free_name(number, texts)
        texts[name] = passage.text
        current[number] = name
        if passage.kind is PassageKind.HEADING:
            headings.add(name)
    edition = Edition(key.document, key.edition, date or _as_date(key.edition), complete, 0, len(headings))
    return EditionTexts(replace(edition, rules=len(texts) - len(headings)), texts, frozenset(headings))


def _is_kept(passage: Passage) -> bool:
    return passage.kind in _KEPT and is_official(official(passage.number))


def _one_edition(passages: Sequence[Passage]) -> Passage:
    found = {(passage.document, passage.edition, passage.language): passage for passage in passages}
    if len(found) != 1:
        names = ", ".join(" ".join(key) for key in sorted(found)) or "no numbered rule"
        raise LoadError(
            Place("passages"), "not one edition", found=names, expected="one edition and language"
        )
    passage = next(iter(found.values()))
    if passage.edition == UNDATED:
        raise LoadError(Place("passages"), "the edition is not known", hint="give the edition when loading")
    return passage


def _as_date(edition: str) -> str | None:
    return edition if len(edition) == len("2010-02-01") and edition[4] == edition[7] == "-" else None


def _free_name(number: str, texts: Mapping[str, str]) -> str:
    name, count = number, 1
    while name in texts:
        count += 1
        name = f"{number}~{count}"
    return name


@dataclass(frozen=True, slots=True)
class Conflict:
    """Numbers that two sources of one edition give with different words."""

    edition: str
    numbers: tuple[str, ...]


def merge_editions(
    editions: Iterable[EditionTexts],
) -> tuple[tuple[EditionTexts, ...], tuple[Conflict, ...]]:
    """One of each edition, oldest first: sources of one edition are put together, the first one's words win.

    What they disagree on is returned beside it, never settled in silence.
    """
    merged: dict[str, EditionTexts] = {}
    conflicts: list[Conflict] = []
    for each in editions:
        known = merged.get(each.edition.name)
        if known is None:
            merged[each.edition.name] = each
            continue
        both = known.texts.keys() & each.texts.keys()
        differ = [number for number in both if words_of(known.texts[number]) != words_of(each.texts[number])]
        if differ:
            conflicts.append(Conflict(each.edition.name, tuple(sorted(differ, key=sort_key))))
        merged[each.edition.name] = _together(known, each)
    return tuple(merged[name] for name in sorted(merged, key=sort_key)), tuple(conflicts)


def _together(one: EditionTexts, other: EditionTexts) -> EditionTexts:
    texts = {**other.texts, **one.texts}
    headings = frozenset(
        number for number in texts if number in (one.headings if number in one.texts else other.headings)
    )
    complete = one.edition.complete or other.edition.complete
    edition = replace(
        one.edition, complete=complete, rules=len(texts) - len(headings), headings=len(headings)
    )
    return EditionTexts(edition, texts, headings)


def build_register(editions: Iterable[EditionTexts], *, progress: Progress | None = None) -> Register:
    """The register of these editions of one document, in the order given, with the lineage between them.

    `progress` is told the name of each edition when it is done. Texts are let go two editions later, so
    `editions` may be a generator.
    """
    known: list[Edition] = []
    runs = _Runs()
    changes: list[Change] = []
    before: tuple[Side, EditionTexts] | None = None
    for each in editions:
        side = Side.of(each.texts, before[0] if before else None)
        runs.add(len(known), each)
        if before:
            changes.append(_change(before[0], side))
        known.append(each.edition)
        before = (side, each)
        if progress:
            progress(each.edition.name)
    document = known[0].document if known else ""
    return Register(document, tuple(known), runs.wordings(), tuple(changes))


def _change(before: Side, after: Side) -> Change:
    links = link_editions(before, after)
    rules = (link for link in links.rules if link.kind is not Kind.SAME)
    return change_of((*rules, *links.parts))


class _Runs:
    """Collects the wordings of each number as runs of consecutive editions."""

    def __init__(self) -> None:
        self._facts: dict[str, Facts] = {}
        self._runs: defaultdict[str, list[Wording]] = defaultdict(list)

    def add(self, position: int, edition: EditionTexts) -> None:
        for number, text in edition.texts.items():
            facts = self._facts.get(text)
            if facts is None:
                facts = self._facts[text] = facts_of(text)
            runs = self._runs[number]
            if runs and runs[-1].last == position - 1 and runs[-1].hash == facts.hash:
                runs[-1] = replace(runs[-1], last=position)
            else:
                runs.append(_wording(number, number in edition.headings, position, facts))

    def wordings(self) -> tuple[Wording, ...]:
        return tuple(run for number in sorted(self._runs, key=sort_key) for run in self._runs[number])


def _wording(number: str, is_heading: bool, position: int, facts: Facts) -> Wording:
    return Wording(
        number,
        is_heading,
        position,
        position,
        facts.hash,
        facts.sentences,
        facts.words,
        facts.cited,
        facts.numerals,
    )


def extend_register(register: Register, editions: Iterable[EditionTexts]) -> Register:
    """`register` with further editions after its newest one.

    The first of `editions` must be the register's newest one: its text is needed to follow the rules from it,
    and it must say what the register says. Raises :class:`kb.errors.LoadError` when it does not.
    """
    added = build_register(editions)
    last = len(register.editions) - 1
    expected = f"the newest edition, {register.newest.name}, first: rules are followed from its text"
    if not added.editions or added.editions[0].name != register.newest.name:
        found = added.editions[0].name if added.editions else "no edition"
        raise LoadError(Place("editions"), "cannot continue the register", found=found, expected=expected)
    grown = {(wording.number, wording.hash): wording for wording in added.wordings if wording.first == 0}
    known = {(wording.number, wording.hash) for wording in register.wordings if wording.last == last}
    if known != set(grown):
        different = sorted({number for number, _ in known ^ set(grown)}, key=sort_key)
        raise LoadError(
            Place("editions"),
            f"{register.newest.name} differs from the register",
            found=", ".join(different[:5]),
        )
    kept = (_grown(wording, grown, last) for wording in register.wordings)
    new = (_shifted(wording, last) for wording in added.wordings if wording.first)
    wordings = sorted((*kept, *new), key=lambda wording: (sort_key(wording.number), wording.first))
    return Register(
        register.document,
        (*register.editions, *added.editions[1:]),
        tuple(wordings),
        (*register.changes, *added.changes),
    )


def _grown(wording: Wording, grown: Mapping[tuple[str, str], Wording], last: int) -> Wording:
    found = grown.get((wording.number, wording.hash)) if wording.last == last else None
    return replace(wording, last=found.last + last) if found else wording


def _shifted(wording: Wording, by: int) -> Wording:
    return replace(wording, first=wording.first + by, last=wording.last + by)
