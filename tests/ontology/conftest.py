"""The ontology's modules, parsed once."""

from __future__ import annotations

import pytest
from ontology_reading import MODULES, parsed
from rdflib import Graph

from kb.ontology_files import ontology_root


@pytest.fixture(scope="session")
def modules() -> dict[str, Graph]:
    """Every module by its file's stem."""
    return {name: parsed(ontology_root() / f"{name}.ttl") for name in MODULES}


@pytest.fixture(scope="session")
def vocabulary(modules: dict[str, Graph]) -> Graph:
    """All modules in one graph."""
    union = Graph()
    for module in modules.values():
        union += module
    return union
