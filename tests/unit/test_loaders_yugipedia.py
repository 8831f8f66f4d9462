"""Wiki pages about Yu-Gi-Oh! as YAML with MediaWiki text, and excerpts of pages as JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.model import Game, Loaded, PassageKind
from loaders.base import detect, load_file, load_source
from loaders.text import clean_source

CARD = """title: Stray Golem
wikitext: |-
  {{CardTable2
  | fr_name   = Golem errant
  | ja_name   = {{Ruby|石|いし}}の人
  | card_type = Monster
  | password  = 1234567
  | text      = [[Once per turn]]: You can take control of 1 [[monster]].<br />
  It stays ''yours''.
  | fr_text   = Prenez le contrôle d'1 monstre.
  | en_sets   =
  AAA-EN001; A set
  }}
"""
PAGE = """title: Trivia of the Golem
wikitext: |
  {{Navigation}}
  '''Golems''' are [[stone|stones]].<ref>A book</ref>
  == Names ==
  * {{Ruby|石|いし}} means stone.
  {| class="wikitable"
  | cell
  |}
  [[Category:Stones]]

  {{Quote|Nobody
  | knows}}
  {{Card|Golem}} is one.
"""


def load(text: str, loader: str = "ygo-wikitext") -> Loaded:
    source = clean_source(text.encode(), "page.yaml")
    assert detect(source).name == loader
    loaded = load_source(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def test_the_page_of_a_card_gives_its_words_by_language_and_links_them() -> None:
    loaded = load(CARD)
    words = "Stray Golem\nOnce per turn: You can take control of 1 monster.\nIt stays yours."
    assert [(one.document, one.number, one.language, one.text) for one in loaded.passages] == [
        ("ygo-cards", "01234567", "en", words),
        ("ygo-cards", "01234567", "fr", "Golem errant\nPrenez le contrôle d'1 monstre."),
        ("ygo-cards", "01234567", "ja", "石の人"),
    ]
    assert {what.rpartition("#")[2] for _, what in loaded.concepts} == {"control", "takeControl"}


def test_another_page_gives_headings_paragraphs_and_points_without_markup() -> None:
    loaded = load(PAGE)
    assert [(one.number, one.kind, one.path, one.text) for one in loaded.passages] == [
        ("p1", PassageKind.PARAGRAPH, (), "Golems are stones."),
        ("h1", PassageKind.HEADING, (), "Names"),
        ("p2", PassageKind.PARAGRAPH, ("Names",), "石 means stone."),
        ("p3", PassageKind.PARAGRAPH, ("Names",), "Golem is one."),
    ]
    assert {skipped.reason for skipped in loaded.report.skipped} == {
        "blank line", "page data", "wiki template", "wiki table", "wiki page data",
    }  # fmt: skip


def test_a_template_without_an_end_is_reported() -> None:
    (found,) = load(PAGE + "  {{Open\n  | for ever\n").report.anomalies
    assert (found.kind, found.lines.first) == ("open template", 16)


def test_excerpts_are_in_the_language_that_they_say() -> None:
    control = {"lang": "es", "url": "https://yugipedia.com/wiki/Control", "text": "Control[]\nUno. Dos."}
    owner = {"lang": "vi", "url": "https://yugipedia.com/index.php?a=1&title=Owner", "text": "Chủ."}
    text = "\n".join(json.dumps(each) for each in (control, owner)) + "\n"
    loaded = load(text, "ygo-wiki-excerpts")
    assert [(one.document, one.number, one.language, one.text) for one in loaded.passages] == [
        ("ygo-wiki-control", "h1", "es", "Control"),
        ("ygo-wiki-control", "s1", "es", "Uno."),
        ("ygo-wiki-control", "s2", "es", "Dos."),
        ("ygo-wiki-owner", "s1", "vi", "Chủ."),
    ]
    with pytest.raises(LoadError, match=r"page\.yaml:3: not an excerpt"):
        load(text + "no\n", "ygo-wiki-excerpts")


@pytest.mark.shared
def test_every_published_page_of_the_wiki_is_read_as_one_of_this_game(shared: Path) -> None:
    folder = shared / "corpora" / "ygo"
    files = [*folder.glob("yugipedia-wikitext/*/*.yaml"), *folder.glob("wiki-excerpts/*.jsonl")]
    assert len(files) > 100
    for file in files:
        loaded = load_file(file)
        assert loaded.report.loader in ("ygo-wikitext", "ygo-wiki-excerpts")
        assert {passage.game for passage in loaded.passages} == {Game.YGO}
        assert loaded.report.accounted == loaded.report.lines
        marks = [one for one in loaded.passages if "{{" in one.text or "[[" in one.text]
        assert not marks or file.suffix == ".jsonl"  # excerpts are cut inside links


def bare(text: str) -> str:
    """The wikitext of a page without the YAML around it."""
    return "\n".join(line.removeprefix("  ") for line in text.splitlines()[2:])


def test_the_text_of_a_page_without_yaml_gives_the_same_words() -> None:
    for page in (CARD, PAGE.replace("Golems'''", "Golems''' are Yu-Gi-Oh! monsters and")):
        source = clean_source(bare(page).encode(), "dump/Trivia_of_the_Golem.wiki")
        assert detect(source).name == "ygo-wikitext"
        loaded, packed = load_source(source), load(page)
        assert loaded.report.accounted == loaded.report.lines
        assert [one.text.replace("Trivia of the", "Stray") for one in loaded.passages] == [
            one.text for one in packed.passages
        ]
    assert loaded.passages[0].document == "ygo-wiki-trivia-of-the-golem"


def test_a_page_is_in_the_language_that_it_is_written_in() -> None:
    text = PAGE.replace(
        "are [[stone|stones]]", "sont des [[pierre|pierres]] que le joueur garde sur le terrain"
    )
    assert {one.language for one in load(text).passages} == {"fr"}


def test_wikitext_about_another_game_is_refused_as_what_it_is() -> None:
    text = "{{Navigation}}\nAn '''ox''' eats [[hay]].\n== Moo ==\n* Loud [[oxen]]"
    with pytest.raises(LoadError, match="MediaWiki text"):
        load_source(clean_source(text.encode(), "ox.wiki"))
