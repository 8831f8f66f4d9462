"""The Comprehensive Rules in other layouts: Markdown, reStructuredText, PO catalogues, JSON trees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.model import Loaded, Passage, PassageKind
from loaders.base import detect, load_file
from loaders.text import clean_source

MARKDOWN = """---
layout: post
title: First things
---

{% include toc.md %}

<a name="100"></a>

### 100. 일반

<a name="100.1"></a>
<p class="paragraph" markdown="1">**100.1.** 모든 자갈에는 주인이 있다. See rule [100.2a](/100#100.2a).</p>

<p class="paragraph" markdown="1">**100.2.** 자갈은 *던질* 수 있습니다.</p>

<p class="clause" markdown="1">**100.2a** 던진 자갈은 사라집니다.</p>
<p class="example" markdown="1"> **Example:** 자갈이 우물에 빠집니다.</p>

----
"""

RST = """:tocdepth: 2

.. _first-things:

************
First Things
************

General
=======

100.1
-----

Every *pebble* has an owner. See section 1, :ref:`first-things`.

    a. A thrown pebble is lost\\ ®.

        .. admonition:: Example

            A pebble falls into a well.

    b. A lost pebble is gone (see rule 100.1a).

    .. seealso::

        :ref:`first-things`

100.2
-----

The game ends.
"""

RST_GLOSSARY = """.. _glossary:

********
Glossary
********

.. glossary::

""" + "".join(
    f"    Term {n}\n        1. First sense of {n}.\n\n        2. Second sense.\n\n"
    "            .. seealso::\n\n                :ref:`x`\n\n"
    for n in range(30)
)

PO = """# A catalogue.
msgid ""
msgstr ""
"Language: pl\\n"

#: a.rst:-1
msgid "`100. General <#R100>`__"
msgstr ""

#: a.rst:-1
msgid "100. `General <#general>`__"
msgstr ""

#: a.rst:-1
msgid ""
"100.1. Every `pebble <#pebble>`__has an"
"`owner <#owner>`__. See `rule 100.2 <#R100>`__."
msgstr "100.1. Każdy kamyk ma właściciela. Zobacz zasada 100.2."

#: a.rst:-1
msgid "100.2. A pebble may be thrown."
msgstr ""

#: a.rst:-1
msgid "100.3. Say \\"stop\\" to end."
msgstr ""

msgid "Glossary"
msgstr ""

msgid "Pebble: A small `stone <#stone>`__."
msgstr ""
"""

TREE = {
    "version": "20310304",
    "intro": {
        "contents": [
            {"en": "These rules are effective as of March 4, 2031.", "zh": "此规则于2031年3月4日起生效。"}
        ]
    },
    "main": [
        {
            "chapter": "1.",
            "en": "First Things",
            "zh": "概念",
            "subrules": [
                {
                    "chapter": "100.",
                    "en": "General",
                    "zh": "总则",
                    "subrules": [
                        {
                            "chapter": "100.1.",
                            "en": "Every pebble has an owner.",
                            "zh": "每块卵石都有拥有者。参见规则100.1a。",
                            "subrules": [{"chapter": "100.1a", "en": "Always.", "zh": ""}],
                            "extras": [{"en": "Example: A pebble.", "zh": "例如：卵石。"}],
                        }
                    ],
                }
            ],
        }
    ],
}


def load(text: str, loader: str) -> Loaded:
    source = clean_source(text.encode(), "cr")
    found = detect(source)
    assert found.name == loader
    loaded = found.load(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def numbered(loaded: Loaded, number: str, language: str) -> Passage:
    (passage,) = [one for one in loaded.passages if (one.number, one.language) == (number, language)]
    return passage


def rules(loaded: Loaded, language: str) -> list[str]:
    kinds = (PassageKind.RULE, PassageKind.EXAMPLE)
    return [one.number for one in loaded.passages if one.kind in kinds and one.language == language]


def test_markdown_with_html_in_it_is_read_like_plain_text() -> None:
    loaded = load(MARKDOWN, "mtg-cr")
    assert rules(loaded, "ko") == ["100.1", "100.2", "100.2a", "100.2a~ex1"]
    assert numbered(loaded, "100.1", "ko").text == "모든 자갈에는 주인이 있다. See rule 100.2a."
    assert numbered(loaded, "100.2", "ko").text == "자갈은 던질 수 있습니다."
    assert numbered(loaded, "100.2a", "ko").lines.first == 17
    assert loaded.report.dangling == ()
    reasons = {skip.reason for skip in loaded.report.skipped}
    assert reasons == {"blank line", "front matter", "markup without words"}


def test_restructured_text_gets_the_numbers_its_layout_stands_for() -> None:
    loaded = load(RST, "mtg-cr")
    headings = [one.number for one in loaded.passages if one.kind is PassageKind.HEADING]
    assert headings == ["1", "100"]
    assert rules(loaded, "en") == ["100.1", "100.1a", "100.1a~ex1", "100.1b", "100.2"]
    assert numbered(loaded, "100.1", "en").text == "Every pebble has an owner. See section 1, first-things."
    assert numbered(loaded, "100.1a~ex1", "en").text == "A pebble falls into a well."
    assert numbered(loaded, "100.1b", "en").text == "A lost pebble is gone (see rule 100.1a)."


def test_a_glossary_in_restructured_text_keeps_its_entries_together() -> None:
    loaded = load(RST_GLOSSARY, "mtg-cr")
    entries = [one for one in loaded.passages if one.kind is PassageKind.GLOSSARY]
    assert len(entries) == 30
    assert entries[0].text == "Term 0\n1. First sense of 0.\n2. Second sense."


def test_a_catalogue_gives_the_originals_and_only_what_is_translated() -> None:
    loaded = load(PO, "mtg-po")
    assert rules(loaded, "en") == ["100.1", "100.2", "100.3"]
    assert rules(loaded, "pl") == ["100.1"]
    assert numbered(loaded, "100.1", "en").text == "Every pebble has an owner. See rule 100.2."
    assert numbered(loaded, "100.1", "pl").references[0].numbers == ("100.2",)
    assert numbered(loaded, "100.3", "en").text == 'Say "stop" to end.'
    assert numbered(loaded, "glossary:Pebble", "en").text == "Pebble\nA small stone."
    assert [(found.kind, found.detail) for found in loaded.report.anomalies] == [
        ("translated", "1 of 7 messages are translated")
    ]


def test_a_tree_gives_each_language_its_rules_and_says_what_is_missing() -> None:
    loaded = load(json.dumps(TREE, ensure_ascii=False, indent=1), "mtg-bilingual")
    assert (loaded.report.edition, loaded.report.language) == ("2031-03-04", "en+zh")
    assert rules(loaded, "en") == ["100.1", "100.1~ex1", "100.1a"]
    assert rules(loaded, "zh") == ["100.1", "100.1~ex1"]
    assert loaded.report.dangling == ("zh 100.1: 100.1a",)
    assert [(found.kind, found.detail) for found in loaded.report.anomalies] == [
        ("untranslated", "1 nodes have no words in zh")
    ]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "loader", "count"),
    [
        ("ko/2021-03-05-100.md", "mtg-cr", 436),
        ("ko/2021-03-05-300.md", "mtg-cr", 118),
        ("ko/2021-03-05-700.md", "mtg-cr", 1052),
        ("other-layouts/rst-2011/game_concepts.rst", "mtg-cr", 364),
        ("other-layouts/rst-2011/additional_rules.rst", "mtg-cr", 621),
        ("pl/comprules_pl.po", "mtg-po", 2501),
    ],
)
def test_a_published_text_in_another_layout_is_read_whole(
    shared: Path, name: str, loader: str, count: int
) -> None:
    loaded = load_file(shared / "corpora" / "mtg" / name)
    assert loaded.report.loader == loader
    assert loaded.report.accounted == loaded.report.lines
    assert len([one for one in loaded.passages if one.kind is PassageKind.RULE]) == count


@pytest.mark.shared
def test_the_reprinted_edition_of_2011_has_all_rules_in_its_nine_files(shared: Path) -> None:
    folder = shared / "corpora" / "mtg" / "other-layouts" / "rst-2011"
    names = sorted(path for path in folder.glob("*.rst") if path.stem not in OTHERS)
    found = [one.number for path in names for one in load_file(path).passages if one.kind is PassageKind.RULE]
    assert len(found) == len(set(found)) == 802 + 1022


OTHERS = {"index", "credits", "customer_service", "introduction", "glossary"}
