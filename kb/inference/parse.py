"""Reads rule files (`.crl`): declarations of predicates, and cited rules with their clauses.

The grammar, in short (`docs/reference/rule-language.md` teaches it)::

    file        = { declaration | rule }
    declaration = ("static" | "event" | "state") name "(" Variable { "," Variable } ")" { sentence }
    rule        = "rule" id { attribute | clause }
    attribute   = "kind" kind | "game" game { game } | "cites" document range ":" number { "," number }
                | "valid" document range | "defeats" id { "," id } | "covers" id { id } | sentence
    sentence    = ("en" | "fr" | "es") "text"
    clause      = literal [ "if" condition { "," condition } ] "."
"""

from __future__ import annotations

from typing import Final

from kb.errors import Place
from kb.inference.parse_clause import parse_clause
from kb.inference.records import (
    GAMES,
    LANGUAGES,
    Citation,
    Clause,
    Predicate,
    Rule,
    RuleKind,
    RuleSet,
    Sort,
    Validity,
    in_order,
)
from kb.inference.scan import Scanner, unquote

__all__ = ["GAMES", "LANGUAGES", "parse_rules"]

_SORTS: Final = tuple(sort.value for sort in Sort)
_ATTRIBUTES: Final = ("kind", "game", "cites", "valid", "defeats", "covers", *LANGUAGES)

RULE_ID: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
PREDICATE_NAME: Final = r"[a-z][a-z0-9_]*"
VARIABLE_NAME: Final = r"[A-Z][A-Za-z0-9_]*"
DOCUMENT: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
EDITION: Final = r"[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*"
_NUMBER: Final = r'"(?:[^"\\\n]|\\["\\nt])*"|[^\s,"#]+'
STATEMENT_ID: Final = r"[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*"
_TEXT: Final = r'"(?:[^"\\\n]|\\["\\nt])*"'


def parse_rules(text: str, source: str) -> RuleSet:
    """The declarations and rules of one rule file; `source` names it in errors.

    Raises :class:`~kb.errors.RuleError` at the first place that does not follow the language.

    >>> rules = parse_rules('''
    ... state controller(X, P)
    ...   en "{P} controls {X}"
    ... rule stays
    ...   kind duration
    ...   game mtg
    ...   controller(X, P) if before controller(X, P).
    ... ''', "example.crl")
    >>> [rule.id for rule in rules.rules], rules.predicates[0].params
    (['stays'], ('X', 'P'))
    """
    scanner = Scanner(text.removeprefix("\ufeff"), source)
    predicates: list[Predicate] = []
    rules: list[Rule] = []
    while not scanner.at_end:
        start, word = scanner.position, scanner.peek_word()
        if word in _SORTS and not scanner.starts_call():
            predicates.append(_declaration(scanner, Sort(word)))
        elif word == "rule" and not scanner.starts_call():
            rules.append(_rule(scanner))
        else:
            scanner.fail(
                "unknown beginning of a block",
                at=start,
                expected="a declaration (static, event, state) or a rule",
                known=[*_SORTS, "rule"],
            )
    return RuleSet(tuple(predicates), tuple(rules))


def _declaration(scanner: Scanner, sort: Sort) -> Predicate:
    scanner.read(sort.value, "a sort")
    place = _here(scanner)
    name = scanner.read(PREDICATE_NAME, "the name of a predicate")
    scanner.read(r"\(", "'('")
    params = [scanner.read(VARIABLE_NAME, "the name of a parameter, with a capital")]
    while scanner.read(r"[,)]", "',' or ')'") == ",":
        params.append(scanner.read(VARIABLE_NAME, "the name of a parameter, with a capital"))
    _end_of_line(scanner)
    templates: dict[str, str] = {}
    while (word := scanner.peek_word()) in LANGUAGES and not scanner.at_end:
        _sentence(scanner, word, templates)
    return Predicate(name, sort, tuple(params), templates, place)


class _RuleParts:
    """What is known of a rule while its block is read."""

    def __init__(self) -> None:
        self.kind: RuleKind | None = None
        self.games: list[str] = []
        self.cites: list[Citation] = []
        self.valid: list[Validity] = []
        self.defeats: list[str] = []
        self.covers: list[str] = []
        self.sentences: dict[str, str] = {}
        self.clauses: list[Clause] = []


