"""The sentences around findings in scripts; the findings' own are in ``ontology/edopro/lint.yaml``."""

from __future__ import annotations

from typing import Final

from kb.cli.messages import Counted, Sentence

FINDINGS: Final = Counted(
    ("finding", "findings"), ("constat", "constats"), ("hallazgo", "hallazgos")
)  # fmt: skip
LEVELS: Final = {
    "error": Sentence("error", "erreur", "fallo"),
    "warning": Sentence("warning", "avertissement", "aviso"),
    "note": Sentence("note", "remarque", "nota"),
}
COLON: Final = Sentence(":", "\u00a0:", ":")
DO: Final = Sentence("Fix: {fix}", "Correction\u00a0: {fix}", "Arreglo: {fix}")
GUIDE: Final = Sentence(
    "control guide, {numbers}", "guide du contrôle, {numbers}", "guía de control, {numbers}"
)
FACTS: Final = Counted(
    ("control fact", "control facts"), ("fait de contrôle", "faits de contrôle"),
    ("hecho de control", "hechos de control"),
)  # fmt: skip
UNCERTAIN: Final = Sentence(
    "not understood: {parts}", "pas compris\u00a0: {parts}", "no se entendió: {parts}"
)
