"""Card files of all three games: names and texts by language."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
import yaml

from kb.errors import LoadError
from kb.model import Loaded, Passage, PassageKind, Span
from kb.ontology_files import ontology_root
from kb.queries.concepts import concepts
from loaders.base import detect, load_file, load_source
from loaders.card_words import concepts_of
from loaders.text import clean_source

YAML_CARD = """konami_id: 1
password: 01234567
name:
  en: Stone Golem
  fr: Golem de Pierre
  ja: <ruby>石<rt>いし</rt></ruby>の人
  ja_romaji: Ishi no Hito
  zh-CN:
text:
  en: |-
    It stands.
    It falls.
  fr: Il tient debout.
  ja: 立つ。
  zh-CN:
card_type: Monster
"""

RIFT_CARDS = [
    {
        "id": "1",
        "name": "Old Troll",
        "riftbound_id": "tst-001-100",
        "classification": {"type": "Unit"},
        "text": {"rich": "<p>x</p>", "plain": "I guard <b>here</b>."},
    },
    {"id": "2", "name": "Rune", "riftbound_id": "tst-002-100", "text": {"plain": "[NO TEXT]"}},
]

MTG_SET = {
    "meta": {"version": "5"},
    "data": {
        "code": "TST",
        "cards": [
            {
                "name": "Pebble",
                "type": "Artifact",
                "text": "Throw it.",
                "foreignData": [
                    {"language": "French", "name": "Caillou", "text": "Lancez-le.", "type": "Artefact"}
                ],
                "rulings": [{"date": "2031-03-04", "text": "It may be thrown once."}],
            }
        ],
    },
}

SCRYFALL = [
    {"object": "card", "lang": "es", "name": "Pebble", "printed_name": "Guijarro", "printed_text": "Lánzalo."}
]


def load(data: bytes, name: str = "cards.json") -> Loaded:
    source = clean_source(data, name)
    loader = detect(source)
    assert loader.name == "cards"
    loaded = loader.load(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def card_database(table: str = "texts") -> bytes:
    connection = sqlite3.connect(":memory:")
    prompts = ", ".join(f"str{number} TEXT" for number in range(1, 17))
    connection.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, name TEXT, desc TEXT, {prompts})")
    connection.execute(
        f"INSERT INTO {table} (id, name, desc, str1) VALUES (1234567, 'Golem', ?, 'Le lancer ?')",
        ("Le monstre est sous votre contrôle jusqu'à la fin du tour.",),
    )
    connection.execute(
        f"INSERT INTO {table} (id, name, desc) VALUES (7, 'Wall', 'It is the wall of a player.')"
    )
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def test_a_yaml_card_gives_a_passage_for_each_language() -> None:
    loaded = load(YAML_CARD.encode(), "card.yaml")
    assert [(one.number, one.language, one.text) for one in loaded.passages] == [
        ("01234567", "en", "Stone Golem\nIt stands.\nIt falls."),
        ("01234567", "fr", "Golem de Pierre\nIl tient debout."),
        ("01234567", "ja", "石の人\n立つ。"),
    ]
    assert [found.detail for found in loaded.report.anomalies] == ["01234567 has no name in zh-CN"]


def test_words_in_what_is_no_language_are_reported_and_the_others_are_read() -> None:
    loaded = load(YAML_CARD.replace("ja_romaji:", "ja_rom$ji:").encode(), "card.yaml")
    assert {one.language for one in loaded.passages} == {"en", "fr", "ja"}
    assert "01234567 has words in 'ja_rom$ji', no language tag" in [
        found.detail for found in loaded.report.anomalies
    ]


def test_a_list_with_a_language_that_is_none_says_that_it_is_not_known() -> None:
    (passage,) = load(json.dumps(SCRYFALL).replace('"lang": "es"', '"lang": "e$"').encode()).passages
    assert passage.language == "und"


def test_a_riftbound_list_is_numbered_by_collector_id() -> None:
    loaded = load(json.dumps(RIFT_CARDS).encode())
    assert [(one.number, one.text) for one in loaded.passages] == [
        ("tst-001-100", "Old Troll\nI guard here."),
        ("tst-002-100", "Rune"),
    ]
    assert loaded.passages[0].facts == (("card", "Old Troll"), ("card_type", "Unit"))


def test_a_magic_set_gives_foreign_texts_and_dated_rulings() -> None:
    loaded = load(json.dumps(MTG_SET).encode())
    assert [(one.number, one.language, one.kind) for one in loaded.passages] == [
        ("Pebble", "en", PassageKind.PARAGRAPH),
        ("Pebble~r1", "en", PassageKind.SENTENCE),
        ("Pebble", "fr", PassageKind.PARAGRAPH),
    ]
    assert ("date", "2031-03-04") in loaded.passages[1].facts
    assert loaded.passages[2].text == "Caillou\nLancez-le."


def test_a_scryfall_list_gives_the_printed_words() -> None:
    (passage,) = load(json.dumps(SCRYFALL).encode()).passages
    assert (passage.number, passage.language, passage.text) == ("Pebble", "es", "Guijarro\nLánzalo.")


def test_a_card_database_gives_a_line_and_a_passage_for_each_card() -> None:
    loaded = load(card_database(), "cards.cdb")
    assert loaded.report.encoding == "SQLite"
    assert [(one.number, one.language, one.lines.first) for one in loaded.passages] == [
        ("00000007", "en", 1),
        ("01234567", "fr", 2),
    ]
    assert ("prompt", "Le lancer ?") in loaded.passages[1].facts


def test_a_database_without_card_texts_is_refused() -> None:
    with pytest.raises(LoadError, match=r"x\.cdb: .* cannot be read: it has no table of card texts"):
        load(card_database("other"), "x.cdb")


def test_a_damaged_database_is_refused() -> None:
    with pytest.raises(LoadError, match=r"x\.cdb: the database cannot be read: "):
        load(card_database()[:600], "x.cdb")


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "document", "count"),
    [
        ("ygo/yaml-yugi/04031928.json", "ygo-cards", 10),
        ("ygo/cdb/fr/release-alin.cdb", "ygo-cards", 82),
        ("riftbound/cards/riftcodex_cards_raw.json", "rift-cards", 1451),
        ("mtg/cards/mtgjson5_M10.json", "mtg-cards", 2524),
    ],
)
def test_a_published_card_file_is_read_whole(shared: Path, name: str, document: str, count: int) -> None:
    loaded = load_file(shared / "corpora" / name)
    assert (loaded.report.document, loaded.report.passages) == (document, count)


def test_every_concept_that_card_words_name_exists_and_every_word_leads_to_it() -> None:
    known = {each.notation: each.iri for each in concepts()}
    words = yaml.safe_load((ontology_root() / "card-words.yaml").read_text("utf-8"))
    assert words.keys() <= known.keys()
    for notation, by_language in words.items():
        for language, forms in by_language.items():
            for form in forms:
                text = f"Ox\n{form.upper()}, if it is."
                key = (notation.partition(".")[0], "cards", "undated", language, "Ox")
                card = Passage(*key, PassageKind.PARAGRAPH, text, Span(1, 1))
                assert known[notation] in concepts_of(card), (notation, form)


def test_a_list_of_cards_with_their_languages_inside() -> None:
    cards = [{"name": "Ox", "type": "Beast", "text": "Its owner eats it.", "uuid": "1",
              "fr": {"name": "Bœuf", "type": "Bête", "text": "Vous contrôlez le bœuf."}}]  # fmt: skip
    loaded = load_source(clean_source(json.dumps(cards).encode(), "cards.json"))
    assert [(one.number, one.language, one.text) for one in loaded.passages] == [
        ("Ox", "en", "Ox\nIts owner eats it."),
        ("Ox", "fr", "Bœuf\nVous contrôlez le bœuf."),
    ]
    assert [(where.split("/")[-2], what.rpartition("#")[2]) for where, what in loaded.concepts] == [
        ("en", "owner"),
        ("fr", "control"),
    ]


def test_an_erratum_is_the_new_words_and_keeps_the_old_ones() -> None:
    entry = {"official_name": "Ox", "document": "first", "card_ids": ["OX-1"], "old_text": "Eat.",
             "new_text": "Its controller eats."}  # fmt: skip
    file = {"errata_documents": [], "entries": [entry, entry | {"card_ids": ["OX-?"]}]}
    loaded = load_source(clean_source(json.dumps(file).encode(), "errata.json"))
    assert [one.number for one in loaded.passages] == ["OX-1~errata", "Ox~errata"]
    assert loaded.passages[0].text == "Ox\nIts controller eats."
    assert dict(loaded.passages[0].facts)["old-text"] == "Eat."


def test_a_card_with_two_faces_has_the_words_of_both() -> None:
    faces = [{"name": "Day Ox", "oracle_text": "Stay."}, {"name": "Night Ox", "oracle_text": "Go."}]
    cards = [{"object": "card", "lang": "en", "name": "Day Ox // Night Ox", "card_faces": faces}]
    loaded = load_source(clean_source(json.dumps(cards).encode(), "cards.json"))
    assert loaded.passages[0].text == "Day Ox // Night Ox\nStay.\n//\nGo."
