"""The French and Spanish of the project, in the dictionaries of hunspell and a list of the field's own words.

A word that is right and in no dictionary goes into `known-fr.txt` or `known-es.txt`, one a line.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from functools import cache

import pytest
from spelling import DICTIONARIES, ROOT, said, unknown, words

LANGUAGES = ("fr", "es")


@cache
def has_dictionary(language: str) -> bool:
    if shutil.which("hunspell") is None:
        return False
    name = DICTIONARIES[language]
    run = subprocess.run(
        ["hunspell", "-d", name, "-l"], input="", capture_output=True, text=True, check=False
    )
    return run.returncode == 0


def in_dictionary(language: str) -> None:
    if not has_dictionary(language):
        pytest.skip(f"hunspell with {DICTIONARIES[language]} is not installed")


def known(language: str) -> set[str]:
    file = ROOT / "tests" / "docs" / f"known-{language}.txt"
    return set(file.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_the_dictionary_or_in_the_list(language: str) -> None:
    in_dictionary(language)
    places: dict[str, list[str]] = defaultdict(list)
    for each in said(language):
        for word in words(each.text):
            places[word].append(each.place)
    assert len(places) > 2000
    wrong = unknown(language, set(places)) - known(language)
    assert {word: places[word][:3] for word in wrong} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_no_word_that_is_nowhere_said(language: str) -> None:
    spoken = {word for each in said(language) for word in words(each.text)}
    # Some dictionaries take a word with a hyphen apart.
    spoken |= {part for word in spoken for part in word.split("-")}
    assert known(language) - spoken == set()


@pytest.mark.parametrize(
    ("language", "text"), [("fr", "Le propriétere du jeton"), ("es", "El dueno controlará")]
)
def test_a_misspelt_word_is_found(language: str, text: str) -> None:
    in_dictionary(language)
    assert len(unknown(language, set(words(text)))) == 1


def test_code_and_placeholders_are_no_words() -> None:
    assert list(words("Règle {number} de `kb.load` (--lang fr)")) == ["Règle", "de", "fr"]
