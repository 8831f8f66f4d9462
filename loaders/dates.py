"""The date an edition says it is in force from, in the languages that rules are published in.

Only a date that follows (in Chinese, Japanese and Korean: precedes) words of validity counts: a rules text
mentions other dates too. Never read from a file's name: 14 of the 62 published names disagree with their
text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

_MONTHS: Final = tuple(
    tuple(names.split())
    for names in (
        "january janvier enero jan januar gennaio janeiro stycznia января",
        "february fevrier febrero feb februar febbraio fevereiro lutego февраля",
        "march mars marzo mar marz marco marca марта",
        "april avril abril apr aprile kwietnia апреля",
        "may mai mayo maggio maio maja мая",
        "june juin junio jun juni giugno junho czerwca июня",
        "july juillet julio jul juli luglio julho lipca июля",
        "august aout agosto aug sierpnia августа",
        "september septembre septiembre setiembre sep sept settembre setembro wrzesnia сентября",
        "october octobre octubre oct oktober ottobre outubro pazdziernika октября",
        "november novembre noviembre nov novembro listopada ноября",
        "december decembre diciembre dec dezember dicembre dezembro grudnia декабря",
    )
)
_NUMBER_OF: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_MONTH: Final = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_CUE: Final = (
    r"(?:effective|current|in force|valid)\s+(?:as of|from|since)|effective(?:\s+date)?:?"
    r"|rules?\s[^.]{0,40}?\bas of"
    r"|(?:datees|en vigueur|valables?|valides?)\s+(?:du|au|le|a partir du|depuis le)"
    r"|(?:gelten|gultig|in kraft)\s+(?:ab|seit)(?:\s+dem)?|treten\s+am"
    r"|(?:in vigore|valid[eoi]|effettiv[eo])\s+(?:a partire\s+)?dal(?:l['’])?"
    r"|(?:em vigor|validas?|vigentes?)\s+(?:desde|a partir d[eo]|em)(?:\s+o)?"
    r"|obowiazuj\w*\s+od(?:\s+dnia)?|(?:вступают в силу|действуют|действительны)(?:\s+с)?"
    r"|v(?:a)?lidas?\s+(?:desde|a partir)(?:\s+(?:el|de|del))?|en vigor desde(?: el)?"
)
_WORDS_BETWEEN: Final = (
    r"\s*(?:le |the |el )?(?:[a-z]+day,?\s|(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo),?\s)?\s*"
)
_WRITTEN: Final = (
    rf"(?:(?P<m1>{_MONTH})\.?\s*(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y1>\d{{4}})"
    rf"|(?:(?P<d2>\d{{1,2}})\s?(?:er|st|nd|rd|th|o|[.°])?\s+(?:de\s+|of\s+)?)?(?P<m2>{_MONTH})\s+(?:de\s+|del\s+)?(?P<y2>\d{{4}}))"
)
_DATED: Final = re.compile(rf"(?:{_CUE}){_WORDS_BETWEEN}{_WRITTEN}")
_ALONE: Final = re.compile(_WRITTEN)
_ISO: Final = re.compile(r"\s*(\d{4})-(\d\d)(?:-(\d\d))?\b")
_CHINESE: Final = re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日\s?[起]?(?:生效|施行|实施)?")
_CHINESE_CUE: Final = re.compile(r"规则[^。]{0,12}\d{4}\s?年[^。]{0,12}生效|規則[^。]{0,12}\d{4}\s?年")
_JAPANESE_OR_KOREAN: Final = re.compile(
    r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일][^。.]{0,12}(?:有効|発効|適用|施行|적용|발효|유효|시행)"
)
_SLASHED: Final = re.compile(r"(?i)comprehensive rules\s+(\d\d)/(\d\d)/(\d\d)\b")


def effective_date(lines: Sequence[str]) -> str | None:
    """The date the text says it is in force from, as ``2010-02-01`` or, where it names no day, ``2005-02``.

    >>> effective_date(["These rules are effective as of June18, 2021."])
    '2021-06-18'
    >>> effective_date(["Ces règles sont datées du 1 er Mai", "2006."]), effective_date(["As of today, all."])
    ('2006-05-01', None)
    >>> effective_date(["Estas reglas son vlidas desde el viernes, 25 de enero de 2019"]), effective_date(
    ...     ["此规则于2026年4月17日起生效。"])
    ('2019-01-25', '2026-04-17')
    """
    for part in (lines[:250], lines[-250:]):
        text = " ".join(" ".join(part).split())
        if date := _in(text):
            return date
    return None


def _in(text: str) -> str | None:
    if cue := _CHINESE_CUE.search(text):
        date = _CHINESE.search(cue.group() + text[cue.end() : cue.end() + 20])
        return _iso(date[1], int(date[2]), date[3]) if date else None
    if match := _JAPANESE_OR_KOREAN.search(text):
        return _iso(match[1], int(match[2]), match[3])
    if match := _DATED.search(_folded(text)):
        return _named(match)
    if match := _SLASHED.search(text):
        return _iso(f"{19 if int(match[3]) > 90 else 20}{match[3]}", int(match[1]), match[2])
    return None


def written_date(text: str) -> str | None:
    """The date that `text` begins with, as :func:`effective_date` gives it.

    >>> [written_date(text) for text in ("September 1, 2026", "2026-09", "1er mai 2026", "soon")]
    ['2026-09-01', '2026-09', '2026-05-01', None]
    """
    if match := _ISO.match(text):
        return "-".join(filter(None, match.groups()))
    match = _ALONE.match(_folded(text).strip())
    return _named(match) if match else None


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


def _named(match: re.Match[str]) -> str:
    """The date of a match that names its month."""
    month = match["m1"] or match["m2"]
    return _iso(match["y1"] or match["y2"], _NUMBER_OF[month], match["d1"] or match["d2"])


def _iso(year: str, month: int, day: str | None) -> str:
    return f"{year}-{month:02}-{int(day):02}" if day else f"{year}-{month:02}"
