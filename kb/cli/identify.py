"""The verb that says which edition a text is of."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.edition_words import colon, interval_name
from kb.cli.options import format_option, language_option, register_option
from kb.cli.output import shown, wrapped
from kb.editions.foreign import Evidence
from kb.editions.gaps import Gaps
from kb.editions.identification import Fit, Identification, Whole
from kb.editions.model import Interval
from kb.editions.numbers import is_official, official
from kb.errors import LoadError, Place
from kb.model import Passage, SourceText
from kb.queries.languages import language_name
from loaders.base import load_source
from loaders.dates import effective_date
from loaders.text import clean_source, read_source

FIT_HEADER: Final = (
    "document",
    "number",
    "language",
    "kind",
    "score",
    "found",
    "intervals",
    "possible",
    "evidence",
)
_MOST_NUMBERS: Final = 12
_LONGEST_PATH: Final = 4096


@click.command()
@click.argument("text", nargs=-1, required=True, metavar="FILE|TEXT")
@click.option("--document", metavar="NAME", help="The document, such as mtg-cr; else the one that fits best.")
@click.option(
    "--text-lang", metavar="TAG", help="The language of the text, such as zh; else it is recognised."
)
@register_option
@language_option
@format_option()
def identify(
    text: tuple[str, ...],
    document: str | None,
    text_lang: str | None,
    register: Path | None,
    language: str | None,
    form: str,
) -> int:
    """Say which edition a text is of: each paragraph, and each language as a whole.

    FILE is read in any layout that can be loaded; - is standard input. English is known by its words, another
    language by what it cites and how much it says. Exit code 1 when nothing fits.
    """
    source = _source(" ".join(text))
    says = effective_date(source.lines)
    words = _passages_or_words(source, text_lang)
    found = known.identify(words, document, language=text_lang, register=register)
    fits = [_fit_record(found.document, fit) for fit in found.fits]
    missing = {whole.language: _gaps(found, whole, register) for whole in found.wholes}
    wholes = [_whole_record(found.document, whole, missing[whole.language]) for whole in found.wholes]
    said = [{"document": found.document, "says": says}] if says else []
    if not shown(form, FIT_HEADER, fits if form == "csv" else [*fits, *wholes, *said]):
        click.echo("\n".join(_identified_lines(found, missing, says, language or "en")))
    return 0 if says or any(fit.intervals for fit in found.fits) else FOUND


def _source(text: str) -> SourceText:
    """A file, standard input, or the words of `text` itself."""
    if text == "-":
        return clean_source(sys.stdin.buffer.read(), "standard input")
    if len(text) < _LONGEST_PATH and Path(text).is_file():
        return read_source(Path(text))
    if len(text.split()) > 1:
        return clean_source(text.encode(errors="replace"), "text")
    raise LoadError(Place(text), "no such file", expected="a file, or a text of more than one word")


def _passages_or_words(source: SourceText, language: str | None) -> str | tuple[Passage, ...]:
    """The numbered passages where the format of `source` is known, else its words as they stand."""
    words = "\n".join(source.lines)
    if language is not None:
        return words
    try:
        passages = load_source(source).passages
    except LoadError:
        return words
    return tuple(passage for passage in passages if is_official(official(passage.number))) or words


def _fit_record(document: str, fit: Fit) -> dict[str, object]:
    return {
        "document": document,
        "number": fit.number,
        "language": fit.language,
        "kind": str(fit.kind),
        "score": fit.score,
        "found": fit.found,
        "intervals": list(map(str, fit.intervals)),
        "possible": list(map(str, fit.possible)),
        "evidence": list(map(str, fit.evidence)),
    }


def _gaps(found: Identification, whole: Whole, register: Path | None) -> Gaps | None:
    """What the paragraphs of one language lack of the edition that they fit best."""
    numbers = [fit.number for fit in found.fits if fit.number and fit.language == whole.language]
    if not whole.closest or not numbers:
        return None
    return known.gaps(numbers, found.document, edition=whole.closest[-1].last, register=register)


def _whole_record(document: str, whole: Whole, missing: Gaps | None) -> dict[str, object]:
    return {
        "document": document,
        "whole": whole.language,
        "intervals": list(map(str, whole.intervals)),
        "closest": list(map(str, whole.closest)),
        "fitting": whole.fitting,
        "of": whole.of,
        "missing": list(missing.missing) if missing else [],
        "unknown": list(missing.unknown) if missing else [],
    }


def _identified_lines(
    found: Identification, missing: Mapping[str, Gaps | None], says: str | None, language: str
) -> Iterator[str]:
    if says:
        yield m.SAYS.say(language, date=says)
    for whole in found.wholes:
        yield m.WHOLE_FITS.say(
            language,
            document=found.document,
            tongue=language_name(whole.language, language),
            where=_where(whole.intervals, whole.closest, language),
            fitting=whole.fitting,
            of=whole.of,
        )
        if lacking := missing[whole.language]:
            yield from _gap_lines(lacking, language)
    for fit in found.fits:
        yield from _fit_lines(fit, language)


def _gap_lines(lacking: Gaps, language: str) -> Iterator[str]:
    for sentence, numbers in ((m.MISSING, lacking.missing), (m.UNKNOWN, lacking.unknown)):
        if numbers:
            some = ", ".join(numbers[:_MOST_NUMBERS]) + (", ..." if len(numbers) > _MOST_NUMBERS else "")
            told = sentence.say(language, count=len(numbers), edition=lacking.edition, numbers=some)
            yield wrapped(told, hanging="    ")


def _fit_lines(fit: Fit, language: str) -> Iterator[str]:
    renumbered = fit.found is not None and fit.found != fit.number
    told = m.FIT.say(
        language,
        number=fit.number or "-",
        tongue=language_name(fit.language, language),
        where=_where(fit.possible, fit.intervals, language),
        found=m.AS_NUMBER.say(language, number=fit.found) if renumbered else "",
        kind=m.FITS[fit.kind].say(language),
    )
    yield wrapped(told, indent="  ", hanging="    ")
    for evidence in fit.evidence:
        yield wrapped(_evidence(evidence, language), indent="    ", hanging="      ")


def _evidence(evidence: Evidence, language: str) -> str:
    nothing = m.NOTHING.say(language)
    fact, here = m.FACTS[evidence.fact].say(language), evidence.here or nothing
    if evidence.agrees:
        return f"{fact}{colon(language)} {here}"
    return m.AGAINST.say(language, fact=fact, here=here, there=evidence.there or nothing)


def _where(possible: tuple[Interval, ...], closest: tuple[Interval, ...], language: str) -> str:
    if not possible:
        return m.NO_EDITION.say(language)
    told, near = (", ".join(interval_name(each, language) for each in some) for some in (possible, closest))
    return told if told == near or not near else m.CLOSEST.say(language, possible=told, closest=near)
