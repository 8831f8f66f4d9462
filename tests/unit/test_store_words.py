"""The index of words changes with the store, in one switch, and is made up for where there was none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from store_tools import ENGLISH, FRENCH, bilingual, document, put

from kb.errors import NotFoundError
from kb.knowledge import KnowledgeBase
from kb.model import PassageKind
from kb.queries import texts
from kb.queries.find import find
from kb.queries.passages import passages
from kb.queries.sources import remove_source
from kb.search.index import WordIndex
from kb.search.schema import FORMAT
from kb.store import DirectoryStore, finding, open_store, words
from kb.store.finding import lacks_words, words_of


def words_folder(store: DirectoryStore) -> Path:
    folder = store.snapshot().words
    assert folder is not None
    return folder


def found(store: DirectoryStore, text: str, **narrow: str) -> list[str]:
    return sorted(f"{hit.passage.language} {hit.passage.number}" for hit in find(store, text, **narrow))


def test_a_snapshot_comes_with_its_index(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    folder = words_folder(store)
    assert (folder / "format").read_text() == f"{FORMAT}\n"
    assert len(WordIndex.at(folder)) == 7
    assert found(store, "keepers") == ["en 7.1", "en 7.2", "en 7.3"]


def test_a_load_reads_only_what_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = DirectoryStore(tmp_path)
    put(store, document(ENGLISH, "en"))
    read: list[str] = []
    real = words.entries
    monkeypatch.setattr(words, "entries", lambda ask, graphs: real(ask, read.extend(graphs) or graphs))
    put(store, document(FRENCH, "fr"))
    names = {graph.rpartition("/")[2] for graph in read}
    assert "pawn-cr-2020-01-01-fr.txt" in names
    assert "pawn-cr-2020-01-01-en.txt" not in names
    assert found(store, "gardien") == ["fr 7.1", "fr 7.3"]
    assert found(store, "keeper") == ["en 7.1", "en 7.2", "en 7.3"]


def test_what_is_replaced_or_removed_is_found_no_more(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path)
    put(store, document({"1": "A pawn."}, "en", name="a.txt"))
    put(store, document({"1": "A knight."}, "en", name="a.txt"))
    assert (found(store, "pawn"), found(store, "knight")) == ([], ["en 1"])
    put(store, document({"2": "Another knight."}, "en", name="b.txt"))
    remove_source(store, "a.txt")
    assert found(store, "knight") == ["en 2"]
    assert len(WordIndex.at(words_folder(store))) == 1


def test_who_reads_an_old_snapshot_searches_its_own_index(tmp_path: Path) -> None:
    writer, reader = DirectoryStore(tmp_path), DirectoryStore(tmp_path)
    put(writer, document({"1": "A pawn."}, "en", name="a.txt"))
    old = reader.snapshot()
    index = words_of(reader)
    put(writer, document({"1": "A knight."}, "en", name="a.txt"))
    assert index is not None
    assert old.words is not None
    assert index.search("pawn").total == WordIndex.at(old.words).search("pawn").total == 1
    assert found(reader, "knight") == ["en 1"]


def test_many_sources_are_indexed_at_the_first_search_and_then_by_every_load(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path)
    put(store, *(document({"1": f"A pawn of {n}."}, "en", name=f"{n}.txt") for n in range(21)))
    assert lacks_words(store)
    assert not words_folder(store).exists()
    assert len(found(store, "pawn")) == 21
    assert not lacks_words(store)
    put(store, *(document({"1": f"A knight of {n}."}, "en", name=f"{n}.txt") for n in range(22)))
    # Who searches meanwhile never waits for an index: it is published with the texts.
    assert not lacks_words(DirectoryStore(tmp_path))
    assert len(WordIndex.at(words_folder(store))) == 22
    assert (len(found(store, "pawn")), len(found(store, "knight"))) == (0, 22)


def test_a_search_in_python_is_narrowed_down(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    put(
        store,
        document({"9": "The owner of a pawn."}, "en", edition="2021-01-01", document="board", game="ygo"),
    )
    rules = KnowledgeBase(store)

    def numbers(**narrow: str) -> list[str]:
        return [hit.passage.number for hit in rules.find("pawn", **narrow)]  # type: ignore[arg-type]

    assert len(numbers()) == 4
    assert numbers(game="ygo") == numbers(document="board") == numbers(edition="2021-01-01") == ["9"]
    assert numbers(concept="owner") == ["9"]
    assert numbers(game="ygo", document="pawn-cr") == []
    assert len(rules.find("pawn", most=2)) == 2
    with pytest.raises(NotFoundError, match="did you mean 'owner'"):
        rules.find("pawn", concept="ownr")


def test_a_load_that_fails_leaves_the_index_that_was_there(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    before = store.version
    graph = passages(store)[0].graph

    def fail() -> None:
        with store.transaction() as change:
            change.drop_graph(graph)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert store.version == before
    assert len(found(store, "keeper")) == 3
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == [before]


@pytest.mark.parametrize("harm", ["none", "half", "other format"])
def test_a_snapshot_without_a_whole_index_gets_one_when_somebody_searches(tmp_path: Path, harm: str) -> None:
    folder = words_folder(bilingual(DirectoryStore(tmp_path)))
    if harm == "other format":
        (folder / "format").write_text("0\n")
    elif harm == "half":
        (folder / "format").unlink()
    else:
        shutil.rmtree(folder)
    store = DirectoryStore(tmp_path)
    assert found(store, "keepers") == ["en 7.1", "en 7.2", "en 7.3"]
    assert len(WordIndex.at(folder)) == 7
    assert (folder / "format").read_text() == f"{FORMAT}\n"
    put(store, document({"1": "Un cavalier."}, "fr", name="c.txt"))
    assert found(store, "cavaliers") == ["fr 1"]
    assert len(WordIndex.at(words_folder(store))) == 8


def test_a_folder_that_may_not_be_written_is_searched_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "permission denied")

    folder = words_folder(bilingual(DirectoryStore(tmp_path)))
    shutil.rmtree(folder)
    monkeypatch.setattr(Path, "rename", refuse)
    assert found(DirectoryStore(tmp_path), "keepers") == ["en 7.1", "en 7.2", "en 7.3"]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["db", "readers"]


def test_an_index_that_cannot_be_written_does_not_stop_a_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "no space left on device")

    store = DirectoryStore(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr("kb.search.writing.write_index", refuse)
        bilingual(store)
    assert not words_folder(store).exists()
    assert len(passages(store)) == 7
    assert found(store, "keepers") == ["en 7.1", "en 7.2", "en 7.3"]


def test_without_the_extra_every_text_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (words, finding):
        monkeypatch.setattr(module, "is_available", lambda: False)
    store = bilingual(DirectoryStore(tmp_path))
    assert not words_folder(store).exists()
    assert found(store, "keep") == ["en 7.1", "en 7.10", "en 7.2", "en 7.3"]
    assert found(store, "gardien", language="FR") == ["fr 7.1", "fr 7.3"]
    assert found(store, "storm", game="ygo") == []
    assert find(store, "").total == 0
    assert {text.number for text in texts.texts(store)} == {"7.1", "7.2", "7.3", "7.10"}


@pytest.mark.parametrize("with_index", [True, False])
def test_a_search_can_be_narrowed_to_a_concept(monkeypatch: pytest.MonkeyPatch, with_index: bool) -> None:
    if not with_index:
        monkeypatch.setattr(finding, "is_available", lambda: False)
    store = open_store()
    put(store, document({"1": "The owner of a pawn.", "2": "A pawn."}, "en"))
    put(store, document({"1": "Le propriétaire d’un pion (pawn)."}, "fr"))
    put(store, document({"1": "El dueño: pawn."}, "en", name="wrong-language.txt", edition="2021-01-01"))
    hits = find(store, "pawn", concept="owner")
    assert sorted((h.passage.language, h.passage.number) for h in hits) == [("en", "1"), ("fr", "1")]
    assert {h.passage.kind for h in hits} == {PassageKind.RULE}


@pytest.mark.parametrize("with_index", [True, False])
def test_a_regional_form_of_a_language_is_found_under_it(
    monkeypatch: pytest.MonkeyPatch, with_index: bool
) -> None:
    if not with_index:
        monkeypatch.setattr(finding, "is_available", lambda: False)
    store = open_store()
    put(store, document({"1": "The colour."}, "en-GB"))
    assert [hit.passage.language for hit in find(store, "colour", language="EN")] == ["en-gb"]
    assert [hit.passage.language for hit in find(store, "colour", language="en_GB")] == ["en-gb"]
    assert len(find(store, "colour", language="en-us")) == 0
    assert [p.language for p in passages(store, language="en")] == ["en-gb"]


def test_very_many_passages_are_indexed_by_whoever_searches_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DirectoryStore(tmp_path)
    put(store, document(ENGLISH, "en"))
    assert not lacks_words(store)
    monkeypatch.setattr("kb.store.directory._MOST_PASSAGES", 2)
    put(store, document(FRENCH, "fr"))
    assert lacks_words(store)
    assert found(store, "gardien") == ["fr 7.1", "fr 7.3"]
    assert found(store, "keeper") == ["en 7.1", "en 7.2", "en 7.3"]
