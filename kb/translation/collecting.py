"""Long texts leave many small things behind and hardly ever a cycle: looking for cycles often is waste."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_OBJECTS: Final = 500_000
"""So many new objects before cycles are looked for; some 50 MB."""


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Looks for cyclic garbage less often while it lasts; whoever set it otherwise finds it as it was.

    >>> before = gc.get_threshold()
    >>> with rarely_collected():
    ...     gc.get_threshold()[0]
    500000
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    gc.set_threshold(max(_OBJECTS, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
