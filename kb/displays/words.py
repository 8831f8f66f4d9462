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
    "concept": ("concept", "concept", "concepto"),
    "concepts": ("One word in several games", "Un mot dans plusieurs jeux", "Una palabra en varios juegos"),
    "definition": ("definition", "définition", "definición"),
    "link exact": ("the same", "identique", "lo mismo"),
    "link close": ("nearly the same", "presque identique", "casi lo mismo"),
    "link related": ("related", "apparenté", "relacionado"),
    "link false friend": ("do not confuse", "ne pas confondre", "no confundir"),
    "coverage": ("What is loaded, by language", "Ce qui est chargé, par langue", "Lo cargado, por idioma"),
    "document": ("document", "document", "documento"),
    "language": ("language", "langue", "idioma"),
    "number": ("number", "numéro", "número"),
    "text": ("text", "texte", "texto"),
    "cites": ("cites", "cite", "cita"),
    "cited by": ("cited by", "citée par", "citada por"),
    "missing": ("missing", "absente", "falta"),
    "not_here": ("not here", "pas ici", "aquí no"),
    "no_divergences": ("no divergences", "aucune divergence", "ninguna divergencia"),
    "more_divergences": ("... and {count} more", "... et {count} de plus", "... y {count} más"),
    "rests": (
        "encoded rules that rest on it",
        "règles codées qui s'y fondent",
        "reglas codificadas que se basan en ella",
    ),
    "severity": ("severity", "gravité", "gravedad"),
    "kind": ("kind", "nature", "tipo"),
    "left": ("left", "gauche", "izquierda"),
    "right": ("right", "droite", "derecha"),
    "newer": ("newer", "plus récente", "más reciente"),
    "game": ("game", "jeu", "juego"),
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
