"""The hand-written machines beside the compiled rules: the same facts after each event, or where they part.

A machine stops where the situation leaves something open; the rules must say then that a fact is missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from machine.common import Machine
from machine.mtg import MagicMachine
from machine.riftbound import RiftMachine
from machine.things import Snapshot
from machine.ygo import DuelMachine

from kb.inference.encode import encode
from kb.inference.engine import Run
from kb.inference.expand import Node
from kb.inference.rulebase import program_of
from kb.inference.table import static_predicates
from kb.scenario.records import Scenario

MACHINES: dict[str, type[Machine]] = {"mtg": MagicMachine, "ygo": DuelMachine, "riftbound": RiftMachine}
_EVERYWHERE = (
    *("owner", "zone", "base", "controller", "ability_controller", "attached", "face_down", "tapped"),
    *("negated", "you", "may_activate"),
)
COMPARED: dict[str, frozenset[str]] = {
    "mtg": frozenset(
        {*_EVERYWHERE, "phased_out", "nobody", "decides", "planar_controller", "attacking", "may_look"}
    )
    | {"may_attack"},
    "riftbound": frozenset(
        {*_EVERYWHERE, "nobody", "decides", "may_look", "holds", "contested", "contested_by", "fighting"}
    )
    | {"scored", "conquered_by", "result", "staged", "combat_staged", "attacks_at", "defends_at", "focus"}
    | {"responsible", "stands_in", "open_battlefield", "may_play_at", "may_hide_at", "may_move_to"}
    | {"enemy", "may_equip"},
    "ygo": frozenset({*_EVERYWHERE, "nobody", "may_look", "may_use", "possession"}),
}
"""What is compared, by the rules' own names for it."""
_OF_WHAT_IS_THERE = frozenset({"you", "may_activate", "nobody", "decides", "may_look", "possession"})
"""What nobody asks of a thing that has ceased to exist."""


def run_for_machines(situation: Scenario) -> Run:
    """The compiled rules over a situation, cut down to what is compared."""
    goals = COMPARED[situation.game] | {"missing"}
    program = program_of(situation.game, situation.document, situation.edition, goals)
    return program.run(encode(situation, static_predicates()).facts)


def parting(situation: Scenario, run: Run | None = None) -> list[str]:
    """Where the machine and the compiled rules say different things: the first event after which they do."""
    run = run or run_for_machines(situation)
    machine = MACHINES[situation.game](situation)
    for step, told in enumerate(machine.play(situation.events)):
        if machine.doubtful:
            return _doubts(run, step, machine)
        if found := _differences(situation, run, step, told):
            return found
    return []


def _differences(situation: Scenario, run: Run, step: int, told: Snapshot) -> list[str]:
    index, found = run.step_of(step), []
    for name in COMPARED[situation.game]:
        derived, said = run.relation(Node(name), index).keys(), told[name]
        if derived == said or (derived and {(each,) for each in derived} == said):
            continue
        rows = set(run.rows(name, index))
        if name in _OF_WHAT_IS_THERE:
            rows = {row for row in rows if (row[0], "ceased") not in told["zone"]}
        if rows != said:
            found.append(f"after {step}: {name}:{_only('rules', rows - said)}{_only('machine', said - rows)}")
    return found


def _doubts(run: Run, step: int, machine: Machine) -> list[str]:
    """What the situation leaves open is missing for the rules too; nothing after that can be compared."""
    missing = {row[0] for row in run.rows("missing", run.step_of(step))}
    unseen = machine.doubtful - missing
    return [f"after {step}: missing: only the machine: {', '.join(sorted(unseen))}"] if unseen else []


def _only(which: str, rows: Iterable[tuple[object, ...]]) -> str:
    said = ", ".join(sorted(" ".join(map(str, row)) for row in rows))
    return f" only the {which}: {said}." if said else ""
