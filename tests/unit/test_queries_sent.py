"""A table that a process sent as TSV says the same in columns as it does in terms, whatever is in it."""

from __future__ import annotations

import pickle

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Triple

from kb.queries.sent import Sent
from kb.queries.sparql import Result, select
from kb.queries.values import python_value, term_language
from kb.store import open_store

XSD = "http://www.w3.org/2001/XMLSchema#"
P = NamedNode("x:p")


def _typed(value: str, name: str) -> Literal:
    return Literal(value, datatype=NamedNode(XSD + name))


TERMS = [
    Literal('a\tb\nc"d\\e\r\x08\x0c'), Literal("vol", language="fr"), Literal("\"@en"), Literal("@en"),
    Literal(""), Literal("\u2028 \x85 \x0b end"), Literal("قاعدة", language="ar"),
    Literal("規則", language="ja"),
    Literal("a\\", language="fr-ca"), Literal("x^^<x:y>"), Literal('"^^<x:y>'), Literal("five"), Literal("5"),
    _typed("5", "integer"), _typed("five", "integer"), _typed("1.50", "decimal"), _typed("1e3", "double"),
    _typed("INF", "double"), _typed("true", "boolean"), _typed("2020-01-01", "date"), _typed("+5", "integer"),
    _typed("2020-01-01T00:00:00Z", "dateTime"), Literal("x", datatype=NamedNode("x:own")),
    NamedNode("http://example.org/é"), BlankNode("b1"), Triple(P, P, Literal("x\ty")),
]  # fmt: skip


def test_columns_and_terms_agree_on_every_kind_of_term() -> None:
    store = open_store()
    with store.transaction() as change:
        change.replace_graph(
            "x:g", [Quad(NamedNode(f"x:{at}"), P, term, NamedNode("x:g")) for at, term in enumerate(TERMS)]
        )
    result = select(store, "SELECT ?at ?term ?none { ?at ?p ?term }")
    columns = result.table()
    by_place = dict(zip(columns["at"], columns["term"], strict=True))
    languages = dict(zip(columns["at"], columns["term_language"], strict=True))
    rows = {getattr(at, "value", ""): term for at, term, _ in result}
    assert len(rows) == len(TERMS) == len(result)
    for at, term in rows.items():
        assert (at, by_place[at], languages[at]) == (at, python_value(term), term_language(term))
        assert type(by_place[at]) is type(python_value(term))
    told = {at: rows[f"x:{at}"] for at in range(len(TERMS))}
    plain = [
        at
        for at, term in enumerate(TERMS)
        if isinstance(term, Literal) and term.datatype.value == XSD + "string"
    ]
    assert [told[at] for at in plain] == [TERMS[at] for at in plain]
    assert columns["none"] == [None] * len(TERMS)
    assert Result(result.variables, result.rows).table() == columns


@pytest.mark.parametrize(
    ("query", "length", "names"),
    [
        ("SELECT ?a { FILTER(false) }", 0, ["a"]),
        ("SELECT ?a { }", 1, ["a"]),
        ("SELECT * { }", 1, []),
        ("SELECT ?a ?b { VALUES (?a ?b) { (UNDEF 1) (2 UNDEF) } }", 2, ["a", "b"]),
    ],
)
def test_tables_with_little_in_them_keep_their_shape(query: str, length: int, names: list[str]) -> None:
    result = select(open_store(), query)
    assert (len(result), len(result.rows), list(result.table())) == (length, length, names)
    assert list(result.to_frame().columns) == names


def test_a_result_that_was_sent_can_be_kept_and_compared() -> None:
    result = select(open_store(), "SELECT ?a ?b { VALUES (?a ?b) { ('x'@en 1) ('y'@fr 2) } }")
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert again.table() == result.table()
    assert result[1:].rows == result.rows[1:]
    assert result[1:].table() == {"a": ["y"], "a_language": ["fr"], "b": [2]}


@pytest.mark.parametrize("data", [b"", b"?a", b'?a\n"x"\n"y', b"?a\t?b\n1\n"])
def test_half_a_table_is_not_taken_for_a_whole_one(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"ends within a row|argument"):
        Sent(data)


def test_a_table_longer_than_a_piece_is_read_whole_and_in_order() -> None:
    texts = [f"{at} {'é' * (at % 300)}" for at in range(5000)]
    sent = Sent(
        "".join(
            ["?n\t?t\n", *(f'{at}\t"{text}"{"@fr" * (at > 4000)}\n' for at, text in enumerate(texts))]
        ).encode()
    )
    columns = sent.columns()
    assert (len(sent), columns["n"], columns["t"]) == (5000, list(range(5000)), texts)
    assert columns["t_language"] == [None] * 4001 + ["fr"] * 999
    assert [getattr(text, "value", "") for _, text in sent.rows()] == texts
