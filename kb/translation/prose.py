"""What stands around the rules: paragraphs of their own, and what a page calls each side.

A paragraph that only one side has is no rule and no omission, but a reader of the other side never sees it.
And a heading that calls one side the original can be wrong about which side is newer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kb.model import UNDATED, Passage, PassageKind
from kb.translation.align import align
from kb.translation.lexicon import LANGUAGES, lexicon
from kb.translation.records import (
    Direction,
    Divergence,
    Evidence,
    Finding,
    Pair,
    Part,
    Segment,
    Severity,
    Text,
    whole_sides,
)
from kb.translation.segment import segments

NAME: Final = "prose"
_KINDS: Final = (PassageKind.PARAGRAPH, PassageKind.SENTENCE)
_ORIGINAL: Final = re.compile(
    r"\b(?:original\w*|authoritative|official\w*|officiel\w*|fai(?:t|sant) foi|oficial\w*|auténtic\w*)\b",
    re.IGNORECASE,
)
_SHARED: Final = 3
"""So many concepts make two sentences speak of one thing."""


def prose_pairs(left: Sequence[Passage], right: Sequence[Passage]) -> Iterator[Pair]:
    """The paragraphs of both sides set against each other, then the headings that claim authority."""
    sides = [[p for p in side if p.kind in _KINDS] for side in (left, right)]
    tags = [_language_of(side) for side in sides]
    if all(tag in LANGUAGES for tag in tags if tag):
        pieces = [[Segment(p.text, 0, len(p.text), at) for at, p in enumerate(side)] for side in sides]
        for bead in align(pieces[0], pieces[1], (tags[0] or tags[1], tags[1] or tags[0])):
            of_left, of_right = [sides[0][at] for at in bead.left], [sides[1][at] for at in bead.right]
            key = (of_left or of_right)[0].number
            yield Pair(key, _text(of_left), _text(of_right), _game(of_left or of_right), Part.PROSE)
    for at, side in enumerate((left, right)):
        label = next((h for p in side for h in p.path[-1:] if _ORIGINAL.search(h)), None)
        if label:
            made = Text(_language_of(side), label)
            yield Pair("", made if at == 0 else None, made if at == 1 else None, _game(side), Part.LABEL)


def _language_of(side: Sequence[Passage]) -> str:
    return side[0].language if side else ""


def _game(side: Sequence[Passage]) -> str | None:
    return next((str(passage.game) for passage in side if passage.game), None)


def _text(side: Sequence[Passage]) -> Text | None:
    if not side:
        return None
    edition = None if side[0].edition == UNDATED else side[0].edition
    return Text(side[0].language, "\n".join(passage.text for passage in side), edition)


def one_sided(pair: Pair) -> Divergence:
    """The finding that a paragraph is on one side only."""
    return Divergence.of("meta.language_only_text", Severity.WORDING, whole_sides(pair), NAME, 0.8)


def mislabelled(pairs: Sequence[Pair], newer: Direction | None) -> Iterator[Finding]:
    """Labels that call the older side the original, when `newer` is known."""
    for pair in pairs:
        if pair.part is Part.LABEL and newer and (pair.left is None) == (newer is Direction.LEFT):
            side = pair.left or pair.right
            assert side is not None
            said = Evidence(side.text, 0, len(side.text))
            sides = (said, None) if pair.left else (None, said)
            made = Divergence.of("meta.authority_label", Severity.STALE, sides, NAME, 0.8, newer=newer)
            yield Finding(pair, made)


def contradictions(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """Sentences of a one-sided paragraph that say *only* what a rule says with exceptions."""
    rules = [pair for pair in pairs if pair.part is Part.RULE]
    for pair in pairs:
        side = pair.left or pair.right
        if pair.part is not Part.PROSE or side is None or (pair.left and pair.right):
            continue
        for sentence in segments(side.text):
            if rule := _excepted(_concepts(sentence.text, side.language), rules):
                here = Evidence(sentence.text, sentence.start, sentence.end)
                sides = (here, None) if pair.left else (None, here)
                made = Divergence.of(
                    "meaning.contradiction", Severity.CHANGED, sides, NAME, 0.6, note=rule.key
                )
                yield Finding(pair, made)


def _excepted(claim: frozenset[str], rules: Sequence[Pair]) -> Pair | None:
    """The rule that makes the same claim and announces exceptions to it."""
    if "only" not in claim:
        return None
    for pair in rules:
        for side in (pair.left, pair.right):
            said = [_concepts(one.text, side.language) for one in segments(side.text)] if side else []
            same = any("only" in each and len(each & claim) > _SHARED for each in said)
            if same and any("except" in each and "only" not in each for each in said):
                return pair
    return None


def _concepts(text: str, language: str) -> frozenset[str]:
    """What a sentence speaks of; who controls and the controller are one thing here."""
    found = {name for match in lexicon().find(text, language) for name in match.concepts}
    return frozenset("control" if name == "controller" else name for name in found)
