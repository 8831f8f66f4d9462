"""Another engine for Magic comes to the same controllers, where it can follow; where it does not, it is said.

`phase-python` reads what cards do from their words and plays by them; ours derives from what is said to have
happened. They share nothing. Without that package these tests are skipped.
"""

from __future__ import annotations

import pytest

pytest.importorskip("phase", reason="needs the other engine: pip install '.[peers]'")

from compare import compare
from phase_table import PhaseTable
from plays import CHAINED, Play, Step

PLAYS = 8


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, PLAYS, 4))
def test_random_plays_leave_every_card_with_the_same_player_in_the_same_zone(start: int) -> None:
    found = [compare(seed) for seed in range(start, start + 4)]
    assert [str(difference) for each in found for difference in each.differences] == []
    assert sum(each.answers for each in found) > 200
    assert not any(each.stopped for each in found)


def test_what_a_taken_aura_holds_follows_it_here_and_not_there() -> None:
    """The control effect of an Aura gives to whoever controls the Aura now: 109.5, 303.4e, 613.8a."""
    hands = [["Harbour Ox", CHAINED], ["Patient Whisper"]]
    theirs = PhaseTable(hands)
    ours = Play(0)
    ours.hands = [*hands, []]
    for turn, steps in enumerate(
        (
            [Step("cast", 0, "Harbour Ox")],
            [Step("cast", 1, "Patient Whisper", ("Harbour Ox",))],
            [Step("cast", 0, CHAINED, ("Patient Whisper",))],
        ),
        start=1,
    ):
        assert theirs.main_phase(turn)
        for step in steps:
            assert theirs.cast(step.card, step.targets)
            ours.happen(step)
    table = ours.table()
    index = table.index(len(ours.events))
    controllers = {name: table.one("controller", name, index) for name in ("Harbour Ox", "Patient Whisper")}
    assert controllers == {"Harbour Ox": "A", "Patient Whisper": "A"}
    seen = theirs.objects()
    assert seen["Patient Whisper"]["controller"] == 0
    assert seen["Harbour Ox"]["controller"] == 1, "the other engine follows the chain now: compare it too"
