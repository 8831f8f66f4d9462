"""Differences between texts and scripts as flat records, for JSON, CSV and DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kb.edopro.agreement import CardAgreement, Difference

COLUMNS: Final = (
    "card", "name", "script", "differs", "language", "kind", "until", "words", "line", "by", "does",
    "duration", "other", "certain",
)  # fmt: skip


def records(found: Iterable[CardAgreement]) -> Iterator[dict[str, object]]:
    """A record for each difference, and one for each card without any."""
    for each in found:
        for difference in each.differences or (None,):
            yield record(each, difference)


def record(card: CardAgreement, difference: Difference | None) -> dict[str, object]:
    """One difference of a card; `differs` is ``nothing`` where there is none."""
    said = difference.said if difference else None
    fact = difference.fact if difference else None
    return {
        "card": card.card,
        "name": card.name,
        "script": card.script,
        "differs": difference.differs.value if difference else "nothing",
        "language": difference.language if difference else None,
        "kind": said.kind.value if said else None,
        "until": said.until if said else None,
        "words": said.words if said else None,
        "line": fact.at.line if fact else None,
        "by": fact.by if fact else None,
        "does": fact.kind.value if fact else None,
        "duration": fact.duration.text if fact else None,
        "other": difference.other if difference else None,
        "certain": difference.is_certain if difference else True,
    }
