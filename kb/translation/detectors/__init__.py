"""The detectors: each a small module with one function from an aligned pair to divergences.

They do not know of one another. What a finding means beside the others (stale or mistranslated, which follows
from which) is decided in :mod:`kb.translation.diverge`.
"""

from collections.abc import Callable, Iterator
from typing import Final

import kb.translation.detectors.terms as forbidden
from kb.translation.detectors import (
    clauses,
    figures,
    idioms,
    references,
    ruling,
    spelling,
    structure,
    untranslated,
)
from kb.translation.records import Divergence
from kb.translation.unit import Aligned

Detector = Callable[[Aligned], Iterator[Divergence]]

DETECTORS: Final[dict[str, Detector]] = {
    "structure": structure.detect,
    "untranslated": untranslated.detect,
    "references": references.detect,
    "figures": figures.detect,
    "ruling": ruling.detect,
    "idioms": idioms.detect,
    "clauses": clauses.detect,
    "terms": forbidden.detect,
    "spelling": spelling.detect,
}
"""By name, in the order their findings are shown."""

__all__ = ["DETECTORS", "Detector"]
