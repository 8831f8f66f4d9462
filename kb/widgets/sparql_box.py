"""A box for SPARQL: examples to start from, a limit of time, results as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import ipywidgets as w

from kb.errors import KbError
from kb.knowledge import KnowledgeBase
from kb.queries.sparql import Result, select
from kb.widgets.parts import FULL, Control, button, choice, html, note, problem, row
from kb.widgets.words import say

EXAMPLES: Final[Mapping[str, str]] = {
    "en: 20 rules": """SELECT ?number ?text {
  ?passage text:kind "rule" ; text:number ?number ; text:content ?text
} ORDER BY ?number LIMIT 20""",
    "fr/es": """SELECT ?number (GROUP_CONCAT(DISTINCT ?language; separator=" ") AS ?languages) {
  ?passage text:kind "rule" ; text:number ?number ; text:language ?language
} GROUP BY ?number ORDER BY ?number LIMIT 20""",
    "cites": """SELECT ?number (COUNT(?cited) AS ?citations) {
  ?passage text:kind "rule" ; text:number ?number ; text:reference/text:citesNumber ?cited
} GROUP BY ?number ORDER BY DESC(?citations) LIMIT 20""",
}
"""Queries to start from, by a short name."""


class SparqlBox(Control):
    """Write a query, run it, read the rows. `result` holds what the last run gave."""

    def __init__(self, rules: KnowledgeBase, query: str = "") -> None:
        self._rules = rules
        language = rules.language
        names = [(name, text) for name, text in EXAMPLES.items()]
        self.examples = choice(say("examples", language), names)
        self.query = w.Textarea(
            query or self.examples.value,
            description=say("query", language),
            rows=8,
            layout=w.Layout(**FULL),
        )
        self.seconds = w.BoundedFloatText(
            10, min=0.1, max=600, description=say("seconds", language), style={"description_width": "initial"}
        )
        self.run_button = button(say("run", language), "primary")
        self.status, self.table = html(), html()
        self.result: Result | None = None
        super().__init__(
            [self.examples, self.query, row(self.seconds, self.run_button), self.status, self.table], language
        )
        self.examples.observe(self._take, "value")
        self.run_button.on_click(self.run)

    def run(self, _button: Any = None) -> None:
        """Runs the query; an error is shown where the rows would be."""
        self.table.value, self.result = "", None
        try:
            self.result = select(self._rules.store, self.query.value, timeout=self.seconds.value)
        except KbError as error:
            self.status.value = problem(error)
            return
        self.status.value = note(say("rows", self.language, n=len(self.result)))
        self.table.value = self.result._repr_html_()

    def snapshot(self) -> str:
        """The status and the rows of the last run."""
        return f"{self.status.value}{self.table.value}"

    def _take(self, _change: Any = None) -> None:
        self.query.value = self.examples.value
