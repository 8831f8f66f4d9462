"""The four founding documents' formats, on small texts of our own and on the real pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.model import Loaded, Passage, PassageKind, Span
from loaders.base import detect, load_file, load_source
from loaders.text import clean_source

JUDGE_PAGE = """Qui décide pour un sort ou un permanent ? Voici ce que dit la page.
La traduction des règles est la suivante :
101.1. Le joueur qui a créé un jeton en est le propriétaire. Cf. règles 102.2 et 103.1.
101.1a Si le joueur n'est plus là, le jeton n'est à personne.
[...]
103.1. Pour savoir qui contrôle une capacité, cf. règles 104.7d-e.
Et voici le texte original des règles :
101.1. The player who made a token is its owner. See rules 102.2 and 103.1.
101.1a If that player is no longer there, the token belongs to no one.
[...]
102.2. A permanent has a controller. There are two exceptions:
[…]
103.1. The controller of an ability is the one who put it there.
"""

RIFT_PAGE = """Back to 200

250. Bridges

250.1. A Bridge is open or shut.

250.1.a. An open Bridge belongs to its Keeper . A Unit ’s keeper may cross , always.
250.1.a.1. Crossing takes a turn. Example: A unit crosses. It rests. Example: Another one waits.
250.2. Bridges are many. See rule 250.1.a. Bridges for more information.
Back to Home
"""

GUIDE = """Skip to content

Drawing Cards{blank}

Duel.Draw gives cards to a player. The count is its second argument.

A Small Shape{blank}

Pot Of Plenty (c1234567.lua) is a small one:

lua
function s.operation(e,tp)
    local c=e:GetHandler()

    if c:IsFaceup() then
        Duel.Draw(tp,2,REASON_EFFECT)
    end
end

s.listed_names={1}

Duel.Draw returns how many were drawn.

CheckCommon use
Card.IsFaceupA face-up check.
Duel.IsPlayerCanDrawAsk before you draw. "It is free."

Use IsPlayerCanDraw early, as Duel.IsPlayerCanDraw(tp,2).

QuestionFunction
Is it face-up?Card.IsFaceup

