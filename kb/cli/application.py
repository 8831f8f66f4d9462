"""How a run ends: exit codes, errors without tracebacks, quiet pipes.

0 yes, 1 findings, 2 wrong use or bad input, 130 interrupted, 141 when the reader of a pipe went away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

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
    try:
        code = application.main(args=arguments, prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return WRONG
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except KbError as error:
        click.echo(f"{name}: {error}", err=True)
        return WRONG
    except OSError as error:
        click.echo(f"{name}: {_what_failed(error)}", err=True)
        return WRONG
    return code if isinstance(code, int) else 0


def _what_failed(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason.lower()}" if error.filename else reason.lower()
