"""What the verbs about editions say, in English, French and Spanish, as :mod:`kb.cli.messages` does."""

from __future__ import annotations

from typing import Final

from kb.cli.messages import Counted, Sentence
from kb.editions import FitKind, Kind

EDITIONS: Final = Counted(("edition", "editions"), ("édition", "éditions"), ("edición", "ediciones"))
CITATIONS: Final = Counted(("citation", "citations"), ("citation", "citations"), ("cita", "citas"))

KINDS: Final = {
    Kind.SAME: Sentence("same", "identique", "igual"),
    Kind.EDITED: Sentence("edited", "modifiée", "modificada"),
    Kind.MOVED: Sentence("moved", "déplacée", "trasladada"),
    Kind.MOVED_EDITED: Sentence("moved and edited", "déplacée et modifiée", "trasladada y modificada"),
    Kind.SPLIT: Sentence("split", "scindée", "dividida"),
    Kind.MERGED: Sentence("merged", "fusionnée", "fusionada"),
    Kind.NEW: Sentence("new", "nouvelle", "nueva"),
    Kind.GONE: Sentence("gone", "supprimée", "suprimida"),
    Kind.UNKNOWN: Sentence(
        "unknown (that edition is known only in part)",
        "inconnue (cette édition n'est connue qu'en partie)",
        "desconocida (esa edición solo se conoce en parte)",
    ),
}
"""What happened to a rule."""

FITS: Final = {
    FitKind.EXACT: Sentence("the very words", "mot pour mot", "palabra por palabra"),
    FitKind.PART: Sentence("some of the sentences", "une partie des phrases", "una parte de las frases"),
    FitKind.FACTS: Sentence(
        "cites and counts the same", "mêmes renvois, mêmes comptes", "mismas remisiones, mismas cuentas"
    ),
    FitKind.NEAR: Sentence(
        "cites and counts nearly the same",
        "renvois et comptes presque identiques",
        "remisiones y cuentas casi iguales",
    ),
    FitKind.NONE: Sentence("fits nothing", "ne correspond à rien", "no corresponde a nada"),
}
"""How a paragraph fits an edition."""

FACTS: Final = {
    "cites": Sentence("cites", "renvois", "remisiones"),
    "sentences": Sentence("sentences", "nombre de phrases", "número de frases"),
    "numerals": Sentence("numerals", "nombres", "números"),
    "all cited rules exist in": Sentence(
        "all cited rules exist in",
        "toutes les règles citées existent dans",
        "todas las reglas citadas existen en",
    ),
}
"""What a translation is compared by."""

# editions
COLUMNS: Final = {
    "document": Sentence("document", "document", "documento"),
    "edition": Sentence("edition", "édition", "edición"),
    "known": Sentence("known", "connue", "conocida"),
    "rules": Sentence("rules", "règles", "reglas"),
    "headings": Sentence("titles", "titres", "títulos"),
}
"""The headings of the table of editions."""
WHOLE: Final = Sentence("all of it", "en entier", "entera")
IN_PART: Final = Sentence("in part", "en partie", "en parte")
BUILT: Final = Sentence(
    "{document}: {editions}, {first} to {last}: {files}",
    "{document}\u00a0: {editions}, de {first} à {last}\u00a0: {files}",
    "{document}: {editions}, de {first} a {last}: {files}",
)
DISAGREE: Final = Sentence(
    "{edition}: two files differ in {numbers}; the words of the first were taken",
    "{edition}\u00a0: deux fichiers diffèrent pour {numbers}\u00a0; le texte du premier a été retenu",
    "{edition}: dos archivos difieren en {numbers}; se tomaron las palabras del primero",
)

# where-is and history
IS_NOW: Final = Sentence(
    "{number} ({from_}) is {there} in {to}: {kind}",
    "{number} ({from_}) est {there} dans {to}\u00a0: {kind}",
    "{number} ({from_}) es {there} en {to}: {kind}",
)
IS_NOWHERE: Final = Sentence(
    "{number} ({from_}) has no number in {to}: {kind}",
    "{number} ({from_}) n'a pas de numéro dans {to}\u00a0: {kind}",
    "{number} ({from_}) no tiene número en {to}: {kind}",
)
HOP: Final = Sentence(
    "{before} to {after}: {rule}, {kind}{evidence}",
    "de {before} à {after}\u00a0: {rule}, {kind}{evidence}",
    "de {before} a {after}: {rule}, {kind}{evidence}",
)
STAYED: Final = Sentence(
    "; {share} % of the words stayed",
    "\u00a0; {share}\u00a0% des mots sont restés",
    "; se conservó el {share}\u00a0% de las palabras",
)
BESIDE: Final = Sentence(" with {numbers}", " avec {numbers}", " junto con {numbers}")
WAS: Final = Sentence(
    "{number}: {editions}, {count} wordings",
    "{number}\u00a0: {editions}, rédactions\u00a0: {count}",
    "{number}: {editions}, redacciones: {count}",
)
INTERVAL: Final = Sentence("{first} to {last}", "de {first} à {last}", "de {first} a {last}")

