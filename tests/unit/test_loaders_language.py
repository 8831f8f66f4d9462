"""Languages are told apart by their function words and scripts."""

from __future__ import annotations

import pytest

from loaders.language import detect_language, languages_of

SAMPLES = {
    "en": "The owner of a token is the player who made it, whoever holds it now.",
    "fr": "Le propriétaire d'un jeton est le joueur qui l'a créé, quel que soit celui qui le tient.",
    "es": "El dueño de una ficha es el jugador que la creó, sin importar quién la tenga.",
    "de": "Der Besitzer eines Spielsteins ist der Spieler, der ihn erzeugt hat.",
    "it": "Il proprietario di una pedina è il giocatore che la ha creata, anche se non la controlla.",
    "pt": "O dono de uma ficha é o jogador que a criou, não importa quem a tem em seu lado.",
    "pl": "Właścicielem żetonu jest gracz, który go stworzył, nawet gdy nie kontroluje go.",
    "zh": "衍生物的拥有者是将其创造出来的牌手。",
    "ja": "トークンのオーナーは、それを生成したプレイヤーである。",
    "ko": "토큰의 소유자는 그것을 만든 플레이어다.",
    "ru": "Владельцем фишки является создавший её игрок.",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_a_sentence_is_recognised(language: str) -> None:
    assert detect_language(SAMPLES[language]) == language


@pytest.mark.parametrize("text", ["", "301.5d", "...", "Mana", "X = 3"])
def test_a_text_without_evidence_has_no_language(text: str) -> None:
    assert detect_language(text) is None


def test_a_japanese_reading_in_brackets_does_not_make_a_page_japanese() -> None:
    assert detect_language("Dueño (japonés: 持ち主) se refiere al jugador de la carta.") == "es"


def test_english_card_names_do_not_make_a_french_rule_english() -> None:
    text = "Si vous contrôlez Lord of the Pit, sacrifiez une créature au début de votre entretien."
    assert detect_language(text) == "fr"


def test_an_undecided_paragraph_has_the_language_of_the_one_before() -> None:
    paragraphs = ["[...]", SAMPLES["fr"], "[...]", SAMPLES["en"], "301.5d"]
    assert languages_of(paragraphs, default="es") == ["fr", "fr", "fr", "en", "en"]
    assert languages_of(["[...]", "301.5d"], default="es") == ["es", "es"]


def test_a_title_with_a_word_of_another_language_is_in_that_of_its_page() -> None:
    page = [SAMPLES["en"], "3.9 Die Throwing", SAMPLES["en"], "7.6 Seats in a Pod", SAMPLES["en"]]
    assert languages_of(page, default="en") == ["en"] * 5


def test_a_title_is_in_the_language_of_some_longer_paragraph_or_in_one_it_shows_plainly() -> None:
    page = [SAMPLES["en"], "Die Karte und der Stein", SAMPLES["en"]]
    assert languages_of(page, default="en") == ["en", "de", "en"]
    page = [SAMPLES["en"], "Les jetons", SAMPLES["fr"]]
    assert languages_of(page, default="en") == ["en", "fr", "fr"]
    assert languages_of(["Les jetons", "Of tokens"], default="en") == ["fr", "en"]
