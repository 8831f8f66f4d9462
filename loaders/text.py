"""The door: a file becomes lines of clean text here, and nowhere else.

What is done, always and in this order: the encoding is found (:mod:`loaders.encodings`), line ends are
unified (LF, CRLF, CR, CRCRLF and any mixture), each line is put into Unicode NFC, and characters that do not
belong into text are taken out and reported: control characters, soft hyphens, zero-width characters,
bidirectional controls and byte order marks inside the text.

No-break spaces become plain spaces, except where French typography asks for them: before ``: ; ? ! % »`` and
after ``«``, where U+00A0 and the narrow U+202F are both kept as U+00A0. A plain space in those places stays
plain: the door never writes what the author did not.

A PDF and a card database are texts too once their words are taken out (:mod:`loaders.pdf`,
:mod:`loaders.sqlite`).

Bounds: a file of at most 12 MiB (twelve times the longest rules that were published), 500,000 lines, and
lines of at most 1 MiB, so memory stays below a gigabyte; JSON, which is one line by nature, is exempt from
the last. A person may let larger files in; lists of cards have no bound (:mod:`loaders.card_stream`). Line
numbers are those of the original file from here to the last triple.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from kb.errors import LoadError, Place
from kb.model import Anomaly, SourceText, Span
from loaders.encodings import Decoded, decode
from loaders.files import read_bytes, readable_name
from loaders.pdf import is_pdf, pdf_text
from loaders.sqlite import CDB_ENCODING, is_sqlite, sqlite_lines

_LINE_END: Final = re.compile(r"\r\r\n|\r\n|\r|\n")
_LINE_END_NO_CRCRLF: Final = re.compile(r"\r\n|\r|\n")
_NAMES: Final = {"\r\r\n": "CRCRLF", "\r\n": "CRLF", "\r": "CR", "\n": "LF"}
_REMOVED: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
_SPACED: Final = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_ODD: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u00ad\u2007\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
_NO_BREAK: Final = re.compile("[\u00a0\u2007\u202f]+")
_FRENCH_SPACE: Final = re.compile("[\u00a0\u202f](?=[:;?!%»])|(?<=«)[\u00a0\u202f]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the door lets in."""

    file_bytes: int = 12 * 1024 * 1024
    line_characters: int = 1024 * 1024
    lines: int = 500_000


DEFAULT_LIMITS: Final = Limits()


def read_source(
    path: str | Path, *, limits: Limits = DEFAULT_LIMITS, encoding: str | None = None
) -> SourceText:
    """The text of the file at `path`, cleaned, with what was found on the way.

    Raises :class:`kb.errors.LoadError` when there is no such file, it is empty, binary, cut inside a
    character, in no known encoding, changed while it was read, or over the limits.
    """
    name = readable_name(path)
    return clean_source(read_bytes(Path(path), limits.file_bytes), name, limits=limits, encoding=encoding)


def clean_source(
    data: bytes, name: str, *, limits: Limits = DEFAULT_LIMITS, encoding: str | None = None
) -> SourceText:
    r"""The text of `data`, as :func:`read_source` gives it for a file.

    >>> source = clean_source(b"\xef\xbb\xbf108. Cards\r\n\r\nOne\x07 rule\xc2\xadtext", "cr.txt")
    >>> source.lines, source.encoding, source.line_ends
    (('108. Cards', '', 'One ruletext'), 'UTF-8 with BOM', 'CRLF')
    >>> [anomaly.kind for anomaly in source.anomalies]
    ['control character', 'soft hyphen']
    """
    if not data.strip():
        found = f"{len(data)} bytes" + (" of blanks" if data else "")
        raise LoadError(Place(name), "nothing to load", found=found, expected="a rules text")
    decoded = _decode(data, name, encoding)
    lines, line_ends = split_lines(decoded.text)
    if len(lines) > limits.lines:
        expected = f"at most {limits.lines} lines"
        raise LoadError(Place(name), "the file has too many lines", found=len(lines), expected=expected)
    if decoded.text.lstrip()[:1] not in ("{", "["):
        _check_lines(lines, name, limits)
    cleaned, anomalies = _clean_lines(lines)
    if not any(map(str.strip, cleaned)):
        found = f"{len(data)} bytes without a letter"
        raise LoadError(Place(name), "nothing to load", found=found, expected="a rules text")
    return SourceText(
        name, cleaned, decoded.encoding, line_ends, sha256(data).hexdigest(), decoded.anomalies + anomalies
    )


