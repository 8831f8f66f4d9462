"""Findings as records for programs and as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kb.translation.attribute import Editions
from kb.translation.diverge import newer_language
from kb.translation.records import Divergence, Evidence, Finding, Text
from kb.translation.wording import say_kind, say_severity

COLUMNS: Final = (
    "rule", "row", "kind", "severity", "newer", "left", "right", "detector", "confidence", "note", "id",
)  # fmt: skip
_NEAR: Final = 60
_NEWER: Final = {"en": "newer", "fr": "plus récent", "es": "más reciente"}
_MISSING: Final = {"en": "(missing)", "fr": "(manque)", "es": "(falta)"}
_HERE: Final = {"en": "(not here)", "fr": "(pas ici)", "es": "(aquí no)"}


def record(finding: Finding, *, rows: bool = False, editions: Editions | None = None) -> dict[str, object]:
    """A finding as an object for programs: with `rows`, the pair's row (from 0) in place of its rule."""
    divergence, pair = finding.divergence, finding.pair
    key: dict[str, object] = (
        {"row": int(pair.key) if pair.key else None} if rows else {"rule": pair.key or None}
    )
    return key | {
        "kind": divergence.kind,
        "severity": str(divergence.severity),
        "newer": str(divergence.newer) if divergence.newer else None,
        "newer_lang": newer_language(finding),
        "left": _side(pair.left, divergence.left, editions),
        "right": _side(pair.right, divergence.right, editions),
        "detector": divergence.detector,
        "confidence": divergence.confidence,
        "note": divergence.note,
        "follows": divergence.follows,
        "id": finding.id,
    }


def _side(
    side: Text | None, evidence: Evidence | None, editions: Editions | None
) -> dict[str, object] | None:
    if side is None:
        return None
    return {
        "lang": side.language,
        "edition": side.edition or _attributed(side, editions),
        "text": side.text,
        "span": [evidence.start, evidence.end] if evidence else None,
        "quote": evidence.text if evidence else None,
    }


def _attributed(side: Text, editions: Editions | None) -> str | None:
    """The editions that the side's language follows as a whole, where the text names none."""
    whole = editions.wholes.get(side.language) if editions else None
    return ", ".join(map(str, whole.intervals)) or None if whole and side.number else None


def lines(finding: Finding, language: str = "en") -> Iterator[str]:
    """A finding as lines: where, what, how sure; then the words of both sides, the evidence marked.

    >>> from kb.translation.diverge import diverge
    >>> from kb.translation.records import Pair
    >>> pair = Pair("9", Text("en", "Draw two cards."), Text("es", "Roba tres cartas."))
    >>> print("\\n".join(lines(diverge([pair])[0], "es")))
    9: sentido cambiado: los números difieren (2 / 3) [85\xa0%] meaning.number
      en  Draw [two] cards.
      es  Roba [tres] cartas.
    """
    divergence, pair = finding.divergence, finding.pair
    said = say_note(divergence, language)
    note = f" ({said})" if said else ""
    colon = "\u00a0: " if language == "fr" else ": "
    what = say_severity(divergence.severity, language) + colon + say_kind(divergence.kind, language)
    sure = f"[{divergence.confidence:.0%}]".replace("%", "%" if language == "en" else "\u00a0%")
    yield f"{pair.key or '*'}{colon}{what}{note} {sure} {divergence.kind}"
    for name, side, evidence in (
        ("left", pair.left, divergence.left),
        ("right", pair.right, divergence.right),
    ):
        newer = f" ({_NEWER[language]})" if divergence.newer == name else ""
        yield f"  {_language_of(side, pair.left or pair.right)}{newer}  {_marked(side, evidence, language)}"


_STYLES: Final = {
    "fr": {"straight": "droits", "curly": "courbes", " to ": " à "},
    "es": {"straight": "rectas", "curly": "curvas", "guillemets": "angulares", " to ": " a "},
}


def say_note(divergence: Divergence, language: str) -> str:
    """What a finding adds, in the words of the texts where a detector names a concept.

    >>> from kb.translation.records import Severity
    >>> sides = Evidence("must", 0, 4), Evidence("peut", 0, 4)
    >>> found = Divergence.of("meaning.modality", Severity.CHANGED, sides, "ruling", 0.9, note="must / may")
    >>> say_note(found, "fr")
    'must / peut'
    """
    words = [side.text if side else "—" for side in (divergence.left, divergence.right)]
    if divergence.detector == "ruling" and " <> " in divergence.note:
        return " ↔ ".join(words)
    if divergence.detector == "ruling":
        concepts = divergence.note.split(" / ")
        return " / ".join(
            "—" if concept == "—" else word for concept, word in zip(concepts, words, strict=True)
        )
    note = divergence.note
    for word, said in _STYLES.get(language, {}).items():
        note = note.replace(word, said)
    # What is said of whole documents has colons of ours, not of the texts.
    return (
        note.replace(": ", "\u00a0: ") if language == "fr" and divergence.kind.startswith("meta.") else note
    )


def _language_of(side: Text | None, other: Text | None) -> str:
    return side.language if side else ("—" if other else "?")


def _marked(side: Text | None, evidence: Evidence | None, language: str) -> str:
    if side is None:
        return _MISSING[language]
    if evidence is None:
        return _HERE[language]
    start, end = evidence.start, evidence.end
    before, after = side.text[max(0, start - _NEAR) : start], side.text[end : end + _NEAR]
    head = "…" if start > _NEAR else ""
    tail = "…" if end + _NEAR < len(side.text) else ""
    inside = side.text[start:end] or _MISSING[language]
    return f"{head}{before}[{inside}]{after}{tail}".replace("\n", " ")


def summary(findings: Sequence[Finding]) -> Mapping[str, int]:
    """How many findings there are of each severity, the most serious first."""
    counts: dict[str, int] = {}
    for each in sorted(findings, key=lambda f: -f.divergence.severity.rank):
        counts[str(each.divergence.severity)] = counts.get(str(each.divergence.severity), 0) + 1
    return counts
