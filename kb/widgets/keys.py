"""Keeps the keys pressed in a list for the list: JupyterLab would move between cells instead."""

from __future__ import annotations

from pathlib import Path

import anywidget


class KeyGuard(anywidget.AnyWidget):
    """An invisible part of a control; see `keys.js`."""

    _esm = Path(__file__).parent / "keys.js"
    _css = Path(__file__).parent / "keys.css"
