"""The page that answers questions about a situation, with an editor, examples, and a form that writes one."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import yaml
from starlette.requests import Request
from starlette.responses import Response

from kb.endpoint.pages.rendering import page
from kb.endpoint.pages.running import read_form, run
from kb.endpoint.pool import Pool
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.ontology_files import ontology_files
from kb.store import MemoryStore

GAMES: Final = {
    "mtg": ("creature", "battlefield"),
    "ygo": ("monster", "mzone"),
    "riftbound": ("unit", "base:{owner}"),
}
"""For each game a kind of object, and the zone where one is in play."""
FIELDS: Final = ("game", "players", "object", "owner", "taker")
LONGEST: Final = 64 * 1024
_NAME: Final = 40
_SLOW_AFTER: Final = 5.0


@dataclass(slots=True)
class Asking:
    """The view that answers questions; its process is started by the first who asks."""

    settings: Settings
    _pool: Pool | None = None
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def show(self, request: Request) -> Response:
        """The editor, with an example in it, or what the form says."""
        given = {name: request.query_params.get(name, "")[:_NAME].strip() for name in FIELDS}
        example = request.query_params.get("example", "")
        text = (
            written(given)
            if given["game"] in GAMES
            else examples().get(example, next(iter(examples().values())))
        )
        return self._page(request, text, given=given)

    async def answer(self, request: Request) -> Response:
        """The answers to the questions of the situation that was sent."""
        text = ""
        try:
            form = await read_form(request, self.settings)
            text = form.get("scenario", "")
            if len(text) > LONGEST:
                raise RefusedError(413, f"a situation may have {LONGEST} letters")
            answers = await self.told(text, request.path_params["lang"])
        except RefusedError as refused:
            return self._page(request, text[:LONGEST], problem=refused)
        for each in answers:
            each["picture"] = "data:image/svg+xml," + quote(each["picture"])
        return self._page(request, text, answers=answers)

    async def told(self, situation: str, language: str) -> list[dict[str, Any]]:
        """The answers to the questions of a situation, as the process tells them.

        Raises RefusedError with the reason and the status that fits.
        """
        asked: dict[str, object] = {"scenario": situation, "language": language}
        _, data = await run(await self._ready(), asked, self.settings)
        found: list[dict[str, Any]] = json.loads(data)
        return found

    async def close(self) -> None:
        """Ends the process, if there is one."""
        if self._pool is not None:
            await self._pool.close()

    def _page(
        self,
        request: Request,
        text: str,
        *,
        answers: list[dict[str, Any]] | None = None,
        problem: RefusedError | None = None,
        given: dict[str, str] | None = None,
    ) -> Response:
        return page(
            request,
            "ask",
            request.path_params["lang"],
            status=problem.status if problem else 200,
            scenario=text,
            answers=answers,
            problem=problem.reason if problem else None,
            examples=list(examples()),
            games=list(GAMES),
            given=given or dict.fromkeys(FIELDS, ""),
        )

    async def _ready(self) -> Pool:
        async with self._starting:
            if self._pool is None:
                settings = replace(self.settings, workers=1, slow_after=_SLOW_AFTER, patience=10.0)
                pool = Pool(MemoryStore(), settings, "kb.queries.asker")
                await pool.start()
                self._pool = pool
            return self._pool


@cache
def examples() -> dict[str, str]:
    """The packaged situations by their names."""
    return {
        path.stem: path.read_text(encoding="utf-8") for path in ontology_files("examples/scenarios/*.yaml")
    }


def written(given: dict[str, str]) -> str:
    """The situation that the form says: an object, its owner, and maybe somebody who gains control of it.

    >>> print(written({"game": "mtg", "players": "Ann, Ben", "object": "ox", "owner": "Ann", "taker": "Ben"}))
    game: mtg
    players: [Ann, Ben]
    setup:
    - {id: ox, name: ox, kind: creature, owner: Ann, controller: Ann, zone: battlefield}
    events:
    - {do: gain_control, player: Ben, of: ox, until: indefinite}
    questions:
    - {ask: controller, of: ox, at: end}
    - {ask: owner, of: ox, at: end}
    <BLANKLINE>
    """
    kind, zone = GAMES[given["game"]]
    players = [name for name in (part.strip() for part in given["players"].split(",")) if name] or [
        "Ann",
        "Ben",
    ]
    owner, name = given["owner"] or players[0], given["object"] or "ox"
    of = (
        "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower()).strip(
            "-"
        )
        or "it"
    )
    thing = {
        "id": of,
        "name": name,
        "kind": kind,
        "owner": owner,
        "controller": owner,
        "zone": zone.format(owner=owner),
    }
    taken = {"do": "gain_control", "player": given["taker"], "of": of, "until": "indefinite"}
    questions = [{"ask": ask, "of": of, "at": "end"} for ask in ("controller", "owner")]
    lines = [
        f"game: {given['game']}",
        f"players: {_flow(players)}",
        "setup:",
        f"- {_flow(thing)}",
        *(["events:", f"- {_flow(taken)}"] if given["taker"] else []),
        "questions:",
        *(f"- {_flow(each)}" for each in questions),
    ]
    return "\n".join([*lines, ""])


def _flow(value: object) -> str:
    return yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10_000
    ).strip()
