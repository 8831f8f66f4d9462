"""Why an answer is so: a tree of reasons in English, French or Spanish, free of any output format.

The engine keeps proofs; here they become sentences. `kb.inference.render` writes the tree as text, Markdown,
HTML or a graph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kb.inference.answers import Answer, Contender, Outcome
from kb.inference.citations import CitedNumbers, citations_for, merged
from kb.inference.proof import Premise, PremiseKind, Proof
from kb.inference.records import Predicate, RuleKind, Sort, Value
from kb.inference.table import Table
from kb.inference.wording import contracted, moment, question_text, word, zone_text
from kb.scenario.records import Until
from kb.scenario.vocabulary import vocabulary

_EVENT = re.compile(r"e(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: what holds, since when, by which rule, citing what, and from what.

    A reason without a rule is a fact that the scenario gives.
    """

    sentence: str
    since: str
    rule: str | None = None
    statement: str | None = None
    citations: tuple[CitedNumbers, ...] = ()
    reasons: tuple[Reason, ...] = ()
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer in words: the question, the value, what it rests on, the reasons and what competed."""

    language: str
    question: str
    value: str
    rests_on: str
    reasons: tuple[Reason, ...]
    competing: tuple[str, ...]
    missing: tuple[str, ...]
    assumptions: tuple[str, ...]


def explain(answer: Answer, language: str = "en", *, full: bool = False) -> Explanation:
    """The explanation of an answer. `full` keeps every step; otherwise bookkeeping steps are folded away.

    >>> from kb.inference.answers import answer
    >>> from kb.inference.table import set_table
    >>> from kb.scenario.builder import scenario
    >>> situation = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...              .gain_control("Bob", "bear").ask("controller", "bear").build())
    >>> told = explain(answer(set_table(situation), situation.questions[0]), "fr")
    >>> told.question, told.value, told.reasons[0].sentence
    ('Qui contrôle bear à la fin\xa0?', 'Bob', 'Bob contrôle bear')
    """
    namer = Namer(answer.table, language)
    teller = _Teller(answer, namer, full)
    question = answer.question
    return Explanation(
        language,
        question_text(question.ask, namer.name(question.of), question.at, language),
        value_text(answer, namer),
        word("rests_on", language, document=answer.document, edition=answer.edition),
        tuple(reason for proof in answer.proofs for reason in teller.tell(proof)),
        tuple(contender_text(each, namer) for each in answer.contenders)
        if len(answer.contenders) > 1
        else (),
        tuple(word("missing", language, fact=fact) for fact in answer.missing),
        tuple(assumption.sentence(language) for assumption in answer.assumptions),
    )


def value_text(answer: Answer, namer: Namer) -> str:
    """The value of an answer in words."""
    if answer.outcome is Outcome.UNDETERMINED:
        return word("undetermined", namer.language)
    return _value(answer.value, namer)


def _value(value: object, namer: Namer) -> str:
    if value is None:
        return word("nobody", namer.language)
    if isinstance(value, bool):
        return word("yes" if value else "no", namer.language)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(inner, namer)}" for key, inner in value.items())
    return namer.name(str(value))


def contender_text(contender: Contender, namer: Namer) -> str:
    """One line on a control effect or the base controller: whom it names, and what became of it."""
    language = namer.language
    what = namer.name(contender.name)
    player = namer.name(contender.player) if contender.player else "?"
    line = word("gives", language, what=what, player=player)
    if not contender.applies:
        return f"{line} ({word('paused', language)})"
    if contender.beaten_by is not None:
        return f"{line} ({word('beaten', language, what=namer.name(contender.beaten_by))})"
    return f"{line} ({word('decides', language)})"


class Namer:
    """Names things as the scenario does: objects by name, events by number, players as written."""

    def __init__(self, table: Table, language: str) -> None:
        self.language = language
        self._scenario = table.scenario
        given = {thing.id: thing.name for thing in table.scenario.objects if thing.name}
        made = {event.text("id"): event.text("name") for event in table.scenario.events}
        given |= {id: name for id, name in made.items() if id and name}
        counts = Counter(given.values())
        self._names = {id: name if counts[name] == 1 else f"{name} ({id})" for id, name in given.items()}

    def name(self, value: Value) -> str:
        """A constant of a fact as people call it."""
        text = str(value)
        if text in self._names:
            return self._names[text]
        event = _EVENT.fullmatch(text)
        if event is not None:
            return self._event_name(int(event[1]))
        if text.startswith("start."):
            return self.name(text.removeprefix("start."))
        if text in ("setup", "default"):
            return word(text, self.language)
        return zone_text(text, self.language) or text

    def _event_name(self, n: int) -> str:
        """An event by the card behind it where it names one, else by its number."""
        event = self._scenario.events[n - 1] if n <= len(self._scenario.events) else None
        behind = (
            None
            if event is None
            else event.text("by") or (event.text("what") if event.verb == "attach" else None)
        )
        if behind is None:
            return word("event", self.language, n=n)
        return word("behind", self.language, thing=self.name(behind), n=n)

    def event(self, name: str) -> str:
        """An event in words: its number, what its verb says, and its fields as written."""
        found = _EVENT.fullmatch(name)
        event = self._scenario.events[int(found[1]) - 1] if found else None
        if event is None:
            return self.name(name)
        verb = vocabulary().verbs[event.verb]
        does = verb.does.get(self.language) or verb.does["en"]
        fields = "; ".join(f"{field}: {self._field(value)}" for field, value in event.fields.items())
        return f"{word('event_number', self.language, n=event.n)} {does}" + (f" ({fields})" if fields else "")

    def _field(self, value: object) -> str:
        if isinstance(value, Until):
            parts = (value.condition, value.object, value.player, value.counter)
            return " ".join([value.kind, *(self.name(part) for part in parts if part is not None)])
        if isinstance(value, tuple):
            return ", ".join(self.name(str(part)) for part in value)
        return self.name(str(value))

    def sentence(self, predicate: Predicate, args: tuple[Value | None, ...]) -> str:
        """A fact as a sentence, by the predicate's template in this language."""
        template = predicate.templates.get(self.language) or predicate.templates.get("en")
        names = [word("anything", self.language) if value is None else self.name(value) for value in args]
        if template is None:
            return f"{predicate.name}({', '.join(names)})"
        return _filled(template, dict(zip(predicate.params, names, strict=True)), self.language)


