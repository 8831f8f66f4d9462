"""Which document and edition a ruleset's name means, from ``ontology/scenario/rulesets.yaml``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from kb.errors import Place, ScenarioError, near_matches
from kb.scenario.vocabulary import read_data

_REMARK = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class RulesDocument:
    """A document that rulesets name: its editions, oldest first, and further names for some of them."""

    name: str
    game: str
    prefix: str
    form: str
    editions: tuple[str, ...]
    names: Mapping[str, str] = field(hash=False)

    @property
    def described(self) -> str:
        """Which names are known, for an error message."""
        if self.form != "date":
            return f"one of {', '.join(self.known)}"
        first, last = self.editions[0], self.editions[-1]
        newest = ", ".join(reversed(self.editions[-3:]))
        return f"{self.prefix}YYYY-MM-DD from {first} to {last} ({len(self.editions)} known, newest {newest})"

    @property
    def known(self) -> tuple[str, ...]:
        """The names of its known rulesets, oldest first."""
        named = {edition: name for name, edition in self.names.items()}
        return tuple(self.prefix + named.get(edition, edition) for edition in self.editions)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a ruleset's name means. `written` is None when none was given: then it is the newest."""

    written: str | None
    document: str
    edition: str
    is_exact: bool = True


@cache
def rules_documents() -> tuple[RulesDocument, ...]:
    """The documents that rulesets name.

    >>> [document.name for document in rules_documents()]
    ['mtg-cr', 'ygo-tcg', 'rift-cr']
    """
    return tuple(
        RulesDocument(
            name, given["game"], given["prefix"], given["form"], given["editions"], given.get("names", {})
        )
        for name, given in read_data("rulesets")["documents"].items()
    )


def resolve_ruleset(game: str, written: str | None, place: Place | None = None) -> Ruleset:
    """The document and edition that a ruleset's name means in a game: the newest when there is none.

    Raises `ScenarioError` for a name that is unknown, of another game, or before the first or after the last
    known edition.

    >>> resolve_ruleset("mtg", "mtg-cr-2025-10-01")
    Ruleset(written='mtg-cr-2025-10-01', document='mtg-cr', edition='2025-09-19', is_exact=False)
    >>> resolve_ruleset("riftbound", "rift-cr-1.3 (2026-03-30)").edition
    '1.3'
    """
    document = next(known for known in rules_documents() if known.game == game)
    if written is None:
        return Ruleset(None, document.name, document.editions[-1])
    place = place or Place("ruleset")
    name = _REMARK.sub("", written).strip()
    rest = name.removeprefix(document.prefix)
    if rest in document.names:
        return Ruleset(written, document.name, document.names[rest])
    if rest == name or not _is_edition(rest, document.form):
        raise _unknown(document, name, place)
    return _at_or_before(document, written, rest, place)


def _at_or_before(document: RulesDocument, written: str, edition: str, place: Place) -> Ruleset:
    keys = [_key(known) for known in document.editions]
    index = bisect_right(keys, _key(edition)) - 1
    if index < 0:
        raise ScenarioError(
            place,
            "the ruleset is older than the first edition known here",
            found=written,
            expected=f"{document.known[0]} or newer",
        )
    if _key(edition) > keys[-1]:
        raise ScenarioError(
            place,
            "the ruleset is newer than the last edition known here",
            found=written,
            expected=f"{document.known[-1]} or older",
            hint="leave ruleset out to use the newest known edition",
        )
    return Ruleset(written, document.name, document.editions[index], keys[index] == _key(edition))


def _unknown(document: RulesDocument, name: str, place: Place) -> ScenarioError:
    other = next((known for known in rules_documents() if name.startswith(known.prefix)), None)
    if other is not None and other.game != document.game:
        expected = f"a ruleset of {document.game}: {document.described}"
        return ScenarioError(place, f"this ruleset is of {other.game}", found=name, expected=expected)
    near = near_matches(name, document.known)
    return ScenarioError(place, "unknown ruleset", found=name, expected=document.described, near=near)


def _is_edition(text: str, form: str) -> bool:
    if form == "date":
        return _is_date(text)
    pattern = r"[0-9]{4}" if form == "year" else r"[0-9]{1,3}(\.[0-9]{1,3}){1,2}"
    return re.fullmatch(pattern, text) is not None


def _is_date(text: str) -> bool:
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _key(edition: str) -> tuple[int, ...]:
    """Dates, versions and years compare by their numbers; 1.3.0 is 1.3."""
    numbers = [int(part) for part in re.split(r"[-.]", edition)]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
