"""Reading questions: what is asked, of what, at which moment, and what answer is expected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kb.scenario.document import Fields, Items, Node, Text, plain_value
from kb.scenario.events import read_flag
from kb.scenario.findings import describe
from kb.scenario.records import NOT_GIVEN, Event, Question
from kb.scenario.situation import Situation
from kb.scenario.vocabulary import AskSpec

QUESTION_FIELDS: Final = ("ask", "of", "at", "expect", "why", "what", "for", "mechanical")
_AFTER: Final = re.compile(r"after:\s*(.+)")


def read_question(
    situation: Situation, node: Node, index: int, events: Sequence[Event], count: int
) -> Question | None:
    """One question; None when what is asked cannot be told. `count` is how many events are written."""
    findings, path = situation.findings, f"questions[{index}]"
    fields = findings.fields(node, path, "a question")
    if fields is None:
        return None
    findings.unknown_fields(fields, path, "a field of questions", QUESTION_FIELDS)
    spec = _ask(situation, fields, path)
    at, step = _moment(situation, fields, path, events, count)
    of = _of(situation, fields, path, spec, step)
    if spec is None or of is None:
        return None
    expect = fields.get("expect")
    return Question(
        ask=spec.name,
        of=of,
        at=at,
        step=step,
        place=findings.place(node, path),
        expect=NOT_GIVEN if expect is None else _expected(situation, spec, expect, f"{path}.expect"),
        why=_remark(fields, "why"),
        what=_remark(fields, "what"),
        for_=_remark(fields, "for"),
        mechanical=_mechanical(situation, fields, path),
    )


def _remark(fields: Fields, name: str) -> str | None:
    node = fields.get(name)
    if node is None or (isinstance(node, Text) and node.is_null):
        return None
    return node.value if isinstance(node, Text) else str(plain_value(node))


def _mechanical(situation: Situation, fields: Fields, path: str) -> bool | None:
    node = fields.get("mechanical")
    if node is None or (isinstance(node, Text) and node.is_null):
        return None
    flag = read_flag(node)
    if flag is None:
        situation.findings.error(
            node, f"{path}.mechanical", "this must be true or false", found=describe(node)
        )
    return flag


def _ask(situation: Situation, fields: Fields, path: str) -> AskSpec | None:
    node = fields.get("ask")
    if node is None:
        situation.findings.error(fields, path, "a question needs the field 'ask'")
        return None
    name = situation.findings.text(node, f"{path}.ask", "a kind of question")
    if name is None:
        return None
    known = situation.words.asks_of(situation.game)
    if name in known:
        return known[name]
    elsewhere = situation.words.asks.get(name)
    problem = f"this is asked in {' and '.join(elsewhere.games)} only" if elsewhere else "unknown question"
    what = f"a question of {situation.game}"
    situation.findings.unknown(node, f"{path}.ask", problem, name, what, known)
    return None


def _moment(
    situation: Situation, fields: Fields, path: str, events: Sequence[Event], count: int
) -> tuple[str, int]:
    """The moment as written, and the number of events before it."""
    node = fields.get("at")
    if node is None or (isinstance(node, Text) and node.is_null):
        return "end", count
    path = f"{path}.at"
    at = situation.findings.text(node, path, "a moment")
    if at is None or at in ("start", "end"):
        return at or "end", 0 if at == "start" else count
    after = _AFTER.fullmatch(at)
    step = _step(situation, after[1], events) if after else None
    if step is None:
        expected, near = "start, after:N or end", ("start", "end", "after:1")
        situation.findings.error(node, path, "unknown moment", found=at, expected=expected, near=near)
        return at, count
    if not 1 <= step <= count:
        problem = f"there is no event {step}"
        expected = f"after:1 to after:{count}" if count else "start or end: there are no events"
        many = "no events" if count == 0 else "1 event" if count == 1 else f"{count} events"
        situation.findings.error(
            node, path, f"{problem}: the scenario has {many}", found=at, expected=expected
        )
        return at, count
    return at, step


def _step(situation: Situation, written: str, events: Sequence[Event]) -> int | None:
    """An event's number: written as such, or as the id of what an event made."""
    if re.fullmatch(r"[0-9]{1,9}", written):
        return int(written)
    known = situation.known.get(written)
    return known.step if known is not None and known.step and events else None


def _of(situation: Situation, fields: Fields, path: str, spec: AskSpec | None, step: int) -> str | None:
    node = fields.get("of")
    path = f"{path}.of"
    if node is None:
        situation.findings.error(fields, path.removesuffix(".of"), "a question needs the field 'of'")
        return None
    if spec is None:
        return None
    if "player" in spec.of and isinstance(node, Text) and node.value in situation.players:
        return node.value
    of = situation.battlefield(node, path) if spec.of == ("battlefield",) else situation.object(node, path)
    known = situation.known.get(of or "")
    if known is not None and known.step > step:
        problem = f"this does not exist yet: event {known.step} makes it"
        expected = f"at: after:{known.step} or later"
        situation.findings.error(node, path, problem, found=of, expected=expected)
        return None
    return of


def _expected(situation: Situation, spec: AskSpec, node: Node, path: str) -> object:
    """The expected answer, checked against the type of answer that the question has."""
    if isinstance(node, Text) and node.is_null:
        return None
    if spec.answer == "player":
        return situation.player(node, path)
    if spec.answer == "zone":
        return situation.zone(node, path, with_owner=True)
    if spec.answer == "flag":
        return _flag(situation, node, path)
    if spec.answer == "list":
        if not isinstance(node, Items):
            situation.findings.error(node, path, "this must be a list", found=describe(node))
        return plain_value(node)
    fields = situation.findings.fields(node, path, "the expected answer")
    if fields is None:
        return None
    return (
        _flags(situation, fields, path) if spec.answer == "flags" else _status(situation, spec, fields, path)
    )


def _flag(situation: Situation, node: Node, path: str) -> bool | None:
    flag = read_flag(node)
    if flag is None:
        situation.findings.error(node, path, "this must be true or false", found=describe(node))
    return flag


def _flags(situation: Situation, fields: Fields, path: str) -> dict[str, bool | None]:
    flags = {}
    for key, value in fields.entries:
        player = situation.player(Text(key.value, plain=False, mark=key.mark), path)
        if player is not None:
            flags[player] = _flag(situation, value, f"{path}.{key.value}")
    return flags


def _status(situation: Situation, spec: AskSpec, fields: Fields, path: str) -> dict[str, object]:
    status: dict[str, object] = {}
    for key, value in fields.entries:
        at = f"{path}.{key.value}"
        nobody = isinstance(value, Text) and value.is_null
        if key.value not in spec.keys:
            situation.findings.unknown(key, at, "unknown key", key.value, "a key of the status", spec.keys)
        elif key.value in ("controller", "conquered_by"):
            status[key.value] = None if nobody else situation.player(value, at)
        elif key.value == "contested":
            status[key.value] = _flag(situation, value, at)
        else:
            status[key.value] = plain_value(value)
    return status
