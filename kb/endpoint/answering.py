"""From a question to the beginning of its answer, or to the refusal that says what was wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from kb.endpoint.flow import Streamed, beginning
from kb.endpoint.negotiation import GRAPHS, RESULTS
from kb.endpoint.pool import BusyError, Lease, Pool, ShareTakenError, StoppedError
from kb.endpoint.protocol import RefusedError
from kb.errors import LimitError, QueryError, StoreError
from kb.queries import wire
from kb.queries.lexing import check_read_only
from kb.queries.sandbox import Limits, TroubleError
from kb.queries.sparql import explained


@dataclass(frozen=True, slots=True)
class Begun:
    """An answer that has begun: its head and first bytes, and whether that is all of it."""

    lease: Lease
    head: dict[str, Any]
    parts: list[bytes]
    is_whole: bool

    def response(self, headers: dict[str, str]) -> Response:
        """The answer; one that is not whole goes on while it is sent."""
        if not self.is_whole:
            return Streamed(self.lease, self.parts, headers)
        self.lease.close(reusable=True)
        return Response(b"".join(self.parts), headers=headers)


async def begin(pool: Pool, request: wire.Request, limits: Limits, client: str) -> Begun:
    """The beginning of an answer. Raises RefusedError for whatever the client is to know."""
    try:
        lease = await pool.begin(request, client)
    except BusyError:
        raise busy("all processes are taken") from None
    except ShareTakenError as taken:
        raise RefusedError(429, str(taken), {"Retry-After": str(taken.seconds)}) from None
    try:
        if not lease.worker.is_sealed:
            check_read_only(request.query, strict=True)
        return Begun(lease, *await beginning(lease.worker))
    except BaseException as problem:
        lease.close(reusable=isinstance(problem, TroubleError | QueryError))
        raise refusal(problem, request.query, limits) from problem


def refusal(problem: BaseException, query: str, limits: Limits) -> BaseException:
    """What a problem with a query means for the one who asked."""
    if isinstance(problem, QueryError):
        return RefusedError(400, str(problem))
    if isinstance(problem, BusyError):
        return busy("too many slow queries are running")
    if isinstance(problem, StoppedError):
        return stopped(problem, limits, "the query was stopped")
    if not isinstance(problem, TroubleError):
        return problem
    if problem.kind == "format":
        return not_acceptable(problem.message.upper())
    if problem.kind == "missing":
        return RefusedError(404, problem.message)
    found = explained(problem, query, limits)
    return found if isinstance(found, StoreError) else RefusedError(400, str(found))


def stopped(problem: StoppedError, limits: Limits, what: str) -> RefusedError:
    """What is said when the process of a request is gone."""
    name, most = ("seconds", round(limits.seconds)) if problem.late else ("megabytes", limits.megabytes)
    return busy(str(LimitError(name, most, what)))


def busy(reason: str) -> RefusedError:
    """The refusal of what may be asked again later."""
    return RefusedError(503, f"{reason}; try again later", {"Retry-After": "5"})


def not_acceptable(form: str) -> RefusedError:
    """The refusal where the client wants none of the forms there are for this form of query."""
    forms = GRAPHS if form in ("CONSTRUCT", "DESCRIBE", "GRAPH") else RESULTS
    return RefusedError(406, f"this comes as one of: {', '.join(form.media_type for form in forms)}")
