"""Pairs of texts in, findings out: the detectors run, and what they found is put in relation.

- A sentence that is still in the other language says nothing else about itself.
- A sentence that was replaced is one finding, and what follows from it says so.
- In a rule whose sides follow different editions, what the editions explain is *stale*, the rest is not.
- What runs through a document (French spaces, quotation marks) is one finding with a count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb.translation.attribute import OWN_LANGUAGE, Editions, Staleness, find_editions, is_kept
from kb.translation.collecting import rarely_collected
from kb.translation.detectors import DETECTORS
from kb.translation.documents import whole_documents
from kb.translation.lexicon import LANGUAGES
from kb.translation.prose import one_sided
from kb.translation.records import Direction, Divergence, Evidence, Finding, Pair, Part, Severity, Text
from kb.translation.shifts import shifted
from kb.translation.unit import Aligned, Unit, align_pairs

_LIKE: Final = 0.5
"""Below this, two sentences that cite different rules are not the same sentence."""
_UNLIKE: Final = 0.16
"""Below this, they are not, whatever they cite."""
_FIRST: Final = ("structure", "language", "xref", "meaning", "wording", "typo", "meta")


@dataclass(frozen=True, slots=True)
class Settings:
    """What to report: nothing below this severity and confidence."""

    least: Severity = Severity.TYPOGRAPHIC
    confidence: float = 0.5


@rarely_collected()
def diverge(
    pairs: Sequence[Pair],
    *,
    document: str | None = None,
    settings: Settings = Settings(),
    aligned: Sequence[Aligned | None] | None = None,
) -> tuple[Finding, ...]:
    """Every finding in `pairs`, the most serious first within a pair, pairs in their order.

    With `document` (such as ``mtg-cr``) the register of its editions tells stale from mistranslated. Whoever
    has aligned the pairs already (:func:`align_pairs`) passes that as `aligned`.

    >>> pair = Pair("9", Text("en", "Its owner may draw."), Text("fr", "Son contrôleur peut piocher."))
    >>> [(f.divergence.kind, f.divergence.left.text, f.divergence.right.text) for f in diverge([pair])]
    [('meaning.role', 'owner', 'contrôleur')]
    """
    editions = find_editions(pairs, document)
    beads = align_pairs(pairs) if aligned is None else aligned
    moved = shifted(pairs)
    found: list[Finding] = []
    for at, (pair, units) in enumerate(zip(pairs, beads, strict=True)):
        if pair.part is Part.LABEL:
            continue
        if at in moved:
            found.append(Finding(pair, moved[at]))
            continue
        divergences = _of_pair(pair, units, editions) if units else _missing(pair, editions)
        found.extend(Finding(pair, each) for each in _ordered(divergences))
    found = [*_once(found), *whole_documents(pairs, editions)]
    return tuple(each for each in found if _is_wanted(each.divergence, settings))


def _is_wanted(divergence: Divergence, settings: Settings) -> bool:
    return divergence.severity.rank >= settings.least.rank and divergence.confidence >= settings.confidence


def _ordered(divergences: Iterable[Divergence]) -> list[Divergence]:
    return sorted(
        divergences, key=lambda d: (-d.severity.rank, _FIRST.index(d.kind.split(".")[0]), -d.confidence)
    )


def _missing(pair: Pair, editions: Editions) -> list[Divergence]:
    """A rule that only one side has."""
    side = pair.left or pair.right
    if side is None:
        return []
    if pair.part is Part.PROSE:
        return [one_sided(pair)]
    evidence = Evidence(side.text, 0, len(side.text))
    kind = "structure.missing_rule" if pair.right is None else "structure.added_rule"
    sides = (evidence, None) if pair.right is None else (None, evidence)
    return [Divergence.of(kind, Severity.CHANGED, sides, "structure", 0.95)]


def _of_pair(pair: Pair, aligned: Aligned, editions: Editions) -> list[Divergence]:
    readable = {aligned.left.language, aligned.right.language} <= set(LANGUAGES)
    detectors = DETECTORS if readable else {"references": DETECTORS["references"]}
    found = [each for detect in detectors.values() for each in detect(aligned)]
    if not readable:
        return found
    stale = editions.staleness(pair)
    found = list(_without_doubles(list(_without_inner(list(_without_shadowed(found))))))
    for unit in aligned.units:
        found = _replaced(unit, found, stale)
    if stale:
        found = [_dated(each, aligned, stale) for each in found]
    elif hint := editions.older_hint(pair):
        found = [replace(d, newer=hint) if d.kind == "structure.missing_sentence" else d for d in found]
    return found


def _without_shadowed(found: Sequence[Divergence]) -> Iterator[Divergence]:
    """Without what other detectors say of a sentence in the wrong language."""
    shadows = [d for d in found if d.kind.startswith("language.")]
    for each in found:
        covered = any(_overlaps(each.left, s.left) or _overlaps(each.right, s.right) for s in shadows)
        if each in shadows or not covered:
            yield each


def _without_inner(found: Sequence[Divergence]) -> Iterator[Divergence]:
    """Without the words that are lost because the clause they stand in is."""
    clauses = [d for d in found if d.kind in ("structure.missing_clause", "structure.added_clause")]
    for each in found:
        lost = (
            each.left if each.note.endswith(" / —") else each.right if each.note.startswith("— / ") else None
        )
        if each.detector != "ruling" or not any(_lies_in(lost, d) for d in clauses):
            yield each


def _lies_in(lost: Evidence | None, clause: Divergence) -> bool:
    here = clause.left if clause.kind == "structure.missing_clause" else clause.right
    return bool(lost and here and here.start <= lost.start and lost.end <= here.end)


def _without_doubles(found: Sequence[Divergence]) -> Iterator[Divergence]:
    """Without the less sure of two findings of one kind that rest on the same words."""
    for each in found:
        same = (d for d in found if d is not each and d.kind == each.kind and d.detector != each.detector)
        if not any(_same_words(each, d) and d.detector == "idioms" for d in same):
            yield each


def _same_words(one: Divergence, other: Divergence) -> bool:
    return _overlaps(one.left, other.left) and _overlaps(one.right, other.right)


def _overlaps(one: Evidence | None, other: Evidence | None) -> bool:
    return bool(one and other and one.start < other.end and other.start < one.end)


def _replaced(unit: Unit, found: list[Divergence], stale: Staleness | None) -> list[Divergence]:
    """With the finding that a sentence was replaced, and what follows from it marked or left out."""
    inside = [d for d in found if _is_inside(d, unit)]
    cites = [d for d in inside if d.kind.startswith("xref.")]
    # A sentence that was only edited still has most words in common; one that was replaced cites other rules.
    is_other = unit.is_whole and (
        (cites and unit.bead.score < _LIKE) or (unit.bead.score < _UNLIKE and _is_long(unit))
    )
    edited = bool(stale and not is_other and _was_edited(unit, stale))
    if not is_other and not edited:
        return found
    kind = "structure.replaced_sentence" if is_other else "structure.rephrased_sentence"
    severity = Severity.CHANGED if is_other else Severity.STALE
    made = Divergence(kind, severity, unit.left.evidence(), unit.right.evidence(), "structure", 0.8)
    # Words differ because the sentence is another one: they are no findings of their own.
    gone = [d for d in inside if is_other and d.detector in ("ruling", "clauses", "figures")]
    kept = [replace(d, follows=kind) if d in cites and is_other else d for d in found if d not in gone]
    return [*kept, made]


def _is_long(unit: Unit) -> bool:
    return min(len(unit.left.text), len(unit.right.text)) > 40


def _was_edited(unit: Unit, stale: Staleness) -> bool:
    own = unit.left if unit.left.language == OWN_LANGUAGE else unit.right
    return bool(
        unit.is_whole
        and stale.kept is not None
        and own.language == OWN_LANGUAGE
        and not is_kept(own.text, stale.kept)
    )


def _is_inside(divergence: Divergence, unit: Unit) -> bool:
    pairs = ((divergence.left, unit.left), (divergence.right, unit.right))
    return any(e and p.start <= e.start and e.end <= p.end and e.start < p.end for e, p in pairs)


def _dated(divergence: Divergence, aligned: Aligned, stale: Staleness) -> Divergence:
    """The divergence with its newer side; stale where the editions explain it."""
    if divergence.severity is not Severity.CHANGED:
        return replace(divergence, newer=stale.newer) if divergence.severity is Severity.STALE else divergence
    own = [unit for unit in aligned.units if _is_inside(divergence, unit)]
    explained = stale.kept is None or not own or any(not _own_kept(unit, stale.kept) for unit in own)
    severity = Severity.STALE if explained else Severity.CHANGED
    return replace(divergence, severity=severity, newer=stale.newer)


def _own_kept(unit: Unit, kept: frozenset[str]) -> bool:
    own = unit.left if unit.left.language == OWN_LANGUAGE else unit.right
    return bool(own.text) and is_kept(own.text, kept)


def _once(found: Sequence[Finding]) -> Iterator[Finding]:
    """Findings of form alone once for all pairs, with their count; the others as they are."""
    groups: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
    for each in found:
        if each.divergence.severity is Severity.TYPOGRAPHIC:
            groups[each.divergence.kind, each.divergence.note].append(each)
        else:
            yield each
    for group in groups.values():
        first = group[0]
        note = f"{first.divergence.note} ×{len(group)}"
        yield Finding(
            Pair("", first.pair.left, first.pair.right, first.pair.game), replace(first.divergence, note=note)
        )


def newer_language(finding: Finding) -> str | None:
    """The language of the newer side of a finding."""
    side = {Direction.LEFT: finding.pair.left, Direction.RIGHT: finding.pair.right, None: None}[
        finding.divergence.newer
    ]
    return side.language if isinstance(side, Text) else None
