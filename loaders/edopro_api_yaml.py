"""The EDOPro scripting reference as it is kept: one YAML file for each function, constant, enum, type, tag.

The file's tag (``---!function``) says what it describes. Each becomes one API passage, numbered as scripts
write it: ``Duel.GetControl``, ``PHASE_END``; enums, types, tags and namespaces have their kind before the
name. Places where the authors left "(To be added)" are counted, not copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.markup import without_markdown
from loaders.report import finish
from loaders.yaml_text import maybe_yaml, parse_yaml

DOCUMENT: Final = "edopro-api"
_HEADER: Final = re.compile(r"(?m)^--- ?!(function|constant|enum|type|tag|namespace)\s*$")
_LINK: Final = re.compile(r"\]\(/api/(function|constant|enum|type|namespace)s/([\w/.-]+)\)")
_TO_DO: Final = "(To be added)"
_PLAIN: Final = ("value", "enum", "namespace", "supertype", "bitmaskInt", "guide")
_UNQUALIFIED: Final = frozenset({"", "(Global)"})


@dataclass(frozen=True, slots=True)
class EdoproApi:
    """Loads files of the EDOPro scripting reference."""

    name: str = "edopro-api"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a file: its tag, and a name below it."""
        if not _HEADER.search("\n".join(source.lines[:20])):
            return 0.0
        value = maybe_yaml(source)
        return 0.95 if isinstance(value, dict) and "name" in value else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The one passage of the file."""
        entry: dict[str, Any] = parse_yaml(source)
        header = _HEADER.search(source.text)
        kind = header[1] if header else "function"
        lines = [at for at, line in enumerate(source.lines, 1) if line.strip()]
        span = Span(lines[0], lines[-1])
        passage = Passage(
            game=Game.EDOPRO,
            document=DOCUMENT,
            edition=UNDATED,
            language="en",
            number=_number(entry, kind),
            kind=PassageKind.API,
            text="\n".join(_words(entry)),
            lines=span,
            path=(kind,),
            facts=tuple(_facts(entry, kind)),
        )
        to_do = source.text.count(_TO_DO)
        anomalies = [Anomaly(span, "to be added", f"{to_do} places are not written yet")] if to_do else []
        return finish(
            source,
            [passage],
            loader=self.name,
            document=DOCUMENT,
            edition=UNDATED,
            anomalies=anomalies,
        )


def _number(entry: dict[str, Any], kind: str) -> str:
    name = str(entry["name"])
    if kind == "function":
        namespace = str(entry.get("namespace", ""))
        return name if namespace in _UNQUALIFIED else f"{namespace}.{name}"
    return name if kind == "constant" else f"{kind}:{name}"


def _words(entry: dict[str, Any]) -> Iterator[str]:
    """The description, then a line for each parameter, return value and overload that says something."""
    description = _text(entry.get("description"))
    yield description or _text(entry.get("summary")) or str(entry["name"])
    for field in ("parameters", "returns", "fields"):
        for part in _parts(entry.get(field)):
            told = _text(part.get("description"))
            if told:
                name = str(part.get("name") or "returns")
                yield f"{name} ({_types(part)}): {told}"
    for overload in _parts(entry.get("overloads")):
        yield from _words({"name": entry["name"], **overload})


def _facts(entry: dict[str, Any], kind: str) -> Iterator[tuple[str, str]]:
    number = _number(entry, kind)
    yield "api", number
    yield "api-kind", kind
    for field in _PLAIN:
        if isinstance(value := entry.get(field), str):
            yield field, value
    status = entry.get("status")
    if isinstance(status, dict) and isinstance(status.get("index"), str):
        yield "status", status["index"]
    for part in _parts(entry.get("parameters")):
        yield "parameter", f"{part.get('name')}: {_types(part)}"
    for part in _parts(entry.get("returns")):
        yield "returns", _types(part)
    for tag in entry.get("tags") or ():
        yield "tag", str(tag)
    described = str(entry.get("description", ""))
    for linked, path in dict.fromkeys(_LINK.findall(described)):
        namespace, _, name = path.rpartition("/")
        yield "see", _number({"name": name, "namespace": namespace}, linked)


def _parts(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _types(part: dict[str, Any]) -> str:
    types = part.get("type")
    return " | ".join(str(one) for one in types) if isinstance(types, list) else str(types or "any")


def _text(value: object) -> str:
    """A description without links and emphasis; nothing where it is still to be written."""
    text = without_markdown(value) if isinstance(value, str) else ""
    return "" if text.strip() == _TO_DO else " ".join(text.split())
