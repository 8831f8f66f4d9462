"""Families of game words, from ``ontology/search``: they meet each other and nobody else.

A stemmer cuts endings by rule. It makes one word of the Spanish *maná* and *mano*, and two of *jeu* and
*jeux*. A family says which forms belong together; its words are never stemmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kb.errors import InputError, Place
from kb.ontology_files import ontology_files
from kb.search.folding import fold


@cache
def families(language: str) -> Mapping[str, tuple[str, ...]]:
    """The heads of the families that a folded word belongs to; empty for a language without a list.

    >>> families("es")["manas"], families("es")["manos"]
    (('mana',), ('mano',))
    >>> families("tlh")
    {}
    """
    found: dict[str, tuple[str, ...]] = {}
    for path in ontology_files(f"search/{language}.txt"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            words = [fold(word) for word in line.partition("#")[0].split()]
            if len(words) == 1:
                raise InputError(
                    Place(path.name, line=number), "a family of one word", found=words[0],
                    expected="a word and its other forms, on one line",
                )  # fmt: skip
            for word in words:
                found[word] = tuple(dict.fromkeys((*found.get(word, ()), words[0])))
    return found
