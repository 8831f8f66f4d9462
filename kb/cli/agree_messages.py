"""The sentences of the verb agree."""

from __future__ import annotations

from typing import Final

from kb.cli.messages import Counted, Sentence
from kb.edopro.agreement import Differs

SENTENCES: Final = {
    Differs.NOT_IN_SCRIPT: Sentence(
        "the text ({language}) says it, the script does not: {said}",
        "le texte ({language}) le dit, le script ne le fait pas\u00a0: {said}",
        "el texto ({language}) lo dice, el script no lo hace: {said}",
    ),
    Differs.DURATION: Sentence(
        "another duration: the text ({language}) {said}; the script {fact}",
        "une autre durée\u00a0: le texte ({language}) {said}\u00a0; le script {fact}",
        "otra duración: el texto ({language}) {said}; el script {fact}",
    ),
    Differs.NOT_IN_TEXT: Sentence(
        "the script does it, the text ({language}) does not say so: {fact}",
        "le script le fait, le texte ({language}) ne le dit pas\u00a0: {fact}",
        "el script lo hace, el texto ({language}) no lo dice: {fact}",
    ),
    Differs.LANGUAGES: Sentence(
        "the text in {language} says it, the one in {other} does not: {said}",
        "le texte en {language} le dit, pas celui en {other}\u00a0: {said}",
        "el texto en {language} lo dice, el texto en {other} no: {said}",
    ),
    Differs.ELSEWHERE: Sentence(
        "with card {other}: the text says {said}; the script does {fact}",
        "avec la carte {other}\u00a0: le texte dit {said}\u00a0; le script fait {fact}",
        "con la carta {other}: el texto dice {said}; el script hace {fact}",
    ),
}
AGREES: Final = Sentence(
    "text and script agree", "le texte et le script concordent", "texto y script concuerdan"
)
UNCERTAIN: Final = Sentence("(not all understood)", "(pas entièrement compris)", "(no se entendió todo)")
CARDS: Final = Counted(
    ("card that speaks of control", "cards that speak of control"),
    ("carte qui parle de contrôle", "cartes qui parlent de contrôle"),
    ("carta que habla de control", "cartas que hablan de control"),
)
AGREEING: Final = Counted(("agrees", "agree"), ("concorde", "concordent"), ("concuerda", "concuerdan"))
