"""References to rules inside a text: the words as written, and every number they stand for.

A reference starts with a word for rule or section in any of the languages rules are published in, and goes on
over lists (``rules 110.2, 111.2, and 112.2``), ranges with any dash (``603.7d–f``), titles (``rule 613,
“Interaction of Continuous Effects,” and rule 614``) and repeated words (``règle 217.8 et règle 502.15``,
which are two references). One grammar serves all languages: the numbers are the same, and a French page may
cite in English.
"""

from __future__ import annotations

import re
from typing import Final

from kb.errors import InputError
from kb.model import Reference
from loaders.numbering import expand

_RULE_WORD: Final = (
    r"(?:(?<![^\W\d_])(?:[Rr]ules?|[Rr][èe]gles?|[Rr]eglas?|[Rr]egeln?|[Rr]egol[ae]|[Rr]egras?|RULES?|"
    r"[Zz]asad[ayęą]?)|§|规则|規則|ルール|규칙)"
)
_SECTION_WORD: Final = (
    r"(?:[Ss]ections?|[Ss]ecci(?:ó|o)n(?:es)?|[Aa]bschnitte?|[Ss]ezion[ei]|[Ss]eç(?:ão|ões))"
)
_DASH: Final = r"\s?[-–—‑]\s?"
_NUMBER: Final = (
    r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3})?)?)?"
    r"|[a-z]{1,2})?)?(?!\d)"
)
_ITEM: Final = rf"{_NUMBER}(?:{_DASH}(?:\d{{1,3}}[a-z]?|[a-z]{{1,2}})(?![a-z\d]))?"
_AND: Final = r"(?:and|or|through|to|et|ou|à|y|o|e|und|oder|bis|i|lub|和|与|及|或|、)"
_GLUE: Final = rf"(?:\s*[,;、]\s*(?:{_AND}\s*)?|\s+{_AND}\s+|\s*[和与及或、]\s*)"
_RULES: Final = re.compile(rf"{_RULE_WORD}\s*\[?({_ITEM}(?:{_GLUE}{_ITEM})*)")
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
    """
    found = [(match.start(), _rules(match)) for match in _RULES.finditer(text)]
    found += [(match.start(), _sections(match)) for match in _SECTIONS.finditer(text)]
    return tuple(reference for _, reference in sorted(found, key=lambda pair: pair[0]))


def _rules(match: re.Match[str]) -> Reference:
    numbers: list[str] = []
    for item in _ITEMS.findall(match.group(1)):
        numbers.extend(_expanded(item))
    return Reference(match.group(0).strip(), tuple(dict.fromkeys(numbers)))


def _expanded(item: str) -> list[str]:
    """All numbers of a range; when it cannot be one (it runs backwards), its first number alone."""
    try:
        return [str(number) for number in expand(item)]
    except InputError:
        first = re.match(_NUMBER, item)
        return [first.group(0)] if first else []


def _sections(match: re.Match[str]) -> Reference:
    digits = match.group(1) or match.group(2)
    return Reference(match.group(0).strip(), tuple(dict.fromkeys(re.findall(r"\d", digits))))
