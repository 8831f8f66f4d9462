"""The records of a game in progress: things, and the control effects on them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from kb.scenario.records import Until

Snapshot = dict[str, set[tuple[str, ...]]]
FOR_GOOD = Until()


@dataclass(slots=True)
class Thing:
    """A card, token, copy, ability or battlefield, as it is now."""

    id: str
    kinds: frozenset[str] = frozenset()
    owner: str | None = None
    zone: str | None = None
    base: str | None = None
    """The player under whose control it was put where it is."""
    controller: str | None = None
    former: str | None = None
    """The last player who controlled it before somebody else did, or nobody."""
    host: str | None = None
    is_token: bool = False
    is_copy: bool = False
    is_ability: bool = False
    gives_host: bool = False
    """Whether its own text gives its controller control of what it is attached to."""
    face_down: bool = False
    tapped: bool = False
    negated: bool = False
    phased_out: bool = False
    counters: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    properties: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Effect:
    """A control effect: on what, for whom (a player, or whoever controls `source`), and until when."""

    on: str
    stamp: int
    to: str | None = None
    source: str | None = None
    until: Until = FOR_GOOD
    player: str | None = None
    """The player of the event that made it: who `controls` speaks of when the condition names nobody."""
    by: str | None = None
    is_lasting: bool = False
    """Whether it no longer depends on what it began with."""
