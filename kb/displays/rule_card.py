"""One rule as a card: its text by language and edition, what it cites, and what rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from kb.displays.words import say
from kb.inference.rulebase import packaged_rules
from kb.queries.languages import language_name, language_tag
from kb.queries.passages import Passages, StoredPassage, fetch, passages
from kb.queries.show import show
from kb.queries.tabular import Columns, Tabular
from kb.rdf import Literal
from kb.store import Backend


@dataclass(frozen=True)
class RuleCard(Tabular):
    """A rule's texts, the passages it cites (by the way it writes them), and the encoded rules on it."""

    number: str
    texts: Passages
    cited: Passages
    """The passages it cites, as far as they are loaded."""
    cited_by: tuple[str, ...]
    encoded: tuple[tuple[str, str], ...]
    """Rules of the rule base that cite it: the id, and what the rule says."""
    language: str = "en"

    def table(self) -> Columns:
        """One row for each text."""
        return self.texts.table()

    def to_html(self) -> str:
        """The card as one HTML element; every text is marked with its language."""
        parts = "".join(self._html_text(each) for each in self.texts)
        rests = "".join(f"<li><code>{escape(name)}</code> {escape(says)}</li>" for name, says in self.encoded)
        by = escape(", ".join(self.cited_by))
        notes = f"<p>{escape(say('cited by', self.language))} {by}</p>" if by else ""
        notes += f"<p>{escape(say('rests', self.language))}</p><ul>{rests}</ul>" if rests else ""
        return (
            f'<div class="tcg-rule" lang="{self.language}"><h4>{escape(self.number)}</h4>{parts}{notes}</div>'
        )

    def __str__(self) -> str:
        return "\n".join([self.number, *self._lines()])

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self.to_html()}

    def _lines(self) -> Iterator[str]:
        for each in self.texts:
            yield f"  {self._where(each)}"
            yield f"    {each.text}"
        for name, numbers in (("cites", [each.number for each in self.cited]), ("cited by", self.cited_by)):
            if numbers:
                yield f"  {say(name, self.language)} {', '.join(dict.fromkeys(numbers))}"
        for name, says in self.encoded:
            yield f"  {name}: {says}"

    def _where(self, text: StoredPassage) -> str:
        name = language_name(text.language, self.language)
        return f"{text.document} {text.edition}, {name} ({text.source}:{text.lines})"

    def _html_text(self, text: StoredPassage) -> str:
        return (
            f'<p><small>{escape(self._where(text))}</small><br><span lang="{escape(text.language)}">'
            f"{self._linked(text)}</span></p>"
        )

    def _linked(self, text: StoredPassage) -> str:
        """The text with the numbers of the rules it cites made links, where those are loaded."""
        iris = {each.number: each.iri for each in self.cited if each.language == text.language}
        made = escape(text.text)
        for reference in sorted(text.references, key=lambda each: -len(each.written)):
            known = next((number for number in reference.numbers if number in iris), None)
            if known is not None:
                written = escape(reference.written)
                made = made.replace(written, f'<a href="{escape(iris[known])}">{written}</a>', 1)
        return made


def rule_card(store: Backend, name: str, *, language: str | None = None, told_in: str = "en") -> RuleCard:
    """The card of what :func:`~kb.queries.show.show` finds under a name, in one language or in all.

    Raises NotFoundError with the near matches.
    """
    found = show(store, name)
    tag = language_tag(language) if language else None
    kept = Passages(each for each in found if tag in (None, each.language)) if tag else found
    texts = kept or found
    number = texts[0].number
    documents = {each.document for each in texts}
    return RuleCard(
        number,
        texts,
        Passages(_cited(store, texts)),
        tuple(dict.fromkeys(each.number for each in _citing(store, number) if each.document in documents)),
        tuple(_encoded(documents, number, told_in)),
        told_in,
    )


def _cited(store: Backend, texts: Passages) -> Iterator[StoredPassage]:
    """What each text cites in its own edition, in its own language where that has it."""
    for text in texts:
        numbers = dict.fromkeys(n for reference in text.references for n in reference.numbers)
        for number in numbers:
            there = passages(store, document=text.document, edition=text.edition, number=number)
            yield from sorted(there, key=lambda each: each.language != text.language)[:1]


def _citing(store: Backend, number: str) -> Passages:
    return fetch(store, f"?passage text:reference [ text:citesNumber {Literal(number)} ] . ")


def _encoded(documents: set[str], number: str, language: str) -> Iterator[tuple[str, str]]:
    for rule in packaged_rules().rules:
        if any(cite.document in documents and number in cite.numbers for cite in rule.cites):
            yield rule.id, rule.sentences.get(language) or rule.sentences.get("en", "")
