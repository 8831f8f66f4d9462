"""Whatever comes in: no crash, no hang, no unaccounted line. `make fuzz` tries 100,000, a test run fewer.

FUZZ_INPUTS says how many, FUZZ_FIRST the number of the first.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import SHARED, damaged, pieces

from kb.errors import LoadError
from loaders.base import load_source
from loaders.rdf import document_quads
from loaders.text import clean_source

INPUTS: Final = int(os.environ.get("FUZZ_INPUTS", "400"))
FIRST: Final = int(os.environ.get("FUZZ_FIRST", "0"))
PARTS: Final = 4
SECONDS: Final = 5.0
"""Of processor time, so that a busy machine fails nothing."""

LINES = st.lists(
    st.one_of(
        st.from_regex(r"\A\d{3}\.\d{1,2}[a-z]?\.? \w{1,30}( \w{1,8}){0,6}\.?\Z"),
        st.sampled_from(
            ("", "Example: it falls.", "Glossary", "Contents", "[...]", "100. General", "| a | b |", "---")
        ),
        st.text(max_size=60),
    ),
    min_size=1,
    max_size=30,
)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def outcome(data: bytes, name: str, *, with_triples: bool = False) -> str:
    """What became of an input: the loader that read it, or that it was refused."""
    with at_most(SECONDS):
        try:
            loaded = load_source(clean_source(data, name))
        except LoadError:
            return "refused"
        assert loaded.report.accounted == loaded.report.lines, loaded.report.skipped
        if with_triples:
            assert sum(1 for _ in document_quads(loaded, "x:g")) >= 14 * len(loaded.passages)
        return loaded.report.loader


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_documents_are_loaded_whole_or_refused(part: int, root: Path) -> None:
    found = pieces(root, SHARED if SHARED.is_dir() else None)
    seen: Counter[str] = Counter()
    for number in range(FIRST + part, FIRST + INPUTS, PARTS):
        try:
            seen[outcome(damaged(found, number), f"input {number}", with_triples=number % 5 == 0)] += 1
        except Exception as error:
            pytest.fail(f"input {number}: {type(error).__name__}: {error}")
    assert seen["refused"] < seen.total()


@settings(max_examples=max(25, INPUTS // 100), deadline=None)
@given(LINES)
def test_any_lines_are_loaded_whole_or_refused(lines: list[str]) -> None:
    outcome("\n".join(lines).encode("utf-8", "replace"), "lines", with_triples=True)
