"""Is what a store holds as it should be? Shapes and report queries, with messages in three languages.

`run` puts every shape of ``ontology/shapes`` and every query of ``ontology/checks`` to quads. A state of a
scenario is looked at alone: an object may have one controller in one state and another in the next.

>>> from kb.rdf import Literal, NamedNode, Quad
>>> owl_class = NamedNode("http://www.w3.org/2002/07/owl#Class")
>>> type_ = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
>>> term = NamedNode("https://w3id.org/tcg-rules/core#Castle")
>>> report = run([Quad(term, type_, owl_class)], with_shapes=False)
>>> sorted(finding.name for finding in report.errors)
['missing_definition', 'missing_label', 'missing_module']
>>> print(report.errors[1].text("fr"))
core:Castle: Un terme n’a pas de libellé. Lui donner un rdfs:label en anglais, en français et en espagnol.
"""

from kb.validation.findings import Finding, Report, Severity
from kb.validation.queries import Check, checks
from kb.validation.runner import run

__all__ = ["Check", "Finding", "Report", "Severity", "checks", "run"]
