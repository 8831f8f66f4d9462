"""The first to see a request and the last to see its answer: who asks too often waits, and all have a line.

A line of the log is a JSON object, and does not hold what was asked unless that was wanted: the address
without what stands behind the question mark, the status, the milliseconds until the last byte.
"""

from __future__ import annotations

import json
import time
from math import ceil
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.endpoint.fairness import Budget, client_of
from kb.endpoint.flow import CLIENT_GONE, LOG
from kb.endpoint.settings import Settings

_SECONDS_SAVED: Final = 5


class Gate:
    """The ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._rate = Budget(settings.rate * _SECONDS_SAVED, settings.rate) if settings.rate else None
        self._log_queries = settings.log_queries

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or tells the client when it may come again."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = CLIENT_GONE
        # Handlers leave here what was asked; the dictionary is this request's own.
        scope["state"] = dict(scope.get("state", {}))

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await (self._refusal(scope) or self._app)(scope, receive, watched)
        finally:
            self._log(scope, status, time.perf_counter() - begun)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        if self._rate is None:
            return None
        client = client_of(_host(scope))
        seconds = ceil(self._rate.wait(client))
        self._rate.take(client, 0 if seconds else 1)
        return too_often(seconds) if seconds else None

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        record: dict[str, Any] = {
            "client": _host(scope), "method": scope["method"], "path": scope["path"], "status": status,
            "ms": round(seconds * 1000, 2),
        }  # fmt: skip
        if self._log_queries and "asked" in scope["state"]:
            record["query"] = scope["state"]["asked"]
        LOG.info(json.dumps(record, ensure_ascii=False))


def too_often(seconds: int) -> PlainTextResponse:
    """The answer to a client that has taken its share."""
    text = f"this address asks more than its share; come again in {seconds} seconds\n"
    return PlainTextResponse(text, 429, {"Retry-After": str(seconds)})


def _host(scope: Scope) -> str | None:
    client = scope.get("client")
    return str(client[0]) if client else None
