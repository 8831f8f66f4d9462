"""Answers to an assistant's questions about situations, from a process that can be stopped."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

from kb.assistants.bounds import MOST, WHY, Record, cut, fitted
from kb.assistants.texts import QUOTED, cite_as, quotation
from kb.errors import KbError
from kb.namespaces import PASSAGE, segment
from kb.queries.passages import StoredPassage, with_iris
from kb.queries.sandbox import Sandbox, TroubleError
from kb.queries.works import versions
from kb.store import Backend, MemoryStore

SECONDS: Final = 10.0
"""So long may the rules run over one situation."""
_MEGABYTES: Final = 512
_QUOTES: Final = 12
_NOTHING: Final = MemoryStore()
"""The store that the process needs: the rules are packaged with it."""
_ABOUT: Final = (
    "An answer rests on the edition it names. 'undetermined' means that the situation does not say enough: "
    "'missing' names what it lacks; do not guess in its place."
)
_NOT_DECIDED: Final = "undetermined"


class SituationError(KbError, ValueError):
    """A situation does not follow the format, or takes too much; the sentence is that of its reader."""


@dataclass(slots=True)
class Asking:
    """Answers questions about situations; `store` is where the cited texts are, if they are loaded."""

    store: Backend
    seconds: float = SECONDS
    _lock: Lock = field(default_factory=Lock)
    _sandbox: Sandbox | None = None

    def ask(self, situation: str, language: str = "en", *, quotes: bool = True) -> Record:
        """The answers to all questions of a situation, each with its reasons and citations.

        Raises SituationError for a situation that does not follow the format, with place and near matches;
        LimitError when it takes too long or too much memory.
        """
        told = self._told(situation, language)
        record: Record = {
            "answers": [_answer(each) for each in told[:MOST]],
            "about_answers": _ABOUT,
        }
        if quotes:
            record |= self._quotes(told, language)
        return fitted(record, "answers")

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

    def _told(self, situation: str, language: str) -> list[dict[str, Any]]:
        with self._lock:
            if self._sandbox is None or not self._sandbox.serves(_NOTHING, _MEGABYTES):
                self.close()
                self._sandbox = Sandbox(_NOTHING, _MEGABYTES, "kb.queries.asker")
            try:
                reply = self._sandbox.ask({"scenario": situation, "language": language}, self.seconds)
            except TroubleError as problem:
                raise SituationError(problem.message) from problem
        found: list[dict[str, Any]] = json.loads(reply.data)
        return found

    def _quotes(self, told: list[dict[str, Any]], language: str) -> Record:
        """The cited passages that are loaded, in the language asked for where there are, and what is not."""
        cited = _cited(told)
        tags = sorted({version.language for version in versions(self.store)}, key=lambda tag: tag != language)
        iris = {(*each, tag): _iri(*each, tag) for each in cited for tag in tags}
        loaded = {each.iri: each for each in with_iris(self.store, iris.values())}
        quotes: list[StoredPassage] = []
        absent: list[str] = []
        for document, edition, number in cited:
            here = (loaded.get(iris[document, edition, number, tag]) for tag in tags)
            if quote := next(filter(None, here), None):
                quotes.append(quote)
            else:
                absent.append(f"{document} {number}, edition {edition}")
        record: Record = {"about_quotes": QUOTED, "quotes": [quotation(each) for each in quotes[:_QUOTES]]}
        if len(quotes) > _QUOTES:
            record["more_are_loaded"] = [cite_as(each) for each in quotes[_QUOTES:]][:MOST]
        if absent:
            record["cited_but_not_loaded"] = absent[:MOST]
        return record


def _cited(told: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return list(
        dict.fromkeys(
            (cited["document"], cited["edition"], number)
            for each in told
            for cited in each["record"]["cited"]
            for number in cited["numbers"]
        )
    )


def _iri(document: str, edition: str, number: str, language: str) -> str:
    return PASSAGE + "/".join(map(segment, (document, edition, language, number)))


def _answer(told: dict[str, Any]) -> Record:
    record = told["record"]
    return {
        "question": told["question"],
        "answer": told["value"],
        "outcome": record["outcome"],
        "rests_on": {"document": record["document"], "edition": record["edition"]},
        "missing": told["missing"] if record["outcome"] == _NOT_DECIDED else [],
        "competing": record["competing"],
        "assumptions": record["assumptions"],
        "citations": record["cited"],
        "why": cut(told["text"], WHY),
    }
