"""The translators' bench: where two language versions of the rules really disagree, with the evidence.

Texts are cut into sentences (:mod:`~kb.translation.segment`), set against each other
(:mod:`~kb.translation.align`), dated (:mod:`~kb.translation.attribute`) and compared by small detectors
(:mod:`~kb.translation.detectors`). What comes out is a ranked queue of findings, never a verdict; decisions
on them are kept (:mod:`~kb.translation.review`). What the detectors know of words is data in
``ontology/translation``.

>>> pairs = pair_texts("Players draw two cards.", "en", "Les joueurs piochent trois cartes.", "fr")
>>> [(f.divergence.kind, f.divergence.note) for f in diverge(pairs)]
[('meaning.number', '2 / 3')]
"""

from kb.translation.attribute import Attribution, find_editions
from kb.translation.diverge import Settings, diverge
from kb.translation.pairing import pair_passages, pair_texts, read_pairs
from kb.translation.records import Direction, Divergence, Evidence, Finding, Pair, Severity, Text
from kb.translation.review import Decision, Review, decide, open_findings, reviews
from kb.translation.termbase import find_term, termbase
from kb.translation.unit import align_pair, align_pairs

__all__ = [
    "Attribution",
    "Decision",
    "Direction",
    "Divergence",
    "Evidence",
    "Finding",
    "Pair",
    "Review",
    "Settings",
    "Severity",
    "Text",
    "align_pair",
    "align_pairs",
    "decide",
    "diverge",
    "find_editions",
    "find_term",
    "open_findings",
    "pair_passages",
    "pair_texts",
    "read_pairs",
    "reviews",
    "termbase",
]
