"""Which language a paragraph is in, by its script and its function words; no network, no model.

Function words are the small words a sentence cannot do without (the, of; le, des; el, los). They tell the
languages of rules texts apart from a dozen words on, and card names or keywords left in English do not
disturb them. A text without evidence has no language: the caller decides what an undecided paragraph
inherits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": _words(
        "the of and to is a an in that it its if as by this be are or for with from can may would which "
        "each any when who whose their they than has have was were does not no only other but on at "
        "there into under you your until while after before see rule rules card player"
    ),
    "fr": _words(
        "le la les des du de un une et est à au aux en que qui dans pour sur par ce cette ces son sa "
        "ses il elle ils ne pas plus ou où sont été être avec sous leur leurs dont si tout tous toute "
        "jusqu lorsqu lorsque quand vous votre vos l d qu n s j c m cf règle règles peut avoir sans "
        "comme même joueur mais aucun"
    ),
    "es": _words(
        "el la los las de del un una unos y es en que para por con su sus al lo se no más o son ser "
        "sido bajo como si este esta estos estas sin sobre cuando donde hasta pero puede pueden jugador "
        "tu ha cualquier mientras ese esa regla reglas ya entre sólo solo cada desde cuyo muy también"
    ),
    "de": _words(
        "der die das den dem des ein eine einer eines einem und ist in zu von mit auf für im nicht oder "
        "wird werden sind als auch wenn er sie es sich bei nach aus kann durch unter seine ihre dass "
        "einen diese"
    ),
    "it": _words(
        "il lo la i gli le di del della dei delle degli un una uno e è in che per con su da dal dalla "
        "al alla non si sono come se questo questa suo sua loro più o nel nella sotto quando può essere "
        "ogni fino"
    ),
    "pt": _words(
        "o a os as de do da dos das um uma e é em que para por com seu sua seus suas ao à no na nos nas "
        "não se são como ou mais este esta quando sob até pode ser foi você sem cada jogador pelo pela"
    ),
    "pl": _words(
        "i w z na do jest nie to że się jako lub przez od po dla jego jej ich który która które gdy "
        "jeśli oraz może są być tego tej pod kiedy aby ale każdy karta gracz"
    ),
}
_LETTERS: Final[dict[str, re.Pattern[str]]] = {
    "fr": re.compile("[êœèîûë]|ç"),
    "es": re.compile("[ñ¿¡]"),
    "de": re.compile("[ßäöü]"),
    "pt": re.compile("[ãõ]"),
    "pl": re.compile("[łążęśćńź]"),
}
_TOKEN: Final = re.compile(r"(?<!\w)[^\W\d_]+")
_JAPANESE: Final = re.compile("[\u3040-\u30ff]")
_KOREAN: Final = re.compile("[\uac00-\ud7af\u1100-\u11ff]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]")
_LEAST: Final = 2.0
_SHORT: Final = 60
_SHORT_MARGIN: Final = 2.0
_PLAIN: Final = 6.0
"""Three words that no other language has."""


def detect_language(text: str) -> str | None:
    """The language tag of `text` (en fr es de it pt pl zh ja ko ru); None when there is too little to tell.

    >>> detect_language("Le contrôleur d'un sort est le joueur qui l'a lancé.")
    'fr'
    >>> detect_language("Only the controller of the spell may do this."), detect_language("301.5d")
    ('en', None)
    """
    letters = sum(1 for char in text if char.isalpha())
    by_script = _by_script(text, letters)
    if by_script:
        return by_script
    scores = sorted(_scores(text).items(), key=lambda item: -item[1])
    (best, most), (_, second) = scores[0], scores[1]
    margin = _SHORT_MARGIN if len(text) < _SHORT else 0.0
    return best if most >= _LEAST and most > second and most - second >= margin else None


def _by_script(text: str, letters: int) -> str | None:
    """Scripts decide alone, but only where they carry the text: a Japanese reading in brackets does not."""
    japanese, korean = len(_JAPANESE.findall(text)), len(_KOREAN.findall(text))
    han, cyrillic = len(_HAN.findall(text)), len(_CYRILLIC.findall(text))
    if korean * 3 > letters:
        return "ko"
    if japanese and (japanese + han) * 3 > letters and japanese * 10 > han:
        return "ja"
    if han * 3 > letters:
        return "zh"
    return "ru" if cyrillic * 2 > letters else None


def _scores(text: str) -> dict[str, float]:
    """Function words found, those of one language alone counting twice, and letters few languages have."""
    lowered = unicodedata.normalize("NFC", text).lower()
    scores = dict.fromkeys(_WORDS, 0.0)
    for token in _TOKEN.findall(lowered):
        having = [language for language, words in _WORDS.items() if token in words]
        for language in having:
            scores[language] += 2.0 if len(having) == 1 else 1.0
    for language, pattern in _LETTERS.items():
        scores[language] += min(len(pattern.findall(lowered)), 3) * 1.0
    return scores


def _is_plain(text: str, tag: str | None) -> bool:
    """Whether a text has enough of a language to be in it whatever is around it."""
    return tag is not None and _scores(text).get(tag, _PLAIN) >= _PLAIN


def languages_of(paragraphs: Iterable[str], *, default: str) -> list[str]:
    """The language of each paragraph; an undecided one has that of the one before it.

    The first ones have that of the first decided one, and `default` where there is none. A short paragraph is
    not believed to be in a language that no longer one is in, for a word or two of it: English has a "die".

    >>> languages_of(["Voir les règles de la partie.", "108.4", "See the rules for that."], default="en")
    ['fr', 'fr', 'en']
    """
    texts = list(paragraphs)
    detected = [detect_language(text) for text in texts]
    usual = {tag for text, tag in zip(texts, detected, strict=True) if tag and len(text) >= _SHORT}
    found = [
        tag if not usual or tag in usual or _is_plain(text, tag) else None
        for text, tag in zip(texts, detected, strict=True)
    ]
    current = next((language for language in found if language), default)
    languages: list[str] = []
    for language in found:
        current = language or current
        languages.append(current)
    return languages
