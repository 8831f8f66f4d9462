"""For those who write rules: `python -m kb.inference check|format|turtle FILE.crl ...`.

`check` lists what is wrong or doubtful in the files taken together (exit 1 when something is wrong),
`format` rewrites each file in its one form (exit 1 when one had to change), `turtle` prints the rules as
RDF. Exit 2 when a file does not follow the language.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kb.errors import LoadError, Place, RuleError
from kb.inference.check import Severity, check_rules
from kb.inference.format_text import format_text
from kb.inference.parse import parse_rules
from kb.inference.rdf_write import to_turtle
from kb.inference.records import RuleSet, merge


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one of the three verbs on rule files; the exit code says what came of it."""
    parser = argparse.ArgumentParser(prog="python -m kb.inference", description=__doc__)
    parser.add_argument("verb", choices=("check", "format", "turtle"))
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.crl")
    given = parser.parse_args(arguments)
    try:
        if given.verb == "format":
            return int(sum(_rewrite(path) for path in given.files) > 0)
        rules = merge(_read(path) for path in given.files)
        return _check(rules) if given.verb == "check" else _turtle(rules)
    except (RuleError, LoadError) as error:
        print(error, file=sys.stderr)
        return 2


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LoadError(Place(str(path)), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LoadError(Place(str(path)), f"is not UTF-8: {error.reason}") from error


def _read(path: Path) -> RuleSet:
    return parse_rules(_text(path), str(path))


def _check(rules: RuleSet) -> int:
    findings = check_rules(rules)
    for finding in findings:
        print(finding)
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    print(f"{len(rules.rules)} rules: {errors} errors, {len(findings) - errors} warnings")
    return int(errors > 0)


def _turtle(rules: RuleSet) -> int:
    print(to_turtle(rules), end="")
    return 0


def _rewrite(path: Path) -> bool:
    before = _text(path)
    after = format_text(before, str(path))
    if after == before:
        return False
    path.write_text(after, encoding="utf-8")
    print(f"formatted {path}")
    return True


if __name__ == "__main__":
    sys.exit(main())
