"""Editions of rules documents: which there are, where a rule went, which edition a text is.

A rule number is not an identity: of the numbers of one edition of the Comprehensive Rules, many carry another
rule some years later. So a number is always given with an edition, and lineage links the editions. What is
packaged is a register of hashes, numbers and countable facts, never a text (:mod:`kb.editions.storage`);
users make or extend one from their own files with :mod:`kb.editions.build`, and name its folder with
`register`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kb.editions import citecheck, identification, lookup
from kb.editions import gaps as _gaps
from kb.editions.citecheck import CitedRule
from kb.editions.differences import Change, WordRun, compare_words, diff
from kb.editions.foreign import Evidence
from kb.editions.gaps import Gaps
from kb.editions.identification import Fit, FitKind, Identification, Whole
from kb.editions.model import Edition, History, Hop, Interval, Kind, Lineage, Period, Wording
from kb.editions.register import Register
from kb.model import Passage

COMPREHENSIVE_RULES = "mtg-cr"

__all__ = [
    "COMPREHENSIVE_RULES",
    "Change",
    "CitedRule",
    "Edition",
    "Evidence",
    "Fit",
    "FitKind",
    "Gaps",
    "History",
    "Hop",
    "Identification",
    "Interval",
    "Kind",
    "Lineage",
    "Period",
    "Register",
    "Whole",
    "WordRun",
    "Wording",
    "cite_check",
    "compare_words",
    "diff",
    "editions",
    "gaps",
    "history",
    "identify",
    "register_of",
    "where_is",
]

register_of = lookup.register_of


def editions(document: str = COMPREHENSIVE_RULES, *, register: Path | None = None) -> tuple[Edition, ...]:
    """The known editions of a document, oldest first.

    >>> [edition.rules for edition in editions() if edition.name == "2010-02-01"]
    [1637]

    Raises :class:`kb.errors.NotFoundError` for a document without a register.
    """
    return register_of(document, register).editions


def where_is(
    number: str,
    document: str = COMPREHENSIVE_RULES,
    *,
    from_: str,
    to: str | None = None,
    register: Path | None = None,
) -> Lineage:
    """Where the rule that has `number` in the edition `from_` is in the edition `to`, by default the newest.

    Editions are named, or given by any date on which they were in force. The result says what happened at
    every change on the way, and how much of the text stayed.

    >>> print(where_is("110.5a", from_="2010-02-01", to="2026-08-07"))
    110.5a (2010-02-01) -> 111.2 (2026-08-07): moved+edited, 0.26
    >>> where_is("112.8", from_="2010-02-01").numbers
    ('113.8',)

    Raises :class:`kb.errors.NotFoundError` for a document, an edition or a number there is not.
    """
    known = register_of(document, register)
    return lookup.where_is(known, number, from_, to or known.newest.name)


def history(
    number: str,
    document: str = COMPREHENSIVE_RULES,
    *,
    edition: str | None = None,
    register: Path | None = None,
) -> History:
    """Every number that a rule had and every change of it; `number` is that of `edition`, or of the newest.

    >>> [(period.number, str(period.editions)) for period in history("112.2").periods][-1]
    ('112.2', '2019-07-12 to 2026-08-07')

    Raises :class:`kb.errors.NotFoundError` for a document, an edition or a number there is not.
    """
    return lookup.history(register_of(document, register), number, edition)


def identify(
    source: str | Iterable[Passage],
    document: str | None = None,
    *,
    language: str | None = None,
    register: Path | None = None,
) -> Identification:
    """Which editions a text or passages are of: each paragraph, and all of one language together.

    English is known by its words; another language by the rules it cites, and by how many sentences and which
    numerals it has. `language` is that of a plain text; without it, it is guessed for each paragraph. Without
    a `document`, the known one that fits best is taken.

    >>> found = identify("405.4. Le contrôleur est un joueur. Cf. règles 603.7d-f.")
    >>> found.fits[0].possible[0].first, str(found.fits[0].evidence[0])
    ('2010-04-23', 'cites: 603.7d 603.7e 603.7f')

    Raises :class:`kb.errors.NotFoundError` for a document without a register.
    """
    kept = source if isinstance(source, str) else tuple(source)
    names = (document,) if document else lookup.known_documents(register)
    found = (identification.identify(register_of(name, register), kept, language=language) for name in names)
    return max(found, key=lambda each: sum(fit.score for fit in each.fits))


def gaps(
    numbers: Iterable[str],
    document: str = COMPREHENSIVE_RULES,
    *,
    edition: str,
    register: Path | None = None,
) -> Gaps:
    """What a text with these numbers lacks of an edition, and which of its numbers the edition has not.

    >>> found = gaps(["106.1", "106.1a", "106.2", "106.13", "106.20"], edition="1999-04-23")
    >>> found.missing, found.unknown[-1]
    ((), '106.20')

    Raises :class:`kb.errors.NotFoundError` for a document or an edition there is not.
    """
    return _gaps.gaps(register_of(document, register), numbers, edition)


def cite_check(
    text: str,
    document: str = COMPREHENSIVE_RULES,
    *,
    as_of: str,
    to: str | None = None,
    register: Path | None = None,
) -> tuple[CitedRule, ...]:
    """Every rule cited in a text that was written for the edition `as_of`: is it still that rule in `to`?

    `to` is the newest edition unless given. Any text will do, source code too.

    >>> [print(cited) for cited in cite_check("tokens: see rule 110.5a", as_of="2010-02-01")]
    1:18: 110.5a: moved+edited, now 111.2 (0.26)
    [None]

    Raises :class:`kb.errors.NotFoundError` for a document or an edition there is not.
    """
    return citecheck.cite_check(register_of(document, register), text, as_of, to)
