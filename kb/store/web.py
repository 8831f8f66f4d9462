"""Requests to a server of somebody else: one address, one time limit, no redirects, errors of ours.

The credentials come from the environment and go to nobody in the clear: over HTTPS, or to this very machine.
"""

from __future__ import annotations

import os
import threading
import weakref
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from time import monotonic
from typing import Final
from urllib.parse import SplitResult, urlsplit
from urllib.request import (
    AbstractDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    Request,
    parse_http_list,
    parse_keqv_list,
)

from kb.errors import LimitError, Place, StoreError

_MOST_BYTES: Final = 512 * 1024 * 1024
_CHUNK: Final = 256 * 1024
_HERE: Final = ("localhost", "127.0.0.1", "::1")
USER: Final = "TCG_RULES_STORE_USER"
PASSWORD: Final = "TCG_RULES_STORE_PASSWORD"
TOKEN: Final = "TCG_RULES_STORE_TOKEN"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered, whatever its status."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    data: bytes

    @property
    def said(self) -> str:
        """The beginning of the answer, on one line.

        >>> Reply(400, {}, b"no\\n such  graph").said
        'no such graph'
        """
        return " ".join(self.data[:500].decode("utf-8", "replace").split())


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who asks: a token, or a user with a password. Never shown."""

    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)

    @classmethod
    def from_environment(cls) -> Credentials:
        """Those in ``TCG_RULES_STORE_USER``, ``TCG_RULES_STORE_PASSWORD`` and ``TCG_RULES_STORE_TOKEN``."""
        return cls(*(os.environ.get(name, "") for name in (USER, PASSWORD, TOKEN)))

    def __bool__(self) -> bool:
        return bool(self.user or self.token)


class Web:
    """One address of a server. Connections are kept; each thread has its own."""

    def __init__(self, address: str, timeout: float = 30.0, credentials: Credentials | None = None) -> None:
        """Raises StoreError for an address that is none, holds a password, or would show one to others."""
        parts = checked_address(address)
        self.address = address
        self.timeout = timeout
        self.requests = 0
        """So many requests were sent."""
        self._parts = parts
        self._place = Place(address)
        self._credentials = Credentials.from_environment() if credentials is None else credentials
        if self._credentials and parts.scheme != "https" and parts.hostname not in _HERE:
            raise StoreError(
                self._place, "the credentials in the environment would cross the network in the clear",
                expected="https://", hint=f"or unset {USER} and {TOKEN}",
            )  # fmt: skip
        self._answers = _Answers(self._credentials)
        self._local = threading.local()
        self._open: set[HTTPConnection] = set()
        weakref.finalize(self, _close_all, self._open)

    def send(
        self,
        method: str,
        query: str = "",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """What the server answers; `query` stands behind the question mark of the address.

        Raises LimitError when it takes longer than the time limit, StoreError when the server cannot be
        reached, or sends us to another address.
        """
        whole = "&".join(part for part in (self._parts.query, query) if part)
        path = (self._parts.path or "/") + (f"?{whole}" if whole else "")
        reply = self._sent(method, path, body, dict(headers or {}))
        if reply.status == 401 and self._answers.can_answer(reply.headers.get("www-authenticate", "")):
            reply = self._sent(method, path, body, dict(headers or {}))
        if 300 <= reply.status < 400 and reply.status != 304:
            raise StoreError(
                self._place, "the server sends us to another address", found=reply.headers.get("location"),
                hint="give that address if you trust it",
            )  # fmt: skip
        return reply

    def _sent(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        if said := self._answers.header(method, path, body):
            headers["Authorization"] = said
        deadline = monotonic() + self.timeout
        try:
            try:
                return self._asked(method, path, body, headers, deadline)
            except (HTTPException, ConnectionError):
                # A connection that was kept may have been closed meanwhile. All we send, twice is as once.
                return self._asked(method, path, body, headers, deadline)
        except TimeoutError:
            raise LimitError(
                "seconds", round(self.timeout), f"{self.address} did not answer in time"
            ) from None
        except (HTTPException, OSError) as error:
            what = error.strerror or str(error) if isinstance(error, OSError) else repr(error)
            raise StoreError(self._place, "the server cannot be reached", found=what) from None

    def _asked(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], deadline: float
    ) -> Reply:
        self.requests += 1
        connection = self._connection()
        try:
            _patience(connection, deadline)
            connection.request(method, path, body, headers)
            _patience(connection, deadline)
            answer = connection.getresponse()
            data = self._read(connection, answer, deadline)
        except BaseException:
            self.close()
            raise
        return Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, data)

    def _read(self, connection: HTTPConnection, answer: HTTPResponse, deadline: float) -> bytes:
        parts, size = [], 0
        while part := answer.read(_CHUNK):
            _patience(connection, deadline)
            parts.append(part)
            size += len(part)
            if size > _MOST_BYTES:
                raise LimitError("bytes of an answer", _MOST_BYTES, "ask for less")
        return b"".join(parts)

    def _connection(self) -> HTTPConnection:
        kept: HTTPConnection | None = getattr(self._local, "connection", None)
        if kept is None:
            make = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
            assert self._parts.hostname
            kept = self._local.connection = make(self._parts.hostname, self._parts.port, timeout=self.timeout)
            self._open.add(kept)
        return kept

    def close(self) -> None:
        """Closes the connection of this thread."""
        kept: HTTPConnection | None = getattr(self._local, "connection", None)
        self._local.connection = None
        if kept is not None:
            self._open.discard(kept)
            _close_all({kept})


def checked_address(address: str) -> SplitResult:
    """The parts of an address of a server. Raises StoreError where it is none, or holds a password.

    >>> checked_address("http://localhost:7878/query").port
    7878
    """
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            if "@" not in parts.netloc:
                return parts
            shown = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
            raise StoreError(
                Place(shown),
                "an address holds no user and no password",
                hint=f"put them into {USER} and {PASSWORD}",
            )
    except ValueError as error:
        if isinstance(error, StoreError):
            raise
    raise StoreError(Place(address), "this is no address of a server", expected="http://HOST:PORT/PATH")


def _close_all(connections: set[HTTPConnection]) -> None:
    for connection in connections:
        with suppress(OSError):
            connection.close()


def _patience(connection: HTTPConnection, deadline: float) -> None:
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    connection.timeout = left
    if connection.sock is not None:
        connection.sock.settimeout(left)


class _Answers:
    """What goes with a request to say who asks: a token always, a password when the server has asked for it.

    Where the server takes it hashed (RFC 7616, as Virtuoso does for writing), it never goes out as it is.
    """

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials
        self._passwords = HTTPPasswordMgrWithDefaultRealm()
        self._handler = AbstractDigestAuthHandler(self._passwords)
        self._is_basic = False
        self._challenge: dict[str, str] = {}

    def can_answer(self, challenge: str) -> bool:
        """Whether the server asks for something that was not said yet."""
        if not self._credentials.user or self._credentials.token:
            return False
        scheme, _, rest = challenge.partition(" ")
        if scheme.lower() == "digest":
            new = parse_keqv_list(list(filter(None, parse_http_list(rest))))
            is_new = new.get("nonce") != self._challenge.get("nonce")
            self._challenge = new
            return is_new
        is_new, self._is_basic = not self._is_basic, scheme.lower() == "basic"
        return is_new and self._is_basic

    def header(self, method: str, path: str, body: bytes | None) -> str:
        """The header of one request; empty where nothing is to be said."""
        known = self._credentials
        if known.token:
            return f"Bearer {known.token}"
        if self._challenge:
            url = f"http://server{path}"
            self._passwords.add_password(None, url, known.user, known.password)
            made = self._handler.get_authorization(Request(url, body, method=method), self._challenge)
            return f"Digest {made}"
        if self._is_basic:
            return f"Basic {b64encode(f'{known.user}:{known.password}'.encode()).decode()}"
        return ""
