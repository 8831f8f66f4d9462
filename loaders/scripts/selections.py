"""How a script finds cards: the call, whose field it looks at, and what its filter asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, Selection
from loaders.scripts import nodes
from loaders.scripts.names import Names
from loaders.scripts.players import players
from loaders.scripts.values import masks, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

SELECTIONS: Final = {
    # name: positions of filter, player, own side, other side; whether it targets
    "Duel.SelectTarget": (1, 2, 3, 4, True),
    "Duel.SelectMatchingCard": (1, 2, 3, 4, False),
    "Duel.GetMatchingGroup": (0, 1, 2, 3, False),
    "Duel.GetFirstMatchingCard": (0, 1, 2, 3, False),
    "Duel.GetTargetGroup": (0, 1, 2, 3, True),
    "Duel.GetFieldGroup": (-1, 0, 1, 2, False),
    "Duel.SelectReleaseGroup": (1, 0, -1, -1, False),
    "Duel.SelectReleaseGroupCost": (1, 0, -1, -1, False),
    "Duel.IsExistingTarget": (0, 1, 2, 3, True),
    "Duel.IsExistingMatchingCard": (0, 1, 2, 3, False),
    "Duel.GetMatchingGroupCount": (0, 1, 2, 3, False),
}


def selection(names: Names, call: Node, callee: str) -> Selection:
    """Whose field a selecting call looks at, and what its filter asks."""
    filter_at, player_at, own_at, other_at, is_target = SELECTIONS[callee]
    sides = _sides(names, call, player_at, own_at, other_at)
    filters = nodes.argument(call, filter_at) if filter_at >= 0 else None
    asked = asked_by(names, filters) if filters is not None else ()
    return Selection(callee, sides, asked, is_target)


def _sides(names: Names, call: Node, player_at: int, own_at: int, other_at: int) -> tuple[str, ...]:
    player = nodes.argument(call, player_at)
    whose = players(names, player) if player is not None else frozenset((UNKNOWN,))
    if own_at < 0:
        return tuple(sorted(whose))
    sides: set[str] = set()
    for at, flip in ((own_at, False), (other_at, True)):
        written = nodes.argument(call, at)
        places = numbers(names, written) if written is not None else frozenset((0,))
        if places is None:
            sides.add(UNKNOWN)
        elif any(place & masks()["LOCATION_ONFIELD"] for place in places):
            sides |= {_flip(each) if flip else each for each in whose}
    return tuple(sorted(sides))


def asked_by(names: Names, node: Node, depth: int = 0) -> tuple[str, ...]:
    """The engine functions a filter calls, helpers such as ``aux.FaceupFilter`` looked through."""
    if depth > 4:
        return ()
    found: dict[str, None] = {}
    for each in nodes.descend(node):
        if each.type == "dot_index_expression" and nodes.text(each).startswith(("Card.", "aux.")):
            found[nodes.text(each)] = None
        elif each.type == "function_call" and (called := nodes.method(each)):
            found[f"Card.{called[1]}"] = None
        for function in names.resolve(each) if _may_name(each) else ():
            if function.node.id != node.id:
                body = function.node.child_by_field_name("body")
                inner = asked_by(names, body, depth + 1) if body is not None else ()
                found |= dict.fromkeys(inner)
    return tuple(found)


def _may_name(node: Node) -> bool:
    return node.type in ("identifier", "dot_index_expression")


def _flip(player: str) -> str:
    return {"you": "opponent", "opponent": "you"}.get(player, UNKNOWN)
