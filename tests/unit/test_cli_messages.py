"""The sentences of answers: complete, alike in their fields, and set as each language is."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from kb.cli import edition_messages, messages
from kb.cli.messages import Counted, Sentence

ALL = vars(edition_messages) | vars(messages)
NAMES = [name for name, value in ALL.items() if isinstance(value, Sentence)]
COUNTED = [name for name, value in ALL.items() if isinstance(value, Counted)]


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_has_the_same_fields_in_every_language(name: str) -> None:
    sentence: Sentence = ALL[name]
    assert _fields(sentence.en) == _fields(sentence.fr) == _fields(sentence.es)


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_is_translated_and_not_empty(name: str) -> None:
    sentence: Sentence = ALL[name]
    words = [re.sub(r"\{.*?\}", "", text).strip() for text in (sentence.en, sentence.fr, sentence.es)]
    assert all(words)
    assert len(set(words)) == 3


@pytest.mark.parametrize("name", NAMES)
def test_french_has_a_no_break_space_before_its_high_punctuation(name: str) -> None:
    french: str = ALL[name].fr
    # A colon inside a word or an address is not punctuation.
    assert not re.search(r"(?<!\u00a0)[;?!»](?=\s|$)|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)", french)


@pytest.mark.parametrize("name", NAMES)
def test_spanish_opens_its_questions_and_exclamations(name: str) -> None:
    spanish: str = ALL[name].es
    assert spanish.count("?") == spanish.count("¿")
    assert spanish.count("!") == spanish.count("¡")


@pytest.mark.parametrize("name", COUNTED)
def test_a_counted_noun_has_its_number_in_every_language(name: str) -> None:
    noun: Counted = ALL[name]
    for language in ("en", "fr", "es"):
        assert noun.say(language, 1) != noun.say(language, 2).replace("2", "1")


def test_french_counts_nothing_as_singular_and_the_others_as_plural() -> None:
    assert messages.LINES.say("fr", 0) == "0 ligne"
    assert messages.LINES.say("en", 0) == "0 lines"
    assert messages.LINES.say("es", 0) == "0 líneas"
