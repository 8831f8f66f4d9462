"""The words on displays in English, French and Spanish. Data and one look-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_WORDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "timeline": ("Who controls what", "Qui contrôle quoi", "Quién controla qué"),
    "board": ("The table {at}", "La table {at}", "La mesa {at}"),
    "as_table": ("as a table", "sous forme de tableau", "en forma de tabla"),
    "object": ("object", "objet", "objeto"),
    "zone": ("zone", "zone", "zona"),
    "from": ("from", "de", "desde"),
    "to": ("to", "à", "hasta"),
    "owner": ("owner", "propriétaire", "propietario"),
    "controller": ("controller", "contrôleur", "controlador"),
    "because": ("because of", "à cause de", "a causa de"),
    "nobody": ("nobody", "personne", "nadie"),
    "unknown": ("not said", "non précisé", "sin precisar"),
    "start": ("start", "début", "inicio"),
    "attached": ("on {what}", "sur {what}", "en {what}"),
    "owned": ("owned by {player}", "appartient à {player}", "pertenece a {player}"),
    "changes": ("What changed when", "Ce qui a changé, et quand", "Qué cambió y cuándo"),
    "busiest": ("the most changes", "le plus de changements", "los cambios más numerosos"),
    "part": ("part", "partie", "parte"),
    "edition": ("edition", "édition", "edición"),
    "rules": ("rules", "règles", "reglas"),
    "kinds": ("of these", "dont", "de ellas"),
    "kind new": ("new", "nouvelles", "nuevas"),
    "kind edited": ("edited", "modifiées", "modificadas"),
    "kind moved": ("moved", "déplacées", "movidas"),
    "kind moved+edited": ("moved and edited", "déplacées et modifiées", "movidas y modificadas"),
    "kind split": ("split", "scindées", "divididas"),
    "kind merged": ("merged", "fusionnées", "fusionadas"),
    "kind gone": ("gone", "disparues", "desaparecidas"),
    "nowhere": ("elsewhere", "ailleurs", "en otra parte"),
}
_ORDER: Final = ("en", "fr", "es")


def say(key: str, language: str, **holes: object) -> str:
    """A word of a display in a language, its holes filled; English for a language we do not speak.

    >>> say("nobody", "fr"), say("attached", "es", what="Oso")
    ('personne', 'en Oso')
    """
    at = _ORDER.index(language) if language in _ORDER else 0
    return _WORDS[key][at].format(**holes)


def titled(head: str, title: str, language: str) -> str:
    """A heading with the title of what it is about, where that has one.

    >>> titled("Qui", "Le duel", "fr"), titled("Who", "", "en")
    ('Qui\xa0: Le duel', 'Who')
    """
    colon = "\u00a0: " if language == "fr" else ": "
    return f"{head}{colon}{title}" if title else head
