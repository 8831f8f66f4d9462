"""A text as the words that are indexed: as they are written, folded, and cut to what their forms share.

Both orders of folding and stemming are kept. *Capacités* without its accent is another word for a stemmer, so
the stem of the folded word and the folded stem may differ; a word is found by either.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cache
from typing import Final

import Stemmer

from kb.search.families import families
from kb.search.folding import fold

STEMMED: Final = {"en": "english", "fr": "french", "es": "spanish"}
"""The languages with stems; all others share one group, ``xx``, whose words are only folded."""
OTHERS: Final = "xx"
GROUPS: Final = (*STEMMED, OTHERS)

# A rule number is one word with its letter; a Chinese, Japanese or Korean character is a word by itself.
_WORD: Final = re.compile(r"\d+(?:\.\d+)+[a-z]{0,2}(?!\w)|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")  # fmt: skip  # noqa: E501
_MOST_KEPT: Final = 300_000


def group(language: str) -> str:
    """The group of languages that a tag belongs to.

    >>> group("fr"), group("en-gb"), group("pt-br")
    ('fr', 'en', 'xx')
    """
    main = language.partition("-")[0]
    return main if main in STEMMED else OTHERS


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word in the forms that are indexed; an analyser makes each once."""

    exact: str
    """As it is written, without case."""
    folded: str
    keys: tuple[str, ...]
    """What it has in common with its other forms; one of them is enough to meet."""
    joined: str
    """The keys, with spaces between them."""


_ACCENTED: Final = {"fr": (("ees", "ées"), ("ee", "ée"), ("es", "és"), ("e", "é"))}
"""Endings that a stemmer knows only with their accent, by language."""


def accented(folded: str, of: str) -> tuple[str, ...]:
    """A folded word with the accent that its ending may have lost, if there is one.

    >>> accented("equipees", "fr"), accented("jeu", "fr"), accented("eye", "en")
    (('equipées',), (), ())
    """
    found = (folded[: -len(end)] + instead for end, instead in _ACCENTED.get(of, ()) if folded.endswith(end))
    return tuple(found)[:1]


Placed = tuple[int, int, Word]
"""The first character of a word, the one after its last, and the word."""


class Analyser:
    """Takes texts of one group of languages apart; remembers the words it has seen."""

    def __init__(self, of: str) -> None:
        self._families = families(of)
        self._is_french = of == "fr"
        self._stem: Callable[[str], str] | None = None
        if of in STEMMED:
            self._stem = Stemmer.Stemmer(STEMMED[of]).stemWord
        self._known: dict[str, Word] = {}

    def words(self, text: str) -> list[Word]:
        """The words of a text, in order."""
        known = self._known
        return [known.get(each) or self.word(each) for each in _WORD.findall(text)]

    def word(self, written: str) -> Word:
        """One word in its forms."""
        found = self._known.get(written)
        if found is None:
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            found = self._known[written] = self._made(written)
        return found

    def _made(self, written: str) -> Word:
        exact = unicodedata.normalize("NFC", written.casefold())
        folded = fold(exact)
        keys = self._keys(exact, folded)
        return Word(exact, folded, keys, " ".join(keys))

    def _keys(self, exact: str, folded: str) -> tuple[str, ...]:
        if heads := self._families.get(folded):
            return tuple(f"={head}" for head in heads)
        if self._stem is None or not exact.isalpha():
            return ()
        keys = [fold(self._stem(exact)), self._stem(folded)]
        if self._is_french and len(folded) > 6 and folded.endswith("ent"):
            # The stemmer leaves the third person plural as it is: ils gardent, il garde.
            keys.append(self._stem(f"{folded[:-3]}er"))
        return tuple(dict.fromkeys(keys))


@cache
def analyser(of: str) -> Analyser:
    """The analyser of a group of languages, made once.

    >>> analyser("fr").word("CAPACITÉS").folded, analyser("es").word("manos").keys
    ('capacites', ('=mano',))
    """
    return Analyser(of)


def placed(text: str, of: str) -> list[Placed]:
    """The words of a text with their places.

    >>> [(start, end, word.folded) for start, end, word in placed("Là ?", "fr")]
    [(0, 2, 'la')]
    """
    word = analyser(of).word
    return [(match.start(), match.end(), word(match[0])) for match in _WORD.finditer(text)]


def places(text: str, wanted: Container[str]) -> list[tuple[int, int]]:
    """The places of the words in a text that are wanted, as they are written.

    >>> places("Là, là !", {"là"})
    [(4, 6)]
    """
    return [match.span() for match in _WORD.finditer(text) if match[0] in wanted]


def split(text: str) -> list[str]:
    """The words of a text as they are written.

    >>> split("règle 702.6a, l’effet (603.7d-f)")
    ['règle', '702.6a', 'l', 'effet', '603.7d', 'f']
    """
    return _WORD.findall(text if text.isascii() else unicodedata.normalize("NFC", text))
