"""The sentences that results say, in the three languages we speak."""

from __future__ import annotations

from typing import Final

PARALLEL: Final[dict[str, dict[str, str]]] = {
    "en": {
        "absent": "{number} is absent in {language}",
        "not loaded": "no {language} text of {document} is loaded",
        "gap": "the {language} source leaves something out between {after} and {before} (line {line})",
        "editions": "the editions differ: {left} in {a}, {right} in {b}",
        "cites": "only the {language} text cites {numbers}",
        "numbers": "only the {language} text has the number {numbers}",
        "sentences": "sentences: {left} in {a}, {right} in {b}",
    },
    "fr": {
        "absent": "{number} manque en {language}",
        "not loaded": "aucun texte de {document} en {language} n’est chargé",
        "gap": "la source en {language} omet quelque chose entre {after} et {before} (ligne {line})",
        "editions": "les éditions diffèrent\u00a0: {left} en {a}, {right} en {b}",
        "cites": "seul le texte en {language} renvoie à {numbers}",
        "numbers": "seul le texte en {language} contient le nombre {numbers}",
        "sentences": "phrases\u00a0: {left} en {a}, {right} en {b}",
    },
    "es": {
        "absent": "{number} falta en {language}",
        "not loaded": "no hay cargado ningún texto de {document} en {language}",
        "gap": "la fuente en {language} omite algo entre {after} y {before} (línea {line})",
        "editions": "las ediciones difieren: {left} en {a}, {right} en {b}",
        "cites": "solo el texto en {language} remite a {numbers}",
        "numbers": "solo el texto en {language} contiene el número {numbers}",
        "sentences": "oraciones: {left} en {a}, {right} en {b}",
    },
}
