"""Which concepts of control and ownership a card text speaks of, by the words in `card-words.yaml`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import yaml

from kb.model import Loaded, Passage, PassageKind
from kb.namespaces import BASE
from kb.ontology_files import ontology_root

TERMS: Final = BASE + "terms/"
_APOSTROPHES: Final = str.maketrans("’", "'")


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one game in one language."""

    pattern: re.Pattern[str]
    meant: dict[str, tuple[str, ...]]
    """The concepts of each form, of the forms inside it, too."""


def concepts_of(passage: Passage) -> tuple[str, ...]:
    """The IRIs of the concepts that a card's passage speaks of, in a fixed order.

    A card's name, which is its first line, may have any words: it does not count.

    >>> from kb.model import PassageKind, Span
    >>> words = "Control\\nYou gain control of target ox."
    >>> card = Passage("mtg", "mtg-cards", "undated", "en", "Ox", PassageKind.PARAGRAPH, words, Span(1, 1))
    >>> [iri.rpartition("/")[2] for iri in concepts_of(card)]
    ['mtg#control', 'mtg#controlEffect']
    """
    words = _words(str(passage.game), passage.language)
    if words is None:
        return ()
    is_ruling = passage.kind is PassageKind.SENTENCE
    text = passage.text if is_ruling else passage.text.partition("\n")[2]
    found = {iri for form in words.pattern.findall(_plain(text)) for iri in words.meant[form]}
    return tuple(sorted(found))


def linked(loaded: Loaded) -> Loaded:
    """A loaded card file with each of its passages linked to the concepts it speaks of."""
    links = tuple((passage.iri, iri) for passage in loaded.passages for iri in concepts_of(passage))
    return replace(loaded, concepts=(*loaded.concepts, *links))


def _plain(text: str) -> str:
    return " ".join(text.lower().translate(_APOSTROPHES).split())


@cache
def _words(game: str, language: str) -> _Words | None:
    """The words of a game in a language; None where none are known."""
    forms: dict[str, set[str]] = {}
    for notation, by_language in _data().items():
        scheme, _, name = notation.partition(".")
        if scheme == game:
            for form in by_language.get(language, ()):
                forms.setdefault(_plain(form), set()).add(f"{TERMS}{scheme}#{name}")
    if not forms:
        return None
    longest = sorted(forms, key=lambda form: (-len(form), form))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    meant = {
        form: tuple({iri for other in forms if f" {other} " in f" {form} " for iri in forms[other]})
        for form in forms
    }
    return _Words(pattern, meant)


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    read: dict[str, dict[str, list[str]]] = yaml.safe_load(
        (ontology_root() / "card-words.yaml").read_text("utf-8")
    )
    return read
