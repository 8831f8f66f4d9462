"""Rules may come from strangers: they can neither run code nor run for ever."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inference_tools import history

from kb.errors import LimitError, RuleError
from kb.inference import compile as compiler
from kb.inference.asp import to_asp
from kb.inference.codegen import Generator
from kb.inference.compile import compile_program
from kb.inference.engine import Facts, Limits, StepFacts
from kb.inference.parse import parse_rules
from kb.inference.records import Clause, Literal, Predicate, Rule, RuleKind, RuleSet, Sort, Variable

HOSTILE = [
    "__import__('os').system('touch owned')",
    "'); import os; ('",
    '"""\nraise SystemExit\n"""',
    "x\x00y",
    "{0.__class__}",
    "E",
    "stop",
    "fuel",
    "n0",
    "lambda: 0",
    "\\",
    "\n",
]


def rules_with(word: str) -> RuleSet:
    """Rules that use a word everywhere a rule built by a program could hold one."""
    predicates = (
        Predicate(word, Sort.STATE, (word,)),
        Predicate("thing", Sort.STATIC, ("X",)),
        Predicate("echo", Sort.STATE, ("X", "Y")),
    )
    variable = Variable(word)
    thing = Literal("thing", (variable,))
    rule = Rule(
        word,
        RuleKind.DEFAULT,
        ("all",),
        clauses=(
            Clause(Literal(word, (word,))),
            Clause(Literal(word, (variable,)), (thing,)),
            Clause(Literal("echo", (variable, word)), (thing, Literal(word, (variable,)))),
        ),
    )
    return RuleSet(predicates, (rule,))


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_of_a_rule_becomes_code(word: str) -> None:
    found = compile_program(rules_with(word)).run(history({}, thing=[("bear",), (word,)]))
    assert set(found.rows("echo", 0)) == {("bear", word), (word, word)}
    assert set(found.rows(word, 0)) == {("bear",), (word,)}


@pytest.mark.parametrize("word", HOSTILE)
def test_the_generated_code_has_only_names_of_our_own(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    modules: list[ast.Module] = []
    generate = Generator.module

    def remember(self: Generator) -> ast.Module:
        modules.append(generate(self))
        return modules[-1]

    monkeypatch.setattr(Generator, "module", remember)
    compiler.compile_program(rules_with(word))
    for node in ast.walk(modules[0]):
        assert not isinstance(node, (ast.Import, ast.ImportFrom, ast.Lambda, ast.JoinedStr))
        if isinstance(node, ast.Name):
            assert node.id.isascii()
            assert node.id.isidentifier()
            assert not node.id.startswith("__")
        if isinstance(node, ast.Attribute):
            assert node.attr in {"get", "items", "keys", "setdefault", "append", "copy", "__class__"}


def test_the_generated_code_sees_no_builtins() -> None:
    step = compile_program(rules_with("word")).step
    assert step.__globals__["__builtins__"] == {}  # type: ignore[attr-defined]


def refused_at(text: str) -> tuple[int | None, int | None]:
    """Line and column at which a text was refused; (0, 0) when it was read."""
    try:
        parse_rules(text, "stranger.crl")
    except RuleError as error:
        return error.place.line, error.place.column
    return 0, 0


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    assert refused_at(text) != (None, None)


@given(
    st.lists(
        st.sampled_from(
            [
                "rule a",
                "kind",
                "default",
                "game",
                "all",
                "p(X)",
                "if",
                "not",
                "before",
                ",",
                ".",
                "X",
                "is",
                "count of",
                "where",
                "and",
                "<",
                "1",
                '"t"',
                "\n",
                "(",
                ")",
                "#",
                "cites",
                "..",
                ":",
            ]
        ),
        max_size=30,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_jumble_of_the_language_is_read_or_refused_with_a_place(pieces: list[str]) -> None:
    assert refused_at(" ".join(pieces)) != (None, None)


HEADER = "rule a\n kind default\n game all\n "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "state p(X)\nstate q(X)\n" + HEADER + "p(X) if " + ", ".join(["q(X)"] * 5000) + ".",
            "a clause has at most 16 conditions, found 5000",
        ),
        ("state p(X)\n" + HEADER + "p(" + ", ".join(["X"] * 5000) + ").", "takes 1 terms .* found 5000"),
        (HEADER + "p(X) if " + "not " * 5000 + "q(X).", "not a condition|unexpected text"),
        ("(" * 100_000, "unknown beginning of a block"),
        ("state p(X)\n" * 20_000, "predicate 'p' is declared twice"),
    ],
    ids=["conditions", "terms", "nots", "parentheses", "declarations"],
)
def test_monstrous_files_are_refused(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        compile_program(parse_rules(text, "stranger.crl"))


def test_a_monstrous_comment_is_nothing() -> None:
    assert parse_rules("#" * 1_000_000, "stranger.crl") == RuleSet()


def test_many_rules_that_rest_on_each_other_compile() -> None:
    text = "static thing(X)\n" + "".join(
        f"state p{n}(X)\nrule r{n}\n kind default\n game all\n p{n}(X) if thing(X), not p{n - 1}(X).\n"
        if n
        else "state p0(X)\nrule r0\n kind default\n game all\n p0(X) if thing(X).\n"
        for n in range(1500)
    )
    found = compile_program(parse_rules(text, "stranger.crl")).run(history({}, thing=[("bear",)]))
    assert found.holds("p1498", ("bear",), 0)
    assert not found.holds("p1499", ("bear",), 0)


def test_endless_recursion_is_bounded_by_the_facts_there_are() -> None:
    text = """
