"""Both sides of a rule as HTML: what a finding rests on is marked; in one language, words that differ are."""

from __future__ import annotations

from html import escape
from typing import Final

from kb.editions import compare_words
from kb.translation import Divergence, Evidence, Pair, Text
from kb.widgets.words import say

_CELL: Final = "vertical-align:top;text-align:left;padding:.5em;width:50%;border:1px solid #8888"
# Black on light yellow, red and green in any theme; the words are also underlined or struck through.
_MARK: Final = "background:#fff3a8;color:#111;text-decoration:underline"
_GONE: Final = "background:#fdd;color:#111"
_NEW: Final = "background:#dfd;color:#111"


def side_by_side(pair: Pair, divergence: Divergence | None, language: str) -> str:
    """The two texts of a pair as a table.

    >>> pair = Pair("9", Text("en", "Draw two cards."), None)
    >>> "missing" in side_by_side(pair, None, "en"), 'lang="en"' in side_by_side(pair, None, "fr")
    (True, True)
    """
    left, right = pair.left, pair.right
    if left and right and left.language == right.language:
        cells = _by_words(left, right)
    else:
        spans = (divergence.left, divergence.right) if divergence else (None, None)
        cells = "".join(_cell(side, span, language) for side, span in zip((left, right), spans, strict=True))
    style = "width:100%;table-layout:fixed;border-collapse:collapse;white-space:normal"
    return (
        f'<div lang="{escape(language)}"><strong>{escape(pair.key)}</strong>'
        f'<table style="{style}"><tr>{cells}</tr></table></div>'
    )


def _cell(side: Text | None, span: Evidence | None, language: str) -> str:
    if side is None:
        return f'<td style="{_CELL}"><em>{escape(say("missing", language))}</em></td>'
    whole = side.text
    if span is None or span.end - span.start >= len(whole):
        return _column(side, escape(whole))
    marked = f'<mark style="{_MARK}">{escape(whole[span.start : span.end])}</mark>'
    return _column(side, escape(whole[: span.start]) + marked + escape(whole[span.end :]))


def _column(side: Text, inner: str) -> str:
    head = escape(" ".join(filter(None, (side.language, side.edition))))
    body = f'<span lang="{escape(side.language)}">{inner}</span>'
    return f'<td style="{_CELL}"><small>{head}</small><br>{body}</td>'


def _by_words(left: Text, right: Text) -> str:
    before: list[str] = []
    after: list[str] = []
    for run in compare_words(left.text, right.text):
        said = escape(run.text)
        if run.sign == "-":
            before.append(f'<del style="{_GONE}">{said}</del>')
        elif run.sign == "+":
            after.append(f'<ins style="{_NEW}">{said}</ins>')
        else:
            before.append(said)
            after.append(said)
    return _column(left, " ".join(before)) + _column(right, " ".join(after))
