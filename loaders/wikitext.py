"""Words out of MediaWiki's markup: links, emphasis, templates, references, and the fields of a template."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from loaders.markup import without_tags

_COMMENT: Final = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_REF: Final = re.compile(r"<ref\b[^<>]{0,200}/>|<ref\b[^<>]{0,200}>.{0,2000}?</ref>", re.DOTALL)
_BREAK: Final = re.compile(r"(?i)<br\s*/?>")
_LINK: Final = re.compile(r"\[\[(?:[^\[\]|]{0,300}\|)?([^\[\]|]{0,300})\]\]")
_OUTSIDE: Final = re.compile(r"\[https?://\S{1,400}\s?([^\[\]]{0,300})\]")
_TEMPLATE: Final = re.compile(r"\{\{([^{}|]{0,100})((?:\|[^{}]{0,1000})?)\}\}")
_MARKS: Final = re.compile(r"'{2,5}")
_FIELD: Final = re.compile(r"\|\s*([A-Za-z_][\w ]{0,60}?)\s*=\s*(.*)")
_MARKED: Final = re.compile(r"^\{[{|]|^={2,6}[^=].{0,200}={2,6}\s*$|\[\[[^\[\]]{1,300}\]\]|'{3}[^']")
_LEAST_MARKED: Final = 3
_MOST_NESTED: Final = 5


def is_wikitext(lines: Sequence[str]) -> bool:
    """Whether `lines` are in MediaWiki's markup: several of its marks, on a good part of the lines.

    >>> is_wikitext(["{{Navigation}}", "An '''ox''' eats [[hay]].", "== Moo ==", "* Loud [[oxen]]"])
    True
    >>> is_wikitext(["An ox eats hay.", "See [[hay]]."])
    False
    """
    # Every text that is loaded is asked; looking for two characters is the quickest no.
    likely = [line for line in lines if "[[" in line or "'''" in line or line[:2] in ("{{", "{|", "==")]
    marked = sum(1 for line in likely if _MARKED.search(line))
    return marked >= _LEAST_MARKED and marked * 3 >= sum(1 for line in lines if line.strip())


def plain_wikitext(text: str) -> str:
    """`text` without MediaWiki's markup; of a template its first argument stays.

    >>> plain_wikitext("'''[[Ox|Oxen]]''' eat {{Ruby|草|くさ}}<ref>A book</ref>&nbsp;and [[hay]].<br>Daily")
    'Oxen eat 草 and hay.\\nDaily'
    """
    text = _BREAK.sub("\n", _REF.sub("", _COMMENT.sub("", text)))
    for _ in range(_MOST_NESTED):
        shorter = _TEMPLATE.sub(_first_argument, _LINK.sub(r"\1", text))
        if shorter == text:
            break
        text = shorter
    text = html.unescape(without_tags(_MARKS.sub("", _OUTSIDE.sub(r"\1", text)))).replace("\u00a0", " ")
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _first_argument(match: re.Match[str]) -> str:
    arguments = match[2].split("|")[1:]
    return next((each for each in arguments if "=" not in each), "")


def field_of(line: str) -> tuple[str, str] | None:
    """The name and the first words of the template's field that `line` begins.

    >>> field_of("| fr_name = Bœuf"), field_of("* Bœuf")
    (('fr_name', 'Bœuf'), None)
    """
    match = _FIELD.match(line.strip())
    return (match[1], match[2]) if match else None
