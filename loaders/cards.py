"""Card files: names and texts in every language they come in.

Shapes read: a Yu-Gi-Oh! card as YAML or JSON (names and texts by language), a Yu-Gi-Oh! card database (a row
a line, as :mod:`loaders.sqlite` gives it), a list of YGOPRODeck, a Riftbound card list, MTGJSON (a set, all
sets, cards by name or identity), Scryfall's lists of cards and of rulings; :mod:`loaders.card_lists` finds
the cards. A card is one passage a language, numbered by its official identity where it has one (password,
collector id), else by its English name; its rulings are passages of their own, and what speaks of control or
ownership is linked to those concepts. A language without words is reported, never filled in.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, SourceText, Span
from kb.queries.languages import is_language_tag
from loaders.card_languages import NAMES, SCRYFALL, TAGS, TRANSCRIPTIONS, UNDETERMINED, YUGI
from loaders.card_lists import layout_of
from loaders.card_words import linked
from loaders.json_text import looks_like_json, maybe_json, parse_json
from loaders.language import detect_language
from loaders.markup import without_tags
from loaders.report import finish
from loaders.sqlite import CDB_ENCODING
from loaders.text import plain_text
from loaders.yaml_text import maybe_yaml, parse_yaml

_RUBY: Final = re.compile(r"<rt>.*?</rt>|</?r(?:uby|b|p)>")
DOCUMENTS: Final = {Game.MTG: "mtg-cards", Game.RIFTBOUND: "rift-cards", Game.YGO: "ygo-cards"}
_NO_TEXT: Final = "[NO TEXT]"
_MOST_SHOWN: Final = 40
NO_CARD: Final = (KeyError, TypeError, ValueError, AttributeError)
"""What :func:`cards_of` raises for what is no card."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card's words in one language; a ruling that stands alone has no name."""

    game: Game
    number: str
    language: str
    name: str
    text: str
    lines: Span
    facts: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CardFile:
    """Loads card files of all three games."""

    name: str = "cards"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is a card file: the fields each shape has."""
        if source.encoding == CDB_ENCODING:
            return 0.95
        return 0.9 if layout_of(_value(source)) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """A passage for each card and language, and for each ruling."""
        anomalies: list[Anomaly] = []
        cards = list(_cards(source, anomalies))
        game = cards[0].game if cards else Game.YGO
        passages = [clean_passage(passage) for card in cards for passage in card_passages(card)]
        return linked(
            finish(
                source,
                passages,
                loader=self.name,
                document=DOCUMENTS[game],
                edition=UNDATED,
                anomalies=anomalies,
                resolve=False,
            )
        )


def _value(source: SourceText) -> Any:
    if looks_like_json(source):
        return maybe_json(source)
    starts = ("konami_id:", "password:", "name:", "yugipedia_page_id:")
    return maybe_yaml(source) if any(line.startswith(starts) for line in source.lines[:5]) else None


def _cards(source: SourceText, anomalies: list[Anomaly]) -> Iterator[Card]:
    whole = Span(1, len(source.lines))
    if source.encoding == CDB_ENCODING:
        yield from _cdb_cards(source)
        return
    value = parse_json(source).value if looks_like_json(source) else parse_yaml(source)
    if layout := layout_of(value):
        for at, card in enumerate(layout.cards(value), 1):
            try:
                yield from list(cards_of(layout.shape, card, whole, anomalies))
            except NO_CARD as error:
                anomalies.append(Anomaly(whole, "not a card", f"card {at} {lacking(card, error)}"))


def lacking(card: object, error: Exception) -> str:
    """What is wrong with a value that was to be a card.

    >>> lacking({}, KeyError("name")), lacking(5, TypeError()), lacking({"rulings": [1]}, TypeError("int"))
    ("has no 'name'", 'is 5', 'is not made as cards are: int')
    """
    if not isinstance(card, dict):
        return f"is {str(card)[:_MOST_SHOWN]}"
    return f"has no {error}" if isinstance(error, KeyError) else f"is not made as cards are: {error}"


def cards_of(shape: str, card: dict[str, Any], whole: Span, anomalies: list[Anomaly]) -> Iterator[Card]:
    """One card of a file of the given shape, in each language it has words in."""
    if shape == "yugi":
        yield from _yugi_cards(card, whole, anomalies)
    elif shape in ("mtgjson", "listed"):
        yield from _mtgjson_cards(card, whole)
    elif shape == "errata":
        yield _riftbound_erratum(card, whole)
    elif shape == "riftcodex":
        yield _riftbound_card(card, whole)
    elif shape == "scryfall":
        yield _scryfall_card(card, whole)
    elif shape == "ruling":
        yield _scryfall_ruling(card, whole)
    elif shape == "ygoprodeck":
        yield _ygoprodeck_card(card, whole)


def _yugi_cards(card: dict[str, Any], whole: Span, anomalies: list[Anomaly]) -> Iterator[Card]:
    password = str(card.get("password") or "")
    number = password.zfill(8) if password.isdigit() else f"konami-{card.get('konami_id')}"
    facts = [(key, str(card[key])) for key in ("card_type", "property", "konami_id") if card.get(key)]
    pendulum = card.get("pendulum_effect") or {}
    for tag, name in card["name"].items():
        parts = (card["text"].get(tag), pendulum.get(tag))
        text = "\n".join(str(part) for part in parts if part)
        if tag in TRANSCRIPTIONS:
            continue
        if not is_language_tag(str(tag)):
            anomalies.append(Anomaly(whole, "no language", f"{number} has words in {tag!r}, no language tag"))
            continue
        if not name or not text:
            anomalies.append(
                Anomaly(whole, "no words", f"{number} has no {'text' if name else 'name'} in {tag}")
            )
        if name:
            language = YUGI.get(tag, tag)
            plain = _RUBY.sub("", str(name))
            yield Card(Game.YGO, number, language, plain, _RUBY.sub("", text), whole, tuple(facts))


def _cdb_cards(source: SourceText) -> Iterator[Card]:
    rows = [json.loads(line) for line in source.lines if line.strip()]
    language = detect_language(" ".join(str(row["desc"]) for row in rows[:200])) or "en"
    for at, row in enumerate(rows, 1):
        facts = tuple(("prompt", str(words)) for words in row["prompts"])
        number, text = f"{int(row['id']):08}", str(row["desc"])
        own = detect_language(text) or language
        yield Card(Game.YGO, number, own, str(row["name"]), text, Span(at, at), facts)


def _riftbound_card(card: dict[str, Any], whole: Span) -> Card:
    words = card["text"].get("plain") or ""
    kind = (card.get("classification") or {}).get("type")
    facts = (("card_type", str(kind)),) if kind else ()
    text = "" if words == _NO_TEXT else without_tags(words)
    return Card(Game.RIFTBOUND, str(card["riftbound_id"]), "en", str(card["name"]), text, whole, facts)


def _riftbound_erratum(entry: dict[str, Any], whole: Span) -> Card:
    """The words of a card as corrected; what it said before is a fact."""
    name = str(entry["official_name"])
    number = str((entry.get("card_ids") or ["?"])[0])
    number = name if "?" in number else number
    kept = {"old-text": "old_text", "announced-in": "document", "set": "printed_set"}
    facts = tuple((fact, str(entry[key])) for fact, key in kept.items() if entry.get(key))
    text = str(entry["new_text"] or "")
    return Card(Game.RIFTBOUND, f"{number}~errata", "en", name, text, whole, facts)


def _mtgjson_cards(card: dict[str, Any], whole: Span) -> Iterator[Card]:
    name = str(card["name"])
    facts = tuple((key, str(card[key])) for key in ("type", "uuid") if card.get(key))
    rulings = tuple((str(one["date"]), str(one["text"])) for one in card.get("rulings") or ())
    yield Card(Game.MTG, name, "en", name, str(card.get("text") or ""), whole, facts, rulings)
    for foreign in card.get("foreignData") or ():
        language = NAMES.get(str(foreign.get("language")))
        if language and foreign.get("name"):
            own = (("type", str(foreign["type"])),) if foreign.get("type") else ()
            yield Card(
                Game.MTG, name, language, str(foreign["name"]), str(foreign.get("text") or ""), whole, own
            )
    for tag in sorted(card.keys() & TAGS):
        words = card[tag]
        if isinstance(words, dict) and words.get("name"):
            own = (("type", str(words["type"])),) if words.get("type") else ()
            yield Card(Game.MTG, name, tag, str(words["name"]), str(words.get("text") or ""), whole, own)


def _scryfall_card(card: dict[str, Any], whole: Span) -> Card:
    tag = str(card.get("lang") or "en")
    language = SCRYFALL.get(tag, tag if is_language_tag(tag) else UNDETERMINED)
    listed = card.get("card_faces")
    faces = [face for face in listed if isinstance(face, dict)] if isinstance(listed, list) else []
    printed = " // ".join(str(face["printed_name"]) for face in faces if face.get("printed_name"))
    name = card.get("printed_name") or printed or card["name"]
    # A card with two faces has its words on them.
    sides = [card] if _scryfall_text(card) or not faces else faces
    text = "\n//\n".join(filter(None, map(_scryfall_text, sides)))
    facts = (("type", str(card["type_line"])),) if card.get("type_line") else ()
    return Card(Game.MTG, str(card["name"]), language, str(name), str(text), whole, facts)


def _scryfall_ruling(ruling: dict[str, Any], whole: Span) -> Card:
    """A ruling under the identity of its card, whose name such a list does not say."""
    comment, card = str(ruling["comment"]), str(ruling["oracle_id"])
    dated = {"oracle_id": card, "date": ruling.get("published_at"), "source": ruling.get("source")}
    facts = tuple((name, str(value)) for name, value in dated.items() if value)
    number = f"{card}~{sha256(comment.encode(errors='surrogatepass')).hexdigest()[:8]}"
    return Card(Game.MTG, number, "en", "", comment, whole, facts)


def _ygoprodeck_card(card: dict[str, Any], whole: Span) -> Card:
    facts = (("card_type", str(card["type"])),)
    text = str(card["desc"])
    language = detect_language(text) or "en"
    return Card(Game.YGO, f"{int(card['id']):08}", language, str(card["name"]), text, whole, facts)


def _scryfall_text(side: dict[str, Any]) -> str:
    return str(side.get("printed_text") or side.get("oracle_text") or "")


def clean_passage(passage: Passage) -> Passage:
    """The passage as the door would have let it in: JSON and databases have escapes of their own."""
    facts = tuple((name, plain_text(value)) for name, value in passage.facts)
    return replace(
        passage,
        number=plain_text(passage.number),
        text="\n".join(map(plain_text, passage.text.split("\n"))),
        parent=plain_text(passage.parent) if passage.parent else None,
        facts=facts,
    )


def card_passages(card: Card) -> Iterator[Passage]:
    """A card's passage in its language, and one for each of its rulings."""
    document = DOCUMENTS[card.game]
    key = (card.game.value, document, UNDATED, card.language)
    text = f"{card.name}\n{card.text}".strip()
    facts = (*((("card", card.name),) if card.name else ()), *card.facts)
    kind = PassageKind.PARAGRAPH if card.name else PassageKind.SENTENCE
    yield Passage(*key, card.number, kind, text, card.lines, facts=facts)
    counts: Counter[str] = Counter()
    for date, ruling in card.rulings:
        counts[card.number] += 1
        number = f"{card.number}~r{counts[card.number]}"
        dated = (("card", card.name), ("date", date))
        yield Passage(*key, number, PassageKind.SENTENCE, ruling, card.lines, parent=card.number, facts=dated)