def _rule(scanner: Scanner) -> Rule:
    scanner.read("rule", "a rule")
    place = _here(scanner)
    name = scanner.read(RULE_ID, "the id of a rule: lower-case words joined by hyphens")
    _end_of_line(scanner)
    parts = _RuleParts()
    while not scanner.at_end:
        word = scanner.peek_word()
        if scanner.starts_call():
            parts.clauses.append(parse_clause(scanner))
        elif word == "rule" or word in _SORTS:
            break
        elif word in _ATTRIBUTES:
            _attribute(scanner, word, parts)
        else:
            scanner.fail(
                "unknown line in a rule",
                expected="an attribute (kind, game, cites, valid, defeats, covers, en, fr, es) or a clause",
                known=[*_ATTRIBUTES, *_SORTS, "rule"],
            )
    if parts.kind is None:
        scanner.fail("the rule has no kind", at=_offset(scanner, place), expected="a line 'kind ...'")
    if not parts.games:
        scanner.fail("the rule has no game", at=_offset(scanner, place), expected="a line 'game ...'")
    return Rule(
        name,
        parts.kind,
        tuple(game for game in GAMES if game in parts.games),
        tuple(parts.cites),
        tuple(parts.valid),
        in_order(parts.defeats),
        in_order(parts.covers),
        parts.sentences,
        tuple(parts.clauses),
        place,
    )


def _attribute(scanner: Scanner, word: str, parts: _RuleParts) -> None:
    if word in LANGUAGES:
        _sentence(scanner, word, parts.sentences)
        return
    scanner.read(word, word)
    if word == "kind":
        _kind(scanner, parts)
    elif word == "game":
        parts.games += _games(scanner)
    elif word == "cites":
        parts.cites.append(_citation(scanner))
    elif word == "valid":
        parts.valid.append(Validity(scanner.read(DOCUMENT, "a document"), *_range(scanner)))
    elif word == "defeats":
        parts.defeats += _list(scanner, RULE_ID, "the id of a rule", commas=True)
    else:
        parts.covers += _list(scanner, STATEMENT_ID, "the identifier of a statement", commas=False)
    _end_of_line(scanner)


def _kind(scanner: Scanner, parts: _RuleParts) -> None:
    scanner.skip_spaces()
    start = scanner.position
    if parts.kind is not None:
        scanner.fail("the rule has two kinds", expected="one line 'kind ...'")
    word = scanner.read(r"[A-Za-z]+", "a kind of rule")
    kinds = [kind.value for kind in RuleKind]
    if word not in kinds:
        scanner.fail("unknown kind of rule", at=start, expected=f"one of {', '.join(kinds)}", known=kinds)
    parts.kind = RuleKind(word)


def _games(scanner: Scanner) -> list[str]:
    found: list[str] = []
    while not found or not scanner.at_line_end:
        scanner.skip_spaces()
        start = scanner.position
        word = scanner.read(r"[A-Za-z]+", "a game")
        if word not in GAMES:
            scanner.fail("unknown game", at=start, expected=f"one of {', '.join(GAMES)}", known=GAMES)
        found.append(word)
    return found


def _citation(scanner: Scanner) -> Citation:
    document = scanner.read(DOCUMENT, "a document")
    first, last = _range(scanner)
    scanner.read(":", "':' and the numbers cited")
    numbers = _list(scanner, _NUMBER, "a number", commas=True)
    return Citation(document, first, last, tuple(unquote(n) if n.startswith('"') else n for n in numbers))


def _range(scanner: Scanner) -> tuple[str | None, str | None]:
    """`a..b`, `a..`, `..b` or one edition."""
    first = None if _next_is(scanner, "..") else scanner.read(EDITION, "an edition or a range of editions")
    if not scanner.text.startswith("..", scanner.position):
        return first, first
    scanner.read(r"\.\.", "'..'")
    open_end = scanner.position >= len(scanner.text) or not scanner.text[scanner.position].isalnum()
    if first is None and open_end:
        scanner.fail("a range needs at least one end", expected="an edition")
    return first, None if open_end else scanner.read(EDITION, "an edition")


def _next_is(scanner: Scanner, mark: str) -> bool:
    scanner.skip_spaces()
    return scanner.text.startswith(mark, scanner.position)


def _list(scanner: Scanner, pattern: str, expected: str, *, commas: bool) -> list[str]:
    found = [scanner.read(pattern, expected)]
    while not scanner.at_line_end:
        if commas or _next_is(scanner, ","):
            scanner.read(",", "',' or the end of the line")
        found.append(scanner.read(pattern, expected))
    return found


def _sentence(scanner: Scanner, language: str, sentences: dict[str, str]) -> None:
    if language in sentences:
        scanner.fail(f"a second sentence in {language!r}", expected="one sentence a language")
    scanner.read(language, "a language")
    sentences[language] = unquote(scanner.read(_TEXT, 'a sentence in "quotation marks"'))
    _end_of_line(scanner)


def _end_of_line(scanner: Scanner) -> None:
    if not scanner.at_line_end:
        scanner.fail("text left over on this line", expected="the end of the line")


def _here(scanner: Scanner) -> Place:
    scanner.skip_spaces()
    return scanner.place()


def _offset(scanner: Scanner, place: Place) -> int:
    """The position in the text of a place that this scanner made."""
    lines = scanner.text.split("\n")
    before = sum(len(line) + 1 for line in lines[: (place.line or 1) - 1])
    return before + (place.column or 1) - 1
