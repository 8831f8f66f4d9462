"""The knowledge base as tools for assistants, over the Model Context Protocol.

Needs the extra ``mcp``. The parts: `texts` looks passages up, `asking` answers questions about situations,
`words` says how a situation is written, `bounds` keeps answers short, `server` offers them all as tools.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kb.errors import MissingExtraError
from kb.store import Backend

__all__ = ["serve_assistant"]


def serve_assistant(store: Backend) -> None:
    """Answers an assistant on standard input and output until the input ends.

    Raises MissingExtraError without the extra ``mcp``.
    """
    try:
        server: Any = import_module("kb.assistants.server")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise MissingExtraError("mcp", "mcp") from missing
    server.make_server(store).run("stdio")
