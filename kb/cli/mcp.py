"""The verb mcp: the knowledge base as tools for an assistant."""

from __future__ import annotations

from pathlib import Path

import click

from kb.assistants import serve_assistant
from kb.cli.options import store_option
from kb.store import open_store


@click.command()
@store_option
def mcp(store: Path) -> None:
    """Offer the knowledge base to an assistant, as tools.

    Speaks the Model Context Protocol on standard input and output; an assistant starts it by itself.
    """
    serve_assistant(open_store(store))
