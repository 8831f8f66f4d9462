"""What a loader is, which ones there are, and how the right one is found for a text.

A loader is a value with a `name`; `recognise` says how likely it is that a text is in its format, from 0 to
1, and `load` turns the text into passages and a report on every line. Loaders never print, never write RDF,
and never leave a line out without saying so (:mod:`loaders.report`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

from kb.errors import LoadError, Place
from kb.model import Loaded, SourceText
from loaders.cards import CardFile
from loaders.documentation import LIKELY, Documentation
from loaders.edopro import EdoproGuide
from loaders.edopro_api_yaml import EdoproApi
from loaders.mtg_bilingual import MtgBilingual, MtgCatalogue
from loaders.mtg_cr import ComprehensiveRules
from loaders.mtg_page import MtgPage
from loaders.mtg_prose import MtgProse
from loaders.riftbound import RiftboundRules
from loaders.riftbound_faq import RiftboundFaq
from loaders.term_list import TermList
from loaders.text import DEFAULT_LIMITS, Limits, read_source
from loaders.unknown import described
from loaders.wiki import YgoWiki
from loaders.wiki_excerpts import WikiExcerpts
from loaders.ygo_rulings import YgoRulings
from loaders.ygo_strings import YgoStrings
from loaders.yugipedia import Yugipedia

_LEAST: Final = 0.3


class Loader(Protocol):
    """One format: recognises it and loads it."""

    @property
    def name(self) -> str:
        """The loader's name, as reports give it."""

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is in this format: 0 never, 1 certainly."""

    def load(self, source: SourceText) -> Loaded:
        """The passages of `source` and the report on its lines."""


LOADERS: Final[tuple[Loader, ...]] = (
    CardFile(),
    EdoproApi(),
    EdoproGuide(),
    ComprehensiveRules(),
    MtgBilingual(),
    MtgCatalogue(),
    MtgPage(),
    MtgProse(),
    RiftboundFaq(),
    RiftboundRules(),
    YgoWiki(),
    YgoRulings(),
    YgoStrings(),
    WikiExcerpts(),
    Yugipedia(),
    TermList(),
    Documentation(),
)
_LAST: Final = LOADERS[-1]
"""Asked when no other loader is surer than it can be."""


def detect(source: SourceText) -> Loader:
    """The loader that knows the format of `source` best.

    Raises :class:`kb.errors.LoadError` when none is reasonably sure; the message names the formats there are.
    """
    scored = [(loader.recognise(source), loader) for loader in LOADERS[:-1]]
    score, best = max(scored, key=lambda pair: pair[0])
    if score < LIKELY and (last := _LAST.recognise(source)) > score:
        score, best = last, _LAST
    if score < _LEAST:
        names = ", ".join(loader.name for loader in LOADERS)
        found, hint = described(source)
        raise LoadError(
            Place(source.name),
            "no loader knows this format",
            found=found,
            expected=f"one of: {names}",
            hint=hint,
        )
    return best


def load_source(source: SourceText) -> Loaded:
    """The passages and the report of `source`, by the loader that :func:`detect` finds."""
    return detect(source).load(source)


def load_file(path: str | Path, *, limits: Limits = DEFAULT_LIMITS, encoding: str | None = None) -> Loaded:
    """The passages and the report of the file at `path`.

    Raises :class:`kb.errors.LoadError` when the file cannot be read or no loader knows its format.
    """
    return load_source(read_source(path, limits=limits, encoding=encoding))
