"""What follows from the ontology: OWL RL inferences we want, and consistency by HermiT.

HermiT, and the OWL API that checks the OWL 2 profiles, come with `owlready2`; `java_tools` finds their Java.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import owlrl
import pytest
from java_tools import java
from ontology_reading import MODULES, module_graphs, whole_vocabulary
from rdflib import OWL, RDF, Graph, Namespace, URIRef

from kb.namespaces import CORE, MTG, RIFTBOUND, TEXT
from kb.ontology_files import ontology_root

C, M, R, T = Namespace(CORE), Namespace(MTG), Namespace(RIFTBOUND), Namespace(TEXT)
EX = Namespace("https://example.org/table#")


def inferred(ontology: Graph, *facts: tuple[URIRef, URIRef, URIRef]) -> Graph:
    """The ontology with some facts and all that follows from them by OWL RL."""
    graph = Graph() + ontology
    for fact in facts:
        graph.add(fact)
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
    return graph


@pytest.fixture(scope="module")
def closure() -> Graph:
    return inferred(
        whole_vocabulary(),
        (EX.bear, M.permanentController, EX.bob),
        (EX.sword, M.equips, EX.bear),
        (EX.passage, T.inLanguageVersion, EX.french),
        (EX.french, T.ofEdition, EX.first),
        (EX.first, T.work, EX.rules),
        (EX.grove, R.battlefieldController, EX.ann),
        (EX.aura, C.falseFriendOf, EX.other),
    )


def test_a_controller_of_one_kind_is_a_controller_and_an_effective_controller(closure: Graph) -> None:
    assert (EX.bear, C.controller, EX.bob) in closure
    assert (EX.bear, C.effectiveController, EX.bob) in closure
    assert (EX.bob, C.controls, EX.bear) in closure


def test_what_has_a_permanent_controller_is_a_permanent_in_play(closure: Graph) -> None:
    assert (EX.bear, RDF.type, M.Permanent) in closure
    assert (EX.bear, RDF.type, C.FieldObject) in closure


def test_what_has_a_battlefield_controller_is_an_object_and_no_zone(closure: Graph) -> None:
    assert (EX.grove, RDF.type, R.Battlefield) in closure
    assert (EX.grove, RDF.type, C.GameObject) in closure
    assert (EX.grove, RDF.type, C.Zone) not in closure


def test_an_attachment_goes_both_ways(closure: Graph) -> None:
    assert (EX.bear, C.hasAttached, EX.sword) in closure
    assert (EX.sword, RDF.type, M.Equipment) in closure


def test_a_passage_has_the_edition_and_work_of_its_language_version(closure: Graph) -> None:
    assert (EX.passage, T.ofEdition, EX.first) in closure
    assert (EX.passage, T.work, EX.rules) in closure


def test_two_controllers_are_not_merged_into_one_player() -> None:
    core = module_graphs()["core"]
    graph = inferred(core, (EX.bear, C.controller, EX.ann), (EX.bear, C.controller, EX.bob))

    assert (EX.ann, OWL.sameAs, EX.bob) not in graph


def hermit(graph: Graph, folder: Path) -> str:
    """What HermiT says: ``consistent`` with the unsatisfiable classes, or ``inconsistent``."""
    for statement in list(graph.triples((None, OWL.imports, None))):
        graph.remove(statement)
    file = folder / "merged.owl"
    graph.serialize(file, format="xml")
    script = dedent(f"""
        import owlready2
        owlready2.JAVA_EXE = {java()!r}
        world = owlready2.World()
        world.get_ontology({file.as_uri()!r}).load()
        try:
            owlready2.sync_reasoner_hermit(world, debug=0)
            print("consistent", sorted(each.name for each in world.inconsistent_classes()))
        except owlready2.OwlReadyInconsistentOntologyError:
            print("inconsistent")
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.slow
def test_hermit_finds_the_ontology_consistent_and_no_class_empty(tmp_path: Path) -> None:
    assert hermit(Graph() + whole_vocabulary(), tmp_path) == "consistent []"


@pytest.mark.slow
def test_hermit_finds_a_battlefield_that_is_a_zone_inconsistent(tmp_path: Path) -> None:
    graph = Graph() + whole_vocabulary()
    graph.add((EX.grove, RDF.type, R.Battlefield))
    graph.add((EX.grove, RDF.type, M.Battlefield))

    assert hermit(graph, tmp_path) == "inconsistent"


def outside(profile: str, folder: Path, *modules: str) -> list[str]:
    """What keeps modules out of a profile, a line each; in a process of its own, for its Java never ends."""
    pytest.importorskip("jpype")
    java()
    script = Path(__file__).with_name("owl_profiles.py")
    done = subprocess.run(
        [sys.executable, str(script), profile, str(folder), *modules],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.slow
def test_every_module_is_in_owl_2_dl() -> None:
    assert outside("DL", ontology_root(), *MODULES) == []


@pytest.mark.slow
def test_every_module_is_in_owl_2_rl_but_for_the_datatype_of_variables() -> None:
    found = outside("RL", ontology_root(), *MODULES)

    assert [each for each in found if not each.startswith("logic: ")] == []
    assert {"logic#variable" in each or "AnnotationAssertion axioms" in each for each in found} == {True}


@pytest.mark.slow
def test_a_module_outside_the_profiles_would_be_found(tmp_path: Path) -> None:
    ours = module_graphs()["core"] + Graph().parse(
        data="""@prefix core: <https://w3id.org/tcg-rules/core#> .
            @prefix owl: <http://www.w3.org/2002/07/owl#> .
            core:owner a owl:ReflexiveProperty, owl:TransitiveProperty, owl:AsymmetricProperty .""",
        format="turtle",
    )
    ours.serialize(tmp_path / "core.ttl", format="turtle")

    assert outside("DL", tmp_path, "core") != []
    assert outside("RL", tmp_path, "core") != []
