"""Everything one script says, from its bytes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kb.edopro.records import Asked, Problem, ScriptFacts
from loaders.scripts import nodes
from loaders.scripts.control import ControlReader
from loaders.scripts.effects import Effects, effects_of
from loaders.scripts.names import Names, names_of
from loaders.scripts.tree import Script, parse

if TYPE_CHECKING:
    from tree_sitter import Node

CONTROL_WORDS: Final = re.compile(
    rb"GetControl\b|SwapControl|SET_CONTROL|CANNOT_CHANGE_CONTROL|REMOVE_BRAINWASHING|CreateToken"
)
"""A script without any of these words says nothing about control."""
_PASSCODE: Final = re.compile(rb"(?<![\w.])[1-9]\d{4,8}(?!\w)")
_ALIAS: Final = re.compile(rb"^\s*Duel\.LoadCardScriptAlias\(\s*(\d+)\s*\)", re.MULTILINE)
_ASKED: Final = {"GetOwner", "IsOwner", "GetControler", "IsControler", "GetPreviousControler"}
_EFFECT_NAMES: Final = re.compile(r"[tr]?e\d*|eff\d*|te\d*")


def script_facts(source: bytes, name: str, *, with_effects: bool = True) -> ScriptFacts:
    """What the script in `source` says.

    With `with_effects` False a script without a word of control is only parsed, and has no effects listed.

    >>> code = b"function s.op(e,tp)\\n\\tDuel.GetControl(e:GetHandler(),1-tp)\\nend"
    >>> [(str(fact.kind), fact.to, fact.duration.text) for fact in script_facts(code, "c1.lua").control]
    [('give', ('opponent',), 'lasting')]
    """
    script = parse(source, name)
    if script.root is None:
        return ScriptFacts(name, problems=script.problems)
    if not with_effects and not CONTROL_WORDS.search(source):
        return ScriptFacts(name, problems=script.problems, alias=alias_in(source))
    return facts_of(script)


def facts_of(script: Script) -> ScriptFacts:
    """What a parsed script says."""
    names = names_of(script)
    effects = effects_of(names)
    control = [
        replace(fact, unknown=(*fact.unknown, "redefined")) if names.is_redefined(fact.by) else fact
        for fact in ControlReader(effects).facts()
    ]
    unknown = tuple(
        Problem("SCR003", fact.at, f"{fact.by}: {', '.join(fact.unknown)}")
        for fact in control
        if fact.unknown
    )
    return ScriptFacts(
        script.name,
        tuple(effects.fact(effect) for effect in effects.all),
        tuple(control),
        tuple(asked(names, effects)),
        (*script.problems, *unknown),
        frozenset(match.decode() for match in _PASSCODE.findall(script.source)),
        alias_in(script.source),
    )


def alias_in(source: bytes) -> str:
    """The passcode of the card whose script this one runs instead; empty when it has its own.

    >>> alias_in(b"Duel.LoadCardScriptAlias(4031928)")
    '4031928'
    """
    match = _ALIAS.search(source)
    return match[1].decode() if match else ""


def asked(names: Names, effects: Effects) -> list[Asked]:
    """Where the script asks for owner or controller. On an effect, GetOwner gives a card, not a player."""
    found: list[Asked] = []
    for call in names.calls:
        called = nodes.method(call)
        if called and called[1] in _ASKED:
            receiver, method = called
            is_effect = method == "GetOwner" and is_effect_expression(names, effects, receiver)
            space = "Effect" if is_effect else "Card"
            found.append(
                Asked(
                    f"{space}.{method}",
                    names.at(call),
                    nodes.text(receiver),
                    "card" if is_effect else "player",
                )
            )
    return found


def is_effect_expression(names: Names, effects: Effects, node: Node) -> bool:
    """Whether an expression is an effect rather than a card."""
    if node.type != "identifier":
        called = nodes.method(node) if node.type == "function_call" else None
        return names.callee(node) in ("Effect.CreateEffect", "Effect.GlobalEffect") or bool(
            called and called[1] in ("GetReasonEffect", "GetLabelObject", "GetActivateEffect")
        )
    made = {effect.node.id for effect in effects.all}
    values = [each.value for each in names.reaching(nodes.text(node), node.start_byte)]
    if any(value is not None and value.id in made for value in values):
        return True
    return bool(_EFFECT_NAMES.fullmatch(nodes.text(node)))
