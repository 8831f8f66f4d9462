"""Sentences that only one side has, and sentences that one side splits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kb.translation.records import Divergence, Severity
from kb.translation.unit import Aligned, Unit

NAME: Final = "structure"
_EXAMPLE: Final = ("example", "exemple", "ejemplo")


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Missing and added sentences and examples; split and joined ones as wording."""
    for unit in aligned.units:
        if not unit.bead.right:
            yield _alone(unit, "missing")
        elif not unit.bead.left:
            yield _alone(unit, "added")
        elif len(unit.bead.left) != len(unit.bead.right):
            kind = "sentence_split" if len(unit.bead.left) < len(unit.bead.right) else "sentence_join"
            yield Divergence(
                f"structure.{kind}", Severity.WORDING, unit.left.evidence(), unit.right.evidence(), NAME, 0.5,
                note=unit.bead.shape,
            )  # fmt: skip


def _alone(unit: Unit, what: str) -> Divergence:
    piece = unit.left if what == "missing" else unit.right
    is_example = piece.text.lstrip("([*_ ").lower().startswith(_EXAMPLE)
    return Divergence(
        f"structure.{what}_{'example' if is_example else 'sentence'}",
        Severity.CHANGED,
        unit.left.evidence(),
        unit.right.evidence(),
        NAME,
        0.8 if what == "missing" else 0.7,
    )
