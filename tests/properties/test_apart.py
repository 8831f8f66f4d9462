"""Rules that are said to conclude the same from a part of a scenario do so, whatever the rules are."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from textwrap import dedent

from kb.errors import RuleError
from kb.inference.apart import Kind, is_apart
from kb.inference.compile import compile_program
from kb.inference.engine import Facts, StepFacts
from kb.inference.parse import parse_rules
from kb.inference.states import Run

DECLARED = """
static linked(X, Y)
static of(E, X)
static in_zone(X, Z)
static owned(X, P)
static after(P, Q)
event happens(E, V)
state a(X)
state b(X, Y)
state c(X, Z)
state d(Z)
"""
GIVEN = {
    "linked": [(Kind.NEAR, Kind.NEAR)],
    "of": [(Kind.NEAR, Kind.NEAR)],
    "in_zone": [(Kind.NEAR, "hand"), (Kind.NEAR, "field")],
    "owned": [(Kind.NEAR, Kind.EVERYWHERE)],
    "after": [(Kind.EVERYWHERE, Kind.EVERYWHERE)],
    "happens": [(Kind.NEAR, "take"), (Kind.EVERYWHERE, "turn")],
}
STATIC = ("linked", "of", "in_zone", "owned", "after", "happens")
STATES = ("a", "b", "c", "d")
TERMS = {
    "linked": ("XY", "XY_"),
    "of": ("E", "XXY"),
    "in_zone": ("XXY", ("hand", "field", "Z")),
    "owned": ("XXY", "PPQ"),
    "after": ("PQ", "PQ_"),
    "happens": ("EEE_", ("take", "take", "turn")),
    "a": ("XXXY_",),
    "b": ("XXYE", ("X", "Y", "E", "_", "hand")),
    "c": ("XXXYP", ("P", "P", "_", "hand")),
    "d": (("P", "P", "Z", "hand", "_"),),
}
"""What may stand in the places of each predicate, mostly."""
VARIABLES = "XYEPQZ"
SEEDS = int(os.environ.get("SITUATIONS", "4000"))


def random_rules(chance: random.Random) -> str:
    """Rules that read what those before them conclude; the last sometimes beats the first."""
    made: list[str] = []
    heads: list[str] = []
    for number in range(chance.randint(1, 4)):
        head = heads[0] if heads and chance.random() < 0.3 else chance.choice(STATES)
        beats = "  defeats r0\n" if heads and head == heads[0] and chance.random() < 0.7 else ""
        given = clause(chance, head, [each for each in heads if each != head])
        made.append(f"rule r{number}\n  kind definition\n  game mtg\n{beats}  {given}")
        heads.append(head)
    return DECLARED + "\n".join(made) + "\n"


def clause(chance: random.Random, head: str, states: Sequence[str]) -> str:
    """A safe one."""
    while True:
        body = [literal(chance, STATIC) for _ in range(chance.randint(0 if states else 1, 2))]
        body += [
            literal(chance, states, tense=True) for _ in range(chance.choice((0, 1, 2)) if states else 0)
        ]
        bound = set("".join(body)).intersection(VARIABLES)
        if states and chance.random() < 0.5:
            body.append(f"not {literal(chance, states, tense=True)}")
        if chance.random() < 0.1:
            body.append("X != Y")
        made = f"{literal(chance, [head])} if {', '.join(body)}."
        if body and "_" not in made.partition(" if ")[0] and set(made).intersection(VARIABLES) <= bound:
            return made


def literal(chance: random.Random, among: Sequence[str], *, tense: bool = False) -> str:
    name = chance.choice(among)
    terms = [chance.choice(VARIABLES if chance.random() < 0.05 else each) for each in TERMS[name]]
    return f"{'before ' if tense and chance.random() < 0.5 else ''}{name}({', '.join(terms)})"


OBJECTS = [f"o{number}" for number in range(6)]


def random_facts(
    chance: random.Random,
) -> tuple[dict[str, dict[tuple[str, str], None]], list[tuple[str, str]]]:
    rows: dict[str, dict[tuple[str, str], None]] = {name: {} for name in STATIC[:-1]}
    rows["after"] = {("A", "B"): None, ("B", "A"): None}
    for name in OBJECTS:
        rows["in_zone"][name, chance.choice(("hand", "field"))] = None
        rows["owned"][name, chance.choice("AB")] = None
    for _ in range(chance.randint(0, 2)):
        one, other = chance.sample(OBJECTS, 2)
        rows["linked"][one, other] = None
    events = []
    for number in range(1, 5):
        if chance.random() < 0.3:
            events.append((f"e{number}", "turn"))
        else:
            events.append((f"e{number}", "take"))
            rows["of"][f"e{number}", chance.choice(OBJECTS)] = None
    return rows, events


def connected(rows: dict[str, dict[tuple[str, str], None]], asked: str) -> set[str]:
    found = {asked}
    for _ in OBJECTS:
        for one, other in rows["linked"]:
            if one in found or other in found:
                found |= {one, other}
    return found


def part(
    rows: dict[str, dict[tuple[str, str], None]], events: list[tuple[str, str]], about: set[str]
) -> tuple[dict[str, dict[tuple[str, str], None]], list[tuple[str, str]]]:
    far = set(OBJECTS) - about
    far |= {event for event, name in rows["of"] if name in far}
    kept = {
        predicate: {row: None for row in found if far.isdisjoint(row)} for predicate, found in rows.items()
    }
    return kept, [event if event[0] not in far else ("", "") for event in events]


def steps(events: list[tuple[str, str]]) -> list[StepFacts]:
    happened = [
        StepFacts(number, {"happens": [row]} if row[0] else {}) for number, row in enumerate(events, 1)
    ]
    return [StepFacts(0), *happened, StepFacts(len(events) + 1)]


def concluded(run: Run, near: set[str]) -> Iterator[set[tuple[str, ...]]]:
    for index in range(run.last + 1):
        yield {
            (predicate, *map(str, row))
            for predicate in STATES
            for row in run.rows(predicate, index)
            if near.intersection(map(str, row))
        }


def test_where_rules_are_said_to_look_at_nothing_else_they_conclude_the_same_from_a_part() -> None:
    apart = joined = differ = told = 0
    for seed in range(SEEDS):
        chance = random.Random(seed)
        try:
            program = compile_program(parse_rules(random_rules(chance), "random.crl"))
        except RuleError:
            continue
        is_one = is_apart(program.expanded, GIVEN)
        for _ in range(4):
            rows, events = random_facts(chance)
            about = connected(rows, asked=chance.choice(OBJECTS))
            near = about | {event for event, name in rows["of"] if name in about}
            some, kept = part(rows, events, about)
            whole = list(concluded(program.run(Facts(rows, steps(events))), near))
            partial = list(concluded(program.run(Facts(some, steps(kept))), near))
            if is_one:
                assert partial == whole, seed
                told += any(whole)
            elif partial != whole:
                differ += 1
        apart, joined = apart + is_one, joined + (not is_one)
    # Both kinds come, and it matters that they are told apart.
    assert min(apart, joined, differ, told) > SEEDS // 10, (apart, joined, differ, told)


def test_a_rule_that_is_beaten_because_of_something_far_is_not_said_to_look_at_nothing_else() -> None:
    rules = """
    rule plain
      kind default
      game mtg
      b(P, hand) if after(P, _).
    rule special
      kind exception
      game mtg
      defeats plain
      b(P, X) if owned(X, P), in_zone(X, field).
    rule use
      kind definition
      game mtg
      a(X) if owned(X, P), b(P, hand).
    """
    program = compile_program(parse_rules(DECLARED + dedent(rules), "beaten.crl"))
    assert not is_apart(program.expanded, GIVEN)
