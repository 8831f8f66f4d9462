"""Which player an expression means, from the side of whoever uses the effect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN
from loaders.scripts import nodes
from loaders.scripts.names import Definition, Function, Names

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST: Final = 10
_OTHER: Final = {
    "you": "opponent",
    "opponent": "you",
    "owner": "not owner",
    "not owner": "owner",
    "controller": "not controller",
    "not controller": "controller",
    "turn player": "not turn player",
    "not turn player": "turn player",
    "event player": "not event player",
    "not event player": "event player",
    "chain player": "not chain player",
    "not chain player": "chain player",
}
_METHODS: Final = {
    "GetHandlerPlayer": "you",
    "GetOwnerPlayer": "you",
    "GetOwner": "owner",
    "GetControler": "controller",
    "GetPreviousControler": "previous controller",
    "GetSummonPlayer": "summoning player",
    "GetReasonPlayer": "reason player",
}
_EFFECTS: Final = re.compile(r"[a-z]?e\d*|eff\d*")
Players = frozenset[str]
_NOBODY_KNOWN: Final = frozenset((UNKNOWN,))


def opposite(player: str) -> str:
    """The other player, `UNKNOWN` where no word says it.

    >>> opposite("you"), opposite("not owner"), opposite("reason player")
    ('opponent', 'owner', '?')
    """
    return _OTHER.get(player, UNKNOWN)


def players(names: Names, node: Node, depth: int = 0) -> Players:
    """The players `node` may be; `UNKNOWN` among them for a form that is not understood."""
    node = nodes.bare(node)
    if depth > _DEEPEST:
        return _NOBODY_KNOWN
    match node.type:
        case "identifier":
            return _named(names, node, depth)
        case "number" if nodes.text(node) in "01":
            return frozenset((f"player {nodes.text(node)}",))
        case "binary_expression":
            return _binary(names, node, depth)
        case "function_call":
            return _call(names, node)
    return _NOBODY_KNOWN


def _binary(names: Names, node: Node, depth: int) -> Players:
    sides, sign = nodes.operands(node), nodes.operator(node)
    if sides is None:
        return _NOBODY_KNOWN
    if sign == "-" and nodes.text(sides[0]) == "1":
        found = players(names, sides[1], depth + 1)
        return frozenset(opposite(player) for player in found)
    if sign == "or":
        each = [players(names, option, depth + 1) for option in nodes.alternatives(node)]
        return frozenset().union(*each)
    return _NOBODY_KNOWN


def _call(names: Names, node: Node) -> Players:
    called = nodes.method(node)
    if called is None:
        return _of_the_duel(names, node)
    receiver, name = called
    if name == "GetControler" and nodes.text(receiver).endswith("GetHandler()"):
        return frozenset(("you",)) if not nodes.text(receiver).startswith("re:") else _NOBODY_KNOWN
    if name == "GetOwner" and _EFFECTS.fullmatch(nodes.text(receiver)):
        return _NOBODY_KNOWN  # the owner of an effect is a card
    return frozenset((_METHODS.get(name, UNKNOWN),))


def _of_the_duel(names: Names, node: Node) -> Players:
    """The turn player, and whoever activated the effect of a Chain Link that the script asks about."""
    match names.callee(node), [nodes.text(each) for each in nodes.arguments(node)]:
        case "Duel.GetTurnPlayer", _:
            return frozenset(("turn player",))
        case "Duel.GetChainInfo", [_, ("CHAININFO_TRIGGERING_CONTROLER" | "CHAININFO_TRIGGERING_PLAYER"), *_]:
            return frozenset(("chain player",))
    return _NOBODY_KNOWN


def _named(names: Names, node: Node, depth: int) -> Players:
    name = nodes.text(node)
    definitions = names.reaching(name, node.start_byte)
    if not definitions:
        return frozenset(("you",)) if name == "tp" else _NOBODY_KNOWN
    found: set[str] = set()
    for each in definitions:
        found |= _defined(names, each, name, depth)
    return frozenset(found)


def _defined(names: Names, each: Definition, name: str, depth: int) -> Players:
    if each.parameter_of is not None:
        return _parameter(names, each.parameter_of, each.index, name, depth)
    if each.value is None or each.index or each.is_item:
        return _NOBODY_KNOWN
    return players(names, each.value, depth + 1)


def is_effect_function(function: Function) -> bool:
    """Whether the engine calls it with effect, player, event group and so on.

    By position, not by name: some scripts write ``_`` for what they do not use.
    """
    return len(function.parameters) >= 2 and function.parameters[0] in ("e", "_", "te")


def _parameter(names: Names, function: Function, index: int, name: str, depth: int) -> Players:
    if is_effect_function(function) and index == 1 and name == "tp":
        return frozenset(("you",))
    if is_effect_function(function) and index == 3 and name == "ep":
        return frozenset(("event player",))
    passed = [nodes.argument(call, index) for call in names.callers(function)]
    if passed:
        known = [players(names, a, depth + 1) if a is not None else _NOBODY_KNOWN for a in passed]
        return frozenset().union(*known)
    # Every script calls the player of the effect tp; a filter gets it as an extra argument.
    return frozenset(("you",)) if name == "tp" else _NOBODY_KNOWN
