"""The errors a user can meet. Each names the place, what was found, what was expected, and the near matches.

Every class inherits a builtin and :class:`KbError`, keeps its parts as attributes, and builds its sentence in
``__str__``, so that programs read the parts and people read the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final


class KbError(Exception):
    """Base of every error this project raises on purpose."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found: a source, and inside it a line and column (1-based) or a path.

    >>> str(Place("duel.yaml", line=7, column=3, path="events[2].player"))
    'duel.yaml:7:3 (events[2].player)'
    >>> str(Place("duel.yaml"))
    'duel.yaml'
    """

    source: str
    line: int | None = None
    column: int | None = None
    path: str | None = None

    def __str__(self) -> str:
        text = self.source
        if self.line is not None:
            text += f":{self.line}"
            if self.column is not None:
                text += f":{self.column}"
        return f"{text} ({self.path})" if self.path else text


def near_matches(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known words that look most like `word`, best first; empty when none is close.

    >>> near_matches("gain_controll", ["gain_control", "exchange_control", "tap"])
    ('gain_control', 'exchange_control')
    >>> near_matches("zzz", ["tap"])
    ()
    """
    return tuple(get_close_matches(word, list(known), n=most, cutoff=0.6))


class InputError(KbError, ValueError):
    """Something the user gave cannot be used: says where, what was found, and what was expected.

    >>> print(InputError(Place("a.yaml", line=3), "unknown verb", found="gain_controll",
    ...                  expected="a verb", near=("gain_control",)))
    a.yaml:3: unknown verb: found 'gain_controll', expected a verb; did you mean 'gain_control'?
    """

    def __init__(
        self,
        place: Place,
        problem: str,
        *,
        found: object = None,
        expected: str | None = None,
        near: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem
        self.found = found
        self.expected = expected
        self.near = tuple(near)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_input_error, (
            type(self),
            self.place,
            self.problem,
            self.found,
            self.expected,
            self.near,
            self.hint,
        )

    def __str__(self) -> str:
        text = f"{self.place}: {self.problem}"
        if self.found is not None:
            text += f": found {_short(self.found)}"
            if self.expected:
                text += f", expected {self.expected}"
        elif self.expected:
            text += f": expected {self.expected}"
        if self.near:
            text += f"; did you mean {' or '.join(repr(word) for word in self.near)}?"
        if self.hint:
            text += f" ({self.hint})"
        return text


def _rebuild_input_error(
    kind: type[InputError],
    place: Place,
    problem: str,
    found: object,
    expected: str | None,
    near: Sequence[str],
    hint: str | None,
) -> InputError:
    return kind(place, problem, found=found, expected=expected, near=near, hint=hint)


def _short(value: object, most: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."


class ScenarioError(InputError):
    """A scenario does not follow the format. `others` holds the further errors of the same reading.

    >>> first, second = (ScenarioError(Place("duel.yaml", line), "unknown verb") for line in (3, 9))
    >>> print(first.with_others([second]))
    duel.yaml:3: unknown verb; and 1 more, on line 9
    """

    others: tuple[ScenarioError, ...] = ()

    def with_others(self, others: Iterable[ScenarioError]) -> ScenarioError:
        """This error, carrying the others that were found with it."""
        self.others = tuple(others)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (*super().__reduce__(), {"others": self.others})

    def __str__(self) -> str:
        if not self.others:
            return super().__str__()
        lines = [str(other.place.line) for other in self.others if other.place.line is not None][:5]
        where = f", on line{'s' if len(lines) > 1 else ''} {', '.join(lines)}" if lines else ""
        return f"{super().__str__()}; and {len(self.others)} more{where}"


class RuleError(InputError):
    """A rule file does not follow the rule language, or its rules contradict each other's declarations.

    `excerpt` is the line at fault with a caret under the place, where there is one.
    """

    def __init__(
        self,
        place: Place,
        problem: str,
        *,
        found: object = None,
        expected: str | None = None,
        near: Sequence[str] = (),
        hint: str | None = None,
        excerpt: str | None = None,
    ) -> None:
        super().__init__(place, problem, found=found, expected=expected, near=near, hint=hint)
        self.excerpt = excerpt

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_rule_error, (super().__reduce__(), self.excerpt)

    def __str__(self) -> str:
        text = super().__str__()
        return f"{text}\n{self.excerpt}" if self.excerpt else text


def _rebuild_rule_error(
    reduced: tuple[Callable[..., RuleError], tuple[object, ...]], excerpt: str | None
) -> RuleError:
    build, parts = reduced
    error = build(*parts)
    error.excerpt = excerpt
    return error


class LoadError(InputError):
    """A document cannot be loaded; the store is as it was."""


class StoreError(InputError):
    """A store's directory cannot be used; what it held is as it was."""


class QueryError(InputError):
    """A query cannot be answered: not SPARQL, not read-only, or over its limits."""


_MOST_KNOWN: Final = 40
"""So many known names fit into a sentence."""


class NotFoundError(KbError, LookupError):
    """Nothing has that name; carries the near matches.

    >>> print(NotFoundError("ruleset", "mtg-cr-2025", ["mtg-cr-2025-09-19"]))
    no ruleset 'mtg-cr-2025'; did you mean 'mtg-cr-2025-09-19'?
    """

    def __init__(self, what: str, name: str, known: Iterable[str] = (), *, show_all: bool = False) -> None:
        super().__init__(what, name)
        self.what = what
        self.name = name
        self.known = tuple(known)
        self.show_all = show_all

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.what, self.name, self.known)

    def __str__(self) -> str:
        text = f"no {self.what} {self.name!r}"
        near = near_matches(self.name, self.known)
        if near:
            text += f"; did you mean {' or '.join(repr(word) for word in near)}?"
        if self.show_all or (not near and self.known):
            most = len(self.known) if self.show_all else _MOST_KNOWN
            more = f" and {len(self.known) - most} more" if len(self.known) > most else ""
            text += f"; known: {', '.join(self.known[:most])}{more}"
        return text


class LimitError(KbError, RuntimeError):
    """A bound on steps, facts, bytes or time was reached; says which, and how high it is.

    >>> print(LimitError("settling steps", 100, "rule 'ygo-restore' keeps changing the state"))
    stopped at the limit of 100 settling steps: rule 'ygo-restore' keeps changing the state
    """

    def __init__(self, what: str, limit: int, detail: str = "") -> None:
        super().__init__(what, limit, detail)
        self.what = what
        self.limit = limit
        self.detail = detail

    def __str__(self) -> str:
        text = f"stopped at the limit of {self.limit} {self.what}"
        return f"{text}: {self.detail}" if self.detail else text


class MissingExtraError(KbError, ImportError):
    """An optional part is not installed; says which extra brings it.

    >>> print(MissingExtraError("pandas", "frames"))
    this needs pandas, which is not installed; install it with: pip install 'tcg-rules-kb[frames]'
    """

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(package, extra)
        self.package = package
        self.extra = extra

    def __str__(self) -> str:
        return (
            f"this needs {self.package}, which is not installed; "
            f"install it with: pip install 'tcg-rules-kb[{self.extra}]'"
        )
