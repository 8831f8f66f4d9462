"""Words of a text with their places: contractions and elided articles come apart, marks stand alone.

One cutting serves texts and the patterns of the lexicon, so that a pattern is written as a text looks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_ELIDED: Final = r"(?<![^\W\d_])(?:jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|qu|[ldjmtscn])'"
_TOKEN: Final = re.compile(
    rf"\{{[^{{}}\s]{{1,8}}\}}|(?<![^\W\d_])(?:max|min|máx|mín|cf)\.|{_ELIDED}(?=\w)|can't\b|n't\b|[^\W\d_]+?(?=n't\b)|[^\W\d_]+|'(?:s|re|ll|ve|d|m)\b"
    r"|\d+(?:[.,\u00a0\u202f]\d{3})*(?:[.,]\d+)?|[^\s-]"
)
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "‑": "-"})


class Token(NamedTuple):
    """One word or mark in lower case, and where it stands in the text."""

    word: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.word[0].isalpha()

    @property
    def is_number(self) -> bool:
        """Whether it is made of figures."""
        return self.word[0].isdigit()


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[Token, ...]:
    """The words and marks of `text`.

    >>> [token.word for token in tokens("It can't, l’objet qu'il a, {T}: 1,000")]
    ['it', 'can', "n't", ',', "l'", 'objet', "qu'", 'il', 'a', ',', '{t}', ':', '1,000']
    """
    plain = text.translate(_APOSTROPHES).lower()
    if len(plain) != len(text):  # The small form of a letter is longer than one: keep the letter.
        plain = "".join(char if len(char.lower()) != 1 else char.lower() for char in text)
    found: list[Token] = []
    for match in _TOKEN.finditer(plain):
        word = match.group()
        start, end = match.span()
        if word in ("cannot", "can't"):
            found.append(Token("can", start, start + 3))
            word, start = "n't", start + 3
        elif word[-1] == ".":
            word = word.rstrip(".") or word
        found.append(Token(word, start, end))
    return tuple(found)


def words(text: str) -> tuple[str, ...]:
    """The words of `text` alone, without marks and figures.

    >>> words("See rule 603.7d: can't")
    ('see', 'rule', 'd', 'can', "n't")
    """
    return tuple(token.word for token in tokens(text) if token.is_word)
