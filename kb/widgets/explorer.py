"""An explorer of the words of the games: what a word means in each game, and what not to confuse it with."""

from __future__ import annotations

from typing import Any

from kb.errors import KbError, NotFoundError
from kb.knowledge import KnowledgeBase
from kb.queries.concepts import concepts
from kb.queries.folding import fold
from kb.widgets.parts import Control, entries, html, problem, text
from kb.widgets.words import say


class ConceptExplorer(Control):
    """Type a word in any language; walk the concepts that have it; read the map of the chosen one."""

    def __init__(self, rules: KnowledgeBase, word: str = "") -> None:
        self._rules = rules
        language = rules.language
        self.word = text(say("concept", language), value=word)
        self.list = entries(say("concepts", language), rows=6)
        self.map = html()
        super().__init__([self.word, self.list, self.map], language)
        self.word.observe(self._search, "value")
        self.list.observe(self._show, "value")
        self._search()

    def snapshot(self) -> str:
        """The map that is open."""
        return str(self.map.value)

    def _search(self, _change: Any = None) -> None:
        wanted = fold(self.word.value.strip())
        self.list.options = [
            (f"{each.notation}  ({each.label(self.language)})", each.notation)
            for each in concepts()
            if wanted in fold(each.notation) or any(wanted in fold(label.text) for label in each.words)
        ]
        if self.list.options:
            self.list.index = 0
            self._show()
        else:
            self._complain()

    def _complain(self) -> None:
        try:
            self._rules.concept(self.word.value)
        except NotFoundError as error:
            self.map.value = problem(error)

    def _show(self, _change: Any = None) -> None:
        if self.list.value is None:
            return
        try:
            self.map.value = self._rules.concept(self.list.value).to_html()
        except KbError as error:
            self.map.value = problem(error)
