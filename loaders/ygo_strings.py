"""The string files of Yu-Gi-Oh! simulators: ``!system 1 words``, ``!counter 0x1 words``, and so on.

One passage a string, numbered ``system:1``, ``setname:0x1a``. Which language it is in is read from the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.model import UNDATED, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders.language import detect_language
from loaders.report import finish

DOCUMENT: Final = "ygo-strings"
_STRING: Final = re.compile(r"!(system|victory|counter|setname)\s+(\d+|0x[0-9a-fA-F]+)\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class YgoStrings:
    """Loads string files of simulators."""

    name: str = "ygo-strings"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a file: most of its lines that are no remarks are strings."""
        written = [line for line in source.lines if line.strip() and not line.startswith("#")]
        strings = sum(1 for line in written if _STRING.match(line))
        return 0.95 if strings > 0.5 * max(len(written), 1) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """A passage for each string."""
        found = [(at, match) for at, line in enumerate(source.lines, 1) if (match := _STRING.match(line))]
        language = detect_language(" ".join(match[3] for _, match in found if match[1] == "system")) or "en"
        kept = {at for at, _ in found}
        passages = [_passage(match, at, language) for at, match in found]
        skipped = [
            Skipped(Span(at, at), "remark" if line.startswith("#") else "no string of a known kind")
            for at, line in enumerate(source.lines, 1)
            if line.strip() and at not in kept
        ]
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=UNDATED,
            skipped=skipped,
            resolve=False,
        )


def _passage(match: re.Match[str], at: int, language: str) -> Passage:
    number = f"{match[1]}:{match[2].lower()}"
    text = match[3].split("\t")[0].strip()
    facts = (("kind", match[1]),)
    return Passage(
        Game.YGO, DOCUMENT, UNDATED, language, number, PassageKind.SENTENCE, text, Span(at, at), facts=facts
    )
