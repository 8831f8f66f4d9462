"""How findings in scripts are written for people, for code hosts (SARIF) and for GitHub's annotations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from kb.cli import lint_messages as m
from kb.cli.output import wrapped
from kb.edopro.findings import Finding, lint_rule, lint_rules


def text(finding: Finding, language: str) -> str:
    """A finding for people: where, what, why, what to do, and the guide's passages."""
    rule = lint_rule(finding.rule)
    head = f"{finding.file}:{finding.at}: {m.LEVELS[rule.level].say(language)} {rule.id}"
    body = [f"{rule.why[language]} {m.DO.say(language, fix=finding.fix(language))}."]
    if rule.guide:
        body.append(m.GUIDE.say(language, numbers=", ".join(rule.guide)))
    told = [wrapped(line, indent="    ") for line in body]
    return "\n".join([f"{head}{m.COLON.say(language)} {finding.says(language)}", *told])


def github(finding: Finding, language: str) -> str:
    """A finding as a workflow command of GitHub Actions."""
    level = {"error": "error", "warning": "warning", "note": "notice"}[finding.level]
    message = f"{finding.says(language)} ({finding.fix(language)})"
    place = f"file={_property(finding.file)},line={finding.at.line},col={finding.at.column}"
    return f"::{level} {place},title={finding.rule}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(findings: Sequence[Finding], language: str) -> str:
    """The findings as one SARIF 2.1.0 log."""
    run = {
        "tool": {"driver": {"name": "tcg-rules lint", "rules": _sarif_rules(language)}},
        "language": language,
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(finding, language) for finding in findings],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2)


def _sarif_rules(language: str) -> list[dict[str, object]]:
    return [
        {
            "id": rule.id,
            "name": rule.name,
            "shortDescription": {"text": rule.says[language]},
            "fullDescription": {"text": rule.why[language]},
            "help": {"text": rule.fix[language]},
            "defaultConfiguration": {"level": rule.level},
        }
        for rule in lint_rules().values()
    ]


def _sarif_result(finding: Finding, language: str) -> dict[str, object]:
    region = {"startLine": finding.at.line, "startColumn": finding.at.column}
    place = {"artifactLocation": {"uri": quote(finding.file)}, "region": region}
    return {
        "ruleId": finding.rule,
        "level": finding.level,
        "message": {"text": f"{finding.says(language)} ({finding.fix(language)})"},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"line/v1": finding.fingerprint},
    }
