"""YASGUI on the SPARQL page: the editor of others, served from here where somebody has brought it.

It is not part of this project. ``make yasgui`` puts its two files beside this one; a folder with them may
also be named in the settings. The page is the plain one where they are not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from kb.endpoint.pages.rendering import HEADERS, POLICY

WITH_SCRIPT: Final = f"{POLICY}; script-src 'self'; connect-src 'self'"
"""What the page may do with it: run scripts from here, and ask nobody else."""
_OURS: Final = "yasgui-start.js"
_THEIRS: Final = {"yasgui.min.js": "text/javascript", "yasgui.min.css": "text/css"}


@dataclass(frozen=True, slots=True)
class Editor:
    """The files of YASGUI in a folder; by default the one beside the pages."""

    folder: Path | None = None

    @property
    def is_there(self) -> bool:
        """Whether the page can use it."""
        return all((self._home / name).is_file() for name in _THEIRS)

    @property
    def _home(self) -> Path:
        return self.folder or Path(str(files("kb.endpoint.pages"))) / "yasgui"

    def file(self, request: Request) -> Response:
        """One of its files, or our own that starts it; nothing else from that folder."""
        name = request.path_params["name"]
        headers = {**HEADERS, "Cache-Control": "max-age=3600"}
        if name == _OURS:
            text = files("kb.endpoint.pages").joinpath(_OURS).read_text(encoding="utf-8")
            return Response(text, media_type="text/javascript", headers=headers)
        if name in _THEIRS and self.is_there:
            return FileResponse(self._home / name, media_type=_THEIRS[name], headers=headers)
        return PlainTextResponse("there is no such file\n", 404)
