"""Pages with headings: addressed by them, about the game that they name, never in another's way."""

from __future__ import annotations

import json

import pytest

from kb.errors import LoadError
from kb.model import Loaded, PassageKind
from loaders.base import detect, load_source
from loaders.text import clean_source

PAGE = """---
title: Lamps
layout: doc
---
::: danger Unfinished
This page may change.
:::

# Lamps

A card script for EDOPro needs *one* lamp
that is lit.

## Parts

- `glass`: with
  a rim
- wick

```lua
local c=e:GetHandler()
Duel.GetControl(c,tp)
```

| Value | Lamp |
| ----- | ---- |
| 0x1   | Oil  |

## Parts of others

Duel.GetControl moves a card.

### Status

First.

## Empty

### Status

Second.
<!-- nobody
sees this -->
"""


def load(text: str, name: str = "page.md") -> Loaded:
    loaded = load_source(clean_source(text.encode(), name))
    assert loaded.report.accounted == loaded.report.lines, loaded.report.skipped
    return loaded


def texts(loaded: Loaded) -> dict[str, str]:
    return {one.number: one.text for one in loaded.passages if one.kind is not PassageKind.API}


def test_a_page_is_addressed_by_its_headings() -> None:
    loaded = load(PAGE)
    assert (loaded.report.loader, loaded.report.document) == ("page", "edopro-page-lamps")
    assert texts(loaded) == {
        "p1": "Lamps",
        "p2": "Unfinished",
        "p3": "This page may change.",
        "lamps": "Lamps",
        "lamps~p1": "A card script for EDOPro needs one lamp that is lit.",
        "parts": "Parts",
        "parts~p1": "glass: with a rim",
        "parts~p2": "wick",
        "parts~c1": "local c=e:GetHandler()\nDuel.GetControl(c,tp)",
        "parts~r1": "0x1 | Oil",
        "parts-of-others": "Parts of others",
        "parts-of-others~p1": "Duel.GetControl moves a card.",
        "status": "Status",
        "status~p1": "First.",
        "empty": "Empty",
        "empty/status": "Status",
        "empty/status~p1": "Second.",
    }


def test_what_stands_below_a_heading_knows_it_and_the_engine_names_have_passages() -> None:
    passages = {one.number: one for one in load(PAGE).passages}
    assert passages["empty/status~p1"].path == ("Lamps", "Empty", "Status")
    assert passages["empty/status~p1"].parent == "empty/status"
    assert passages["parts~r1"].facts == (("Value", "0x1"), ("Lamp", "Oil"))
    assert passages["Duel.GetControl"].kind is PassageKind.API
    assert ("mentioned-in", "parts~c1") in passages["Duel.GetControl"].facts


def test_a_page_in_restructured_text_has_its_titles_as_headings() -> None:
    page = (
        ":tocdepth: 3\n\n*****\nLamps\n*****\n\nOf *Magic: The Gathering*.\n\n"
        ".. toctree::\n    :maxdepth: 2\n\n    other\n\nOil\n---\nIt burns; see rule 100.1.\n"
    )
    loaded = load(page, "lamps.rst")
    assert texts(loaded) == {
        "lamps": "Lamps",
        "lamps~p1": "Of Magic: The Gathering.",
        "oil": "Oil",
        "oil~p1": "It burns; see rule 100.1.",
    }
    assert (loaded.report.document, loaded.report.references) == ("mtg-page-lamps", 1)
    assert loaded.report.dangling == ()
    assert {one.reason for one in loaded.report.skipped} >= {"table of contents", "markup without words"}


def test_a_stub_that_names_no_game_takes_it_from_its_folder_and_says_so() -> None:
    stub = "::: info TODO\nA guide to lamps.\n:::\n"
    loaded = load(stub, "docs/scrapi-book/guides/lamps.md")
    assert (loaded.report.document, texts(loaded)) == (
        "edopro-page-lamps",
        {"p1": "TODO", "p2": "A guide to lamps."},
    )
    assert [one.kind for one in loaded.report.anomalies] == ["unnamed game"]
    with pytest.raises(LoadError, match="no loader knows this format"):
        load(stub, "lamps.md")


