"""The tables of ``ontology/README.md``, counted from the files; ``--write`` puts them there."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontology_reading import MODULES, SCHEMES, parsed, terms
from rdflib import OWL, RDF, RDFS, SKOS, Graph, Literal, Namespace, URIRef

from kb.namespaces import CORE
from kb.ontology_files import ontology_root

README = ontology_root() / "README.md"
LANGUAGES = ("en", "fr", "es")
XL = Namespace("http://www.w3.org/2008/05/skos-xl#")
STATUSES = ("officialLabel", "softwareLabel", "fanLabel", "workingLabel")


def module_table() -> Iterator[str]:
    """Terms of each module by kind, and how many have label and definition in each language."""
    yield "| module | classes | properties | individuals | " + " | ".join(LANGUAGES) + " |"
    yield "| --- " * (4 + len(LANGUAGES)) + "|"
    for name in MODULES:
        graph = parsed(ontology_root() / f"{name}.ttl")
        ours = terms(graph)
        classes, individuals = (_of(graph, ours, kind) for kind in (OWL.Class, OWL.NamedIndividual))
        spoken = [_spoken(graph, ours, language) for language in LANGUAGES]
        counts = [classes, len(ours) - classes - individuals, individuals]
        yield f"| [{name}]({name}.ttl) | " + " | ".join(map(str, counts)) + " | " + _cells(spoken, len(ours))


def _of(graph: Graph, ours: set[URIRef], kind: URIRef) -> int:
    return sum((term, RDF.type, kind) in graph for term in ours)


def _spoken(graph: Graph, ours: Iterable[URIRef], language: str) -> int:
    def says(term: URIRef, what: URIRef) -> bool:
        found = graph.objects(term, what)
        return any(isinstance(value, Literal) and value.language == language for value in found)

    return sum(says(term, RDFS.label) and says(term, SKOS.definition) for term in ours)


def _cells(numbers: list[int], of: int) -> str:
    return " | ".join("all" if number == of else f"{number} of {of}" for number in numbers) + " |"


def scheme_table() -> Iterator[str]:
    """Concepts of each scheme, and how well their labels are attested in each language."""
    yield "| scheme | concepts | language | official | program | fans | working |"
    yield "| --- " * 7 + "|"
    for name in SCHEMES:
        graph = parsed(ontology_root() / "terms" / f"{name}.ttl")
        concepts = len(set(graph.subjects(RDF.type, SKOS.Concept)))
        for language in LANGUAGES:
            counted = _attested(graph, language)
            cells = " | ".join(str(counted[status]) for status in STATUSES)
            yield f"| [{name}](terms/{name}.ttl) | {concepts} | {language} | {cells} |"


def _attested(graph: Graph, language: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in graph.objects(None, XL.prefLabel):
        form = graph.value(node, XL.literalForm)
        if isinstance(form, Literal) and form.language == language:
            status = graph.value(node, URIRef(CORE + "labelStatus"))
            found[str(status).removeprefix(CORE)] += 1
    return found


def with_tables(text: str) -> str:
    """`text` with every marked table replaced by what is counted now."""
    for name, table in (("modules", module_table()), ("schemes", scheme_table())):
        block = f"<!-- table: {name} -->\n" + "\n".join(table) + "\n<!-- end -->"
        text = re.sub(f"<!-- table: {name} -->.*?<!-- end -->", lambda _, b=block: b, text, flags=re.DOTALL)
    return text


def main(arguments: list[str], path: Path = README) -> int:
    """0 when the tables are right or were written."""
    text = path.read_text(encoding="utf-8")
    right = with_tables(text)
    if "--write" in arguments:
        path.write_text(right, encoding="utf-8")
        return 0
    return int(text != right)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
