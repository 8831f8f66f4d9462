"""The languages of card files: what the shapes of files call them, and the tags that we know them by."""

from __future__ import annotations

from typing import Final

NAMES: Final = {
    "English": "en", "French": "fr", "Spanish": "es", "German": "de", "Italian": "it",
    "Portuguese (Brazil)": "pt", "Japanese": "ja", "Korean": "ko", "Russian": "ru",
    "Chinese Simplified": "zh-Hans", "Chinese Traditional": "zh-Hant",
}  # fmt: skip
"""What MTGJSON calls them."""
YUGI: Final = {"zh-CN": "zh-Hans", "zh-TW": "zh-Hant"}
SCRYFALL: Final = {"zhs": "zh-Hans", "zht": "zh-Hant"}
UNDETERMINED: Final = "und"
"""The tag of a language that is not known (ISO 639)."""
TAGS: Final = frozenset(
    {"en", "fr", "es", "de", "it", "pt", "ja", "ko", "ru", "pl", "zh", "zh-Hans", "zh-Hant"}
)
TRANSCRIPTIONS: Final = frozenset({"ja_romaji", "ko_rr"})
"""What is no language, but the sound of words of one."""
