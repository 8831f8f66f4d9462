"""The register as files: tab-separated lines that explain themselves, one record a line, no text of rules.

``<document>.register.tsv`` has the editions and the wordings, ``<document>.lineage.tsv`` the links. Both are
in a fixed order, so the same register is the same bytes.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kb.editions.model import Edition, Kind, Link, Wording
from kb.editions.register import Change, Register
from kb.errors import LoadError, Place

_VERSION: Final = "1"
_SENTENCE: Final = 6
_REGISTER_HEAD: Final = """\
# Known editions of one document. No text: hashes and countable facts only. Fields are separated by tabs.
# edition  name  date or -  complete or partial  number of rules  number of headings
# number  r(ule) or h(eading)  first edition  last edition (counted from 0, both included)
#         hash of the words  hashes of the sentences (6 characters each)  words  cited numbers  numerals
# Made by kb.editions.build; what is hashed is written in kb/editions/wording.py.
"""
_LINEAGE_HEAD: Final = """\
# What became of each rule from one edition to the next. Fields are separated by tabs.
# from  edition  edition
# number before  number after  kind  score from 0 to 1
# A number in both editions with one hash and no line here stayed as it was; one that is only in the earlier
# edition and has no line is gone, one only in the later is new. A split rule has its main line and one
# "split" line for each further part; a rule merged into another has one "merged" line.
"""


def write_register(register: Register, folder: Path) -> tuple[Path, Path]:
    """Writes both files of a register into `folder` and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = _paths(folder, register.document)
    for path, text in zip(paths, (_register_text(register), _lineage_text(register)), strict=True):
        path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return paths


def read_register(folder: Path, document: str) -> Register:
    """The register of `document` in `folder`.

    Raises :class:`kb.errors.LoadError`, with file and line, when a file is missing or does not follow the
    format.
    """
    register, lineage = _paths(folder, document)
    editions, wordings = _read_wordings(register, document)
    return Register(document, editions, wordings, _read_changes(lineage, len(editions)))


def documents_in(folder: Path) -> tuple[str, ...]:
    """The documents that have a register in `folder`."""
    return tuple(sorted(path.name.removesuffix(_REGISTER) for path in folder.glob(f"*{_REGISTER}")))


_REGISTER: Final = ".register.tsv.gz"
_LINEAGE: Final = ".lineage.tsv.gz"


def _paths(folder: Path, document: str) -> tuple[Path, Path]:
    return folder / f"{document}{_REGISTER}", folder / f"{document}{_LINEAGE}"


def _register_text(register: Register) -> str:
    lines = [f"# tcg-rules editions {_VERSION}\n", _REGISTER_HEAD]
    for edition in register.editions:
        state = "complete" if edition.complete else "partial"
        about = (edition.name, edition.date or "-", state, edition.rules, edition.headings)
        lines.append("edition\t" + "\t".join(map(str, about)) + "\n")
    for wording in register.wordings:
        fields = (
            wording.number,
            "h" if wording.is_heading else "r",
            wording.first,
            wording.last,
            wording.hash,
            "".join(wording.sentences),
            wording.words,
            " ".join(wording.cited),
            " ".join(wording.numerals),
        )
        lines.append("\t".join(map(str, fields)) + "\n")
    return "".join(lines)


def _lineage_text(register: Register) -> str:
    lines = [f"# tcg-rules lineage {_VERSION}\n", _LINEAGE_HEAD]
    for at, change in enumerate(register.changes):
        lines.append(f"from\t{register.editions[at].name}\t{register.editions[at + 1].name}\n")
        for link in (*change.rules, *change.parts):
            lines.append(f"{link.before}\t{link.after}\t{link.kind}\t{link.score:.2f}\n")
    return "".join(lines)


def _records(path: Path, kind: str) -> Iterator[tuple[int, list[str]]]:
    try:
        text = gzip.decompress(path.read_bytes()).decode()
    except FileNotFoundError:
        raise LoadError(Place(str(path)), "no such file") from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise LoadError(Place(str(path)), f"cannot be unpacked: {error}") from error
    lines = text.split("\n")
    wanted = f"# tcg-rules {kind} {_VERSION}"
    if lines[0] != wanted:
        raise LoadError(
            Place(str(path), line=1), "not a register file", found=lines[0], expected=repr(wanted)
        )
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            yield number, line.split("\t")


def _read_wordings(path: Path, document: str) -> tuple[tuple[Edition, ...], tuple[Wording, ...]]:
    editions: list[Edition] = []
    wordings: list[Wording] = []
    for line, fields in _records(path, "editions"):
        try:
            if fields[0] == "edition":
                editions.append(_edition(document, fields[1:]))
            else:
                wordings.append(_wording(fields))
        except (ValueError, IndexError) as error:
            raise _bad_line(path, line, fields) from error
    return tuple(editions), tuple(wordings)


def _edition(document: str, fields: list[str]) -> Edition:
    name, date, state, rules, headings = fields
    return Edition(
        document, name, None if date == "-" else date, state == "complete", int(rules), int(headings)
    )


def _wording(fields: list[str]) -> Wording:
    number, kind, first, last, digest, sentences, words, cited, numerals = fields
    return Wording(
        number,
        kind == "h",
        int(first),
        int(last),
        digest,
        tuple(sentences[at : at + _SENTENCE] for at in range(0, len(sentences), _SENTENCE)),
        int(words),
        tuple(cited.split()),
        tuple(numerals.split()),
    )


def _read_changes(path: Path, editions: int) -> tuple[Change, ...]:
    changes: list[list[Link]] = []
    for line, fields in _records(path, "lineage"):
        try:
            if fields[0] == "from":
                changes.append([])
            else:
                before, after, kind, score = fields
                changes[-1].append(Link(before, after, Kind(kind), float(score)))
        except (ValueError, IndexError) as error:
            raise _bad_line(path, line, fields) from error
    if len(changes) != max(editions - 1, 0):
        raise LoadError(
            Place(str(path)),
            "the lineage is not of these editions",
            found=f"{len(changes)} changes of edition",
            expected=str(max(editions - 1, 0)),
        )
    return tuple(map(change_of, changes))


def change_of(links: Iterable[Link]) -> Change:
    """The links of one change of edition, rules apart from parts of splits and mergers."""
    every = tuple(links)
    parts = tuple(link for link in every if link.kind in (Kind.SPLIT, Kind.MERGED))
    return Change(tuple(link for link in every if link.kind not in (Kind.SPLIT, Kind.MERGED)), parts)


def _bad_line(path: Path, line: int, fields: list[str]) -> LoadError:
    return LoadError(Place(str(path), line=line), "not a line of a register", found="\t".join(fields))
