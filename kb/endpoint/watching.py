"""Every request that is answered is counted, and has its line in the log."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kb.endpoint.flow import LOG
from kb.endpoint.metrics import Metrics
from kb.endpoint.protocol import RefusedError


@dataclass(frozen=True, slots=True)
class Watch:
    """The counters of an endpoint, and what its log may hold."""

    metrics: Metrics
    log_queries: bool = False

    async def answered(
        self, request: Request, name: str, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        """The answer to a request, counted under a name; a refusal is an answer too.

        What was asked is logged only where that was wanted: `answer` leaves it in the request's state.
        """
        begun = time.perf_counter()
        try:
            response = await answer(request)
        except RefusedError as refused:
            response = PlainTextResponse(refused.reason + "\n", refused.status, refused.headers)
        seconds = time.perf_counter() - begun
        self.metrics.count(name, response.status_code, seconds)
        self._log(request, response, seconds)
        return response

    def _log(self, request: Request, response: Response, seconds: float) -> None:
        record: dict[str, object] = {
            "client": request.client.host if request.client else None, "method": request.method,
            "path": request.url.path, "status": response.status_code, "ms": round(seconds * 1000, 2),
        }  # fmt: skip
        if self.log_queries and (asked := getattr(request.state, "asked", None)):
            record["query"] = asked
        LOG.info(json.dumps(record, ensure_ascii=False))
