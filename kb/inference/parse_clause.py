"""Reads the clauses of a rule: `head if condition, condition.`"""

from __future__ import annotations

from typing import Final

from kb.errors import Place
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Term,
    Variable,
)
from kb.inference.scan import Scanner, Token, unquote

COMPARISONS: Final = ("=", "!=", "<", "<=", ">", ">=")
FUNCTIONS: Final = ("count", "sum")
KEYWORDS: Final = ("if", "before", "not", "is", "of", "where", "and", *FUNCTIONS)
GREATEST: Final = 2**31 - 1


def parse_clause(scanner: Scanner) -> Clause:
    """Reads one clause up to its full stop.

    >>> clause = parse_clause(Scanner("p(X) if q(X, 3), not r(X).", "example.crl"))
    >>> clause.head.predicate, len(clause.body)
    ('p', 2)
    """
    start = scanner.peek_token()
    head = _literal(scanner)
    body: list[Condition] = []
    token = scanner.next_token()
    if token.text == "if":
        body.append(_condition(scanner))
        while (token := scanner.next_token()).text == ",":
            body.append(_condition(scanner))
    if token.text != "." or token.kind != "mark":
        expected = "',' and another condition, or '.'" if body else "'if' or '.'"
        known = ["if"] if not body else []
        scanner.fail("the clause does not end here", at=token.start, expected=expected, known=known)
    return Clause(head, tuple(body), scanner.place(start.start))


def _condition(scanner: Scanner) -> Condition:
    first = scanner.peek_token()
    if first.kind == "word" and (first.text in ("not", "before") or scanner.starts_call()):
        return _tensed(scanner)
    left = _term(scanner)
    token = scanner.next_token()
    place = scanner.place(first.start)
    if token.text == "is":
        return _computed(scanner, left, place)
    if token.text in COMPARISONS:
        return Comparison(left, token.text, _term(scanner), place)
    return scanner.fail(
        "not a condition",
        at=token.start,
        expected="a predicate with its terms in parentheses, a comparison, or 'is'",
        known=["is", "not", "before"],
    )


def _tensed(scanner: Scanner) -> Literal:
    """`[not] [before] predicate(...)`."""
    negated = _accept(scanner, "not")
    before = _accept(scanner, "before")
    return _literal(scanner, negated=negated, before=before)


def _accept(scanner: Scanner, word: str) -> bool:
    token = scanner.peek_token()
    if token.text == word and token.kind == "word" and not scanner.starts_call():
        scanner.next_token()
        return True
    return False


def _literal(scanner: Scanner, *, negated: bool = False, before: bool = False) -> Literal:
    name = scanner.next_token()
    if name.kind != "word" or "-" in name.text or "." in name.text:
        scanner.fail("not a predicate", at=name.start, expected="a lower-case word and '('")
    _expect(scanner, "(")
    terms = [_term(scanner)]
    while (token := scanner.next_token()).text == ",":
        terms.append(_term(scanner))
    if token.text != ")":
        scanner.fail("the terms do not end here", at=token.start, expected="',' or ')'")
    return Literal(name.text, tuple(terms), before, negated, scanner.place(name.start))


def _term(scanner: Scanner) -> Term:
    token = scanner.next_token()
    if token.kind == "variable":
        if token.text != "_" and token.text.startswith("_"):
            scanner.fail(
                "not a variable", at=token.start, expected="a name with a capital, or '_' alone for anything"
            )
        return Variable(token.text)
    if token.kind == "word":
        return token.text
    if token.kind == "text":
        return unquote(token.text)
    if token.text == "-" and scanner.peek_token().kind == "number":
        return -_number(scanner, scanner.next_token())
    if token.kind == "number":
        return _number(scanner, token)
    return scanner.fail(
        "not a term", at=token.start, expected='a Variable, a word, a whole number or a "text"'
    )


def _number(scanner: Scanner, token: Token) -> int:
    if len(token.text) > 10 or int(token.text) > GREATEST:
        scanner.fail("the number is too large", at=token.start, expected=f"at most {GREATEST}")
    return int(token.text)


def _computed(scanner: Scanner, result: Term, place: Place) -> Aggregate | Arithmetic:
    """What follows `is`: `count of X where ...`, `sum of W where ...`, `A + B` or `A - B`."""
    token = scanner.peek_token()
    if token.kind == "word" and token.text in FUNCTIONS:
        scanner.next_token()
        return _aggregate(scanner, result, token.text, place)
    left = _term(scanner)
    mark = scanner.next_token()
    if mark.text not in ("+", "-"):
        scanner.fail(
            "nothing to compute",
            at=mark.start,
            expected="'+' or '-' and a number (write 'A = B' to compare), or 'count of', 'sum of'",
            known=FUNCTIONS,
        )
    return Arithmetic(result, left, mark.text, _term(scanner), place)


def _aggregate(scanner: Scanner, result: Term, function: str, place: Place) -> Aggregate:
    _expect(scanner, "of")
    counted = scanner.peek_token()
    term = _term(scanner)
    if not isinstance(term, Variable) or term.is_anonymous:
        scanner.fail(f"nothing to {function}", at=counted.start, expected="a Variable")
    _expect(scanner, "where")
    conditions = [_inner(scanner)]
    while _accept(scanner, "and"):
        conditions.append(_inner(scanner))
    return Aggregate(result, function, term, tuple(conditions), place)


def _inner(scanner: Scanner) -> Literal | Comparison:
    start = scanner.peek_token()
    condition = _condition(scanner)
    if isinstance(condition, (Literal, Comparison)):
        return condition
    return scanner.fail(
        "'where' cannot hold another computation", at=start.start, expected="a predicate or a comparison"
    )


def _expect(scanner: Scanner, text: str) -> None:
    token = scanner.next_token()
    if token.text != text:
        scanner.fail("unexpected text", at=token.start, expected=repr(text), known=[text])
