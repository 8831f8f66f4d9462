"""How a situation is written: the words that its reader checks against, game by game, and an example."""

from __future__ import annotations

from typing import Final

from kb.assistants.bounds import Record
from kb.errors import NotFoundError
from kb.ontology_files import ontology_root
from kb.scenario.vocabulary import FieldSpec, VerbSpec, vocabulary

EXAMPLES: Final = {
    "mtg": "mtg-borrowed-over-aura",
    "ygo": "ygo-swap-refused",
    "riftbound": "rift-defence-holds",
}

SHAPE: Final = """A situation is a YAML (or JSON) document with these fields:
game: mtg, ygo or riftbound
ruleset: optional, DOCUMENT-EDITION such as mtg-cr-2025-09-19; left out, the newest known edition
players: [ids in turn order]
setup: what is there at the start, each {id, name, kind, owner, controller, zone, attached_to?, properties?}
events: what happened, in order, each {do: VERB, and the fields of the verb}; say what an effect tries to do,
  and the rules decide whether it happens
questions: each {ask: QUESTION, of: an object or player, at: start | "after:N" | end}
until: indefinite | end_of_turn | end_phase | {CONDITION: ...}
Unknown words are errors with the place and the near matches. A card text is never read: say what it does.
"""


def situation_format(game: str) -> Record:
    """The fields, verbs, questions, zones, kinds and properties of a game's situations, with an example.

    Raises NotFoundError for a game there is not.

    >>> situation_format("mtg")["verbs"]["gain_control"]
    'player!, of!*, until, by: An effect tries to give a player control of objects.'
    """
    known = vocabulary()
    if game not in known.games:
        raise NotFoundError("game", game, known.games, show_all=True)
    return {
        "shape": SHAPE,
        "marks": "in the fields of a verb ! is needed, * may be a list",
        "verbs": {name: _verb(verb) for name, verb in known.verbs_of(game).items()},
        "questions": {
            name: f"of {' or '.join(ask.of)}; answer: {ask.answer}"
            for name, ask in known.asks.items()
            if game in ask.games
        },
        "zones": [
            zone.name if zone.of is None else f"{zone.name}:{zone.of.upper()}"
            for zone in known.zones[game].values()
        ],
        "kinds": list(known.kinds[game]),
        "properties": {
            spec.name: f"{spec.value}{_choice(spec.words)}; of {spec.on}"
            for spec in known.properties.values()
            if game in spec.games and spec.audience == "rules"
        },
        "conditions_of_until": {name: list(needs) for name, needs in known.conditions.items()},
        "example": example(game),
    }


def example(game: str) -> str:
    """A packaged situation of a game, as it is written."""
    path = ontology_root() / "examples" / "scenarios" / f"{EXAMPLES[game]}.yaml"
    return path.read_text(encoding="utf-8")


def _verb(verb: VerbSpec) -> str:
    fields = ", ".join(map(_field, verb.fields.values()))
    return f"{fields}: {verb.does['en']}"


def _field(spec: FieldSpec) -> str:
    return f"{spec.name}{'!' * spec.is_needed}{'*' * spec.is_many}{_choice(spec.words)}"


def _choice(words: tuple[str, ...]) -> str:
    return f" ({', '.join(words)})" if words else ""
