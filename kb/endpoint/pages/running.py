"""What the pages run for strangers, in the processes of a pool: the whole answer, or a reason."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import Request

from kb.endpoint.flow import beginning, read_body
from kb.endpoint.pool import BusyError, Pool, ShareTakenError, StoppedError
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.errors import LimitError
from kb.queries import wire
from kb.queries.sandbox import TroubleError


async def read_form(request: Request, settings: Settings) -> dict[str, str]:
    """The fields of a form that was sent, the last of equal names.

    Raises RefusedError for what is too long, is no form, or is not in UTF-8.
    """
    return form_of(await read_body(request, settings.body))


def form_of(body: bytes) -> dict[str, str]:
    """The fields of a form, the last of equal names.

    Raises RefusedError for what is no form, or is not in UTF-8.
    """
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=50)
    except (UnicodeDecodeError, ValueError) as problem:
        raise RefusedError(400, f"this is not a form: {problem}") from problem
    return {name: value.replace("\r\n", "\n") for name, value in pairs}


async def run(
    pool: Pool, request: wire.Request | dict[str, object], settings: Settings, client: str = ""
) -> tuple[str, bytes]:
    """The kind of an answer, and all of it; slow ones count as `client`'s where one is named.

    Raises RefusedError with the reason and the status that fits.
    """
    try:
        lease = await pool.begin(request, client)
    except ShareTakenError as taken:
        raise RefusedError(429, str(taken), {"Retry-After": str(taken.seconds)}) from None
    except BusyError:
        raise RefusedError(503, "all processes are taken; try again later", {"Retry-After": "5"}) from None
    is_done = False
    try:
        head, parts, is_whole = await beginning(lease.worker)
        while not is_whole:
            letter, data = await lease.worker.receive()
            if letter == wire.ERROR:
                trouble = wire.unpack(data)
                raise TroubleError(trouble["kind"], trouble["message"])
            is_whole = letter == wire.END
            parts.append(data if not is_whole else b"")
        is_done = True
    except TroubleError as problem:
        is_done = problem.kind != "bytes"
        raise RefusedError(400, _reason(problem, settings)) from problem
    except BusyError:
        raise RefusedError(503, "too much is running; try again later", {"Retry-After": "5"}) from None
    except StoppedError as stopped:
        limits = settings.limits
        what, most = ("seconds", round(limits.seconds)) if stopped.late else ("megabytes", limits.megabytes)
        raise RefusedError(503, str(LimitError(what, most, "it was stopped")), {"Retry-After": "5"}) from None
    finally:
        lease.close(reusable=is_done)
    return str(head["kind"]), b"".join(parts)


def _reason(problem: TroubleError, settings: Settings) -> str:
    limits = settings.limits
    most = {"rows": limits.rows, "bytes": limits.bytes}.get(problem.kind)
    return problem.message if most is None else str(LimitError(problem.kind, most, "it was stopped"))
