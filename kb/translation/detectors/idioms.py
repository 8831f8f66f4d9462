"""Turns of phrase that words alone do not show: whose zone it is, what *instead* replaces, who is meant.

Each looks for one pattern on the two sides of a bead, in every language that has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from kb.translation.records import Divergence, Severity
from kb.translation.unit import Aligned, Unit

NAME: Final = "idioms"
_SHARED: Final = {
    "en": r"(?:command zone|stack|battlefield|exile zone|field of play)",
    "fr": r"(?:zone de command\w*|pile|champ de bataille|zone d['’]exil)",
    "es": r"(?:zona de mando|pila|campo de batalla|zona de exilio)",
}
_WHOSE: Final = {"en": r"(?:his or her|his|her|its|their|your)", "fr": r"(?:sa|son|ses|leur|votre|vos)",
                 "es": r"(?:su|sus|tu|tus)"}  # fmt: skip
_OWNED: Final = {tag: re.compile(rf"\b{_WHOSE[tag]} {_SHARED[tag]}\b", re.IGNORECASE) for tag in _SHARED}
_OPEN: Final = {tag: re.compile(rf"\b{_SHARED[tag]}\b", re.IGNORECASE) for tag in _SHARED}

_MUST_NOT: Final = {
    "en": re.compile(r"\b(?:must not|mustn['’]t|shall not)\b", re.IGNORECASE),
    "fr": re.compile(r"\bne (?:doit|doivent|devez|devra|devront) pas\b", re.IGNORECASE),
    "es": re.compile(r"\bno (?:debe|deben|debes|deberá|deberán)\b", re.IGNORECASE),
}
_WOULD_NOT: Final = {"en": re.compile(r"\b(?:wouldn['’]t|would not|isn['’]t|aren['’]t)\b", re.IGNORECASE)}

_HOLDER_OR: Final = {
    "en": re.compile(
        r"(?:['’]s (?:controller|owner)|(?:controller|owner) of the [\w-]+(?: [\w-]+)?) or (?:the|an?) "
        r"([\w-]+ )?player\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"(?:contrôleur|propriétaire) (?:de |du |de l['’])[\w'’ -]{3,40}? ou "
        r"(?P<of>du |de la |de l['’]|d['’]un )?(?:le |un )?joueur",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"(?:controlador|propietario|dueño) (?:de |del )[\w ]{3,40}? o (?P<of>del |de la |de un )?"
        r"(?:el |un )?jugador",
        re.IGNORECASE,
    ),
}
_INSTEAD: Final = {
    "en": re.compile(r"\binstead\b(?! of)", re.IGNORECASE),
    "fr": re.compile(r"\bà (?:la|sa) place\b", re.IGNORECASE),
    "es": re.compile(r"\ben (?:su lugar|vez de eso|lugar de eso)\b", re.IGNORECASE),
}


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """What each pattern finds in each bead."""
    for unit in aligned.units:
        if unit.is_whole and unit.left.language in _SHARED and unit.right.language in _SHARED:
            for look in _LOOKS:
                yield from look(unit)


def _whose_zone(unit: Unit) -> Iterator[Divergence]:
    """A zone that players share, said to be a player's own on one side."""
    owned = [_OWNED[piece.language].search(piece.text) for piece in (unit.left, unit.right)]
    if bool(owned[0]) == bool(owned[1]):
        return
    at = 0 if owned[0] else 1
    other = (unit.right, unit.left)[at]
    there = _OPEN[other.language].search(other.text)
    found = owned[at]
    if found and there:
        yield _divergence("meaning.possessive", unit, found, there, at, 0.8)


def _would_not(unit: Unit) -> Iterator[Divergence]:
    """ "Would not" rendered as "must not"."""
    for at, (one, other) in enumerate(((unit.left, unit.right), (unit.right, unit.left))):
        said = _MUST_NOT[one.language].search(one.text)
        meant = _WOULD_NOT["en"].search(other.text) if said and other.language == "en" else None
        if said and meant and not _MUST_NOT[other.language].search(other.text):
            yield _divergence("meaning.modality", unit, said, meant, at, 0.6)


def _holder(unit: Unit) -> Iterator[Divergence]:
    """ "The X's controller or the player" rendered as the controller of X or *of* the player."""
    for at, (one, other) in enumerate(((unit.left, unit.right), (unit.right, unit.left))):
        said = _HOLDER_OR[one.language].search(one.text) if one.language != "en" else None
        meant = _HOLDER_OR["en"].search(other.text) if said and other.language == "en" else None
        if said and meant and said["of"]:
            yield _divergence("meaning.attachment", unit, said, meant, at, 0.7)


def _instead(unit: Unit) -> Iterator[Divergence]:
    """ "Instead" at the head of the new event on one side, after another event on the other."""
    found = [_INSTEAD[piece.language].search(piece.text) for piece in (unit.left, unit.right)]
    if found[0] and found[1]:
        texts = unit.left.text, unit.right.text
        clauses = [_clause_of(text, match.start()) for text, match in zip(texts, found, strict=True) if match]
        if abs(clauses[0] - clauses[1]) >= 0.5 and min(len(text) for text in texts) > 120:
            yield _divergence("meaning.scope_of_instead", unit, found[0], found[1], 0, 0.5)


def _clause_of(text: str, at: int) -> float:
    """In which part of the sentence something stands, from 0 to 1, counted in clauses."""
    cuts = [match.start() for match in re.finditer(r"[,;:]", text.rstrip(" ."))]
    return sum(cut < at - 1 for cut in cuts) / len(cuts) if cuts else 0.0


def _divergence(
    kind: str, unit: Unit, found: re.Match[str], there: re.Match[str], at: int, confidence: float
) -> Divergence:
    one, other = (unit.left, unit.right) if at == 0 else (unit.right, unit.left)
    here, far = one.evidence(*found.span()), other.evidence(*there.span())
    sides = (here, far) if at == 0 else (far, here)
    return Divergence.of(kind, Severity.CHANGED, sides, NAME, confidence, note=found.group())


_LOOKS: Final[tuple[Callable[[Unit], Iterator[Divergence]], ...]] = (
    _whose_zone,
    _would_not,
    _holder,
    _instead,
)
