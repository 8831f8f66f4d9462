"""Passages of two languages, or the rows of a file, as the pairs to compare."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from kb.editions.numbers import Citation, sort_key
from kb.errors import InputError, Place
from kb.model import UNDATED, Passage, PassageKind
from kb.translation.prose import prose_pairs
from kb.translation.records import Pair, Text

_NEEDED: Final = ("left", "right", "left_lang", "right_lang")
_KINDS: Final = (
    PassageKind.RULE,
    PassageKind.EXAMPLE,
    PassageKind.ROW,
    PassageKind.API,
)


def pair_passages(left: Iterable[Passage], right: Iterable[Passage]) -> tuple[Pair, ...]:
    """The numbered passages of two sides by number, in the order of the document; a missing side is None.
    Before them stand the paragraphs beside the rules, and headings that call a side the original.

    Sides that have no number in common are one pair.
    """
    kept = list(left), list(right)
    sides = [_by_number(passages) for passages in kept]
    if not {*sides[0]} & {*sides[1]}:
        return (_whole(*kept),)
    keys = sorted({*sides[0], *sides[1]}, key=sort_key)
    rules = (_pair(key, sides[0].get(key), sides[1].get(key)) for key in keys)
    prose = ([passage for passage in side if not _card_name(passage)] for side in kept)
    return (*prose_pairs(*prose), *rules)


def _whole(left: Sequence[Passage], right: Sequence[Passage]) -> Pair:
    """Two texts without common numbers as one pair: their sentences are aligned without them."""
    game = next((str(passage.game) for passage in (*left, *right) if passage.game), None)
    return Pair("", _joined(left), _joined(right), game)


def _joined(passages: Sequence[Passage]) -> Text | None:
    kept = [passage for passage in passages if passage.kind is not PassageKind.ELISION]
    if not kept:
        return None
    edition = None if kept[0].edition == UNDATED else kept[0].edition
    return Text(kept[0].language, "\n".join(passage.text for passage in kept), edition)


def _by_number(passages: Iterable[Passage]) -> dict[str, Passage]:
    found: dict[str, Passage] = {}
    for passage in passages:
        if passage.kind in _KINDS or _card_name(passage):
            found.setdefault(passage.number, passage)
    return found


def _pair(key: str, left: Passage | None, right: Passage | None) -> Pair:
    some = left or right
    game = str(some.game) if some and some.game else None
    return Pair(key, _text(left), _text(right), game)


def _text(passage: Passage | None) -> Text | None:
    # A card without words in a language is known there by its name alone.
    if passage is None or passage.text == _card_name(passage):
        return None
    edition = None if passage.edition == UNDATED else passage.edition
    # A card's name is a name: what it says is no rule.
    text = passage.text.removeprefix(f"{_card_name(passage)}\n")
    return Text(passage.language, text, edition, passage.number, _citations(passage))


def _card_name(passage: Passage) -> str:
    """The name of the card whose text a passage is; empty for any other passage."""
    return next((value for name, value in passage.facts if name == "card"), "")


def _citations(passage: Passage) -> tuple[Citation, ...]:
    found: list[Citation] = []
    at = 0
    for reference in passage.references:
        start = max(passage.text.find(reference.written, at), 0)
        at = start + len(reference.written)
        found.append(Citation(reference.written, reference.numbers, start, True))
    return tuple(found)


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """The rows of a CSV file with the columns left, right, left_lang, right_lang, and maybe game.

    An empty cell is a missing side. Raises :class:`kb.errors.InputError` for a missing column or language.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise InputError(
                Place(path.name, line=1), f"no column {missing[0]!r}", found=list(reader.fieldnames or ()),
                expected="the columns left, right, left_lang, right_lang",
            )  # fmt: skip
        return tuple(_row(path, at, row) for at, row in enumerate(reader))


def _row(path: Path, at: int, row: dict[str, str]) -> Pair:
    sides = []
    for name in ("left", "right"):
        text, language = row[name] or "", (row[f"{name}_lang"] or "").strip().lower()
        if text.strip() and not language:
            raise InputError(
                Place(path.name, line=at + 2), f"no {name}_lang", expected="a language tag such as fr"
            )
        sides.append(Text(language.split("-")[0], text) if text.strip() else None)
    return Pair(str(at), sides[0], sides[1], row.get("game") or None)


def languages(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """The languages of all sides, in the order met."""
    found = (side.language for pair in pairs for side in (pair.left, pair.right) if side)
    return tuple(dict.fromkeys(found))


def pair_texts(left: str, left_language: str, right: str, right_language: str) -> tuple[Pair, ...]:
    """Two plain texts as one pair."""
    return (Pair("", Text(left_language, left), Text(right_language, right)),)
