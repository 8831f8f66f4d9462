"""References to rules inside a text: the words as written, and every number they stand for.

A reference starts with a word for rule or section in any of the languages rules are published in, and goes on
over lists (``rules 110.2, 111.2, and 112.2``), ranges with any dash (``603.7d–f``), titles (``rule 613,
“Interaction of Continuous Effects,” and rule 614``) and repeated words (``règle 217.8 et règle 502.15``,
which are two references). A number with a point needs no word before it: "as described in 608.2b". One
grammar serves all languages: the numbers are the same, and a French page may cite in English.
"""

from __future__ import annotations

import re
from typing import Final

from kb.errors import InputError
from kb.model import Reference
from loaders.numbering import expand

_DIGIT: Final = re.compile(r"\d")
_RULE_WORD: Final = (
    r"(?:(?<![^\W\d_])(?:(?:[Ss]ub)?[Rr]ules?|(?:[Ss]ous-)?[Rr][èe]gles?|(?:[Ss]ub)?[Rr]eglas?|[Rr]egeln?|[Rr]egol[ae]|"
    r"[Rr]egras?|RULES?|[Zz]asad[ayęą]?)|§|规则|規則|ルール|규칙)"
)
_SECTION_WORD: Final = (
    r"(?:[Ss]ections?|[Ss]ecci(?:ó|o)n(?:es)?|[Aa]bschnitte?|[Ss]ezion[ei]|[Ss]eç(?:ão|ões))"
)
_NUMBER: Final = (
    r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3})?)?)?"
    r"|[a-z]{1,2})?)?(?![a-z\d])"
)
_TO: Final = r"(?:\s?[-–—‑]\s?|\s+(?:through|to|à|a|bis)\s+|至|到)"
_ITEM: Final = rf"{_NUMBER}(?:{_TO}(?:{_NUMBER}|(?:\d{{1,3}}|[a-z]{{1,2}})(?![\da-z])))?"
_AND: Final = r"(?:and|or|et|ou|y|o|e|und|oder|i|lub|和|与|及|或|、)"
_GLUE: Final = rf"(?:\s*[,;、]\s*(?:{_AND}\s*)?|\s+{_AND}\s+|\s*[和与及或、]\s*)"
_RULES: Final = re.compile(rf"{_RULE_WORD}\s*\[?({_ITEM}(?:{_GLUE}{_ITEM})*)")
_BARE: Final = re.compile(rf"(?<![\w.$€£#/-])(?=\d{{3}}\.\d)({_ITEM})(?!\.?\d|[\w%])")
_SECTIONS: Final = re.compile(
    rf"(?<![^\W\d_]){_SECTION_WORD}\s+(\d(?:{_GLUE}\d)*)(?![\d.]\d|\d)|第\s*(\d)\s*[章节]"
)
_ITEMS: Final = re.compile(_ITEM)


def find_references(text: str) -> tuple[Reference, ...]:
    """The references in `text`, in order.

    >>> [reference.numbers for reference in find_references("See rules 110.2 and 111.2; cf. règle 603.7d-f.")]
    [('110.2', '111.2'), ('603.7d', '603.7e', '603.7f')]
    >>> find_references("A 60-card deck."), find_references("Voir section 3")[0].numbers
    ((), ('3',))
    >>> find_references("as described in 608.2b")[0].numbers
    ('608.2b',)
    """
    if not _DIGIT.search(text):
        return ()
    found = [(match.start(), match.end(), _rules(match)) for match in _RULES.finditer(text)]
    found += [(match.start(), match.end(), _sections(match)) for match in _SECTIONS.finditer(text)]
    covered = [(start, end) for start, end, _ in found]
    for match in _BARE.finditer(text):
        if not any(start <= match.start() < end for start, end in covered):
            found.append((match.start(), match.end(), _rules(match)))
    return tuple(reference for _, _, reference in sorted(found, key=lambda one: one[0]))


def _rules(match: re.Match[str]) -> Reference:
    numbers: list[str] = []
    for item in _ITEMS.findall(match.group(1)):
        numbers.extend(_expanded(item))
    return Reference(match.group(0).strip(), tuple(dict.fromkeys(numbers)))


def _expanded(item: str) -> list[str]:
    """All numbers of a range; when it cannot be one (it runs backwards), the numbers it names."""
    try:
        return [str(number) for number in expand(item)]
    except InputError:
        return re.findall(_NUMBER, item)


def _sections(match: re.Match[str]) -> Reference:
    digits = match.group(1) or match.group(2)
    return Reference(match.group(0).strip(), tuple(dict.fromkeys(re.findall(r"\d", digits))))
