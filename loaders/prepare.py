"""What is done to a file before the store is touched: read, recognised, parsed, written out as triples.

This is where the time goes, and it needs nothing of the store: so it is done for several files at once, in
processes of their own (:mod:`loaders.processes`), and what comes out is put into the store in order.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kb.errors import LoadError, Place
from kb.model import Loaded
from kb.store import source_graph
from loaders.base import load_source
from loaders.card_stream import LargeCards, large_cards, stream_cards
from loaders.files import readable_name
from loaders.rdf import source_iri, with_stored_languages
from loaders.text import DEFAULT_LIMITS, Limits, read_source
from loaders.triples import document_triples, folded

_SPILL: Final = 32 * 1024 * 1024
"""More characters of triples than this go to a file."""


@dataclass(frozen=True, slots=True)
class Job:
    """A file to prepare, and what it needs to know of the store."""

    file: Path
    known: Mapping[str, str]
    """The sources in the store: their IRIs by the hash of their content."""
    again: bool
    """Prepare what is known, too."""
    spill: Path
    """A folder for triples that are too many to hand over in memory."""
    limits: Limits = DEFAULT_LIMITS
    folds: bool = False
    """Write a subject once for all its triples: for a store that reads Turtle as fast as N-Triples."""

    def __str__(self) -> str:
        return readable_name(self.file)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be written: what is known of it, and its graph as N-Triples, or folded."""

    about: Loaded
    """The document without its text: of its passages only the first of each game, edition and language."""
    iri: str
    triples: bytes | Path


@dataclass(frozen=True, slots=True)
class Seen:
    """A file whose content is in the store."""

    hash: str


def prepare(job: Job) -> Prepared | Seen | LoadError:
    """What becomes of one file; an error is a value, because it crosses processes."""
    try:
        if cards := large_cards(job.file):
            return _streamed(cards, job)
        source = read_source(job.file, limits=job.limits)
        if source.sha256 in job.known and not job.again:
            return Seen(source.sha256)
        iri = job.known.get(source.sha256, source_iri(source))
        return prepared(load_source(source), iri, job.spill, folds=job.folds)
    except LoadError as error:
        return error
    except Exception as error:
        # One bad file stops nothing: a mistake of a loader is an error of the file that shows it.
        found = f"{type(error).__name__}: {error}".encode(errors="replace").decode()
        return LoadError(
            Place(readable_name(job.file)), "a loader fails on this file", found=found,
            hint="nothing of it is loaded; please report this, with the file if you may",
        )  # fmt: skip


def _streamed(cards: LargeCards, job: Job) -> Prepared | Seen:
    if cards.hash in job.known and not job.again:
        return Seen(cards.hash)
    iri = job.known.get(cards.hash, source_graph(cards.hash, readable_name(cards.path.name)))
    about, triples = stream_cards(cards, iri, job.spill, folds=job.folds)
    return Prepared(about, iri, triples)


def prepared(loaded: Loaded, iri: str, spill: Path, *, folds: bool = False) -> Prepared:
    """A document that is loaded, ready to be written to the graph `iri`.

    Raises LoadError when two of its passages have one address.
    """
    loaded = with_stored_languages(loaded)
    firsts = {(p.game, p.document, p.edition, p.language): p for p in reversed(loaded.passages)}
    about = replace(
        loaded,
        source=replace(loaded.source, lines=(), anomalies=()),
        passages=tuple(reversed(firsts.values())),
        concepts=(),
    )
    pieces = document_triples(loaded, iri)
    return Prepared(about, iri, _collected(map(folded, pieces) if folds else pieces, spill))


def _collected(pieces: Iterable[str], spill: Path) -> bytes | Path:
    """All pieces together, in a file where they are many."""
    kept: list[str] = []
    size = 0
    rest = iter(pieces)
    for piece in rest:
        kept.append(piece)
        size += len(piece)
        if size > _SPILL:
            return _spilled(kept, rest, spill)
    return "".join(kept).encode()


def _spilled(first: list[str], rest: Iterator[str], spill: Path) -> Path:
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=spill, suffix=".nt", delete=False
    ) as file:
        file.writelines(first)
        first.clear()
        file.writelines(rest)
    return Path(file.name)
