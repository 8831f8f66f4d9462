"""Processor time of each kind of page on made-up editions, against a bare starlette page in the same run.

With a store of one's own in the environment variable BENCH_STORE, the same pages are timed there.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import process_time

import httpx
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

sys.path.insert(0, str(Path(__file__).parent.parent / "unit"))

from store_tools import document, put

from kb.endpoint import create_app
from kb.store import DirectoryStore

SENTENCE = "the owner of a pawn may move it when nobody else keeps its board or a card says so"
WORDS = SENTENCE.split()
PAGES = (
    "/en", "/en/search?q=owner+pawn", "/fr/search?q=\"nobody+else\"",
    "/en/search?q=owner&game=mtg&document=mtg-cr&concept=mtg.owner", "/search?q=owner&language=en",
    "/en/provision/mtg-cr/2012-02-01/109.5", "/show?name=109.5", "/en/concept/mtg.owner",
    "/en/compare?number=109.5&left=en&right=fr&left_edition=2012-02-01",
    "/en/compare?number=109.5&left=en&right=en&left_edition=2012-02-01&right_edition=2010-02-01",
    "/en/ask", "/en/sparql", "/en/edition/mtg-cr/2012-02-01", "/en/work/mtg-cr", "/en/index.html",
)  # fmt: skip


def store(directory: Path) -> DirectoryStore:
    chance = random.Random(4)
    texts = {
        f"{100 + n // 10}.{n % 10}": " ".join(chance.choices(WORDS, k=30)).capitalize() + "."
        for n in range(2000)
    }
    made = DirectoryStore(directory)
    editions = ("2010-02-01", "2012-02-01", "2019-05-03")
    put(
        made,
        *(document(texts, tag, document="mtg-cr", edition=each) for each in editions for tag in ("en", "fr")),
    )
    return made


async def times(app: Callable[..., Awaitable[None]], path: str, count: int) -> list[float]:
    found = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://pages") as client:
        for _ in range(count):
            begun = process_time()
            kind = "text/html" if path.startswith(("/en", "/fr")) else "*/*"
            answer = await client.get(path, headers={"Accept": kind})
            found.append(process_time() - begun)
            assert answer.status_code == 200, path
    return found


def test_a_page_takes_less_than_thirty_milliseconds(tmp_path: Path) -> None:
    own = os.environ.get("BENCH_STORE")
    app = create_app(DirectoryStore(Path(own)) if own else store(tmp_path))
    page = HTMLResponse("<!doctype html><title>x</title>" + "<p>text</p>" * 500)
    bare = Starlette(routes=[Route("/", lambda _: page)])
    least = median(asyncio.run(times(bare, "/", 50))) * 1000
    print(f"\na bare page: {least:.2f} ms of processor")
    slow = []
    for path in PAGES:
        asyncio.run(times(app, path, 3))
        p50 = median(asyncio.run(times(app, path, 30))) * 1000
        print(f"{path}: p50 {p50:.2f} ms of processor, {p50 / least:.1f} times a bare page")
        slow += [path] if p50 > 30 else []
    assert slow == []
