"""The verbs show, find and compare, on texts of our own."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kb.store import open_store
from loaders.pipeline import load_paths

Verb = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def store(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds the packaged documents; the tests only read it."""
    folder = tmp_path_factory.mktemp("texts") / "store"
    load_paths(open_store(folder), [root / "ontology" / "examples" / "documents"], atomic=True)
    return folder


@pytest.fixture
def loaded(verb: Verb, store: Path, monkeypatch: pytest.MonkeyPatch) -> Verb:
    """The command line on that store."""
    monkeypatch.setenv("TCG_RULES_STORE", str(store))
    return verb


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def test_show_gives_a_rule_in_every_language_with_its_place_and_its_references(loaded: Verb) -> None:
    code, out, _ = loaded("show", "950.1")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "950.1  (mtg-cr, edition undated, English; lanternes-fr-en.txt, line 12)"
    assert "950.1  (mtg-cr, edition undated, French; lanternes-fr-en.txt, line 4)" in lines
    assert lines.count("  refers to 950.3") == 2


def test_show_says_which_loaded_language_lacks_the_rule(loaded: Verb) -> None:
    code, out, _ = loaded("show", "950.2")
    assert code == 0
    assert out.splitlines()[-1] == "950.2 is absent in French"


def test_show_of_a_language_that_lacks_the_rule_says_so_and_is_a_finding(loaded: Verb) -> None:
    assert loaded("show", "950.2", "--lang", "fr") == (1, "950.2 manque en français\n", "")
    assert loaded("show", "950.2", "--lang", "es") == (1, "950.2 falta en español\n", "")


def test_show_takes_the_words_that_tell_a_passage_apart(loaded: Verb) -> None:
    out = loaded("show", "mtg-cr", "fr", "950.1", "--format", "json")[1]
    assert [json.loads(line)["language"] for line in out.splitlines()] == ["fr"]


def test_show_below_adds_what_belongs_to_the_passage(verb: Verb, tmp_path: Path) -> None:
    page = tmp_path / "beacons.txt"
    page.write_text(
        "Back to 100\n\n984. Beacons\n\n984.1. A beacon is lit by units.\n\n"
        "984.1.a. A lit beacon has a keeper.\n"
        "984.1.b. Nobody keeps an unlit beacon.\n\n984.2. Beacons burn at battlefields.\n\nBack to Home\n",
        encoding="utf-8",
    )
    assert verb("load", page)[0] == 0
    below = verb("show", "984.1", "--below", "--format", "json")[1]
    assert [json.loads(line)["number"] for line in below.splitlines()] == ["984.1", "984.1.a", "984.1.b"]
    assert len(verb("show", "984.1", "--format", "json")[1].splitlines()) == 1


def test_show_of_an_unknown_number_names_the_near_ones(loaded: Verb) -> None:
    code, out, err = loaded("show", "950.55")
    assert (code, out) == (2, "")
    assert err.startswith("tcg-rules: no passage '950.55'; did you mean '950.5'")


def test_json_and_csv_of_show_carry_the_key_the_lines_and_the_iri(loaded: Verb) -> None:
    [record] = [json.loads(line) for line in loaded("show", "950.2", "--format", "json")[1].splitlines()]
    [row] = csv.DictReader(StringIO(loaded("show", "950.2", "--format", "csv")[1]))
    assert list(row) == list(record)
    assert record["iri"] == "https://w3id.org/tcg-rules/passage/mtg-cr/undated/en/950.2"
    assert (record["first_line"], record["game"], record["kind"]) == (15, "mtg", "rule")


def test_find_ignores_accents_and_capitals(loaded: Verb) -> None:
    code, out, _ = loaded("find", "PROPRIETAIRE", "lanterne", "--format", "json")
    assert code == 0
    assert {json.loads(line)["number"] for line in out.splitlines()} == {"950.1a", "950.3b"}


def test_find_keeps_words_in_quotes_together(loaded: Verb) -> None:
    assert "950.1a" in loaded("find", "unlit lantern")[1]
    assert loaded("find", '"lantern unlit"')[0] == 1


def test_find_is_narrowed_by_language_document_and_game(loaded: Verb) -> None:
    def found(*options: str) -> set[str]:
        out = loaded("find", "lanter*".rstrip("*"), "--format", "json", *options)[1]
        return {json.loads(line)["language"] for line in out.splitlines()}

    assert found() == {"en", "fr"}
    assert found("--lang", "en") == {"en"}
    assert found("--document", "no-such-document") == set()
    assert found("--game", "ygo") == set()


def test_find_says_when_it_shows_only_some(loaded: Verb) -> None:
    out = loaded("find", "lantern", "--most", "2", "--lang", "en")[1]
    assert out.splitlines()[-1].startswith("2 of ")


def test_find_without_a_hit_says_so_and_is_a_finding(loaded: Verb) -> None:
    assert loaded("find", "zzz") == (1, "nothing found for “zzz”\n", "")
    assert loaded("find", "zzz", "--lang", "fr")[1] == "rien trouvé pour «\u00a0zzz\u00a0»\n"


def test_compare_shows_both_texts_and_what_stands_out(loaded: Verb) -> None:
    code, out, _ = loaded("compare", "950.3", "fr", "en")
    assert code == 1
    text = _squeezed(out)
    assert text.index("au plus 2 lanternes") < text.index("up to 3 lanterns")
    assert "* only the French text has the number 2" in text
    assert "* only the English text has the number 3" in text


def test_compare_says_that_a_side_is_absent_and_where_its_source_leaves_something_out(loaded: Verb) -> None:
    code, out, _ = loaded("compare", "950.2", "fr", "en", "--lang", "fr")
    assert code == 1
    assert "950.2 manque en français" in out
    assert "omet quelque chose entre 950.1a et 950.3" in _squeezed(out)


def test_compare_finds_a_reference_that_only_one_side_has(loaded: Verb) -> None:
    [record] = [
        json.loads(line)
        for line in loaded("compare", "950.5", "fr", "en", "--format", "json")[1].splitlines()
    ]
    assert record["cited_only_left"] == ["950.4"]
    assert record["cited_only_right"] == ["950.2"]
    assert (record["left"]["language"], record["right"]["language"]) == ("fr", "en")


def test_compare_of_texts_that_agree_is_exit_code_0(loaded: Verb) -> None:
    assert loaded("compare", "950.3b", "fr", "en")[0] == 0


def test_compare_of_an_unknown_number_names_the_near_ones(loaded: Verb) -> None:
    code, _, err = loaded("compare", "950.33", "fr", "en")
    assert code == 2
    assert "no passage '950.33'; did you mean '950.3'" in err


def test_the_four_real_documents_are_accounted_for_line_by_line(verb: Verb, shared: Path) -> None:
    code, out, _ = verb("load", *sorted((shared / "seeds").iterdir()), "--format", "json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    documents = [record["document"] for record in records]
    assert documents == ["edopro-guide", "rift-cr", "mtg-cr", "ygo-wiki-control"]
    assert all(record["lines"] == record["accounted"] for record in records)


def test_a_real_rule_that_one_language_lacks_is_said_to_be_absent(verb: Verb, shared: Path) -> None:
    verb("load", *(shared / "seeds").iterdir())
    assert "110.2 is absent in French" in verb("show", "110.2")[1]
    code, out, _ = verb("compare", "110.2", "fr", "en")
    assert code == 1
    assert "110.2 is absent in French" in out
