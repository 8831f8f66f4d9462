"""References in running text, in the languages rules are published in."""

from __future__ import annotations

import pytest

from loaders.references import find_references


def found(text: str) -> list[tuple[str, ...]]:
    return [reference.numbers for reference in find_references(text)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See rule 108.4.", [("108.4",)]),
        ("See rules 110.2 and 111.2.", [("110.2", "111.2")]),
        ("See rules 110.2, 111.2, and 112.2a.", [("110.2", "111.2", "112.2a")]),
        ("(see rule 704.5aa)", [("704.5aa",)]),
        ("as in rules 603.7d–f", [("603.7d", "603.7e", "603.7f")]),
        ("See rule 613, “How Effects Interact.”", [("613",)]),
        ("See section 6, “Spells.”", [("6",)]),
        ("See rules 703, “Turns,” 704, “States,” and 705.", [("703",), ("704",), ("705",)]),
        ("参见规则703，“回合”和704，“状态”。", [("703",), ("704",)]),
        ("Cf. règles 703, «\u00a0Tours\u00a0», et 704.", [("703",), ("704",)]),
        ("See rule 703, “Turns,” and the 120 cards", [("703",)]),
        ("Among “Turns,” and 120 cards", []),
        ("Cf. règles 110.2 et 111.2.", [("110.2", "111.2")]),
        ("cf. règle 603.7d-f.", [("603.7d", "603.7e", "603.7f")]),
        ('Voir règle 217.8, "Hors phase" et règle 502.15', [("217.8",), ("502.15",)]),
        ("Voir section 3", [("3",)]),
        ("Consulta las reglas 110.2 y 111.2.", [("110.2", "111.2")]),
        ("Ver la regla 704.5m o la sección 7.", [("704.5m",), ("7",)]),
        ("参见规则110.2和111.2。", [("110.2", "111.2")]),
        ("参见第6章。", [("6",)]),
        ("See rule 319.2.a for more.", [("319.2.a",)]),
        ("the steps described in 608.2b", [("608.2b",)]),
        ("(see 601.2b and 601.2f–h)", [("601.2b",), ("601.2f", "601.2g", "601.2h")]),
        ("See rules 903.6–903.8.", [("903.6", "903.7", "903.8")]),
        ("règles 110.2 à 110.4", [("110.2", "110.3", "110.4")]),
        ("subrule 704.5k is followed by 704.5m", [("704.5k",), ("704.5m",)]),
    ],
)
def test_a_reference_gives_every_number_it_stands_for(text: str, numbers: list[tuple[str, ...]]) -> None:
    assert found(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "A deck of 100 cards.",
        "the rules for 2 players",
        "to overrule 104 players",
        "It costs $104.50, or 104.25% of 2.104.2.",
        "Choose 3 or section off 4.",
    ],
)
def test_numbers_that_cite_nothing_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_the_words_are_kept_as_written() -> None:
    assert find_references("Cf. règles 110.2 et 111.2.")[0].written == "règles 110.2 et 111.2"


def test_a_backward_range_keeps_its_first_number() -> None:
    assert found("See rules 603.7f-d.") == [("603.7f",)]
