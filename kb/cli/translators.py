"""The verbs of a translator's day: review, changed, concordance, fuzzy, terms."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from kb.cli import messages as m
from kb.cli.application import FOUND
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.sides import all_pairs, sides_options
from kb.cli.spoken import SpokenCommand, SpokenUsageError
from kb.editions import where_is
from kb.errors import NotFoundError
from kb.model import UNDATED, PassageKind
from kb.queries.passages import passages
from kb.store import open_store
from kb.translation.changes import SourceChange, source_changes
from kb.translation.concordance import candidates, concordance, renderings
from kb.translation.diverge import diverge
from kb.translation.imported import kept_terms, kept_units
from kb.translation.records import Text
from kb.translation.report import lines
from kb.translation.review import Decision, Review, decide, latest, open_findings, reviews
from kb.translation.termbase import Term, termbase
from kb.translation.words import Run

REVIEW_HEADER: Final = ("finding", "decision", "who", "when", "note")
CHANGE_HEADER: Final = ("rule", "now", "task", "before", "after", "translation", "words")
USE_HEADER: Final = ("rule", "left", "right", "span")
FUZZY_HEADER: Final = ("score", "rule", "source", "target", "words")
TERM_HEADER: Final = ("concept", "game", "en", "fr", "es", "used", "renderings")
DECISIONS: Final = tuple(decision.value for decision in Decision)
_MARKS: Final = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}


@click.command(cls=SpokenCommand)
@sides_options
@click.option("--decide", "decision", type=click.Choice(DECISIONS), help="What you made of the finding --id.")
@click.option("--id", "finding_id", metavar="ID", help="The finding, by the id that diverge shows.")
@click.option(
    "--who", default="", envvar="TCG_RULES_WHO", metavar="NAME", help="Who decides. [env: TCG_RULES_WHO]"
)
@click.option("--note", default="", metavar="TEXT", help="Why.")
@click.option("--log", is_flag=True, help="List all decisions in the store instead.")
@store_option
@language_option
@format_option()
def review(
    decision: str | None, finding_id: str | None, who: str, note: str, log: bool,
    store: Path, language: str | None, form: str, **sides: Any,
) -> int:  # fmt: skip
    """List what is open, decide on a finding, list the decisions.

    Sides as for diverge. A finding that was dismissed or fixed stays away until one of its texts changes.
    """
    backend = open_store(store)
    if log:
        return _log(reviews(backend), form, language or "en")
    pairs, document = all_pairs(sides, store)
    found = diverge(pairs, document=document)
    if decision is None:
        left = open_findings(found, backend)
        decided = latest(reviews(backend))
        for each in left:
            click.echo(
                "\n".join(
                    [
                        *lines(each, language or "en"),
                        f"  id {each.id}  {_state(decided.get(each.id), language or 'en')}",
                    ]
                )
            )
        return FOUND if left else 0
    if not who:
        raise SpokenUsageError(m.NEEDS_WHO.say(language or "en"))
    known = {each.id: each for each in found}
    if finding_id not in known:
        raise NotFoundError("finding", finding_id or "", sorted(known))
    made = decide(backend, known[finding_id], Decision(decision), who, note=note)
    return _log((made,), form, language or "en")


def _state(review: Review | None, language: str) -> str:
    return f"{m.DECISIONS[review.decision].say(language)}, {review.who}" if review else ""


def _log(found: tuple[Review, ...], form: str, language: str) -> int:
    records = ({"finding": r.finding, "decision": str(r.decision), "who": r.who, "when": r.when.isoformat(),
                "note": r.note} for r in found)  # fmt: skip
    if not shown(form, REVIEW_HEADER, records):
        for each in found:
            said = m.REVIEWED.say(
                language, id=each.finding, decision=m.DECISIONS[each.decision].say(language), who=each.who
            )
            click.echo(f"{each.when:%Y-%m-%d %H:%M}  {said}  {each.note}".rstrip())
    return 0


@click.command(cls=SpokenCommand)
@click.option(
    "--since", required=True, metavar="DATE", help="The edition that was translated, by name or date."
)
@click.option(
    "--to", metavar="EDITION", help="The edition to bring it to; by default the newest that is loaded."
)
@click.option("--document", default="mtg-cr", show_default=True, metavar="NAME", help="The document.")
@click.option(
    "--source", default="en", show_default=True, metavar="LANG", help="The language translated from."
)
@click.option(
    "--target", default="fr", show_default=True, metavar="LANG", help="The language translated into."
)
@store_option
@language_option
@format_option()
def changed(
    since: str, to: str | None, document: str, source: str, target: str,
    store: Path, language: str | None, form: str,
) -> int:  # fmt: skip
    """Show what changed in the source since a translation, word by word.

    For each rule: keep its number or renumber it, revise, translate or delete it, then the words that went
    [-so-] and came {+so+}, then its translation.
    """
    backend = open_store(store)
    found = passages(backend, document=document, language=source, kind=PassageKind.RULE.value)
    editions = sorted({passage.edition for passage in found} - {UNDATED})
    first = max((each for each in editions if each <= since), default=None)
    last = to or (editions[-1] if editions else None)
    if first is None or last is None or last not in editions:
        raise NotFoundError(f"edition of {document}", since if first is None else str(last), editions)
    before, after = ({p.number: p.text for p in found if p.edition == name} for name in (first, last))
    translated = passages(backend, document=document, language=target, kind=PassageKind.RULE.value)
    texts = {p.number: Text(target, p.text, p.edition, p.number) for p in translated}
    moved = {number: _number_now(number, document, first, last) for number in before}
    changes = list(source_changes(before, after, moved, texts))
    if not shown(form, CHANGE_HEADER, map(_change, changes)):
        for each in changes:
            click.echo("\n".join(_change_lines(each, language or "en")))
        if not changes:
            click.echo(m.UNCHANGED.say(language or "en", since=since))
    return FOUND if changes else 0


def _number_now(number: str, document: str, first: str, last: str) -> str | None:
    try:
        numbers = where_is(number, document, from_=first, to=last).numbers
    except NotFoundError:
        return number
    return numbers[0] if numbers else None


def _change(change: SourceChange) -> dict[str, object]:
    return {
        "rule": change.number, "now": change.now, "task": str(change.task), "before": change.before,
        "after": change.after, "translation": change.translation,
        "words": [[run.kind, run.text] for run in change.words],
    }  # fmt: skip


def _change_lines(change: SourceChange, language: str) -> Iterator[str]:
    colon = "\u00a0:" if language == "fr" else ":"
    yield f"{change.number} -> {change.now or '—'}{colon} {m.TASKS[change.task].say(language)}"
    yield wrapped(marked(change.words), indent="  ")
    yield wrapped(change.translation or m.NOT_THERE.say(language), indent="  = ", hanging="    ")


def marked(words: tuple[Run, ...]) -> str:
    """Words as text, those that went and came marked.

    >>> marked((Run("same", "draw"), Run("gone", "a card"), Run("new", "two cards")))
    'draw [-a card-] {+two cards+}'
    """
    return " ".join(f"{_MARKS[run.kind][0]}{run.text}{_MARKS[run.kind][1]}" for run in words)


@click.command(name="concordance", cls=SpokenCommand)
@click.argument("term")
@sides_options
@store_option
@language_option
@format_option()
def concordance_verb(term: str, store: Path, language: str | None, form: str, **sides: Any) -> int:
    """Show every sentence that uses a term, with its counterpart.

    TERM is a word or a phrase of either language, inflected or not; then sides as for diverge.
    """
    pairs, _ = all_pairs(sides, store)
    uses = list(concordance(pairs, term))
    records = ({"rule": u.key, "left": u.left, "right": u.right, "span": [u.start, u.end]} for u in uses)
    if not shown(form, USE_HEADER, records):
        for use in uses:
            click.echo("\n".join([use.key, wrapped(use.left, indent="  "), wrapped(use.right, indent="  ")]))
        if not uses:
            click.echo(m.NO_TERM.say(language or "en", term=term))
    return 0 if uses else FOUND


@click.command(cls=SpokenCommand)
@click.argument("text")
@sides_options
@click.option("--min", "least", type=click.FloatRange(0, 100), default=70, show_default=True, metavar="SCORE",
              help="Leave out what is less like it, of 100.")  # fmt: skip
@click.option(
    "--most", type=click.IntRange(1), default=5, show_default=True, metavar="N", help="Show so many."
)
@store_option
@language_option
@format_option()
def fuzzy(
    text: str, least: float, most: int, store: Path, language: str | None, form: str, **sides: Any
) -> int:
    """Find translated sentences like a new one, and the words that differ.

    TEXT is a sentence of the left language; then sides as for diverge. Without sides, searches what was
    imported.
    """
    # The memory needs an extra that the other verbs do without.
    memory_of = import_module("kb.translation.memory")
    if sides["sides"] or sides["pairs_file"]:
        entries = memory_of.entries_of(all_pairs(sides, store)[0])
    else:
        entries = (memory_of.Entry(u.key, u.source, u.target) for u in kept_units(open_store(store)))
    found = memory_of.Memory(entries).find(text, least=least, most=most)
    records = ({"score": f.score, "rule": f.entry.key, "source": f.entry.source, "target": f.entry.target,
                "words": [[run.kind, run.text] for run in f.words]} for f in found)  # fmt: skip
    if not shown(form, FUZZY_HEADER, records):
        for each in found:
            click.echo(f"{each.score:.0f}  {each.entry.key}")
            click.echo(wrapped(marked(each.words), indent="  "))
            click.echo(wrapped(each.entry.target, indent="  = ", hanging="    "))
    return 0 if found else FOUND


@click.command(cls=SpokenCommand)
@sides_options
@click.option("--check", is_flag=True, help="Count how each term is rendered in the sides.")
@click.option("--candidates", "extract", is_flag=True, help="List phrases of the sides that may be terms.")
@store_option
@language_option
@format_option()
def terms(check: bool, extract: bool, store: Path, language: str | None, form: str, **sides: Any) -> int:
    """List the terms of a game, count their renderings, or find candidates.

    Without sides, the termbase, which --game narrows, then the terms that were imported. With --check or
    --candidates, sides as for diverge; exit code 1 when a term has two renderings.
    """
    if not (check or extract):
        kept = kept_terms(open_store(store), sides["game"])
        shown_terms = [_term(term) for term in (*termbase(sides["game"]), *kept)]
        if not shown(form, TERM_HEADER, shown_terms):
            for row in shown_terms:
                click.echo(
                    wrapped(f"{row['concept']}  {row['en']} | {row['fr']} | {row['es']}", hanging="    ")
                )
        return 0
    pairs, _ = all_pairs(sides, store)
    if extract:
        rows = [
            {"left": c.left, "right": c.right, "together": c.together, "score": c.score}
            for c in candidates(pairs)
        ]
        if not shown(form, ("left", "right", "together", "score"), rows):
            for row in rows:
                click.echo(f"{row['left']} = {row['right']}  ({row['together']}, {row['score']})")
        return 0
    languages = next((p.left.language, p.right.language) for p in pairs if p.left and p.right)
    game = sides["game"] or next((pair.game for pair in pairs if pair.game), None)
    found = list(renderings(pairs, termbase(game), languages))
    records = [_term(each.term) | {"used": each.used, "renderings": dict(each.counts)} for each in found]
    if not shown(form, TERM_HEADER, records):
        for each in found:
            mark = "" if each.is_consistent else "  *"
            said = ", ".join(f"{label}: {count}" for label, count in each.counts)
            click.echo(f"{each.term.preferred(languages[0])}  {each.used}  {said}{mark}")
    return 0 if all(each.is_consistent for each in found) else FOUND


def _term(term: Term) -> dict[str, object]:
    labels: dict[str, object] = {
        tag: " / ".join(label.text for label in term.labels if label.language == tag)
        for tag in ("en", "fr", "es")
    }
    return {"concept": term.notation, "game": term.game} | labels