def _filled(template: str, holes: Mapping[str, str], language: str) -> str:
    """The template with its `{holes}` filled; only the declared holes are, nothing in it is evaluated."""
    text = ""
    for before, hole in re.findall(r"([^{]*)(?:\{(\w+)\})?", template):
        text = contracted(text + before, holes.get(hole, f"{{{hole}}}"), language) if hole else text + before
    return text


class _Teller:
    """Turns proofs into reasons; a proof told once is only named when it comes up again."""

    def __init__(self, answer: Answer, namer: Namer, full: bool) -> None:
        self._answer = answer
        self._run = answer.table.run
        self._namer = namer
        self._full = full
        self._told: set[int] = set()

    def tell(self, proof: Proof) -> tuple[Reason, ...]:
        """The reason for a proof, or, where its step is bookkeeping, the reasons below it."""
        if proof.rule is None:
            return self._given(proof)
        if id(proof) in self._told:
            return (self._reason(proof, (), is_repeated=True),) if self._full else ()
        self._told.add(id(proof))
        below = tuple(reason for premise in proof.premises for reason in self._premise(premise))
        return (self._reason(proof, below),) if self._keeps(proof) else below

    def _keeps(self, proof: Proof) -> bool:
        assert proof.rule is not None
        if self._full:
            return True
        is_bookkeeping = proof.rule.kind is RuleKind.PROCEDURE and not proof.rule.cites
        return not is_bookkeeping and proof.fact.predicate not in _PLUMBING

    def _given(self, proof: Proof) -> tuple[Reason, ...]:
        if not self._full and proof.sort is Sort.STATIC and proof.fact.predicate not in _TELLING:
            return ()
        if proof.fact.predicate == "do":
            if not _EVENT.fullmatch(str(proof.fact.args[0])) and not self._full:
                return ()
            sentence = self._namer.event(str(proof.fact.args[0]))
        else:
            sentence = self._sentence(proof.fact.predicate, proof.fact.args)
        return (Reason(sentence, word("given", self._namer.language)),)

    def _premise(self, premise: Premise) -> tuple[Reason, ...]:
        if premise.proof is not None:
            return self.tell(premise.proof)
        language = self._namer.language
        if premise.kind is PremiseKind.UNDEFEATED and premise.rule is not None:
            return (Reason(word("undefeated", language, rule=premise.rule), ""),)
        if self._full and premise.kind is PremiseKind.ABSENT and premise.predicate is not None:
            fact = self._sentence(premise.predicate, premise.args)
            return (Reason(word("not", language, fact=fact), ""),)
        return ()

    def _reason(self, proof: Proof, below: tuple[Reason, ...], *, is_repeated: bool = False) -> Reason:
        assert proof.rule is not None
        language = self._namer.language
        sentences = proof.rule.sentences
        label = self._run.label_of(proof.since)
        return Reason(
            self._sentence(proof.fact.predicate, proof.fact.args),
            word("since", language, n=label) if label else word("from_start", language),
            proof.rule.id,
            sentences.get(language) or sentences.get("en"),
            merged(citations_for(proof.rule, self._answer.document, self._answer.edition)),
            below,
            is_repeated,
        )

    def _sentence(self, predicate: str, args: tuple[Value | None, ...]) -> str:
        return self._namer.sentence(self._run.program.declared[predicate], args)


_PLUMBING = frozenset(
    {"live", "applies", "affects", "gives", "follows", "controllable", "on_board", "moved", "zone"}
)
"""What holds of itself once an effect has begun or an object was put somewhere; told only in full."""

_TELLING = frozenset(
    {"starts_owned", "starts_under", "starts_in", "static_control", "cannot_change_control", "until", "while"}
)
"""The given facts worth telling when an explanation is folded."""

__all__ = ["Explanation", "Namer", "Reason", "contender_text", "explain", "moment", "value_text"]
