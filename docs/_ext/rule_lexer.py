"""Colours for the rule language in code blocks: words that begin a line, texts, variables, comments."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class RuleLexer(RegexLexer):
    """The language of `.crl` files."""

    name = "Rules of tcg-rules-kb"
    aliases: ClassVar = ["crl"]
    filenames: ClassVar = ["*.crl"]
    tokens: ClassVar = {
        "root": [
            (r"#.*$", Comment.Single),
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (words(("static", "event", "state", "rule"), prefix=r"^", suffix=r"\b"), Keyword.Declaration),
            (
                words(
                    ("kind", "game", "cites", "valid", "defeats", "covers", "en", "fr", "es"),
                    prefix=r"^\s+",
                    suffix=r"\b",
                ),
                Keyword,
            ),
            (
                words(("if", "not", "before", "where", "is", "count", "sum", "of", "and"), suffix=r"\b"),
                Operator.Word,
            ),
            (r"[A-Z]\w*|_\b", Name.Variable),
            (r"\d[\d.-]*", Number),
            (r"[a-z][\w-]*", Name),
            (r"!=|<=|>=|[=<>+\-:]", Operator),
            (r"[(),.\u2026]", Punctuation),
            (r"\s+", Text.Whitespace),
            (r".", Text),
        ]
    }


def setup(app: Any) -> dict[str, bool]:
    """Tells Sphinx."""
    app.add_lexer("crl", RuleLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
