"""How a run of the command line ends: exit codes, errors without tracebacks, quiet pipes."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from kb.cli.application import Application, run
from kb.errors import InputError, NotFoundError, Place


@click.group(cls=Application)
def tool() -> None:
    """A group of verbs that end in every way a verb can."""


@tool.command()
@click.argument("how")
def end(how: str) -> int:
    """Ends the run."""
    match how:
        case "findings":
            return 1
        case "bad input":
            raise InputError(Place("duel.yaml", line=3), "unknown verb", found="tapp", near=("tap",))
        case "unknown name":
            raise NotFoundError("passage", "109.55", ["109.5"])
        case "interrupted":
            raise KeyboardInterrupt
        case "unreadable":
            raise PermissionError(13, "Permission denied", "secret.txt")
        case _:
            return 0


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("fine", 0),
        ("findings", 1),
        ("bad input", 2),
        ("unknown name", 2),
        ("interrupted", 130),
        ("unreadable", 2),
    ],
)
def test_the_exit_code_says_how_it_went(how: str, code: int) -> None:
    assert run(tool, ["end", how], "tool") == code


@pytest.mark.parametrize("arguments", [["no-such-verb"], ["end"], ["end", "fine", "--no-such-option"]])
def test_wrong_use_ends_with_2_and_says_how_to_get_help(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tool, arguments, "tool") == 2
    assert "--help" in capsys.readouterr().err


def test_an_error_of_ours_is_one_sentence_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    run(tool, ["end", "bad input"], "tool")
    shown = capsys.readouterr()
    assert shown.err == "tool: duel.yaml:3: unknown verb: found 'tapp'; did you mean 'tap'?\n"
    assert shown.out == ""


def test_an_error_of_the_system_names_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    run(tool, ["end", "unreadable"], "tool")
    assert capsys.readouterr().err == "tool: secret.txt: permission denied\n"


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    @tool.command()
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(tool, ["broken"], "tool")


def test_a_run_without_standard_output_ends_as_it_would_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert run(tool, ["end", "findings"], "tool") == 1


PRINTS_MUCH = """
import sys
import click
from kb.cli.application import Application, run

@click.group(cls=Application)
def tool() -> None: ...

@tool.command()
def much() -> None:
    for number in range(100_000):
        click.echo(number)

code = run(tool, ["much"], "tool")
print(code, file=sys.stderr)
"""


def test_a_reader_that_goes_away_ends_the_run_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PRINTS_MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == "141\n"
