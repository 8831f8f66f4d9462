"""What a script does to control: takes, swaps, effects that set or lock it, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, ControlFact, Duration, Kind, Lasting, Result
from loaders.scripts import nodes
from loaders.scripts.cards import CardReader, Cards
from loaders.scripts.effects import Effect, Effects
from loaders.scripts.names import Function
from loaders.scripts.players import players
from loaders.scripts.values import bit_names, masks, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

LEGALITY: Final = frozenset(
    {"Card.IsControlerCanBeChanged", "Card.IsAbleToChangeControler", "aux.CheckStealEquip"}
)
ZONES: Final = frozenset(
    {"Duel.GetMZoneCount", "Duel.GetLocationCount", "Duel.GetLocationCountFromEx", "Duel.GetUsableMZoneCount",
     "Duel.CheckLocation", "Duel.SelectDisableField", "Duel.SelectField", "Card.IsControlerCanBeChanged",
     "aux.CheckStealEquip", "aux.CheckZonesReg"}
)  # fmt: skip
_PHASES: Final = 0x3FF
_COMPARE: Final = frozenset({"==", "~=", "<", ">", "<=", ">="})
_SET: Final = "EFFECT_SET_CONTROL"
_CODES: Final = {
    "EFFECT_CANNOT_CHANGE_CONTROL": Kind.LOCK,
    "EFFECT_REMOVE_BRAINWASHING": Kind.RESTORE,
}
_OPPOSITE: Final = {"you": "opponent", "opponent": "you", "owner": "not owner", "not owner": "owner",
                    "controller": "not controller", "not controller": "controller",
                    "turn player": "not turn player", "not turn player": "turn player"}  # fmt: skip


class ControlReader:
    """Reads the control facts of one script."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.names = effects.names
        self.cards = CardReader(self.names, effects.targets())

    def facts(self) -> list[ControlFact]:
        """All control facts, in the order of the script."""
        found = [*self._calls(), *self._values_of_calls(), *self._set_effects()]
        return sorted(found, key=lambda fact: fact.at)

    def _calls(self) -> Iterator[ControlFact]:
        for call in self.names.calls:
            yield from self.facts_at(call)

    def facts_at(self, call: Node) -> Iterator[ControlFact]:
        """The fact of a call that changes control or makes a token; nothing for another call."""
        match self.names.callee(call):
            case "Duel.GetControl":
                yield self.take(call)
            case "Duel.SwapControl":
                yield self._swap(call)
            case "Duel.CreateToken":
                yield self._token(call)

    def _values_of_calls(self) -> Iterator[ControlFact]:
        """A control function that is not called but handed on: where to is not followed."""
        for name in ("Duel.GetControl", "Duel.SwapControl"):
            for use in self.names.uses(name):
                yield ControlFact(Kind.MOVE, self.names.at(use), name, unknown=("handed on as a value",))

    def take(self, call: Node) -> ControlFact:
        """What a call of Duel.GetControl does."""
        given = nodes.arguments(call)
        to_node = nodes.argument(call, 1)
        to = players(self.names, to_node) if to_node is not None else frozenset((UNKNOWN,))
        what = self.cards.cards(given[0]) if given else Cards({UNKNOWN})
        duration = self._duration(nodes.argument(call, 2), nodes.argument(call, 3))
        return self._at_call(call, _kind(to), what, to, duration)

    def _swap(self, call: Node) -> ControlFact:
        what = Cards()
        for index in (0, 1):
            node = nodes.argument(call, index)
            what.merge(self.cards.cards(node) if node is not None else Cards({UNKNOWN}))
        duration = self._duration(nodes.argument(call, 2), nodes.argument(call, 3))
        return self._at_call(call, Kind.SWAP, what, frozenset(("you", "opponent")), duration)

    def _token(self, call: Node) -> ControlFact:
        owner = nodes.argument(call, 0)
        to = players(self.names, owner) if owner is not None else frozenset((UNKNOWN,))
        return ControlFact(
            Kind.TOKEN, self.names.at(call), "Duel.CreateToken", ("token",), tuple(sorted(to)),
            duration=Duration(Lasting.LASTING), effects=self._effects_at(call),
            function=self._function_name(call), unknown=("to",) if UNKNOWN in to else (),
        )  # fmt: skip

    def _at_call(
        self, call: Node, kind: Kind, what: Cards, to: frozenset[str], duration: Duration
    ) -> ControlFact:
        asked = self.asked(call)
        source = {"you", "opponent"} if kind is Kind.SWAP else {_OPPOSITE.get(p, UNKNOWN) for p in to}
        unknown = [
            name
            for name, is_unknown in (
                ("what", UNKNOWN in what.words or not what.words),
                ("to", UNKNOWN in to),
                ("duration", duration.kind is Lasting.UNKNOWN),
            )
            if is_unknown
        ]
        return ControlFact(
            kind, self.names.at(call), self.names.callee(call), tuple(sorted(what.words)), tuple(sorted(to)),
            tuple(sorted(source)), duration, self._result(call), tuple(what.selections),
            tuple(sorted(asked & LEGALITY)), tuple(sorted(asked & ZONES)), self._follow_ups(call),
            self._effects_at(call), self._function_name(call), tuple(unknown),
        )  # fmt: skip

    def _function_name(self, node: Node) -> str:
        function = self.names.function_at(node.start_byte)
        return function.name if function is not None else ""

    def _duration(self, phase: Node | None, count: Node | None) -> Duration:
        """What the third and fourth arguments of a control call mean.

        Without a count the change is for good, whatever the phase: the engine then registers no phase.
        """
        counts = numbers(self.names, count) if count is not None else frozenset((0,))
        phases = numbers(self.names, phase) if phase is not None else frozenset((0,))
        if counts is None or phases is None:
            return Duration(Lasting.UNKNOWN)
        timed = {c for c in counts if c > 0}
        ends = {p & _PHASES for p in phases if p & _PHASES}
        if not timed or not ends:
            return Duration(Lasting.LASTING)
        names = tuple(n for value in sorted(ends) for n in bit_names("PHASE_", value))
        kind = Lasting.PHASE if len(timed) == len(counts) and len(ends) == len(phases) else Lasting.MIXED
        return Duration(kind, names, tuple(sorted(timed)))

    # effects that set or lock control

    def _set_effects(self) -> Iterator[ControlFact]:
        for effect in self.effects.all:
            codes = {code for node in effect.given("SetCode") for code in self.effects.constant_names(node)}
            if _SET in codes:
                yield self._set_effect(effect)
            for code, kind in _CODES.items():
                if code in codes:
                    yield self._plain_effect(effect, code, kind)

    def _set_effect(self, effect: Effect) -> ControlFact:
        to: frozenset[str] = frozenset()
        for node in effect.given("SetValue"):
            to |= self._value_players(node)
        to = to or frozenset((UNKNOWN,))
        fact = self._plain_effect(effect, _SET, _kind(to))
        source = tuple(sorted({_OPPOSITE.get(player, UNKNOWN) for player in to}))
        unknown = (*fact.unknown, "to") if UNKNOWN in to else fact.unknown
        return _with(fact, to=tuple(sorted(to)), source=source, unknown=unknown)

    def _value_players(self, node: Node) -> frozenset[str]:
        """The player a value stands for: an expression, or what a value function returns."""
        functions = self.names.resolve(node)
        if not functions:
            label = nodes.method(node) if node.type == "function_call" else None
            if label and label[1] in ("GetLabel", "GetFlagEffectLabel"):
                return frozenset((UNKNOWN,))
            return players(self.names, node)
        found: frozenset[str] = frozenset()
        for function in functions:
            for each in nodes.descend(function.node):
                if each.type == "return_statement" and self.names.function_at(each.start_byte) is function:
                    for values in each.named_children:
                        if values.named_children:
                            found |= self._returned_player(values.named_children[0])
        return found or frozenset((UNKNOWN,))

    def _returned_player(self, node: Node) -> frozenset[str]:
        return players(self.names, node)

    def _plain_effect(self, effect: Effect, code: str, kind: Kind) -> ControlFact:
        what, unknown = Cards(), []
        types = {name for node in effect.given("SetType") for name in self.effects.constant_names(node)}
        for call in effect.registered:
            called = nodes.method(call)
            what.merge(self.cards.cards(called[0]) if called else Cards({"the duel"}))
        duration = self._effect_duration(effect, types, what)
        if "EFFECT_TYPE_EQUIP" in types:
            what.words = {"equipped monster"}
        elif "EFFECT_TYPE_FIELD" in types:
            what.words = {"monsters on the field"}
        if UNKNOWN in what.words or not what.words:
            unknown.append("what")
        if duration.kind is Lasting.UNKNOWN:
            unknown.append("duration")
        asked = self.asked(effect.node)
        return ControlFact(
            kind, self.names.at(effect.node), code, tuple(sorted(what.words)), duration=duration,
            selections=tuple(what.selections), legality=tuple(sorted(asked & LEGALITY)),
            zone_checks=tuple(sorted(asked & ZONES)), effects=(effect.name, *self._effects_at(effect.node)),
            function=self._function_name(effect.node), unknown=tuple(unknown),
        )  # fmt: skip

    def _effect_duration(self, effect: Effect, types: set[str], what: Cards) -> Duration:
        resets: frozenset[int] | None = frozenset((0,))
        for node in effect.given("SetReset"):
            values = numbers(self.names, node)
            resets = None if values is None or resets is None else resets - {0} | values
        if resets is None:
            return Duration(Lasting.UNKNOWN)
        ends = tuple(n for value in sorted(resets) for n in bit_names("RESET_", value))
        if any(value & masks()["RESET_PHASE"] for value in resets):
            return self._phase_reset(effect, resets, ends)
        if not types or UNKNOWN in types:
            return Duration(Lasting.UNKNOWN, resets=ends)
        if "EFFECT_TYPE_EQUIP" in types:
            return Duration(Lasting.WHILE_EQUIPPED, resets=ends)
        if types & {"EFFECT_TYPE_FIELD", "EFFECT_TYPE_TARGET", "EFFECT_TYPE_XMATERIAL"}:
            return Duration(Lasting.WHILE_SOURCE, resets=ends)
        if effect.given("SetCondition"):
            return Duration(Lasting.WHILE_CONDITION, resets=ends)
        if what.words == {"this card"} and not any(resets):
            return Duration(Lasting.WHILE_SOURCE)
        return Duration(Lasting.LASTING, resets=ends)

    def _phase_reset(self, effect: Effect, resets: frozenset[int], ends: tuple[str, ...]) -> Duration:
        given = effect.given("SetReset", 1)
        counts: frozenset[int] | None = frozenset() if given else frozenset((1,))
        for node in given:
            values = numbers(self.names, node)
            counts = None if values is None or counts is None else counts | values
        phases = tuple(n for value in sorted(resets) for n in bit_names("PHASE_", value & _PHASES))
        own = any(value & masks()["RESET_SELF_TURN"] for value in resets)
        other = any(value & masks()["RESET_OPPO_TURN"] for value in resets)
        turn = "self" if own and not other else "opponent" if other and not own else ""
        return Duration(
            Lasting.PHASE if phases else Lasting.UNKNOWN, phases, tuple(sorted(counts or ())), turn, ends
        )

    # around a call

    def _effects_at(self, node: Node) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for function in self.names.functions_at(node.start_byte):
            found |= dict.fromkeys(effect.name for effect, _ in self.effects.roles_of(function))
        return tuple(found)

    def asked(self, node: Node) -> frozenset[str]:
        """The engine functions that the effects around `node` ask, in any of their functions."""
        functions: dict[int, Function] = {}
        for function in self.names.functions_at(node.start_byte):
            if function.name.endswith("initial_effect"):
                continue
            functions[function.node.id] = function
            for effect, _ in self.effects.roles_of(function):
                functions |= {each.node.id: each for each in self.effects.functions_of(effect)}
                for call in effect.setters.get("helper", ()):
                    functions |= {call.id: Function(call, "helper", ())}
        found: set[str] = set()
        for function in functions.values():
            found |= self._asked_in(function.node, frozenset())
        return frozenset(found)

    def _asked_in(self, node: Node, seen: frozenset[int]) -> set[str]:
        found: set[str] = set()
        if node.id in seen or len(seen) > 6:
            return found
        for each in nodes.descend(node):
            if each.type == "function_call":
                called = nodes.method(each)
                found.add(f"Card.{called[1]}" if called else self.names.callee(each))
            elif each.type == "dot_index_expression":
                found.add(nodes.text(each))
            if each.type in ("identifier", "dot_index_expression") and each.id != node.id:
                for function in self.names.resolve(each):
                    found |= self._asked_in(function.node, seen | {node.id})
        return found

    def _result(self, call: Node) -> Result:
        node, parent = call, self.names.parents.get(call.id)
        while parent is not None and parent.type == "parenthesized_expression":
            node, parent = parent, self.names.parents.get(parent.id)
        if parent is None or parent.type in ("block", "chunk"):
            return Result.IGNORED
        if parent.type == "binary_expression":
            return _in_expression(parent)
        if parent.type == "unary_expression":
            return Result.TRUTH if nodes.operator(parent) == "not" else Result.KEPT
        if parent.type == "expression_list":
            return self._kept(parent, call)
        is_condition = parent.child_by_field_name("condition")
        return Result.TRUTH if is_condition is not None and is_condition.id == node.id else Result.KEPT

    def _kept(self, values: Node, call: Node) -> Result:
        """How the variable that holds the number is used afterwards."""
        statement = self.names.parents.get(values.id)
        if statement is None or statement.type != "assignment_statement":
            return Result.KEPT
        targets = next((c for c in statement.named_children if c.type == "variable_list"), None)
        if targets is None or not targets.named_children:
            return Result.KEPT
        name = nodes.text(targets.named_children[0])
        uses = {
            self._result(use)
            for use in self._uses_of(name, statement.end_byte)
            if any(
                d.value is not None and d.value.id == call.id
                for d in self.names.reaching(name, use.start_byte)
            )
        }
        return next((r for r in (Result.TRUTH, Result.COMPARED) if r in uses), Result.KEPT)

    def _uses_of(self, name: str, start: int) -> list[Node]:
        function = self.names.function_at(start)
        root = function.node if function is not None else self.names.script.root
        inside = nodes.descend(root) if root is not None else ()
        return [
            n for n in inside if n.type == "identifier" and n.start_byte > start and nodes.text(n) == name
        ]

    def _follow_ups(self, call: Node) -> tuple[str, ...]:
        """The codes of effects put on the moved cards later in the same function."""
        return tuple(dict.fromkeys(code for code, _ in self.follow_ups(call)))

    def follow_ups(self, call: Node) -> list[tuple[str, Node]]:
        """Code and registering call of the effects put on the moved cards afterwards."""
        inside = self.names.function_at(call.start_byte)
        moved = {
            nodes.text(node)
            for node in nodes.arguments(call)[: 2 if "Swap" in self.names.callee(call) else 1]
        }
        found: list[tuple[str, Node]] = []
        for effect in self.effects.all:
            for registered in effect.registered:
                called = nodes.method(registered)
                if called is None or inside is None or not self._comes_after(registered, call, inside):
                    continue
                if self._is_moved(called[0], moved, call, inside):
                    codes = {c for n in effect.given("SetCode") for c in self.effects.constant_names(n)}
                    found += [(code, registered) for code in sorted(codes)]
        return found

    def _comes_after(self, registered: Node, call: Node, inside: Function) -> bool:
        if inside.contains(registered.start_byte):
            return registered.start_byte > call.end_byte
        helper = self.names.function_at(registered.start_byte)
        calls = self.names.callers(helper) if helper is not None else []
        return any(inside.contains(c.start_byte) and c.start_byte > call.end_byte for c in calls)

    def _is_moved(self, receiver: Node, moved: set[str], call: Node, inside: Function) -> bool:
        name = nodes.text(receiver)
        if inside.contains(receiver.start_byte) and name in moved:
            return True
        for each in self.names.reaching(name, receiver.start_byte):
            value = each.value
            if (
                value is not None
                and any(n.type == "identifier" and nodes.text(n) in moved for n in nodes.descend(value))
                and (each.is_item or _gives_member(value))
            ):
                return True
            if each.parameter_of is not None and self._is_passed(
                each.parameter_of, each.index, moved, call, inside
            ):
                return True
        return False

    def _is_passed(
        self, function: Function, index: int, moved: set[str], call: Node, inside: Function
    ) -> bool:
        for outer in self.names.callers(function):
            passed = nodes.argument(outer, index)
            is_later = inside.contains(outer.start_byte) and outer.start_byte > call.end_byte
            if passed is not None and is_later and nodes.text(passed) in moved:
                return True
        looped = self.cards.looped_group(function)
        return looped is not None and nodes.text(looped) in moved


def _gives_member(value: Node) -> bool:
    called = nodes.method(value) if value.type == "function_call" else None
    return called is not None and called[1] in ("GetFirst", "GetNext")


def _in_expression(parent: Node) -> Result:
    sign = nodes.operator(parent)
    if sign in _COMPARE:
        return Result.COMPARED
    return Result.TRUTH if sign in ("and", "or") else Result.KEPT


def _kind(to: Iterable[str]) -> Kind:
    to = frozenset(to)
    if to == {"you"}:
        return Kind.TAKE
    if to == {"opponent"}:
        return Kind.GIVE
    return Kind.RETURN if to == {"owner"} else Kind.MOVE


def _with(
    fact: ControlFact, *, to: tuple[str, ...], source: tuple[str, ...], unknown: tuple[str, ...]
) -> ControlFact:
    return ControlFact(
        fact.kind, fact.at, fact.by, fact.what, to, source, fact.duration, fact.result, fact.selections,
        fact.legality, fact.zone_checks, fact.follow_ups, fact.effects, fact.function, unknown,
    )  # fmt: skip