MistakeBetter pattern
Drawing without asking.Use Duel.IsPlayerCanDraw first.
Counting on the draw.Check Duel.Draw(...)==2.
""".replace("{blank}", " ")

WIKI = """Muro (japonés: 壁 Kabe) es una carta del Campo. La usan monstruos como "Golem A. B." y "Duende".
Levantar un muro[]
Un monstruo puede levantar un muro (¿cuándo? En su turno.) si está en el Cementerio o en el Deck.
Véase también[editar]
"""


def load(text: str) -> Loaded:
    source = clean_source(text.encode(), "page.txt")
    return detect(source).load(source)


def of_kind(loaded: Loaded, kind: PassageKind, language: str | None = None) -> list[Passage]:
    return [one for one in loaded.passages if one.kind is kind and language in (None, one.language)]


def numbered(loaded: Loaded, number: str, language: str = "en") -> Passage:
    (passage,) = [one for one in loaded.passages if (one.number, one.language) == (number, language)]
    return passage


def assert_all_accounted(loaded: Loaded) -> None:
    report = loaded.report
    assert report.accounted == report.lines == len(loaded.source.lines)
    assert not [skip for skip in report.skipped if skip.reason.startswith("unaccounted")]


def test_a_judge_page_is_split_by_language_and_not_by_its_labels() -> None:
    loaded = load(JUDGE_PAGE)
    assert [one.number for one in of_kind(loaded, PassageKind.RULE, "fr")] == ["101.1", "101.1a", "103.1"]
    assert [one.number for one in of_kind(loaded, PassageKind.RULE, "en")] == [
        "101.1",
        "101.1a",
        "102.2",
        "103.1",
    ]
    assert (loaded.report.loader, loaded.report.language, loaded.report.edition) == (
        "mtg-page",
        "fr+en",
        "undated",
    )
    assert_all_accounted(loaded)


def test_a_judge_page_keeps_its_own_words_its_labels_and_where_it_leaves_out() -> None:
    loaded = load(JUDGE_PAGE)
    assert [one.lines for one in of_kind(loaded, PassageKind.PARAGRAPH)] == [Span(1, 1)]
    assert [one.lines.first for one in of_kind(loaded, PassageKind.HEADING)] == [2, 7]
    assert numbered(loaded, "101.1", "fr").path == ("La traduction des règles est la suivante",)
    assert [one.facts for one in of_kind(loaded, PassageKind.ELISION)] == [
        (("after", "101.1a"), ("before", "103.1")),
        (("after", "101.1a"), ("before", "102.2")),
        (("after", "102.2"), ("before", "103.1")),
    ]


def test_a_judge_page_reports_dangling_references_and_cut_lists() -> None:
    report = load(JUDGE_PAGE).report
    assert report.dangling == ("fr 101.1: 102.2", "fr 103.1: 104.7d", "fr 103.1: 104.7e")
    assert [(found.lines.first, found.kind) for found in report.anomalies] == [(11, "cut list")]


def test_a_subrule_belongs_to_its_rule_where_the_page_has_it() -> None:
    loaded = load(JUDGE_PAGE)
    assert numbered(loaded, "101.1a").parent == "101.1"
    assert numbered(loaded, "101.1").parent is None


def test_a_repeated_number_gets_a_name_of_its_own_and_is_reported() -> None:
    loaded = load("108.1. The first rule of the two.\n108.1. The other rule of the two.\n")
    assert [one.number for one in loaded.passages] == ["108.1", "108.1~2"]
    assert [found.kind for found in loaded.report.anomalies] == ["duplicate number"]


def test_a_riftbound_page_gives_provisions_and_examples() -> None:
    loaded = load(RIFT_PAGE)
    assert [one.number for one in loaded.passages] == [
        "250", "250.1", "250.1.a", "250.1.a.1", "250.1.a.1~ex1", "250.1.a.1~ex2", "250.2",
    ]  # fmt: skip
    assert numbered(loaded, "250.1.a.1").text == "Crossing takes a turn."
    assert [one.text for one in of_kind(loaded, PassageKind.EXAMPLE)] == [
        "A unit crosses. It rests.",
        "Another one waits.",
    ]
    assert numbered(loaded, "250.1.a.1~ex2").parent == "250.1.a.1"
    assert numbered(loaded, "250.1.a").path == ("250. Bridges",)
    assert loaded.report.references == 1
    assert loaded.report.dangling == ()
    assert_all_accounted(loaded)


def test_a_riftbound_page_loses_its_links_and_the_blanks_before_punctuation() -> None:
    loaded = load(RIFT_PAGE)
    assert numbered(loaded, "250.1.a").text == (
        "An open Bridge belongs to its Keeper. A Unit’s keeper may cross, always."
    )
    assert [(found.lines, found.detail) for found in loaded.report.anomalies] == [(Span(7, 7), "3 closed up")]
    assert [skip.lines for skip in loaded.report.skipped if "chrome" in skip.reason] == [
        Span(1, 1),
        Span(10, 10),
    ]


def test_a_riftbound_text_that_names_its_version_is_dated_by_it() -> None:
    assert load("Riftbound Core Rules, Version 1.2\n" + RIFT_PAGE).report.edition == "1.2"
    assert load(RIFT_PAGE).report.edition == "undated"


def test_a_guide_gives_headings_prose_code_and_rows() -> None:
    loaded = load(GUIDE)
    assert [one.text for one in of_kind(loaded, PassageKind.HEADING)] == ["Drawing Cards", "A Small Shape"]
    (code,) = of_kind(loaded, PassageKind.CODE)
    assert (code.lines, code.text.splitlines()[-1]) == (Span(11, 20), "s.listed_names={1}")
    assert [row.facts[:2] for row in of_kind(loaded, PassageKind.ROW)] == [
        (("Check", "Card.IsFaceup"), ("Common use", "A face-up check.")),
        (("Check", "Duel.IsPlayerCanDraw"), ("Common use", 'Ask before you draw. "It is free."')),
        (("Question", "Is it face-up?"), ("Function", "Card.IsFaceup")),
    ]
    assert numbered(loaded, "p2").facts == (("card", "Pot Of Plenty"), ("card-script", "c1234567"))
    assert_all_accounted(loaded)


def test_a_guide_gives_practices_with_the_mistake_and_the_better_way() -> None:
    assert [one.facts[:2] for one in of_kind(load(GUIDE), PassageKind.PRACTICE)] == [
        (("mistake", "Drawing without asking."), ("better", "Use Duel.IsPlayerCanDraw first.")),
        (("mistake", "Counting on the draw."), ("better", "Check Duel.Draw(...)==2.")),
    ]


def test_a_guide_gives_each_engine_name_with_its_use_and_its_mentions() -> None:
    loaded = load(GUIDE)
    uses = {one.number: (dict(one.facts)["use-from"], one.text) for one in of_kind(loaded, PassageKind.API)}
    assert uses == {
        "Duel.Draw": ("prose", "Duel.Draw gives cards to a player."),
        "Effect.GetHandler": ("code", "local c=e:GetHandler()"),
        "Card.IsFaceup": ("row", "A face-up check."),
        "REASON_EFFECT": ("code", "Duel.Draw(tp,2,REASON_EFFECT)"),
        "Duel.IsPlayerCanDraw": ("row", 'Ask before you draw. "It is free."'),
    }
    mentions = [
        value for name, value in numbered(loaded, "Duel.IsPlayerCanDraw").facts if name == "mentioned-in"
    ]
    assert mentions == ["r2", "p4", "m1"]
    assert numbered(loaded, "REASON_EFFECT").lines == Span(16, 16)


def test_a_row_without_a_boundary_is_kept_whole_and_reported() -> None:
    loaded = load(GUIDE + "no boundary to be seen here\n")
    assert of_kind(loaded, PassageKind.ROW)[-1].text == "no boundary to be seen here"
    assert [found.kind for found in loaded.report.anomalies] == ["unsplit row"]
    assert_all_accounted(loaded)


def test_a_wiki_page_gives_sentences_headings_names_and_the_japanese_reading() -> None:
    loaded = load(WIKI)
    assert (loaded.report.document, loaded.report.language) == ("ygo-wiki-muro", "es")
    assert [(one.number, one.lines.first) for one in of_kind(loaded, PassageKind.SENTENCE)] == [
        ("s1", 1),
        ("s2", 1),
        ("s3", 3),
    ]
    assert numbered(loaded, "s1", "es").facts == (("japanese", "壁"), ("japanese-reading", "Kabe"))
    assert numbered(loaded, "s2", "es").facts == (("card", "Golem A. B."), ("card", "Duende"))
    assert numbered(loaded, "s3", "es").path == ("Levantar un muro",)
    assert [found.kind for found in loaded.report.anomalies] == ["empty heading"]
    assert_all_accounted(loaded)


SEEDS = {
    "000_b1f9d59327080101.txt": "edopro-guide",
    "002_9c12700d5a50cca2.txt": "riftbound",
    "003_d33e15c56549c0c0.txt": "mtg-page",
    "004_c7bb54bec9d5a595.txt": "ygo-wiki",
}


@pytest.mark.shared
@pytest.mark.parametrize("name", SEEDS)
def test_every_line_of_a_founding_document_is_accounted_for(shared: Path, name: str) -> None:
    loaded = load_file(shared / "seeds" / name)
    assert loaded.report.loader == SEEDS[name]
    assert_all_accounted(loaded)


@pytest.mark.shared
def test_the_judge_page_has_15_english_and_14_french_rules(shared: Path) -> None:
    loaded = load_file(shared / "seeds" / "003_d33e15c56549c0c0.txt")
    english = [one.number for one in of_kind(loaded, PassageKind.RULE, "en")]
    french = [one.number for one in of_kind(loaded, PassageKind.RULE, "fr")]
    assert (len(english), len(french)) == (15, 14)
    assert set(english) - set(french) == {"110.2"}
    assert numbered(loaded, "109.5", "fr").references[0].numbers == ("603.7d", "603.7e", "603.7f")
    assert [(found.lines.first, found.kind) for found in loaded.report.anomalies] == [(33, "cut list")]


@pytest.mark.shared
def test_the_riftbound_page_has_its_21_numbered_provisions_and_one_example(shared: Path) -> None:
    loaded = load_file(shared / "seeds" / "002_9c12700d5a50cca2.txt")
    # Counted by hand: 184 itself, six provisions of the first level, thirteen lettered, one below those.
    assert [one.number for one in loaded.passages if one.kind is not PassageKind.EXAMPLE] == [
        "184",
        "184.1",
        "184.2", "184.2.a", "184.2.b",
        "184.3", "184.3.a", "184.3.a.1", "184.3.b", "184.3.c", "184.3.d", "184.3.e",
        "184.4", "184.4.a", "184.4.b", "184.4.c",
        "184.5",
        "184.6", "184.6.a", "184.6.b", "184.6.c",
    ]  # fmt: skip
    assert [one.parent for one in of_kind(loaded, PassageKind.EXAMPLE)] == ["184.6.b"]
    assert " ’" not in loaded.passages[7].text


@pytest.mark.shared
def test_the_guide_page_names_its_functions_and_six_practices(shared: Path) -> None:
    loaded = load_file(shared / "seeds" / "000_b1f9d59327080101.txt")
    assert len(of_kind(loaded, PassageKind.PRACTICE)) == 6
    assert [len(of_kind(loaded, kind)) for kind in (PassageKind.CODE, PassageKind.ROW)] == [5, 6]
    api = of_kind(loaded, PassageKind.API)
    functions = {one.number for one in api if ("api-kind", "function") in one.facts}
    assert functions >= {
        "Duel.GetControl", "Duel.SwapControl", "Duel.GetMZoneCount", "Card.IsControlerCanBeChanged",
        "Card.IsAbleToChangeControler", "Card.GetControler", "Card.IsControler", "Card.GetOwner",
        "Effect.SetValue", "Effect.GetHandlerPlayer", "Card.RegisterEffect",
    }  # fmt: skip
    constants = {one.number for one in api} - functions
    assert constants >= {"PHASE_END", "EFFECT_SET_CONTROL", "EFFECT_TYPE_EQUIP", "LOCATION_REASON_CONTROL"}
    assert (len(functions), len(constants)) == (25, 15)


@pytest.mark.shared
def test_the_wiki_page_has_14_sentences(shared: Path) -> None:
    loaded = load_file(shared / "seeds" / "004_c7bb54bec9d5a595.txt")
    assert loaded.report.document == "ygo-wiki-control"
    assert len(of_kind(loaded, PassageKind.SENTENCE)) == 14
    cards = [value for one in loaded.passages for name, value in one.facts if name == "card"]
    assert len(cards) == 10


def test_an_official_document_of_few_words_is_known_by_its_title_and_dated() -> None:
    text = """Magic: The Gathering Tournament Rules
Effective June 1, 2031

1. Fundamentals

1.1 Kinds of tournaments
There are tournaments with lanterns and tournaments without lanterns, and each says which one it is.
"""
    loaded = load_source(clean_source(text.encode(), "tournaments.txt"))
    assert (loaded.report.document, loaded.report.edition) == ("mtg-rulebook", "2031-06-01")
    assert loaded.report.lines == loaded.report.accounted
