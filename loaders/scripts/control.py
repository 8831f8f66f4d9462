"""What a script does to control: takes, swaps, effects that set or lock it, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, ControlFact, Duration, Kind, Lasting
from loaders.scripts import nodes
from loaders.scripts.cards import CardReader, Cards
from loaders.scripts.durations import call_duration
from loaders.scripts.effects import Effects
from loaders.scripts.follow_ups import FollowUps
from loaders.scripts.names import Function
from loaders.scripts.players import opposite, players
from loaders.scripts.results import result_of
from loaders.scripts.set_effects import SetEffects, kind_of

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
_OF_THE_CARD: Final = frozenset({"owner", "not owner", "controller", "not controller"})


class ControlReader:
    """Reads the control facts of one script."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.names = effects.names
        self.cards = CardReader(self.names, effects.targets(), effects.holders)
        self._after = FollowUps(effects, self.cards)

    def facts(self) -> list[ControlFact]:
        """All control facts, in the order of the script."""
        set_effects = SetEffects(self.effects, self.cards, self._around)
        found = [*self._calls(), *self._values_of_calls(), *set_effects.facts()]
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
        if to_node is not None and to & _OF_THE_CARD and not self._asks_moved(to_node, given[0]):
            to = to - _OF_THE_CARD | {UNKNOWN}
        duration = call_duration(self.names, nodes.argument(call, 2), nodes.argument(call, 3))
        return self._at_call(call, kind_of(to), what, to, duration)

    def _asks_moved(self, to: Node, moved: Node, depth: int = 0) -> bool:
        """Whether the card whose owner or controller is asked is the one that moves."""
        asked = [
            called[0]
            for each in nodes.descend(to)
            if each.type == "function_call" and (called := nodes.method(each)) and called[1].startswith("Get")
        ]
        if asked:
            mine = self.cards.cards(moved).words == {"this card"}
            return all(
                nodes.root(each) == nodes.root(moved)
                or (mine and self.cards.cards(each).words == {"this card"})
                for each in asked
            )
        values = [
            each.value
            for node in nodes.descend(to)
            if node.type == "identifier"
            for each in self.names.reaching(nodes.text(node), node.start_byte)
        ]
        known = [value for value in values if value is not None]
        return depth < 4 and bool(known) and all(self._asks_moved(each, moved, depth + 1) for each in known)

    def _swap(self, call: Node) -> ControlFact:
        what = Cards()
        for index in (0, 1):
            node = nodes.argument(call, index)
            what.merge(self.cards.cards(node) if node is not None else Cards({UNKNOWN}))
        duration = call_duration(self.names, nodes.argument(call, 2), nodes.argument(call, 3))
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
        source = {"you", "opponent"} if kind is Kind.SWAP else {opposite(player) for player in to}
        unknown = [
            name
            for name, is_unknown in (
                ("what", UNKNOWN in what.words or not what.words),
                ("to", UNKNOWN in to),
                ("duration", duration.kind is Lasting.UNKNOWN),
            )
            if is_unknown
        ]
        fact = ControlFact(
            kind, self.names.at(call), self.names.callee(call), tuple(sorted(what.words)), tuple(sorted(to)),
            tuple(sorted(source)), duration, result_of(self.names, call), tuple(what.selections),
            follow_ups=self._follow_ups(call), unknown=tuple(unknown),
        )  # fmt: skip
        return self._around(call, fact)

    def _around(self, node: Node, fact: ControlFact) -> ControlFact:
        """A fact with what is asked in the effects around it, their names and the function's."""
        asked = self.asked(node)
        return replace(
            fact,
            legality=tuple(sorted(asked & LEGALITY)),
            zone_checks=tuple(sorted(asked & ZONES)),
            effects=self._effects_at(node),
            function=self._function_name(node),
        )

    def _function_name(self, node: Node) -> str:
        function = self.names.function_at(node.start_byte)
        return function.name if function is not None else ""

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

    def _follow_ups(self, call: Node) -> tuple[str, ...]:
        """The codes of effects put on the moved cards later in the same function."""
        return tuple(dict.fromkeys(code for code, _ in self.follow_ups(call)))

    def follow_ups(self, call: Node) -> list[tuple[str, Node]]:
        """Code and registering call of the effects put on the moved cards afterwards."""
        return self._after.after(call)
