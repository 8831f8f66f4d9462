"""Bytes to text: which encoding a file is in, found from its bytes, never from its name.

Order of evidence: a byte order mark; the zero bytes of UTF-16; strict UTF-8; then the two single-byte code
pages that rules texts are published in, cp1252 and CP437, told apart by which of them puts letters inside
words and quotation marks around them. When no reading is plausible the file is refused: mojibake is worse
than an error.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from kb.errors import LoadError, Place
from kb.model import Anomaly, Span

_BOMS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32LE with BOM"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32BE with BOM"),
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with BOM"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16LE with BOM"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16BE with BOM"),
)
_MAGIC: Final = (
    (b"PK\x03\x04", "a ZIP archive (a Word document is one too)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x7fELF", "a program"),
)
_EXPECTED: Final = "a rules text in UTF-8, UTF-16, cp1252 or CP437"
_LETTERS: Final = frozenset("ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜÁÍÓÚÑàâäçèéêëîïôöùûüáíóúñœŒæÆåÅøãõßìòÿŸšŠžŽ")
_MARKS: Final = frozenset("‘’“”–—…•™®©«»°½¼¾ \u00a0¿¡€×−")
_ESCAPED: Final = re.compile("[\udc80-\udcff]")
_CONTROLS: Final = re.compile(rb"[\x01-\x08\x0b\x0e-\x1f\x7f]")
_MOST_REPAIRS: Final = 1000
_FEW_ZEROS: Final = 0.1
_TRUNCATED: Final = "the file ends inside a UTF-8 character"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, the name of its encoding as reported to people, and what had to be repaired."""

    text: str
    encoding: str
    anomalies: tuple[Anomaly, ...] = ()


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text of `data`, with the encoding that was found, or `encoding` when the caller knows it.

    Raises :class:`kb.errors.LoadError` for binary data, a file cut inside a character, and bytes that make no
    sense in any encoding we know.

    >>> decode("Dandân".encode("cp437"), "x").encoding, decode("“Dandân”".encode("cp1252"), "x").encoding
    ('CP437', 'cp1252')
    >>> decode("a rule”".encode("utf-16-le"), "x").encoding
    'UTF-16LE'
    """
    if encoding is not None:
        return _decode_as(data, name, encoding)
    for bom, codec, label in _BOMS:
        if data.startswith(bom):
            return Decoded(_strict(data[len(bom) :], codec, name, label), label)
    whats = (what for magic, what in _MAGIC if data.startswith(magic))
    if what := next(whats, "a tar archive" if data[257:262] == b"ustar" else None):
        hint = "take the files out of it and load those" if "archive" in what else None
        raise LoadError(Place(name), f"not a text: {what}", expected=_EXPECTED, hint=hint)
    if b"\x00" in data:
        return _decode_with_zeros(data, name)
    sample = data[:65536]
    controls = len(_CONTROLS.findall(sample))
    if controls > 0.1 * len(sample):
        found = f"{controls} control characters in the first {len(sample)} bytes"
        raise LoadError(Place(name), "not a text but binary data", found=found, expected=_EXPECTED)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_eight_bit(data, name, error)
    return Decoded(text, "ASCII" if text.isascii() else "UTF-8")


def _decode_as(data: bytes, name: str, encoding: str) -> Decoded:
    try:
        codec = codecs.lookup(encoding).name
    except LookupError:
        raise LoadError(
            Place(name), "unknown encoding", found=encoding, expected="a name such as 'utf-8' or 'cp1252'"
        ) from None
    return Decoded(_strict(data, codec, name, encoding).removeprefix("\ufeff"), encoding)


def _strict(data: bytes, codec: str, name: str, label: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        problem = f"the file ends inside a {label} character" if error.end >= len(data) else f"not {label}"
        found = f"byte {data[error.start]:#04x} at offset {error.start}"
        raise LoadError(Place(name), problem, found=found, expected=f"text in {label}") from None


def _decode_with_zeros(data: bytes, name: str) -> Decoded:
    """UTF-16 without a byte order mark has its zero bytes on one side only; anything else is binary.

    Save for a text of one byte a character with a few zeros strayed into it: those are taken out at the door.
    """
    sample = data[:65536]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    enough = 0.02 * len(sample)
    plain = data.replace(b"\x00", b"")
    # In UTF-16, blanks and line ends have a zero beside them, each and every one.
    if plain and len(data) - len(plain) < _FEW_ZEROS * len(plain) and _has_bare_blanks(sample):
        decoded = decode(plain, name)
        line = data.count(b"\n", 0, data.index(0)) + 1
        detail = f"{len(data) - len(plain)} zero bytes removed"
        return Decoded(
            decoded.text,
            decoded.encoding,
            (Anomaly(Span(line, line), "zero byte", detail), *decoded.anomalies),
        )
    if odd > enough and even <= 0.05 * odd:
        return Decoded(_strict(data, "utf-16-le", name, "UTF-16LE"), "UTF-16LE")
    if even > enough and odd <= 0.05 * even:
        return Decoded(_strict(data, "utf-16-be", name, "UTF-16BE"), "UTF-16BE")
    found = f"a zero byte at offset {data.index(0)}"
    raise LoadError(Place(name), "not a text but binary data", found=found, expected=_EXPECTED)


def _has_bare_blanks(sample: bytes) -> bool:
    """Whether most blanks and line ends stand between bytes that are no zeros."""
    blanks = len(re.findall(rb"[ \n]", sample))
    return 0 < blanks < 2 * len(re.findall(rb"(?<!\x00)[ \n](?!\x00)", sample))


def _decode_eight_bit(data: bytes, name: str, error: UnicodeDecodeError) -> Decoded:
    """Not UTF-8: cut short, damaged, or one of the single-byte code pages."""
    if error.reason == "unexpected end of data":
        raise LoadError(
            Place(name, line=data.count(b"\n") + 1),
            _TRUNCATED,
            found=data[error.start :],
            expected="a whole character: the file may be cut short",
            hint="if it is in another encoding, name it",
        )
    multibyte = len(
        re.findall(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}", data)
    )
    high = sum(1 for byte in data if byte > 0x7F)
    if multibyte and multibyte * 2 > high // 2:
        return _repair_utf8(data, name)
    plausible = {codec: _plausibility(data, codec) for codec in ("cp1252", "cp437")}
    best = max(plausible, key=lambda codec: plausible[codec])
    if plausible[best] < 0.7:
        found = f"byte {data[error.start]:#04x} at offset {error.start}"
        line = data.count(b"\n", 0, error.start) + 1
        raise LoadError(
            Place(name, line=line),
            "unknown encoding",
            found=found,
            expected=_EXPECTED,
            hint="name the encoding",
        )
    return Decoded(data.decode(best, errors="replace"), "CP437" if best == "cp437" else best)


def _plausibility(data: bytes, codec: str) -> float:
    """The share of non-ASCII bytes that read as a letter in a word or a mark beside one (first 20,000)."""
    good = seen = 0
    for match in re.finditer(rb"[\x80-\xff]", data):
        at = match.start()
        char = data[at : at + 1].decode(codec, errors="replace")
        before = data[at - 1 : at].decode("latin-1") if at else " "
        after = data[at + 1 : at + 2].decode("latin-1")
        inside = before.isalpha() and after.isalpha()
        seen += 1
        if char in _LETTERS:
            good += before.isalpha() or after.isalpha()
        elif char in _MARKS:
            good += not inside or char in "’–—"
        if seen == 20_000:
            break
    return good / max(seen, 1)


def _repair_utf8(data: bytes, name: str) -> Decoded:
    """Mostly UTF-8 with some single bytes in between: each of those is read as cp1252 and reported."""
    escaped = data.decode("utf-8", errors="surrogateescape")
    anomalies: list[Anomaly] = []
    line = at = 0
    for match in _ESCAPED.finditer(escaped):
        line += escaped.count("\n", at, match.start())
        at = match.start()
        byte = ord(match.group()) - 0xDC00
        detail = f"byte {byte:#04x} is not UTF-8; read as cp1252"
        anomalies.append(Anomaly(Span(line + 1, line + 1), "bad byte", detail))
        if len(anomalies) > _MOST_REPAIRS:
            found = f"more than {_MOST_REPAIRS} bytes that are not UTF-8"
            raise LoadError(Place(name, line=line + 1), "damaged text", found=found, expected=_EXPECTED)
    text = _ESCAPED.sub(_as_cp1252, escaped)
    return Decoded(text, "UTF-8 with cp1252 bytes", tuple(anomalies))


def _as_cp1252(match: re.Match[str]) -> str:
    return bytes([ord(match.group()) - 0xDC00]).decode("cp1252", errors="replace")
