"""Files become part of a store, once, whole, and can be taken out again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import NamedNode
from store_tools import ENGLISH, FRENCH, bilingual, document, put, without_source

from kb.errors import LoadError, NotFoundError
from kb.model import Anomaly, Passage, PassageKind, Reference, Skipped, Span
from kb.namespaces import TEXT
from kb.queries.passages import passages
from kb.queries.sources import remove_source, sources
from kb.queries.works import versions
from kb.store import CATALOGUE, ONTOLOGY, Backend, open_store
from loaders.base import load_file
from loaders.pipeline import LoadStatus, load_paths
from loaders.rdf import catalogue_quads, document_quads, location_hash

RULES = """184. Keepers
184.1. A keeper keeps a pawn.
184.1.a. A pawn has one keeper.
184.2. See 184.1.a for who that is.
"""


def rules_file(folder: Path, name: str = "rules.txt", text: str = RULES) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def contents(store: Backend, graph: str | None = None) -> frozenset[str]:
    return frozenset(str(quad) for quad in store.quads(graph))


def everything() -> Passage:
    """A passage that uses every field a record has."""
    return Passage(
        "mtg", "pawn-cr", "2020-01-01", "fr", "8.1/a b", PassageKind.API, 'dit "a\tb"\nligne 2', Span(9, 11),
        ("8. Titres", "Un sous-titre"), "7.1",
        (Reference("règles 7.3 et 9", ("7.3", "9")), Reference("cf. 7.1", ("7.1",))),
        (("api", "Pawn.Keep"), ("rôle", "garder"), ("api", "Pawn.Take")),
    )  # fmt: skip


def test_what_a_loader_made_is_what_a_query_gives_back() -> None:
    store = open_store()
    made = document(FRENCH, "fr", more=(everything(),))
    put(store, made)
    assert [without_source(found) for found in passages(store)] == list(made.passages)


def test_the_same_records_give_the_same_quads_in_the_same_order() -> None:
    made = document(FRENCH, "fr", more=(everything(),))
    assert list(document_quads(made, "x:g")) == list(document_quads(made, "x:g"))
    assert list(catalogue_quads(made, "x:g", ["b", "a"])) == list(catalogue_quads(made, "x:g", ["a", "b"]))


def test_two_passages_with_one_address_are_refused_not_merged() -> None:
    other = replace(everything(), number="7.1", lines=Span(9, 9))
    twice = document(FRENCH, "fr", more=(other,))
    with pytest.raises(LoadError, match=r":9: two passages have the address .*7\.1; the other is on line 1"):
        list(document_quads(twice, "x:g"))


def test_a_language_tag_has_one_spelling_in_the_store() -> None:
    store = open_store()
    put(store, document(FRENCH, "FR"))
    assert {found.language for found in passages(store)} == {"fr"}
    assert len(passages(store, language="FR", number="7.1")) == 1


def test_a_reference_cites_a_passage_where_there_is_one_and_keeps_the_number_where_not() -> None:
    store = open_store()
    put(store, document({"7.1": "Voir.", "7.3": "Oui."}, "fr", more=(everything(),)))
    rows = store.query("""PREFIX text: <https://w3id.org/tcg-rules/text#>
        SELECT ?n ?to { GRAPH ?g { ?p text:kind "api" ; text:citesNumber ?n .
        OPTIONAL { ?p text:cites ?to . ?to text:number ?n } } } ORDER BY ?n""").rows
    assert [(n.value, to is not None) for n, to in rows if n] == [("7.1", True), ("7.3", True), ("9", False)]  # type: ignore[union-attr]


def test_a_file_is_loaded_with_its_report(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    path = rules_file(tmp_path / "in")
    (outcome,) = load_paths(store, [path])
    assert outcome.status is LoadStatus.LOADED
    assert outcome.report is not None
    (source,) = sources(store)
    assert replace(source.report, file=str(path)) == outcome.report
    assert source.name == "rules.txt"
    assert source.iri == outcome.source
    assert len(passages(store)) == outcome.report.passages > 0


def test_loading_twice_adds_nothing_and_says_so(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    path = rules_file(tmp_path / "in")
    load_paths(store, [path])
    before, version = contents(store), store.version
    (outcome,) = load_paths(store, [path])
    assert outcome.status is LoadStatus.ALREADY_THERE
    assert contents(store) == before
    assert store.version == version


def test_the_same_words_under_another_name_add_no_second_copy(tmp_path: Path) -> None:
    store = open_store()
    load_paths(store, [rules_file(tmp_path / "in")])
    count = len(passages(store))
    (outcome,) = load_paths(store, [rules_file(tmp_path / "in", "copy.txt")])
    assert outcome.status is LoadStatus.ALREADY_THERE
    assert len(passages(store)) == count


def test_a_changed_file_takes_the_place_of_what_it_was(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    path = rules_file(tmp_path / "in")
    load_paths(store, [path])
    rules_file(tmp_path / "in", text=RULES + "184.3. A late rule.\n")
    (outcome,) = load_paths(store, [path])
    assert outcome.status is LoadStatus.REPLACED
    assert len(sources(store)) == 1
    assert len(passages(store, number="184.3")) == 1
    assert len(passages(store, number="184.1")) == 1


def test_a_change_in_one_place_does_not_take_the_text_from_another(tmp_path: Path) -> None:
    store = open_store()
    here, there = rules_file(tmp_path / "a"), rules_file(tmp_path / "b")
    load_paths(store, [here, there])
    here.write_text(RULES.replace("keeps", "guards"), encoding="utf-8")
    load_paths(store, [here, there])
    assert len(sources(store)) == 2
    there.write_text(RULES.replace("keeps", "guards"), encoding="utf-8")
    (outcome,) = load_paths(store, [there])
    assert outcome.status is LoadStatus.REPLACED
    assert len(sources(store)) == 1


def test_a_folder_is_read_at_any_depth_in_order_without_hidden_files(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    rules_file(folder, "b.txt", RULES)
    rules_file(folder, "a.txt", RULES + "184.4. More.\n")
    rules_file(folder / "deep", "c.txt", RULES + "184.5. More.\n")
    rules_file(folder, ".hidden.txt", RULES + "184.6. More.\n")
    steps: list[tuple[int, int, str]] = []
    outcomes = load_paths(open_store(), [folder], progress=lambda *step: steps.append(step))
    assert [Path(outcome.file).name for outcome in outcomes] == ["a.txt", "b.txt", "c.txt"]
    assert [step[:2] for step in steps] == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_bad_file_does_not_keep_the_good_ones_out(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    good, empty = rules_file(tmp_path / "in"), rules_file(tmp_path / "in", "empty.txt", "")
    bad, loaded, missing = load_paths(store, [empty, good, tmp_path / "none.txt"])
    assert (bad.status, loaded.status, missing.status) == (
        LoadStatus.FAILED, LoadStatus.LOADED, LoadStatus.FAILED)  # fmt: skip
    assert "nothing to load" in str(bad.error)
    assert "no such file" in str(missing.error)
    assert len(sources(store)) == 1


def test_an_atomic_load_with_a_bad_file_changes_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    good, empty = rules_file(tmp_path / "in"), rules_file(tmp_path / "in", "empty.txt", "")
    with pytest.raises(LoadError, match="nothing to load"):
        load_paths(store, [good, empty], atomic=True)
    assert store.graphs() == ()


def test_removing_a_source_leaves_every_other_quad(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    put(store, document(ENGLISH, "en"))
    before = contents(store)
    put(store, document(FRENCH, "fr"))
    remove_source(store, "pawn-cr-2020-01-01-fr.txt")
    assert contents(store) == before
    assert [version.language for version in versions(store)] == ["en"]


def test_removing_what_is_not_there_names_what_is() -> None:
    store = bilingual(open_store())
    with pytest.raises(NotFoundError, match=r"did you mean 'pawn-cr-2020-01-01-fr\.txt'"):
        remove_source(store, "pawn-cr-2020-01-01-fr.text")


def test_a_name_that_two_sources_share_removes_neither(tmp_path: Path) -> None:
    store = open_store()
    put(store, document(ENGLISH, "en", name="x/rules.txt"), document(FRENCH, "fr", name="y/rules.txt"))
    with pytest.raises(NotFoundError, match=r"no single source 'rules\.txt'"):
        remove_source(store, "rules.txt")
    assert len(sources(store)) == 2
    remove_source(store, sources(store)[0].hash[:8])
    assert len(sources(store)) == 1


def test_loading_again_writes_the_same_quads(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    path = rules_file(tmp_path / "in")
    load_paths(store, [path])
    before = contents(store)
    (outcome,) = load_paths(store, [path], again=True)
    assert outcome.status is LoadStatus.REPLACED
    assert contents(store) == before


def test_the_store_does_not_tell_the_folders_of_its_user(tmp_path: Path) -> None:
    store = open_store()
    folder = tmp_path / "private-folder"
    path = rules_file(folder)
    load_paths(store, [path])
    assert not any("private-folder" in quad for quad in contents(store))
    assert any(location_hash(path) in quad for quad in contents(store, CATALOGUE))


def test_the_ontology_comes_with_the_first_load_and_only_then(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store")
    load_paths(store, [rules_file(tmp_path / "in")])
    before = contents(store, ONTOLOGY)
    assert any("text#Passage" in quad for quad in before)
    load_paths(store, [rules_file(tmp_path / "in", "b.txt", RULES + "184.4. More.\n")])
    assert contents(store, ONTOLOGY) == before


@pytest.mark.shared
def test_the_real_documents_come_back_as_their_loaders_made_them(shared: Path) -> None:
    store = open_store()
    for path in sorted((shared / "seeds").glob("*.txt")):
        loaded = load_file(path)
        put(store, loaded)
        found = [passage for passage in passages(store) if passage.source == path.name]
        assert sorted(map(without_source, found), key=lambda p: p.iri) == sorted(
            loaded.passages, key=lambda p: p.iri
        )


def test_every_word_of_ours_in_the_store_is_in_the_ontology(root: Path) -> None:
    store = open_store()
    skipped = Skipped(Span(1, 2), "chrome")
    made = document(FRENCH, "fr", more=(everything(),))
    anomaly = Anomaly(Span(3, 3), "odd", "something odd")
    report = replace(made.report, skipped=(skipped,), anomalies=(anomaly,), dangling=("fr 7.1: 9",))
    put(store, replace(made, report=report, concepts=((everything().iri, "x:concept"),)))
    said = {term.value for quad in store.quads() for term in (quad.predicate, quad.object) if is_ours(term)}
    defined = rdflib.Graph().parse(root / "ontology" / "text.ttl")
    assert said - {str(subject) for subject in defined.subjects()} == set()


def is_ours(term: object) -> bool:
    return isinstance(term, NamedNode) and term.value.startswith(TEXT)
