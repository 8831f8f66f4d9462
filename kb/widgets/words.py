"""The words on the controls, in English, French and Spanish. Data and one look-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_WORDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "search": ("Search", "Chercher", "Buscar"),
    "search for": ("words, a number, \"a phrase\"", "mots, numéro, « une suite de mots »",
                   "palabras, número, «una frase»"),
    "game": ("Game", "Jeu", "Juego"),
    "language": ("Language", "Langue", "Idioma"),
    "all": ("all", "tous", "todos"),
    "found": ("{n} found", "{n} trouvés", "{n} encontrados"),
    "shown": ("{n} found, the best {m} shown", "{n} trouvés, les {m} meilleurs affichés",
              "{n} encontrados, se muestran los {m} mejores"),
    "indexing": ("the words are being indexed, once ({s} s so far); meanwhile, some rules that have them",
                 "les mots sont en cours d'indexation, une seule fois ({s}\u00a0s déjà)\u00a0; "
                 "en attendant, quelques règles qui les contiennent",
                 "las palabras se están indexando, una sola vez (van {s}\u00a0s); "
                 "mientras tanto, algunas reglas que las contienen"),
    "nothing": ("nothing found", "rien trouvé", "no se encontró nada"),
    "hits": ("Rules found", "Règles trouvées", "Reglas encontradas"),
    "left": ("Left", "Gauche", "Izquierda"),
    "right": ("Right", "Droite", "Derecha"),
    "rules": ("Rules", "Règles", "Reglas"),
    "only findings": ("only rules with findings", "seulement les règles avec constats",
                      "solo las reglas con hallazgos"),
    "finding": ("Finding", "Constat", "Hallazgo"),
    "no finding": ("no finding", "aucun constat", "ningún hallazgo"),
    "accept": ("Accept", "Accepter", "Aceptar"),
    "dismiss": ("Dismiss", "Écarter", "Descartar"),
    "fixed": ("Fixed", "Corrigé", "Corregido"),
    "comment": ("Comment", "Commenter", "Comentar"),
    "note": ("Note", "Note", "Nota"),
    "who": ("Who", "Qui", "Quién"),
    "kept": ("kept: {decision} by {who}", "enregistré\u00a0: {decision} par {who}",
             "guardado: {decision} por {who}"),
    "missing": ("missing", "absente", "falta"),
    "verb": ("What happens", "Ce qui arrive", "Qué ocurre"),
    "add event": ("Add event", "Ajouter l'évènement", "Añadir el evento"),
    "add object": ("Add object", "Ajouter l'objet", "Añadir el objeto"),
    "undo": ("Undo", "Annuler", "Deshacer"),
    "save": ("Save", "Enregistrer", "Guardar"),
    "file": ("File", "Fichier", "Archivo"),
    "saved": ("saved to {path}", "enregistré dans {path}", "guardado en {path}"),
    "exists": ("{path} exists already: choose another name", "{path} existe déjà\u00a0: prenez un autre nom",
               "{path} ya existe: elija otro nombre"),
    "object": ("Object", "Objet", "Objeto"),
    "object hint": ("a short name, such as ox", "un nom court, par exemple bœuf",
                    "un nombre corto, por ejemplo buey"),
    "in play": ("in play", "en jeu", "en juego"),
    "name": ("Name", "Nom", "Nombre"),
    "kind": ("Kind", "Nature", "Tipo"),
    "owner": ("Owner", "Propriétaire", "Propietario"),
    "controller": ("Controller", "Contrôleur", "Controlador"),
    "zone": ("Zone", "Zone", "Zona"),
    "same": ("the owner", "le propriétaire", "el propietario"),
    "ask about": ("Ask about", "Question sur", "Pregunta sobre"),
    "needed": ("needed: {fields}", "à préciser\u00a0: {fields}", "hace falta: {fields}"),
    "empty": ("add an object to begin", "ajoutez un objet pour commencer", "añada un objeto para empezar"),
    "examples": ("Examples", "Exemples", "Ejemplos"),
    "query": ("Query", "Requête", "Consulta"),
    "run": ("Run", "Exécuter", "Ejecutar"),
    "rows": ("{n} rows", "{n} lignes", "{n} filas"),
    "seconds": ("Seconds at most", "Secondes au plus", "Segundos como máximo"),
    "concept": ("Word or concept", "Mot ou concept", "Palabra o concepto"),
    "concepts": ("Concepts", "Concepts", "Conceptos"),
    "citation": ("Passage", "Passage", "Pasaje"),
}  # fmt: skip
_ORDER: Final = ("en", "fr", "es")


def say(key: str, language: str, **holes: object) -> str:
    """What a control says in a language, its holes filled; English for a language we do not speak.

    >>> say("undo", "fr"), say("found", "es", n=3)
    ('Annuler', '3 encontrados')
    """
    at = _ORDER.index(language) if language in _ORDER else 0
    return _WORDS[key][at].format(**holes)