static edge(X, Y)
state path(X, Y)
rule reach
  kind definition
  game all
  path(X, Y) if edge(X, Y).
  path(X, Z) if path(X, Y), path(Y, Z).
"""
    edges = [(number, (number + 1) % 2000) for number in range(2000)]
    with pytest.raises(LimitError, match="rule 'reach'"):
        compile_program(parse_rules(text, "stranger.crl")).run(
            history({}, edge=edges), Limits(facts=20_000)
        ).complete()


def test_a_star_of_facts_cannot_be_joined_for_ever() -> None:
    text = """
static edge(X, Y)
state same(X)
rule twins
  kind definition
  game all
  same(X) if edge(X, A), edge(X, B), A != B, A = B.
"""
    star = history({}, edge=[("hub", number) for number in range(20_000)])
    with pytest.raises(LimitError, match="facts visited in one step: at event 1, rule 'twins'"):
        compile_program(parse_rules(text, "stranger.crl")).run(star, Limits(joins=1_000_000)).complete()


def test_a_log_of_many_events_is_bounded_in_steps() -> None:
    rules = compile_program(RuleSet((Predicate("here", Sort.STATE, ("X",)),), ()))
    with pytest.raises(LimitError, match="the limit of 100 steps"):
        rules.run(Facts({}, [StepFacts(label) for label in range(1000)]), Limits(steps=100))


# A text in clingo ends at a null character: such a word cannot be given to it.
@pytest.mark.parametrize("word", [word for word in HOSTILE if "\x00" not in word])
def test_words_stay_words_in_the_text_for_clingo(word: str) -> None:
    import clingo

    quoted = RuleSet(
        (Predicate("echo", Sort.STATE, ("X",)),),
        (Rule("a", RuleKind.DEFAULT, ("all",), clauses=(Clause(Literal("echo", (word,))),)),),
    )
    control = clingo.Control(["--warn=none"])
    control.add("base", [], to_asp(quoted) + "\ntime(0).")
    control.ground([("base", [])])
    assert [atom.symbol.arguments[0].string for atom in control.symbolic_atoms.by_signature("echo", 2)] == [
        word
    ]
