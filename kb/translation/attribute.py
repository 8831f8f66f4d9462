"""Which edition each side of a pair follows, and so: is a difference stale, or a mistranslation?

English is known by its words, a translation by what it cites and counts (:mod:`kb.editions.identify`), and,
where dated texts of the same rule are at hand, by how much it shares with each of them. Staleness has a
direction and belongs to a rule, not to a document: the two sides of one page can follow different editions in
five rules out of fifteen, and the translation can be the newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb.editions import Fit, FitKind, Interval, Register, Whole
from kb.editions.identification import identify
from kb.editions.lookup import known_documents, register_of
from kb.editions.numbers import cited_numbers
from kb.editions.wording import facts_of
from kb.model import UNDATED, Passage, PassageKind, Span
from kb.translation.features import features, join, similarity
from kb.translation.lexicon import LANGUAGES
from kb.translation.records import Direction, Pair, Text
from kb.translation.segment import segments

OWN_LANGUAGE: Final = "en"
_WORDS, _CITES, _LENGTH = 0.6, 0.25, 0.15
_CLEAR: Final = 0.02
"""A dated wording must be so much better than another to speak for its edition."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """The editions that one text follows: a window, how sure, and on what it rests."""

    number: str
    language: str
    window: tuple[Interval, ...]
    """The editions that nothing speaks against."""
    closest: tuple[Interval, ...]
    score: float
    basis: str
    """``exact``, ``part``, ``facts``, ``near``, ``wordings`` or ``cannot tell``."""
    evidence: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether anything can be said."""
        return self.basis != CANNOT_TELL

    def __str__(self) -> str:
        where = ", ".join(map(str, self.window)) or "-"
        return f"{self.number} ({self.language}): {where}, {self.basis} ({self.score:.2f})"


CANNOT_TELL: Final = "cannot tell"


@dataclass(frozen=True, slots=True)
class Staleness:
    """The two sides follow different editions; `newer` follows the later one."""

    newer: Direction
    left: tuple[Interval, ...]
    right: tuple[Interval, ...]
    kept: frozenset[str] | None
    """Hashes of the sentences of the own-language side that the other side's edition has too, if known."""


@dataclass(frozen=True, slots=True)
class Editions:
    """What is known of the editions of all pairs: by rule and side, and of each language as a whole."""

    register: Register | None
    fits: Mapping[tuple[str, str], Fit]
    wholes: Mapping[str, Whole]

    def attribution(self, number: str, language: str) -> Attribution:
        """The editions that a rule follows in one language."""
        fit = self.fits.get((number, language))
        if fit is None or fit.kind is FitKind.NONE or self.register is None:
            return Attribution(number, language, (), (), 0.0, CANNOT_TELL)
        evidence = tuple(str(each) for each in fit.evidence)
        is_telling = _count(self.register, fit.possible) < _count(self.register, _all(self.register, number))
        basis = str(fit.kind) if is_telling or fit.kind is FitKind.EXACT else CANNOT_TELL
        return Attribution(number, language, fit.possible, fit.intervals, fit.score, basis, evidence)

    def staleness(self, pair: Pair) -> Staleness | None:
        """Whether the sides of a pair follow different editions, and which is newer; else None.

        Only languages whose words and numbers are known are dated: what is not read cannot be stale.
        """
        if self.register is None or pair.left is None or pair.right is None:
            return None
        if not {pair.left.language, pair.right.language} <= set(LANGUAGES):
            return None
        found = [self.fits.get((pair.key, side.language)) for side in (pair.left, pair.right)]
        if found[0] is None or found[1] is None:
            return None
        spans = [_positions(self.register, fit) for fit in self._narrowed(found[0], found[1])]
        if not spans[0] or not spans[1] or spans[0] & spans[1]:
            return None
        newer = Direction.RIGHT if max(spans[1]) > max(spans[0]) else Direction.LEFT
        windows = [_intervals(self.register, span) for span in spans]
        return Staleness(newer, windows[0], windows[1], self._kept(pair, spans))

    def _narrowed(self, left: Fit, right: Fit) -> tuple[tuple[Interval, ...], tuple[Interval, ...]]:
        """The windows to compare: a translation's own, narrowed by its language's where its facts agree."""
        register = self.register
        assert register is not None
        windows: list[tuple[Interval, ...]] = []
        for fit, other in ((left, right), (right, left)):
            firm = _positions(register, fit.possible)
            if fit.kind in (FitKind.EXACT, FitKind.PART) or not firm:
                windows.append(fit.possible)
                continue
            whole = self.wholes.get(fit.language)
            shared = firm & _positions(register, whole.intervals) if whole else firm
            closest = _positions(register, fit.intervals)
            far = not shared & _positions(register, other.possible)
            windows.append(_intervals(register, shared if far and shared & closest else firm))
        return windows[0], windows[1]

    def _kept(self, pair: Pair, spans: Sequence[set[int]]) -> frozenset[str] | None:
        assert self.register is not None
        for at, side in enumerate((pair.left, pair.right)):
            if side and side.language == OWN_LANGUAGE:
                there = self.register.wording(pair.key, min(spans[1 - at]))
                return frozenset(there.sentences) if there else frozenset()
        return None

    def older_hint(self, pair: Pair) -> Direction | None:
        """The newer side, where only the counts of the other suggest an older wording; a hint, no finding."""
        if self.register is None or pair.left is None or pair.right is None:
            return None
        found = [self.fits.get((pair.key, side.language)) for side in (pair.left, pair.right)]
        if not found[0] or not found[1] or found[0].kind is not FitKind.EXACT:
            return None
        spans = [_positions(self.register, found[0].possible), _positions(self.register, found[1].intervals)]
        older = spans[0] and spans[1] and max(spans[1]) < min(spans[0])
        return Direction.LEFT if older else None


