"""Decisions on findings, kept in RDF with who and when, and bound to the texts they were made on.

A finding's id comes out of its kind, its evidence and both texts. So a decision on it holds as long as both
texts stay as they are: when one changes, the id is another, and the finding is open again. Nothing is
overwritten: the last decision counts, those before it stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final

from kb.namespaces import BASE, PREFIXES, TEXT, segment
from kb.rdf import Literal, NamedNode, Quad
from kb.store import Backend
from kb.translation.records import Finding

REVIEWS: Final = BASE + "graph/reviews"
"""The graph that holds all decisions."""
_REVIEW: Final = BASE + "review/"
_PROV: Final = PREFIXES["prov"]
_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
_TIME: Final = NamedNode(PREFIXES["xsd"] + "dateTime")


class Decision(StrEnum):
    """What a reader made of a finding."""

    ACCEPT = "accept"
    DISMISS = "dismiss"
    COMMENT = "comment"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Review:
    """One decision on one finding."""

    finding: str
    decision: Decision
    who: str
    when: datetime
    note: str = ""
    hashes: tuple[str, ...] = ()
    """SHA-256 of the left and the right text it was made on; empty for a missing side."""


def text_hashes(finding: Finding) -> tuple[str, ...]:
    """The hashes that a decision on `finding` is bound to."""
    sides = (finding.pair.left, finding.pair.right)
    return tuple(sha256(side.text.encode()).hexdigest() if side else "" for side in sides)


def decide(
    store: Backend,
    finding: Finding,
    decision: Decision,
    who: str,
    *,
    note: str = "",
    when: datetime | None = None,
) -> Review:
    """Stores a decision and returns it; `when` is now unless given."""
    made = Review(finding.id, decision, who, when or datetime.now(UTC), note, text_hashes(finding))
    with store.transaction() as change:
        change.add(list(_quads(made)))
    return made


def _quads(review: Review) -> Iterator[Quad]:
    stamp = review.when.astimezone(UTC).isoformat()
    node = NamedNode(f"{_REVIEW}{review.finding}/{segment(stamp)}")
    graph = NamedNode(REVIEWS)
    values: list[tuple[NamedNode, NamedNode | Literal]] = [
        (_TYPE, NamedNode(TEXT + "Review")),
        (NamedNode(TEXT + "ofFinding"), Literal(review.finding)),
        (NamedNode(TEXT + "decision"), Literal(str(review.decision))),
        (NamedNode(_PROV + "wasAttributedTo"), Literal(review.who)),
        (NamedNode(_PROV + "generatedAtTime"), Literal(stamp, datatype=_TIME)),
        (NamedNode(TEXT + "note"), Literal(review.note)),
        (NamedNode(TEXT + "leftHash"), Literal(review.hashes[0])),
        (NamedNode(TEXT + "rightHash"), Literal(review.hashes[1])),
    ]
    for predicate, value in values:
        yield Quad(node, predicate, value, graph)


def reviews(store: Backend, finding: str | None = None) -> tuple[Review, ...]:
    """The decisions in the store, oldest first, on one finding or on all."""
    query = f"""PREFIX text: <{TEXT}> PREFIX prov: <{_PROV}>
      SELECT ?finding ?decision ?who ?when ?note ?left ?right {{ GRAPH <{REVIEWS}> {{
        ?review text:ofFinding ?finding ; text:decision ?decision ; prov:wasAttributedTo ?who ;
          prov:generatedAtTime ?when ; text:note ?note ; text:leftHash ?left ; text:rightHash ?right }} }}"""
    rows = ([str(getattr(term, "value", "")) for term in row] for row in store.query(query).rows)
    found = (
        Review(row[0], Decision(row[1]), row[2], datetime.fromisoformat(row[3]), row[4], (row[5], row[6]))
        for row in rows
    )
    return tuple(sorted((r for r in found if finding in (None, r.finding)), key=lambda review: review.when))


def latest(found: Iterable[Review]) -> dict[str, Review]:
    """The last decision on each finding; a comment decides nothing."""
    return {review.finding: review for review in found if review.decision is not Decision.COMMENT}


def open_findings(findings: Sequence[Finding], store: Backend) -> tuple[Finding, ...]:
    """The findings without those that were dismissed or fixed on these very texts."""
    decided = latest(reviews(store))
    closed = {
        name for name, review in decided.items() if review.decision in (Decision.DISMISS, Decision.FIXED)
    }
    return tuple(finding for finding in findings if finding.id not in closed)
