"""The French and Spanish that the project says to people, and the words that a dictionary does not know."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from rdflib import Graph, Literal

from kb.inference.rulebase import packaged_rules

ROOT = Path(__file__).parents[2]
CATALOGUES = ("kb/endpoint/pages/words.yaml", "kb/site/words.yaml")
NOTEBOOKS = {"fr": ["02-compare-rulings-fr.ipynb"], "es": ["02-compare-rulings-es.ipynb"]}
DICTIONARIES = {"fr": "fr_FR", "es": "es_ES"}
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*(?:-[^\W\d_]+)*")
_CODE = re.compile(r"`[^`]*`|\{[^}]*\}|%\(\w+\)\w|%\w+|<[^>]*>|https?://\S+|--[\w-]+|\b\w+[.:/_]\w[\w./:-]*")


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a language, and where it stands."""

    place: str
    text: str


def said(language: str) -> Iterator[Said]:
    """Every text in a language: rules, predicates, terms, catalogues, messages, notebooks, guide."""
    rules = packaged_rules()
    for rule in rules.rules:
        if language in rule.sentences:
            yield Said(f"rule {rule.id}", rule.sentences[language])
    for predicate in rules.predicates:
        if language in predicate.templates:
            yield Said(f"predicate {predicate.name}", predicate.templates[language])
    yield from _ontology(language)
    yield from _messages(language)
    for name in CATALOGUES:
        yield from _of_catalogue(name, yaml.safe_load((ROOT / name).read_text(encoding="utf-8")), language)
    for name in NOTEBOOKS[language]:
        notebook = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] == "markdown":
                yield Said(f"{name} cell {number}", _without_code_blocks("".join(cell["source"])))
    for page in sorted((ROOT / "docs").rglob(f"*-{language}.md")):
        yield Said(page.name, _without_code_blocks(page.read_text(encoding="utf-8")))


def _messages(language: str) -> Iterator[Said]:
    """What the command line says: the sentences and counted nouns of its modules, and the translated help."""
    for file in sorted((ROOT / "kb" / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Sentence", "Counted"):
                given = node.args[("en", "fr", "es").index(language)] if len(node.args) == 3 else None
            elif isinstance(node, ast.Tuple) and file.name == "help_texts.py" and len(node.elts) == 2:
                given = node.elts[("fr", "es").index(language)]
            else:
                continue
            for part in ast.walk(given) if given is not None else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield Said(f"{file.name}:{part.lineno}", part.value)


def _without_code_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def _ontology(language: str) -> Iterator[Said]:
    for file in sorted((ROOT / "ontology").rglob("*.ttl")):
        if "examples" not in file.parts:
            for subject, _, value in _graph(file):
                if isinstance(value, Literal) and value.language == language:
                    yield Said(f"{file.name} {subject}", str(value))


@cache
def _graph(file: Path) -> Graph:
    return Graph().parse(file, format="turtle")


def _of_catalogue(name: str, part: object, language: str) -> Iterator[Said]:
    if isinstance(part, dict):
        for key, inner in part.items():
            if key == language and isinstance(inner, str):
                yield Said(name, inner)
            else:
                yield from _of_catalogue(name, inner, language)


def words(text: str) -> Iterator[str]:
    """The words of a text, without code, placeholders and names of files."""
    for match in _WORD.finditer(_CODE.sub(" ", text)):
        yield match[0].replace("’", "'")


def unknown(language: str, tried: set[str]) -> set[str]:
    """Those of the words that the dictionary of a language does not know."""
    run = subprocess.run(
        ["hunspell", "-d", DICTIONARIES[language], "-i", "utf-8", "-l"],
        input="\n".join(sorted(tried)) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())