def find_editions(pairs: Sequence[Pair], document: str | None) -> Editions:
    """What can be known of the editions of `pairs` out of the register of `document`."""
    if document is None or document not in known_documents():
        return Editions(None, {}, {})
    register = register_of(document)
    sides = [side for pair in pairs for side in (pair.left, pair.right) if side and side.number]
    found = identify(register, [_passage(document, side) for side in sides])
    fits = {(fit.number, fit.language): fit for fit in found.fits if fit.number}
    return Editions(register, fits, {whole.language: whole for whole in found.wholes})


def _passage(document: str, side: Text) -> Passage:
    return Passage(
        "", document, side.edition or UNDATED, side.language, side.number or "", PassageKind.RULE, side.text,
        Span(1, 1),
    )  # fmt: skip


def score_wordings(text: str, language: str, dated: Mapping[str, str]) -> dict[str, float]:
    """How well `text` agrees with each of several dated wordings of one rule, from 0 to 1.

    >>> dated = {"2010": "A token has an owner. See rule 1.1.", "2012": "A token has a controller and power."}
    >>> scores = score_wordings("Un jeton a un contrôleur et une force.", "fr", dated)
    >>> max(scores, key=scores.get)
    '2012'
    """
    here = join(tuple(features(one.text, language) for one in segments(text)))
    cited = set(cited_numbers(text))
    found = {}
    for edition, wording in dated.items():
        there = join(tuple(features(one.text, OWN_LANGUAGE) for one in segments(wording)))
        either = cited | set(cited_numbers(wording))
        same = len(cited & set(cited_numbers(wording))) / len(either) if either else 1.0
        length = min(here.length, there.length * 1.14) / max(here.length, there.length * 1.14, 1)
        found[edition] = round(_WORDS * similarity(here, there) + _CITES * same + _LENGTH * length, 3)
    return found


def attribute_by_wordings(text: Text, dated: Mapping[str, str]) -> Attribution:
    """The editions whose wording `text` agrees with best, out of dated texts in the register's language.

    Editions are given in their order. Says that it cannot tell when all wordings are one, or equally good.
    """
    scores = score_wordings(text.text, text.language, dated)
    best = max(scores.values(), default=0.0)
    names = list(scores)
    kept = [at for at, name in enumerate(names) if scores[name] > best - _CLEAR]
    runs = _runs(kept)
    window = tuple(Interval(names[first], names[last]) for first, last in runs)
    basis = "wordings" if kept and len(kept) < len(names) else CANNOT_TELL
    evidence = tuple(f"{name}: {score:.2f}" for name, score in scores.items())
    return Attribution(text.number or "", text.language, window, window, best, basis, evidence)


def _runs(positions: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for at in positions:
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found


def _positions(register: Register, window: Iterable[Interval]) -> set[int]:
    return {
        at for each in window for at in range(register.position(each.first), register.position(each.last) + 1)
    }


def _intervals(register: Register, positions: set[int]) -> tuple[Interval, ...]:
    return tuple(register.interval(*run) for run in _runs(sorted(positions)))


def _all(register: Register, number: str) -> tuple[Interval, ...]:
    return tuple(register.interval(wording.first, wording.last) for wording in register.wordings_of(number))


def _count(register: Register, window: Iterable[Interval]) -> int:
    return len(_positions(register, window))


def is_kept(sentence: str, kept: frozenset[str]) -> bool:
    """Whether an own-language sentence stands in the other side's edition too.

    >>> is_kept("Tokens have owners.", frozenset(facts_of("tokens have owners").sentences))
    True
    """
    return all(each in kept for each in facts_of(sentence, OWN_LANGUAGE).sentences)
