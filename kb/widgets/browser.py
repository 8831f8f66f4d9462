"""A browser of the loaded rules: search as you type, read a rule with what it cites and what rests on it."""

from __future__ import annotations

from threading import RLock, Thread
from typing import Any, Final
from weakref import ref

from kb.errors import KbError
from kb.knowledge import KnowledgeBase
from kb.queries.find import Hit, Hits, find
from kb.queries.glance import glance
from kb.queries.works import versions
from kb.store.finding import lacks_words
from kb.store.indexing import Indexing, begin_indexing
from kb.widgets.parts import Control, choice, entries, html, note, problem, row, text
from kb.widgets.words import say

MOST: Final = 50
_LENGTH: Final = 90
_TELL: Final = 5.0
"""So many seconds pass until it is said again that the words are being indexed."""


class RuleBrowser(Control):
    """Type words or a number; walk the hits; read. `hits` and `card` hold what is shown.

    Where the words are not indexed yet, they are from the first key on, in the background: until then there
    are some passages that have the words, and `status` says so. The best ones come by themselves.
    """

    def __init__(self, rules: KnowledgeBase, words: str = "") -> None:
        self._rules = rules
        language = rules.language
        known = versions(rules.store)
        every = (say("all", language), None)
        self.words = text(say("search", language), say("search for", language), words)
        self.game = choice(say("game", language), [every, *sorted({(v.game, v.game) for v in known})])
        self.tag = choice(
            say("language", language), [every, *sorted({(v.language, v.language) for v in known})]
        )
        self.list = entries(say("hits", language))
        self.status, self.card = html(), html()
        self.hits = Hits()
        self._is_filling = False
        self._indexing: Indexing | None = None
        self._indexed: str | None = None
        self._lock = RLock()
        super().__init__([self.words, row(self.game, self.tag), self.status, self.list, self.card], language)
        for part in (self.words, self.game, self.tag):
            part.observe(self._search, "value")
        self.list.observe(self._read, "index")
        self._search()

    def snapshot(self) -> str:
        """The hits and the rule that is open."""
        return f"{self.hits._repr_html_()}{self.card.value}"

    def plain(self) -> str:
        """The hits as a table."""
        return repr(self.hits)

    def _search(self, _change: Any = None) -> None:
        with self._lock:
            self._show(self.words.value.strip())

    def _show(self, words: str) -> None:
        if words and self._indexed != (version := self._rules.store.version):
            self._indexed = version
            self._begin_indexing()
        is_waiting = self._indexing is not None and not self._indexing.is_done
        if words and (is_waiting or lacks_words(self._rules.store)):
            self._tell()
        try:
            self.hits = self._glanced(words) if is_waiting else self._found(words)
        except KbError as error:
            self.hits, self.status.value = Hits(), problem(error)
        else:
            if not is_waiting:
                self.status.value = note(self._told(words))
        # A list with options always has a chosen one; the first is what most people look for.
        self._fill([_line(hit) for hit in self.hits])
        self._read()

    def _begin_indexing(self) -> None:
        self._indexing = begin_indexing(self._rules.store)
        if self._indexing is not None:
            # The thread must not keep a browser that nobody has any more.
            Thread(target=_follow, args=(ref(self), self._indexing), daemon=True).start()

    def _tell(self) -> None:
        seconds = round(self._indexing.seconds) if self._indexing else 0
        self.status.value = note(say("indexing", self.language, s=seconds))

    def _glanced(self, words: str) -> Hits:
        return glance(self._rules.store, words, language=self.tag.value, game=self.game.value, most=MOST)

    def _found(self, words: str) -> Hits:
        if not words:
            return Hits()  # and no index is made for it
        return find(self._rules.store, words, language=self.tag.value, game=self.game.value, most=MOST)

    def _fill(self, lines: list[str]) -> None:
        self._is_filling = True  # each change of the list would read a rule
        try:
            self.list.options = lines
            self.list.index = 0 if lines else None
        finally:
            self._is_filling = False

    def _told(self, words: str) -> str:
        total, shown = self.hits.total, len(self.hits)
        if total > shown:
            return say("shown", self.language, n=total, m=shown)
        if total or not words:
            return say("found", self.language, n=total) if words else ""
        return say("nothing", self.language)

    def _read(self, _change: Any = None) -> None:
        if self._is_filling:
            return
        at = self.list.index
        if at is None or at >= len(self.hits):
            self.card.value = ""
            return
        found = self.hits[at].passage
        name = f"{found.document} {found.edition} {found.number}" if found.number else found.iri
        try:
            self.card.value = self._rules.rule(name).to_html()
        except KbError as error:
            self.card.value = problem(error)


def _follow(browser: ref[RuleBrowser], indexing: Indexing) -> None:
    """Says now and then how long it has taken, and searches anew at the end."""
    while not indexing.wait(_TELL):
        shown = browser()
        if shown is None:
            return
        if shown.words.value.strip():
            shown._tell()
        del shown
    if (shown := browser()) is not None:
        shown._search()


def _line(hit: Hit) -> str:
    found = hit.passage
    words = " ".join(found.text.split())
    short = words if len(words) <= _LENGTH else f"{words[: _LENGTH - 1]}…"
    return f"{found.number}  {found.language}  {found.document} {found.edition}  {short}"
