"""The packaged rules, read once, and the compiled program for each game and edition."""

from __future__ import annotations

from functools import cache

from kb.inference.compile import compile_program
from kb.inference.editions import select
from kb.inference.engine import Program
from kb.inference.parse import parse_rules
from kb.inference.records import RuleSet, merge
from kb.ontology_files import ontology_files


@cache
def packaged_rules() -> RuleSet:
    """All rules of ``ontology/rules/*.crl``, of every game and edition.

    >>> packaged_rules().by_id()["default-decides"].kind.value
    'default'
    """
    return merge(
        parse_rules(path.read_text(encoding="utf-8"), path.name) for path in ontology_files("rules/*.crl")
    )


@cache
def rules_of(game: str, document: str, edition: str) -> RuleSet:
    """The packaged rules of one game that hold in one edition of its rules."""
    return select(packaged_rules(), game, {document: edition})


@cache
def program_of(game: str, document: str, edition: str, goals: frozenset[str] | None = None) -> Program:
    """The program for one game and edition, compiled on first use; `goals` slices it to what is asked."""
    return compile_program(rules_of(game, document, edition), goals)
