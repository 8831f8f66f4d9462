"""What changed between two editions, told word by word."""

from __future__ import annotations

from kb.editions.differences import Change, compare_words, diff
from kb.editions.model import Kind
from kb.model import Passage, PassageKind, Span

OWNER = "The owner of a lantern is the player who lit it before the first bell rang."
MOTH = "A moth that lands on a lantern holds it until the next bell, whoever the keeper may be."
SHELF = "Each player has one shelf, and a shelf never holds more than three lanterns or one ladder."


def passages(edition: str, texts: dict[str, str], kind: PassageKind = PassageKind.RULE) -> list[Passage]:
    return [
        Passage("lamp", "lamp-rules", edition, "en", number, kind, text, Span(1, 1))
        for number, text in texts.items()
    ]


def told(changes: tuple[Change, ...]) -> list[tuple[str, str | None, str | None]]:
    return [
        (
            str(change.kind),
            change.before.number if change.before else None,
            change.after.number if change.after else None,
        )
        for change in changes
    ]


def test_new_gone_moved_and_edited_passages_are_told_apart_and_the_same_are_left_out() -> None:
    before = passages("1", {"100.1": SHELF, "110.5": OWNER, "110.6": MOTH, "120.1": "Ladders sing aloud."})
    after = passages("2", {"100.1": SHELF, "110.6": f"{MOTH} Beware!", "111.2": OWNER, "120.1": "Wax drips."})
    assert told(diff(before, after)) == [
        ("edited", "110.6", "110.6"),
        ("moved", "110.5", "111.2"),
        ("new", None, "120.1"),
        ("gone", "120.1", None),
    ]


def test_an_edit_is_told_word_by_word() -> None:
    change = diff(passages("1", {"110.6": MOTH}), passages("2", {"110.6": MOTH.replace("bell", "dawn")}))[0]
    assert [(run.sign, run.text) for run in change.words if run.sign != " "] == [
        ("-", "bell,"),
        ("+", "dawn,"),
    ]


def test_a_rule_that_only_cites_other_numbers_is_marked_so() -> None:
    before = passages("1", {"110.6": f"{MOTH} See rule 111.2."})
    renumbered, reworded = f"{MOTH} See rule 112.2.", f"{MOTH} Consult rule 112.2."
    assert [change.only_citations for change in diff(before, passages("2", {"110.6": renumbered}))] == [True]
    assert [change.only_citations for change in diff(before, passages("2", {"110.6": reworded}))] == [False]


def test_an_example_moves_with_its_rule() -> None:
    before = passages("1", {"110.5": OWNER}) + passages("1", {"110.5~ex1": SHELF}, PassageKind.EXAMPLE)
    after = passages("2", {"111.2": OWNER}) + passages("2", {"111.2~ex1": SHELF}, PassageKind.EXAMPLE)
    assert told(diff(before, after)) == [("moved", "110.5", "111.2"), ("moved", "110.5~ex1", "111.2~ex1")]


def test_a_part_of_a_split_rule_comes_with_the_rule_it_was_part_of() -> None:
    changes = diff(
        passages("1", {"603.7": f"{OWNER} {MOTH} {SHELF}"}),
        passages("2", {"603.7": OWNER, "603.8": MOTH, "603.9": SHELF}),
    )
    assert told(changes) == [
        ("edited", "603.7", "603.7"),
        ("split", "603.7", "603.8"),
        ("split", "603.7", "603.9"),
    ]
    assert changes[1].kind is Kind.SPLIT


def test_equal_texts_are_one_run_and_empty_ones_none() -> None:
    assert [run.sign for run in compare_words("a b", "a  b")] == [" "]
    assert compare_words("", "") == ()
