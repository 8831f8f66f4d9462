"""The file of known findings of the verb lint: a fingerprint a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kb.errors import InputError, Place

_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")


def read_fingerprints(path: Path) -> frozenset[str]:
    """The fingerprints of known findings in a file.

    Raises :class:`kb.errors.InputError` when it is not there, or is something else.
    """
    try:
        words = path.read_text("utf-8-sig").split()
    except FileNotFoundError:
        hint = "--write-baseline makes it"
        raise InputError(Place(str(path)), "there is no such baseline", hint=hint) from None
    except UnicodeDecodeError:
        raise InputError(Place(str(path)), "not a baseline", expected="a text file of fingerprints") from None
    strange = next((word for word in words if not _FINGERPRINT.fullmatch(word)), None)
    if strange is not None:
        expected = "fingerprints of findings"
        raise InputError(Place(str(path)), "not a baseline", found=strange, expected=expected)
    return frozenset(words)


def write_fingerprints(path: Path, fingerprints: Iterable[str]) -> None:
    """Writes the fingerprints to a file that is new, or a baseline already.

    Raises :class:`kb.errors.InputError` for a file that is something else: a script named by mistake is kept.
    """
    if path.exists():
        read_fingerprints(path)
    path.write_text("".join(f"{each}\n" for each in sorted(set(fingerprints))), "utf-8")
