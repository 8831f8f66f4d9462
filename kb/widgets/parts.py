"""What the controls are made of: boxes that show themselves without widgets too, and labelled inputs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape
from typing import Any, Final

import ipywidgets as w

from kb.widgets.keys import KeyGuard

FULL: Final = {"width": "100%"}
_TAG: Final = re.compile(r"<[^>]+>")


class Control(w.VBox):  # type: ignore[misc]
    """A box of widgets. Where widgets are off, it shows what `snapshot` gives."""

    def __init__(self, children: Sequence[w.Widget], language: str) -> None:
        super().__init__((*children, KeyGuard()), layout=w.Layout(width="100%", max_width="70em"))
        self.add_class("tcg-control")
        self.language = language

    def snapshot(self) -> str:
        """What it shows now, as HTML without any control."""
        raise NotImplementedError

    def plain(self) -> str:
        """What it shows now, as plain text."""
        return re.sub(r"\s*\n\s*", "\n", unescape(_TAG.sub("\n", self.snapshot()))).strip()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if not isinstance(bundle, dict):
            return bundle
        return {**bundle, "text/html": self.snapshot(), "text/plain": self.plain()}


def text(label: str, hint: str = "", value: str = "") -> w.Text:
    """A line to type in; `value` follows every key."""
    return w.Text(value, description=label, placeholder=hint, style=_WIDE, layout=w.Layout(**FULL))


def choice(label: str, options: Sequence[Any], value: Any = None) -> w.Dropdown:
    """A list to choose one from; options are values or (label, value) pairs."""
    made = w.Dropdown(options=options, description=label, style=_WIDE, layout=w.Layout(width="auto"))
    if value is not None:
        made.value = value
    return made


def several(label: str, options: Sequence[Any]) -> w.SelectMultiple:
    """A list to choose any number from."""
    return w.SelectMultiple(
        options=options, description=label, rows=min(4, max(2, len(options))), style=_WIDE
    )


def entries(label: str, rows: int = 8) -> w.Select:
    """A list of findings; arrow keys walk it."""
    return w.Select(options=(), description=label, rows=rows, style=_WIDE, layout=w.Layout(**FULL))


def button(label: str, style: str = "") -> w.Button:
    """A button, as wide as its label."""
    return w.Button(description=label, button_style=style, layout=w.Layout(width="auto"))


def html(value: str = "") -> w.HTML:
    """A piece of HTML that we made, wide enough to read and scrolled where it is wider."""
    return w.HTML(value, layout=w.Layout(width="100%", overflow="auto"))


def row(*parts: w.Widget) -> w.HBox:
    """Widgets side by side, wrapped where the window is narrow."""
    return w.HBox(parts, layout=w.Layout(flex_flow="row wrap", align_items="flex-end"))


def problem(error: Exception) -> str:
    """What went wrong, as HTML: escaped, with its line breaks, announced by screen readers."""
    said = "<br>".join(escape(line) for line in str(error).splitlines())
    return f'<p role="alert"><strong>⚠</strong> {said}</p>'


def note(said: str) -> str:
    """A short message that screen readers announce without interrupting."""
    return f'<p role="status">{escape(said)}</p>'


_WIDE: Final = {"description_width": "initial"}
