"""How long a change of control lasts: the arguments of a call, the resets of an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, Duration, Lasting
from loaders.scripts.cards import Cards
from loaders.scripts.effects import Effect
from loaders.scripts.names import Names
from loaders.scripts.values import bit_names, masks, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

_PHASES: Final = 0x3FF
_FROM_THE_SOURCE: Final = frozenset({"EFFECT_TYPE_FIELD", "EFFECT_TYPE_TARGET", "EFFECT_TYPE_XMATERIAL"})


def call_duration(names: Names, phase: Node | None, count: Node | None) -> Duration:
    """What the third and fourth arguments of a control call mean.

    Without a count the change is for good, whatever the phase: the engine then registers no phase.
    """
    counts = numbers(names, count) if count is not None else frozenset((0,))
    phases = numbers(names, phase) if phase is not None else frozenset((0,))
    if counts == frozenset((0,)):
        return Duration(Lasting.LASTING)
    if counts is None or phases is None:
        return Duration(Lasting.UNKNOWN)
    timed = {c for c in counts if c > 0}
    ends = {p & _PHASES for p in phases if p & _PHASES}
    if not timed or not ends:
        return Duration(Lasting.LASTING)
    told = tuple(n for value in sorted(ends) for n in bit_names("PHASE_", value))
    kind = Lasting.PHASE if len(timed) == len(counts) and len(ends) == len(phases) else Lasting.MIXED
    return Duration(kind, told, tuple(sorted(timed)))


def effect_duration(names: Names, effect: Effect, types: set[str], what: Cards) -> Duration:
    """How long an effect that sets or locks control lasts, by its type, condition and resets."""
    resets: frozenset[int] | None = frozenset((0,))
    for node in effect.given("SetReset"):
        values = numbers(names, node)
        resets = None if values is None or resets is None else resets - {0} | values
    if resets is None:
        return Duration(Lasting.UNKNOWN)
    ends = tuple(n for value in sorted(resets) for n in bit_names("RESET_", value))
    if any(value & masks()["RESET_PHASE"] for value in resets):
        return _phase_reset(names, effect, resets, ends)
    if all(value & masks()["RESET_CHAIN"] for value in resets):
        return Duration(Lasting.CHAIN, resets=ends)
    if not types or UNKNOWN in types:
        return Duration(Lasting.UNKNOWN, resets=ends)
    if "EFFECT_TYPE_EQUIP" in types:
        return Duration(Lasting.WHILE_EQUIPPED, resets=ends)
    if types & _FROM_THE_SOURCE:
        return Duration(Lasting.WHILE_SOURCE, resets=ends)
    if effect.given("SetCondition"):
        return Duration(Lasting.WHILE_CONDITION, resets=ends)
    if what.words == {"this card"} and not any(resets):
        return Duration(Lasting.WHILE_SOURCE)
    return Duration(Lasting.LASTING, resets=ends)


def _phase_reset(names: Names, effect: Effect, resets: frozenset[int], ends: tuple[str, ...]) -> Duration:
    given = effect.given("SetReset", 1)
    counts: frozenset[int] | None = frozenset() if given else frozenset((1,))
    for node in given:
        values = numbers(names, node)
        counts = None if values is None or counts is None else counts | values
    phases = tuple(n for value in sorted(resets) for n in bit_names("PHASE_", value & _PHASES))
    own = any(value & masks()["RESET_SELF_TURN"] for value in resets)
    other = any(value & masks()["RESET_OPPO_TURN"] for value in resets)
    turn = "self" if own and not other else "opponent" if other and not own else ""
    kind = Lasting.PHASE if phases else Lasting.UNKNOWN
    return Duration(kind, phases, tuple(sorted(counts or ())), turn, ends)
