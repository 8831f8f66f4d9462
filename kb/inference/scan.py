"""Reads a rule file word by word: where we are, what comes next, and errors that point at it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from kb.errors import Place, RuleError, near_matches

_BLANK: Final = re.compile(r"(?:\s+|#[^\n]*)+")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_TOKEN: Final = re.compile(
    r"""(?P<variable>[A-Z_][A-Za-z0-9_]*)
      | (?P<word>[a-z][a-z0-9_]*(?:[.-]+[a-z0-9_]+)*)
      | (?P<number>[0-9]+(?![A-Za-z_]))
      | (?P<text>"(?:[^"\\\n]|\\["\\nt])*")
      | (?P<mark>!=|<=|>=|[=<>(),.+-])""",
    re.VERBOSE,
)
_ESCAPES: Final = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a clause: its kind (variable, word, number, text, mark, end), text and position."""

    kind: str
    text: str
    start: int


def unquote(text: str) -> str:
    r"""The characters a quoted text stands for.

    >>> unquote('"say \\"you\\""')
    'say "you"'
    """
    return re.sub(r"\\.", lambda match: _ESCAPES[match[0]], text[1:-1])


def quote(text: str) -> str:
    r"""`text` in quotation marks, so that :func:`unquote` gives it back.

    >>> quote('say "you"')
    '"say \\"you\\""'
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


class Scanner:
    """A position in a text, moved forward by reading."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.position = 0
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def skip_blank(self) -> None:
        """Passes white space and comments."""
        if match := _BLANK.match(self.text, self.position):
            self.position = match.end()

    @property
    def at_end(self) -> bool:
        """Whether only white space and comments are left."""
        self.skip_blank()
        return self.position >= len(self.text)

    def peek_word(self) -> str:
        """The word that starts here, or the empty string."""
        self.skip_blank()
        match = _WORD.match(self.text, self.position)
        return match[0] if match else ""

    def starts_call(self) -> bool:
        """Whether a word followed by an opening parenthesis comes next."""
        self.skip_blank()
        return re.compile(r"[A-Za-z_][A-Za-z0-9_-]*[ \t]*\(").match(self.text, self.position) is not None

    def read(self, pattern: str, expected: str) -> str:
        """Reads `pattern` on this line, after blanks; an error says what was expected.

        >>> Scanner("  mtg-cr 1.2", "a.crl").read("[a-z-]+", "a document")
        'mtg-cr'
        """
        self.skip_spaces()
        match = re.compile(pattern).match(self.text, self.position)
        if match is None or not match[0]:
            self.fail("unexpected text", expected=expected)
        self.position = match.end()
        return match[0]

    def skip_spaces(self) -> None:
        """Passes blanks on this line, and a comment that ends it."""
        match = re.compile(r"[ \t]*(?:#[^\n]*)?").match(self.text, self.position)
        if match:
            self.position = match.end()

    @property
    def at_line_end(self) -> bool:
        """Whether nothing but blanks and a comment is left on this line."""
        self.skip_spaces()
        return self.position >= len(self.text) or self.text[self.position] in "\r\n"

    def peek_token(self) -> Token:
        """The next token of a clause, without reading it."""
        self.skip_blank()
        if self.position >= len(self.text):
            return Token("end", "", self.position)
        match = _TOKEN.match(self.text, self.position)
        if match is None or match.lastgroup is None:
            self.fail("this cannot stand in a clause", expected="a term, a condition or '.'")
        return Token(match.lastgroup, match[0], self.position)

    def next_token(self) -> Token:
        """The next token of a clause."""
        token = self.peek_token()
        self.position = token.start + len(token.text)
        return token

    def place(self, position: int | None = None) -> Place:
        """Source, line and column of a position (here, when none is given)."""
        at = self.position if position is None else position
        line = bisect_right(self._line_starts, at)
        return Place(self.source, line, at - self._line_starts[line - 1] + 1)

    def fail(
        self,
        problem: str,
        *,
        at: int | None = None,
        found: str | None = None,
        expected: str | None = None,
        known: Iterable[str] = (),
        hint: str | None = None,
    ) -> NoReturn:
        """Raises the error that points at a position (here, when none is given)."""
        start = self.position if at is None else at
        if found is None:
            match = re.compile(r'"[^"\n]*"?|[A-Za-z0-9_.-]+|[^\s]|').match(self.text, start)
            found = match[0] if match and match[0] else "the end of the line"
            if start >= len(self.text):
                found = "the end of the file"
        near = near_matches(found, known)
        excerpt = self._excerpt(start)
        raise RuleError(
            self.place(start), problem, found=found, expected=expected, near=near, hint=hint, excerpt=excerpt
        )

    def _excerpt(self, at: int) -> str:
        first = self.text.rfind("\n", 0, at) + 1
        last = self.text.find("\n", at)
        line = self.text[first : len(self.text) if last < 0 else last].rstrip()
        column = at - first
        # A long line (a file of one line, say) is shown around the place, not whole.
        cut = max(0, column - 80)
        shown = line[cut : cut + 160]
        pad = "".join("\t" if char == "\t" else " " for char in shown[: column - cut]).ljust(column - cut)
        return f"{shown}\n{pad}^"
