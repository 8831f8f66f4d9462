"""The endpoint answers the ontology's own addresses: pages to people, graphs to programs."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from endpoint_tools import served
from pyoxigraph import RdfFormat, parse
from store_tools import bilingual

from kb.namespaces import BASE, CORE
from kb.store import open_store

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
FORMS = {
    "text/turtle": RdfFormat.TURTLE,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/n-triples": RdfFormat.N_TRIPLES,
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    directory = tmp_path_factory.mktemp("served") / "store"
    bilingual(open_store(directory))
    with (
        served(directory) as address,
        httpx.Client(base_url=address, timeout=60, follow_redirects=True) as opened,
    ):
        yield opened


def subjects(body: bytes, form: RdfFormat) -> set[str]:
    return {str(getattr(quad.subject, "value", "")) for quad in parse(body, format=form)}


@pytest.mark.parametrize(("media", "form"), FORMS.items())
def test_a_program_that_follows_a_term_gets_its_module_in_the_form_it_accepts(
    client: httpx.Client, media: str, form: RdfFormat
) -> None:
    # A client leaves out what follows the number sign.
    response = client.get("/core", headers={"Accept": media})

    assert response.status_code == 200
    assert response.headers["content-type"].partition(";")[0] == media
    assert "Accept" in response.headers["vary"]
    assert {CORE + "owner", CORE + "Token"} <= subjects(response.content, form)


def test_every_form_of_a_module_says_the_same(client: httpx.Client) -> None:
    counts = {
        len(
            {
                str(quad.triple)
                for quad in parse(client.get("/mtg", headers={"Accept": media}).content, format=form)
            }
        )
        for media, form in FORMS.items()
    }
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("wanted", "language", "label"),
    [("fr-CA, en;q=0.5", "fr", "propriétaire"), ("es", "es", "propietario"), ("de", "en", "owner")],
)
def test_a_browser_that_follows_a_term_gets_the_page_in_its_language(
    client: httpx.Client, wanted: str, language: str, label: str
) -> None:
    headers = {"Accept": BROWSER, "Accept-Language": wanted}
    sent = client.get("/core", headers=headers, follow_redirects=False)
    page = client.get("/core", headers=headers)

    assert (sent.status_code, sent.headers["location"]) == (303, f"/{language}/core.html")
    assert sent.headers["vary"].startswith("Accept, Accept-Language")
    assert f'<html lang="{language}">' in page.text
    assert '<dt id="owner">' in page.text
    assert label in page.text
    assert page.headers["content-language"] == language
    assert page.headers["content-security-policy"].startswith("default-src 'none'")


def test_the_words_of_a_game_and_the_rules_have_addresses_too(client: httpx.Client) -> None:
    words = client.get("/terms/mtg", headers={"Accept": "text/turtle"})
    rule = client.get("/rule/mtg-token-owner", headers={"Accept": "application/n-triples"})
    page = client.get("/rule/mtg-token-owner", headers={"Accept": "text/html", "Accept-Language": "es"})

    assert BASE + "terms/mtg#battlefield" in subjects(words.content, RdfFormat.TURTLE)
    assert BASE + "rule/mtg-token-owner" in subjects(rule.content, RdfFormat.N_TRIPLES)
    assert "El jugador que crea una ficha es su propietario." in page.text


def test_what_a_page_links_is_served(client: httpx.Client) -> None:
    assert "color-scheme" in client.get("/style.css").text
    assert client.get("/core.jsonld").headers["content-type"] == "application/ld+json"
    assert client.get("/terms/ygo.nt").status_code == 200
    assert "<h1>" in client.get("/fr/").text
    assert "jeton" in client.get("/fr/core/class/Token.html").text


def test_what_is_not_there_is_not_found_and_what_cannot_be_is_refused(client: httpx.Client) -> None:
    assert client.get("/rule/none-of-ours").status_code == 404
    assert client.get("/en/core/class/None.html").status_code == 404
    assert client.get("/core.exe").status_code == 404
    assert client.get("/core", headers={"Accept": "image/png"}).status_code == 406
    assert client.get("/en/../../pyproject.toml").status_code == 404
