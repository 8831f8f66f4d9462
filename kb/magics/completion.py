"""What the Tab key offers in our magics: prefixes and terms in ``%%sparql``, rule numbers after ``%rule``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from IPython.core.completer import SimpleCompletion, context_matcher

from kb.knowledge import KnowledgeBase
from kb.namespaces import PREFIXES, TEXT
from kb.ontology_files import ontology_files
from kb.queries.numbers import number_key

MOST: Final = 200
_NAME: Final = re.compile(r"([a-z]+):([\w-]*)$")
_START: Final = re.compile(r"(?<![\w:?$])([a-z]+)$")


def register_completion(shell: Any) -> None:
    """Adds our matchers to the completer of an IPython shell."""

    @context_matcher(identifier="kb.sparql")
    def sparql(context: Any) -> dict[str, Any]:
        text = context.full_text
        if not text.lstrip().startswith("%%sparql"):
            return {"completions": []}
        lines = text.split("\n")[: context.cursor_line + 1]
        lines[-1] = lines[-1][: context.cursor_position]
        return _found(offers("\n".join(lines)), context.token)

    @context_matcher(identifier="kb.rule")
    def rule(context: Any) -> dict[str, Any]:
        line = context.line_with_cursor[: context.cursor_position]
        if not line.lstrip().startswith(("%rule", "rule ")):
            return {"completions": []}
        rules = shell.user_ns.get("rules")
        typed = line.rpartition(" ")[2]
        known = numbers(rules) if isinstance(rules, KnowledgeBase) else ()
        return _found([each for each in known if each.startswith(typed)][:MOST], context.token, typed)

    shell.Completer.custom_matchers.extend([sparql, rule])


def _found(offered: list[str], token: str, typed: str | None = None) -> dict[str, Any]:
    """The offers, as far as they go on from the completer's token (which may begin after a colon or dot)."""
    cut = 0 if typed is None else max(0, len(typed) - len(token))
    completions = [SimpleCompletion(text=each[cut:], type="term") for each in offered]
    return {"completions": completions, "suppress": bool(completions)}


def offers(before: str) -> list[str]:
    """What may stand at the end of a SPARQL text: terms after a known prefix, else prefixes.

    >>> offers("SELECT * { ?p text:num")
    ['text:number']
    >>> offers("SELECT * { ?p rif")
    ['rift:']
    """
    if name := _NAME.search(before):
        start = f"{name[1]}:{name[2]}"
        return [term for term in terms() if term.startswith(start)][:MOST]
    if word := _START.search(before):
        return [f"{prefix}:" for prefix in PREFIXES if prefix.startswith(word[1])]
    return []


@cache
def terms() -> tuple[str, ...]:
    """Every term of the ontology by its prefixed name, sorted."""
    return tuple(sorted(_terms()))


def _terms() -> Iterator[str]:
    named = re.compile(r"^([a-z]+:[\w-]+)\s", re.MULTILINE)
    for path in ontology_files("*.ttl"):
        for found in named.finditer(path.read_text(encoding="utf-8")):
            if found[1].partition(":")[0] in PREFIXES:
                yield found[1]


def numbers(rules: KnowledgeBase) -> tuple[str, ...]:
    """The rule numbers that are loaded, in the order of numbers."""
    query = f"SELECT DISTINCT ?n {{ GRAPH ?g {{ ?p <{TEXT}number> ?n }} }}"
    found = {str(getattr(row[0], "value", "")) for row in rules.store.query(query).rows}
    return tuple(sorted(found, key=number_key))
