"""What the pages show, as JSON for programs: passages, comparisons with what may diverge, answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kb.displays.divergences import Divergences
from kb.endpoint.flow import read_body
from kb.endpoint.negotiation import Form, choose, choose_language
from kb.endpoint.pages.asking import LONGEST, Asking
from kb.endpoint.pages.rendering import HEADERS, to_own_language
from kb.endpoint.pages.running import form_of
from kb.endpoint.pages.words import LANGUAGES
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.errors import InputError, KbError, NotFoundError
from kb.queries.as_records import comparison_record, passage_record
from kb.queries.parallel import Parallel, compare
from kb.queries.show import show
from kb.store import Backend
from kb.translation.diverge import diverge
from kb.translation.pairing import pair_passages

JSON: Final = Form("json", "application/json")
HTML: Final = Form("html", "text/html", ("application/xhtml+xml",))
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Programs:
    """The views for programs; a browser that comes to one of their addresses is sent to the page."""

    store: Backend
    asking: Asking
    settings: Settings

    def show(self, request: Request) -> Response:
        """The passages that a name may mean."""
        return _answered(request, lambda asked, _: self._passages(asked("name")))

    def compare(self, request: Request) -> Response:
        """A rule in two languages: both texts, notes, and what may diverge."""
        if choose(request.headers.get("accept"), (JSON, HTML)) is HTML:
            return to_own_language(request)
        return _answered(request, self._comparisons)

    async def ask(self, request: Request) -> Response:
        """The answers to the situation in the body: in a form, in JSON, or just so."""
        try:
            situation, language = await self._situation(request)
            told = await self.asking.told(situation, language)
        except RefusedError as refused:
            return JSONResponse({"error": refused.reason}, refused.status, refused.headers)
        return JSONResponse({"answers": [each["record"] for each in told]}, headers=HEADERS)

    def _passages(self, name: str) -> dict[str, object]:
        return {"passages": [passage_record(each) for each in show(self.store, name)]}

    def _comparisons(self, asked: Callable[[str], str], language: str) -> dict[str, object]:
        found = compare(
            self.store, asked("number"), asked("left"), asked("right"),
            document=asked("document") or None, edition=asked("edition") or None,
        )  # fmt: skip
        return {"comparisons": [_compared(pair, language) for pair in found]}

    async def _situation(self, request: Request) -> tuple[str, str]:
        body = await read_body(request, self.settings.body)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        given: dict[str, Any] = {}
        if kind == "application/x-www-form-urlencoded":
            # What curl sends with --data-binary is called a form, whatever it is.
            found = form_of(body)
            given = found if "scenario" in found else {}
        elif kind == "application/json":
            given = _object(body)
        text = given.get("scenario", _decoded(body) if not given else "")
        text = json.dumps(text, ensure_ascii=False) if isinstance(text, dict) else str(text)
        if len(text) > LONGEST:
            raise RefusedError(413, f"a situation may have {LONGEST} letters")
        wanted = str(given.get("language") or request.query_params.get("language") or "en")
        if wanted not in LANGUAGES:
            raise RefusedError(400, f"no language {wanted!r}; known: {', '.join(LANGUAGES)}")
        return text, wanted


def _answered(request: Request, find: Callable[[Callable[[str], str], str], dict[str, object]]) -> Response:
    if choose(request.headers.get("accept"), (JSON,)) is None:
        return PlainTextResponse("this comes as one of: application/json\n", 406, {"Vary": "Accept"})
    language = choose_language(request.headers.get("accept-language"), LANGUAGES)
    headers = {**HEADERS, "Vary": "Accept, Accept-Language"}
    try:
        found = find(lambda name: request.query_params.get(name, "")[:_LONGEST].strip(), language)
    except NotFoundError as missing:
        return JSONResponse({"error": str(missing)}, 404, headers)
    except (InputError, ValueError) as wrong:
        return JSONResponse({"error": str(wrong)}, 400, headers)
    except KbError as problem:
        return JSONResponse({"error": str(problem)}, 503, headers)
    return JSONResponse(found, headers=headers)


def _compared(pair: Parallel, language: str) -> dict[str, object]:
    record = comparison_record(pair, language)
    left, right = pair.left.passage, pair.right.passage
    if left is None or right is None:
        return {**record, "divergences": []}
    pairs = pair_passages([left], [right])
    found = Divergences(diverge(pairs, document=left.document), pairs, language)
    return {**record, "divergences": found.to_dicts()}


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as problem:
        raise RefusedError(400, f"this is not JSON: {problem}") from problem
    if not isinstance(found, dict):
        raise RefusedError(400, "this is no object with a scenario")
    return found if "scenario" in found else {"scenario": found}


def _decoded(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as problem:
        raise RefusedError(400, f"this is not UTF-8: {problem}") from problem
