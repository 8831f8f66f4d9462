"""PO: the key is the ``msgctxt``, the previous source a ``#| msgid``, edition and note are comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.errors import InputError, Place
from kb.translation.exchange.records import TranslationUnit

_LINE = re.compile(r"(#\| )?(msgctxt|msgid|msgstr) (\".*\")$")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNESCAPE = re.compile(r"\\(.)")


def write_po(units: Sequence[TranslationUnit]) -> str:
    """The units as a PO file in UTF-8."""
    languages = (units[0].source_lang, units[0].target_lang) if units else ("en", "fr")
    head = (
        'msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Language: {languages[1]}\\n"\n'
        f'"X-Source-Language: {languages[0]}\\n"\n'
    )
    return "\n".join([head, *map(_entry, units)])


def _entry(unit: TranslationUnit) -> str:
    lines = [f"#. edition: {unit.edition}"] if unit.edition else []
    lines += [f"#. note: {part}" for part in unit.note.split("\n") if part]
    if unit.previous:
        lines += ["#, fuzzy", f"#| msgid {_quoted(unit.previous)}"]
    lines += [
        f"msgctxt {_quoted(unit.key)}",
        f"msgid {_quoted(unit.source)}",
        f"msgstr {_quoted(unit.target)}",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


def read_po(text: str, name: str = "-") -> Iterator[TranslationUnit]:
    """The units of a PO file; obsolete entries are left out.

    Raises :class:`kb.errors.InputError` for a line that is no PO.
    """
    languages = {"Language": "", "X-Source-Language": "en"}
    line = 1
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        fields = _fields(block, name, line)
        line += block.count("\n") + 2
        if fields.get("msgid") == "" and "msgctxt" not in fields:
            for header in fields.get("msgstr", "").split("\n"):
                key, _, value = header.partition(": ")
                languages[key] = value
        elif "msgid" in fields:
            said = [fields.get(name, "") for name in ("msgstr", "edition", "#| msgid", "note")]
            both = languages["X-Source-Language"], languages["Language"]
            yield TranslationUnit(fields.get("msgctxt", ""), *both, fields["msgid"], *said)


def _fields(block: str, name: str, first: int) -> dict[str, str]:
    fields: dict[str, str] = {}
    current = ""
    for at, line in enumerate(block.split("\n"), first):
        if match := _LINE.fullmatch(line.strip()):
            current = (match[1] or "") + match[2]
            fields[current] = _unquoted(match[3])
        elif line.strip().removeprefix("#| ").startswith('"') and current:
            fields[current] += _unquoted(line.strip().removeprefix("#| "))
        elif line.startswith("#. ") and ": " in line:
            key, _, value = line[3:].partition(": ")
            fields[key] = f"{fields[key]}\n{value}" if key in fields else value
        elif line.strip() and not line.startswith("#"):
            raise InputError(Place(name, line=at), "not a line of a PO file", found=line)
    return fields


def _unquoted(quoted: str) -> str:
    letters = {"n": "\n", "t": "\t", "r": "\r"}
    return _UNESCAPE.sub(lambda match: letters.get(match[1], match[1]), quoted[1:-1])
