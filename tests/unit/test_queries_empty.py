"""What finds nothing still has the columns, with their types, of what finds something."""

from __future__ import annotations

import pytest

import kb
from kb.errors import NotFoundError
from kb.knowledge import KnowledgeBase
from kb.ontology_files import ontology_root
from kb.queries.tabular import Tabular


@pytest.fixture(scope="module")
def rules() -> KnowledgeBase:
    return kb.load(ontology_root() / "examples" / "documents", store=None)


def test_tables_without_rows_keep_their_columns_and_types(rules: KnowledgeBase) -> None:
    empty = kb.load(store=None)
    pairs: list[tuple[Tabular, Tabular]] = [
        (rules.find("lantern"), rules.find("zzzzqq")),
        (rules.find("lantern"), rules.find("lantern")[:0]),  # type: ignore[list-item]
        (rules.passages(), rules.passages(number="77777")),
        (rules.sources(), empty.sources()),
        (rules.diverge("en", "fr"), rules.diverge("en", "en")),
    ]
    for full, none in pairs:
        expected, found = full.to_frame().dtypes, none.to_frame().dtypes
        assert list(found.index) == list(expected.index)
        assert [str(each) for each in found] == [str(each) for each in expected]
        assert none.to_arrow().schema.names == full.to_arrow().schema.names
        assert len(none.to_frame()) == 0


def test_a_language_that_no_answer_is_shown_in_is_told_with_those_there_are(rules: KnowledgeBase) -> None:
    with pytest.raises(NotFoundError, match=r"fre.*did you mean 'fr'"):
        rules.in_language("fre")
    with pytest.raises(NotFoundError, match="known: en, fr, es"):
        kb.load(store=None, language="tlh")
