"""The mistakes that card scripts make with control. Each check gives findings it is sure of, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kb.edopro.findings import Finding
from kb.edopro.records import UNKNOWN, ControlFact, Kind, Lasting, Result
from loaders.scripts import nodes
from loaders.scripts.control import ControlReader
from loaders.scripts.effects import Effect, effects_of
from loaders.scripts.facts import is_effect_expression
from loaders.scripts.names import Names, names_of
from loaders.scripts.players import players
from loaders.scripts.tree import parse
from loaders.scripts.values import bit_names, mask_error, masks, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

_CONTROL: Final = frozenset({"Duel.GetControl", "Duel.SwapControl"})
_AWAY: Final = frozenset(
    {"Duel.SendtoGrave", "Duel.SendtoHand", "Duel.SendtoDeck", "Duel.Remove", "Duel.Sendto", "Duel.Release"}
)
_BACK: Final = frozenset({"Duel.SpecialSummon", "Duel.SpecialSummonStep", "Duel.MoveToField", "Duel.Summon"})
_ACTIVATED: Final = frozenset(
    {"EFFECT_TYPE_ACTIVATE", "EFFECT_TYPE_IGNITION", "EFFECT_TYPE_TRIGGER_O", "EFFECT_TYPE_TRIGGER_F",
     "EFFECT_TYPE_QUICK_O", "EFFECT_TYPE_QUICK_F", "EFFECT_TYPE_FLIP"}
)  # fmt: skip
_FORCED: Final = frozenset(
    {"EFFECT_TYPE_TRIGGER_F", "EFFECT_TYPE_QUICK_F", "EFFECT_TYPE_FLIP", "EFFECT_TYPE_CONTINUOUS"}
)
_OWNED: Final = re.compile(rb"(?i)--[^\n]*\bown(?:s|ed|er)?\b")
_COMMENT: Final = re.compile(r"--\s*tcg-rules:\s*(?:ignore|disable)(-file)?\b\s*([\w, -]*)")
_MASK_SETTERS: Final = frozenset({"SetReset", "SetType", "SetCategory", "SetProperty", "SetRange"})


def lint(source: bytes, name: str) -> list[Finding]:
    """The findings in a script, in order; those that a comment in the script silences are left out.

    >>> code = b"function s.op(e,tp)\\n\\tif Duel.GetControl(tc,tp) then end\\nend"
    >>> [(each.rule, str(each.at)) for each in lint(code, "c1.lua") if each.level == "error"]
    [('CTL007', '2:5')]
    """
    script = parse(source, name)
    found = [
        Finding(p.rule, name, p.at, (("detail", p.detail),), _line(source, p.at.line))
        for p in script.problems
    ]
    if script.root is not None:
        found += _Checks(names_of(script)).run()
    return [each for each in sorted(found, key=_order) if not _is_silenced(each, source)]


def _order(finding: Finding) -> tuple[int, int, str]:
    return finding.at.line, finding.at.column, finding.rule


def _line(source: bytes, number: int) -> str:
    lines = source.split(b"\n")
    return lines[number - 1][:500].decode("utf-8", "replace").strip() if number <= len(lines) else ""


def _is_silenced(finding: Finding, source: bytes) -> bool:
    """Whether a comment on the line, or one for the whole file, names the rule or all rules."""
    if b"tcg-rules:" not in source or len(source) > 2_000_000:
        return False
    for number, raw in enumerate(source.split(b"\n"), 1):
        match = _COMMENT.search(raw.decode("utf-8", "replace")) if b"tcg-rules:" in raw else None
        if match and (match[1] or number == finding.at.line):
            ids = match[2].replace(",", " ").split()
            if not ids or finding.rule in ids:
                return True
    return False


class _Checks:
    """All checks on one script."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.effects = effects_of(names)
        self.reader = ControlReader(self.effects)
        self.source = names.script.source
        self.has_set_control = b"EFFECT_SET_CONTROL" in self.source

    def run(self) -> list[Finding]:
        found: list[Finding] = []
        for call in self.names.calls:
            if self.names.callee(call) in _CONTROL:
                found += self._control_call(call)
            called = nodes.method(call)
            if called and called[1] in _MASK_SETTERS:
                found += self._masks(call)
            if called and called[1] in ("GetOwner", "IsOwner"):
                found += self._owner(call)
        found += self._moved()
        facts = self.reader.facts()
        found += [
            self._finding("SCR003", fact.at.line, fact, detail=f"{fact.by}: {', '.join(fact.unknown)}")
            for fact in facts
            if fact.unknown
        ]
        return found

    def _finding(
        self, rule: str, where: Node | int, fact: ControlFact | None = None, **fields: str
    ) -> Finding:
        at = fact.at if isinstance(where, int) and fact is not None else self.names.at(where)  # type: ignore[arg-type]
        line = _line(self.source, at.line)
        return Finding(rule, self.names.script.name, at, tuple(fields.items()), line)

    def _control_call(self, call: Node) -> Iterator[Finding]:
        callee = self.names.callee(call)
        written = _short(nodes.text(call))
        for fact in self.reader.facts_at(call):
            yield from self._zones_and_targets(call, fact)
            if callee == "Duel.GetControl" and fact.result is Result.TRUTH:
                yield self._finding("CTL007", call, call=written)
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
            yield self._finding("CTL005", call, call=fact.by)
        elif not fact.zone_checks:
            yield self._finding("CTL002", call, call=fact.by)

    def _effects_at(self, call: Node) -> list[Effect]:
        found: dict[int, Effect] = {}
        for function in self.names.functions_at(call.start_byte):
            found |= {id(effect): effect for effect, _ in self.effects.roles_of(function)}
        return list(found.values())

    def _types(self, call: Node) -> set[str]:
        effects = self._effects_at(call)
        return {n for e in effects for node in e.given("SetType") for n in self.effects.constant_names(node)}

    def _follow_ups(self, call: Node, written: str) -> Iterator[Finding]:
        seen: set[int] = set()
        for code, registered in self.reader.follow_ups(call):
            if registered.id not in seen and not self._is_guarded(call, registered):
                seen.add(registered.id)
                yield self._finding("CTL003", registered, code=code, call=written)
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
            yield self._finding("CTL008", call, call=callee, phase="|".join(names))
        dropped = [n for value in values for n in bit_names("RESET", value & ~0x3FF)]
        if dropped:
            yield self._finding("CTL009", phase, call=callee, bits="|".join(dropped))

    def _masks(self, call: Node) -> Iterator[Finding]:
        for node in nodes.arguments(call):
            for each in nodes.descend(node):
                error = mask_error(self.names, each) if each.type == "binary_expression" else None
                if error is not None:
                    yield self._finding(
                        "CTL010", each, sum=_short(nodes.text(each)),
                        is_number=f"{error.is_number:#x}", would_be=f"{error.would_be:#x}",
                    )  # fmt: skip

    def _category(self, call: Node) -> Iterator[Finding]:
        """Only where the script never names the category: many effects set it in their target function."""
        if b"CATEGORY_CONTROL" in self.source:
            return
        for effect in self._effects_at(call):
            types = {n for node in effect.given("SetType") for n in self.effects.constant_names(node)}
            named = {n for node in effect.given("SetCategory") for n in self.effects.constant_names(node)}
            if types & _ACTIVATED and UNKNOWN not in named and self._is_operation(effect, call):
                yield self._finding("CTL012", call, effect=effect.name)
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
        helper = any(e.name.startswith("AddEquipProcedure") for e in self._effects_at(call))
        if words == {"equipped monster"} or equips or (helper and "GetEquipTarget" in nodes.text(moved)):
            fact = self.reader.take(call)
            if fact.duration.kind is Lasting.LASTING and fact.kind is Kind.TAKE:
                yield self._finding("CTL006", call, call=written)

    def _equips_handler_to(self, equip: Node, moved: Node) -> bool:
        card, to = nodes.argument(equip, 1), nodes.argument(equip, 2)
        if card is None or to is None or nodes.text(to) != nodes.text(moved):
            return False
        return self.reader.cards.cards(card).words == {"this card"}

    def _owner(self, call: Node) -> Iterator[Finding]:
        called = nodes.method(call)
        if called is None:
            return
        receiver, method = called
        is_effect = method == "GetOwner" and is_effect_expression(self.names, self.effects, receiver)
        parent = self.names.parents.get(call.id)
        if is_effect and parent is not None and self._is_player_test(parent, call):
            yield self._finding("CTL011", call, asked=nodes.text(call), given="Card", used="player")
        elif method == "GetOwner" and not is_effect and self._is_card_use(parent):
            if nodes.text(receiver) in ("c", "tc", "chkc", "sc"):
                yield self._finding("CTL011", call, asked=nodes.text(call), given="player", used="Card")
        elif not is_effect and self._asks_about_side(call, receiver, parent):
            yield self._finding("CTL004", call, asked=nodes.text(call))

    def _is_player_test(self, parent: Node, call: Node) -> bool:
        """Whether the value is compared with a player, or is ``1-x``."""
        sides = nodes.operands(parent) if parent.type == "binary_expression" else None
        if sides is None:
            return False
        if nodes.operator(parent) == "-":
            return nodes.text(sides[0]) == "1"
        other = sides[1] if sides[0].id == call.id else sides[0]
        known = players(self.names, other)
        return nodes.operator(parent) in ("==", "~=") and UNKNOWN not in known

    def _is_card_use(self, parent: Node | None) -> bool:
        return parent is not None and parent.type == "method_index_expression"

    def _asks_about_side(self, call: Node, receiver: Node, parent: Node | None) -> bool:
        """Whether the owner is asked to find out on whose side a card is that will be taken or given.

        Looking for the own card on the opponent's side, to get it back, is a question about the owner.
        """
        lost = self._losers(call)
        if (
            not lost
            or _OWNED.search(self.source)
            or nodes.text(receiver) in ("e:GetHandler()", "c:GetHandler()")
        ):
            return False
        inside = self.names.function_at(call.start_byte)
        others = [
            each
            for each in self.names.calls
            if each.id != call.id and inside is not None and inside.contains(each.start_byte)
            and (method := nodes.method(each)) and method[1] in ("IsOwner", "GetOwner")
        ]  # fmt: skip
        return not others and self._asked_player(call, parent) == lost

    def _asked_player(self, call: Node, parent: Node | None) -> frozenset[str]:
        """The player that the owner is compared with: ``IsOwner(1-tp)``, ``GetOwner()~=tp``."""
        method = nodes.method(call)
        nobody: frozenset[str] = frozenset()
        if method and method[1] == "IsOwner":
            player = nodes.argument(call, 0)
            return players(self.names, player) if player is not None else nobody
        sides = nodes.operands(parent) if parent is not None and parent.type == "binary_expression" else None
        if parent is None or sides is None or nodes.operator(parent) not in ("==", "~="):
            return nobody
        other = players(self.names, sides[1] if sides[0].id == call.id else sides[0])
        if nodes.operator(parent) == "==":
            return other
        return frozenset({"you": "opponent", "opponent": "you"}.get(player, UNKNOWN) for player in other)

    def _losers(self, call: Node) -> frozenset[str]:
        """Who loses control in the operations of the effects whose other functions are around the call."""
        lost: set[str] = set()
        for effect in self._effects_at(call):
            for function in self.effects.functions_of(effect, "operation"):
                if function.contains(call.start_byte):
                    continue
                for each in self.names.calls:
                    if function.contains(each.start_byte) and self.names.callee(each) == "Duel.GetControl":
                        lost |= set(self.reader.take(each).source)
        return frozenset(lost)

    def _moved(self) -> Iterator[Finding]:
        """A monster of the opponent's field sent away and Summoned to your side in one function."""
        if self.names.uses("Duel.GetControl"):
            return
        for back in self.names.calls:
            callee = self.names.callee(back)
            card = nodes.argument(back, 0)
            if callee not in _BACK or card is None:
                continue
            to = nodes.argument(back, 2 if callee == "Duel.MoveToField" else 3)
            if to is None or not players(self.names, to) <= {"you", "opponent"}:
                continue
            away = self._sent_away(card, back) if callee != "Duel.MoveToField" else None
            if away is not None or (callee == "Duel.MoveToField" and self._is_monster_zone(back)):
                where = away or back
                if self._crosses(card, players(self.names, to), back):
                    yield self._finding(
                        "CTL001", where, what=nodes.text(card), call=self.names.callee(where)
                    )  # fmt: skip

    def _is_monster_zone(self, call: Node) -> bool:
        place = nodes.argument(call, 3)
        values = numbers(self.names, place) if place is not None else None
        return values == frozenset((masks()["LOCATION_MZONE"],))

    def _sent_away(self, card: Node, back: Node) -> Node | None:
        inside = self.names.function_at(back.start_byte)
        for call in self.names.calls:
            if call.start_byte < back.start_byte and inside is not None and inside.contains(call.start_byte):
                first = nodes.argument(call, 0)
                if (
                    self.names.callee(call) in _AWAY
                    and first is not None
                    and nodes.text(first) == nodes.text(card)
                ):
                    return call
        return None

    def _crosses(self, card: Node, to: frozenset[str], back: Node) -> bool:
        """Whether the card was chosen on the field of the other player, and only there."""
        found = self.reader.cards.cards(card)
        sides = {side for each in found.selections for side in each.sides}
        return sides == {"opponent"} and to == {"you"}


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}..."
