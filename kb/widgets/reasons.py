"""The reasons of an answer as a tree to walk with the arrow keys; the chosen rule's text is shown beside it.

It has a program of its own in the browser (`reasons.js`): ipywidgets has no tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from kb.inference.cards import AnswerCard
from kb.inference.explain import Reason
from kb.inference.render import citation_text

_HERE = Path(__file__).parent


class Reasons(anywidget.AnyWidget):
    """A tree of an answer's reasons. `chosen` is the number of the chosen one, in reading order from 0."""

    _esm = _HERE / "reasons.js"
    _css = _HERE / "reasons.css"
    title = traitlets.Unicode().tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)
    nodes: traitlets.List[Any] = traitlets.List().tag(sync=True)
    chosen = traitlets.Int(0).tag(sync=True)

    def __init__(self, answer: AnswerCard, *, full: bool = False) -> None:
        told = answer.explanation(full=full)
        self._answer = answer
        super().__init__(
            title=f"{told.question} {told.value} ({told.rests_on})",
            language=told.language,
            nodes=[node for reason in told.reasons for node in _nodes(reason, 1)],
        )

    @property
    def reason(self) -> dict[str, Any]:
        """The chosen reason: its sentence, level, rule, what the rule says, and its citations."""
        return dict(self.nodes[self.chosen]) if self.nodes else {}

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        # anywidget gives the data, or the data and what is known about it.
        data, *rest = bundle if isinstance(bundle, tuple) else (bundle,)
        shown = {**(data or {}), "text/html": self._answer.to_html(), "text/plain": self._answer.why()}
        return (shown, *rest) if rest else shown


def _nodes(reason: Reason, level: int) -> Iterator[dict[str, Any]]:
    """The reason and those below it in reading order, each with its level."""
    waiting = [(reason, level)]
    while waiting:
        each, depth = waiting.pop()
        yield {
            "level": depth,
            "sentence": each.sentence,
            "since": each.since,
            "rule": each.rule or "",
            "says": (each.statement or "") if each.rule else "",
            "citations": [citation_text(cited) for cited in each.citations],
            "inner": bool(each.reasons),
        }
        waiting.extend((below, depth + 1) for below in reversed(each.reasons))