# identify
WHOLE_FITS: Final = Sentence(
    "{document}, {tongue}: {where} (paragraphs that agree: {fitting} of {of})",
    "{document}, {tongue}\u00a0: {where} (paragraphes concordants\u00a0: {fitting} sur {of})",
    "{document}, {tongue}: {where} (párrafos que concuerdan: {fitting} de {of})",
)
FIT: Final = Sentence(
    "{number} ({tongue}): {where}{found}, {kind}",
    "{number} ({tongue})\u00a0: {where}{found}, {kind}",
    "{number} ({tongue}): {where}{found}; {kind}",
)
AS_NUMBER: Final = Sentence(", there {number}", ", y étant {number}", ", allí {number}")
CLOSEST: Final = Sentence(
    "{possible}, closest {closest}",
    "{possible}, au plus près {closest}",
    "{possible}, lo más cercano {closest}",
)
AGAINST: Final = Sentence(
    "{fact}: {here}, not {there}", "{fact}\u00a0: {here}, et non {there}", "{fact}: {here}, no {there}"
)
MISSING: Final = Sentence(
    "  numbers of {edition} that are missing: {count} ({numbers})",
    "  numéros de {edition} qui manquent\u00a0: {count} ({numbers})",
    "  números de {edition} que faltan: {count} ({numbers})",
)
UNKNOWN: Final = Sentence(
    "  numbers that are not in {edition}: {count} ({numbers})",
    "  numéros inconnus de {edition}\u00a0: {count} ({numbers})",
    "  números que no están en {edition}: {count} ({numbers})",
)
SAYS: Final = Sentence(
    "the text itself says that it is in force from {date}",
    "le texte dit lui-même être en vigueur depuis {date}",
    "el propio texto dice estar en vigor desde {date}",
)
NOTHING: Final = Sentence("nothing", "rien", "nada")
NO_EDITION: Final = Sentence("no known edition", "aucune édition connue", "ninguna edición conocida")

# cite-check
STALE: Final = Sentence(
    "{place}: {number} is {now} now: {kind}",
    "{place}\u00a0: {number} est maintenant {now}\u00a0: {kind}",
    "{place}: {number} es ahora {now}: {kind}",
)
STALE_GONE: Final = Sentence(
    "{place}: {number} has no number now: {kind}",
    "{place}\u00a0: {number} n'a plus de numéro\u00a0: {kind}",
    "{place}: {number} ya no tiene número: {kind}",
)
NOT_THEN: Final = Sentence(
    "{place}: there was no {number} then; there is one in {where}",
    "{place}\u00a0: il n'y avait pas de {number} alors\u00a0; il y en a un dans {where}",
    "{place}: entonces no había {number}; hay uno en {where}",
)
STILL: Final = Sentence(
    "{place}: {number} is still {now}: {kind}",
    "{place}\u00a0: {number} est toujours {now}\u00a0: {kind}",
    "{place}: {number} sigue siendo {now}: {kind}",
)
CITES_CHECKED: Final = Sentence(
    "{citations} in {files}, as of {as_of}: {stale} stale in {to}",
    "{citations} dans {files}, au {as_of}\u00a0: {stale} périmées dans {to}",
    "{citations} en {files}, a fecha de {as_of}: {stale} caducas en {to}",
)

# diff
NO_CHANGE: Final = Sentence("no difference", "aucune différence", "ninguna diferencia")
ONLY_CITATIONS: Final = Sentence(
    " (only cited numbers)", " (seulement les numéros cités)", " (solo los números citados)"
)

# compare-citations
ONLY_CITES: Final = Sentence(
    "only the {language} text cites {numbers}",
    "seul le texte en {language} renvoie à {numbers}",
    "solo el texto en {language} remite a {numbers}",
)
CITATIONS_COMPARED: Final = Sentence(
    "{paired} on both sides, of {left} and {right}; citations that differ: {count}",
    "{paired} des deux côtés, sur {left} et {right}\u00a0; renvois qui diffèrent\u00a0: {count}",
    "{paired} en ambos lados, de {left} y {right}; remisiones que difieren: {count}",
)
