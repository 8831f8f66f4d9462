"""Files of the EDOPro scripting reference, which plain YAML readers refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.model import Loaded, PassageKind
from loaders.base import detect, load_file
from loaders.text import clean_source
from loaders.yaml_text import parse_yaml

FUNCTION = """# a stray remark
---!function
name: Draw
namespace: Duel
description: >-
  Gives a [player](/api/types/Player) cards, as [`Discard`](/api/functions/Duel/Discard) takes them; see
  [`REASON_RULE`](/api/constants/Reason/REASON_RULE).
status:
  index: stable
parameters:
  - &who
    name: player
    type: [ int ]
    description: Who draws.
  - name: count
    type: [ int, nil ]
    description: (To be added)
returns:
  - type: [ int ]
    description: How many were drawn.
overloads:
  - description: For both players.
    parameters: [ *who ]
tags: [ draw-related ]
"""

CONSTANT = """---!constant
name: PHASE_NIGHT
enum: Phase
value: 0x0200
description: &words The night.
summary: *words
"""


def load(text: str) -> Loaded:
    source = clean_source(text.encode(), "api.yml")
    loader = detect(source)
    assert loader.name == "edopro-api"
    loaded = loader.load(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def test_a_function_is_numbered_as_scripts_write_it() -> None:
    (passage,) = load(FUNCTION).passages
    assert (passage.number, passage.kind) == ("Duel.Draw", PassageKind.API)
    assert passage.text.splitlines() == [
        "Gives a player cards, as Discard takes them; see REASON_RULE.",
        "player (int): Who draws.",
        "returns (int): How many were drawn.",
        "For both players.",
        "player (int): Who draws.",
    ]


def test_a_function_keeps_its_types_tags_and_links_as_facts() -> None:
    (passage,) = load(FUNCTION).passages
    assert passage.facts == (
        ("api", "Duel.Draw"),
        ("api-kind", "function"),
        ("namespace", "Duel"),
        ("status", "stable"),
        ("parameter", "player: int"),
        ("parameter", "count: int | nil"),
        ("returns", "int"),
        ("tag", "draw-related"),
        ("see", "type:Player"),
        ("see", "Duel.Discard"),
        ("see", "REASON_RULE"),
    )


def test_what_the_authors_left_open_is_reported() -> None:
    assert [(found.kind, found.detail) for found in load(FUNCTION).report.anomalies] == [
        ("to be added", "1 places are not written yet")
    ]


def test_a_constant_keeps_its_value_as_written() -> None:
    (passage,) = load(CONSTANT).passages
    assert passage.number == "PHASE_NIGHT"
    assert ("value", "0x0200") in passage.facts


def test_broken_yaml_is_refused_with_its_place() -> None:
    with pytest.raises(LoadError, match=r"a\.yml:2:\d+: not YAML"):
        parse_yaml(clean_source(b"name: x\n  y: [1\n", "a.yml"))


def test_a_text_made_of_aliases_is_refused() -> None:
    bomb = "a: &a [x]\n" + "".join(f"k{n}: [{', '.join(['*a'] * 40)}]\n" for n in range(40))
    with pytest.raises(LoadError, match=r"b\.yml: not loadable YAML: more than 1000 aliases"):
        parse_yaml(clean_source(bomb.encode(), "b.yml"))


def test_yaml_nested_too_deeply_is_refused() -> None:
    with pytest.raises(LoadError, match=r"not loadable YAML: nested too deeply|not YAML"):
        parse_yaml(clean_source(b"a: " + b"[" * 50_000, "deep.yml"))


@pytest.mark.shared
@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("functions/Duel/GetControl", "Duel.GetControl"),
        ("functions/Card/IsType", "Card.IsType"),
        ("constants/EffectFlag/EFFECT_FLAG_REPEAT", "EFFECT_FLAG_REPEAT"),
        ("enums/CardPosition", "enum:CardPosition"),
        ("types/Card", "type:Card"),
        ("tags/atk-related", "tag:atk-related"),
        ("namespaces/Duel", "namespace:Duel"),
    ],
)
def test_a_published_file_is_read(shared: Path, path: str, number: str) -> None:
    loaded = load_file(shared / "corpora" / "ygo" / "scrapiyard" / "api" / f"{path}.yml")
    assert [passage.number for passage in loaded.passages] == [number]
