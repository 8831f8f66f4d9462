"""YAML sources, every scalar kept as the text it is: ``0x200`` stays that, ``04031928`` keeps its zero.

Tags are allowed and ignored, also glued to the document mark (``---!function``), which YAML readers refuse.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

import yaml

from kb.errors import LoadError, Place
from kb.model import SourceText

_GLUED_TAG: Final = re.compile(r"(?m)^---!(?=\w)")
_MOST_ALIASES: Final = 1000
_MOST_CHARACTERS: Final = 1024 * 1024
"""What is made of it in memory takes hundreds of times as much."""


class _Loader(yaml.BaseLoader):
    """Reads all scalars as strings, and refuses texts that are made of aliases."""

    aliases = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """A node; more aliases than any honest text has are an error."""
        if self.check_event(yaml.AliasEvent):
            self.aliases += 1
            if self.aliases > _MOST_ALIASES:
                raise yaml.YAMLError(f"more than {_MOST_ALIASES} aliases")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def parse_yaml(source: SourceText) -> Any:
    """The single document of `source`.

    Raises :class:`kb.errors.LoadError` with line and column where it is not YAML, has too many aliases, or is
    nested too deeply.
    """
    return _parse(source.sha256, source)


@lru_cache(maxsize=1)
def _parse(_: str, source: SourceText) -> Any:
    if len(source.text) > _MOST_CHARACTERS:
        raise LoadError(
            Place(source.name), "not loadable YAML: too large", found=f"{len(source.text)} characters",
            expected=f"at most {_MOST_CHARACTERS}: a card or a page",
        )  # fmt: skip
    text = _GLUED_TAG.sub("--- !", source.text)
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(source.name, mark.line + 1, mark.column + 1) if mark else Place(source.name)
        raise LoadError(place, f"not YAML: {error.problem or 'cannot be read'}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise LoadError(Place(source.name), f"not loadable YAML: {error}") from None
    except RecursionError:
        raise LoadError(Place(source.name), "not loadable YAML: nested too deeply") from None


def maybe_yaml(source: SourceText) -> Any:
    """The document of `source`, or None where it is no YAML: for loaders that only ask what a text is."""
    try:
        return parse_yaml(source)
    except LoadError:
        return None
