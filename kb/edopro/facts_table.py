"""A control fact as a flat record, for JSON, CSV and DataFrames."""

from __future__ import annotations

from typing import Final

from kb.edopro.records import ControlFact, ScriptFacts

COLUMNS: Final = (
    "file", "card", "line", "column", "kind", "by", "what", "from", "to", "duration", "phases", "counts",
    "turn", "resets", "result", "targets", "filters", "legality", "zone_checks", "follow_ups", "effects",
    "unknown",
)  # fmt: skip


def record(facts: ScriptFacts, fact: ControlFact) -> dict[str, object]:
    """A control fact of a script, with lists where there may be several.

    >>> from kb.edopro.records import At, Kind
    >>> record(ScriptFacts("c77.lua"), ControlFact(Kind.TAKE, At(3, 2), "Duel.GetControl"))["card"]
    '77'
    """
    return {
        "file": facts.name,
        "card": facts.card,
        "line": fact.at.line,
        "column": fact.at.column,
        "kind": fact.kind.value,
        "by": fact.by,
        "what": list(fact.what),
        "from": list(fact.source),
        "to": list(fact.to),
        "duration": fact.duration.kind.value,
        "phases": list(fact.duration.phases),
        "counts": list(fact.duration.counts),
        "turn": fact.duration.turn,
        "resets": list(fact.duration.resets),
        "result": fact.result.value if fact.result else None,
        "targets": any(each.is_target for each in fact.selections),
        "filters": list(dict.fromkeys(name for each in fact.selections for name in each.filters)),
        "legality": list(fact.legality),
        "zone_checks": list(fact.zone_checks),
        "follow_ups": list(fact.follow_ups),
        "effects": list(fact.effects),
        "unknown": list(fact.unknown),
    }
