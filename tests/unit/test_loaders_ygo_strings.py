"""String files of Yu-Gi-Oh! simulators."""

from __future__ import annotations

from pathlib import Path

import pytest

from loaders.base import detect, load_file
from loaders.text import clean_source

FILE = """# remarks
!system 1 Invocation Normale de la carte ?
!system 2 Poser le monstre sur le terrain
!counter 0x1f Compteur de Pierre
!setname 0xA Golem\tGolem d'origine
unknown 3
"""


def test_each_string_is_a_passage_by_kind_and_number() -> None:
    source = clean_source(FILE.encode(), "strings.conf")
    loaded = detect(source).load(source)
    assert [(one.number, one.language, one.text) for one in loaded.passages] == [
        ("system:1", "fr", "Invocation Normale de la carte ?"),
        ("system:2", "fr", "Poser le monstre sur le terrain"),
        ("counter:0x1f", "fr", "Compteur de Pierre"),
        ("setname:0xa", "fr", "Golem"),
    ]
    assert [(skip.lines.first, skip.reason) for skip in loaded.report.skipped] == [
        (1, "remark"),
        (6, "no string of a known kind"),
    ]


@pytest.mark.shared
@pytest.mark.parametrize("language", ["en", "fr", "es", "de", "it", "pt"])
def test_a_published_string_file_is_told_by_its_language(shared: Path, language: str) -> None:
    loaded = load_file(shared / "corpora" / "ygo" / "strings" / f"{language}.strings.conf")
    assert (loaded.report.loader, loaded.report.language) == ("ygo-strings", language)
    assert loaded.report.accounted == loaded.report.lines
