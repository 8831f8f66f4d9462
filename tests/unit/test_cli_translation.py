"""The translators' verbs, from files and from the store, for people and for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

Verb = Callable[..., tuple[int, str, str]]

PAGE = """La traduction dit :
901.1. Un jeton peut avoir un contrôleur. Son propriétaire pioche deux cartes.
901.2. Seul le joueur actif peut agir. Cf. règle 901.1.
The original says:
901.1. A token must have a controller. Its owner draws two cards.
901.2. Only the active player can act. See rule 901.1.
901.3. Each spell is put on the stack by its controller.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.txt"
    path.write_text(PAGE, encoding="utf-8")
    return path


def _json(printed: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in printed.splitlines()]


def test_a_page_in_two_languages_is_compared_rule_by_rule(verb: Verb, page: Path) -> None:
    code, out, _ = verb("diverge", page, "en", "fr", "--format", "json", "--min-severity", "wording")
    found = _json(out)
    assert code == 1
    assert [(each["rule"], each["kind"]) for each in found] == [
        ("901.1", "meaning.modality"),
        ("901.3", "structure.missing_rule"),
    ]
    assert found[0]["left"]["quote"] == "must"  # type: ignore[index]
    assert found[1]["right"] is None
    assert {"severity", "newer", "detector", "confidence"} <= set(found[0])


def test_rows_of_a_file_are_counted_from_zero(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["left", "right", "left_lang", "right_lang"])
        writer.writerow(["You may draw.", "Puedes robar.", "en", "es"])
        writer.writerow(["You may draw.", "Debes robar.", "en", "es"])
    code, out, _ = verb("diverge", "--pairs", path, "--format", "json")
    assert code == 1
    assert [each["row"] for each in _json(out)] == [1]


