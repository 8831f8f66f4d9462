"""What stands around the rules: paragraphs on one side only, and headings that call a side the original."""

from __future__ import annotations

from kb.model import Passage, PassageKind, Span
from kb.translation import Finding, Pair, Text, diverge, pair_passages
from kb.translation.prose import mislabelled
from kb.translation.records import Direction, Part


def _passages(language: str, rules: dict[str, str], paragraphs: tuple[str, ...] = ()) -> list[Passage]:
    head = "The official original" if language == "en" else "La traduction"
    made = [
        Passage("mtg", "page", "undated", language, number, PassageKind.RULE, text, Span(1, 1), (head,))
        for number, text in rules.items()
    ]
    for at, text in enumerate(paragraphs, 1):
        kind = PassageKind.PARAGRAPH
        made.append(Passage("mtg", "page", "undated", language, f"p{at}", kind, text, Span(1, 1)))
    return made


EN = {
    "900.1": "Only lanterns in the hand or on the stack have a controller. There are two exceptions to this:"
}
FR = {"900.1": "Seules les lanternes dans la main ou sur la pile ont un contrôleur."}


def _prose(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(each.pair.key, each.divergence.kind) for each in findings if each.pair.part is Part.PROSE]


def test_a_paragraph_of_one_side_is_no_missing_rule() -> None:
    pairs = pair_passages(_passages("en", EN), _passages("fr", FR, ("Une lanterne éclaire la table.",)))
    assert _prose(diverge(pairs)) == [("p1", "meta.language_only_text")]


def test_paragraphs_of_both_sides_are_set_against_each_other() -> None:
    sides = (
        _passages("en", EN, ("Players draw three cards.",)),
        _passages("fr", FR, ("Les joueurs piochent deux cartes.",)),
    )
    assert _prose(diverge(pair_passages(*sides))) == [("p1", "meaning.number")]


def test_a_paragraph_that_knows_no_exception_contradicts_a_rule_that_does() -> None:
    said = "Un joueur ne contrôle que les lanternes dans sa main ou sur la pile."
    found = diverge(pair_passages(_passages("en", EN), _passages("fr", FR, (said,))))
    assert ("p1", "meaning.contradiction") in _prose(found)
    [contradiction] = [f.divergence for f in found if f.divergence.kind == "meaning.contradiction"]
    assert contradiction.note == "900.1"
    assert contradiction.right
    assert contradiction.right.text == said


def test_no_contradiction_where_the_rule_has_no_exception() -> None:
    said = "Un joueur ne contrôle que les lanternes dans sa main ou sur la pile."
    rules = {"900.1": EN["900.1"].partition(". ")[0] + "."}
    found = diverge(pair_passages(_passages("en", rules), _passages("fr", FR, (said,))))
    assert "meaning.contradiction" not in {kind for _, kind in _prose(found)}


def test_a_side_called_the_original_is_mislabelled_only_when_it_is_the_older_one() -> None:
    label = Pair("", Text("en", "The official original"), None, "mtg", Part.LABEL)
    assert pair_passages(_passages("en", EN), _passages("fr", FR))[0] == label
    assert list(mislabelled([label], None)) == []
    assert list(mislabelled([label], Direction.LEFT)) == []
    [found] = mislabelled([label], Direction.RIGHT)
    assert (found.divergence.kind, found.divergence.newer) == ("meta.authority_label", "right")
