"""Lua as EDOPro scripts use it, far enough to find a code block's end and the engine names it uses.

A block ends at a blank line followed by something that is no Lua, once every ``function``, ``if`` and ``do``
is closed. Names are written ``Duel.GetControl`` for functions, with the type of the receiver filled in for
methods: ``tc:IsFaceup()`` is ``Card.IsFaceup``, by the naming habits every script follows (``e`` an effect,
``c`` or ``tc`` a card, ``g`` a group), by assignment from ``Effect.CreateEffect`` or ``Clone``, or because
the page itself writes ``Card.IsFaceup`` elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

NAMESPACES: Final = frozenset(
    {"Card", "Duel", "Effect", "Group", "Debug", "aux", "Auxiliary", "Cost", "Fusion"}
)
_NOT_CODE: Final = re.compile(r"--.*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\[\[.*?\]\]")
_OPENS: Final = re.compile(r"\b(?:function|if|do|repeat)\b")
_CLOSES: Final = re.compile(r"\b(?:end|until)\b")
_STARTS: Final = re.compile(
    r"\s*(?:--|(?:local|function|if|for|while|repeat|return|else|elseif|end|until|do|goto|break)\b(?!')"
    r"|[A-Za-z_][\w.:]*(?:\[[^\]]*\])?\s*(?:\(|=(?!=)|,\s*[A-Za-z_][\w.]*\s*[,=]))"
    r"|\s+\S"
)
_QUALIFIED: Final = re.compile(r"(?<![\w.:])([A-Z][A-Za-z]*|aux)\.([A-Z]\w*)")
_METHOD: Final = re.compile(r"(?<![\w.])([A-Za-z_]\w*):([A-Z]\w*)\s*\(")
_CONSTANT: Final = re.compile(r"(?<![\w.:])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
_EFFECT_VARIABLE: Final = re.compile(r"\b(\w+)\s*=\s*(?:Effect\.CreateEffect|GetEffect|\w+:Clone)\b")
_RECEIVERS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"(?:[tr]?e\d*|eff\d*)"), "Effect"),
    (re.compile(r"(?:[a-z]{0,2}c\d*|chkc|card)"), "Card"),
    (re.compile(r"(?:[a-z]?g\d*|group)"), "Group"),
)


def looks_like_lua(line: str) -> bool:
    """Whether `line` starts like a Lua statement or continues one.

    >>> looks_like_lua("Duel.GetControl(tc,tp)"), looks_like_lua("Duel.GetControl returns a number.")
    (True, False)
    """
    return bool(_STARTS.match(line))


def block_depth(line: str) -> int:
    """How many blocks `line` opens less those it closes.

    >>> block_depth("if a then"), block_depth("end"), block_depth("while b do x() end")
    (1, -1, 0)
    """
    code = _NOT_CODE.sub("", line)
    code = re.sub(r"\belseif\b", "", code)
    return len(_OPENS.findall(code)) - len(_CLOSES.findall(code))


def code_end(lines: Sequence[str], start: int) -> int:
    """The index after the last line of the Lua block that starts at index `start`, blank lines included.

    >>> code_end(["local a=1", "", "function f()", "", "end", "", "Some prose."], 0)
    5
    """
    depth, at, end = 0, start, start
    while at < len(lines):
        line = lines[at]
        if line.strip():
            if depth <= 0 and not looks_like_lua(line):
                break
            depth += block_depth(line)
            end = at + 1
        at += 1
    return end


def constants(text: str) -> list[str]:
    """The engine constants in `text`, in order, each once.

    >>> constants("Duel.GetControl(tc,tp,PHASE_END,1) -- LOCATION_MZONE")
    ['PHASE_END', 'LOCATION_MZONE']
    """
    return list(dict.fromkeys(_CONSTANT.findall(text)))


def functions(code: str, known: Iterable[str] = ()) -> list[str]:
    """The engine functions in `code`, in order, each once; `known` are qualified names seen elsewhere.

    >>> functions("local e1=Effect.CreateEffect(c) e1:SetValue(1) x:IsFaceup()", ["Card.IsFaceup"])
    ['Effect.CreateEffect', 'Effect.SetValue', 'Card.IsFaceup']
    """
    by_method = {name.partition(".")[2]: name for name in known if not name.startswith(("Duel.", "aux."))}
    effects = set(_EFFECT_VARIABLE.findall(code))
    found = [(match.start(), match[0]) for match in _QUALIFIED.finditer(code) if match[1] in NAMESPACES]
    for match in _METHOD.finditer(code):
        receiver, method = match[1], match[2]
        kind = "Effect" if receiver in effects else _receiver_type(receiver)
        found.append((match.start(), by_method.get(method) or (f"{kind}.{method}" if kind else method)))
    return list(dict.fromkeys(name for _, name in sorted(found)))


def qualified_names(text: str) -> list[str]:
    """The names written ``Namespace.Function`` in `text`, in order, each once.

    >>> qualified_names("Use Duel.SwapControl; see Book.Chapter.")
    ['Duel.SwapControl']
    """
    found = (match[0] for match in _QUALIFIED.finditer(text) if match[1] in NAMESPACES)
    return list(dict.fromkeys(found))


def _receiver_type(name: str) -> str | None:
    return next((kind for pattern, kind in _RECEIVERS if pattern.fullmatch(name)), None)
