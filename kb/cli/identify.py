"""The verbs that hold a text against the known editions: identify, cite-check, diff."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.editions import interval_name
from kb.cli.messages import FILES
from kb.cli.options import document_option, format_option, language_option, register_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.progress import progress
from kb.editions.citecheck import CitedRule
from kb.editions.differences import Change, WordRun
from kb.editions.foreign import Evidence
from kb.editions.gaps import Gaps
from kb.editions.identification import Fit, Identification, Whole
from kb.editions.model import Interval
from kb.editions.numbers import is_official, official
from kb.errors import LoadError, NotFoundError, Place
from kb.model import Passage, SourceText
from kb.queries.languages import language_name
from kb.queries.passages import passages as stored_passages
from kb.queries.sources import sources
from kb.store import open_store
from loaders.base import load_file, load_source
from loaders.dates import effective_date
from loaders.pipeline import files_below
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
CITE_HEADER: Final = (
    "file",
    "line",
    "column",
    "number",
    "written",
    "stale",
    "kind",
    "now",
    "score",
    "exists",
)
CHANGE_HEADER: Final = ("kind", "before", "after", "score", "only_citations", "text")
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
        return f"{fact}{_colon(language)} {here}"
    return m.AGAINST.say(language, fact=fact, here=here, there=evidence.there or nothing)


def _where(possible: tuple[Interval, ...], closest: tuple[Interval, ...], language: str) -> str:
    if not possible:
        return m.NO_EDITION.say(language)
    told, near = (", ".join(interval_name(each, language) for each in some) for some in (possible, closest))
    return told if told == near or not near else m.CLOSEST.say(language, possible=told, closest=near)


def _colon(language: str) -> str:
    return "\u00a0:" if language == "fr" else ":"


@dataclass(frozen=True, slots=True)
class _Cited:
    file: str
    rule: CitedRule

    @property
    def place(self) -> str:
        return f"{self.file}:{self.rule.line}:{self.rule.column}"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--as-of", required=True, metavar="EDITION", help="The edition the texts were written for, or a date."
)
@click.option(
    "--to", metavar="EDITION", help="The edition to hold them against, or a date; the newest if left out."
)
@click.option("--all", "everything", is_flag=True, help="Show the citations that are still right, too.")
@click.option(
    "--only-rules", is_flag=True, help="Only numbers after a word for rule; a bare one may be an amount."
)
@document_option
@register_option
@language_option
@format_option()
def cite_check(
    paths: tuple[Path, ...],
    as_of: str,
    to: str | None,
    everything: bool,
    only_rules: bool,
    document: str,
    register: Path | None,
    language: str | None,
    form: str,
) -> int:
    """Find the citations of rules that are stale, and their new numbers.

    PATH is any text, source code too, or a folder with everything in it. Exit code 1 when a citation is
    stale.
    """
    texts = tuple(_texts(paths))
    checked = [
        _Cited(name, rule)
        for name, text in texts
        for rule in known.cite_check(text, document, as_of=as_of, to=to, register=register)
        if rule.after_word or not only_rules
    ]
    stale = [cited for cited in checked if cited.rule.is_stale]
    if not shown(form, CITE_HEADER, map(_cite_record, checked if everything else stale)):
        say = language or "en"
        for cited in checked if everything else stale:
            click.echo(_cite_line(cited, say))
        newest = known.register_of(document, register)
        click.echo(
            m.CITES_CHECKED.say(
                say,
                citations=m.CITATIONS.say(say, len(checked)),
                files=FILES.say(say, len(texts)),
                as_of=newest.editions[newest.position(as_of)].name,
                stale=len(stale),
                to=newest.editions[newest.position(to)].name if to else newest.newest.name,
            )
        )
    return FOUND if stale else 0


def _texts(paths: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    """Each file's name and words; a file that is no text is named where the user named it himself."""
    files = tuple(files_below(paths))
    with progress("reading") as report:
        for done, file in enumerate(files):
            report(done, len(files), str(file))
            try:
                yield str(file), "\n".join(read_source(file).lines)
            except LoadError as error:
                if file in paths:
                    click.echo(f"tcg-rules: {error}", err=True)


