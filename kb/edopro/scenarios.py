"""A card's control facts as the events of a scenario, so that what a script does can be asked about.

Only what a scenario can say is turned into one. A form that was not understood, or a duration for which the
scenario format has no word, is refused with the reason: nothing is rounded to something near.
"""

from __future__ import annotations

from typing import Final

from kb.edopro.records import ControlFact, Duration, Kind, Lasting, ScriptFacts
from kb.errors import InputError, Place
from kb.scenario.builder import ScenarioBuilder, scenario
from kb.scenario.records import Scenario

YOU: Final = "you"
OPPONENT: Final = "opponent"
MONSTER: Final = "monster"
OTHER: Final = "other_monster"
_MOVES: Final = frozenset({Kind.TAKE, Kind.GIVE, Kind.SWAP})


def playable(facts: ScriptFacts) -> tuple[ControlFact, ...]:
    """The facts that can be played as a scenario, in the order of the script."""
    return tuple(fact for fact in facts.control if fact.kind in _MOVES and not why_not(fact))


def why_not(fact: ControlFact) -> str:
    """Why a fact cannot be played; empty when it can."""
    if fact.unknown:
        return f"not understood: {', '.join(fact.unknown)}"
    if fact.kind not in _MOVES:
        return f"{fact.kind.value} moves nothing by itself"
    if fact.duration.kind in (Lasting.LASTING, Lasting.WHILE_EQUIPPED):
        return "" if fact.kind is not Kind.SWAP or fact.duration.kind is Lasting.LASTING else "no such swap"
    if _ends_this_end_phase(fact.duration):
        return ""
    return f"a scenario has no word for: {fact.duration.text}"


def scenario_of_card(facts: ScriptFacts, name: str | None = None) -> Scenario:
    """A scenario in which `you` use the card on a monster, then the End Phase comes: who controls it?

    Raises `InputError` when none of the card's facts can be played, with the reason for each.
    """
    facts_there = playable(facts)
    if not facts_there:
        reasons = [f"{fact.at}: {why_not(fact)}" for fact in facts.control]
        hint = "; ".join(reasons) or "the script changes no control"
        raise InputError(
            Place(facts.name), "no control fact can be played",
            expected="a certain change of control", hint=hint,
        )  # fmt: skip
    return _played(facts_there[0], f"c{facts.card or '0'}", name or facts.card or facts.name)


def _played(fact: ControlFact, card: str, name: str) -> Scenario:
    lost = YOU if fact.kind is Kind.GIVE else OPPONENT
    table = scenario("ygo", YOU, OPPONENT, id=card, title=name).monster(MONSTER, owner=lost)
    if fact.kind is Kind.SWAP:
        table = table.monster(OTHER, owner=YOU)
    if fact.duration.kind is Lasting.WHILE_EQUIPPED:
        table = table.card(
            card, owner=YOU, zone="hand", kind="spell equip", name=name, static_control="attached"
        )  # fmt: skip
    else:
        table = table.card(card, owner=YOU, zone="hand", kind="card", name=name)
    table = _events(table.begin_turn(player=YOU), fact, card)
    steps = len(table.events)
    table = table.end_phase(player=YOU)
    for at in (f"after:{steps}", "end"):
        table = table.ask("controller", MONSTER, at=at)
    return table.ask("owner", MONSTER).build()


def _events(table: ScenarioBuilder, fact: ControlFact, card: str) -> ScenarioBuilder:
    until = "end_phase" if _ends_this_end_phase(fact.duration) else "indefinite"
    if fact.duration.kind is Lasting.WHILE_EQUIPPED:
        return table.cast(player=YOU, card=card, targets=[MONSTER]).attach(what=card, to=MONSTER)
    if fact.kind is Kind.SWAP:
        return table.exchange_control(MONSTER, OTHER, until=until, by=card)
    return table.gain_control(fact.to[0], MONSTER, until=until, by=card)


def _ends_this_end_phase(duration: Duration) -> bool:
    return (
        duration.kind is Lasting.PHASE
        and duration.phases == ("PHASE_END",)
        and duration.counts == (1,)
        and not duration.turn
    )
