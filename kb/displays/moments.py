"""The moments of a scenario, and the objects there are at each."""

from __future__ import annotations

from collections.abc import Iterator

from kb.errors import Place, ScenarioError, near_matches
from kb.scenario.records import Scenario


def step_of(scenario: Scenario, at: str) -> int:
    """How many events have happened at ``start``, ``after:N`` or ``end``.

    Raises :class:`~kb.errors.ScenarioError` for a moment that the scenario does not have.

    >>> from kb.scenario.builder import scenario
    >>> duel = scenario("mtg", "Ann", "Bob").begin_turn("Ann").end_turn("Ann").build()
    >>> step_of(duel, "start"), step_of(duel, "after:1"), step_of(duel, "end")
    (0, 1, 2)
    """
    last = len(scenario.events)
    moments = {"start": 0, "end": last, **{f"after:{n}": n for n in range(1, last + 1)}}
    if at not in moments:
        expected = f"start, end, or after:1 to after:{last}" if last else "start or end"
        raise ScenarioError(
            Place(scenario.source_name or scenario.id or "scenario"),
            "unknown moment",
            found=at,
            expected=expected,
            near=near_matches(at, moments),
        )
    return moments[at]


def objects_of(scenario: Scenario) -> Iterator[tuple[str, int]]:
    """Each object's id, and the number of the event that makes it; 0 for those of the setup.

    >>> from kb.scenario.builder import scenario
    >>> duel = scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann")
    >>> list(objects_of(duel.create_token(id="goat", creator="Ann", kind="creature").build()))
    [('bear', 0), ('goat', 1)]
    """
    seen = set(scenario.players)
    for thing in scenario.objects:
        if thing.id not in seen:
            seen.add(thing.id)
            yield thing.id, 0
    for event in scenario.events:
        made = event.text("id")
        if made is not None and made not in seen:
            seen.add(made)
            yield made, event.n