def _cite_record(cited: _Cited) -> dict[str, object]:
    rule = cited.rule
    return {
        "file": cited.file,
        "line": rule.line,
        "column": rule.column,
        "number": rule.number,
        "written": rule.written,
        "stale": rule.is_stale,
        "kind": str(rule.kind) if rule.kind else None,
        "now": list(rule.now),
        "score": rule.score,
        "exists": list(map(str, rule.exists)),
    }


def _cite_line(cited: _Cited, language: str) -> str:
    rule = cited.rule
    if rule.kind is None:
        where = ", ".join(interval_name(each, language) for each in rule.exists)
        return m.NOT_THEN.say(
            language, place=cited.place, number=rule.number, where=where or m.NO_EDITION.say(language)
        )
    sentence = m.STILL if not rule.is_stale else m.STALE if rule.now else m.STALE_GONE
    kind = m.KINDS[rule.kind].say(language)
    if rule.now and rule.score < 1:
        kind += m.STAYED.say(language, share=round(rule.score * 100))
    return sentence.say(language, place=cited.place, number=rule.number, now=", ".join(rule.now), kind=kind)


@click.command()
@click.argument("before", metavar="EDITION")
@click.argument("after", metavar="EDITION")
@click.option(
    "--text-lang", default="en", show_default=True, metavar="TAG", help="The language of the texts."
)
@click.option("--brief", is_flag=True, help="Only say what changed, not the words.")
@document_option
@store_option
@language_option
@format_option()
def diff(
    before: str,
    after: str,
    text_lang: str,
    brief: bool,
    document: str,
    store: Path,
    language: str | None,
    form: str,
) -> int:
    """Tell what changed from one edition to another, word by word.

    EDITION is the name of an edition that is loaded, or a file. Added, deleted, moved and edited rules are
    told apart; words taken out stand in [-...-], words put in in {+...+}. Exit code 1 when something changed.
    """
    sides = [_edition(name, document, text_lang, store) for name in (before, after)]
    changes = known.diff(*sides)
    if not shown(form, CHANGE_HEADER, (_change_record(change, form) for change in changes)):
        say = language or "en"
        for change in changes:
            click.echo("\n".join(_change_lines(change, say, brief=brief)))
        if not changes:
            click.echo(m.NO_CHANGE.say(say))
    return FOUND if changes else 0


def _edition(name: str, document: str, language: str, store: Path) -> tuple[Passage, ...]:
    """The passages of a file, or of a loaded edition.

    Raises NotFoundError, which names the editions there are, when neither is there.
    """
    if Path(name).is_file():
        return load_file(name).passages
    backend = open_store(store)
    found = tuple(stored_passages(backend, document=document, edition=name, language=language))
    if not found:
        there = sorted({each.report.edition for each in sources(backend) if each.report.document == document})
        what = f"file or loaded edition of {document} in {language}"
        raise NotFoundError(what, name, there, show_all=bool(there))
    return found


def _change_record(change: Change, form: str) -> dict[str, object]:
    words = [{"sign": run.sign, "text": run.text} for run in change.words]
    return {
        "kind": str(change.kind),
        "before": change.before.number if change.before else None,
        "after": change.after.number if change.after else None,
        "score": round(change.score, 2),
        "only_citations": change.only_citations,
        "text": _marked(change.words) if form == "csv" else words,
    }


def _change_lines(change: Change, language: str, *, brief: bool) -> Iterator[str]:
    numbers = (change.before.number if change.before else "-", change.after.number if change.after else "-")
    rule = numbers[0] if numbers[0] == numbers[1] else " -> ".join(numbers)
    only = m.ONLY_CITATIONS.say(language) if change.only_citations else ""
    yield f"{rule}{_colon(language)} {m.KINDS[change.kind].say(language)}{only}"
    if not brief:
        yield wrapped(_marked(change.words), indent="  ")


def _marked(words: Iterable[WordRun]) -> str:
    """The words as `wdiff` writes them."""
    signs = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return " ".join(signs[run.sign].format(run.text) for run in words)
