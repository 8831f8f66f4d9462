"""Reading events: each field of a verb by the role that ``verbs.yaml`` gives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kb.scenario.document import Fields, Items, Node, Text, plain_value
from kb.scenario.findings import describe, one_of
from kb.scenario.records import Event, Until
from kb.scenario.situation import Situation
from kb.scenario.vocabulary import ACTORS, FieldSpec, Fold, VerbSpec

DURATIONS: Final = ("indefinite", "end_of_turn", "end_phase")
TRUE: Final = frozenset({"true", "yes", "on"})
FALSE: Final = frozenset({"false", "no", "off"})
_ALWAYS: Final = ("n", "do", "note")

_Read: TypeAlias = Callable[[Node, str], object]


def read_event(situation: Situation, node: Node, index: int) -> Event | None:
    """One event, with its fields normalised; None when its verb cannot be told. Errors go to the findings."""
    findings, path, number = situation.findings, f"events[{index}]", index + 1
    fields = findings.fields(node, path, "an event")
    if fields is None:
        return None
    _check_number(situation, fields, path, number)
    verb = _verb(situation, fields, path)
    if verb is None:
        return None
    reader = _EventReader(situation, verb, number, _actor(situation, fields))
    values: dict[str, object] = {}
    for key, value in fields.entries:
        if key.value in _ALWAYS or (isinstance(value, Text) and value.is_null):
            continue
        spec = verb.fields.get(verb.aliases.get(key.value, key.value))
        if spec is None:
            _unknown_field(situation, verb, key, value, path, values)
            continue
        read = reader.field(spec, value, f"{path}.{key.value}")
        if read is not None:
            values[spec.name] = read
    _check_needed(situation, verb, fields, path)
    for spec in verb.fields.values():
        if spec.default is not None and spec.name not in values:
            values[spec.name] = Until(spec.default) if spec.role == "until" else spec.default
    if verb.fold is not None:
        _fold(verb.fold, values)
    note = fields.get("note")
    text = None if note is None or (isinstance(note, Text) and note.is_null) else str(plain_value(note))
    return Event(number, verb.name, values, findings.place(node, path), text)


def _check_number(situation: Situation, fields: Fields, path: str, number: int) -> None:
    given = fields.get("n")
    if given is not None and plain_value(given) != number:
        problem = "events are numbered from 1 without gaps"
        situation.findings.error(given, f"{path}.n", problem, found=describe(given), expected=str(number))


def _verb(situation: Situation, fields: Fields, path: str) -> VerbSpec | None:
    given = fields.get("do")
    if given is None:
        situation.findings.error(fields, path, "an event needs a verb", expected="do: VERB")
        return None
    name = situation.findings.text(given, f"{path}.do", "a verb")
    if name is None:
        return None
    verb = situation.words.verbs.get(name)
    known = situation.words.verbs_of(situation.game)
    if verb is None:
        what = f"a verb of {situation.game}"
        situation.findings.unknown(given, f"{path}.do", "unknown verb", name, what, known)
        return None
    if situation.game not in verb.games:
        problem = f"this verb belongs to {' and '.join(verb.games)}"
        expected = f"a verb of {situation.game}"
        situation.findings.error(given, f"{path}.do", problem, found=name, expected=expected, near=known)
        return None
    return known[name]


def _actor(situation: Situation, fields: Fields) -> str | None:
    """The acting player, if the event names one that exists."""
    for name in ACTORS:
        given = fields.get(name)
        if isinstance(given, Text) and given.value in situation.players:
            return given.value
    return None


def _fold(fold: Fold, values: dict[str, object]) -> None:
    named = values.pop(fold.name, fold.default)
    if fold.value in values:
        values[str(named)] = values.pop(fold.value)


def _unknown_field(
    situation: Situation, verb: VerbSpec, key: Text, value: Node, path: str, values: dict[str, object]
) -> None:
    known = (*verb.fields, *_ALWAYS)
    if verb.is_open:
        message = f"{verb.name} has no field {key.value!r} that a rule reads"
        situation.findings.caution(key, path, message, word=key.value, near=known)
        values[key.value] = plain_value(value)
        return
    what = f"a field of {verb.name}"
    situation.findings.unknown(key, f"{path}.{key.value}", "unknown field", key.value, what, known)


def _check_needed(situation: Situation, verb: VerbSpec, fields: Fields, path: str) -> None:
    for name in verb.needed:
        given = fields.get(name)
        if given is None or (isinstance(given, Text) and given.is_null):
            problem = f"{verb.name} needs the field {name!r}"
            situation.findings.error(fields, path, problem)


@dataclass(frozen=True, slots=True)
class _EventReader:
    """Reads the fields of one event."""

    situation: Situation
    verb: VerbSpec
    event: int
    actor: str | None

    def field(self, spec: FieldSpec, node: Node, path: str) -> object:
        read = self._reader(spec)
        if spec.role in ("kinds", "until", "conquest", "anything"):
            return read(node, path)
        nodes = node.values if isinstance(node, Items) else (node,)
        if not spec.is_many and len(nodes) != 1:
            problem = f"{self.verb.name} takes one value here"
            self.situation.findings.error(node, path, problem, found=describe(node))
            return None
        if spec.is_many and spec.is_needed and not nodes:
            problem = f"{self.verb.name} needs at least 1 here"
            self.situation.findings.error(node, path, problem, found=describe(node))
            return None
        several = len(nodes) > 1
        values = [read(part, f"{path}[{at}]" if several else path) for at, part in enumerate(nodes)]
        found = tuple(value for value in values if value is not None)
        if spec.is_many:
            return found
        return found[0] if found else None

    def _reader(self, spec: FieldSpec) -> _Read:
        situation = self.situation
        readers: dict[str, _Read] = {
            "player": situation.player,
            "object": situation.object,
            "battlefield": situation.battlefield,
            "bearer": situation.bearer,
            "outsider": lambda node, path: self._outsider(spec, node, path, self.actor),
            "named": lambda node, path: self._outsider(spec, node, path, None),
            "new": self._new,
            "result": self._result,
            "zone": situation.zone,
            "place": situation.place,
            "until": self._until,
            "kinds": situation.kinds,
            "word": lambda node, path: self._word(spec, node, path),
            "text": self._text,
            "number": self._number,
            "flag": self._flag,
            "anything": lambda node, _path: plain_value(node),
            "conquest": self._conquest,
            "negated": self._negated,
        }
        return readers[spec.role]

    def _outsider(self, spec: FieldSpec, node: Node, path: str, player: str | None) -> str | None:
        return self.situation.name_outsider(node, path, self.event, spec.name, player)

    def _new(self, node: Node, path: str) -> str | None:
        return self.situation.make(node, path, self.event)

    def _result(self, node: Node, path: str) -> str | None:
        if isinstance(node, Text) and node.value in self.situation.known:
            return node.value
        return self._new(node, path)

    def _word(self, spec: FieldSpec, node: Node, path: str) -> str | None:
        findings = self.situation.findings
        word = findings.text(node, path, one_of(spec.words))
        if word is None or word in spec.words:
            return word
        if spec.is_open:
            message = f"{word!r} is not a word that rules read here: {', '.join(spec.words)}"
            findings.caution(node, path, message, word=word, near=spec.words)
            return word
        findings.unknown(node, path, "unknown word", word, f"a {spec.name} of {self.verb.name}", spec.words)
        return None

    def _text(self, node: Node, path: str) -> str | None:
        return self.situation.findings.text(node, path, "text")

    def _number(self, node: Node, path: str) -> int | None:
        value = plain_value(node)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.situation.findings.error(node, path, "this must be a whole number", found=describe(node))
        return None

    def _flag(self, node: Node, path: str) -> bool | None:
        value = read_flag(node)
        if value is None:
            self.situation.findings.error(node, path, "this must be true or false", found=describe(node))
        return value

    def _negated(self, node: Node, path: str) -> object:
        flag = read_flag(node)
        return self.situation.object(node, path) if flag is None else flag

    def _conquest(self, node: Node, path: str) -> object:
        findings = self.situation.findings
        fields = findings.fields(node, path, "conquered")
        if fields is None:
            return None
        readers: dict[str, _Read] = {
            "battlefield": self.situation.battlefield,
            "player": self.situation.player,
        }
        return _mapping(self.situation, fields, path, readers)

    def _until(self, node: Node, path: str) -> Until | None:
        return read_until(self.situation, self.event, node, path)


def read_flag(node: Node) -> bool | None:
    """True or false as people write them in YAML; None for anything else.

    >>> read_flag(Text("yes", plain=True)), read_flag(Text("bear", plain=True))
    (True, None)
    """
    if not isinstance(node, Text) or not node.plain:
        return None
    word = node.value.lower()
    return True if word in TRUE else False if word in FALSE else None


def read_until(situation: Situation, event: int, node: Node, path: str) -> Until | None:
    """A duration: a word, or a condition with the fields that it needs."""
    findings = situation.findings
    if not isinstance(node, Fields):
        word = findings.text(node, path, "a duration")
        if word is None or word in DURATIONS:
            return Until(word) if word else None
        expected = f"{one_of(DURATIONS)}, or {{while: CONDITION, ...}}"
        findings.error(node, path, "unknown duration", found=word, expected=expected, near=DURATIONS)
        return None
    readers: dict[str, _Read] = {
        "while": lambda part, at: findings.text(part, at, "a condition"),
        "object": lambda part, at: situation.name_outsider(part, at, event, "until", None),
        "player": situation.player,
        "counter": lambda part, at: findings.text(part, at, "a kind of counter"),
    }
    values = _mapping(situation, node, path, readers)
    condition = values.get("while")
    needed = situation.words.conditions.get(str(condition))
    if needed is None:
        conditions = situation.words.conditions
        at = node.get("while") or node
        findings.unknown(at, f"{path}.while", "unknown condition", describe(at), "a condition", conditions)
        return None
    for name in needed:
        if node.get(name) is None:
            findings.error(node, path, f"the condition {condition!r} needs the field {name!r}")
    return Until("while", str(condition), values.get("object"), values.get("player"), values.get("counter"))


def _mapping(situation: Situation, node: Fields, path: str, readers: dict[str, _Read]) -> dict[str, str]:
    situation.findings.unknown_fields(node, path, "a field here", readers)
    values = {}
    for key, value in node.entries:
        read = readers.get(key.value)
        if read is not None and (result := read(value, f"{path}.{key.value}")) is not None:
            values[key.value] = str(result)
    return values
