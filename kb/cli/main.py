"""The verbs, put together."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import click

from kb.cli.agree import agree
from kb.cli.application import Application, run
from kb.cli.ask import ask
from kb.cli.check import check
from kb.cli.cite_check import cite_check
from kb.cli.compare_citations import compare_citations_verb
from kb.cli.diff import diff
from kb.cli.editions import editions
from kb.cli.exchange import export_verb, import_verb
from kb.cli.identify import identify
from kb.cli.infer import infer
from kb.cli.lineage import history, where_is
from kb.cli.lint import lint
from kb.cli.load import load, remove, sources
from kb.cli.mcp import mcp
from kb.cli.ontology import concept_verb, validate
from kb.cli.push import push_verb
from kb.cli.rulebook import rules, show_rule
from kb.cli.scripts import scripts
from kb.cli.serve import serve
from kb.cli.site import site
from kb.cli.sparql import sparql
from kb.cli.texts import compare, find, show
from kb.cli.translation import align, attribute, diverge_verb
from kb.cli.translators import changed, concordance_verb, fuzzy, review, terms
from kb.cli.words import words

NAME: Final = "tcg-rules"


@click.group(
    cls=Application, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="tcg-rules-kb", prog_name=NAME)
def tcg_rules() -> None:
    """Who controls this now, and why? Rules of card games, by edition and language, with citations."""


for verb in (
    ask, check, infer, words, rules, show_rule,
    load, sources, remove, show, find, compare,
    editions, identify, where_is, history, diff, cite_check,
    concept_verb, site, validate, sparql, serve, push_verb, mcp, lint, scripts, agree,
    compare_citations_verb,
    diverge_verb, align, attribute, review, changed, concordance_verb, fuzzy, terms, export_verb, import_verb,
):  # fmt: skip
    tcg_rules.add_command(verb)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and ends the process with its exit code."""
    sys.exit(run(tcg_rules, arguments, NAME))
