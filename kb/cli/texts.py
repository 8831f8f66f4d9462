"""The verbs that look at loaded texts: show, find, compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.application import FOUND
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.reports import edition_name
from kb.queries.as_records import comparison_record, passage_record
from kb.queries.find import find as find_passages
from kb.queries.languages import language_name
from kb.queries.parallel import Parallel
from kb.queries.parallel import compare as compare_languages
from kb.queries.passages import Passages, StoredPassage, passages
from kb.queries.show import show as show_passages
from kb.queries.sources import sources
from kb.store import Backend, open_store

HEADER: Final = (
    "number", "game", "document", "edition", "language", "kind", "text", "heading", "parent", "references",
    "source", "first_line", "last_line", "iri",
)  # fmt: skip
HIT_HEADER: Final = ("score", "number", "game", "document", "edition", "language", "text", "source", "iri")
PAIR_HEADER: Final = (
    "number", "document", "edition", "left", "right", "missing", "cited_only_left", "cited_only_right",
    "notes",
)  # fmt: skip


@click.command()
@click.argument("name", nargs=-1, required=True, metavar="ID")
@click.option("--below", is_flag=True, help="Show the passages that belong to it too.")
@store_option
@language_option
@format_option()
def show(name: tuple[str, ...], below: bool, store: Path, language: str | None, form: str) -> int:
    """Show a passage in every language and edition that is loaded.

    ID is a number (109.5), a number after any of its game, document, edition and language (mtg-cr fr 109.5),
    the name of an EDOPro function, or an IRI. With --lang only that language is shown.
    """
    backend = open_store(store)
    found = show_passages(backend, " ".join(name))
    wanted = [passage for passage in found if language in (None, passage.language)]
    missing = _missing(backend, found, language)
    if below:
        wanted = list(_with_parts(backend, wanted))
    if not shown(form, HEADER, map(passage_record, wanted)):
        for passage in wanted:
            click.echo("\n".join(_passage_lines(passage, language or "en")))
        for number, tag in missing:
            name_of = language_name(tag, language or "en")
            click.echo(m.ABSENT.say(language or "en", number=number, language=name_of))
    return 0 if wanted else FOUND


def _missing(store: Backend, found: Passages, language: str | None) -> list[tuple[str, str]]:
    """The numbers that a loaded language of their edition lacks, with that language."""
    loaded: dict[tuple[str, str], set[str]] = {}
    for source in sources(store):
        here = loaded.setdefault((source.report.document, source.report.edition), set())
        here.update(source.report.language.split("+"))
    there = {(p.number, p.document, p.edition, p.language) for p in found}
    lacking = {
        (number, tag)
        for number, document, edition, _ in there
        for tag in (loaded.get((document, edition), set()) if language is None else {language})
        if (number, document, edition, tag) not in there
    }
    return sorted(lacking)


def _with_parts(store: Backend, wanted: Iterable[StoredPassage]) -> Iterator[StoredPassage]:
    """Each passage, and after it those that belong to it, at any depth."""
    for passage in wanted:
        yield passage
        above = {passage.number}
        near = passages(store, document=passage.document, edition=passage.edition, language=passage.language)
        for other in near:
            if other.graph == passage.graph and other.parent in above:
                above.add(other.number)
                yield other


def _passage_lines(passage: StoredPassage, language: str) -> Iterator[str]:
    yield wrapped(f"{passage.number}  ({_where(passage, language)})", hanging="  ")
    yield wrapped(passage.text, indent="  ")
    numbers = [number for reference in passage.references for number in reference.numbers]
    if numbers:
        yield wrapped(m.REFERS_TO.say(language, numbers=", ".join(numbers)), indent="  ")


def _where(passage: StoredPassage, language: str) -> str:
    return m.WHERE.say(
        language,
        document=passage.document,
        edition=edition_name(passage.edition, language),
        language=language_name(passage.language, language),
        source=passage.source,
        lines=passage.lines,
    )


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="Only in this game: mtg, ygo, riftbound or edopro.")
@click.option("--document", metavar="NAME", help="Only in this document, such as mtg-cr.")
@click.option("--edition", metavar="NAME", help="Only in this edition.")
@click.option("--concept", metavar="WORD", help="Only what speaks of this concept of the games.")
@click.option(
    "--most", type=click.IntRange(min=1), default=20, show_default=True, help="Show so many at most."
)
@store_option
@language_option
@format_option()
def find(
    words: tuple[str, ...],
    game: str | None,
    document: str | None,
    edition: str | None,
    concept: str | None,
    most: int,
    store: Path,
    language: str | None,
    form: str,
) -> int:
    """Find the passages that have all the words, best first.

    A word stands for all its forms; capitals and accents do not matter. Words in quotes must follow each
    other, contr* stands for every word that begins so, number:702.6 and heading:tokens look into fields. With
    --lang only passages in that language are found. Exit code 1 when nothing is found.
    """
    text = " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in words)
    hits = find_passages(
        open_store(store), text,
        language=language, game=game, document=document, edition=edition, concept=concept, most=most,
    )  # fmt: skip
    if shown(form, HIT_HEADER, hits.to_dicts()):
        return 0 if hits else FOUND
    for hit in hits:
        click.echo("\n".join(_passage_lines(hit.passage, language or "en")))
    if not hits:
        click.echo(m.NOTHING_FOUND.say(language or "en", words=text))
        if hits.suggestion:
            click.echo(m.DID_YOU_MEAN.say(language or "en", words=hits.suggestion))
    elif hits.total > len(hits):
        click.echo(m.MORE_FOUND.say(language or "en", shown=len(hits), total=hits.total))
    return 0 if hits else FOUND


@click.command()
@click.argument("number")
@click.argument("left", metavar="LANG")
@click.argument("right", metavar="LANG")
@click.option("--document", metavar="NAME", help="Only in this document, such as mtg-cr.")
@click.option("--edition", metavar="NAME", help="Only in this edition.")
@store_option
@language_option
@format_option()
def compare(
    number: str,
    left: str,
    right: str,
    document: str | None,
    edition: str | None,
    store: Path,
    language: str | None,
    form: str,
) -> int:
    """Compare one rule in two languages.

    Shows both texts, and what stands out without knowing either language: a side that is missing, rules that
    only one side cites, numbers, sentences, editions. Exit code 1 when something does.
    """
    language = language or "en"
    pairs = compare_languages(open_store(store), number, left, right, document=document, edition=edition)
    if not shown(form, PAIR_HEADER, (_pair(pair, language, form) for pair in pairs)):
        click.echo("\n\n".join("\n".join(_pair_lines(pair, language)) for pair in pairs))
    return FOUND if any(pair.notes() for pair in pairs) else 0


def _pair(pair: Parallel, language: str, form: str) -> dict[str, object]:
    record = comparison_record(pair, language)
    if form != "csv":
        return record
    texts = (side.passage.text if side.passage else None for side in (pair.left, pair.right))
    return record | dict(zip(("left", "right"), texts, strict=True))


def _pair_lines(pair: Parallel, language: str) -> Iterator[str]:
    for side in (pair.left, pair.right):
        if side.passage:
            yield from _passage_lines(side.passage, language)
    for note in pair.notes(language):
        yield wrapped(f"* {note}", hanging="  ")
