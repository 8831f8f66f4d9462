"""A knowledge base in a folder, and pushed to each of the servers that are installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from remote_servers import SERVERS, Server, Verb
from store_tools import FRENCH, bilingual, document, put

from kb.cli.application import run
from kb.cli.main import tcg_rules
from kb.store import DirectoryStore
from kb.store.pushing import push
from loaders.pipeline import load_paths


@pytest.fixture(scope="session")
def directory(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged documents and the pawn rules, in two editions."""
    folder = tmp_path_factory.mktemp("remote") / "store"
    store = DirectoryStore(folder)
    load_paths(store, [root / "ontology" / "examples" / "documents"], atomic=True)
    bilingual(store)
    put(store, document(FRENCH, "fr", edition="2021-01-01"))
    return folder


@pytest.fixture(scope="session", params=SERVERS)
def server(
    request: pytest.FixtureRequest, directory: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One of the servers, with the same knowledge base pushed to it."""
    with SERVERS[request.param](tmp_path_factory.mktemp(request.param)) as found:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in found.environment.items():
                patch.setenv(name, value)
            push(DirectoryStore(directory), found.graphs)
        yield found


@pytest.fixture
def verb(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Verb:
    """Runs one verb: its exit code, what it printed, what it said beside."""
    for name in ("TCG_RULES_LANG", "TCG_RULES_STORE"):
        monkeypatch.delenv(name, raising=False)

    def verb(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(tcg_rules, [str(argument) for argument in arguments], "tcg-rules")
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return verb
