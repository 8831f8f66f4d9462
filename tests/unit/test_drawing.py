"""Pictures of reasons: well formed, complete, and nothing outside the frame."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from kb.drawing import STYLES, Box, tree_svg, width_of, wrapped

SVG = "{http://www.w3.org/2000/svg}"


def _texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def _boxes(svg: str) -> list[dict[str, str]]:
    return [e.attrib for e in ElementTree.fromstring(svg).iter(f"{SVG}rect") if e.get("class") == "box"]


def test_every_sentence_and_note_of_the_tree_is_drawn_in_reading_order() -> None:
    tree = Box(
        "B controls it", ("701.12b",), "answer", (Box("first", children=(Box("second"),)), Box("third"))
    )
    assert _texts(tree_svg(tree, title="t")) == ["B controls it", "701.12b", "first", "second", "third"]


def test_boxes_never_overlap_and_a_reason_stands_right_of_what_it_supports() -> None:
    tree = Box("a " * 200, ("n " * 90,), children=(Box("b " * 100, children=(Box("c"),)), Box("d")))
    boxes = _boxes(tree_svg(tree, title="t", width=500))
    for above, below in pairwise(boxes):
        assert int(above["y"]) + int(above["height"]) < int(below["y"])
    a, b, c, d = (int(box["x"]) for box in boxes)
    assert a < b < c
    assert d == b


def test_nothing_lies_outside_the_frame_however_deep_the_reasons_go() -> None:
    tree = Box("deepest")
    for level in range(40):
        tree = Box(f"level {level}", children=(tree,))
    svg = tree_svg(tree, title="t", width=400)
    frame = ElementTree.fromstring(svg)
    for box in _boxes(svg):
        assert int(box["x"]) + int(box["width"]) <= int(frame.attrib["width"])
        assert int(box["y"]) + int(box["height"]) <= int(frame.attrib["height"])


def test_a_thousand_levels_need_no_recursion() -> None:
    tree = Box("deepest")
    for _ in range(1000):
        tree = Box("level", children=(tree,))
    assert tree_svg(tree, title="t").count("class='box'") == 1001


def test_markup_in_a_sentence_stays_text() -> None:
    sentence = "</text><script>alert('x')</script> & \"quotes\""
    svg = tree_svg(Box(sentence), title=sentence)
    assert _texts(svg) == [sentence]
    assert "<script" not in svg


def test_a_character_that_xml_forbids_is_shown_and_does_not_break_the_picture() -> None:
    assert _texts(tree_svg(Box("a\x00b\x1bc"), title="t")) == ["a\ufffdb\ufffdc"]


def test_lines_are_wrapped_within_the_room_and_no_letter_is_lost() -> None:
    text = "the controller of the spell or ability that created it " * 5 + "w" * 300
    lines = wrapped(text, 200)
    assert all(width_of(line) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_no_break_space_keeps_a_french_colon_with_its_word() -> None:
    lines = wrapped("mot " * 12 + "contrôleur\u00a0: joueur", 90)
    assert any("contrôleur\u00a0:" in line for line in lines)


def test_the_picture_says_its_language_and_title_for_people_who_do_not_see_it() -> None:
    frame = ElementTree.fromstring(tree_svg(Box("A contrôle"), title="Pourquoi A ?", language="fr"))
    assert frame.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr"
    assert frame.findtext(f"{SVG}title") == "Pourquoi A ?"
    assert frame.get("role") == "img"


@pytest.mark.parametrize("kind", STYLES)
def test_kinds_are_told_apart_without_colour_or_by_a_darker_edge(kind: str) -> None:
    others = {STYLES[other][1:] for other in STYLES if other != kind}
    assert STYLES[kind][1:] not in others
