"""What is loaded in which language: how many rules of each document and edition each language has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kb.displays.words import say
from kb.model import PassageKind
from kb.namespaces import TEXT
from kb.queries.listing import Cell, Listing
from kb.queries.numbers import number_key
from kb.store import CATALOGUE, WORKS, Backend

Key = tuple[str, str, str]
"""Game, document and edition."""


class LanguageCoverage(Listing[tuple[Key, Mapping[str, int]]]):
    """One row for each document and edition: how many of its numbered passages each language has."""

    what = "editions"

    def __init__(self, items: tuple[tuple[Key, Mapping[str, int]], ...] = (), language: str = "en") -> None:
        super().__init__(items)
        self.language = language
        self.languages = tuple(sorted({tag for _, counts in items for tag in counts}))
        heads = tuple(say(head, language) for head in ("game", "document", "edition"))
        self.columns = (*heads, *self.languages)

    def cells(self, item: tuple[Key, Mapping[str, int]]) -> tuple[Cell, ...]:
        """What one edition puts into each of the columns: a dash where a language has nothing."""
        key, counts = item
        most = max(counts.values(), default=0)
        numbers = (_share(counts.get(tag, 0), most) for tag in self.languages)
        return (*map(Cell, key), *map(Cell, numbers))

    def record(self, item: tuple[Key, Mapping[str, int]]) -> Mapping[str, object]:
        """An edition as a row of a DataFrame."""
        (game, document, edition), counts = item
        numbers = {tag: counts.get(tag, 0) for tag in self.languages}
        return {"game": game, "document": document, "edition": edition, **numbers}

    def _like(self, items: tuple[tuple[Key, Mapping[str, int]], ...]) -> LanguageCoverage:
        return LanguageCoverage(items, self.language)


def _share(count: int, most: int) -> str:
    if not count:
        return "–"
    return str(count) if count == most else f"{count} ({100 * count // most} %)"


def language_coverage(store: Backend, language: str = "en") -> LanguageCoverage:
    """How many different rule numbers each language has, for every document and edition in a store."""
    query = f"""PREFIX text: <{TEXT}>
    SELECT ?game ?document ?edition ?language (COUNT(DISTINCT ?number) AS ?n) {{
      GRAPH <{CATALOGUE}> {{ ?source text:inLanguageVersion ?version }}
      GRAPH <{WORKS}> {{ ?version text:language ?language ; text:ofEdition ?of .
        ?of text:edition ?edition ; text:work ?work . ?work text:document ?document ; text:game ?game }}
      GRAPH ?source {{ ?passage text:kind "{PassageKind.RULE.value}" ; text:number ?number ;
        text:language ?language ; text:edition ?edition }}
    }} GROUP BY ?game ?document ?edition ?language"""
    counted: dict[Key, Counter[str]] = {}
    for row in store.query(query).rows:
        game, document, edition, tag, count = (str(getattr(term, "value", "")) for term in row)
        counted.setdefault((game, document, edition), Counter())[tag] = int(count)
    ordered = sorted(counted, key=lambda key: (key[0], key[1], number_key(key[2])))
    return LanguageCoverage(tuple((key, counted[key]) for key in ordered), language)