def _decode(data: bytes, name: str, encoding: str | None) -> Decoded:
    """The text of `data`: of a PDF or a card database what is in it, else the decoded bytes."""
    if is_pdf(data):
        found = pdf_text(data, name)
        return Decoded(found.text, "PDF", found.anomalies)
    if is_sqlite(data):
        return Decoded(sqlite_lines(data, name), CDB_ENCODING)
    return decode(data, name, encoding)


def split_lines(text: str) -> tuple[list[str], str]:
    r"""The lines of `text` and the name of its line ends; a final line end starts no new line.

    A CR, CR, LF triple is one line end where such triples outnumber lone CRs, and an empty line elsewhere.

    >>> split_lines("a\r\nb\rc"), split_lines("a\r\r\nb\r\r\n")
    ((['a', 'b', 'c'], 'mixed: 1 CR, 1 CRLF'), (['a', 'b'], 'CRCRLF'))
    """
    pattern = _LINE_END
    if "\r\r\n" in text:
        triples = text.count("\r\r\n")
        lone = len(re.findall(r"\r(?![\r\n])", text))
        pattern = _LINE_END if triples > lone else _LINE_END_NO_CRCRLF
    counts = (
        Counter(_NAMES[end] for end in pattern.findall(text))
        if "\r" in text
        else Counter(LF=text.count("\n"))
    )
    lines = pattern.split(text) if "\r" in text else text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    found = {kind: count for kind, count in sorted(counts.items()) if count}
    if len(found) < 2:
        return lines, next(iter(found), "none")
    return lines, "mixed: " + ", ".join(f"{count} {kind}" for kind, count in found.items())


def _check_lines(lines: list[str], name: str, limits: Limits) -> None:
    for number, line in enumerate(lines, 1):
        if len(line) > limits.line_characters:
            raise LoadError(
                Place(name, line=number),
                "the line is too long",
                found=f"{len(line)} characters",
                expected=f"at most {limits.line_characters} characters",
            )


def _clean_lines(lines: list[str]) -> tuple[tuple[str, ...], tuple[Anomaly, ...]]:
    anomalies: list[Anomaly] = []
    cleaned = [
        line if line.isascii() and not _ODD.search(line) else _clean_line(line, number, anomalies)
        for number, line in enumerate(lines, 1)
    ]
    return tuple(cleaned), tuple(anomalies)


def _clean_line(line: str, number: int, anomalies: list[Anomaly]) -> str:
    text = unicodedata.normalize("NFC", line)
    if not _ODD.search(text):
        return text
    taken: Counter[str] = Counter(_REMOVED.findall(text) + _SPACED.findall(text))
    for char, count in sorted(taken.items()):
        detail = f"{count} × U+{ord(char):04X}" + (" made a space" if _SPACED.match(char) else " removed")
        anomalies.append(Anomaly(Span(number, number), _kind(char), detail))
    text = _SPACED.sub(" ", _REMOVED.sub("", text))
    return plain_spaces(text)


def plain_text(text: str) -> str:
    r"""`text` from inside a file's own escapes, as the door lets a line in; half of a pair becomes U+FFFD.

    >>> plain_text("e\u0301t\u00e9\u00ad \ud83d")
    'été \ufffd'
    """
    if text.isascii() and not _ODD.search(text):
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return plain_spaces(_SPACED.sub(" ", _REMOVED.sub("", unicodedata.normalize("NFC", whole))))


def _kind(char: str) -> str:
    if char == "\u00ad":
        return "soft hyphen"
    if char < "\x20" or "\x7f" <= char <= "\x9f" or char in "\u2028\u2029":
        return "control character"
    return "invisible character"


def plain_spaces(text: str) -> str:
    r"""`text` with no-break spaces made plain, save those of French punctuation, which become U+00A0.

    >>> plain_spaces("un\u00a0jeton\u202f: «\u00a0vous\u00a0»")
    'un jeton\xa0: «\xa0vous\xa0»'
    """
    marked = _FRENCH_SPACE.sub("\x00", text)
    return _NO_BREAK.sub(" ", marked).replace("\x00", "\u00a0")
