"""References to rules inside a text: the words as written, and every number they stand for.

A reference starts with a word for rule or section in any of the languages rules are published in, and goes on
over lists (``rules 110.2, 111.2, and 112.2``), ranges with any dash (``603.7d–f``), titles (``rule 613,
“Interaction of Continuous Effects,” and rule 614``) and repeated words (``règle 217.8 et règle 502.15``,
which are two references). A number with a point needs no word before it: "as described in 608.2b". One
grammar serves all languages: the numbers are the same, and a French page may cite in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kb.errors import InputError
from kb.model import Reference
from loaders.numbering import expand

_RULE_WORD: Final = re.compile(
    r"(?:(?<![^\W\d_])(?:(?:[Ss]ub)?[Rr]ules?|(?:[Ss]ous-)?[Rr][èe]gles?|(?:[Ss]ub)?[Rr]eglas?|[Rr]egeln?|"
    r"[Rr]egol[ae]|[Rr]egras?|RULES?|[Zz]asad[ayęą]?|[Rr]eguł[ayęą]?|"
    r"[Пп]равил(?:[оауе]|ом|ам|ами|ах)?)"
    r"|§|规则|規則|ルール|규칙)\s*\[?$"
)
_SECTION_WORD: Final = (
    r"(?:[Ss]ections?|[Ss]ecci(?:ó|o)n(?:es)?|[Aa]bschnitte?|[Ss]ezion[ei]|[Ss]eç(?:ão|ões)|"
    r"[Рр]аздел(?:[аыеу]|ов|ом|ах)?)"
)
_NUMBER: Final = (
    r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3}(?:\.[a-z]{1,2}(?![a-z])(?:\.\d{1,3})?)?)?"
    r"|[a-z]{1,2})?)?(?![a-z\d])"
)
_TO: Final = r"(?:\s?[-–—‑]\s?|\s+(?:through|to|à|a|bis)\s+|至|到)"
_ITEM: Final = rf"{_NUMBER}(?:{_TO}(?:{_NUMBER}|(?:\d{{1,3}}|[a-z]{{1,2}})(?![\da-z])))?"
_AND: Final = r"(?:and|or|et|ou|y|o|e|und|oder|i|lub|и|или|和|与|及|或|、)"
_GLUE: Final = rf"(?:\s*[,;、]\s*(?:{_AND}\s*)?|\s+{_AND}\s+|\s*(?:[和与及或、와과및]|또는)\s*)"
_LIST: Final = re.compile(rf"(?<![A-Za-z0-9_.$€£#/-]){_ITEM}(?:{_GLUE}{_ITEM})*(?!\.?\d|%)")
_TITLE: Final = re.compile(
    rf"\s*[,，]?\s*[“\"«「]\s?[^“”\"«»「」\n]{{1,100}}"
    rf"(?:[,，][”\"»」]\s*{_AND}?\s*|[”\"»」]\s*(?:[,，]\s*{_AND}?\s*|{_AND}\s*))"
)
_SECTIONS: Final = re.compile(
    rf"(?<![^\W\d_]){_SECTION_WORD}\s+(\d(?:{_GLUE}\d)*)(?![\d.]\d|\d)|第\s*(\d)\s*[章节]"
)
_ITEMS: Final = re.compile(_ITEM)
_LONGEST_WORD: Final = 14
_SECTION_HINTS: Final = ("ecti", "ecci", "schnitt", "ezion", "eç", "第", "аздел")


def find_references(text: str) -> tuple[Reference, ...]:
    """The references in `text`, in order.

    >>> [reference.numbers for reference in find_references("See rules 110.2 and 111.2; cf. règle 603.7d-f.")]
    [('110.2', '111.2'), ('603.7d', '603.7e', '603.7f')]
    >>> find_references("A 60-card deck."), find_references("Voir section 3")[0].numbers
    ((), ('3',))
    >>> find_references("as described in 608.2b")[0].numbers
    ('608.2b',)
    """
    found: list[tuple[int, Reference]] = []
    end: int | None = None
    for match in _LIST.finditer(text):
        word = _word_before(text, match.start())
        # "rules 703, “Turn-Based Actions,” and 704": the word stands for what follows the title, too.
        is_cited = word or (end is not None and _TITLE.fullmatch(text, end, match.start()) is not None)
        found.extend(_cited(text, match, word.start() if word else match.start() if is_cited else None))
        end = match.end() if is_cited else None
    if any(hint in text for hint in _SECTION_HINTS):
        found += [(match.start(), _sections(match)) for match in _SECTIONS.finditer(text)]
    return tuple(reference for _, reference in sorted(found, key=lambda one: one[0]))


def ends_in_rule_word(text: str) -> bool:
    """Whether `text` breaks off after a word for rule, so that a number after it is cited.

    >>> ends_in_rule_word("as described in rule"), ends_in_rule_word("The Golden Rule")
    (True, False)
    """
    word = _RULE_WORD.search(text, max(len(text) - _LONGEST_WORD, 0))
    return bool(word and not word.group()[0].isupper())


def _word_before(text: str, at: int) -> re.Match[str] | None:
    return _RULE_WORD.search(text, max(at - _LONGEST_WORD, 0), at)


def _cited(text: str, numbers: re.Match[str], start: int | None) -> Iterator[tuple[int, Reference]]:
    """The references a list of numbers makes: one from `start` on, or else one for each with a point."""
    items = list(_ITEMS.finditer(numbers.group()))
    if start is not None:
        expanded = [number for item in items for number in _expanded(item.group())]
        yield start, Reference(text[start : numbers.end()], tuple(dict.fromkeys(expanded)))
        return
    for item in items:
        if "." in item.group():
            yield numbers.start() + item.start(), Reference(item.group(), tuple(_expanded(item.group())))


def _expanded(item: str) -> list[str]:
    """All numbers of a range; when it cannot be one (it runs backwards), the numbers it names."""
    try:
        return [str(number) for number in expand(item)]
    except InputError:
        return re.findall(_NUMBER, item)


def _sections(match: re.Match[str]) -> Reference:
    digits = match.group(1) or match.group(2)
    return Reference(match.group(0).strip(), tuple(dict.fromkeys(re.findall(r"\d", digits))))
