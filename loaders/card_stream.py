"""Card files too large to hold: read, written out as triples and forgotten, card by card.

The lists of all cards that are published weigh hundreds of megabytes. Their shapes are those that
:mod:`loaders.cards` knows, and so are the passages; only the way there is another. Memory is that of one card
and of the numbers that were given.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import ijson

from kb.errors import LoadError, Place
from kb.model import UNDATED, Anomaly, Game, Loaded, LoadReport, Passage, SourceText, Span
from kb.queries.languages import language_tag
from loaders.card_lists import Layout, streamed_layout
from loaders.card_words import concepts_of
from loaders.cards import DOCUMENTS, NO_CARD, CardFile, card_passages, cards_of, clean_passage, lacking
from loaders.files import opened, readable_name, state
from loaders.report import condensed
from loaders.triples import PassageWriter, folded

LARGE: Final = 8 * 1024 * 1024
"""From so many bytes on, a file of cards is streamed."""
_PIECE: Final = 1 << 20
_MOST_ANOMALIES: Final = 1000


@dataclass(frozen=True, slots=True)
class LargeCards:
    """A file of cards that is to be streamed."""

    path: Path
    hash: str
    lines: int
    layout: Layout
    state: tuple[int, int, int]
    """Of the file when its hash was taken: it must be the same when its cards are read."""


def large_cards(path: Path) -> LargeCards | None:
    """The file at `path`, if it is a large file of cards.

    Raises LoadError when it changes while it is read.
    """
    try:
        if not path.is_file() or path.stat().st_size < LARGE or not (layout := _layout(path)):
            return None
    except OSError:
        return None  # the door says what is wrong with it
    digest, ends, last = sha256(), 0, b""
    with opened(path) as file:
        seen = state(os.fstat(file.fileno()))
        while piece := file.read(_PIECE):
            digest.update(piece)
            ends += piece.count(b"\n")
            last = piece
    return LargeCards(path, digest.hexdigest(), ends + (not last.endswith(b"\n")), layout, seen)


def _layout(path: Path) -> Layout | None:
    with path.open("rb") as file:
        if file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
            return None
        file.seek(0)
        return streamed_layout(file)


def stream_cards(cards: LargeCards, iri: str, spill: Path, *, folds: bool = False) -> tuple[Loaded, Path]:
    """What is known of the cards in the file, and the file in `spill` that holds their triples, or folded.

    Raises LoadError where the file is not JSON to its end, and when it changed since its hash was taken.
    """
    book = _Book(PassageWriter(iri), Span(1, cards.lines))
    triples = tempfile.NamedTemporaryFile("wb", dir=spill, suffix=".nt", delete=False)  # noqa: SIM115
    with opened(cards.path) as file, triples as out:
        if state(os.fstat(file.fileno())) != cards.state:
            raise LoadError(Place(readable_name(cards.path)), "the file changed while it was read")
        try:
            for card in cards.layout.streamed(file):
                entries = book.entries(card, cards.layout.shape)
                out.writelines(entry.encode() for entry in (map(folded, entries) if folds else entries))
        except (ijson.JSONError, UnicodeDecodeError) as error:
            place = Place(readable_name(cards.path), path=f"after card {book.cards}")
            raise LoadError(place, f"not JSON: {str(error).splitlines()[0].lower()}") from None
        except RecursionError:
            place = Place(readable_name(cards.path), path=f"after card {book.cards}")
            raise LoadError(place, "not loadable JSON: nested too deeply") from None
    return book.loaded(cards), Path(out.name)


class _Book:
    """What is kept while cards go by."""

    def __init__(self, writer: PassageWriter, whole: Span) -> None:
        self.cards = 0
        self._writer = writer
        self._whole = whole
        self._used: Counter[str] = Counter()
        self._firsts: dict[tuple[str, str], Passage] = {}
        self._anomalies: list[Anomaly] = []
        self._repeated = 0
        self._passages = 0

    def entries(self, value: Any, shape: str) -> Iterator[str]:
        """The triples of one card."""
        self.cards += 1
        try:
            found = list(cards_of(shape, value, self._whole, self._anomalies))
        except NO_CARD as error:
            self._note("not a card", f"card {self.cards} {lacking(value, error)}")
            return
        for card in found:
            for passage in card_passages(card):
                yield self._entry(passage)

    def _entry(self, passage: Passage) -> str:
        passage = self._unique(_clean(passage))
        self._firsts.setdefault((passage.game, passage.language), passage)
        self._passages += 1
        return self._writer.triples(passage, self._passages, concepts_of(passage))

    def _unique(self, passage: Passage) -> Passage:
        key = f"{passage.language}/{passage.number}"
        self._used[key] += 1
        if self._used[key] == 1:
            return passage
        self._repeated += 1
        return replace(passage, number=f"{passage.number}~{self._used[key]}")

    def _note(self, kind: str, detail: str) -> None:
        if len(self._anomalies) < _MOST_ANOMALIES:
            self._anomalies.append(Anomaly(self._whole, kind, detail))

    def loaded(self, cards: LargeCards) -> Loaded:
        """The report on the file, with the first passage of each language."""
        firsts = tuple(self._firsts.values())
        if self._repeated:
            detail = f"{self._repeated} times a number was used before"
            self._anomalies.append(Anomaly(self._whole, "duplicate number", detail))
        name = readable_name(cards.path)
        report = LoadReport(
            file=name,
            loader=CardFile().name,
            document=DOCUMENTS[Game(firsts[0].game) if firsts else Game.YGO],
            edition=UNDATED,
            language="+".join(dict.fromkeys(passage.language for passage in firsts)),
            encoding="UTF-8",
            line_ends="LF",
            lines=cards.lines,
            accounted=cards.lines,
            skipped=(),
            passages=self._passages,
            references=0,
            dangling=(),
            anomalies=condensed(self._anomalies),
        )
        source = SourceText(name, (), "UTF-8", "LF", cards.hash)
        return Loaded(source, firsts, report)


def _clean(passage: Passage) -> Passage:
    """The passage as the door would have let it in, and its language as stores hold it."""
    return replace(clean_passage(passage), language=language_tag(passage.language))
