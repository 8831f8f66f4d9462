"""A knowledge base over HTTP: SPARQL 1.1 Protocol, read-only, safe to show to strangers.

Needs the extra ``serve``. The parts: `protocol` reads requests, `negotiation` chooses the form of the answer,
`pool` runs queries in processes that can be stopped, `app` puts them together, `server` listens.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kb.endpoint.settings import Settings
from kb.errors import MissingExtraError
from kb.store import Backend

if TYPE_CHECKING:
    from starlette.applications import Starlette

_EXTRA: Final = ("starlette", "uvicorn")

__all__ = ["Settings", "create_app", "serve"]


def create_app(store: Backend, settings: Settings | None = None) -> Starlette:
    """The ASGI application that answers for `store`; for a server of one's own.

    Raises MissingExtraError without the extra ``serve``.
    """
    app: Starlette = _part("app").create_app(store, settings or Settings())
    return app


def serve(
    directory: Path | str, host: str = "127.0.0.1", port: int = 7878, settings: Settings | None = None
) -> None:
    """Answers SPARQL at ``http://HOST:PORT/sparql`` about the store in `directory`, until it is interrupted.

    Raises StoreError when the directory is something else than a store, MissingExtraError without the extra
    ``serve``.
    """
    _part("server").serve(Path(directory), host, port, settings or Settings())


def _part(name: str) -> Any:
    try:
        return import_module(f"kb.endpoint.{name}")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in _EXTRA:
            raise
        raise MissingExtraError(package, "serve") from missing
