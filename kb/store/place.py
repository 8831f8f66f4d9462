"""Where a user's knowledge base is kept when nobody says otherwise."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def default_directory() -> Path:
    """The folder for this user's knowledge base, as the operating system wants it."""
    return user_data_path("tcg-rules-kb", appauthor=False) / "store"