def test_a_column_that_is_missing_is_named(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("left,right\na,b\n", encoding="utf-8")
    code, _, err = verb("diverge", "--pairs", path)
    assert code == 2
    assert "pairs.csv:1: no column 'left_lang'" in err


def test_one_side_is_not_enough(verb: Verb, page: Path) -> None:
    code, _, err = verb("diverge", page)
    assert code == 2
    assert "two sides are needed" in err


def test_findings_are_told_in_french_and_spanish(verb: Verb, page: Path) -> None:
    assert "sens changé\u00a0: pouvoir et devoir" in verb("diverge", page, "en", "fr", "--lang", "fr")[1]
    assert "sentido cambiado: poder y deber" in verb("diverge", page, "en", "fr", "--lang", "es")[1]


def test_the_page_view_names_the_language_of_each_text_and_shows_what_is_missing(
    verb: Verb, page: Path
) -> None:
    _, out, _ = verb("diverge", page, "en", "fr", "--format", "html")
    assert '<td lang="en">A token <mark>must</mark> have' in out
    assert '<td lang="fr">Un jeton <mark>peut</mark> avoir' in out
    assert '<td class="missing">missing</td>' in out


def test_two_loaded_languages_are_compared(verb: Verb, page: Path) -> None:
    verb("load", page)
    code, out, _ = verb("diverge", "en", "fr", "--format", "json", "--min-severity", "stale")
    assert code == 1
    assert {each["rule"] for each in _json(out)} == {"901.1", "901.3"}
    code, _, err = verb("diverge", "en", "es")
    assert code == 2
    assert "es" in err


def test_a_dismissed_finding_leaves_the_queue(verb: Verb, page: Path) -> None:
    verb("load", page)
    first = _json(verb("diverge", page, "en", "fr", "--format", "json")[1])[0]["id"]
    assert verb("review", page, "en", "fr", "--decide", "dismiss", "--id", first)[0] == 2
    decision = ("--decide", "dismiss", "--id", first, "--who", "Ada", "--note", "fine")
    assert verb("review", page, "en", "fr", *decision)[0] == 0
    assert str(first) not in verb("review", page, "en", "fr")[1]
    assert "dismissed, Ada  fine" in verb("review", "--log")[1]


def test_sentences_are_aligned_and_dated(verb: Verb, page: Path) -> None:
    beads = _json(verb("align", page, "en", "fr", "--format", "json")[1])
    assert [bead["shape"] for bead in beads] == ["1-1", "1-1", "1-1", "1-1", "1-0"]
    code, out, _ = verb("attribute", page, "en", "fr", "--lang", "fr")
    assert code == 0
    assert "impossible à dire" in out


def test_terms_are_found_with_their_counterparts(verb: Verb, page: Path) -> None:
    assert "Un jeton peut avoir" in verb("concordance", "token", page, "en", "fr")[1]
    assert verb("concordance", "emblem", page, "en", "fr")[0] == 1
    assert "token  1  jeton: 1" in verb("terms", page, "en", "fr", "--check")[1]
    assert "mtg.stack  stack | pile | pila" in verb("terms", "--game", "mtg")[1]


def test_a_sentence_like_a_translated_one_is_found_with_the_words_that_differ(verb: Verb, page: Path) -> None:
    code, out, _ = verb("fuzzy", "Its owner draws three cards.", page, "en", "fr")
    assert code == 0
    assert "[-two-] {+three+}" in out
    assert "Son propriétaire pioche deux cartes." in out


@pytest.mark.parametrize("form", ["tmx", "xliff", "xliff1", "po", "csv"])
def test_what_is_exported_is_imported(verb: Verb, page: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"units.{form.removesuffix('1')}"
    assert verb("export", page, "en", "fr", "--to", form, "--out", out)[0] == 0
    rows = list(csv.DictReader(io.StringIO(verb("import", out, "--dry-run", "--format", "csv")[1])))
    assert [row["key"] for row in rows] == ["901.1/1", "901.1/2", "901.2/1", "901.2/2", "901.3"]
    assert rows[1]["target"] == "Son propriétaire pioche deux cartes."


def test_what_is_imported_is_kept_and_nothing_is_replaced(verb: Verb, page: Path, tmp_path: Path) -> None:
    out = tmp_path / "units.po"
    verb("export", page, "en", "fr", "--to", "po", "--out", out)
    assert "units.po: 4 new, 0 known already; 0 of the new ones" in verb("import", out)[1]
    assert (
        "units.po : nouvelles entrées 0, déjà connues 4".replace(" :", "\u00a0:")
        in (verb("import", out, "--lang", "fr")[1])
    )
    changed = out.read_text(encoding="utf-8").replace("pioche deux cartes", "tire deux cartes")
    (tmp_path / "other.po").write_text(changed, encoding="utf-8")
    assert "other.po: 1 new, 3 known already; 1 of the new ones" in verb("import", tmp_path / "other.po")[1]
    code, found, _ = verb("fuzzy", "Its owner draws two cards.")
    assert code == 0
    assert "pioche deux cartes" in found
    assert "tire deux cartes" in found


def test_imported_terms_are_listed_as_candidates_of_their_file(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("concept,game,en,fr,es\nlantern,mtg,lantern,lanterne,farol\n", encoding="utf-8")
    assert verb("import", path)[0] == 0
    assert "mtg.lantern  lantern | lanterne | farol" in verb("terms", "--game", "mtg")[1]
    assert "lantern" not in verb("terms", "--game", "ygo")[1]


def test_the_page_view_has_heads_and_says_the_words_of_each_side_in_its_language(
    verb: Verb, page: Path
) -> None:
    out = verb("diverge", page, "en", "fr", "--format", "html", "--lang", "es")[1]
    heads = '<th scope="col">Regla</th><th scope="col">inglés</th><th scope="col">francés</th>'
    assert out.startswith('<!DOCTYPE html><html lang="es">')
    assert heads in out
    assert '(<span lang="en">must</span> / <span lang="fr">peut</span>)' in out
    assert "nunca veredictos" in out


def test_the_page_view_of_texts_that_agree_says_so(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("left,right,left_lang,right_lang\nYou may draw.,Puedes robar.,en,es\n", encoding="utf-8")
    code, out, _ = verb("diverge", "--pairs", path, "--format", "html", "--lang", "fr")
    assert code == 0
    assert "Rien n&#x27;a été trouvé." in out
    assert "<table>" not in out
