"""What languages are called, in the three languages we speak; and what to do with a tag."""

from __future__ import annotations

import re
from typing import Final

INTERFACE: Final = ("en", "fr", "es")
"""The languages in which this project speaks, in the order in which one stands in for another."""

_NAMES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese",
        "ko": "Korean", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "zh": "Chinese",
    },
    "fr": {
        "de": "allemand", "en": "anglais", "es": "espagnol", "fr": "français", "it": "italien",
        "ja": "japonais", "ko": "coréen", "pl": "polonais", "pt": "portugais", "ru": "russe", "zh": "chinois",
    },
    "es": {
        "de": "alemán", "en": "inglés", "es": "español", "fr": "francés", "it": "italiano", "ja": "japonés",
        "ko": "coreano", "pl": "polaco", "pt": "portugués", "ru": "ruso", "zh": "chino",
    },
}  # fmt: skip


def language_name(tag: str, language: str = "en") -> str:
    """What the language `tag` is called in `language`; the tag itself where we do not know.

    >>> language_name("fr"), language_name("en", "fr"), language_name("pt-br", "es"), language_name("tlh")
    ('French', 'anglais', 'portugués', 'tlh')
    """
    names = _NAMES.get(language, _NAMES["en"])
    return names.get(tag) or names.get(tag.split("-")[0], tag)


def is_in_language(tag: str, wanted: str) -> bool:
    """Whether a text with a language tag is in the language wanted: British English is English.

    >>> is_in_language("en-gb", "en"), is_in_language("en", "en-GB"), is_in_language("EN", "en")
    (True, False, True)
    """
    tag, wanted = language_tag(tag), language_tag(wanted)
    return tag == wanted or tag.startswith(f"{wanted}-")


_TAG: Final = re.compile(r"[A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8})*")


def is_language_tag(tag: str) -> bool:
    """Whether a text has the form of a language tag (BCP 47), with `_` for `-` as some files have it.

    >>> [is_language_tag(tag) for tag in ("pt_BR", "zh-Hant", "ja_rom$ji", "")]
    [True, True, False, False]
    """
    return _TAG.fullmatch(tag) is not None


def language_tag(tag: str) -> str:
    """`tag` in the one form that stores hold.

    >>> language_tag("FR"), language_tag("pt_BR")
    ('fr', 'pt-br')
    """
    return tag.strip().replace("_", "-").lower()
