"""The page for SPARQL queries: an editor, examples, and the result as a table. It needs no script."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from kb.endpoint.fairness import client_of
from kb.endpoint.pages.editor import WITH_SCRIPT, Editor
from kb.endpoint.pages.rendering import POLICY, page
from kb.endpoint.pages.running import read_form, run
from kb.endpoint.pool import Pool
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.errors import QueryError
from kb.namespaces import PREFIXES
from kb.queries import wire
from kb.queries.lexing import check_read_only

_ROWS: Final = 500
_BYTES: Final = 4 * 1024 * 1024
EXAMPLES: Final = {
    "loaded documents": """# What is loaded: documents, editions, languages, and how many passages each has
SELECT ?document ?edition ?language (COUNT(?passage) AS ?passages) {
  ?passage a text:Passage ; text:document ?document ; text:edition ?edition ; text:language ?language
} GROUP BY ?document ?edition ?language ORDER BY ?document ?edition ?language
""",
    "most cited": """# The passages that most others cite
SELECT ?number ?language (COUNT(?citing) AS ?times) {
  ?citing text:cites ?cited . ?cited text:number ?number ; text:language ?language
} GROUP BY ?number ?language ORDER BY DESC(?times) ?number LIMIT 25
""",
    "false friends": """# Words of two games that look alike and mean something else
SELECT ?word ?other ?reason {
  ?mapping core:mapsBy core:falseFriendOf ; core:mapsFrom ?a ; core:mapsTo ?b ; core:reason ?reason .
  ?a skos:prefLabel ?word . ?b skos:prefLabel ?other
  FILTER(lang(?word) = "en" && lang(?other) = "en" && lang(?reason) = "en")
} ORDER BY ?word
""",
    "rules on tokens": """# Encoded rules about tokens, and what they say
SELECT ?rule ?says { ?rule a core:Rule ; core:statement ?says FILTER(CONTAINS(?says, "token")) } LIMIT 25
""",
    "named graphs": """# The named graphs, and how large they are
SELECT ?graph (COUNT(*) AS ?triples) { GRAPH ?graph { ?s ?p ?o } } GROUP BY ?graph ORDER BY DESC(?triples)
""",
}


@dataclass(frozen=True, slots=True)
class Querying:
    """The view that runs queries in the processes of the endpoint."""

    pool: Pool
    settings: Settings
    editor: Editor

    async def show(self, request: Request) -> Response:
        """The editor, with an example in it."""
        example = request.query_params.get("example", "")
        given = request.query_params.get("query", "")
        return self._page(request, given or EXAMPLES.get(example, EXAMPLES["loaded documents"]))

    async def answer(self, request: Request) -> Response:
        """The result of the query that was sent."""
        query = ""
        try:
            form = await read_form(request, self.settings)
            query = form.get("query", "")
            if form.get("update"):
                raise RefusedError(403, "updates are not answered here")
            check_read_only(query)
            asked = wire.Request(query, "json", "turtle", base=str(request.base_url), rows=None, bytes=_BYTES)
            asked = replace(asked, rows=self.settings.limits.rows)
            client = client_of(request.client.host if request.client else None)
            kind, data = await run(self.pool, asked, self.settings, client)
        except RefusedError as refused:
            return self._page(request, query, problem=refused.reason, status=refused.status)
        except QueryError as problem:
            return self._page(request, query, problem=str(problem), status=400)
        if kind == "graph":
            return self._page(request, query, graph=data.decode())
        return self._page(request, query, result=json.loads(data))

    def _page(
        self,
        request: Request,
        query: str,
        *,
        problem: str | None = None,
        status: int = 200,
        graph: str | None = None,
        result: dict[str, Any] | None = None,
    ) -> Response:
        rows = result["results"]["bindings"] if result and "results" in result else None
        with_editor = self.editor.is_there
        return page(
            request,
            "sparql",
            request.path_params["lang"],
            status=status,
            policy=WITH_SCRIPT if with_editor else POLICY,
            with_editor=with_editor,
            prefixes=json.dumps(PREFIXES),
            query=query,
            problem=problem,
            graph=graph,
            columns=result["head"].get("vars", []) if result and rows is not None else [],
            rows=rows[:_ROWS] if rows is not None else None,
            total=len(rows or ()),
            most=_ROWS,
            truth=result.get("boolean") if result else None,
            examples=list(EXAMPLES),
            endpoint=str(request.base_url.replace(path="/sparql")),
        )
