"""The prefixes of the project, declared for servers that do not know them."""

from __future__ import annotations

from itertools import pairwise

from kb.namespaces import PREFIXES
from kb.queries.lexing import tokens


def with_prefixes(query: str) -> str:
    """The query with those of our prefixes declared that it uses and does not declare itself.

    >>> with_prefixes("ASK { ?p text:number ?n }")
    'PREFIX text: <https://w3id.org/tcg-rules/text#>\\nASK { ?p text:number ?n }'
    """
    found = list(tokens(query))
    declared = {b.text.partition(":")[0] for a, b in pairwise(found) if a.text.upper() == "PREFIX"}
    used = {token.text.partition(":")[0] for token in found if token.kind == "name"}
    lines = [f"PREFIX {p}: <{PREFIXES[p]}>\n" for p in PREFIXES if p in used and p not in declared]
    return "".join(lines) + query
