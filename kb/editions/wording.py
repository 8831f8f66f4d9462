"""What is kept of a text instead of the text: hashes of its words and sentences, and its countable facts.

Two texts have one hash when they say the same words in the same order, whatever their quotation marks,
dashes, italics, blanks and capitals. The facts (how many sentences and words, which numbers it cites, which
numerals it uses) are the same across languages, so they tell which wording a translation follows.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from kb.editions.numbers import cited_numbers

_FOLDED: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-", "‑": "-", "−": "-", "_": " ", "*": " "}
)
_TORN_OFF: Final = re.compile(r"(?<! ) +(?='(?:s|re|ll|ve|d)\b)")
"""Blanks that web pages and PDF extraction put before an ending: unit 's."""
_WORD: Final = re.compile(r"(?<![^\W_])[-+]\d+|[^\W_]+(?:'[^\W_]+)*")
_RULE_NUMBER: Final = re.compile(r"(?<![\w.])\d{3}(?:\.\d{1,3}(?:\.?[a-z]{1,2}\b)?(?:\.\d+)*)?(?![\d])")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])[\"”»')\]]*\s+(?=[\"“«(¿¡]*\s?[A-ZÀ-ÖØ-Þ0-9])")
MASK: Final = "0"
_LONGEST_NUMERAL: Final = 9

NUMBER_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    "es": ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
}
"""From two up: "one" is an article in French and Spanish."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What one text is reduced to."""

    hash: str
    sentences: tuple[str, ...]
    """Short hashes of its sentences, in order."""
    words: int
    cited: tuple[str, ...]
    numerals: tuple[str, ...]


def fold(text: str) -> str:
    """`text` in one case, with one kind of quotation mark and dash, without marks of emphasis.

    >>> fold("The Unit ’s “owner”") == "the unit's “owner”"
    True
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    folded = plain.translate(_FOLDED).casefold()
    return _TORN_OFF.sub("", folded) if " '" in folded else folded


def words_of(text: str) -> tuple[str, ...]:
    """The words of `text` that decide whether two texts say the same.

    >>> words_of("A _creature’s_ controller — gets +1/+1.") == words_of("a creature's  controller gets +1/+1")
    True
    """
    return tuple(_WORD.findall(fold(text)))


def masked_words(text: str) -> tuple[str, ...]:
    """The words of `text` with every rule number made equal: citations change when rules are renumbered.

    >>> masked_words("See rules 110.2 and 111.2.") == masked_words("See rules 110.2 and 112.2.")
    True
    """
    return tuple(_WORD.findall(_RULE_NUMBER.sub(MASK, fold(text))))


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, cut where a mark of the end is followed by a capital or a figure.

    >>> split_sentences("See rule 110.2. Every permanent has a controller.")
    ['See rule 110.2.', 'Every permanent has a controller.']
    """
    return [part for part in _SENTENCE_END.split(text.strip()) if _WORD.search(part)]


def facts_of(text: str, language: str = "en") -> Facts:
    """The hashes and countable facts of `text`.

    >>> facts = facts_of("Il y a trois exceptions. Cf. règle 603.7d.", "fr")
    >>> len(facts.sentences), facts.words, facts.cited, facts.numerals
    (2, 9, ('603.7d',), ('3',))
    """
    sentences = split_sentences(text)
    words = words_of(text)
    return Facts(
        _digest(words, 8),
        tuple(_digest(words_of(sentence), 4) for sentence in sentences),
        len(words),
        cited_numbers(text),
        _numerals(text, language),
    )


def _digest(words: tuple[str, ...], size: int) -> str:
    """The first bytes of a hash of `words`; short, because a number and an edition stand beside it."""
    raw = blake2b(" ".join(words).encode(), digest_size=size).digest()
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _numerals(text: str, language: str) -> tuple[str, ...]:
    """The numerals outside rule numbers, in figures, each once."""
    named = {word: str(value) for value, word in enumerate(NUMBER_WORDS.get(language, ()), 2)}
    words = _WORD.findall(_RULE_NUMBER.sub(" ", fold(text)))
    found = {named.get(word, word.lstrip("+-")) for word in words}
    kept = {word for word in found if word.isdecimal() and len(word) <= _LONGEST_NUMERAL}
    return tuple(sorted(kept, key=int))
