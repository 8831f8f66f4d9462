"""An answer that shows itself: in a terminal, in a notebook, as a picture, in English, French or Spanish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.drawing import Box, tree_svg
from kb.inference.answers import Answer
from kb.inference.explain import Explanation, Namer, Reason, explain
from kb.inference.proof import Failure, why_not
from kb.inference.render import citation_text, to_dot, to_html, to_markdown, to_text
from kb.inference.wording import word


@dataclass(frozen=True)
class AnswerCard(Answer):
    """An answer with its displays. Everything an :class:`~kb.inference.answers.Answer` says, it says too."""

    language: str = "en"

    @classmethod
    def of(cls, answer: Answer, language: str = "en") -> AnswerCard:
        """The card of an answer, to be read in a language."""
        return cls(
            answer.question,
            answer.outcome,
            answer.value,
            answer.table,
            answer.basis,
            answer.conclusions,
            answer.missing,
            language,
        )

    def explanation(self, language: str | None = None, *, full: bool = False) -> Explanation:
        """The reasons as a tree of sentences; `full` keeps the bookkeeping steps."""
        return explain(self, language or self.language, full=full)

    def why(self, language: str | None = None, *, full: bool = False) -> str:
        """The answer and its reasons as text."""
        return to_text(self.explanation(language, full=full))

    def to_markdown(self, language: str | None = None, *, full: bool = False) -> str:
        """The answer and its reasons as Markdown."""
        return to_markdown(self.explanation(language, full=full))

    def to_html(self, language: str | None = None, *, full: bool = False) -> str:
        """The answer and its reasons as one HTML element."""
        return to_html(self.explanation(language, full=full))

    def to_dot(self, language: str | None = None, *, full: bool = False) -> str:
        """The reasons as a graph in the DOT language."""
        return to_dot(self.explanation(language, full=full))

    def picture(self, language: str | None = None, *, full: bool = False) -> str:
        """The reasons as an SVG picture."""
        told = self.explanation(language, full=full)
        root = Box(told.question, (told.value, told.rests_on), "answer", tuple(map(_box, told.reasons)))
        return tree_svg(root, title=told.question, language=told.language)

    def why_not(self, player: str, language: str | None = None) -> str:
        """Why the answer is not that player: for each rule that could say so, the condition it lacks."""
        language = language or self.language
        index = self.table.index(self.question.step)
        predicate = _PREDICATES.get(self.question.ask, "controller")
        if predicate == "controller" and self.table.holds("is_ability", self.question.of, index=index):
            predicate = "ability_controller"
        failures = why_not(self.table.run, predicate, (self.question.of, player), index)
        namer = Namer(self.table, language)
        lines = [line for failure in failures for line in self._failure_lines(failure, namer)]
        return "\n".join(dict.fromkeys(lines))

    def _failure_lines(self, failure: Failure, namer: Namer, depth: int = 0) -> list[str]:
        statement = failure.rule.sentences.get(namer.language) or failure.rule.id
        lines = [f"{'  ' * depth}- {failure.rule.id}: {statement}"]
        lacks = self._lacking(failure, namer)
        if lacks:
            lines.append(f"{'  ' * depth}  {lacks}")
        for deeper in failure.deeper[:2]:
            lines += self._failure_lines(deeper, namer, depth + 1)
        return lines

    def _lacking(self, failure: Failure, namer: Namer) -> str:
        declared = self.table.run.program.declared
        if failure.defeated_by is not None:
            return word("beaten", namer.language, what=failure.defeated_by)
        if failure.blocking:
            fact = failure.blocking[0]
            return namer.sentence(declared[fact.predicate], fact.args)
        if failure.predicate is not None:
            return word(
                "not", namer.language, fact=namer.sentence(declared[failure.predicate], failure.missing)
            )
        return ""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.why(), "text/html": self.to_html()}

    def __repr__(self) -> str:
        return f"<{self}>"


_PREDICATES: Mapping[str, str] = {
    "controller": "controller",
    "whose_side": "controller",
    "owner": "owner",
    "base_controller": "base",
    "you_refers_to": "you",
    "may_activate": "may_activate",
    "decides": "decides",
    "zone_after": "zone",
}


def _box(reason: Reason) -> Box:
    notes: list[str] = []
    if reason.rule is not None and not reason.is_repeated:
        notes += [f"{reason.rule}: {reason.statement}"]
        notes += [citation_text(each) for each in reason.citations]
    kind = "rule" if reason.rule is not None else "given"
    return Box(reason.sentence, tuple(notes), kind, tuple(map(_box, reason.reasons)))
