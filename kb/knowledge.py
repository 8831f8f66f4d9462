"""The knowledge base as people use it: texts to look up and compare, and situations to ask about.

>>> import kb
>>> rules = kb.load(store=None)
>>> situation = (
...     rules.scenario("mtg", "Ann", "Bob")
...     .permanent("bear", owner="Bob", kind="creature")
...     .permanent("leash", owner="Ann", kind="aura", attached_to="bear", static_control="attached")
... )
>>> rules.who_controls("bear", situation).value
'Ann'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kb.displays.board import Board, board
from kb.displays.changes import ChangeMap, changes
from kb.displays.concept_map import ConceptMap, concept_map
from kb.displays.coverage import LanguageCoverage, language_coverage
from kb.displays.divergences import Divergences, divergences
from kb.displays.rule_card import RuleCard, rule_card
from kb.displays.timeline import Timeline, timeline
from kb.editions import COMPREHENSIVE_RULES, Identification, Lineage, identify, where_is
from kb.errors import NotFoundError, Place, ScenarioError, near_matches
from kb.inference.answers import answer
from kb.inference.cards import AnswerCard
from kb.inference.publish import scenario_iri, scenario_quads
from kb.inference.records import LANGUAGES
from kb.inference.table import Table, set_table
from kb.inference.whatif import WhatIf, what_if
from kb.model import Passage
from kb.queries.find import Hits, find
from kb.queries.parallel import Comparison, compare
from kb.queries.passages import Passages, passages
from kb.queries.show import show
from kb.queries.sources import Sources, sources
from kb.queries.sparql import Result, select
from kb.rdf import NamedNode, Quad
from kb.scenario.builder import ScenarioBuilder, scenario
from kb.scenario.read import read_scenarios
from kb.scenario.records import Question, Scenario
from kb.scenario.vocabulary import vocabulary
from kb.store import Backend

Situation = Scenario | ScenarioBuilder | Table | Path | str
"""What one can ask about: a scenario, one in the making, a table, or the file (or text) it is in."""


@dataclass(frozen=True)
class KnowledgeBase:
    """Texts in a store, and the rules that answer. `language` is the one answers are shown in."""

    store: Backend
    language: str = "en"

    def __post_init__(self) -> None:
        """Raises :class:`~kb.errors.NotFoundError` for a language that no answer is shown in."""
        if self.language not in LANGUAGES:
            raise NotFoundError("language for answers", self.language, LANGUAGES, show_all=True)

    # --- situations ---

    def scenario(self, game: str, *players: str, ruleset: str | None = None) -> ScenarioBuilder:
        """A scenario in the making: `game` is mtg, ygo or riftbound; the players are in turn order."""
        return scenario(game, *players, ruleset=ruleset)

    def table(self, situation: Situation) -> Table:
        """The situation with the rules run over it; asking several questions of a table runs them once.

        Raises :class:`~kb.errors.ScenarioError` when the situation does not follow the format.
        """
        return _table(situation)

    def who_controls(self, of: str, situation: Situation, at: str = "end") -> AnswerCard:
        """Who controls an object, and why; `at` is ``start``, ``after:N`` or ``end``."""
        return self.ask("controller", of, situation, at)

    def who_owns(self, of: str, situation: Situation, at: str = "end") -> AnswerCard:
        """Who owns an object, and why."""
        return self.ask("owner", of, situation, at)

    def ask(self, ask: str, of: str, situation: Situation, at: str = "end") -> AnswerCard:
        """The answer to any question of the scenario format about an object (or a player).

        Raises :class:`~kb.errors.ScenarioError` for an unknown object or moment, with the near matches.
        """
        table = _table(situation)
        return AnswerCard.of(answer(table, _question(ask, of, at, table.scenario)), self.language)

    def answers(self, situation: Situation) -> tuple[AnswerCard, ...]:
        """The answers to all questions that a scenario asks."""
        table = _table(situation)
        return tuple(AnswerCard.of(answer(table, each), self.language) for each in table.scenario.questions)

    def what_if(self, situation: Situation, changed: Situation) -> WhatIf:
        """What a changed situation answers to the same questions; see `kb.inference.whatif` for changes."""
        return what_if(_table(situation).scenario, _table(changed).scenario)

    def timeline(self, situation: Situation) -> Timeline:
        """Who controls each object of a situation, when, and by which effect."""
        return timeline(_table(situation), self.language)

    def board(self, situation: Situation, at: str = "end") -> Board:
        """What is where at a moment, and whose it is.

        Raises :class:`~kb.errors.ScenarioError` for a moment that there is not.
        """
        return board(_table(situation), at, self.language)

    def publish(self, situation: Situation) -> str:
        """Puts a situation's states and derivations into the store, for SPARQL; the IRI of its graph.

        Each state is a named graph of its own; publishing again replaces what was published before.
        """
        table = _table(situation)
        iri = scenario_iri(table)
        by_graph: dict[str, list[Quad]] = {}
        for quad in scenario_quads(table):
            assert isinstance(quad.graph_name, NamedNode)
            by_graph.setdefault(quad.graph_name.value, []).append(quad)
        with self.store.transaction() as change:
            for graph in self.store.graphs():
                if graph == iri or graph.startswith(f"{iri}/"):
                    change.drop_graph(graph)
            for graph, quads in by_graph.items():
                change.replace_graph(graph, quads)
        return iri

    # --- texts ---

    def sources(self) -> Sources:
        """The documents that are loaded, each with its load report."""
        return sources(self.store)

    def passages(
        self,
        *,
        game: str | None = None,
        document: str | None = None,
        edition: str | None = None,
        language: str | None = None,
        number: str | None = None,
        words: str | None = None,
    ) -> Passages:
        """The passages that fit everything given; with nothing given, all of them."""
        return passages(
            self.store,
            game=game,
            document=document,
            edition=edition,
            language=language,
            number=number,
            words=words,
        )

    def show(self, name: str) -> Passages:
        """The passages a name may mean: a number, ``mtg-cr 109.5``, ``mtg-cr/2010-02-01/fr/109.5`` or an IRI.

        Raises :class:`~kb.errors.NotFoundError` with the near matches.
        """
        return show(self.store, name)

    def find(
        self,
        words: str,
        language: str | None = None,
        *,
        game: str | None = None,
        document: str | None = None,
        edition: str | None = None,
        concept: str | None = None,
        most: int = 50,
    ) -> Hits:
        """The passages that have all the words, whatever their case and accents, best first, at most `most`.

        With `concept`, a word or a notation such as ``mtg.owner``, only those that speak of it. Raises
        :class:`~kb.errors.NotFoundError` for a concept there is not.
        """
        return find(
            self.store,
            words,
            language=language,
            game=game,
            document=document,
            edition=edition,
            concept=concept,
            most=most,
        )

    def compare(self, number: str, left: str, right: str) -> Comparison:
        """A rule in two languages side by side, with what differs and what is missing."""
        return compare(self.store, number, left, right, language=self.language)

    def rule(self, name: str, language: str | None = None) -> RuleCard:
        """A rule's texts by language and edition, what it cites, what cites it, what rests on it.

        Raises :class:`~kb.errors.NotFoundError` with the near matches.
        """
        return rule_card(self.store, name, language=language, told_in=self.language)

    def diverge(
        self, left: str, right: str, *, document: str | None = None, edition: str | None = None
    ) -> Divergences:
        """Where the texts of two languages differ in meaning, edition, wording or form.

        Raises :class:`~kb.errors.NotFoundError` for a language that is not loaded.
        """
        return divergences(
            self.store, left, right, document=document, edition=edition, language=self.language
        )

    def coverage(self) -> LanguageCoverage:
        """How many rules each language has, for every document and edition that is loaded."""
        return language_coverage(self.store, self.language)

    def concept(self, word: str) -> ConceptMap:
        """What a word stands for in each game, in en, fr and es, and what must not be confused with it.

        Raises :class:`~kb.errors.NotFoundError` with the near matches.
        """
        return concept_map(word, self.language)

    # --- editions ---

    def changes(self, document: str = COMPREHENSIVE_RULES, *, section: str | None = None) -> ChangeMap:
        """How many rules each edition changed, by section, or by chapter of one section.

        Raises :class:`~kb.errors.NotFoundError` for a document without a register.
        """
        return changes(document, section=section, language=self.language)

    def where_is(
        self, number: str, document: str = COMPREHENSIVE_RULES, *, from_: str, to: str | None = None
    ) -> Lineage:
        """Where a rule of the edition `from_` is in the edition `to`, by default the newest.

        Raises :class:`~kb.errors.NotFoundError` for a document, an edition or a number there is not.
        """
        return where_is(number, document, from_=from_, to=to)

    def identify(
        self, source: str | Iterable[Passage], document: str | None = None, *, language: str | None = None
    ) -> Identification:
        """Which editions a text or passages are of: each paragraph, and each language as a whole."""
        return identify(source, document, language=language)

    def select(self, sparql: str) -> Result:
        """The result of a SPARQL query; the prefixes of the ontology need no declaration.

        Raises :class:`~kb.errors.QueryError` for a query that is not SPARQL or would write.
        """
        return select(self.store, sparql)

    def in_language(self, language: str) -> KnowledgeBase:
        """The same knowledge base, with answers shown in another language (en, fr or es)."""
        return replace(self, language=language)


def _table(situation: Situation) -> Table:
    if isinstance(situation, Table):
        return situation
    if isinstance(situation, ScenarioBuilder):
        situation = situation.build()
    if isinstance(situation, Scenario):
        return set_table(situation)
    found = read_scenarios(situation)
    if len(found) != 1:
        raise ScenarioError(
            Place(str(situation)[:80]),
            "not a single scenario",
            found=f"{len(found)} scenarios",
            expected="one",
        )
    return set_table(found[0])


def _question(ask: str, of: str, at: str, situation: Scenario) -> Question:
    """The question, checked as one in a file would be."""
    place = Place("question", path=f"{ask} of {of} at {at}")
    _require(ask, vocabulary().asks_of(situation.game), place, "question", f"a question of {situation.game}")
    made = (event.text("id") for event in situation.events)
    known = [
        *(thing.id for thing in situation.objects),
        *(name for name in made if name is not None),
        *(outsider.id for outsider in situation.outsiders),
        *situation.players,
    ]
    _require(of, known, place, "object", "an object of the situation")
    moments = ["start", "end", *(f"after:{n}" for n in range(1, len(situation.events) + 1))]
    _require(at, moments, place, "moment", f"start, end, or after:1 to after:{len(situation.events)}")
    step = {"start": 0, "end": len(situation.events)}.get(at)
    return Question(ask, of, at, int(at.removeprefix("after:")) if step is None else step, place)


def _require(word: str, known: Iterable[str], place: Place, what: str, expected: str) -> None:
    known = tuple(known)
    if word not in known:
        near = near_matches(word, known)
        raise ScenarioError(place, f"unknown {what}", found=word, expected=expected, near=near)
