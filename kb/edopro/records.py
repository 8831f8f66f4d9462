"""The records of a card script: its effects, what they do to control, and what stands out.

Players are named from the side of whoever uses the effect: ``you`` and ``opponent``; further words are
``owner``, ``controller`` and their opposites ``not owner`` and ``not controller`` (of the card that moves),
``turn player``, ``event player``. A set of words means that the script has a branch for each.
`UNKNOWN` stands for a form that was not understood; it is never left out and never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True, order=True)
class At:
    """A place in a script: line and column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class Kind(StrEnum):
    """What happens to control."""

    TAKE = "take"
    GIVE = "give"
    RETURN = "return"
    MOVE = "move"
    SWAP = "swap"
    LOCK = "lock"
    RESTORE = "restore"
    TOKEN = "token"


class Lasting(StrEnum):
    """How long it lasts."""

    LASTING = "lasting"
    PHASE = "phase"
    WHILE_EQUIPPED = "while equipped"
    WHILE_CONDITION = "while a condition holds"
    WHILE_SOURCE = "while the source applies"
    CHAIN = "until the Chain ends"
    MIXED = "depends on the branch"
    UNKNOWN = "?"


class Result(StrEnum):
    """What the script does with the number of cards that changed control."""

    IGNORED = "ignored"
    COMPARED = "compared"
    TRUTH = "truth"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Duration:
    """How long a change of control lasts.

    `phases` are the phases at which it ends, `counts` how many of them pass, `turn` whose turns count
    (``self``, ``opponent`` or both when empty), `resets` the events that end it.

    >>> Duration(Lasting.PHASE, ("PHASE_END",), (1,)).text
    'PHASE_END x 1'
    """

    kind: Lasting
    phases: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    turn: str = ""
    resets: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The duration in a few words."""
        if self.kind is not Lasting.PHASE:
            return self.kind.value
        turns = f" ({self.turn})" if self.turn else ""
        return f"{'|'.join(self.phases)} x {' or '.join(map(str, self.counts)) or UNKNOWN}{turns}"

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which the duration can be looked for.

        >>> Duration(Lasting.PHASE, ("PHASE_END",), (1,)).words
        ('PHASE_END x 1', 'phase', 'PHASE_END')
        """
        return (self.text, self.kind.value, *self.phases)


@dataclass(frozen=True, slots=True)
class EffectFact:
    """One effect a script makes: what it is and the functions it uses, by name (``inline 12`` by line)."""

    name: str
    at: At
    types: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    functions: tuple[tuple[str, str], ...] = ()
    registered_on: tuple[str, ...] = ()
    clone_of: str = ""
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """How cards are found: the call, whose field, and the functions its filter calls."""

    call: str
    sides: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class ControlFact:
    """One thing a script does to control.

    `to` and `source` are who gets and who loses it, `what` the cards, `zone_checks` and `legality` the engine
    functions asked beforehand, `follow_ups` the codes of effects put on the same cards afterwards, `unknown`
    the parts that were not understood: empty when the fact is certain.
    """

    kind: Kind
    at: At
    by: str
    what: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    duration: Duration = Duration(Lasting.UNKNOWN)
    result: Result | None = None
    selections: tuple[Selection, ...] = ()
    legality: tuple[str, ...] = ()
    zone_checks: tuple[str, ...] = ()
    follow_ups: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    function: str = ""
    unknown: tuple[str, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether every part of the fact was understood."""
        return not self.unknown


@dataclass(frozen=True, slots=True)
class Asked:
    """A place where a script asks who owns or controls something; `answers` is ``card`` or ``player``."""

    function: str
    at: At
    receiver: str
    answers: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a script could not be read, or could be read only in part."""

    rule: str
    at: At
    detail: str


@dataclass(frozen=True, slots=True)
class ScriptFacts:
    """What one script says.

    `mentions` are the passcodes it names, its own and those of other cards; `alias` is the card whose script
    it runs in place of its own.
    """

    name: str
    effects: tuple[EffectFact, ...] = ()
    control: tuple[ControlFact, ...] = ()
    asked: tuple[Asked, ...] = ()
    problems: tuple[Problem, ...] = ()
    mentions: frozenset[str] = frozenset()
    alias: str = ""

    @property
    def card(self) -> str:
        """The passcode in the file name, empty when there is none.

        >>> ScriptFacts("official/c4031928.lua").card
        '4031928'
        """
        stem = self.name.replace("\\", "/").rpartition("/")[2].removesuffix(".lua")
        return stem[1:] if stem[:1] == "c" and stem[1:].isdigit() else ""

    def of(self, *kinds: Kind) -> Iterator[ControlFact]:
        """The control facts of these kinds."""
        return (fact for fact in self.control if fact.kind in kinds)
