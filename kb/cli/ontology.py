"""The verbs about the ontology: concept, validate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from kb.cli.application import FOUND
from kb.cli.messages import Counted, Sentence
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.queries.concepts import ORDER, Concept, concept, rules_about
from kb.queries.languages import language_name
from kb.queries.mentions import Mentions, mentions
from kb.store import open_store
from kb.validation import Finding, Report, Severity, run

CONCEPT_HEADER: Final = (
    "notation", "language", "label", "status", "source", "alternatives", "definition", "defined_in",
    "denotes", "false_friends", "texts",
)  # fmt: skip
FINDING_HEADER: Final = ("severity", "name", "entity", "message", "state", "detail")

GAME_NAMES: Final = {
    "shared": Sentence("in all games", "dans tous les jeux", "en todos los juegos"),
    "mtg": Sentence("in Magic", "dans Magic", "en Magic"),
    "ygo": Sentence("in Yu-Gi-Oh!", "dans Yu-Gi-Oh!", "en Yu-Gi-Oh!"),
    "riftbound": Sentence("in Riftbound", "dans Riftbound", "en Riftbound"),
    "edopro": Sentence("in EDOPro", "dans EDOPro", "en EDOPro"),
}
STATUSES: Final = {
    "official": Sentence("official", "officiel", "oficial"),
    "software": Sentence("from a program", "d’un logiciel", "de un programa"),
    "fan": Sentence("from fans", "d’amateurs", "de aficionados"),
    "working": Sentence("working translation", "traduction de travail", "traducción de trabajo"),
}
RELATIONS: Final = {
    "exact": Sentence("exactly as", "exactement comme", "exactamente como"),
    "close": Sentence("nearly as", "presque comme", "casi como"),
    "related": Sentence("related to", "apparenté à", "relacionado con"),
    "false friend": Sentence("not to be confused with", "à ne pas confondre avec", "no confundir con"),
}
DEFINED: Final = Sentence("defined in {places}", "défini dans {places}", "definido en {places}")
RULES: Final = Sentence("encoded rules: {ids}", "règles encodées\u00a0: {ids}", "reglas codificadas: {ids}")
SPOKEN_OF: Final = Sentence(
    "loaded texts that speak of it, {document}, {tongue}: {count}, such as {examples}",
    "textes chargés qui en parlent, {document}, {tongue}\u00a0: {count}, dont {examples}",
    "textos cargados que hablan de ello, {document}, {tongue}: {count}, como {examples}",
)
FINDINGS: Final = Sentence(
    "{errors} and {warnings} in {statements}",
    "{errors} et {warnings} dans {statements}",
    "{errors} y {warnings} en {statements}",
)
ERRORS: Final = Counted(("error", "errors"), ("erreur", "erreurs"), ("error", "errores"))
WARNINGS: Final = Counted(
    ("warning", "warnings"), ("avertissement", "avertissements"), ("advertencia", "advertencias")
)
STATEMENTS: Final = Counted(("statement", "statements"), ("énoncé", "énoncés"), ("enunciado", "enunciados"))
SEVERITIES: Final = {
    Severity.ERROR: Sentence("error", "erreur", "error"),
    Severity.WARN: Sentence("warning", "avertissement", "advertencia"),
    Severity.INFO: Sentence("note", "remarque", "nota"),
}


@click.command("concept")
@click.argument("word", nargs=-1, required=True, metavar="WORD")
@click.option("--game", type=click.Choice(ORDER), help="Only what the word means there.")
@store_option
@language_option
@format_option()
def concept_verb(
    word: tuple[str, ...], game: str | None, store: Path, language: str | None, form: str
) -> int:
    """Show what a word means in each game and language, and its false friends.

    WORD is a word of any language (propriétaire), or a concept's own name (mtg.battlefield). Loaded cards
    that speak of it are counted.
    """
    backend = open_store(store)
    found = [(each, mentions(backend, [each.iri])) for each in concept(" ".join(word), game=game)]
    if not shown(form, CONCEPT_HEADER, (record for each in found for record in _concept_records(*each))):
        for each, texts in found:
            click.echo("\n".join(_concept_lines(each, language or "en")))
            for line in _mention_lines(texts, language or "en"):
                click.echo(wrapped(line, indent="  ", hanging="    "))
    return 0


def _mention_lines(texts: tuple[Mentions, ...], language: str) -> Iterator[str]:
    for each in texts:
        yield SPOKEN_OF.say(
            language, document=each.document, tongue=language_name(each.language, language),
            count=each.count, examples="; ".join(each.examples),
        )  # fmt: skip


def _concept_records(of: Concept, texts: tuple[Mentions, ...]) -> Iterator[dict[str, object]]:
    for word in (each for each in of.words if each.kind == "preferred"):
        yield {
            "notation": of.notation,
            "language": word.language,
            "label": word.text,
            "status": word.status,
            "source": word.source,
            "alternatives": [
                w.text for w in of.words if w.language == word.language and w.kind == "alternative"
            ],
            "definition": of.definitions[word.language],
            "defined_in": list(of.defined_in),
            "denotes": of.denotes,
            "false_friends": {each.other: each.reasons[word.language] for each in of.false_friends},
            "texts": sum(each.count for each in texts if each.language == word.language),
        }


def _concept_lines(of: Concept, language: str) -> Iterator[str]:
    yield f"{of.label(language)}  {GAME_NAMES[of.scheme].say(language)}  [{of.notation}]"
    yield wrapped(of.definitions[language], indent="  ")
    if language in of.notes:
        yield wrapped(of.notes[language], indent="  ")
    for word in (each for each in of.words if each.kind != "hidden"):
        source = f", {word.source}" if word.source else ""
        line = f"- {word.language}: {word.text} ({STATUSES[word.status].say(language)}{source})"
        yield wrapped(line, indent="  ", hanging="    ")
    if of.defined_in:
        yield wrapped(DEFINED.say(language, places=", ".join(of.defined_in)), indent="  ")
    for link in of.links:
        colon = "\u00a0:" if language == "fr" else ":"
        line = f"{RELATIONS[link.relation].say(language)} {link.other}{colon} {link.reasons[language]}"
        yield wrapped(line, indent="  ", hanging="    ")
    about = [rule.id for rule in rules_about(of)]
    if about:
        yield wrapped(RULES.say(language, ids=", ".join(about)), indent="  ", hanging="    ")


@click.command()
@click.option("--all", "everything", is_flag=True, help="Show what is only for information, too.")
@store_option
@language_option
@format_option()
def validate(everything: bool, store: Path, language: str | None, form: str) -> int:
    """Check what is loaded, and the ontology, against the shapes and report queries.

    Ends with 1 when there is an error. Needs the extra `validate`.
    """
    report = run(open_store(store).quads())
    language = language or "en"
    found = [each for each in report.findings if everything or each.severity is not Severity.INFO]
    if not shown(form, FINDING_HEADER, (_finding_record(each, language) for each in found)):
        for each in found:
            line = f"{SEVERITIES[each.severity].say(language)}: {each.text(language)} ({each.name})"
            click.echo(wrapped(line, hanging="  "))
        click.echo(_summary(report, language))
    return 0 if report.conforms else FOUND


def _finding_record(finding: Finding, language: str) -> dict[str, object]:
    return {
        "severity": finding.severity.value,
        "name": finding.name,
        "entity": finding.entity,
        "message": finding.messages.get(language) or finding.messages.get("en"),
        "state": finding.state,
        "detail": dict(finding.detail),
    }


def _summary(report: Report, language: str) -> str:
    warnings = sum(each.severity is Severity.WARN for each in report.findings)
    return FINDINGS.say(
        language,
        errors=ERRORS.say(language, len(report.errors)),
        warnings=WARNINGS.say(language, warnings),
        statements=STATEMENTS.say(language, report.statements),
    )
