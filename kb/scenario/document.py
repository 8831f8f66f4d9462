"""YAML text as a tree of small nodes that remember where they were written.

Scenario files come from strangers. The text is read as a stream of events by PyYAML's scanner and built into
a tree here, so that size, depth, aliases and tags are bounded while reading and nothing is ever constructed
from a tag. Scalars stay text: what they mean (an id, a number, nobody) is decided by the field that holds
them, which is why a player may be called ``N``, ``on`` or ``007``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import yaml

from kb.errors import Place, ScenarioError

MOST_BYTES: Final = 16 * 1024 * 1024
MOST_VALUES: Final = 1_000_000
MOST_DEPTH: Final = 24
MOST_ALIASES: Final = 200
MOST_REPEATED: Final = 10_000

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\.[0-9]{1,17}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a node was written: a line and column of a text, or a call of the builder."""

    line: int | None = None
    column: int | None = None
    call: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as written. `plain` is true when it stood without quotes: only then is null nothing."""

    value: str
    plain: bool
    mark: Mark = field(default_factory=Mark, compare=False)
    size: int = field(default=1, compare=False)

    @property
    def is_null(self) -> bool:
        """Whether this is a plain null, or nothing at all."""
        return self.plain and self.value in _NULLS


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    values: tuple[Node, ...]
    mark: Mark = field(default_factory=Mark, compare=False)
    size: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with text keys, in the order written."""

    entries: tuple[tuple[Text, Node], ...]
    mark: Mark = field(default_factory=Mark, compare=False)
    size: int = field(default=1, compare=False)

    def get(self, name: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for key, value in self.entries if key.value == name), None)


Node: TypeAlias = Text | Items | Fields


def plain_value(node: Node) -> object:
    """What a node means where no field decides: null, booleans and plain numbers as such, all else as text.

    >>> plain_value(Text("5", plain=True)), plain_value(Text("007", plain=True))
    (5, '007')
    >>> plain_value(Text("no", plain=True)), plain_value(Text("~", plain=True))
    ('no', None)
    """
    if isinstance(node, Items):
        return tuple(plain_value(value) for value in node.values)
    if isinstance(node, Fields):
        return {key.value: plain_value(value) for key, value in node.entries}
    if not node.plain:
        return node.value
    if node.is_null:
        return None
    if node.value in _TRUE or node.value in _FALSE:
        return node.value in _TRUE
    if _INTEGER.fullmatch(node.value):
        return int(node.value)
    if _DECIMAL.fullmatch(node.value):
        return float(node.value)
    return node.value


def parse_documents(text: str, source: str) -> tuple[Node, ...]:
    """The documents of a YAML text, one node each.

    Raises `ScenarioError` for text that is not YAML, has no document, repeats a key, uses a tag, or is
    larger, deeper or more aliased than a scenario can be.

    >>> [document] = parse_documents("players: [A, N]", "duel.yaml")
    >>> plain_value(document)
    {'players': ('A', 'N')}
    """
    if len(text) > MOST_BYTES:
        raise ScenarioError(Place(source), "the file is too large", expected=f"at most {MOST_BYTES:,} bytes")
    documents = tuple(_documents(_Builder(source), _events(text, source)))
    if not documents:
        raise ScenarioError(
            Place(source),
            "there is no scenario here",
            expected="a YAML document with game, players and setup",
        )
    return documents


def _events(text: str, source: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(source, mark.line + 1, mark.column + 1) if mark else Place(source)
        raise ScenarioError(place, f"not YAML: {error.problem or error.context}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ScenarioError(
            Place(source, line), f"not YAML: {error.reason}", hint="is this a text file?"
        ) from error
    except UnicodeEncodeError as error:
        raise ScenarioError(Place(source), f"not UTF-8: {error.reason}") from error


def _documents(builder: _Builder, events: Iterator[Any]) -> Iterator[Node]:
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            builder.start()
        elif isinstance(event, yaml.DocumentEndEvent):
            node = builder.root
            if node is not None and not (isinstance(node, Text) and node.is_null):
                yield node
        elif not isinstance(event, yaml.StreamStartEvent | yaml.StreamEndEvent):
            builder.add(event)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    mark: Mark
    anchor: str | None
    is_mapping: bool
    values: list[Node] = field(default_factory=list)


class _Builder:
    """Builds one document after the other from parser events, without recursion."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.values = 0
        self.repeated = 0
        self.aliases = 0
        self.start()

    def start(self) -> None:
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, Node] = {}

    def add(self, event: Any) -> None:
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        self.values += 1
        if self.values > MOST_VALUES:
            raise self._error(mark, f"more than {MOST_VALUES:,} values", hint="split the file")
        if isinstance(event, yaml.AliasEvent):
            self._put(self._aliased(str(event.anchor), mark))
            return
        if isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self._close()
            return
        if event.tag is not None and event.tag != "!":
            raise self._error(mark, "tags are not allowed", found=event.tag, expected="plain values")
        if isinstance(event, yaml.ScalarEvent):
            node = Text(event.value, bool(event.implicit[0]), mark)
            self._remember(event.anchor, node)
            self._put(node)
            return
        if len(self.open) >= MOST_DEPTH:
            raise self._error(mark, f"nested deeper than {MOST_DEPTH} levels")
        self.open.append(_Open(mark, event.anchor, isinstance(event, yaml.MappingStartEvent)))

    def _put(self, node: Node) -> None:
        if self.open:
            self.open[-1].values.append(node)
        else:
            self.root = node

    def _close(self) -> None:
        done = self.open.pop()
        size = 1 + sum(value.size for value in done.values)
        node: Node
        if done.is_mapping:
            node = Fields(self._entries(done.values), done.mark, size)
        else:
            node = Items(tuple(done.values), done.mark, size)
        self._remember(done.anchor, node)
        self._put(node)

    def _entries(self, values: list[Node]) -> tuple[tuple[Text, Node], ...]:
        seen: dict[str, Mark] = {}
        entries = []
        for key, value in zip(values[::2], values[1::2], strict=True):
            if not isinstance(key, Text):
                raise self._error(key.mark, "a key must be a word", found=plain_value(key))
            if key.value in seen:
                first = seen[key.value].line
                raise self._error(
                    key.mark, f"the key {key.value!r} is here twice", hint=f"first on line {first}"
                )
            seen[key.value] = key.mark
            entries.append((key, value))
        return tuple(entries)

    def _remember(self, anchor: str | None, node: Node) -> None:
        if anchor is not None:
            self.anchors[anchor] = node

    def _aliased(self, anchor: str, mark: Mark) -> Node:
        self.aliases += 1
        if self.aliases > MOST_ALIASES:
            raise self._error(mark, f"more than {MOST_ALIASES} aliases")
        if anchor not in self.anchors:
            raise self._error(mark, "an alias to nothing before it", found=anchor, expected="an anchor above")
        node = self.anchors[anchor]
        self.repeated += node.size
        if self.repeated > MOST_REPEATED:
            raise self._error(mark, f"aliases repeat more than {MOST_REPEATED:,} values")
        return node

    def _error(
        self,
        mark: Mark,
        problem: str,
        *,
        found: object = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> ScenarioError:
        place = Place(self.source, mark.line, mark.column)
        return ScenarioError(place, problem, found=found, expected=expected, hint=hint)
