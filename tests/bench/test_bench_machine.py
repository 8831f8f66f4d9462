"""The compiled rules beside a machine written by hand for one game, on the same random logs, in one run.

Both end with the controller of every object after the last event, and neither makes a proof. The machine does
only what its author thought of; the rules answer everything and can give reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

import pytest
from machine.mtg import MagicMachine
from test_bench_engine import EDITION, log

from kb.inference.encode import encode
from kb.inference.facts import Facts
from kb.inference.rulebase import program_of
from kb.inference.table import static_predicates
from kb.scenario import read_scenarios
from kb.scenario.records import Scenario

AT_MOST = 6


def seconds(work: Callable[[], object], times: int = 5) -> Iterator[float]:
    for _ in range(times):
        start = process_time()
        work()
        yield process_time() - start


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> list[Scenario]:
    """Forty random logs of fourteen objects and ten events."""
    path = tmp_path_factory.mktemp("duels") / "duel.yaml"
    found = []
    for seed in range(40):
        path.write_text(log(14, 10, seed), encoding="utf-8")
        found.append(read_scenarios(path)[0])
    return found


def by_hand(duel: Scenario) -> dict[str, str | None]:
    machine = MagicMachine(duel)
    for event in duel.events:
        machine.apply(event)
    return {thing.id: thing.controller for thing in machine.things.values()}


def by_rules(facts: Facts) -> dict[object, object]:
    run = program_of(*EDITION, frozenset({"controller"})).run(facts)
    return dict(run.rows("controller", run.last))


def test_the_rules_take_at_most_six_times_as_long_as_a_machine_by_hand(duels: list[Scenario]) -> None:
    facts = [encode(duel, static_predicates()).facts for duel in duels]
    for duel, given in zip(duels, facts, strict=True):
        controlled = {thing: player for thing, player in by_hand(duel).items() if player is not None}
        assert controlled == by_rules(given)
    machine = median(min(seconds(lambda d=duel: by_hand(d))) for duel in duels)
    rules = median(min(seconds(lambda f=given: by_rules(f))) for given in facts)
    whole = median(
        min(seconds(lambda d=duel: by_rules(encode(d, static_predicates()).facts))) for duel in duels
    )
    print(f"\n  14 objects, 10 events: machine {machine * 1e6:.0f} us, rules {rules * 1e6:.0f} us: ", end="")
    print(f"{rules / machine:.1f} times; {whole / machine:.1f} times with the facts made first", end="")
    assert rules < AT_MOST * machine
