"""Passages that are still in the other side's language, or in none of the two, by their function words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kb.translation.records import Divergence, Severity
from kb.translation.tokens import tokens
from kb.translation.unit import Aligned

NAME: Final = "untranslated"
_LEAST: Final = 3
_WORDS: Final[dict[str, frozenset[str]]] = {
    language: frozenset(listed.split())
    for language, listed in (
        (
            "en",
            "the of and to is an in that it its if this be are or with from may would which any when who "
            "their they has have does not no only other into you your until while cannot can as by for",
        ),
        (
            "fr",
            "le la les des du de une et est à au aux que qui dans pour sur par ce cette son sa ses il elle "
            "ne pas ou sont être avec sous leur si vous votre vos l' d' qu' n' s' un en jusqu' c' lorsqu'",
        ),
        (
            "es",
            "el la los las del de una y es que en para por con su sus al se no o son como si este esta "
            "cuando hasta puede pueden tu un lo más sólo esa ese desde carta cartas jugador",
        ),
    )
}


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Each bead whose one side is plainly in a language that side does not claim."""
    for unit in aligned.units:
        for piece in (unit.left, unit.right):
            found = spoken(piece.text, piece.language)
            if found != piece.language:
                other = unit.right if piece is unit.left else unit.left
                kind = "language.untranslated" if found == other.language else "language.wrong"
                yield Divergence(
                    kind, Severity.CHANGED, unit.left.evidence(), unit.right.evidence(), NAME, 0.9,
                    note=f"{piece.language}: {found}",
                )  # fmt: skip


def spoken(text: str, claimed: str) -> str:
    """The language `text` is plainly in; the one it claims where that is not certain.

    >>> spoken("The controller of the spell may do that.", "fr"), spoken("Piétinement", "fr")
    ('en', 'fr')
    """
    if claimed not in _WORDS:
        return claimed
    said = [token.word for token in tokens(text)]
    own = sum(map(_WORDS[claimed].__contains__, said))
    if len(said) <= 2 * own + 1:  # No other language can be plain.
        return claimed
    counts = {language: sum(word in known for word in said) for language, known in _WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    is_plain = counts[best] >= _LEAST and counts[best] > 2 * own + 1
    return best if is_plain else claimed


def common_words(language: str) -> frozenset[str]:
    """The function words of a language; none for one that is not known."""
    return _WORDS.get(language, frozenset())
