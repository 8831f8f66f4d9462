"""The few things that the rules need to know of a text or a name; everything else about texts is for people.

A text may forbid activating another object that it names, have a tap symbol in a cost, or leave a choice to a
player it names; each is read from a set phrase. Of some cards something is known by their name alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from kb.inference.facts import FactRows
from kb.scenario.records import Event, ScenarioObject
from kb.scenario.vocabulary import read_data

_FORBIDS = ("cannot be activated", "can't be activated")


def encode_cost(thing: ScenarioObject, static: FactRows) -> None:
    """Adds that an ability of an object has a tap symbol in its cost."""
    cost = _text(thing).partition(":")[0]
    if "{t}" in cost or "{q}" in cost:
        static.add("taps_as_cost", thing.id)


def forbids(text: str) -> bool:
    """Whether a text forbids activating something.

    >>> forbids("Abilities of Old Lamp cannot be activated."), forbids("Draw a card.")
    (True, False)
    """
    folded = text.casefold()
    return any(phrase in folded for phrase in _FORBIDS)


def encode_forbidden(thing: ScenarioObject, objects: Iterable[ScenarioObject], static: FactRows) -> None:
    """Adds which other objects the text of an object forbids activating: those that it names."""
    text = _text(thing)
    if not forbids(text):
        return
    for other in objects:
        if other.id != thing.id and other.name and other.name.casefold() in text:
            static.add("forbids_activation", thing.id, other.id)


def encode_choice(event: Event, static: FactRows) -> None:
    """Adds that what an event makes leaves a choice to somebody."""
    made = event.text("id")
    if made is not None and "choose" in str(event.fields.get("text", "")).casefold():
        static.add("leaves_choice", made)


def encode_known_card(thing: ScenarioObject, game: str, static: FactRows) -> None:
    """Adds what is known of a card by its name alone, in whichever language the scenario names it."""
    if game == "ygo":
        for predicate in known_cards().get(thing.name.casefold(), ()):
            static.add(predicate, thing.id)


@cache
def known_cards() -> Mapping[str, tuple[str, ...]]:
    """What is known of cards, by their names in lower case."""
    found: dict[str, dict[str, None]] = {}
    for predicate, cards in read_data("known_cards").items():
        for card in cards:
            for language, name in card.items():
                if language != "passcode":
                    found.setdefault(str(name).casefold(), {})[predicate] = None
    return {name: tuple(predicates) for name, predicates in found.items()}


def _text(thing: ScenarioObject) -> str:
    return str(thing.properties.get("text", "")).casefold()
