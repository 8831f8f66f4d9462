"""Triples about rules, and questions to them that fail with the node at fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from kb.errors import Place, RuleError, near_matches
from kb.inference.rdf_write import TYPE
from kb.inference.records import LANGUAGES
from kb.namespaces import LOGIC
from kb.rdf import BlankNode, NamedNode, Triple
from kb.rdf import Literal as RdfLiteral

GraphNode = NamedNode | BlankNode
GraphValue = NamedNode | BlankNode | RdfLiteral


class RuleGraph:
    """Triples by subject and property, with questions that fail with a place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._values: dict[GraphNode, dict[str, list[GraphValue]]] = {}
        self._typed: dict[str, list[GraphNode]] = {}

    def add(self, triple: Triple) -> None:
        """Takes a triple in."""
        subject, value = triple.subject, triple.object
        if isinstance(subject, Triple) or isinstance(value, Triple):
            return
        self._values.setdefault(subject, {}).setdefault(triple.predicate.value, []).append(value)
        if triple.predicate == TYPE and isinstance(value, NamedNode):
            self._typed.setdefault(value.value, []).append(subject)

    def of_type(self, iri: str) -> list[GraphNode]:
        """The nodes of a class, each once, in the order they came."""
        return list(dict.fromkeys(self._typed.get(iri, ())))

    def place(self, node: GraphNode) -> Place:
        """Where a node is, for errors."""
        return Place(self.source, path=str(node))

    def fail(
        self, node: GraphNode, problem: str, found: object = None, expected: str | None = None
    ) -> NoReturn:
        """Raises the error about a node."""
        raise RuleError(self.place(node), problem, found=found, expected=expected)

    def values(self, node: GraphNode, name: str) -> list[GraphValue]:
        """All values of a property, each once."""
        return list(dict.fromkeys(self._values.get(node, {}).get(name, ())))

    def maybe(self, node: GraphNode, name: str) -> GraphValue | None:
        """The only value of a property, or None; two are an error."""
        found = self.values(node, name)
        if len(found) > 1:
            self.fail(node, f"{short_name(name)} is given {len(found)} times", expected="one value")
        return found[0] if found else None

    def one(self, node: GraphNode, name: str) -> GraphValue:
        """The only value of a property; none is an error."""
        found = self.maybe(node, name)
        if found is None:
            self.fail(node, f"{short_name(name)} is missing")
        return found

    def nodes(self, node: GraphNode, name: str) -> Iterator[GraphNode]:
        """The values of a property, which must be nodes."""
        for value in self.values(node, name):
            if isinstance(value, RdfLiteral):
                self.fail(node, f"{short_name(name)} is a literal", found=value.value, expected="a node")
            yield value

    def text(self, node: GraphNode, name: str, pattern: str) -> str:
        """The only value of a property, which must be a text of this pattern."""
        return self.checked(node, name, self.one(node, name), pattern)

    def maybe_text(self, node: GraphNode, name: str, pattern: str) -> str | None:
        """The same, or None when there is no value."""
        found = self.maybe(node, name)
        return None if found is None else self.checked(node, name, found, pattern)

    def checked(self, node: GraphNode, name: str, value: GraphValue, pattern: str) -> str:
        """The text of a value, which must follow the pattern."""
        if not isinstance(value, RdfLiteral) or not re.fullmatch(pattern, value.value, re.DOTALL):
            self.fail(node, f"{short_name(name)} cannot be this", found=value.value, expected=pattern)
        return value.value

    def number(self, node: GraphNode, name: str) -> int:
        """The only value of a property as a whole number."""
        return int(self.text(node, name, "[0-9]{1,9}"))

    def flag(self, node: GraphNode, name: str) -> bool:
        """Whether a property is given and true."""
        return self.maybe_text(node, name, "true|false|0|1") in ("true", "1")

    def choice(self, node: GraphNode, name: str, known: dict[str, str]) -> str:
        """What stands for the only value of a property among those known."""
        value = self.one(node, name).value
        if value not in known:
            self.unknown(node, name, value, known)
        return known[value]

    def unknown(self, node: GraphNode, name: str, value: str, known: Iterable[str]) -> NoReturn:
        """Raises the error about an unknown value, with the near ones."""
        near = near_matches(value, known)
        raise RuleError(self.place(node), f"unknown {short_name(name)}", found=value, near=near)

    def ordered(self, node: GraphNode, name: str) -> list[GraphNode]:
        """The nodes of a property in the order of their positions, which must differ."""
        found = sorted((self.number(each, LOGIC + "position"), each) for each in self.nodes(node, name))
        if len({position for position, _ in found}) < len(found):
            self.fail(node, f"two values of {short_name(name)} have one position")
        return [each for _, each in found]

    def sentences(self, node: GraphNode, name: str) -> dict[str, str]:
        """The texts of a property by language, one each."""
        found: dict[str, str] = {}
        for value in self.values(node, name):
            language = value.language if isinstance(value, RdfLiteral) else None
            if language not in LANGUAGES or language in found:
                self.fail(
                    node, f"{short_name(name)} cannot be this", str(value), "one text in en, fr or es each"
                )
            found[language] = value.value
        return {language: found[language] for language in LANGUAGES if language in found}


def short_name(name: str) -> str:
    """The name of a property without its namespace.

    >>> short_name("https://w3id.org/tcg-rules/logic#head")
    'head'
    """
    return name.rpartition("#")[2]
