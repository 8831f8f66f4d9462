"""The verb lint: mistakes with control in EDOPro card scripts, for people, editors and code hosts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from kb.cli import lint_messages as m
from kb.cli.application import FOUND
from kb.cli.lint_baseline import read_fingerprints, write_fingerprints
from kb.cli.lint_config import LintConfig, find_config, read_config
from kb.cli.lint_formats import github, sarif, text
from kb.cli.options import language_option
from kb.cli.output import json_line, wrapped
from kb.edopro.findings import Finding, LintRule, lint_rule, lint_rules
from loaders.scripts.files import read_findings


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="PATH...")
@click.option("--select", "selected", multiple=True, metavar="RULE", help="Only this rule; may be repeated.")
@click.option("--ignore", "ignored", multiple=True, metavar="RULE", help="Not this rule; may be repeated.")
@click.option("--notes", is_flag=True, help="Show notes too: forms that were not understood.")
@click.option(
    "--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Known findings to leave out."
)
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Settings, in place of the nearest tcg-rules.toml above the folder you are in.",
)  # fmt: skip
@click.option("--write-baseline", is_flag=True, help="Write the findings to the baseline, and succeed.")
@click.option("--explain", "explained", metavar="RULE", help="Say what a rule looks for, and why.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json", "sarif", "github")), default="text",
    show_default=True, help="For people, or for programs.",
)  # fmt: skip
@language_option
def lint(
    paths: tuple[Path, ...], selected: tuple[str, ...], ignored: tuple[str, ...], notes: bool,
    baseline: Path | None, config: Path | None, write_baseline: bool, explained: str | None, form: str,
    language: str | None,
) -> int:  # fmt: skip
    """Find mistakes with control in EDOPro card scripts.

    PATH is a Lua file, or a folder with all in it. A comment -- tcg-rules: ignore RULE on a line silences it.
    Settings may stand in a file tcg-rules.toml. Exit code 1 when there are findings.
    """
    language = language or "en"
    if explained is not None:
        click.echo(explanation(lint_rule(explained), language))
        return 0
    if not paths:
        raise click.UsageError("give a PATH, or --explain RULE")
    settings_file = config or find_config(Path())
    settings = read_config(settings_file) if settings_file else LintConfig()
    baseline = baseline or settings.baseline
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    wanted = _wanted(selected or settings.select, (*ignored, *settings.ignore), notes=notes or settings.notes)
    findings = [
        finding
        for finding in read_findings(paths)
        if finding.rule in wanted and not settings.leaves_out(finding.file)
    ]
    if baseline is not None and write_baseline:
        write_fingerprints(baseline, {finding.fingerprint for finding in findings})
        return 0
    known = read_fingerprints(baseline) if baseline is not None else frozenset()
    new = [finding for finding in findings if finding.fingerprint not in known]
    _print(new, form, language)
    return FOUND if any(finding.level != "note" for finding in new) else 0


def _wanted(selected: Sequence[str], ignored: Sequence[str], *, notes: bool) -> frozenset[str]:
    wanted = {lint_rule(name).id for name in selected} or {
        rule.id for rule in lint_rules().values() if notes or rule.level != "note"
    }
    return frozenset(wanted - {lint_rule(name).id for name in ignored})


def _print(findings: Sequence[Finding], form: str, language: str) -> None:
    match form:
        case "json":
            for finding in findings:
                click.echo(json_line(record(finding, language)))
        case "sarif":
            click.echo(sarif(findings, language))
        case "github":
            for finding in findings:
                click.echo(github(finding, language))
        case _:
            for finding in findings:
                click.echo(text(finding, language))
            click.echo(m.FINDINGS.say(language, len(findings)))


def record(finding: Finding, language: str) -> dict[str, object]:
    """A finding as the JSON object that ``lint --format json`` prints."""
    rule = lint_rule(finding.rule)
    return {
        "file": finding.file,
        "line": finding.at.line,
        "column": finding.at.column,
        "rule": rule.id,
        "name": rule.name,
        "level": rule.level,
        "message": finding.says(language),
        "why": rule.why[language],
        "fix": finding.fix(language),
        "guide": list(rule.passages),
        "fingerprint": finding.fingerprint,
    }


def explanation(rule: LintRule, language: str) -> str:
    """What a rule looks for, why, what to do, and which passages of the guide say so."""
    lines = [f"{rule.id} {rule.name} ({m.LEVELS[rule.level].say(language)})"]
    lines += [_general(rule.says[language]), rule.why[language]]
    lines.append(m.DO.say(language, fix=_general(rule.fix[language])))
    if rule.guide:
        lines.append(m.GUIDE.say(language, numbers=", ".join(rule.guide)))
    return "\n".join([lines[0], *(wrapped(line, indent="  ") for line in lines[1:])])


def _general(sentence: str) -> str:
    """A sentence with capitals where a finding has the script's own words."""
    return re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), sentence)
