"""The texts of Yu-Gi-Oh! cards by passcode, from card files of every shape that is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from kb.edopro.agreement import CardText
from kb.errors import LoadError, Place
from kb.model import Game, PassageKind
from loaders.cards import CardFile
from loaders.pipeline import files_below
from loaders.text import read_source

_DOCUMENT: Final = "ygo-cards"
_SPELLS: Final = frozenset({"Spell", "Trap"})
_STAYS: Final = frozenset({"Continuous", "Equip", "Field"})


def card_texts(paths: Iterable[Path]) -> tuple[CardText, ...]:
    """The cards in card files, and in folders with them, each with its text by language.

    Files that hold no cards are left out of a folder. Where two files give a card's text in one language, the
    first counts. Raises :class:`kb.errors.LoadError` for a file that cannot be read, and where there are no
    Yu-Gi-Oh! cards at all.
    """
    given = list(paths)
    loader = CardFile()
    texts: dict[str, dict[str, str]] = {}
    names: dict[str, dict[str, str]] = {}
    facts: dict[str, dict[str, str]] = {}
    for file in files_below(given):
        source = read_source(file)
        if not loader.recognise(source):
            continue
        for passage in loader.load(source).passages:
            if passage.game != Game.YGO or passage.kind is not PassageKind.PARAGRAPH:
                continue
            name, _, text = passage.text.partition("\n")
            names.setdefault(passage.number, {}).setdefault(passage.language, name)
            texts.setdefault(passage.number, {}).setdefault(passage.language, text)
            facts.setdefault(passage.number, {}).update(passage.facts)
    if not texts:
        raise LoadError(
            Place(", ".join(map(str, given))), "no card texts", expected="Yu-Gi-Oh! card files"
        )  # fmt: skip
    return tuple(
        CardText(
            number, _name(names[number]), by_language, _stays(facts[number]), tuple(names[number].values())
        )
        for number, by_language in texts.items()
    )


def _name(by_language: Mapping[str, str]) -> str:
    return by_language.get("en") or next(iter(by_language.values()))


def _stays(facts: Mapping[str, str]) -> bool | None:
    """Whether the card stays on the field; None where its file says nothing of what it is."""
    kind = facts.get("card_type")
    if kind is None:
        return None
    return kind not in _SPELLS or facts.get("property") in _STAYS
