"""Who may write: whoever sends the token, as RFC 6750 has it."""

from __future__ import annotations

from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kb.endpoint.protocol import RefusedError
from kb.errors import InputError, Place

if TYPE_CHECKING:
    from starlette.requests import Request

SHORTEST: Final = 16
_READ_ONLY: Final = "nothing is written here: this endpoint is read-only"


def read_token(file: Path) -> str:
    """The token in a file: its only line.

    Raises InputError when the file cannot be read, or holds no token that is hard to guess.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not in UTF-8"
        raise InputError(Place(str(file)), "the token cannot be read", hint=reason) from problem
    return check_token(text, str(file))


def check_token(text: str, source: str) -> str:
    """The token in a text, without the white space around it.

    Raises InputError when it is too short, or cannot be sent in a header. The message does not repeat it.

    >>> check_token("a-token-for-the-tests\\n", "file")
    'a-token-for-the-tests'
    >>> check_token("secret", "file")
    Traceback (most recent call last):
    kb.errors.InputError: file: this is no token to write with: expected at least 16 characters of ASCII, \
without spaces (make one: python -c "import secrets; print(secrets.token_urlsafe(32))")
    """
    token = text.strip()
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError(
            Place(source), "this is no token to write with",
            expected=f"at least {SHORTEST} characters of ASCII, without spaces",
            hint='make one: python -c "import secrets; print(secrets.token_urlsafe(32))"',
        )  # fmt: skip
    return token


def check_may_write(request: Request, token: str | None) -> None:
    """Raises RefusedError unless the request carries the token: 403 where nobody may write, else 401.

    Of several Authorization headers a server and a proxy before it may believe different ones: 400.
    """
    if token is None:
        raise RefusedError(403, _READ_ONLY)
    given = request.headers.getlist("authorization")
    if len(given) > 1:
        raise RefusedError(400, f"one Authorization header is read, and {len(given)} were sent")
    scheme, _, sent = "".join(given).partition(" ")
    if scheme.lower() != "bearer" or not sent:
        raise RefusedError(401, "writing needs a token", {"WWW-Authenticate": 'Bearer realm="tcg-rules"'})
    if not compare_digest(sent.strip().encode(), token.encode()):
        raise RefusedError(
            401, "this is not the token",
            {"WWW-Authenticate": 'Bearer realm="tcg-rules", error="invalid_token"'},
        )  # fmt: skip
