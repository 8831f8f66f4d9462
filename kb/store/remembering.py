"""What was found out about a store, kept for the next who asks, until the store changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, cast
from weakref import WeakKeyDictionary

from kb.store.backend import Backend

_Made = TypeVar("_Made")
_KEPT: Final[WeakKeyDictionary[Backend, tuple[str, dict[object, object]]]] = WeakKeyDictionary()


def remembered(store: Backend, what: object, find_out: Callable[[], _Made]) -> _Made:
    """What `find_out` says, once for each state of the store; `what` names it.

    Only for what is small and never changed: everybody gets the same object.

    >>> from kb.store import open_store
    >>> store, asked = open_store(), []
    >>> def count() -> int:
    ...     asked.append("once")
    ...     return len(store.graphs())
    >>> remembered(store, "count", count), remembered(store, "count", count), asked
    (0, 0, ['once'])
    """
    version = store.version
    kept = _KEPT.get(store)
    if kept is None or kept[0] != version:
        # Two threads may both begin; what one of them finds out is then found out again.
        kept = _KEPT[store] = (version, {})
    if what not in kept[1]:
        kept[1][what] = find_out()
    return cast("_Made", kept[1][what])
