"""The verbs about the encoded rules themselves: rules, show-rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.options import GAMES, LANGUAGES, format_option, language_option
from kb.cli.output import json_line, shown, wrapped
from kb.errors import NotFoundError, Place
from kb.inference.records import Citation, Rule
from kb.inference.rulebase import packaged_rules, rules_of
from kb.ontology_files import ontology_root
from kb.scenario.rulesets import resolve_ruleset

HEADER: Final = ("id", "kind", "games", "cites", "valid", "defeats", "sentence")


@click.command()
@click.option("--game", type=click.Choice(GAMES), help="Only rules of this game.")
@click.option(
    "--ruleset", metavar="NAME", help="Only rules that hold there, such as rift-cr-1.2; needs --game."
)
@language_option
@format_option()
def rules(game: str | None, ruleset: str | None, language: str | None, form: str) -> int:
    """List the encoded rules, each with its citations and its sentence."""
    language = language or "en"
    found = _selected(game, ruleset)
    if shown(form, HEADER, (rule_record(rule, language) for rule in found)):
        return 0
    for rule in found:
        click.echo(f"{rule.id}  [{rule.kind}]")
        click.echo(wrapped(sentence_of(rule, language), indent="  "))
        if rule.cites:
            click.echo(wrapped("; ".join(map(citation_text, rule.cites)), indent="  "))
    click.echo(m.RULES.say(language, len(found)))
    return 0


def _selected(game: str | None, ruleset: str | None) -> tuple[Rule, ...]:
    if ruleset is not None and game is None:
        raise click.UsageError("--ruleset needs --game, which says whose editions are meant")
    if game is None:
        return packaged_rules().rules
    if ruleset is None:
        return tuple(rule for rule in packaged_rules().rules if game in rule.games or "all" in rule.games)
    meant = resolve_ruleset(game, ruleset, Place("--ruleset"))
    return rules_of(game, meant.document, meant.edition).rules


@click.command("show-rule")
@click.argument("rule_id", metavar="ID")
@language_option
@format_option("text", "json")
def show_rule(rule_id: str, language: str | None, form: str) -> int:
    """Show one encoded rule.

    Shows its sentence, its citations, what it defeats, and its text. Without --lang the sentence is shown in
    English, French and Spanish.
    """
    known = packaged_rules().by_id()
    if rule_id not in known:
        raise NotFoundError("rule", rule_id, known)
    rule = known[rule_id]
    if form == "json":
        record = rule_record(rule, language or "en")
        click.echo(json_line(record | {"sentences": dict(rule.sentences), "text": rule_text(rule)}))
        return 0
    for line in _rule_lines(rule, language):
        click.echo(line)
    return 0


def rule_record(rule: Rule, language: str) -> dict[str, object]:
    """`rule` as an object for programs, its sentence in `language`."""
    return {
        "id": rule.id,
        "kind": rule.kind.value,
        "games": list(rule.games),
        "cites": [citation_text(citation) for citation in rule.cites],
        "valid": [f"{v.document} {_range(v.first, v.last)}" for v in rule.valid],
        "defeats": list(rule.defeats),
        "sentence": sentence_of(rule, language),
    }


def sentence_of(rule: Rule, language: str) -> str:
    """What the rule says, in `language`; English where it was not translated."""
    return rule.sentences.get(language) or rule.sentences.get("en", "")


def citation_text(citation: Citation) -> str:
    """A citation in one line: document, edition or range of editions, numbers.

    >>> citation_text(Citation("mtg-cr", "2019-07-12", None, ("111.1", "111.2")))
    'mtg-cr 2019-07-12..: 111.1, 111.2'
    >>> citation_text(Citation("rift-cr", "1.2", "1.2", ("184.4",)))
    'rift-cr 1.2: 184.4'
    """
    return f"{citation.document} {_range(citation.first, citation.last)}: {', '.join(citation.numbers)}"


def _range(first: str | None, last: str | None) -> str:
    return str(first) if first == last else f"{first or ''}..{last or ''}"


def _rule_lines(rule: Rule, language: str | None) -> Iterator[str]:
    yield f"{rule.id}  [{rule.kind}]"
    for tag in [language] if language else LANGUAGES:
        yield wrapped(f"{tag}  {sentence_of(rule, tag)}", indent="  ", hanging="      ")
    yield ""
    yield rule_text(rule)


def rule_text(rule: Rule) -> str:
    """The rule as it is written in its file."""
    lines = (ontology_root() / "rules" / rule.place.source).read_text(encoding="utf-8").splitlines()
    first = (rule.place.line or 1) - 1
    last = next((n for n in range(first + 1, len(lines)) if lines[n][:1] not in (" ", "\t", "")), len(lines))
    return "\n".join(lines[first:last]).rstrip()
