"""The words of the pages themselves, in English, French and Spanish: they are data, in ``words.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, cast

import yaml

LANGUAGE_NAMES: Final = {"en": "English", "fr": "français", "es": "español"}


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """Every word of the pages by its key, in each language."""
    text = (Path(__file__).parent / "words.yaml").read_text(encoding="utf-8")
    return cast("Mapping[str, Mapping[str, str]]", yaml.safe_load(text))


def say(key: str, language: str, /, **fields: object) -> str:
    """A word of the pages in `language`.

    >>> say("class", "fr"), say("unregistered", "en", base="X")[:31]
    ('classe', 'Identifiers that begin with X a')

    Raises KeyError for a word that the pages do not have.
    """
    return words()[key][language].format(**fields)
