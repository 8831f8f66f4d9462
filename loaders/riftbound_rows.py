"""Every layout of the Riftbound Core Rules as rows: a number where there is one, the words, the lines.

Layouts seen: plain lines, one provision each; Markdown, wrapped or not, with bold numbers and page headings;
HTML tables, and HTML divs laid out as rows. A number may have lost its last dot ("130.4 Effects"), or its
last part may have run into the text ("130." "4 Effects"): both are put right where the number then comes next
in order, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from kb.errors import InputError
from kb.model import Anomaly, Skipped, SourceText, Span
from loaders.markup import html_rows, without_ligatures, without_markdown, without_tags
from loaders.numbering import RuleNumber
from loaders.paragraphs import is_wrapped
from loaders.references import ends_in_rule_word

NUMBER: Final = r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3})?)?)?)?)?"
CHROME: Final = "page chrome: a link or a page heading"
MARKUP: Final = "markup without words"
_START: Final = re.compile(rf"({NUMBER})(\.?)(?:\s+|(?=[^\s\w.,;)]))([^\s,;)].*)?")
_ID: Final = re.compile(rf"({NUMBER})\.?")
_CHROME: Final = re.compile(
    r"(?i)(?:back|return|skip) to \S.{0,40}|next|previous|table of contents|#*\s*page \d+|"
    r"> ?converted from .*|-{3,}"
)
_ROWS: Final = re.compile(r"<tr[ >]|<div class=\"[^\"]*row")
_BLOCKS: Final = re.compile(r"(?i)<(?:!doctype|html|body|p|li|h[1-6])\b[^<>]*>")
_SPACE_BEFORE: Final = re.compile(r"(?<=\w) +(?=[,;.](?:\s|$)|[’'](?:s|re|ll|ve|d)\b)")
_LOST_PART: Final = re.compile(r"(\d{1,3}|[a-z]{1,2})\.?\s+(?=\S)")
_FULL_LINE: Final = 0.6
_LIGATURE: Final = re.compile("[ﬀ-ﬆ]")
_BULLET: Final = re.compile(r"^[*•●-]\s+")


@dataclass(frozen=True, slots=True)
class Row:
    """A provision, or (with no number) a paragraph that belongs to the one above."""

    number: str
    text: str
    lines: Span
    titled: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a source, what was skipped, and what was odd."""

    rows: tuple[Row, ...]
    skipped: tuple[Skipped, ...]
    anomalies: tuple[Anomaly, ...]


def read_rows(source: SourceText) -> Rows:
    """The rows of `source` in any layout."""
    anomalies: list[Anomaly] = []
    has_rows = _ROWS.search(source.text)
    is_html = has_rows or len(_BLOCKS.findall(source.text)) * 2 > sum(
        1 for line in source.lines if line.strip()
    )
    raw = _from_html(source, bool(has_rows)) if is_html else _from_lines(source)
    raw, markup = _with_forgotten(raw, source, anomalies)
    chrome = [row for row in raw if not row.number and _CHROME.fullmatch(row.text)]
    kept = [row for row in raw if row.number or not _CHROME.fullmatch(row.text)]
    words_on = {at for row in kept for at in (row.lines.first, row.lines.last)}
    skipped = [Skipped(row.lines, CHROME) for row in chrome if row.lines.first not in words_on]
    return Rows(put_right(kept, anomalies), (*skipped, *markup), tuple(anomalies))


def put_right(rows: Iterable[Row], anomalies: list[Anomaly]) -> tuple[Row, ...]:
    """`rows` with clean words, and with numbers whole that had run into them."""
    return tuple(_put_right([_clean(row, anomalies) for row in rows], anomalies))


def _with_forgotten(
    rows: list[Row], source: SourceText, anomalies: list[Anomaly]
) -> tuple[list[Row], list[Skipped]]:
    """`rows` with the lines that broken markup hid, and the lines that are markup and nothing else."""
    covered = {at for row in rows for at in range(row.lines.first, row.lines.last + 1)}
    forgotten: list[Row] = []
    markup: list[Skipped] = []
    for at, line in enumerate(source.lines, 1):
        if not line.strip() or at in covered:
            continue
        words = without_tags(line).strip()
        if words:
            forgotten.append(Row("", words, Span(at, at)))
            anomalies.append(Anomaly(Span(at, at), "broken markup", "the line is kept as it stands"))
        else:
            markup.append(Skipped(Span(at, at), MARKUP))
    return (sorted([*rows, *forgotten], key=lambda row: row.lines) if forgotten else rows), markup


