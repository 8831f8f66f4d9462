"""The checks on calls that change control. Each gives findings it is sure of, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kb.edopro.findings import Finding
from kb.edopro.records import UNKNOWN, At, ControlFact, Kind, Lasting, Result
from loaders.scripts import nodes
from loaders.scripts.control import ControlReader
from loaders.scripts.effects import Effect, effects_of
from loaders.scripts.freed_zones import frees_zone
from loaders.scripts.lint_moved import MovedChecks
from loaders.scripts.lint_owner import OwnerChecks
from loaders.scripts.names import Names
from loaders.scripts.tree import source_line
from loaders.scripts.values import bit_names, mask_error, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

_CONTROL: Final = frozenset({"Duel.GetControl", "Duel.SwapControl"})
_ACTIVATED: Final = frozenset(
    {"EFFECT_TYPE_ACTIVATE", "EFFECT_TYPE_IGNITION", "EFFECT_TYPE_TRIGGER_O", "EFFECT_TYPE_TRIGGER_F",
     "EFFECT_TYPE_QUICK_O", "EFFECT_TYPE_QUICK_F", "EFFECT_TYPE_FLIP"}
)  # fmt: skip
_FORCED: Final = frozenset(
    {"EFFECT_TYPE_TRIGGER_F", "EFFECT_TYPE_QUICK_F", "EFFECT_TYPE_FLIP", "EFFECT_TYPE_CONTINUOUS"}
)
_SET_CONTROL: Final = "EFFECT_SET_CONTROL"
_MASK_SETTERS: Final = frozenset({"SetReset", "SetType", "SetCategory", "SetProperty", "SetRange"})


class Checks:
    """All checks on one script."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.effects = effects_of(names)
        self.reader = ControlReader(self.effects)
        self.source = names.script.source
        self.has_set_control = _SET_CONTROL.encode() in self.source

    def run(self) -> list[Finding]:
        """All findings, and a note for each control fact that was not understood."""
        found: list[Finding] = []
        owner = OwnerChecks(self)
        for call in self.names.calls:
            if self.names.callee(call) in _CONTROL:
                found += self._control_call(call)
            called = nodes.method(call)
            if called and called[1] in _MASK_SETTERS:
                found += self._masks(call)
            if called and called[1] in ("GetOwner", "IsOwner"):
                found += owner.at(call)
        found += MovedChecks(self).run()
        facts = self.reader.facts()
        found += [
            self.finding("SCR003", fact.at, detail=f"{fact.by}: {', '.join(fact.unknown)}")
            for fact in facts
            if fact.unknown
        ]
        return found

    def finding(self, rule: str, where: Node | At, **fields: str) -> Finding:
        """What a rule found at a place; the fields are the words in its sentences."""
        at = where if isinstance(where, At) else self.names.at(where)
        line = source_line(self.source, at.line)
        return Finding(rule, self.names.script.name, at, tuple(fields.items()), line)

    def _control_call(self, call: Node) -> Iterator[Finding]:
        callee = self.names.callee(call)
        written = _short(nodes.text(call))
        for fact in self.reader.facts_at(call):
            yield from self._zones_and_targets(call, fact)
            if callee == "Duel.GetControl" and fact.result is Result.TRUTH:
                yield self.finding("CTL007", call, call=written)
            if fact.result is Result.IGNORED:
                yield from self._follow_ups(call, written)
        yield from self._phases(call, callee)
        yield from self._masks(call)
        yield from self._category(call)
        if callee == "Duel.GetControl" and not self.has_set_control:
            yield from self._equip(call, written)

    def _zones_and_targets(self, call: Node, fact: ControlFact) -> Iterator[Finding]:
        types = self._types(call)
        if fact.kind is Kind.RETURN or not types or types & _FORCED or UNKNOWN in types:
            return
        is_targeted = fact.what == ("target",) and any(each.is_target for each in fact.selections)
        if is_targeted and not fact.legality:
            yield self.finding("CTL005", call, call=fact.by)
        elif not fact.zone_checks and not self._makes_room(call, fact):
            yield self.finding("CTL002", call, call=fact.by)

    def _makes_room(self, call: Node, fact: ControlFact) -> bool:
        return fact.kind is not Kind.SWAP and frees_zone(self.reader, self.effects_at(call), call, fact.to)

    def effects_at(self, call: Node) -> list[Effect]:
        """The effects that the functions around a call work for."""
        found: dict[int, Effect] = {}
        for function in self.names.functions_at(call.start_byte):
            found |= {id(effect): effect for effect, _ in self.effects.roles_of(function)}
        return list(found.values())

    def _types(self, call: Node) -> set[str]:
        effects = self.effects_at(call)
        return {n for e in effects for node in e.given("SetType") for n in self.effects.constant_names(node)}

    def _follow_ups(self, call: Node, written: str) -> Iterator[Finding]:
        seen: set[int] = set()
        for code, registered in self.reader.follow_ups(call):
            if code != _SET_CONTROL and registered.id not in seen and not self._is_guarded(call, registered):
                seen.add(registered.id)
                yield self.finding("CTL003", registered, code=code, call=written)
                return

    def _is_guarded(self, call: Node, registered: Node) -> bool:
        """Whether the controller is asked between the call and the follow-up."""
        between = self.source[call.end_byte : registered.start_byte]
        return bool(re.search(rb"Controler|GetOperatedGroup", between))

    def _phases(self, call: Node, callee: str) -> Iterator[Finding]:
        phase, count = nodes.argument(call, 2), nodes.argument(call, 3)
        if phase is None:
            return
        values = numbers(self.names, phase)
        counts = numbers(self.names, count) if count is not None else frozenset((0,))
        if values is None:
            return
        if any(value & 0x3FF for value in values) and counts == frozenset((0,)):
            names = [n for value in sorted(values) for n in bit_names("PHASE_", value)]
            yield self.finding("CTL008", call, call=callee, phase="|".join(names))
        dropped = [n for value in values for n in bit_names("RESET", value & ~0x3FF)]
        if dropped:
            yield self.finding("CTL009", phase, call=callee, bits="|".join(dropped))

    def _masks(self, call: Node) -> Iterator[Finding]:
        for node in nodes.arguments(call):
            for each in nodes.descend(node):
                error = mask_error(self.names, each) if each.type == "binary_expression" else None
                if error is not None:
                    yield self.finding(
                        "CTL010", each, sum=_short(nodes.text(each)),
                        is_number=f"{error.is_number:#x}", would_be=f"{error.would_be:#x}",
                    )  # fmt: skip

    def _category(self, call: Node) -> Iterator[Finding]:
        """Only where the script never names the category: many effects set it in their target function."""
        if b"CATEGORY_CONTROL" in self.source:
            return
        for effect in self.effects_at(call):
            types = {n for node in effect.given("SetType") for n in self.effects.constant_names(node)}
            named = {n for node in effect.given("SetCategory") for n in self.effects.constant_names(node)}
            if types & _ACTIVATED and UNKNOWN not in named and self._is_operation(effect, call):
                yield self.finding("CTL012", call, effect=effect.name)
                return

    def _is_operation(self, effect: Effect, call: Node) -> bool:
        operations = self.effects.functions_of(effect, "operation")
        return any(function.contains(call.start_byte) for function in operations)

    def _equip(self, call: Node, written: str) -> Iterator[Finding]:
        """Taking what this card is equipped to: the equipped monster, or the target of its own equip."""
        moved = nodes.argument(call, 0)
        inside = self.names.function_at(call.start_byte)
        if moved is None or inside is None:
            return
        words = self.reader.cards.cards(moved).words
        equips = any(
            self.names.callee(each) == "Duel.Equip" and inside.contains(each.start_byte)
            and self._equips_handler_to(each, moved)
            for each in self.names.calls
        )  # fmt: skip
        helper = any(e.name.startswith("AddEquipProcedure") for e in self.effects_at(call))
        if words == {"equipped monster"} or equips or (helper and "GetEquipTarget" in nodes.text(moved)):
            fact = self.reader.take(call)
            if fact.duration.kind is Lasting.LASTING and fact.kind is Kind.TAKE:
                yield self.finding("CTL006", call, call=written)

    def _equips_handler_to(self, equip: Node, moved: Node) -> bool:
        card, to = nodes.argument(equip, 1), nodes.argument(equip, 2)
        if card is None or to is None or nodes.text(to) != nodes.text(moved):
            return False
        return self.reader.cards.cards(card).words == {"this card"}


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}..."
