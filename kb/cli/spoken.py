"""Verbs whose help speaks the reader's language: of ``--lang``, else of ``TCG_RULES_LANG``, else English."""

from __future__ import annotations

import os
from inspect import cleandoc
from typing import Final

import click

from kb.cli.help_texts import OPTIONS, VERBS, WORDS
from kb.queries.languages import INTERFACE

_KEY: Final = "kb.help-language"
_ORDER: Final = ("fr", "es")


class SpokenUsageError(click.UsageError):
    """Wrong use, said in the reader's language already."""

    is_spoken: Final = True


class SpokenCommand(click.Command):
    """A verb with help in English, French and Spanish."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remembers the language asked for before ``--help`` ends the run."""
        ctx.meta[_KEY] = asked_language(args)
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line of use, its head translated."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        language = ctx.meta.get(_KEY, "en")
        colon = "\u00a0: " if language == "fr" else ": "
        formatter.write_usage(ctx.command_path, pieces, say_word("Usage", language) + colon)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the verb does."""
        text = say_verb(self, ctx.meta.get(_KEY, "en"))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options with what they do."""
        language = ctx.meta.get(_KEY, "en")
        shown = (p for p in self.get_params(ctx) if isinstance(p, click.Option))
        rows = [(p, p.get_help_record(ctx)) for p in shown]
        with formatter.section(say_word("Options", language)):
            formatter.write_dl([(row[0], _translated(p, row[1], language)) for p, row in rows if row])


def asked_language(args: list[str]) -> str:
    """The language that arguments or the environment ask for.

    >>> asked_language(["--lang", "es"]), asked_language(["en", "--lang=fr"])
    ('es', 'fr')
    """
    asked = os.environ.get("TCG_RULES_LANG", "")
    for at, word in enumerate(args):
        if word == "--lang" and at + 1 < len(args):
            asked = args[at + 1]
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return asked if asked in INTERFACE else "en"


def current_language() -> str:
    """The language of the verb that runs now; English outside of one."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(_KEY, "en")) if context else "en"


def say_verb(command: click.Command, language: str) -> str:
    """What a verb does, in `language`."""
    said = VERBS.get(command.name or "")
    return said[_ORDER.index(language)] if said and language in _ORDER else cleandoc(command.help or "")


def say_option(help_text: str, language: str) -> str:
    """What an option does, in `language`; in English where there is no translation."""
    said = OPTIONS.get(help_text)
    return said[_ORDER.index(language)] if said and language in _ORDER else help_text


def say_word(word: str, language: str) -> str:
    """A word of the help itself.

    >>> say_word("Usage", "fr"), say_word("Usage", "en")
    ('Utilisation', 'Usage')
    """
    return WORDS[word][_ORDER.index(language)] if language in _ORDER else word


def _translated(param: click.Parameter, shown: str, language: str) -> str:
    """The help of an option as click shows it, with its extras (default, required) translated too."""
    own = getattr(param, "help", None) or ""
    text, _, extras = shown.partition(own) if own else (shown, "", "")
    for word in ("default", "required", "your data folder"):
        colon = "\u00a0:" if language == "fr" else ":"
        extras = extras.replace(f"{word}:", say_word(word, language) + colon)
        extras = extras.replace(word, say_word(word, language)) if word != "default" else extras
    return text + say_option(own, language) + extras
