"""The sentences of the command line's answers, in English, French and Spanish.

Errors are translated phrase by phrase (:mod:`kb.cli.spoken_errors`), those that a translator meets at least.
The help of all verbs but the translators' is English, as the documentation is. A sentence is a constant, so
that a misspelt name is a type error. Tests hold every sentence complete, its fields equal in the three
languages, its typography right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in three languages, with named fields.

    >>> NOTHING_FOUND.say("fr", words="tortue")
    'rien trouvé pour «\xa0tortue\xa0»'
    """

    en: str
    fr: str
    es: str

    def say(self, language: str, /, **fields: object) -> str:
        """The sentence in `language`, its fields filled in."""
        return {"en": self.en, "fr": self.fr, "es": self.es}[language].format(**fields)


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted noun, singular and plural in three languages; French counts zero as singular.

    >>> PASSAGES.say("en", 0), PASSAGES.say("fr", 0), PASSAGES.say("es", 1)
    ('0 passages', '0 passage', '1 pasaje')
    """

    en: tuple[str, str]
    fr: tuple[str, str]
    es: tuple[str, str]

    def say(self, language: str, count: int) -> str:
        """`count` and the noun in its number."""
        one, many = {"en": self.en, "fr": self.fr, "es": self.es}[language]
        singular = count < 2 if language == "fr" else count == 1
        return f"{count} {one if singular else many}"


FILES: Final = Counted(("file", "files"), ("fichier", "fichiers"), ("archivo", "archivos"))
LINES: Final = Counted(("line", "lines"), ("ligne", "lignes"), ("línea", "líneas"))
PASSAGES: Final = Counted(("passage", "passages"), ("passage", "passages"), ("pasaje", "pasajes"))
RULES: Final = Counted(("rule", "rules"), ("règle", "règles"), ("regla", "reglas"))
REFERENCES: Final = Counted(("reference", "references"), ("renvoi", "renvois"), ("referencia", "referencias"))

# push
PUSHED: Final = Sentence(
    "{sent} graphs sent ({triples} triples), {kept} were there already, {removed} removed",
    "graphes envoyés\u00a0: {sent} ({triples} triplets), déjà là\u00a0: {kept}, retirés\u00a0: {removed}",
    "grafos enviados: {sent} ({triples} tripletas), ya estaban: {kept}, retirados: {removed}",
)

# load
LOADED_FILE: Final = Sentence(
    "{file}: {document}, edition {edition}, {languages}: {passages}, {references}",
    "{file}\u00a0: {document}, édition {edition}, {languages}\u00a0: {passages}, {references}",
    "{file}: {document}, edición {edition}, {languages}: {passages}, {references}",
)
ALL_ACCOUNTED: Final = Sentence(
    "{lines}, every one accounted for",
    "{lines}, toutes prises en compte",
    "{lines}, todas registradas",
)
NOT_ACCOUNTED: Final = Sentence(
    "{lines}, {count} NOT accounted for",
    "{lines}, dont {count} NON prises en compte",
    "{lines}, {count} SIN registrar",
)
SKIPPED: Final = Sentence(
    "left out: {lines} ({numbers}), {reason}",
    "laissé de côté\u00a0: {lines} ({numbers}), {reason}",
    "omitido: {lines} ({numbers}), {reason}",
)
ALREADY_THERE: Final = Sentence(
    "  already there, nothing added", "  déjà chargé, rien n'est ajouté", "  ya estaba, no se añade nada"
)
REPLACED: Final = Sentence(
    "  takes the place of what was loaded from there before",
    "  remplace ce qui en avait été chargé",
    "  sustituye lo que se había cargado de ahí",
)
DANGLING: Final = Sentence(
    "refers to rules that are not loaded: {numbers}",
    "renvoie à des règles qui ne sont pas chargées\u00a0: {numbers}",
    "remite a reglas que no están cargadas: {numbers}",
)
ANOMALY: Final = Sentence(
    "unusual, line {lines}: {kind}, {detail}",
    "inhabituel, ligne {lines}\u00a0: {kind}, {detail}",
    "inusual, línea {lines}: {kind}, {detail}",
)
LOADED_ALL: Final = Sentence(
    "{files} loaded, {count} lines unaccounted for",
    "{files} chargés, lignes non prises en compte\u00a0: {count}",
    "{files} cargados, líneas sin registrar: {count}",
)
UNDATED: Final = Sentence("undated", "non datée", "sin fecha")

# sources, show, find, compare, remove
NO_SOURCES: Final = Sentence(
    "nothing is loaded yet; load documents with: tcg-rules load FILE...",
    "rien n'est encore chargé\u00a0; chargez des documents avec\u00a0: tcg-rules load FICHIER...",
    "todavía no hay nada cargado; cargue documentos con: tcg-rules load ARCHIVO...",
)
NOTHING_FOUND: Final = Sentence(
    "nothing found for “{words}”",
    "rien trouvé pour «\u00a0{words}\u00a0»",
    "no se encontró nada para «{words}»",
)
DID_YOU_MEAN: Final = Sentence(
    "did you mean: {words}", "vouliez-vous dire\u00a0: {words}", "quizá quiso decir: {words}"
)
REMOVED: Final = Sentence("{source} removed", "{source} retiré", "{source} eliminado")
ABSENT: Final = Sentence(
    "{number} is absent in {language}", "{number} manque en {language}", "{number} falta en {language}"
)
WHERE: Final = Sentence(
    "{document}, edition {edition}, {language}; {source}, line {lines}",
    "{document}, édition {edition}, {language}\u00a0; {source}, ligne {lines}",
    "{document}, edición {edition}, {language}; {source}, línea {lines}",
)
REFERS_TO: Final = Sentence("refers to {numbers}", "renvoie à {numbers}", "remite a {numbers}")
MORE_FOUND: Final = Sentence(
    "{shown} of {total} shown", "{shown} sur {total} affichés", "se muestran {shown} de {total}"
)

# ask and check
NO_QUESTION: Final = Sentence(
    "{file} asks nothing; add for example: {example}",
    "{file} ne demande rien\u00a0; ajoutez par exemple\u00a0: {example}",
    "{file} no pregunta nada; añada por ejemplo: {example}",
)
CHECKED: Final = Sentence(
    "{agree} agree, {differ} differ, {undetermined} undetermined, {error} errors",
    "{agree} concordent, {differ} diffèrent, {undetermined} indéterminées, {error} erreurs",
    "{agree} coinciden, {differ} difieren, {undetermined} indeterminadas, {error} errores",
)

DIFFERS: Final = Sentence(
    "expected {expected}, answered {given}",
    "attendu {expected}, répondu {given}",
    "se esperaba {expected}, se respondió {given}",
)
IS_UNDETERMINED: Final = Sentence(
    "expected {expected}, undetermined ({why})",
    "attendu {expected}, indéterminé ({why})",
    "se esperaba {expected}, indeterminado ({why})",
)
QUOTED: Final = Sentence(
    "the cited passages that are loaded:",
    "les passages cités qui sont chargés\u00a0:",
    "los pasajes citados que están cargados:",
)
NOTHING_QUOTED: Final = Sentence(
    "none of the cited passages is loaded",
    "aucun des passages cités n'est chargé",
    "ninguno de los pasajes citados está cargado",
)

# words
ZONE_IN_PLAY: Final = Sentence(
    "what is there has a controller", "ce qui s'y trouve a un contrôleur", "lo que está ahí tiene controlador"
)
ZONE_APART: Final = Sentence(
    "each player has one; an answer names it OWNER:ZONE",
    "chaque joueur a la sienne\u00a0; une réponse la nomme PROPRIÉTAIRE:ZONE",
    "cada jugador tiene la suya; una respuesta la nombra PROPIETARIO:ZONA",
)
VOCABULARY: Final = {
    "verbs": Sentence("verbs of events", "verbes des évènements", "verbos de los eventos"),
    "questions": Sentence("questions", "questions", "preguntas"),
    "zones": Sentence("zones", "zones", "zonas"),
    "kinds": Sentence("kinds of object", "sortes d'objets", "clases de objeto"),
    "properties": Sentence("properties", "propriétés", "propiedades"),
    "conditions": Sentence(
        "conditions of a duration", "conditions d'une durée", "condiciones de una duración"
    ),
    "name": Sentence("name", "nom", "nombre"),
    "fields": Sentence("fields", "champs", "campos"),
    "games": Sentence("games", "jeux", "juegos"),
    "meaning": Sentence("meaning", "sens", "significado"),
    "about": Sentence("about", "sur", "sobre"),
    "answer": Sentence("answer", "réponse", "respuesta"),
    "value": Sentence("value", "valeur", "valor"),
    "readers": Sentence("read by", "lu par", "lo lee"),
}
"""The headings of the tables of words, by the names of tables and columns."""

# serve
INDEX_LATER: Final = Sentence(
    "The words are not indexed yet: the first search does it, or tcg-rules serve when it starts.",
    "Les mots ne sont pas encore indexés : la première recherche le fait, ou tcg-rules serve au démarrage.",
    "Las palabras aún no están indexadas: lo hace la primera búsqueda, o tcg-rules serve al arrancar.",
)
INDEXING: Final = Sentence(
    "indexing the words, once for these texts",
    "indexation des mots, une seule fois pour ces textes",
    "indexando las palabras, una sola vez para estos textos",
)
SERVING: Final = Sentence(
    "answering read-only SPARQL queries at {url} (stop with Ctrl-C)",
    "réponses aux requêtes SPARQL en lecture seule à {url} (arrêt avec Ctrl-C)",
    "respondiendo consultas SPARQL de solo lectura en {url} (se detiene con Ctrl-C)",
)
WRITABLE: Final = Sentence(
    "writing with the token below {url}",
    "écriture avec le jeton sous {url}",
    "escritura con el token bajo {url}",
)

# translation
DIVERGENCES: Final = Sentence(
    "{count} findings in {pairs} pairs ({counts})",
    "{count} constats dans {pairs} paires ({counts})",
    "{count} hallazgos en {pairs} pares ({counts})",
)
NOT_THERE: Final = Sentence("(missing)", "(manque)", "(falta)")
CANNOT_TELL: Final = Sentence("cannot tell", "impossible à dire", "no se puede decir")
UNCHANGED: Final = Sentence(
    "nothing changed since {since}", "rien n'a changé depuis {since}", "nada ha cambiado desde {since}"
)
REVIEWED: Final = Sentence(
    "{id}: {decision}, {who}", "{id}\u00a0: {decision} par {who}", "{id}: {decision} por {who}"
)
IMPORTED: Final = Sentence(
    "{file}: {new} new, {known} known already; {beside} of the new ones stand beside another one",
    "{file}\u00a0: nouvelles entrées {new}, déjà connues {known}\u00a0; à côté d'une autre {beside}",
    "{file}: entradas nuevas {new}, ya conocidas {known}; al lado de otra {beside}",
)
TWO_SIDES: Final = Sentence(
    "two sides are needed: two languages, two files, or a file and two languages",
    "il faut deux côtés\u00a0: deux langues, deux fichiers, ou un fichier et deux langues",
    "se necesitan dos lados: dos idiomas, dos archivos, o un archivo y dos idiomas",
)
NEEDS_OUT: Final = Sentence("xlsx needs --out FILE", "xlsx demande --out FILE", "xlsx necesita --out FILE")
NEEDS_WHO: Final = Sentence(
    "say who decides: --who NAME, or the environment variable TCG_RULES_WHO",
    "dites qui décide\u00a0: --who NAME, ou la variable d'environnement TCG_RULES_WHO",
    "diga quién decide: --who NAME, o la variable de entorno TCG_RULES_WHO",
)
TASKS: Final = {
    "keep": Sentence("keep", "garder", "conservar"),
    "renumber": Sentence("renumber", "renuméroter", "renumerar"),
    "revise": Sentence("revise", "réviser", "revisar"),
    "translate": Sentence("translate", "traduire", "traducir"),
    "delete": Sentence("delete", "supprimer", "suprimir"),
}
DECISIONS: Final = {
    "accept": Sentence("accepted", "accepté", "aceptado"),
    "dismiss": Sentence("dismissed", "écarté", "descartado"),
    "comment": Sentence("commented", "commenté", "comentado"),
    "fixed": Sentence("fixed", "corrigé", "corregido"),
}
BASES: Final = {
    "exact": Sentence("the very words", "les mots mêmes", "las mismas palabras"),
    "part": Sentence("in part", "en partie", "en parte"),
    "facts": Sentence(
        "by what it cites and counts", "d'après ce qui est cité et compté", "por lo que cita y cuenta"
    ),
    "near": Sentence("nearly", "à peu près", "casi"),
    "wordings": Sentence("by dated texts", "d'après des textes datés", "por textos fechados"),
}
ATTRIBUTED_WHOLE: Final = Sentence(
    "{tongue}: {where}, {fitting} of {of} paragraphs",
    "{tongue}\u00a0: {where}, {fitting} paragraphes sur {of}",
    "{tongue}: {where}, {fitting} de {of} párrafos",
)
NO_EDITION: Final = Sentence("no known edition", "aucune édition connue", "ninguna edición conocida")
NO_TERM: Final = Sentence("no text uses {term}", "aucun texte n'emploie {term}", "ningún texto usa {term}")
