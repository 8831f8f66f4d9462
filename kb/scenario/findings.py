"""What reading a scenario finds wrong (errors) or doubtful (cautions), each with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from kb.errors import Place, ScenarioError, near_matches
from kb.scenario.document import Fields, Items, Node, Text
from kb.scenario.records import Caution

MOST_ERRORS: Final = 20


@dataclass(slots=True)
class Findings:
    """Collects errors and cautions about one document; `label` names it where a file has several."""

    source: str
    label: str = ""
    errors: list[ScenarioError] = field(default_factory=list)
    cautions: list[Caution] = field(default_factory=list)

    def place(self, node: Node, path: str) -> Place:
        """Where a node was written: its line, or the builder's call, with the path inside the document."""
        mark = node.mark
        call = mark.call if mark.call != self.source else None
        full = ", ".join(part for part in (self.label, call, path) if part)
        return Place(self.source, mark.line, mark.column, full or None)

    def error(
        self,
        node: Node,
        path: str,
        problem: str,
        *,
        found: object = None,
        expected: str | None = None,
        near: Iterable[str] = (),
        hint: str | None = None,
    ) -> None:
        """Records an error; the near matches are looked up among the words given in `near`."""
        close = near_matches(found, near) if isinstance(found, str) else ()
        place = self.place(node, path)
        self.errors.append(
            ScenarioError(place, problem, found=found, expected=expected, near=close, hint=hint)
        )

    def unknown(
        self,
        node: Node,
        path: str,
        problem: str,
        found: str,
        what: str,
        known: Iterable[str],
        shown: Iterable[str] = (),
    ) -> None:
        """Records a word that is none of the known ones, with the near matches, or else with all of them."""
        words = tuple(known)
        listed = ", ".join(tuple(shown) or words)
        expected = what if near_matches(found, words) else f"{what}: {listed}"
        self.error(node, path, problem, found=found, expected=expected, near=words)

    def caution(
        self, node: Node, path: str, message: str, *, word: str = "", near: Iterable[str] = ()
    ) -> None:
        """Records a caution."""
        close = near_matches(word, near) if word else ()
        if close:
            message += f"; did you mean {' or '.join(repr(known) for known in close)}?"
        self.cautions.append(Caution(self.place(node, path), message))

    def unknown_fields(self, fields: Fields, path: str, what: str, known: Iterable[str]) -> None:
        """Records each field that is none of the known ones."""
        words = tuple(known)
        for key, _value in fields.entries:
            if key.value not in words:
                at = f"{path}.{key.value}" if path else key.value
                self.unknown(key, at, "unknown field", key.value, what, words)

    def text(self, node: Node, path: str, what: str) -> str | None:
        """The text of a scalar; an error and None for a list, a mapping, or nothing."""
        if isinstance(node, Text) and node.value and not node.is_null:
            return node.value
        self.error(node, path, f"this must be {what}", found=describe(node), expected="one word or text")
        return None

    def fields(self, node: Node, path: str, what: str) -> Fields | None:
        """A mapping; an error and None for anything else."""
        if isinstance(node, Fields):
            return node
        self.error(node, path, f"{what} must be a mapping of fields", found=describe(node))
        return None

    def items(self, node: Node | None, path: str, what: str) -> tuple[Node, ...]:
        """The values of a list, none for a missing one; an error and none for anything else."""
        if node is None or (isinstance(node, Text) and node.is_null):
            return ()
        if isinstance(node, Items):
            return node.values
        self.error(node, path, f"{what} must be a list", found=describe(node))
        return ()


def describe(node: Node) -> str:
    """What a node is, for an error message: its text, or the shape of it."""
    if isinstance(node, Text):
        return "nothing" if node.is_null else node.value
    if isinstance(node, Items):
        return f"a list of {len(node.values)}"
    return f"a mapping of {len(node.entries)}"


def one_of(words: Iterable[str]) -> str:
    """The known words, for an error message.

    >>> one_of(["A", "B"]), one_of(["A"]), one_of([])
    ('one of A, B', 'A', 'nothing: none is declared')
    """
    known = list(words)
    if not known:
        return "nothing: none is declared"
    return known[0] if len(known) == 1 else f"one of {', '.join(known)}"
