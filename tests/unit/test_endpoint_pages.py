"""The pages of a served knowledge base: languages, escaping, dereferencing, limits, and who can read them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from endpoint_tools import served
from page_tools import Page
from pyoxigraph import Literal, RdfFormat, parse
from store_tools import bilingual, document, put

from kb.endpoint import Settings
from kb.endpoint.pages.words import LANGUAGES, sentences
from kb.ontology_files import ontology_files
from kb.queries.sandbox import Limits
from kb.store import DirectoryStore
from loaders.pipeline import load_paths

EVERY_PAGE = (
    "", "/search", "/search?q=gardien", "/search?q=nosuchword", "/provision/pawn-cr/2020-01-01/7.1",
    "/passage/pawn-cr/2020-01-01/fr/7.3", "/concept/mtg.battlefield", "/compare",
    "/compare?number=7.3&left=fr&right=en", "/compare?number=7.1&left=en&right=en&right_edition=2021-01-01",
    "/ask", "/sparql", "/work/pawn-cr", "/edition/pawn-cr/2020-01-01/fr", "/work/nothing", "/concept/nothing",
)  # fmt: skip
WICKED = "<script>alert(1)</script> & \"quotes\" 'single'"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    directory = tmp_path_factory.mktemp("pages")
    store = bilingual(DirectoryStore(directory))
    put(
        store,
        document(
            {"7.1": "A pawn has one keeper. See rule 7.2.", "9.1": "A pawn."}, "en", edition="2021-01-01"
        ),
    )
    put(store, document({"7.1": "The colour of a pawn."}, "en-GB", document="british"))
    put(store, document({"a b+c%20d": WICKED, "2": "Second."}, "fr", document="odd"))
    load_paths(store, ontology_files("examples/documents/*.txt"))
    plain = Settings(yasgui=directory / "nowhere")
    with served(directory, plain) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield client


def get(site: httpx.Client, path: str, **headers: str) -> httpx.Response:
    return site.get(path, headers={"Accept": "text/html", **headers})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", EVERY_PAGE)
def test_every_page_can_be_read_by_anybody_and_reaches_nowhere(
    site: httpx.Client, path: str, lang: str
) -> None:
    answer = get(site, f"/{lang}{path}")
    assert answer.status_code == (404 if "nothing" in path else 200)
    page = Page(answer.text)
    assert page.all("html")[0].attributes["lang"] == answer.headers["content-language"] == lang
    assert len(page.all("h1")) == len(page.all("main", id="content")) == len(page.all("title")) == 1
    assert page.all("a", class_="skip")[0].attributes["href"] == "#content"
    assert all(nav.attributes["aria-label"] for nav in page.all("nav"))
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    labelled = {label.attributes["for"] for label in page.all("label")}
    assert {f.attributes["id"] for n in ("input", "select", "textarea") for f in page.all(n)} == labelled
    for element in page.elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert element.attributes.get(name) in (None, *ids)
        assert "style" not in element.attributes
        assert not [name for name in element.attributes if name.startswith("on")]
    assert not page.all("script")
    sources = [*page.all("link", rel="stylesheet"), *page.all("img")]
    assert all(re.match(r"/[^/]|data:", s.attributes.get("href") or s.attributes["src"]) for s in sources)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [
        ("fr", "fr"),
        ("es-MX, en;q=0.5", "es"),
        ("de", "en"),
        ("", "en"),
        ("en;q=0, fr;q=0.1", "fr"),
        ("*", "en"),
    ],
)
def test_an_address_without_a_language_leads_to_the_one_preferred(
    site: httpx.Client, wanted: str, lang: str
) -> None:
    for path in ("/", "/search?q=a%20b%2Bc", "/ask", "/passage/pawn-cr/2020-01-01/fr/7.1"):
        answer = get(site, path, **{"Accept-Language": wanted})
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/{lang}{'' if path == '/' else path}"
        assert "Accept-Language" in answer.headers["vary"]


def test_texts_stand_in_their_own_language_and_sentences_in_that_of_the_page(site: httpx.Client) -> None:
    page = Page(get(site, "/es/search?q=pion").text)
    assert {element.language for element in page.all("p", class_="text")} == {"fr"}
    assert {element.language for name in ("h1", "label", "button") for element in page.all(name)} == {"es"}
    page = Page(get(site, "/fr/provision/pawn-cr/2020-01-01/7.3").text)
    assert [element.language for element in page.all("p", class_="text")] == ["fr", "en"]


def test_a_text_that_is_missing_in_the_language_of_the_page_is_shown_in_another_and_says_so(
    site: httpx.Client,
) -> None:
    seen = {get(site, "/es/provision/pawn-cr/2020-01-01/7.1").text for _ in range(3)}
    assert len(seen) == 1, "the language that stands in changes"
    page = Page(seen.pop())
    assert page.texts("p", class_="notice") == ["Aquí no hay texto en español; lo que sigue está en inglés."]
    assert [e.language for e in page.all("p", class_="text")][:2] == ["en", "fr"]
    assert page.texts("span", class_="tag other")[:2] == ["inglés", "francés"]
    assert not Page(get(site, "/en/provision/pawn-cr/2020-01-01/7.1").text).all("p", class_="notice")


def test_a_rule_that_only_one_language_has_is_found_and_shown_in_every_interface(site: httpx.Client) -> None:
    for lang in LANGUAGES:
        assert "A pawn off the board" in get(site, f"/{lang}/provision/pawn-cr/2020-01-01/7.2").text
        assert "7.2" in Page(get(site, f"/{lang}/search?q=board").text).texts("b")


def test_a_regional_text_is_found_under_its_language_and_needs_no_notice(site: httpx.Client) -> None:
    assert Page(get(site, "/fr/search?q=colour&language=EN").text).texts("b") == ["7.1"]
    assert not Page(get(site, "/en/provision/british/2020-01-01/7.1").text).all("p", class_="notice")


def test_the_rule_page_says_what_cites_it_and_leads_on(site: httpx.Client) -> None:
    page = Page(get(site, "/en/provision/pawn-cr/2020-01-01/7.3").text)
    facts = dict(zip(page.texts("dt"), page.texts("dd"), strict=True))
    assert facts["It is cited by"] == "7.1"
    page = Page(get(site, "/en/provision/pawn-cr/2020-01-01/7.1").text)
    assert dict(zip(page.texts("dt"), page.texts("dd"), strict=True))["It cites"] == "7.2 7.3"
    assert "2021-01-01" in page.texts("summary")
    for link in {a.attributes["href"] for a in page.all("a")} - {"#content"}:
        assert site.get(link, headers={"Accept": "*/*"}, follow_redirects=True).status_code == 200, link


def test_an_encoded_rule_stands_only_under_the_edition_in_which_it_is_that_rule(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path)
    for edition in ("2010-02-01", "2026-08-07"):
        put(
            store,
            document({"110.2": "Made up.", "110.5a": "Made up."}, "en", document="mtg-cr", edition=edition),
        )
    with served(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        found = {
            (edition, number): Page(client.get(f"/en/provision/mtg-cr/{edition}/{number}").text).texts(
                "ul", class_="rules"
            )
            for edition in ("2010-02-01", "2026-08-07")
            for number in ("110.2", "110.5a")
        }
    assert "mtg-controller" in str(found["2026-08-07", "110.2"])
    assert "token" in str(found["2010-02-01", "110.5a"])
    assert found["2026-08-07", "110.5a"] == []


def test_the_first_page_lists_what_is_loaded_by_game_and_document(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    for year in range(2001, 2009):
        put(store, document({"1": "A pawn."}, "en", edition=f"{year}-01-01", document="many"))
    put(store, *(document({"1": "A."}, tag, game="ygo", document="cards") for tag in ("zh-hans", "zh-hant")))
    with served(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        page = Page(client.get("/fr").text)
        found = Page(client.get("/fr/search?q=pawn&game=ygo").text)
    assert page.texts("h3") == ["Magic\u00a0: l'Assemblée".replace("\u00a0", " "), "Yu-Gi-Oh!"]
    assert page.texts("summary") == ["8 éditions, de 2001-01-01 à 2008-01-01"]
    assert "2020-01-01 anglais, français" in page.texts("li")
    assert page.texts("li")[-1].endswith("chinois")
    assert not page.texts("li")[-1].endswith("chinois, chinois")
    chosen = [o.attributes["value"] for o in found.all("option") if "selected" in o.attributes]
    assert chosen == ["ygo"]


def test_sources_that_say_the_same_in_another_edition_are_shown_once(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    for name in ("one.txt", "two.txt"):
        put(store, document({"7.1": "Nobody keeps it."}, "en", edition="2019-01-01", name=name))
    with served(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        page = Page(client.get("/en/provision/pawn-cr/2020-01-01/7.1").text)
    assert page.texts("p").count("Nobody keeps it.") == 1


def test_words_are_marked_and_a_misspelt_search_gets_a_better_one(site: httpx.Client) -> None:
    page = Page(get(site, "/fr/search?q=gardien+pion&language=fr").text)
    assert set(page.texts("mark")) == {"gardien", "pion"}
    page = Page(get(site, "/fr/search?q=gardjen").text)
    (better,) = [a for a in page.all("a") if a.text == "gardien"]
    assert Page(get(site, f"/fr/search{better.attributes['href']}").text).texts("b")


def test_accents_and_capitals_make_no_difference_to_a_search(site: httpx.Client) -> None:
    found = [
        set(Page(get(site, f"/en/search?q={words}").text).texts("b"))
        for words in ("regle", "RÈGLE", "r%C3%A8gle")
    ]
    assert found[0] == found[1] == found[2] != set()


@pytest.mark.parametrize(
    "path",
    [
        "/fr/search?q={}",
        "/fr/sparql?query={}",
        "/fr/ask?game=mtg&object={}",
        "/fr/work/{}",
        "/fr/compare?number={}&left=fr&right=en",
        "/fr/concept/{}",
    ],
)
def test_what_strangers_type_is_never_markup(site: httpx.Client, path: str) -> None:
    answer = get(site, path.format("%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27"))
    assert answer.status_code in (200, 404)
    assert "<script" not in answer.text
    Page(answer.text)


def test_what_texts_say_is_never_markup_and_a_number_may_be_anything(site: httpx.Client) -> None:
    page = Page(get(site, "/fr/search?q=alert").text)
    assert page.texts("p", class_="text") == [WICKED]
    (link,) = [a.attributes["href"] for a in page.all("a") if a.text == "a b+c%20d"]
    assert link == "/fr/passage/odd/2020-01-01/fr/a%20b%2Bc%2520d"
    shown = Page(get(site, link).text)
    assert shown.texts("p", class_="text") == [WICKED]
    assert not shown.all("script")


def test_an_iri_gives_what_the_client_wants(site: httpx.Client) -> None:
    path = "/passage/pawn-cr/2020-01-01/fr/7.3"
    forms = {
        "text/turtle": RdfFormat.TURTLE, "application/n-triples": RdfFormat.N_TRIPLES,
        "application/ld+json": RdfFormat.JSON_LD, "application/rdf+xml": RdfFormat.RDF_XML,
    }  # fmt: skip
    graphs = []
    for media_type, form in forms.items():
        answer = site.get(path, headers={"Accept": f"image/png, {media_type};q=0.9, text/html;q=0.2"})
        assert answer.headers["content-type"].startswith(media_type)
        assert "Accept" in answer.headers["vary"]
        graphs.append({quad.triple for quad in parse(answer.content, format=form)})
    assert graphs[0] == graphs[1] == graphs[2] == graphs[3]
    content = [t.object for t in graphs[0] if t.predicate.value.endswith("#content")]
    assert [(c.language, "gardien" in c.value) for c in content if isinstance(c, Literal)] == [("fr", True)]
    assert f"https://w3id.org/tcg-rules{path}" in {getattr(t.subject, "value", "") for t in graphs[0]}


def test_json_ld_keeps_the_tags_of_languages(site: httpx.Client) -> None:
    answer = site.get("/passage/pawn-cr/2020-01-01/fr/7.3", headers={"Accept": "application/ld+json"})
    assert '"@language":"fr"' in json.dumps(answer.json(), separators=(",", ":"))


@pytest.mark.parametrize("accept", ["image/png", "text/plain;q=0", "text/turtle;q=0, application/json;q=0"])
def test_what_cannot_be_given_is_refused_and_not_replaced(site: httpx.Client, accept: str) -> None:
    assert site.get("/work/pawn-cr", headers={"Accept": accept}).status_code == 406
    assert site.get("/search?q=pion", headers={"Accept": "image/png"}).status_code == 406


def test_an_iri_of_nothing_is_not_found_in_any_form(site: httpx.Client) -> None:
    assert site.get("/passage/pawn-cr/2020-01-01/fr/99", headers={"Accept": "text/turtle"}).status_code == 404
    assert get(site, "/fr/passage/pawn-cr/2020-01-01/fr/99").status_code == 404
    assert get(site, "/fr/passage/pawn-cr/2020-01-01/de/7.1").status_code == 404
    assert site.get("/work/a%3Eb%20%22", headers={"Accept": "text/turtle"}).status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_of_nothing_names_what_is_near_and_not_everything(site: httpx.Client, lang: str) -> None:
    answer = get(site, f"/{lang}/core/class/Tokens.html")
    page = Page(answer.text)
    assert answer.status_code == 404
    assert page.all("html")[0].attributes["lang"] == lang
    assert f"/{lang}/core/class/Token.html" in [link.attributes["href"] for link in page.all("a")]
    for path in (f"/{lang}/nothing/like/it", "/nothing", f"/{lang}/rule/none"):
        for accept in ("text/html", "text/plain", "*/*"):
            missing = site.get(path, headers={"Accept": accept, "Accept-Language": lang})
            assert missing.status_code == 404, path
            assert len(missing.content) < 2_500, path
            assert ("<html" in missing.text) == (accept == "text/html")


def test_an_iri_is_decoded_once(site: httpx.Client) -> None:
    turtle = site.get("/passage/odd/2020-01-01/fr/a%20b%2Bc%2520d", headers={"Accept": "text/turtle"})
    assert turtle.status_code == 200
    assert '"a b+c%20d"' in turtle.text


def test_a_search_answers_programs_with_paths_siblings_and_marks(site: httpx.Client) -> None:
    answer = site.get("/search", params={"q": "gardien", "language": "fr", "document": "pawn-cr"}).json()
    assert (answer["total"], answer["suggestion"]) == (2, None)
    hit = answer["hits"][0]
    assert [hit["text"][a:b].lower() for a, b in hit["marks"]] == ["gardien"]
    assert (hit["heading"], hit["language"], hit["siblings"]) == (["7. Pawns"], "fr", [])
    assert site.get("/search", params={"q": "x", "concept": "nosuchconcept"}).status_code == 400
    assert site.get("/search", params={"q": "pawn", "most": "1"}).json()["hits"].__len__() == 1


def test_the_form_of_a_comparison_says_the_languages_that_are_shown(site: httpx.Client) -> None:
    for asked in ("number=7.1", "number=7.1&left=fr", "number=7.3&left=fr&right=en", "number=7.3&right=fr"):
        text = get(site, f"/es/compare?{asked}").text
        shown = re.findall(r'<p lang="(\w\w)" class="text"', text)
        assert len(shown) == 2
        assert re.findall(r'<option value="(\w\w)" selected', text) == shown, asked
    text = get(site, "/fr/compare").text
    assert re.findall(r'<option value="(\w\w)" selected', text) == ["en", "fr"]


def test_a_comparison_marks_what_differs(site: httpx.Client) -> None:
    page = Page(get(site, "/en/compare?number=7.3&left=fr&right=en").text)
    assert {"2", "3"} <= set(page.texts("mark"))
    assert {e.language for e in page.all("mark")} == {"fr", "en"}
    page = Page(
        get(
            site, "/en/compare?number=7.1&left=en&left_edition=2020-01-01&right=en&right_edition=2021-01-01"
        ).text
    )
    assert page.texts("del") == ["taken out: a", "taken out: rules 7.2 and 7.3."]
    assert page.texts("ins") == ["put in: one", "put in: rule 7.2."]
    page = Page(get(site, "/en/compare?number=7.2&left=en&right=fr").text)
    assert "This side has no such rule." in page.texts("p", class_="notice")


SITUATION = """game: mtg
players: [Ann, Ben]
setup: [{id: ox, name: Ox & <b>, kind: creature, owner: Ann, controller: Ann, zone: battlefield}]
events: [{do: gain_control, player: Ben, of: ox, until: indefinite}]
questions: [{ask: controller, of: ox, at: end}]
"""


@pytest.mark.parametrize(("lang", "asked"), [("en", "Who controls Ox & <b> at the end?"),
                                             ("fr", "Qui contrôle Ox & <b> à la fin ?"),
                                             ("es", "¿Quién controla Ox & <b> al final?")])  # fmt: skip
def test_a_question_is_answered_in_the_language_of_the_page_with_reasons_and_a_picture(
    site: httpx.Client, lang: str, asked: str
) -> None:
    page = Page(site.post(f"/{lang}/ask", data={"scenario": SITUATION}).text)
    article = page.all("article", class_="answer")[0]
    assert asked in " ".join(article.text.split())
    assert page.texts("b", class_="value") == ["Ben"]
    assert "mtg-" in page.texts("pre")[0]
    assert page.all("img")[0].attributes["src"].startswith("data:image/svg+xml,")
    assert page.all("textarea")[0].text.strip() == SITUATION.strip()


def test_the_form_writes_a_situation_that_can_be_asked(site: httpx.Client) -> None:
    for game in ("mtg", "ygo", "riftbound"):
        given = {"game": game, "players": "Zoé, Ben", "object": "L'ours: [x]", "owner": "Zoé", "taker": "Ben"}
        page = Page(site.get("/fr/ask", params=given).text)
        answered = site.post("/fr/ask", data={"scenario": page.all("textarea")[0].text})
        assert answered.status_code == 200, Page(answered.text).texts("p", class_="pre")
        assert len(Page(answered.text).all("article")) == 2


def test_every_example_is_answered(site: httpx.Client) -> None:
    page = Page(get(site, "/en/ask").text)
    names = [a.attributes["href"] for a in page.all("a") if "example=" in a.attributes["href"]]
    assert len(names) > 10
    for name in names:
        text = Page(get(site, name).text).all("textarea")[0].text
        assert site.post("/en/ask", data={"scenario": text}).status_code == 200
    queries = [
        a.attributes["href"]
        for a in Page(get(site, "/en/sparql").text).all("a")
        if "example=" in a.attributes["href"]
    ]
    for name in queries:
        query = Page(get(site, name).text).all("textarea")[0].text
        answer = site.post("/en/sparql", data={"query": query})
        assert answer.status_code == 200
        assert not re.search(r">0 rows", answer.text), name


@pytest.mark.parametrize(
    ("scenario", "status", "reason"),
    [("", 400, "situation"), ("game: chess", 400, "unknown game"), ("[" * 5000, 400, ""),
     ("&a [*a]", 400, ""), ("x" * 70_000, 413, "65536"), ("\x00", 400, "")],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_with_the_reason(
    site: httpx.Client, scenario: str, status: int, reason: str
) -> None:
    answer = site.post("/fr/ask", data={"scenario": scenario})
    assert answer.status_code == status
    assert reason in Page(answer.text).texts("div", role="alert")[0]


def test_a_body_that_is_too_long_or_no_form_is_refused(site: httpx.Client) -> None:
    assert site.post("/fr/ask", content=b"scenario=" + b"x" * 2_000_000).status_code == 413
    assert site.post("/fr/ask", content=b"scenario=%ff%fe").status_code == 400
    assert site.post("/fr/sparql", content=b"\xff\xfe").status_code == 400


def test_a_question_or_query_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    bilingual(DirectoryStore(tmp_path))
    settings = Settings(limits=Limits(seconds=0.02, megabytes=512, rows=1000, bytes=1_000_000))
    events = "\n".join(
        f"- {{do: gain_control, player: {'AB'[n % 2]}nn, of: ox, until: indefinite}}" for n in range(400)
    )
    slow = SITUATION.replace("Ann", "Ann").replace("Ben", "Bnn").replace(
        "events: [{do: gain_control, player: Bnn, of: ox, until: indefinite}]", f"events:\n{events}"
    )  # fmt: skip
    with served(tmp_path, settings) as address, httpx.Client(base_url=address, timeout=60) as client:
        answer = client.post("/en/ask", data={"scenario": slow})
        assert (answer.status_code, "0 seconds" in answer.text) == (503, True)
        product = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?a ?b ?c . ?d ?e ?f . ?h ?i ?j } }"
        assert client.post("/en/sparql", data={"query": product}).status_code == 503
        assert client.get("/en").status_code == 200


def test_a_query_is_answered_as_a_table_with_languages(site: httpx.Client) -> None:
    query = "SELECT ?p ?c { ?p text:number '7.3' ; text:content ?c FILTER(lang(?c) = 'fr') }"
    page = Page(site.post("/en/sparql", data={"query": query}).text)
    cells = page.all("td")
    assert [cell.language for cell in cells] == ["en", "fr"]
    assert page.all("a", href="/passage/pawn-cr/2020-01-01/fr/7.3")


def test_yasgui_is_used_where_somebody_has_brought_it_and_asks_nobody_else(tmp_path: Path) -> None:
    bilingual(DirectoryStore(tmp_path / "store"))
    folder = tmp_path / "yasgui"
    folder.mkdir()
    settings = Settings(yasgui=folder)
    with served(tmp_path / "store", settings) as address, httpx.Client(base_url=address) as client:
        (folder / "yasgui.min.js").write_text("// theirs", encoding="utf-8")
        assert not Page(client.get("/fr/sparql").text).all("script")  # half of it is not enough
        assert client.get("/yasgui/yasgui.min.js").status_code == 404
        (folder / "yasgui.min.css").write_text(".theirs {}", encoding="utf-8")
        (folder / "secret.txt").write_text("nobody's", encoding="utf-8")
        answer = client.get("/fr/sparql")
        policy = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
        assert (policy["script-src"], policy["connect-src"], policy["style-src"]) == ("'self'",) * 3
        assert policy["default-src"] == "'none'"
        page = Page(answer.text)
        scripts = [script.attributes["src"] for script in page.all("script")]
        assert scripts == ["/yasgui/yasgui.min.js", "/yasgui/yasgui-start.js"]
        assert all(script.text == "" for script in page.all("script"))
        assert page.all("textarea", id="query"), "the plain editor stays for those without scripts"
        for path, kind in ((scripts[0], "text/javascript"), ("/yasgui/yasgui.min.css", "text/css")):
            assert client.get(path).headers["content-type"].startswith(kind)
        for name in ("secret.txt", "..%2Fcurrent", "%2e%2e/secret.txt"):
            assert client.get(f"/yasgui/{name}").status_code == 404, name
        assert "script-src" not in client.get("/fr/search").headers["content-security-policy"]


def test_a_form_is_decoded_once(site: httpx.Client) -> None:
    query = "SELECT ('a%20b%2Bc + d' AS ?x) {}"
    page = Page(site.post("/en/sparql", data={"query": query}).text)
    assert page.texts("td") == ["a%20b%2Bc + d"]
    assert page.all("textarea")[0].text.strip() == query


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("SELECT ?x { ?x", 400, "1:15"),
        ("INSERT DATA { <x:a> <x:b> <x:c> }", 400, ""),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", 400, ""),
        ("", 400, ""),
    ],
)
def test_a_query_that_cannot_be_run_is_refused_with_the_parsers_words(
    site: httpx.Client, query: str, status: int, reason: str
) -> None:
    answer = site.post("/en/sparql", data={"query": query})
    assert answer.status_code == status
    assert reason in Page(answer.text).texts("div", role="alert")[0]


def test_every_sentence_is_there_in_every_language_with_the_same_holes() -> None:
    for name, said in sentences().items():
        assert set(said) == set(LANGUAGES), name
        holes = {frozenset(re.findall(r"\{(\w+)\}", text)) for text in said.values()}
        assert len(holes) == 1, name
        assert not re.search(r" [?!:;»]|« ", said["fr"]), name


def test_every_sentence_is_used() -> None:
    folder = Path(__file__).parents[2] / "kb" / "endpoint" / "pages"
    text = "".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in (".html", ".py")
    )
    built = {"search", "compare", "ask", "left", "right"}
    assert [
        name
        for name in sentences()
        if name not in built and f'"{name}"' not in text and f"'{name}'" not in text
    ] == []
