"""Controls for notebooks: browse the rules, compare translations, try a situation, ask in SPARQL.

The only package that imports ipywidgets. Every control works with the keyboard alone, shows itself as plain
text and HTML where widgets are off, and is a class whose parts can be set and read from Python:

>>> import kb
>>> from kb.widgets import Workbench
>>> bench = Workbench(kb.load(store=None), game="mtg", players=("Ann", "Bob"))
>>> bench.add_object("bear", kind="creature", owner="Ann")
>>> bench.add_event("gain_control", player="Bob", of="bear")
>>> bench.answers[0].value
'Bob'
"""

from __future__ import annotations

from kb.errors import MissingExtraError

try:
    import ipywidgets as _ipywidgets  # noqa: F401
except ModuleNotFoundError as missing:
    raise MissingExtraError("ipywidgets", "notebook") from missing

from kb.widgets.browser import RuleBrowser
from kb.widgets.comparer import Comparer
from kb.widgets.explorer import ConceptExplorer
from kb.widgets.reasons import Reasons
from kb.widgets.sparql_box import SparqlBox
from kb.widgets.workbench import Workbench

__all__ = ["Comparer", "ConceptExplorer", "Reasons", "RuleBrowser", "SparqlBox", "Workbench"]
