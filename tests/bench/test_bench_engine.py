"""How fast the packaged rules answer: processor time, printed, and held to ratios and bounds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

import clingo
import pytest

from kb.inference.asp import facts_to_asp, to_asp
from kb.inference.encode import encode
from kb.inference.engine import Facts, Program
from kb.inference.proof import why
from kb.inference.records import Sort
from kb.inference.rulebase import packaged_rules, program_of, rules_of
from kb.scenario import read_scenarios

EDITION = ("mtg", "mtg-cr", "2026-08-07")


def log(objects: int, events: int, seed: int) -> str:
    """A random game: creatures that change hands for a turn or for good, leave and come back."""
    chance = random.Random(seed)
    names = [f"o{number}" for number in range(objects)]
    lines = ["game: mtg", "players: [A, B]", "setup:"]
    lines += [
        f"- {{id: {name}, name: {name}, kind: creature, owner: {chance.choice('AB')}, zone: battlefield}}"
        for name in names
    ]
    lines += ["events:", *(_event(number, names, chance) for number in range(1, events + 1))]
    return "\n".join([*lines, "questions:", "- {ask: controller, of: o0, at: end}\n"])


def _event(number: int, names: list[str], chance: random.Random) -> str:
    one, other = chance.sample(names, 2)
    player, until = chance.choice("AB"), chance.choice(("end_of_turn", "indefinite"))
    kinds = [
        f"do: gain_control, of: {one}, player: {player}, until: {until}",
        f"do: exchange_control, of: [{one}, {other}], until: indefinite",
        "do: end_turn, player: A",
        f"do: move, what: {one}, to: hand",
        f"do: move, what: {one}, to: battlefield, under: {player}",
    ]
    return f"- {{n: {number}, {chance.choices(kinds, (9, 3, 3, 2, 3))[0]}}}"


def facts_of(path: Path, text: str) -> Facts:
    path.write_text(text, encoding="utf-8")
    given = {name: each for name, each in packaged_rules().declared().items() if each.sort is Sort.STATIC}
    return encode(read_scenarios(path)[0], given).facts


def seconds(work: Callable[[], object], times: int) -> Iterator[float]:
    for _ in range(times):
        start = process_time()
        work()
        yield process_time() - start


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> list[Facts]:
    """Forty random logs of fourteen objects and ten events."""
    path = tmp_path_factory.mktemp("duels") / "duel.yaml"
    return [facts_of(path, log(14, 10, seed)) for seed in range(40)]


def asked(program: Program, facts: Facts) -> object:
    """The controller of one object at the end, with the proof."""
    run = program.run(facts)
    return [why(run, "controller", row, run.last) for row in run.match("controller", run.last)[:1]]


def test_one_question_takes_less_than_a_millisecond(duels: list[Facts]) -> None:
    program = program_of(*EDITION, frozenset({"controller"}))
    plain = median(min(seconds(lambda f=facts: program.run(f), 5)) for facts in duels)
    proved = median(min(seconds(lambda f=facts: asked(program, f), 5)) for facts in duels)
    everything = program_of(*EDITION)
    whole = median(min(seconds(lambda f=facts: everything.run(f).complete(), 5)) for facts in duels)
    print(f"\n  10 events: {plain * 1e6:.0f} us, with a proof {proved * 1e6:.0f} us, ", end="")
    print(f"everything in every step {whole * 1e6:.0f} us", end="")
    assert proved < 1e-3


def test_one_question_with_its_proof_is_twenty_times_faster_than_clingo(duels: list[Facts]) -> None:
    program = program_of(*EDITION, frozenset({"controller"}))
    rules = to_asp(rules_of(*EDITION), ["controller"])
    texts = [facts_to_asp(program.run(facts)) for facts in duels]

    def second_opinion(text: str) -> None:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], rules)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve()

    ours = median(min(seconds(lambda f=facts: asked(program, f), 5)) for facts in duels)
    theirs = median(min(seconds(lambda t=text: second_opinion(t), 3)) for text in texts)
    print(
        f"\n  clingo {theirs * 1e3:.1f} ms, ours {ours * 1e3:.2f} ms: {theirs / ours:.0f} times faster",
        end="",
    )
    assert theirs > 20 * ours


@pytest.mark.parametrize("objects", [14, 60])
def test_a_thousand_events_take_less_than_half_a_second(objects: int, tmp_path: Path) -> None:
    program = program_of(*EDITION, frozenset({"controller"}))
    facts = facts_of(tmp_path / "long.yaml", log(objects, 1000, 1))
    taken = min(seconds(lambda: program.run(facts), 3))
    print(f"\n  1,000 events, {objects} objects: {taken:.2f} s", end="")
    assert taken < 0.5


def test_the_rules_of_a_game_compile_in_less_than_a_second() -> None:
    taken = min(seconds(lambda: program_of.__wrapped__(*EDITION), 3))
    print(f"\n  compiling the rules of one game: {taken:.2f} s", end="")
    assert taken < 1
