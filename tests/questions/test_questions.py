"""The competency questions: each is answered, by rules about it, citing what decides it."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pyoxigraph
import pytest
from questions_reading import Asked, CompetencyQuestion, competency_questions

from kb import editions
from kb.editions import Kind
from kb.errors import NotFoundError
from kb.inference.editions import covers
from kb.inference.explain import Explanation, Reason, explain
from kb.inference.rdf_write import to_turtle
from kb.inference.records import Citation, Validity
from kb.inference.rulebase import packaged_rules
from kb.inference.verdicts import status_of
from kb.ontology_files import ontology_files, ontology_root
from loaders.base import load_source
from loaders.text import read_source

QUESTIONS = competency_questions()
TRANSLATED = [each for each in QUESTIONS if len(each.title) > 1]
SAME_RULE = {("Q106", "461.5"): "466.5"}
"""The number in version 1.3 of what is asked by its number in 1.4, of which only parts are there."""
NBSP = "\N{NO-BREAK SPACE}"
MODULES = ("core", "mtg", "ygo", "riftbound", "edopro", "text", "logic")
ALIGNMENTS = ("alignments/games", "alignments/renumbering")


def each(found: list[CompetencyQuestion]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("question", found, ids=lambda question: str(question.id))


def having(name: str) -> pytest.MarkDecorator:
    return each([question for question in QUESTIONS if name in question.mechanisms])


def told(asked: Asked) -> str:
    answer = asked.answer
    return f"{answer} (expected {answer.question.expect!r}, missing {answer.missing}, by {answer.rules})"


# --- answers -------------------------------------------------------------------------------------------


@having("scenario")
def test_a_scenario_answers_as_expected(question: CompetencyQuestion) -> None:
    found = list(question.asked())
    wrong = [
        told(asked)
        for asked in found
        if (asked.missing is None and status_of(asked.answer) != "agree")
        or (asked.missing is not None and asked.missing not in asked.answer.missing)
    ]
    assert found
    assert not wrong, "\n".join(wrong)


@having("looks_up")
def test_a_rule_that_is_looked_up_says_so_in_three_languages(question: CompetencyQuestion) -> None:
    rules = packaged_rules().by_id()
    for name, words in question.looks_up.items():
        sentences = rules[name].sentences
        assert words
        assert words in sentences["en"]
        assert len(set(sentences.values())) == 3


@having("goes_to")
def test_a_number_is_found_in_the_other_editions(question: CompetencyQuestion) -> None:
    asked = question.more["goes_to"]
    expected = asked.get("expect_in") or {asked["to"]: asked["expect"]}
    for edition, numbers in expected.items():
        found = editions.where_is(asked["number"], asked["document"], from_=asked["from"], to=edition)
        assert list(found.numbers) == numbers, edition
        assert found.kind in (Kind.MOVED, Kind.MOVED_EDITED)
        existing = editions.history(numbers[0], asked["document"], edition=edition).periods
        assert any(covered(asked["document"], period.editions, edition) for period in existing)


def covered(document: str, interval: editions.Interval, edition: str) -> bool:
    return covers(Validity(document, interval.first, interval.last), edition)


@having("rewritten")
def test_rules_were_rewritten_and_others_were_not(question: CompetencyQuestion) -> None:
    asked = question.more["rewritten"]
    kinds = {
        number: editions.where_is(number, asked["document"], from_=asked["from"], to=asked["to"]).kind
        for number in (*asked["numbers"], *asked["same"])
    }
    assert {number for number, kind in kinds.items() if kind is not Kind.SAME} == set(asked["numbers"])


@having("lists")
def test_a_rule_announces_one_number_and_lists_another(question: CompetencyQuestion, shared: Path) -> None:
    asked = question.more["lists"]
    number = asked["number"]
    for edition, counts in asked["editions"].items():
        below = [letter for letter in ascii_lowercase if exists(asked["document"], number + letter, edition)]
        assert len(below) == counts["lists"], edition
        [text] = (shared / "corpora/mtg/en").glob(f"*{edition.replace('-', '')}*.txt")
        passages = {each.number: each.text for each in load_source(read_source(text)).passages}
        assert re.search(rf"\b{counts['announces']}\b", passages[number])


def exists(document: str, number: str, edition: str) -> bool:
    try:
        periods = editions.history(number, document, edition=edition).periods
    except NotFoundError:
        return False
    return any(period.number == number and covered(document, period.editions, edition) for period in periods)


@having("releases")
def test_a_text_in_two_languages_is_of_two_releases(question: CompetencyQuestion, shared: Path) -> None:
    [text] = (shared / "seeds").glob("003_*.txt")
    wholes = {whole.language: whole for whole in editions.identify(text.read_text(encoding="utf-8")).wholes}
    for language, asked in question.more["releases"].items():
        document = editions.COMPREHENSIVE_RULES
        for edition in asked["fits"]:
            assert any(covered(document, each, edition) for each in wholes[language].intervals), edition
        for edition in asked["fits_not"]:
            assert not any(covered(document, each, edition) for each in wholes[language].intervals), edition


@cache
def ontology() -> pyoxigraph.Store:
    store = pyoxigraph.Store()
    paths = [
        *(ontology_root() / f"{name}.ttl" for name in (*MODULES, *ALIGNMENTS)),
        *ontology_files("terms/*.ttl"),
    ]
    for path in paths:
        store.load(path=str(path), format=pyoxigraph.RdfFormat.TURTLE)
    store.load(to_turtle(packaged_rules()).encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return store


@having("query")
def test_the_query_of_the_same_id_has_its_answer(question: CompetencyQuestion) -> None:
    assert question.query is not None
    found = ontology().query(question.query.read_text(encoding="utf-8"))
    with question.query.with_suffix(".csv").open(encoding="utf-8", newline="") as lines:
        expected = list(csv.reader(lines))
    if isinstance(found, pyoxigraph.QueryBoolean):
        assert expected == [["answer"], [str(bool(found)).lower()]]
    else:
        assert isinstance(found, pyoxigraph.QuerySolutions)
        names = [each.value for each in found.variables]
        rows = [[getattr(row[name], "value", "") for name in names] for row in found]
        assert [names, *rows] == expected


# --- rules and citations -------------------------------------------------------------------------------


@each([question for question in QUESTIONS if question.about])
def test_the_answer_rests_on_rules_that_cover_what_it_is_about(question: CompetencyQuestion) -> None:
    rules = question.rules()
    covered = {name for rule in rules.values() for name in rule.covers}
    assert set(question.about) <= covered, f"not covered by {sorted(rules)}"


@each([question for question in QUESTIONS if question.about])
def test_the_answer_cites_a_passage_that_decides_it(question: CompetencyQuestion) -> None:
    rules = question.rules()
    cited = [citation for rule in rules.values() for citation in rule.cites]
    if question.cites:
        found = [each for each in question.cites if any(agrees(each, other) for other in cited)]
        assert found, f"none of {question.cites} among those of {sorted(rules)}"
    assert cited


def agrees(wanted: Citation, cited: Citation) -> bool:
    """Whether a citation names one of the numbers wanted, or one below or above it, in the edition wanted."""
    assert wanted.first is not None
    if wanted.document != cited.document:
        return False
    if not covers(Validity(cited.document, cited.first, cited.last), wanted.first):
        return False
    if wanted.numbers == ("*",):
        return True
    return any(below(one, other) or below(other, one) for one in wanted.numbers for other in cited.numbers)


def below(number: str, other: str) -> bool:
    rest = number.removeprefix(other)
    return number == other or (rest != number and not rest[0].isdigit() and other[0].isdigit())


# --- three languages -----------------------------------------------------------------------------------


def rules_of(explanation: Explanation) -> set[str]:
    def walk(reasons: tuple[Reason, ...]) -> set[str]:
        own = {each.rule for each in reasons if each.rule is not None}
        return own.union(*(walk(each.reasons) for each in reasons))

    return walk(explanation.reasons)


def names_in(text: str, players: tuple[str, ...]) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word in players]


@each(TRANSLATED)
def test_a_question_in_three_languages_is_answered_alike_in_each(question: CompetencyQuestion) -> None:
    assert set(question.title) == {"en", "fr", "es"}
    assert question.title["fr"].endswith(f"{NBSP}?")
    assert "¿" in question.title["es"]
    for asked in question.asked():
        players = asked.answer.table.scenario.players
        english = explain(asked.answer, "en")
        for language in ("fr", "es"):
            explained = explain(asked.answer, language)
            assert explained.question != english.question
            assert names_in(explained.value, players) == names_in(english.value, players)
            assert rules_of(explained) == rules_of(english)
            assert not {reason.statement for reason in explained.reasons if reason.rule} & {
                reason.statement for reason in english.reasons
            }


# --- all of them ---------------------------------------------------------------------------------------


def test_there_are_195_questions_and_each_is_answered_by_something() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS) == 195
    assert [question.id for question in QUESTIONS if not question.mechanisms] == []
    counted = Counter(name for question in QUESTIONS for name in question.mechanisms)
    assert counted["scenario"] > 140


@pytest.mark.shared
def test_the_questions_are_those_that_were_asked(shared: Path) -> None:
    [path] = shared.rglob("competency-questions.json")
    asked: dict[str, Any] = {each["id"]: each for each in json.loads(path.read_text(encoding="utf-8"))}
    assert [question.id for question in QUESTIONS] == list(asked)
    for question in QUESTIONS:
        assert list(question.about) == [name for each in asked[question.id]["rules"] for name in names(each)]
        assert (len(question.title) > 1) == ("fr" in asked[question.id]), question.id
        written = asked[question.id]["cites"].casefold()
        for citation in question.cites:
            numbers = [SAME_RULE.get((question.id, number), number) for number in citation.numbers]
            begins = [begin[0] for number in numbers if (begin := re.match(r"\d{3}|[\w ]+", number))]
            assert numbers == ["*"] or any(begin.casefold() in written for begin in begins), question.id


def names(written: str) -> list[str]:
    """The statements that ``M-CTL-2..8`` stands for."""
    span = re.fullmatch(r"(\D+)(\d+)\.\.(\d+)", written)
    return [written] if span is None else [f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1)]
