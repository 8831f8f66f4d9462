"""The Comprehensive Rules in the other languages that they are published in: parts, dates, references."""

from __future__ import annotations

import pytest

from kb.model import PassageKind
from loaders.base import load_source
from loaders.text import clean_source

TEXTS = {
    "de": """Magic: The Gathering – Umfassende Regeln

Diese Regeln gelten ab dem 1. April 2022.

Inhaltsverzeichnis

1. Spielkonzept
100. Allgemeines

Glossar

1. Spielkonzept

100. Allgemeines

100.1. Der Besitzer einer Laterne ist der Spieler, der sie mitgebracht hat.
Beispiel: Anna bringt eine Laterne mit. Sie ist die Besitzerin.

100.2. Wer eine Laterne löscht, der legt sie beiseite (siehe Abschnitt 1 und Regeln 100.1 und 100.2).

Glossar

Laterne
Ein Licht. Siehe Regel 100.1.
""",
    "it": """Regole Complete di Magic: The Gathering

Queste regole sono in vigore dal 1° aprile 2022.

Sommario

1. Concetti di gioco
100. Generale

Glossario

1. Concetti di gioco

100. Generale

100.1. Il proprietario di una lanterna è il giocatore che la ha portata.
Esempio: Anna porta una lanterna. Ne è la proprietaria.

100.2. Chi spegne una lanterna la mette da parte (vedi sezione 1 e regole 100.1 e 100.2).

Glossario

Lanterna
Una luce. Vedi la regola 100.1.
""",
    "pt": """Regras Abrangentes de Magic: The Gathering

Estas regras entram em vigor a partir de 1º de abril de 2022.

Índice

1. Conceitos do jogo
100. Regras gerais

Glossário

1. Conceitos do jogo

100. Regras gerais

100.1. O dono de uma lanterna é o jogador que a trouxe.
Exemplo: Ana traz uma lanterna. Ela é a dona.

100.2. Quem apaga uma lanterna a deixa de lado (veja a seção 1 e as regras 100.1 e 100.2).

Glossário

Lanterna
Uma luz. Veja a regra 100.1.
""",
    "pl": """Magic: The Gathering – Pełne zasady

Zasady obowiązują od dnia 1 kwietnia 2022.

Spis treści

1. Pojęcia gry
100. Ogólne

Słowniczek

1. Pojęcia gry

100. Ogólne

100.1. Właścicielem latarni jest gracz, który ją przyniósł.
Przykład: Anna przyniosła latarnię. Jest jej właścicielem.

100.2. Gracz, który gasi latarnię, odkłada ją na bok (zobacz zasady 100.1 i 100.2).

Słowniczek

Latarnia
Światło. Zobacz zasadę 100.1.
""",
    "ru": """Magic: The Gathering — Полные правила

Эти правила вступают в силу с 1 апреля 2022 года.

Содержание

1. Основы игры
100. Общие положения

Глоссарий

1. Основы игры

100. Общие положения

100.1. Владелец фонаря — игрок, который его принёс.
Пример: Анна принесла фонарь. Она его владелец.

100.2. Погасивший фонарь откладывает его (см. раздел 1 и правила 100.1 и 100.2).

Глоссарий

Фонарь
Свет. См. правило 100.1.
""",
    "ja": """マジック:ザ・ギャザリング 総合ルール

このルールは2022年4月1日より有効である。

目次

1. ゲームの考え方
100. 総則

用語集

1. ゲームの考え方

100. 総則

100.1. 灯籠のオーナーとは、それを持ってきたプレイヤーのことである。
例：アンが灯籠を持ってきた。彼女がオーナーである。

100.2. 灯籠を消したプレイヤーはそれを脇に置く。第1章およびルール100.1、100.2を参照。

用語集

灯籠
明かり。ルール100.1参照。
""",
    "ko": """매직: 더 개더링 종합 규칙

이 규칙은 2022년 4월 1일부터 적용됩니다.

목차

1. 게임의 개념
100. 일반 사항

용어집

1. 게임의 개념

100. 일반 사항

100.1. 등불의 소유자는 그것을 가져온 플레이어다.
예시: 안나가 등불을 가져왔다. 안나가 소유자다.

100.2. 등불을 끈 플레이어는 그것을 옆에 둔다. 규칙 100.1과 100.2 참조.

용어집

등불
빛. 규칙 100.1 참조.
""",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_rules_load_in_the_language_they_are_in(language: str) -> None:
    loaded = load_source(clean_source(TEXTS[language].encode(), "rules.txt"))
    report = loaded.report
    assert (report.loader, report.language, report.edition) == ("mtg-cr", language, "2022-04-01")
    assert (report.lines, report.dangling, report.anomalies) == (report.accounted, (), ())
    kinds = [passage.kind for passage in loaded.passages if not passage.number.startswith("intro.")]
    heading, rule, example = PassageKind.HEADING, PassageKind.RULE, PassageKind.EXAMPLE
    assert kinds == [heading, heading, rule, example, rule, heading, PassageKind.GLOSSARY]
    by_number = {passage.number: passage for passage in loaded.passages}
    assert by_number["intro.1"].kind is heading
    assert by_number["100.2"].references[-1].numbers == ("100.1", "100.2")
    assert by_number["100.1~ex1"].parent == "100.1"
    assert {skip.reason for skip in report.skipped} == {"blank line", "table of contents"}
