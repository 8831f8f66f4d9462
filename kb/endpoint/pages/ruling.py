"""The page of a rule: its texts side by side, its history, what cites it, what rests on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from kb.editions import History, history
from kb.endpoint.pages.rendering import page
from kb.errors import NotFoundError
from kb.inference.citations import Fit, citations_for
from kb.inference.records import Rule
from kb.inference.rulebase import packaged_rules
from kb.model import UNDATED
from kb.namespaces import TEXT, segment
from kb.queries.languages import INTERFACE, is_in_language
from kb.queries.numbers import number_key
from kb.queries.passages import StoredPassage, passages
from kb.rdf import NamedNode
from kb.store import Backend

_MOST: Final = 60
"""So many other editions, and so many citing rules, are listed."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The view of a rule in a store."""

    store: Backend

    def passage(self, request: Request) -> Response:
        """The rule that a passage is a text of; its language and edition come first."""
        return self._page(request, tag=request.path_params["tag"])

    def provision(self, request: Request) -> Response:
        """A rule of an edition, in every language."""
        return self._page(request, tag=None)

    def _page(self, request: Request, tag: str | None) -> Response:
        lang = request.path_params["lang"]
        document, edition, number = (request.path_params[name] for name in ("document", "edition", "number"))
        found = passages(self.store, document=document, number=number)
        here = [each for each in found if each.edition == edition]
        if not here or (tag and all(each.language != tag for each in here)):
            near = [
                f"/{lang}/provision/{segment(document)}/{segment(e)}/{segment(number)}"
                for e in dict.fromkeys(each.edition for each in found)
            ]
            return missing(request, f"{document} {edition} {number}", near)
        texts = in_order(here, tag or lang)
        wanted = None if any(is_in_language(each.language, lang) for each in texts) else texts[0].language
        return page(
            request,
            "rule",
            lang,
            number=number,
            document=document,
            edition=edition,
            texts=texts,
            wanted=wanted,
            focus=tag,
            others=_other_editions(found, edition),
            history=_history(document, number, edition),
            cites=sorted({n for each in texts for r in each.references for n in r.numbers}, key=number_key),
            cited_by=_citing(self.store, texts, number),
            encoded=encoded(document, edition).get(number, ()),
            parent=texts[0].parent,
            beside=_below(self.store, texts[0], texts[0].parent),
            below=_below(self.store, texts[0], number),
            segment=segment,
            title=_title(number, texts),
        )


def missing(request: Request, what: str, near: Iterable[str] = (), status: int = 404) -> Response:
    """The page that says there is nothing here, and what is near."""
    return page(
        request, "missing", request.path_params["lang"], status=status, what=what, near=list(near)[:_MOST]
    )


def in_order(texts: Iterable[StoredPassage], first: str) -> list[StoredPassage]:
    """Texts in the language wanted first, then in the order in which languages stand in for another."""
    order = (first, *INTERFACE)

    def place(text: StoredPassage) -> tuple[int, str, str]:
        at = next((at for at, tag in enumerate(order) if is_in_language(text.language, tag)), len(order))
        return at, text.language, text.source

    return sorted(texts, key=place)


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """What the rule says in another edition, and which languages say it."""

    edition: str
    texts: tuple[StoredPassage, ...]
    is_same: bool
    """Whether every text is the same, letter by letter, as that of the edition before it in the list."""


def _other_editions(found: Iterable[StoredPassage], edition: str) -> list[OtherEdition]:
    by_edition: dict[str, list[StoredPassage]] = {}
    for each in found:
        if each.edition != edition:
            by_edition.setdefault(each.edition, []).append(each)
    names = sorted(by_edition, key=lambda name: (name != UNDATED, number_key(name)), reverse=True)[:_MOST]
    made: list[OtherEdition] = []
    before: set[str] = set()
    for name in names:
        # Several sources may say the same: once is enough.
        texts = tuple(
            {(each.language, each.hash): each for each in in_order(by_edition[name], "en")}.values()
        )
        hashes = {text.hash for text in texts}
        made.append(OtherEdition(name, texts, hashes == before))
        before = hashes
    return made


@cache
def _history(document: str, number: str, edition: str) -> History | None:
    try:
        return history(number, document, edition=edition)
    except NotFoundError:
        return None


def _citing(store: Backend, texts: list[StoredPassage], number: str) -> list[str]:
    """The numbers of what cites the rule in its own edition, in any language."""
    above = {text.iri.rpartition("/")[0] for text in texts}
    values = " ".join(str(NamedNode(graph)) for graph in sorted({text.graph for text in texts}))
    iris = " ".join(str(NamedNode(text.iri)) for text in texts)
    query = (
        f"SELECT DISTINCT ?p {{ VALUES ?g {{ {values} }} VALUES ?cited {{ {iris} }} "
        f"GRAPH ?g {{ ?p <{TEXT}cites> ?cited }} }}"
    )
    found = (str(getattr(p, "value", "")).rpartition("/") for (p,) in store.query(query).rows)
    numbers = {unquote(name) for folder, _, name in found if folder in above}
    return sorted(numbers - {number}, key=number_key)


def _below(store: Backend, of: StoredPassage, number: str | None) -> list[str]:
    """The numbers of the passages that belong to another one of the same source."""
    if number is None:
        return []
    parent = NamedNode(of.iri.rpartition("/")[0] + "/" + segment(number))
    query = f"SELECT ?p {{ GRAPH {NamedNode(of.graph)} {{ ?p <{TEXT}parent> {parent} }} }}"
    found = (unquote(str(getattr(p, "value", "")).rpartition("/")[2]) for (p,) in store.query(query).rows)
    return sorted((each for each in found if each != of.number), key=number_key)


@cache
def encoded(document: str, edition: str) -> dict[str, tuple[Rule, ...]]:
    """The encoded rules that cite each number of an edition."""
    made: dict[str, dict[str, Rule]] = {}
    for rule in packaged_rules().rules:
        for cited in citations_for(rule, document, edition):
            # Under another edition a number may be another rule.
            for number in cited.numbers if cited.fit is Fit.HOLDS else ():
                made.setdefault(number, {})[rule.id] = rule
    return {number: tuple(rules.values()) for number, rules in made.items()}


def _title(number: str, texts: list[StoredPassage]) -> str:
    path = texts[0].path
    return f"{number} · {path[-1]}" if path else number
