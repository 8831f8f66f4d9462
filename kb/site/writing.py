"""Writes the site: every page, the style, and each module as Turtle, JSON-LD and N-Triples beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kb.errors import InputError, Place
from kb.namespaces import BASE, PREFIXES
from kb.ontology_files import ontology_root
from kb.rdf import RdfFormat, Store, parse, serialize
from kb.site.records import Module
from kb.site.rendering import Page, rendered
from kb.site.site import Site
from kb.site.trials import Report

FORMS: Final = {"ttl": RdfFormat.TURTLE, "jsonld": RdfFormat.JSON_LD, "nt": RdfFormat.N_TRIPLES}
"""The forms of a module as data, by the ending of the file."""

MARK: Final = ".tcg-rules-site"
"""The file that tells a folder of ours, which may be written over, from a folder of somebody else's."""


def write_site(site: Site, folder: Path, *, report: Report | None = None) -> int:
    """Writes the site into a folder, over an earlier site there, and says how many pages it has.

    Raises :class:`kb.errors.InputError` as `keep_others` does.
    """
    keep_others(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("written by tcg-rules site, which writes over this folder\n", encoding="utf-8")
    count, total = 0, len(tuple(site.paths()))
    for path, text in _texts(site):
        if report is not None:
            report(count, total, path)
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        count += path.endswith(".html")
    for module in (*site.vocabulary.modules, *site.vocabulary.schemes):
        stem = module.iri.removeprefix(BASE)
        for ending in FORMS:
            target = folder / f"{stem}.{ending}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(module_data(module, ending))
    return count


def keep_others(folder: Path) -> None:
    """Refuses a folder where the site would write over files that no earlier site wrote.

    Raises :class:`kb.errors.InputError` that names one of them.
    """
    if not folder.is_dir() or (folder / MARK).exists():
        return
    ours = {"index.html", "style.css", "en", "fr", "es", "terms"}
    ours |= {f"{path.stem}.{ending}" for path in ontology_root().glob("*.ttl") for ending in FORMS}
    taken = sorted(ours & {path.name for path in folder.iterdir()})
    if taken:
        raise InputError(
            Place(str(folder)), "the site would write over other files here", found=taken[0],
            expected="a new or empty folder, or an earlier site",
        )  # fmt: skip


def _texts(site: Site) -> Iterator[tuple[str, str]]:
    yield "style.css", style()
    yield "index.html", rendered("languages.html", Page(site.links, "en", "index.html"), {})
    for path in site.paths():
        yield path, site.page(path)


def style() -> str:
    """The style sheet that every page links."""
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def module_data(module: Module, ending: str) -> bytes:
    """A module as data in one of `FORMS`; Turtle is the file itself, as it is kept.

    >>> from kb.site.reading import vocabulary
    >>> module_data(vocabulary().modules[0], "ttl")[:15]
    b'# The vocabular'
    """
    path = ontology_root() / f"{module.iri.removeprefix(BASE)}.ttl"
    if ending == "ttl":
        return path.read_bytes()
    store = Store()
    store.extend(parse(path=str(path), format=RdfFormat.TURTLE))
    triples = sorted((quad.triple for quad in store), key=str)
    prefixes = PREFIXES if ending == "jsonld" else None
    return serialize(triples, format=FORMS[ending], prefixes=prefixes) or b""
