"""The settings of the verb lint in a file: ``tcg-rules.toml`` beside the scripts, or above them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kb.errors import InputError, Place, near_matches

NAME: Final = "tcg-rules.toml"
TABLE: Final = "lint"
_LISTS: Final = ("select", "ignore", "exclude")
_KEYS: Final = (*_LISTS, "baseline", "notes")


@dataclass(frozen=True, slots=True)
class LintConfig:
    """What a settings file says; paths in it count from its folder."""

    folder: Path = Path()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    baseline: Path | None = None
    notes: bool = False

    def leaves_out(self, file: str) -> bool:
        """Whether a file is one that the settings exclude, by a pattern such as ``goat/**``."""
        path = Path(file).resolve()
        inside = path.relative_to(self.folder) if path.is_relative_to(self.folder) else path
        return any(_matches(inside, pattern) for pattern in self.exclude)


def _matches(path: Path, pattern: str) -> bool:
    folder = pattern.removesuffix("/**").rstrip("/")
    parents = [parent.as_posix() for parent in path.parents]
    return path.match(pattern) or folder in parents


def find_config(start: Path) -> Path | None:
    """The settings file in a folder or the nearest one above it."""
    folder = start.resolve()
    return next((each / NAME for each in (folder, *folder.parents) if (each / NAME).is_file()), None)


def read_config(path: Path) -> LintConfig:
    """The settings in the table ``[lint]`` of a file.

    Raises :class:`kb.errors.InputError` for a file that is no TOML, and for keys and values there are not.
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(Place(str(path)), f"not TOML: {error}") from None
    for name in tables:
        if name != TABLE:
            raise InputError(Place(str(path)), "unknown table", found=name, expected=f"[{TABLE}]")
    table = tables.get(TABLE, {})
    if not isinstance(table, dict):
        raise InputError(Place(str(path), path=TABLE), "wrong value", found=table, expected=f"[{TABLE}]")
    for key, value in table.items():
        if key not in _KEYS:
            raise InputError(Place(str(path)), "unknown setting", found=key, near=near_matches(key, _KEYS))
        if not _is_right(key, value):
            raise InputError(Place(str(path), path=f"lint.{key}"), "wrong value", found=value)
    folder = path.resolve().parent
    lists = {key: tuple(table.get(key, ())) for key in _LISTS}
    baseline = folder / table["baseline"] if "baseline" in table else None
    return LintConfig(folder, **lists, baseline=baseline, notes=table.get("notes", False))


def _is_right(key: str, value: object) -> bool:
    """Whether a setting has a value of its kind: words, yes or no, or a path."""
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(each, str) and each for each in value)
    return isinstance(value, bool) if key == "notes" else isinstance(value, str) and value != ""
