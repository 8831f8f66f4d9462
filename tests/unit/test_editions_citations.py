"""Rule numbers in texts: found, expanded, and checked against another edition."""

from __future__ import annotations

import pytest

from kb.editions.build import EditionTexts, build_register
from kb.editions.citecheck import cite_check
from kb.editions.model import Edition, Kind
from kb.editions.numbers import find_citations
from kb.editions.register import Register
from kb.errors import NotFoundError

OWNER = "The owner of a lantern is the player who lit it before the first bell rang."
MOTH = "A moth that lands on a lantern holds it until the next bell, whoever the keeper may be."
SHELF = "Each player has one shelf, and a shelf never holds more than three lanterns or one ladder."


@pytest.fixture(scope="module")
def register() -> Register:
    editions = (
        {"100.5": SHELF, "110.5a": OWNER, "111.2": MOTH},
        {"100.5": SHELF, "111.2": OWNER, "112.2": MOTH, "113.1": "Ladders sing on Sundays."},
    )
    return build_register(
        EditionTexts(Edition("lamp-rules", f"{at}.0", None, True, len(texts), 0), texts, frozenset())
        for at, texts in enumerate(editions, 1)
    )


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("rule 702.60", ["702.60"]),
        ("704.5aa and 704.5z", ["704.5aa", "704.5z"]),
        ("603.7j–n", ["603.7j", "603.7k", "603.7m", "603.7n"]),
        ("rules 119.7–9", ["119.7", "119.8", "119.9"]),
        ("(see rule 184.3.a.1.)", ["184.3.a.1"]),
        ("règles 704 et 705, puis 60 cartes", ["704", "705"]),
        ("version 1.110.5a, 1000.25 or 12.5", []),
        ("603.7f-d", ["603.7f"]),
    ],
)
def test_the_numbers_a_text_cites_are_found(text: str, numbers: list[str]) -> None:
    assert [number for citation in find_citations(text) for number in citation.numbers] == numbers


def test_a_citation_of_a_renumbered_rule_is_stale_and_the_new_number_is_told(register: Register) -> None:
    found = cite_check(register, "x = 1\n  # rule 110.5a\n", "1.0")[0]
    assert (found.line, found.column, found.kind, found.now) == (2, 10, Kind.MOVED, ("111.2",))
    assert found.is_stale
    assert str(found) == "2:10: 110.5a: moved, now 111.2 (1.00)"


def test_a_number_that_another_rule_has_now_is_stale(register: Register) -> None:
    found = cite_check(register, "rule 111.2", "1.0")[0]
    assert (found.now, found.is_stale) == (("112.2",), True)


def test_a_citation_that_still_holds_is_not_stale(register: Register) -> None:
    found = cite_check(register, "rule 100.5", "1.0")[0]
    assert (found.kind, found.is_stale) == (Kind.SAME, False)


def test_a_number_that_came_later_is_told_with_the_editions_that_have_it(register: Register) -> None:
    found = cite_check(register, "see 113.1", "1.0")[0]
    assert str(found) == "1:5: 113.1: no such rule then; there is one in 2.0"


def test_an_amount_that_no_edition_has_as_a_number_is_no_citation(register: Register) -> None:
    assert cite_check(register, "it took 250.75 ms, see rule 999.9", "1.0")[0].number == "999.9"


def test_an_edition_that_is_not_known_is_told(register: Register) -> None:
    with pytest.raises(NotFoundError, match=r"no edition of lamp-rules '7\.0'; did you mean '2\.0'"):
        cite_check(register, "rule 100.5", "7.0")
