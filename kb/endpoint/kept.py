"""Short answers, kept while they are true (until the next snapshot) and while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The headers and the body of an answer."""

    headers: Mapping[str, str]
    body: bytes


class KeptAnswers:
    """The answers that were asked for last, up to a number of bytes.

    >>> kept = KeptAnswers(10)
    >>> kept.put("a", KeptAnswer({}, b"12345678"))
    >>> kept.put("b", KeptAnswer({}, b"123"))
    >>> kept.get("a") is None, kept.get("b").body
    (True, b'123')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, KeptAnswer] = OrderedDict()

    def get(self, key: Hashable) -> KeptAnswer | None:
        """The answer kept under a key, which becomes the last to be given up."""
        found = self._answers.get(key)
        if found:
            self._answers.move_to_end(key)
        return found

    def put(self, key: Hashable, answer: KeptAnswer) -> None:
        """Keeps an answer, and gives up the oldest ones when there is no room."""
        before = self._answers.pop(key, None)
        self._size += len(answer.body) - (len(before.body) if before else 0)
        self._answers[key] = answer
        while self._size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest.body)
