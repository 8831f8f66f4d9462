"""How a run ends: exit codes, errors without tracebacks, quiet pipes.

0 yes, 1 findings, 2 wrong use or bad input, 130 interrupted, 141 when the reader of a pipe went away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import click

from kb.cli.spoken import asked_language
from kb.cli.spoken_errors import UnknownPhraseError, say_error, say_phrase, say_usage
from kb.errors import KbError

FOUND: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141


class Application(click.Group):
    """A group of verbs whose errors end in an exit code and a sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """The verb's exit code; a closed pipe is no error of ours and says nothing."""
        try:
            code = super().invoke(ctx)
            if sys.stdout:  # a scheduler may start us without any
                sys.stdout.flush()
        except BrokenPipeError:
            # What is still buffered would be written again when the interpreter ends, and fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED
        return code


def run(application: click.Group, arguments: Sequence[str] | None, name: str) -> int:
    """The exit code of one run of `application`.

    >>> @click.group(cls=Application)
    ... def tool() -> None: ...
    >>> @tool.command()
    ... def differ() -> int:
    ...     return FOUND
    >>> run(tool, ["differ"], "tool")
    1
    """
    language = asked_language(list(sys.argv[1:] if arguments is None else arguments))
    try:
        code = application.main(args=arguments, prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        said = say_usage(error, language)
        if said is None:
            error.show()
        else:
            click.echo(said, err=True)
        return WRONG
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except KbError as error:
        click.echo(f"{name}: {say_error(error, language)}", err=True)
        return WRONG
    except OSError as error:
        click.echo(f"{name}: {_what_failed(error, language)}", err=True)
        return WRONG
    return code if isinstance(code, int) else 0


def _what_failed(error: OSError, language: str) -> str:
    reason = (error.strerror or str(error)).lower()
    with suppress(UnknownPhraseError):
        reason = say_phrase(reason, language)
    return f"{error.filename}: {reason}" if error.filename else reason
