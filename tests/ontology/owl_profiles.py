"""Says which modules are outside an OWL 2 profile: ``python owl_profiles.py DL FOLDER MODULE...``

Uses the OWL API inside the reasoner that `owlready2` brings, on the Java of `java_tools`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import jpype
import owlready2
from java_tools import java_library
from rdflib import Graph

BASE = "https://w3id.org/tcg-rules/"


def violations(profile: str, folder: Path, modules: list[str]) -> list[str]:
    """What keeps the modules out of the profile, a line each."""
    jar = Path(owlready2.__file__).parent / "hermit" / "HermiT.jar"
    jpype.startJVM(java_library(), classpath=[str(jar)])
    manager = jpype.JClass("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
    file, iri = jpype.JClass("java.io.File"), jpype.JClass("org.semanticweb.owlapi.model.IRI")
    mapper = jpype.JClass("org.semanticweb.owlapi.util.SimpleIRIMapper")
    checker = jpype.JClass(f"org.semanticweb.owlapi.profiles.OWL2{profile}Profile")()
    found = []
    with TemporaryDirectory() as place:
        for name in modules:
            # Its parser of Turtle is older than Turtle 1.1: it gets RDF/XML.
            written = Path(place) / f"{name}.owl"
            Graph().parse(folder / f"{name}.ttl").serialize(written, format="xml")
            manager.addIRIMapper(mapper(iri.create(BASE + name), iri.create(file(str(written)))))
        for name in modules:
            ontology = manager.loadOntology(iri.create(BASE + name))
            found += [f"{name}: {each}" for each in checker.checkOntology(ontology).getViolations()]
    return found


if __name__ == "__main__":
    problems = violations(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
    print("\n".join(problems))
    sys.exit(bool(problems))
