"""Form alone: French spaces before high marks and inside guillemets, apostrophes, quotation marks, ``.)``.

Such a thing runs through a whole document; :mod:`kb.translation.diverge` shows each kind once, with a count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kb.translation.records import Divergence, Evidence, Severity, Sides, Text
from kb.translation.unit import Aligned

NAME: Final = "spelling"
_NBSP: Final = re.compile(r"\w+ [;:!?](?=\s|$)|«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»|\w[;!?](?=\s|$)")
_STRAIGHT: Final = re.compile(r"\w'\w+")
_PAREN: Final = re.compile(r"\.\)|\)\.")
_MARKS: Final = {'"': "straight", "“": "curly", "”": "curly", "«": "guillemets", "»": "guillemets"}


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """What is set otherwise than the language asks, or than the other side."""
    for at, text in enumerate((aligned.left, aligned.right)):
        if text.language == "fr":
            for kind, pattern in (("typo.nbsp", _NBSP), ("typo.apostrophe", _STRAIGHT)):
                if found := pattern.search(text.text):
                    yield _one_side(kind, text, found, at)
    yield from _quotes(aligned)
    yield from _brackets(aligned)


def _one_side(kind: str, text: Text, found: re.Match[str], at: int) -> Divergence:
    evidence = Evidence(found.group(), *found.span())
    sides = (evidence, None) if at == 0 else (None, evidence)
    return Divergence.of(kind, Severity.TYPOGRAPHIC, sides, NAME, 0.9, note=text.language)


def _quotes(aligned: Aligned) -> Iterator[Divergence]:
    found = [re.search(r"[\"“«][^\"”»]{1,60}[\"”»]", text.text) for text in (aligned.left, aligned.right)]
    if found[0] and found[1]:
        styles = [_MARKS[match.group()[0]] for match in found if match]
        if styles[0] != styles[1]:
            sides = _evidence(found)
            note = " / ".join(styles)
            yield Divergence.of("typo.quote_style", Severity.TYPOGRAPHIC, sides, NAME, 0.9, note=note)


def _brackets(aligned: Aligned) -> Iterator[Divergence]:
    found = [_PAREN.search(text.text) for text in (aligned.left, aligned.right)]
    if found[0] and found[1] and found[0].group() != found[1].group():
        sides = _evidence(found)
        note = " / ".join(match.group() for match in found if match)
        yield Divergence.of("typo.paren_period", Severity.TYPOGRAPHIC, sides, NAME, 0.9, note=note)


def _evidence(found: Sequence[re.Match[str] | None]) -> Sides:
    left, right = (Evidence(match.group(), *match.span()) if match else None for match in found)
    return left, right
