"""Puts every mutant of the packaged rules on trial: `python tests/mutation`, or `make mutants`.

What becomes known is kept in the file of results as it becomes known; a run that was stopped goes on where
it was. Once rules or tests have changed, the earlier results only say which test to try first.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "differential"), str(HERE.parent / "questions"), str(HERE.parent)]

from aimed import AIMED, aimed_verdict  # noqa: E402
from deciding import FOLDERS, ROOT, cases, random_situations  # noqa: E402
from mutants import Mutant, mutants_of  # noqa: E402
from records import Fate, Result, append_result, equivalents, read_results, state_of  # noqa: E402
from report import page  # noqa: E402
from trial import Court, NoMutantError  # noqa: E402

from kb.inference.rulebase import packaged_rules  # noqa: E402

RANDOM = 400
PAGE = ROOT / "docs/reference/mutants.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit 0 when all were tried, 3 when there was no time for all, 1 when an argument is refuted."""
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("--results", type=Path, default=ROOT / "build/mutants.jsonl")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes")
    parser.add_argument("--survivors", action="store_true", help="try only those that survived before")
    parser.add_argument("--rule", action="append", help="try only the mutants of this rule")
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    given.results.parent.mkdir(parents=True, exist_ok=True)
    left = _try_all(given)
    if given.page:
        _write_page(given.results)
    refuted = [name for name in equivalents() if _fate(given.results, name) is Fate.KILLED]
    for name in refuted:
        print(f"argued to be the same, but killed: {name}")
    return 1 if refuted else 3 if left else 0


def _fate(results: Path, name: str) -> Fate | None:
    found = read_results(results).get(name)
    return None if found is None else found.fate


def _files() -> list[Path]:
    """What the results depend on."""
    folders = [*FOLDERS, "ontology/rules", "ontology/scenario", "tests/questions", "tests/differential"]
    return [path for folder in folders for path in (ROOT / folder).glob("*.*") if path.is_file()]


def _try_all(given: argparse.Namespace) -> int:
    """Tries the mutants; how many are left for want of time."""
    started = time.monotonic()
    court = Court([*cases(), *random_situations(RANDOM)])
    court.prepare()
    state = state_of(_files())
    earlier = read_results(given.results)
    waiting = [each for each in _mutants(court, given) if _is_open(each, earlier, state, given.survivors)]
    for done, mutant in enumerate(waiting):
        if given.minutes is not None and time.monotonic() - started > 60 * given.minutes:
            print(f"{len(waiting) - done} left")
            return len(waiting) - done
        before = earlier.get(mutant.name)
        result = _tried(court, mutant, before.by if before else None, state)
        append_result(given.results, result)
        if result.fate is Fate.SURVIVED:
            print(f"survived  {mutant.name}", flush=True)
    return 0


def _mutants(court: Court, given: argparse.Namespace) -> list[Mutant]:
    """The mutants, those of one rule together."""
    rules = [each for each in packaged_rules().rules if not given.rule or each.id in given.rule]
    return [mutant for rule in rules for mutant in mutants_of(rule, court.sorts)]


def _is_open(mutant: Mutant, earlier: dict[str, Result], state: str, survivors: bool) -> bool:
    before = earlier.get(mutant.name)
    if before is None:
        return True
    return before.state != state and not (survivors and before.fate is not Fate.SURVIVED)


def _tried(court: Court, mutant: Mutant, hint: str | None, state: str) -> Result:
    try:
        by = court.verdict(mutant, hint) or aimed_verdict(court, mutant, hint)
        fate = Fate.SURVIVED if by is None else Fate.KILLED
    except NoMutantError:
        by, fate = None, Fate.REFUSED
    return Result(mutant.name, mutant.rule, mutant.change, mutant.clause, fate, by, state)


def _write_page(results: Path) -> None:
    names = {mutant.name for rule in packaged_rules().rules for mutant in mutants_of(rule, {})}
    found = read_results(results)
    known = [each for name, each in found.items() if name in names or each.change.startswith("swap")]
    untried = len(names - found.keys())
    PAGE.write_text(page(known, equivalents(), RANDOM, AIMED, untried), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