def test_pages_that_other_loaders_know_are_theirs() -> None:
    rules = "# Lamp Comprehensive Rules of Magic\n\n## 100. General\n\n**100.1.** A.\n\n**100.2.** B.\n"
    assert detect(clean_source(rules.encode(), "rules.md")).name == "mtg-cr"
    browser = "Drawing\n\nUse Duel.Draw and Duel.Win for an EDOPro lamp.\n\nlua\nlocal a=1\n"
    assert detect(clean_source(browser.encode(), "guide.txt")).name == "edopro-guide"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"pages": ["a"], "title": "b"}', "a JSON object with 'pages', 'title'"),
        ('[{"version": "1"}, {"version": "2"}]', "a JSON list of 2 objects with 'version'"),
        ("file\trepo\tdate\n" + "a\tb\tc\n" * 4, "a table with the columns 'file', 'repo', 'date'"),
        ("- id: q1\n  question: why\n", "a YAML list of 1 objects with 'id', 'question'"),
        ("Nothing much.\n", "Nothing much."),
    ],
)
def test_what_is_no_document_is_refused_by_what_it_is(text: str, told: str) -> None:
    with pytest.raises(LoadError) as caught:
        load(text, "manifest")
    assert str(caught.value.found).startswith(told)


def test_lists_of_terms_give_an_entry_in_each_language() -> None:
    text = json.dumps({"main": [{"English": "Lamp", "Chinese": "灯"}, {"English": "Oil", "Chinese": ""}]})
    loaded = load(text, "terms.json")
    assert [(one.language, one.number, one.text) for one in loaded.passages] == [
        ("en", "glossary:Lamp", "Lamp"),
        ("zh", "glossary:Lamp", "灯"),
        ("en", "glossary:Oil", "Oil"),
    ]
    assert [one.kind for one in loaded.report.anomalies] == ["no words"]


def test_an_index_of_riftbound_rules_gives_back_what_was_lost_in_its_words() -> None:
    entries = [
        {"id": "103.1.b", "section": "x", "text": "Lamps are lit.\n\n1. One at a time. Example: Not two."},
        {"id": "103.2", "section": "x", "text": "See rule 103.1.b."},
    ]
    loaded = load(json.dumps(entries), "index.json")
    rules = {one.number: one.text for one in loaded.passages if one.kind is PassageKind.RULE}
    assert rules == {
        "103.1.b": "Lamps are lit.",
        "103.1.b.1": "One at a time.",
        "103.2": "See rule 103.1.b.",
    }
    assert "split number" in {one.kind for one in loaded.report.anomalies}


def test_an_index_whose_words_are_broken_apart_is_refused() -> None:
    entries = [{"id": f"10{at}", "text": "A\n\nlam\n\np\n\nis\n\nl\n\nit"} for at in range(9)]
    with pytest.raises(LoadError, match="the words are broken apart"):
        load(json.dumps(entries), "index.json")


def test_rules_whose_numbers_stand_alone_have_their_words() -> None:
    page = (
        "Règles complètes de Magic\n\n110. Lampes\n\n110.1.\n\nUne lampe éclaire le joueur.\n\n110.2.\n\n"
        "Le gardien d'une lampe est un joueur.\n\n110.2a\n\nElle s'éteint sous la règle 110.1.\n"
    )
    loaded = load(page, "page.txt")
    assert [(one.number, one.lines.first) for one in loaded.passages if one.kind is PassageKind.RULE] == [
        ("110.1", 7),
        ("110.2", 11),
        ("110.2a", 15),
    ]
    assert "number of the words below it" in {one.reason for one in loaded.report.skipped}


@pytest.mark.parametrize("line", ["# x" + " " * 40_000 + "y", "|" + " " * 40_000 + "x"])
def test_long_lines_take_no_longer_than_they_are(line: str) -> None:
    loaded = load(f"# EDOPro\n\n{line}\n\n## Lamps\n\nOne.\n")
    assert texts(loaded)["lamps~p1"] == "One."


def test_yaml_of_more_than_a_card_or_a_page_is_refused() -> None:
    with pytest.raises(LoadError, match="no loader knows this format"):
        load("name:\n  en: [" + ("a," * 1000 + "\n") * 600 + "]\n", "card.yaml")
