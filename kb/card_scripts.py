"""Card scripts in Python: what they do to control, the mistakes in them, and whether their texts agree.

Beside the command line and :mod:`kb.opening`, the one place where the readers of Lua meet the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import overload

from kb.edopro.agreement import CardAgreement, CardText, Difference, agreements
from kb.edopro.agreement_table import record as difference_record
from kb.edopro.card_names import passcode
from kb.edopro.facts_table import record as fact_record
from kb.edopro.findings import Finding
from kb.edopro.records import ControlFact, Kind, ScriptFacts
from kb.edopro.scenarios import scenario_of_card
from kb.edopro.texts import LANGUAGES
from kb.errors import NotFoundError
from kb.queries.listing import Cell, Listing
from kb.scenario.records import Scenario
from loaders.scripts.card_texts import card_texts
from loaders.scripts.files import read_facts, read_findings
from loaders.scripts.rdf import turtle


class ControlFacts(Listing[tuple[ScriptFacts, ControlFact]]):
    """What scripts do to control, a row a fact."""

    columns = ("card", "line", "kind", "what", "from", "to", "duration", "unknown")
    what = "control facts"

    def cells(self, item: tuple[ScriptFacts, ControlFact]) -> tuple[Cell, ...]:
        """What a fact puts into each of the columns."""
        facts, fact = item
        head = (facts.card or facts.name, str(fact.at.line), fact.kind.value)
        sides = (", ".join(words) for words in (fact.what, fact.source, fact.to))
        return tuple(map(Cell, (*head, *sides, fact.duration.text, ", ".join(fact.unknown))))

    def record(self, item: tuple[ScriptFacts, ControlFact]) -> Mapping[str, object]:
        """A fact as a row of a DataFrame: what ``tcg-rules scripts --format json`` prints."""
        return fact_record(*item)

    def turtle(self) -> str:
        """The facts as RDF, in the words of the ontology's module ``edopro``."""
        return turtle((facts, (fact,)) for facts, fact in self)


class Findings(Listing[Finding]):
    """Mistakes in scripts, a row a finding."""

    columns = ("file", "line", "rule", "level", "says")
    what = "findings"

    def cells(self, item: Finding) -> tuple[Cell, ...]:
        """What a finding puts into each of the columns."""
        return (
            *map(Cell, (item.file, str(item.at.line), item.rule, item.level)),
            Cell(item.says("en"), "en"),
        )


class Differences(Listing[tuple[CardAgreement, Difference]]):
    """Where texts and scripts differ, a row a difference, the most serious first."""

    columns = ("card", "name", "differs", "language", "words", "does")
    what = "differences"

    def cells(self, item: tuple[CardAgreement, Difference]) -> tuple[Cell, ...]:
        """What a difference puts into each of the columns."""
        told = self.record(item)
        words = Cell(str(told["words"] or ""), item[1].language)
        rest = (Cell(str(told[name] or "")) for name in self.columns[:4])
        return (*rest, words, Cell(str(told["does"] or "")))

    def record(self, item: tuple[CardAgreement, Difference]) -> Mapping[str, object]:
        """A difference as a row of a DataFrame: what ``tcg-rules agree --format json`` prints."""
        return difference_record(*item)


class CardScripts(Sequence[ScriptFacts]):
    """Scripts that were read: ask them what they do."""

    def __init__(self, paths: Iterable[Path], texts: Iterable[CardText] = ()) -> None:
        self._paths = tuple(paths)
        self._texts = tuple(texts)
        self._facts = tuple(read_facts(self._paths))

    def __len__(self) -> int:
        return len(self._facts)

    @overload
    def __getitem__(self, index: int) -> ScriptFacts: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ScriptFacts, ...]: ...
    def __getitem__(self, index: int | slice) -> ScriptFacts | tuple[ScriptFacts, ...]:
        return self._facts[index]

    def __iter__(self) -> Iterator[ScriptFacts]:
        return iter(self._facts)

    def __repr__(self) -> str:
        facts = sum(len(each.control) for each in self)
        return f"<{len(self)} card scripts, {facts} control facts>"

    def facts(
        self, kind: str | None = None, until: str | None = None, *, certain: bool = False
    ) -> ControlFacts:
        """The control facts of a kind, or that last so long; with `certain` only those wholly understood.

        Raises ValueError for a kind there is not.
        """
        wanted = Kind(kind) if kind is not None else None
        return ControlFacts(
            (facts, fact)
            for facts in self
            for fact in facts.control
            if (wanted is None or fact.kind is wanted)
            and (
                until is None
                or until in (fact.duration.text, fact.duration.kind.value, *fact.duration.phases)
            )
            and (fact.is_certain or not certain)
        )

    def card(self, card: str | int) -> ScriptFacts:
        """What the script of a card says; the card by passcode, or by name where card files were given.

        Raises :class:`~kb.errors.NotFoundError` with the near matches.
        """
        number = passcode(str(card), self._texts)
        for facts in self:
            if facts.card == number:
                return facts
        raise NotFoundError("script of card", number, [facts.card for facts in self if facts.card])

    def scenario(self, card: str | int) -> Scenario:
        """What a card does as a scenario, ready for ``rules.who_controls("monster", ...)``.

        Raises :class:`~kb.errors.InputError` when the card does nothing that a scenario can say.
        """
        number = passcode(str(card), self._texts)
        names = (text.name for text in self._texts if text.card.lstrip("0") == number)
        return scenario_of_card(self.card(card), next(names, None))

    def findings(self) -> Findings:
        """The mistakes that ``tcg-rules lint`` finds, notes left out."""
        return Findings(each for each in read_findings(self._paths) if each.level != "note")

    def agree(self, *texts: str | Path, languages: Sequence[str] = LANGUAGES) -> Differences:
        """Where card texts and the scripts differ, the most serious first.

        The texts are those in these card files, or else those that the scripts were read with.
        """
        given = card_texts(map(Path, texts)) if texts else self._texts
        found = agreements(given, self, languages)
        return Differences((each, difference) for each in found for difference in each.differences)


def read_scripts(*paths: str | Path, texts: str | Path | None = None) -> CardScripts:
    """The card scripts in Lua files and folders; with `texts`, a card file or a folder, cards have names.

    Raises :class:`~kb.errors.MissingExtraError` without tree-sitter, and OSError for a file that cannot be
    read.

    >>> scripts = read_scripts("ontology/examples/scripts")
    >>> scripts
    <2 card scripts, 2 control facts>
    >>> scripts.facts(until="PHASE_END")
    card       line  kind  what    from      to   duration       unknown
    900000001  19    take  target  opponent  you  PHASE_END x 1
    """
    return CardScripts(map(Path, paths), card_texts([Path(texts)]) if texts is not None else ())
