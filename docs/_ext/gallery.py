"""Writes the gallery: what the lines of code shown there display, run while the site is built.

The pages are written into `docs/gallery`, which is not kept: each picture is made anew from packaged data.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
START = """\
import kb

rules = kb.load("ontology/examples/documents", store=None)
table = (
    rules.scenario("mtg", "Ann", "Ben", "Cleo")
    .permanent("ox", owner="Ann", kind="creature")
    .permanent("leash", owner="Ben", kind="aura", attached_to="ox", static_control="attached")
    .gain_control("Cleo", "ox", until="end_of_turn")
    .end_turn("Cleo")
)
"""


@dataclass(frozen=True)
class Picture:
    """A display: the line that makes it, and what it shows."""

    title: str
    line: str
    says: str


PICTURES = (
    Picture(
        "An answer, with its reasons",
        'rules.who_controls("ox", table, at="after:1")',
        "The value, then the derivation, folded by level, what else speaks about it, and what was assumed.",
    ),
    Picture(
        "The same reasons, as a picture",
        'rules.who_controls("ox", table, at="after:1").picture()',
        "An SVG to keep or to send: each box rests on those below it; dashed ones are given, red ones lost.",
    ),
    Picture(
        "Who controls what, and when",
        "rules.timeline(table)",
        "A lane for each object, a bar for each stretch under one player, named by the effect that decides.",
    ),
    Picture(
        "The table as it stands",
        'rules.board(table, at="after:1")',
        "Each player's side; what is under another player's control than its owner's says whose it is.",
    ),
    Picture(
        "What changed in which edition",
        'rules.changes(section="1")',
        "Chapters down, editions across; the darker, the more rules are new, gone, moved or edited.",
    ),
    Picture(
        "One word in three games",
        'rules.concept("owner")',
        "The concepts that a word stands for in each game, and the links between them, false friends marked.",
    ),
    Picture(
        "A rule, with what rests on it",
        'rules.rule("950.3")',
        "The text in each language and edition, what it cites, what cites it, and the encoded rules on it.",
    ),
    Picture(
        "What is loaded in which language",
        "rules.coverage()",
        "How many passages of each document there are in each language, edition by edition.",
    ),
    Picture(
        "Where two languages disagree",
        'rules.diverge("en", "fr")',
        "What differs, how grave it is, and the words of both texts that show it.",
    ),
)


def write(folder: Path) -> Path:
    """The page with every picture, written into a folder; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        names: dict[str, Any] = {}
        exec(START, names)
        parts = [_part(picture, eval(picture.line, names)) for picture in PICTURES]
    finally:
        os.chdir(before)
    page = folder / "index.md"
    page.write_text(HEAD + "\n".join(parts), encoding="utf-8")
    return page


HEAD = f"""\
# Gallery

What results look like in a notebook. Every picture on this page was made by the line above it when this
site was built, from data that comes with the project. All of them begin with:

```python
{START}```

"""


def _part(picture: Picture, shown: Any) -> str:
    return (
        f"## {picture.title}\n\n{picture.says}\n\n```python\n{picture.line}\n```\n\n"
        f"```{{raw}} html\n<div class='picture'>\n{_html(shown)}\n</div>\n```\n"
    )


def _html(shown: Any) -> str:
    if isinstance(shown, str):  # an SVG
        return shown
    if hasattr(shown, "_repr_mimebundle_"):
        bundle = shown._repr_mimebundle_(None, None)
        html = (bundle[0] if isinstance(bundle, tuple) else bundle).get("text/html")
        if html:
            return "\n".join(line for line in str(html).splitlines() if line.strip())
    return "\n".join(line for line in str(shown._repr_html_()).splitlines() if line.strip())


def setup(app: Any) -> dict[str, bool]:
    """Writes the page before Sphinx looks which pages there are."""
    app.connect("builder-inited", lambda app: write(Path(app.srcdir) / "gallery"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
