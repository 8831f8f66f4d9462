"""Short ways to write rules and histories in tests."""

from __future__ import annotations

from collections.abc import Iterable

from kb.inference.compile import compile_program
from kb.inference.engine import Facts, Limits, Program, Run, StepFacts
from kb.inference.facts import Row
from kb.inference.parse import parse_rules


def program(text: str, goals: Iterable[str] | None = None) -> Program:
    """The program of a rule file's text."""
    return compile_program(parse_rules(text, "house.crl"), goals)


def history(*events: dict[str, list[Row]], **static: list[Row]) -> Facts:
    """Given facts, and one event after the other, labelled from 1."""
    return Facts(static, [StepFacts(label, event) for label, event in enumerate(events, 1)])


def run(text: str, facts: Facts, limits: Limits | None = None) -> Run:
    """The run of a rule file's text over a history."""
    return program(text).run(facts, limits).complete()


CONTROL = """
static default_player(X, P)
  en "{X} starts under the control of {P}"
static affects(F, X)
  en "{F} affects {X}"
static gives_to(F, P)
  en "{F} gives control to {P}"
event begins(F)
  en "{F} begins"
event ends(F)
  en "{F} ends"
state active(F)
  en "{F} is active"
state controller(X, P)
  en "{P} controls {X}"

rule default-controller
  kind default
  game all
  controller(X, P) if default_player(X, P).

rule lasting
  kind duration
  game all
  active(F) if begins(F).
  active(F) if before active(F), not ends(F).

rule theft
  kind exception
  game all
  defeats default-controller
  controller(X, P) if active(F), affects(F, X), gives_to(F, P).
"""
