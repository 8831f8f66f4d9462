"""Words that must not be used in this game's language: obsolete ones, another game's, false friends.

Runs only where the game is known: a word is wrong in one game and right in the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from kb.translation.records import Divergence, Severity
from kb.translation.termbase import Forbidden, beginning, find_term, forbidden_terms
from kb.translation.tokens import tokens
from kb.translation.unit import Aligned, Unit

NAME: Final = "terms"
_KINDS: Final = {"obsolete": "wording.obsolete_term", "false friend": "wording.false_friend"}


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Each forbidden word, and what to use."""
    game = aligned.pair.game
    if game is None:
        return
    for unit in aligned.units:
        begun = {piece.language: set[str]() for piece in (unit.left, unit.right)}
        for piece in (unit.left, unit.right):
            if _listed(game, piece.language):
                begun[piece.language].update(beginning(token.word) for token in tokens(piece.text))
        for each, first in _listed(game):
            if first in begun.get(each.language, ()):
                yield from _look(unit, each)


@cache
def _listed(game: str, language: str = "") -> tuple[tuple[Forbidden, str], ...]:
    """The forbidden words of a game, maybe of one language, each with what its first word begins with."""
    return tuple(
        (each, beginning(tokens(each.term)[0].word))
        for each in forbidden_terms()
        if each.game in (game, "all") and language in ("", each.language)
    )


def _look(unit: Unit, forbidden: Forbidden) -> Iterator[Divergence]:
    for piece, other in ((unit.left, unit.right), (unit.right, unit.left)):
        if piece.language != forbidden.language:
            continue
        hits = find_term(piece.text, forbidden.term)
        if not hits or (forbidden.when and not _is_meant(other.text, other.language, forbidden.when)):
            continue
        if find_term(piece.text, forbidden.instead) and forbidden.instead.startswith(forbidden.term):
            continue
        here, there = piece.evidence(hits[0].start, hits[0].end), other.evidence()
        sides = (here, there) if piece is unit.left else (there, here)
        kind = _KINDS.get(forbidden.reason, "wording.foreign_term")
        note = f"{forbidden.term} / {forbidden.instead}"
        yield Divergence.of(kind, Severity.WORDING, sides, NAME, 0.75, note=note)


def _is_meant(text: str, language: str, word: str) -> bool:
    return language == "en" and bool(find_term(text, word))
