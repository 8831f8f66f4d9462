"""How the words of an explanation read in English, French and Spanish. Data and small helpers, no logic.

The sentences of facts and rules stand with the rules; here is only what holds an explanation together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "fr", "es")

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "because": {"en": "because", "fr": "parce que", "es": "porque"},
    "since": {"en": "since event {n}", "fr": "depuis l'évènement {n}", "es": "desde el evento {n}"},
    "from_start": {"en": "from the start", "fr": "depuis le début", "es": "desde el principio"},
    "given": {"en": "given", "fr": "donné", "es": "dado"},
    "not": {"en": "not: {fact}", "fr": "pas le cas : {fact}", "es": "no es el caso: {fact}"},
    "undefeated": {
        "en": "rule '{rule}' does not apply here",
        "fr": "la règle « {rule} » ne s'applique pas ici",
        "es": "la regla «{rule}» no se aplica aquí",
    },
    "event": {"en": "event {n}", "fr": "l'évènement {n}", "es": "el evento {n}"},
    "behind": {"en": "{thing} (event {n})", "fr": "{thing} (évènement {n})", "es": "{thing} (evento {n})"},
    "event_number": {"en": "event {n}:", "fr": "évènement {n} :", "es": "evento {n}:"},
    "setup": {"en": "the setup", "fr": "la mise en place", "es": "la preparación"},
    "default": {"en": "the base controller", "fr": "le contrôleur de base", "es": "el controlador base"},
    "anything": {"en": "anything", "fr": "quoi que ce soit", "es": "algo"},
    "nobody": {"en": "nobody", "fr": "personne", "es": "nadie"},
    "undetermined": {"en": "undetermined", "fr": "indéterminé", "es": "indeterminado"},
    "yes": {"en": "yes", "fr": "oui", "es": "sí"},
    "no": {"en": "no", "fr": "non", "es": "no"},
    "missing": {"en": "missing: {fact}", "fr": "il manque : {fact}", "es": "falta: {fact}"},
    "rests_on": {
        "en": "rests on {document} {edition}",
        "fr": "selon {document} {edition}",
        "es": "según {document} {edition}",
    },
    "assuming": {"en": "assuming: {what}", "fr": "en supposant : {what}", "es": "suponiendo: {what}"},
    "above": {"en": "as shown above", "fr": "comme indiqué plus haut", "es": "como se indicó arriba"},
    "competing": {"en": "what speaks about it", "fr": "ce qui entre en jeu", "es": "lo que entra en juego"},
    "gives": {"en": "{what}: {player}", "fr": "{what} : {player}", "es": "{what}: {player}"},
    "decides": {"en": "decides", "fr": "décide", "es": "decide"},
    "beaten": {"en": "overridden by {what}", "fr": "écarté par {what}", "es": "desplazado por {what}"},
    "paused": {"en": "does not apply now", "fr": "ne s'applique pas maintenant", "es": "no se aplica ahora"},
    "at_start": {"en": "at the start", "fr": "au début", "es": "al principio"},
    "at_end": {"en": "at the end", "fr": "à la fin", "es": "al final"},
    "at_after": {"en": "after event {n}", "fr": "après l'évènement {n}", "es": "tras el evento {n}"},
}

_ZONES: Final[Mapping[str, tuple[str, str, str]]] = {
    "battlefield": ("battlefield", "champ de bataille", "campo de batalla"),
    "stack": ("stack", "pile", "pila"),
    "hand": ("hand", "main", "mano"),
    "library": ("library", "bibliothèque", "biblioteca"),
    "graveyard": ("graveyard", "cimetière", "cementerio"),
    "exile": ("exile", "exil", "exilio"),
    "command": ("command zone", "zone de commandement", "zona de mando"),
    "mzone": ("Monster Zone", "Zone Monstre", "Zona de Monstruos"),
    "szone": ("Spell & Trap Zone", "Zone Magie & Piège", "Zona de Magia y Trampas"),
    "fieldzone": ("Field Zone", "Zone Terrain", "Zona de Campo"),
    "xyz_material": ("Xyz Materials", "Matériels Xyz", "Materiales Xyz"),
    "deck": ("Deck", "Deck", "Deck"),
    "extra": ("Extra Deck", "Extra Deck", "Extra Deck"),
    "gy": ("Graveyard", "Cimetière", "Cementerio"),
    "banished": ("banished cards", "cartes bannies", "cartas desterradas"),
    "base": ("base", "base", "base"),
    "facedown": ("facedown zone", "zone face cachée", "zona boca abajo"),
    "battlefield_zone": ("battlefield zone", "zone des champs de bataille", "zona de campos de batalla"),
    "chain": ("chain", "chaîne", "cadena"),
    "main_deck": ("Main Deck", "deck principal", "mazo principal"),
    "trash": ("Trash", "défausse", "descarte"),
    "banishment": ("Banishment", "bannissement", "destierro"),
    "ceased": ("no longer in existence", "n'existe plus", "ya no existe"),
    "outside_game": ("outside the game", "hors de la partie", "fuera de la partida"),
}

_QUESTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "controller": {
        "en": "Who controls {of} {at}?",
        "fr": "Qui contrôle {of} {at} ?",
        "es": "¿Quién controla {of} {at}?",
    },
    "owner": {
        "en": "Who owns {of} {at}?",
        "fr": "Qui est propriétaire de {of} {at} ?",
        "es": "¿Quién es propietario de {of} {at}?",
    },
    "base_controller": {
        "en": "Who is the base controller of {of} {at}?",
        "fr": "Qui est le contrôleur de base de {of} {at} ?",
        "es": "¿Quién es el controlador base de {of} {at}?",
    },
    "you_refers_to": {
        "en": 'Who is "you" on {of} {at}?',
        "fr": "Qui est « vous » sur {of} {at} ?",
        "es": "¿Quién es «tú» en {of} {at}?",
    },
    "may_activate": {
        "en": "Who may activate {of} {at}?",
        "fr": "Qui peut activer {of} {at} ?",
        "es": "¿Quién puede activar {of} {at}?",
    },
    "zone_after": {"en": "Where is {of} {at}?", "fr": "Où est {of} {at} ?", "es": "¿Dónde está {of} {at}?"},
    "whose_side": {
        "en": "On whose side is {of} {at}?",
        "fr": "De quel côté est {of} {at} ?",
        "es": "¿En el lado de quién está {of} {at}?",
    },
    "battlefield_status": {
        "en": "What is the status of {of} {at}?",
        "fr": "Quel est l'état de {of} {at} ?",
        "es": "¿Cuál es el estado de {of} {at}?",
    },
    "decides": {
        "en": "Who decides for {of} {at}?",
        "fr": "Qui décide pour {of} {at} ?",
        "es": "¿Quién decide por {of} {at}?",
    },
    "legal_target": {
        "en": "Is {of} a legal target {at}?",
        "fr": "{of} est-il une cible légale {at} ?",
        "es": "¿Es {of} un objetivo legal {at}?",
    },
    "affected_by": {
        "en": "What affects {of} {at}?",
        "fr": "Qu'est-ce qui affecte {of} {at} ?",
        "es": "¿Qué afecta a {of} {at}?",
    },
}


_OTHER_QUESTION: Final[Mapping[str, str]] = {
    "en": "{of} {at}?",
    "fr": "{of} {at}\u00a0?",
    "es": "¿{of} {at}?",
}


def word(key: str, language: str, **holes: object) -> str:
    """A word or phrase in a language, its holes filled; English where the language is missing.

    >>> word("since", "fr", n=3)
    "depuis l'évènement 3"
    """
    phrases = _WORDS[key]
    return phrases.get(language, phrases["en"]).format(**holes)


def question_text(ask: str, of: str, at: str, language: str) -> str:
    """A question as a sentence; `at` is as the scenario format writes it.

    >>> question_text("controller", "the bear", "after:2", "es")
    '¿Quién controla the bear tras el evento 2?'
    """
    phrases = _QUESTIONS.get(ask, _OTHER_QUESTION)
    if phrases is _OTHER_QUESTION:
        of = f"{ask} ({of})"
    return phrases.get(language, phrases["en"]).format(of=of, at=moment(at, language))


def moment(at: str, language: str) -> str:
    """A moment of the scenario format in words.

    >>> moment("start", "en"), moment("after:12", "fr")
    ('at the start', "après l'évènement 12")
    """
    if at == "start":
        return word("at_start", language)
    if at == "end":
        return word("at_end", language)
    return word("at_after", language, n=at.partition(":")[2])


def zone_text(zone: str, language: str) -> str | None:
    """A zone as the scenario format writes it, in words; None when it is no zone we have a word for.

    >>> zone_text("Ann:graveyard", "fr"), zone_text("base:Ann", "es"), zone_text("bear", "en")
    ('cimetière (Ann)', 'base (Ann)', None)
    """
    first, colon, second = zone.partition(":")
    name, whose = (first, second) if first in _ZONES else (second, first)
    if name not in _ZONES:
        return None
    text = _ZONES[name][LANGUAGES.index(language)]
    return f"{text} ({whose})" if colon else text


def contracted(before: str, name: str, language: str) -> str:
    """The text before a name and the name, with the contractions of French and Spanish made.

    >>> contracted("el efecto de ", "el evento 3", "es"), contracted("donne à ", "le joueur", "fr")
    ('el efecto del evento 3', 'donne au joueur')
    """
    for article, words in _CONTRACTIONS.get(language, {}).items():
        for preposition, short in words.items():
            if name.startswith(article) and before.endswith(preposition):
                return before.removesuffix(preposition) + short + name.removeprefix(article)
    return before + name


_CONTRACTIONS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "fr": {"le ": {" de ": " du ", " à ": " au "}, "les ": {" de ": " des ", " à ": " aux "}},
    "es": {"el ": {" de ": " del ", " a ": " al "}},
}
