"""Every request that is answered is counted, and a refusal is an answer too."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kb.endpoint.metrics import Metrics
from kb.endpoint.protocol import RefusedError


@dataclass(frozen=True, slots=True)
class Watch:
    """The counters of an endpoint."""

    metrics: Metrics

    async def answered(
        self, request: Request, name: str, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        """The answer to a request, counted under a name."""
        begun = time.perf_counter()
        try:
            response = await answer(request)
        except RefusedError as refused:
            response = PlainTextResponse(refused.reason + "\n", refused.status, refused.headers)
        self.metrics.count(name, response.status_code, time.perf_counter() - begun)
        return response
