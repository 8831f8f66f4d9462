"""What changed in the source since it was translated, and what that means for each translated rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.translation.records import Text
from kb.translation.words import Run, compare_words


class Task(StrEnum):
    """What a translator has to do about a rule."""

    KEEP = "keep"
    """The source says the same."""
    RENUMBER = "renumber"
    """The same words under another number, or with other rules cited."""
    REVISE = "revise"
    """The source was edited."""
    TRANSLATE = "translate"
    """The rule is new, or was never translated."""
    DELETE = "delete"
    """The rule is gone."""


@dataclass(frozen=True, slots=True)
class SourceChange:
    """One rule then and now, its translation, and what to do."""

    number: str
    """The number then; the number now for a new rule."""
    now: str | None
    task: Task
    before: str | None
    after: str | None
    translation: str | None
    words: tuple[Run, ...]


def source_changes(
    before: Mapping[str, str],
    after: Mapping[str, str],
    moved: Mapping[str, str | None],
    translations: Mapping[str, Text],
) -> Iterator[SourceChange]:
    """Every rule that is not simply the same, in the order of the text before, then the new ones.

    `moved` says where a number of then is now, None where it is gone; a number not in it stayed.

    >>> changes = source_changes({"1": "Draw a card."}, {"1": "Draw two cards.", "2": "Stop."}, {}, {})
    >>> [(change.number, str(change.task)) for change in changes]
    [('1', 'translate'), ('2', 'translate')]
    """
    taken: set[str] = set()
    for number, text in before.items():
        now = moved.get(number, number)
        new = after.get(now) if now else None
        if now and new is not None:
            taken.add(now)
        change = _change(number, now if new is not None else None, text, new, translations.get(number))
        if change.task is not Task.KEEP:
            yield change
    for number, text in after.items():
        if number not in taken:
            yield SourceChange(number, number, Task.TRANSLATE, None, text, None, (Run("new", text),))


def _change(
    number: str, now: str | None, text: str, new: str | None, translated: Text | None
) -> SourceChange:
    words = tuple(compare_words(text, new)) if new is not None else (Run("gone", text),)
    said = translated.text if translated else None
    return SourceChange(number, now, _task(number, now, words, said), text, new, said, words)


def _task(number: str, now: str | None, words: Sequence[Run], translation: str | None) -> Task:
    if now is None:
        return Task.DELETE
    differing = [run.text for run in words if run.kind != "same"]
    if not differing:
        return Task.KEEP if number == now else Task.RENUMBER
    if translation is None:
        return Task.TRANSLATE
    only_numbers = all(any(char.isdigit() for char in text) and " " not in text.strip() for text in differing)
    return Task.RENUMBER if only_numbers else Task.REVISE
