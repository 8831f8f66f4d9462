"""Files become part of a store: read, recognised, parsed and written, all of them in one switch.

A file whose content is there already adds nothing. A file that has changed since it was loaded from the same
place takes the place of what it said before. A file that cannot be loaded is reported, and the others are
loaded all the same, unless the load is asked to be atomic. Until the end of the load everybody reads the old
state, and a load that is killed leaves that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kb.errors import LoadError
from kb.inference.rdf_write import rules_to_rdf
from kb.inference.rulebase import packaged_rules
from kb.model import Loaded, LoadReport
from kb.queries.sources import Source, forget_source, refresh_works, source_quads, sources
from kb.store import Backend, DirectoryStore, Transaction
from kb.store.ontology import refresh_ontology
from loaders.files import files_in, readable_name, real_path
from loaders.prepare import Job, Prepared, Seen, prepare, prepared
from loaders.processes import in_order, workers_for
from loaders.rdf import catalogue_quads, location_hash, location_quad, source_iri
from loaders.text import DEFAULT_LIMITS, Limits

Progress = Callable[[int, int, str], None]
"""Called with how many files are done, how many there are, and the name of the next one."""


class LoadStatus(StrEnum):
    """What became of one file."""

    LOADED = "loaded"
    REPLACED = "replaced"
    ALREADY_THERE = "already there"
    FAILED = "failed"


_WRITTEN: Final = frozenset({LoadStatus.LOADED, LoadStatus.REPLACED})


@dataclass(frozen=True, slots=True)
class LoadOutcome:
    """What became of one file: its report where it is in the store now, else the error."""

    file: str
    status: LoadStatus
    source: str | None = None
    """The IRI of the source, which is also the name of its graph."""
    report: LoadReport | None = None
    error: LoadError | None = None


def load_paths(
    store: Backend,
    paths: Iterable[str | Path],
    *,
    progress: Progress | None = None,
    atomic: bool = False,
    again: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[LoadOutcome, ...]:
    """Loads files, and the files in folders at any depth, in the order given and sorted inside folders.

    With `again`, a file whose content is there is parsed and written anew. `limits` say how large a file may
    be; lists of cards may be of any size. With `atomic`, the first file that
    cannot be loaded raises its LoadError and the store stays as it was; else the error is in its outcome.

    Raises StoreError when the store cannot be written; it is then as it was.
    """
    files = tuple(files_below(Path(path) for path in paths))
    outcomes: list[LoadOutcome] = []
    with store.transaction() as change, TemporaryDirectory(prefix="tcg-rules-") as spill:
        refresh_ontology(store, change, lambda: rules_to_rdf(packaged_rules()))
        load = _Load.of(store, change, again=again, spill=Path(spill), limits=limits)
        with closing(load.prepared(files)) as found:
            for done, file in enumerate(files):
                if progress:
                    progress(done, len(files), readable_name(file))
                outcomes.append(load.one(file, next(found)))
                if atomic and (error := outcomes[-1].error):
                    raise error
        if any(outcome.status in _WRITTEN for outcome in outcomes):
            refresh_works(change, load.present.values())
    if progress and files:
        progress(len(files), len(files), "")
    return tuple(outcomes)


def write_loaded(store: Backend, documents: Iterable[Loaded]) -> tuple[LoadOutcome, ...]:
    """Puts what loaders have made into a store in one switch, as :func:`load_paths` does with files.

    Raises LoadError when a document cannot be written; the store is then as it was.
    """
    with store.transaction() as change, TemporaryDirectory(prefix="tcg-rules-") as spill:
        load = _Load.of(store, change, again=True, spill=Path(spill))
        outcomes = tuple(load.document(loaded) for loaded in documents)
        refresh_works(change, load.present.values())
    return outcomes


def files_below(paths: Iterable[Path]) -> Iterator[Path]:
    """The files among `paths`, and those in folders at any depth, each once, sorted inside folders."""
    seen: set[Path] = set()
    for path in paths:
        for file in files_in(path) if path.is_dir() else (path,):
            if (where := real_path(file)) not in seen:
                seen.add(where)
                yield file


@dataclass(slots=True)
class _Load:
    """One load under way: what the store holds, counting what this load has written."""

    store: Backend
    change: Transaction
    present: dict[str, Source]
    stored: dict[str, str]
    """What the store held before this load: the IRIs of its sources by the hash of their content."""
    again: bool
    spill: Path
    limits: Limits

    @classmethod
    def of(
        cls,
        store: Backend,
        change: Transaction,
        *,
        again: bool,
        spill: Path,
        limits: Limits = DEFAULT_LIMITS,
    ) -> _Load:
        present = {source.iri: source for source in sources(store)}
        stored = {source.hash: source.iri for source in present.values()}
        return cls(store, change, present, stored, again, spill, limits)

    @property
    def folds(self) -> bool:
        """Whether the store reads Turtle: a database in a directory does."""
        return isinstance(self.store, DirectoryStore)

    def prepared(self, files: Sequence[Path]) -> Generator[Prepared | Seen | LoadError, None, None]:
        """What is to be written of each file, several at once, in order."""
        jobs = [Job(file, self.stored, self.again, self.spill, self.limits, self.folds) for file in files]
        return in_order(prepare, jobs, workers=workers_for(files))

    def one(self, file: Path, found: Prepared | Seen | LoadError) -> LoadOutcome:
        """Puts what was made of a file into the store; a file that is there already is only remembered."""
        if isinstance(found, LoadError):
            return LoadOutcome(readable_name(file), LoadStatus.FAILED, error=found)
        location = location_hash(file)
        twin = self._twin(found.hash if isinstance(found, Seen) else found.about.source.sha256)
        if twin is None and isinstance(found, Seen):
            # It was there at the beginning; a file that came before this one has taken its place.
            return self.one(file, prepare(Job(file, self.stored, True, self.spill, self.limits, self.folds)))
        if isinstance(found, Prepared) and (twin is None or (self.again and twin.iri == found.iri)):
            return self._put(found, location, twin)
        assert twin
        before = self._at(location)
        if before and before is not twin:
            self._leave(before, location)
        self._remember(twin, location)
        status = LoadStatus.REPLACED if before and before is not twin else LoadStatus.ALREADY_THERE
        return LoadOutcome(readable_name(file), status, twin.iri, twin.report)

    def document(self, loaded: Loaded) -> LoadOutcome:
        """Puts a document into the store."""
        twin = self._twin(loaded.source.sha256)
        iri = twin.iri if twin else source_iri(loaded.source)
        location = location_hash(Path(loaded.source.name))
        return self._put(prepared(loaded, iri, self.spill), location, twin)

    def _put(self, found: Prepared, location: str, twin: Source | None) -> LoadOutcome:
        """Writes a document in the place of what was at its location before."""
        before = self._at(location)
        if before and before is not twin:
            self._leave(before, location)
        self._write(found, twin.locations if twin else frozenset(), location)
        status = LoadStatus.REPLACED if before or twin else LoadStatus.LOADED
        return LoadOutcome(found.about.source.name, status, found.iri, found.about.report)

    def _twin(self, digest: str) -> Source | None:
        """The source with this very content, wherever it was loaded from."""
        return next((source for source in self.present.values() if source.hash == digest), None)

    def _at(self, location: str) -> Source | None:
        """The source that was last loaded from this place."""
        return next((source for source in self.present.values() if location in source.locations), None)

    def _write(self, found: Prepared, locations: frozenset[str], location: str) -> None:
        places = locations | {location}
        if found.iri in self.stored.values():
            self.change.remove(source_quads(self.store, found.iri))
        self.change.load_graph(found.iri, found.triples)
        if isinstance(found.triples, Path):
            found.triples.unlink()
        self.change.add(catalogue_quads(found.about, found.iri, places))
        self.present[found.iri] = Source.of(found.iri, found.about, places)

    def _remember(self, source: Source, location: str) -> None:
        """Notes that a source is at one more place: a change there will not take it from the others."""
        if location not in source.locations:
            self.change.add([location_quad(source.iri, location)])
            self.present[source.iri] = replace(source, locations=source.locations | {location})

    def _leave(self, source: Source, location: str) -> None:
        """Takes a source from one place, and from the store when that was its only one."""
        if source.locations == {location}:
            forget_source(self.store, self.change, source.iri)
            del self.present[source.iri]
        else:
            self.change.remove([location_quad(source.iri, location)])
            self.present[source.iri] = replace(source, locations=source.locations - {location})