def _from_html(source: SourceText, has_rows: bool) -> list[Row]:
    """Rows of two cells, a number and words; blocks outside rows go with the row above.

    Where the page has no rows, each block that begins with a number is a provision.
    """
    rows: list[Row] = []
    for found in html_rows(source.text):
        first, *rest = found.cells
        text = " ".join(cell for cell in rest if cell)
        whole = _ID.fullmatch(first) if found.is_row and rest else None
        may_start = not whole and (found.is_row or not has_rows)
        match = _START.fullmatch(f"{first} {text}".strip()) if may_start else None
        if whole:
            rows.append(Row(whole[1], text, found.lines))
        elif match:
            rows.append(Row(match[1], match[3] or "", found.lines))
        else:
            rows.append(Row("", f"{first} {text}".strip().lstrip("# "), found.lines))
    return rows


def _from_lines(source: SourceText) -> list[Row]:
    """One row a line; in a wrapped text, a line whose number does not come next in order starts nothing."""
    wrapped = is_wrapped(source.lines)
    full = _FULL_LINE * max((len(line) for line in source.lines), default=0)
    rows: list[Row] = []
    last: RuleNumber | None = None
    for at, line in enumerate(source.lines, 1):
        text = line.strip()
        if not text:
            continue
        titled = text.startswith("#")
        plain = " ".join(without_markdown(text.lstrip("# ")).split())
        match = _START.fullmatch(plain)
        number = RuleNumber.parse(match[1]) if match else None
        before = source.lines[at - 2].strip() if at > 1 else ""
        above = before if wrapped and not titled else ""
        if match and number and _starts(match, number, last, above, full):
            rows.append(Row(match[1], match[3] or "", Span(at, at), titled))
            last = number
        else:
            rows.append(Row("", plain or text, Span(at, at), titled))
    return rows


def _starts(
    match: re.Match[str], number: RuleNumber, last: RuleNumber | None, above: str, full: float
) -> bool:
    """Whether a line that begins with a number is that provision and does not just cite it.

    `above` is the line before in a wrapped text; where it is full, its sentence may go on with a number.
    """
    if not match[2] and len(number.parts) == 1:
        return False
    if ends_in_rule_word(without_markdown(above)):
        return False
    ended = above.rstrip().endswith((".", ":", "!", "?", "”", '"', ")"))
    goes_on = len(above) >= full and not ended
    return not goes_on or last is None or follows(last, number)


def follows(before: RuleNumber, number: RuleNumber) -> bool:
    """Whether `number` may come next: a first child, the next sibling on some level, or a later chapter.

    >>> parse = RuleNumber.parse
    >>> follows(parse("184.3.a"), parse("184.3.a.1")), follows(parse("184.3.a.1"), parse("184.4"))
    (True, True)
    >>> follows(parse("184.3"), parse("120.1")), follows(parse("184.3"), parse("185"))
    (False, True)
    """
    if len(number.parts) == 1:
        return isinstance(number.parts[0], int) and number.parts[0] > int(before.parts[0])
    *above, last = number.parts
    if tuple(above) == before.parts:
        return last in (1, "a")
    level = before.parts[: len(number.parts)]
    if len(level) < len(number.parts) or tuple(above) != level[:-1]:
        return False
    return RuleNumber(level, number.dotted).next_letter().parts == number.parts


def _clean(row: Row, anomalies: list[Anomaly]) -> Row:
    """`row` with ligatures apart, blanks single, and none before punctuation."""
    text = " ".join(row.text.split())
    if ligatures := len(_LIGATURE.findall(text)):
        text = without_ligatures(text)
        anomalies.append(Anomaly(row.lines, "ligature", f"{ligatures} taken apart"))
    text, closed = _SPACE_BEFORE.subn("", text)
    if closed:
        anomalies.append(Anomaly(row.lines, "space before punctuation", f"{closed} closed up"))
    return replace(row, text=_BULLET.sub("", text) if row.number else text)


def _possible_number(text: str) -> RuleNumber | None:
    """The number that `text` may be; None where no document has numbers like it, such as 648.1.4."""
    try:
        return RuleNumber.parse(text)
    except InputError:
        return None


def _put_right(rows: list[Row], anomalies: list[Anomaly]) -> Iterator[Row]:
    """`rows` with the last part of a number brought back from the text it ran into."""
    seen: set[str] = set()
    last: RuleNumber | None = None
    for row in rows:
        match = _LOST_PART.match(row.text) if row.number in seen else None
        if match and last:
            number = _possible_number(f"{row.number}.{match[1]}")
            if number and follows(last, number):
                detail = f"{number} was split after {row.number}."
                anomalies.append(Anomaly(row.lines, "split number", detail))
                row = replace(row, number=str(number), text=row.text[match.end() :])
        if row.number and not row.text:
            anomalies.append(Anomaly(row.lines, "empty provision", f"{row.number} has no words"))
        if row.number:
            seen.add(row.number)
            last = RuleNumber.parse(row.number)
        yield row
