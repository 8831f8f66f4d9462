"""The proof that nothing of a source was lost: every line is kept by a passage or skipped for a reason, once.

Every loader ends in :func:`finish`. It makes numbers unique, counts references, lists those that point
nowhere, and accounts for the lines. A line that a loader forgot, or both kept and skipped, shows up as
unaccounted in the report: it cannot hide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

from kb.model import Anomaly, Loaded, LoadReport, Passage, PassageKind, Skipped, SourceText, Span

BLANK: Final = "blank line"
UNACCOUNTED: Final = "unaccounted"
TWICE: Final = "unaccounted: kept and skipped"
_MOST_OF_A_KIND: Final = 50
_CITABLE: Final = frozenset({PassageKind.RULE, PassageKind.HEADING})


def finish(
    source: SourceText,
    passages: Iterable[Passage],
    *,
    loader: str,
    document: str,
    edition: str,
    skipped: Iterable[Skipped] = (),
    anomalies: Iterable[Anomaly] = (),
    concepts: Iterable[tuple[str, str]] = (),
    resolve: bool = True,
) -> Loaded:
    """What a loader returns: `passages` with unique numbers, and the report on every line of `source`.

    `resolve` says that references point into the document itself; those into another are not looked up here.
    """
    unique, repeated = make_unique(passages)
    all_skipped, accounted = account_for(source.lines, unique, tuple(skipped))
    report = LoadReport(
        file=source.name,
        loader=loader,
        document=document,
        edition=edition,
        language="+".join(dict.fromkeys(passage.language for passage in unique)),
        encoding=source.encoding,
        line_ends=source.line_ends,
        lines=len(source.lines),
        accounted=accounted,
        skipped=all_skipped,
        passages=len(unique),
        references=len({pair for passage in unique for pair in _targets(passage)}),
        dangling=find_dangling(unique) if resolve else (),
        anomalies=condensed((*source.anomalies, *anomalies, *repeated)),
    )
    return Loaded(source, unique, report, tuple(concepts))


def with_edition(loaded: Loaded, edition: str) -> Loaded:
    """`loaded` as that edition: for a text that does not say which it is, when the user knows."""
    passages = tuple(replace(passage, edition=edition) for passage in loaded.passages)
    return replace(loaded, passages=passages, report=replace(loaded.report, edition=edition))


def condensed(anomalies: Iterable[Anomaly]) -> tuple[Anomaly, ...]:
    """`anomalies` by line; a kind that occurs more than 50 times becomes one that counts them.

    >>> found = condensed(Anomaly(Span(n, n), "indented", f"{n} is indented") for n in range(1, 100))
    >>> [(str(one.lines), one.detail) for one in found]
    [('1-99', '99 times, first: 1 is indented')]
    """
    kinds: dict[str, list[Anomaly]] = {}
    for anomaly in sorted(anomalies, key=lambda found: found.lines):
        kinds.setdefault(anomaly.kind, []).append(anomaly)
    kept: list[Anomaly] = []
    for kind, found in kinds.items():
        if len(found) <= _MOST_OF_A_KIND:
            kept.extend(found)
            continue
        span = Span(found[0].lines.first, max(one.lines.last for one in found))
        kept.append(Anomaly(span, kind, f"{len(found)} times, first: {found[0].detail}"))
    return tuple(sorted(kept, key=lambda found: found.lines))


def make_unique(passages: Iterable[Passage]) -> tuple[tuple[Passage, ...], tuple[Anomaly, ...]]:
    """`passages` with ``~2``, ``~3`` after a number seen before in its edition and language, reported."""
    taken: dict[tuple[str, str, str, str], int] = {}
    unique: list[Passage] = []
    anomalies: list[Anomaly] = []
    for passage in passages:
        key = (passage.document, passage.edition, passage.language, passage.number)
        count = taken[key] = taken.get(key, 0) + 1
        if count > 1:
            passage = replace(passage, number=f"{passage.number}~{count}")
            detail = f"number {key[3]} was used before; this passage is {passage.number}"
            anomalies.append(Anomaly(passage.lines, "duplicate number", detail))
        unique.append(passage)
    known = {(passage.edition, passage.language, passage.number) for passage in unique}
    return tuple(_with_known_parent(passage, known) for passage in unique), tuple(anomalies)


def _with_known_parent(passage: Passage, known: set[tuple[str, str, str]]) -> Passage:
    """An excerpt may lack the passage above: then there is no parent, rather than a link to nothing."""
    if passage.parent is None or (passage.edition, passage.language, passage.parent) in known:
        return passage
    return replace(passage, parent=None)


def account_for(
    lines: Sequence[str], passages: Iterable[Passage], skipped: Sequence[Skipped]
) -> tuple[tuple[Skipped, ...], int]:
    """All skipped lines with reasons, forgotten ones included, and how many lines are accounted for.

    A passage may run around lines that are skipped, such as a page heading; its first and last line are its
    own.
    """
    reasons = [""] * (len(lines) + 1)
    for skip in skipped:
        for number in _numbers(skip.lines, lines):
            reasons[number] = skip.reason
    covered, edges = _coverage(lines, passages)
    for number, line in enumerate(lines, 1):
        if reasons[number] and number in edges:
            reasons[number] = TWICE
        elif not covered[number] and not reasons[number]:
            reasons[number] = UNACCOUNTED if line.strip() else BLANK
    bad = sum(1 for reason in reasons if reason in (UNACCOUNTED, TWICE))
    return _runs(reasons), len(lines) - bad


def _coverage(lines: Sequence[str], passages: Iterable[Passage]) -> tuple[bytearray, set[int]]:
    """Which lines passages run over, and which are the first or last of one."""
    steps = [0] * (len(lines) + 2)
    edges: set[int] = set()
    for passage in passages:
        numbers = _numbers(passage.lines, lines)
        steps[numbers.start] += 1
        steps[numbers.stop] -= 1
        edges.update((passage.lines.first, passage.lines.last))
    return bytearray(1 if depth else 0 for depth in accumulate(steps)), edges


def _numbers(span: Span, lines: Sequence[str]) -> range:
    """The line numbers of `span`; a span outside the source is an error in the loader."""
    if not 1 <= span.first <= span.last <= len(lines):
        raise ValueError(f"lines {span} are outside the source, which has {len(lines)}")
    return range(span.first, span.last + 1)


def _runs(reasons: Sequence[str]) -> tuple[Skipped, ...]:
    """One entry for each run of neighbouring lines with one reason."""
    runs: list[Skipped] = []
    start = 1
    for number, (here, after) in enumerate(pairwise([*reasons[1:], ""]), 1):
        if here != after:
            if here:
                runs.append(Skipped(Span(start, number), here))
            start = number + 1
    return tuple(runs)


def _targets(passage: Passage) -> Iterable[tuple[str, str, str]]:
    for reference in passage.references:
        for number in reference.numbers:
            yield passage.language, passage.number, number


def find_dangling(passages: Sequence[Passage]) -> tuple[str, ...]:
    """References to no rule or heading of the same edition and language, as ``fr 109.5: 603.7e``."""
    known = {
        (passage.document, passage.edition, passage.language, passage.number)
        for passage in passages
        if passage.kind in _CITABLE
    }
    missing = [
        f"{language} {number}: {target}"
        for passage in passages
        for language, number, target in _targets(passage)
        if (passage.document, passage.edition, language, target) not in known
    ]
    return tuple(dict.fromkeys(missing))
