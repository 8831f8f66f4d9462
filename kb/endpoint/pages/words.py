"""What the pages say, in English, French and Spanish, from ``words.yaml``. What the texts say is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import yaml

LANGUAGES: Final = ("en", "fr", "es")


def say(key: str, language: str, /, **holes: object) -> str:
    """A sentence of the pages in a language, its holes filled in.

    >>> say("found", "fr", total=3), say("none", "es")
    ('3 passages trouvés', 'ninguna')
    """
    return sentences()[key][language].format(**holes)


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """All sentences by their names, each in every language of the interface."""
    text = files("kb.endpoint.pages").joinpath("words.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = yaml.safe_load(text)
    return found
