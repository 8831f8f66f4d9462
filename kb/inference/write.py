"""Writes rules as text, one way only; :func:`~kb.inference.parse.parse_rules` reads the same records back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kb.inference.parse import LANGUAGES
from kb.inference.parse_clause import KEYWORDS
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Citation,
    Clause,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Rule,
    RuleSet,
    Term,
    Validity,
    Variable,
)
from kb.inference.scan import quote

WIDTH: Final = 110
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*(?:[.-]+[a-z0-9_]+)*")
_BARE_NUMBER: Final = re.compile(r'[^\s,"#]+')


def format_rules(ruleset: RuleSet) -> str:
    """A rule set as the text of a rule file: declarations first, then a blank line before each rule.

    >>> from kb.inference.parse import parse_rules
    >>> print(format_rules(parse_rules('''
    ... rule stays   # a comment is not kept
    ...   kind duration
    ...   game mtg
    ...   cites mtg-cr 2019-07-12..: 110.2,111.2
    ...   here(X)   if before here(X),not leaves(X).
    ... state here(X)
    ... ''', "example.crl")), end="")
    state here(X)
    <BLANKLINE>
    rule stays
      kind duration
      game mtg
      cites mtg-cr 2019-07-12..: 110.2, 111.2
      here(X) if before here(X), not leaves(X).
    """
    return join_blocks(
        [(format_predicate(each), False) for each in ruleset.predicates]
        + [(format_rule(each), True) for each in ruleset.rules]
    )


def join_blocks(blocks: Sequence[tuple[str, bool]]) -> str:
    """The text of a file made of blocks; true beside a block puts a blank line before it."""
    text = ""
    for written, apart in blocks:
        text += ("\n" if text and apart else "") + written + "\n"
    return text


def format_predicate(predicate: Predicate) -> str:
    """A declaration as its block, without a final line end."""
    head = f"{predicate.sort} {predicate.name}({', '.join(predicate.params)})"
    return "\n".join([head, *_sentences(predicate.templates)])


def _sentences(sentences: Mapping[str, str]) -> Iterator[str]:
    for language in LANGUAGES:
        if language in sentences:
            yield f"  {language} {quote(sentences[language])}"


def format_rule(rule: Rule, comments: Mapping[int, Sequence[str]] | None = None) -> str:
    """One rule as its block, without a final line end; `comments` stand before the clause of that number."""
    lines = [f"rule {rule.id}", f"  kind {rule.kind}", f"  game {' '.join(rule.games)}"]
    lines += [f"  {_citation(citation)}" for citation in rule.cites]
    lines += [f"  valid {each.document} {_range(each)}" for each in rule.valid]
    if rule.defeats:
        lines.append(f"  defeats {', '.join(rule.defeats)}")
    if rule.covers:
        lines.append(f"  covers {' '.join(rule.covers)}")
    lines += _sentences(rule.sentences)
    for number, clause in enumerate(rule.clauses):
        lines += [f"  {comment}" for comment in (comments or {}).get(number, ())]
        lines += _clause(clause)
    return "\n".join(lines)


def _clause(clause: Clause) -> Iterator[str]:
    line = f"  {_literal(clause.head)}"
    for number, condition in enumerate(clause.body):
        written = format_condition(condition) + ("." if number == len(clause.body) - 1 else ",")
        opening = " if " if number == 0 else " "
        if len(line) + len(opening) + len(written) <= WIDTH:
            line += opening + written
        else:
            yield line + opening.rstrip()
            line = f"    {written}"
    yield line if clause.body else f"{line}."


def _range(each: Citation | Validity) -> str:
    if each.first is not None and each.first == each.last:
        return each.first
    return f"{each.first or ''}..{each.last or ''}"


def _citation(citation: Citation) -> str:
    numbers = (n if _BARE_NUMBER.fullmatch(n) else quote(n) for n in citation.numbers)
    return f"cites {citation.document} {_range(citation)}: {', '.join(numbers)}"


def format_clause(clause: Clause) -> str:
    """A clause on one line, as a judge reads it aloud.

    >>> format_clause(Clause(Literal("p", (Variable("X"),)), (Comparison(Variable("X"), "!=", "not"),)))
    'p(X) if X != "not".'
    """
    head = _literal(clause.head)
    if not clause.body:
        return f"{head}."
    return f"{head} if {', '.join(format_condition(condition) for condition in clause.body)}."


def format_condition(condition: Condition) -> str:
    """One condition of a clause.

    >>> format_condition(Literal("controller", (Variable("X"), "p1"), before=True, negated=True))
    'not before controller(X, p1)'
    """
    if isinstance(condition, Literal):
        return _literal(condition)
    if isinstance(condition, Comparison):
        return f"{format_term(condition.left)} {condition.operator} {format_term(condition.right)}"
    result = format_term(condition.result)
    if isinstance(condition, Arithmetic):
        left, right = format_term(condition.left), format_term(condition.right)
        return f"{result} is {left} {condition.operator} {right}"
    return _aggregate(result, condition)


def _aggregate(result: str, condition: Aggregate) -> str:
    inside = " and ".join(format_condition(inner) for inner in condition.conditions)
    return f"{result} is {condition.function} of {condition.counted.name} where {inside}"


def _literal(literal: Literal) -> str:
    words = ("not " if literal.negated else "") + ("before " if literal.before else "")
    return f"{words}{literal.predicate}({', '.join(map(format_term, literal.terms))})"


def format_term(term: Term) -> str:
    """A term: a variable, a number, a word where it can stand bare, else a quoted text.

    >>> [format_term(term) for term in (Variable("X"), 3, "until-end-of-turn", "Until end", "if")]
    ['X', '3', 'until-end-of-turn', '"Until end"', '"if"']
    """
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, int):
        return str(term)
    return term if _WORD.fullmatch(term) and term not in KEYWORDS else quote(term)
