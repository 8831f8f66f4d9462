"""Two versions side by side: two languages with findings to review, or two editions word by word."""

from __future__ import annotations

import getpass
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from kb.errors import KbError
from kb.knowledge import KnowledgeBase
from kb.queries.passages import passages
from kb.queries.works import Version, versions
from kb.translation import Decision, Finding, Pair, decide, diverge, open_findings, pair_passages
from kb.translation.wording import say_kind, say_severity
from kb.widgets.parts import Control, button, choice, entries, html, note, problem, row, text
from kb.widgets.sides import side_by_side
from kb.widgets.words import say


class Comparer(Control):
    """Choose two versions, walk the rules, read both sides, decide on each finding.

    `pairs` and `findings` hold what is compared; decisions go into the store with who and when.
    """

    def __init__(
        self, rules: KnowledgeBase, left: str | None = None, right: str | None = None, who: str | None = None
    ) -> None:
        self._rules = rules
        language = rules.language
        known = versions(rules.store)
        options = [(f"{v.document} {v.edition} {v.language}", v) for v in known]
        self.left = choice(say("left", language), options, _first(known, left, 0))
        self.right = choice(say("right", language), options, _first(known, right, 1))
        self.only = choice(
            say("rules", language), [(say("only findings", language), True), (say("all", language), False)]
        )
        self.list, self.sides = entries(say("rules", language)), html()
        self.finding = entries(say("finding", language), rows=4)
        self.who = text(say("who", language), value=who or getpass.getuser())
        self.note = text(say("note", language))
        self.buttons = {
            Decision.ACCEPT: button(say("accept", language), "success"),
            Decision.DISMISS: button(say("dismiss", language)),
            Decision.FIXED: button(say("fixed", language)),
            Decision.COMMENT: button(say("comment", language)),
        }
        self.status = html()
        self.pairs: Sequence[Pair] = ()
        self._shown: Sequence[Pair] = ()
        self.findings: Mapping[str, list[Finding]] = {}
        review = row(self.who, self.note, *self.buttons.values())
        parts = [row(self.left, self.right, self.only), self.list, self.sides, self.finding, review]
        super().__init__([*parts, self.status], language)
        self._listen()
        self._take_versions()

    def decide(self, decision: Decision) -> None:
        """Keeps a decision on the chosen finding; one that is dismissed or fixed leaves the list."""
        found = self._chosen()
        if found is None:
            return
        try:
            made = decide(self._rules.store, found, decision, self.who.value, note=self.note.value)
        except KbError as error:
            self.status.value = problem(error)
            return
        said = say("kept", self.language, decision=say(str(decision), self.language), who=made.who)
        self.status.value, self.note.value = note(said), ""
        at = self.list.index
        self._find()
        self._fill(at)

    def snapshot(self) -> str:
        """The rule that is open, both sides."""
        return str(self.sides.value)

    def _listen(self) -> None:
        for part in (self.left, self.right):
            part.observe(self._take_versions, "value")
        self.only.observe(lambda _: self._fill(None), "value")
        self.list.observe(self._read, "index")
        self.finding.observe(self._mark, "index")
        for decision, pressed in self.buttons.items():
            pressed.on_click(lambda _, decision=decision: self.decide(decision))

    def _take_versions(self, _change: Any = None) -> None:
        self.status.value = ""
        self.pairs = pair_passages(*(self._texts(part.value) for part in (self.left, self.right)))
        self._find()
        self._fill(None)

    def _texts(self, version: Version | None) -> Any:
        if version is None:
            return ()
        return passages(
            self._rules.store,
            document=version.document,
            edition=version.edition,
            language=version.language,
        )

    def _find(self) -> None:
        """The findings that are open; two editions in one language differ in words, and need none."""
        found: defaultdict[str, list[Finding]] = defaultdict(list)
        sides = (self.left.value, self.right.value)
        if all(sides) and sides[0].language != sides[1].language:
            document = sides[0].document if sides[0].document == sides[1].document else None
            for each in open_findings(diverge(self.pairs, document=document), self._rules.store):
                found[each.pair.key].append(each)
        self.findings = found

    def _fill(self, at: int | None) -> None:
        shown = [pair for pair in self.pairs if not self.only.value or self._differs(pair)]
        self._shown = shown
        self.list.options = [self._line(pair) for pair in shown]
        self.list.index = None if not shown else min(at or 0, len(shown) - 1)
        self._read()

    def _differs(self, pair: Pair) -> bool:
        if self.findings.get(pair.key):
            return True
        sides = (self.left.value, self.right.value)
        texts = [side.text if side else None for side in (pair.left, pair.right)]
        return all(sides) and sides[0].language == sides[1].language and texts[0] != texts[1]

    def _line(self, pair: Pair) -> str:
        found = self.findings.get(pair.key, [])
        kinds = "; ".join(dict.fromkeys(say_kind(each.divergence.kind, self.language) for each in found))
        return f"{pair.key}  {kinds}" if kinds else pair.key

    def _read(self, _change: Any = None) -> None:
        found = self.findings.get(self._shown[self.list.index].key, []) if self.list.index is not None else []
        self.finding.options = [_told(each, self.language) for each in found]
        self.finding.index = 0 if found else None
        self._mark()

    def _mark(self, _change: Any = None) -> None:
        if self.list.index is None:
            self.sides.value = note(say("no finding", self.language))
            return
        pair = self._shown[self.list.index]
        chosen = self._chosen()
        self.sides.value = side_by_side(pair, chosen.divergence if chosen else None, self.language)

    def _chosen(self) -> Finding | None:
        if self.list.index is None or self.finding.index is None:
            return None
        found: Finding = self.findings[self._shown[self.list.index].key][self.finding.index]
        return found


def _first(known: Sequence[Version], language: str | None, at: int) -> Version | None:
    """The newest version in a language; without one, the first or second of those there are."""
    fitting = [version for version in known if version.language == language]
    if fitting:
        return fitting[-1]
    return known[min(at, len(known) - 1)] if known else None


def _told(finding: Finding, language: str) -> str:
    found = finding.divergence
    extra = f" ({found.note})" if found.note else ""
    return f"{say_severity(found.severity, language)}: {say_kind(found.kind, language)}{extra}"
