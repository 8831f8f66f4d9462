"""Facts of scripts as scenarios, as RDF and as records; and scripts that are broken in every way."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pyoxigraph
import pytest
from click.testing import CliRunner
from script_tools import EQUIP

from kb.cli.main import tcg_rules
from kb.edopro.records import Kind
from kb.edopro.scenarios import scenario_of_card, why_not
from kb.errors import InputError
from kb.inference.answers import answer
from kb.inference.table import set_table
from kb.namespaces import EDOPRO
from kb.ontology_files import ontology_root
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario
from loaders.scripts import tree
from loaders.scripts.facts import script_facts
from loaders.scripts.lint import lint

FUZZED = int(os.environ.get("FUZZED", "300"))
SEED = int(os.environ.get("FUZZ_SEED", "7"))

TAKE = """
function s.initial_effect(c)
	local e1=Effect.CreateEffect(c)
	e1:SetType(EFFECT_TYPE_ACTIVATE)
	e1:SetTarget(s.tg)
	e1:SetOperation(s.op)
	c:RegisterEffect(e1)
end
function s.tg(e,tp,eg,ep,ev,re,r,rp,chk)
	if chk==0 then return true end
	Duel.SelectTarget(tp,Card.IsControlerCanBeChanged,tp,0,LOCATION_MZONE,1,1,nil)
end
function s.op(e,tp,eg,ep,ev,re,r,rp)
	Duel.GetControl(Duel.GetFirstTarget(),{arguments})
end
"""
SWAP = """
function s.op(e,tp)
	local g=Duel.SelectMatchingCard(tp,nil,tp,0,LOCATION_MZONE,1,1,nil)
	Duel.SwapControl(e:GetHandler(),g:GetFirst(){tail})
end
"""


def take(arguments: str) -> str:
    """A script that targets a monster of the opponent and calls Duel.GetControl."""
    return TAKE.replace("{arguments}", arguments)


def values(table: Scenario) -> list[object]:
    """The answers to a scenario's questions, in order."""
    situation = set_table(table)
    return [answer(situation, question).value for question in table.questions]


@pytest.mark.parametrize(
    ("code", "while_it_lasts", "afterwards"),
    [
        (take("tp,PHASE_END,1"), "you", "opponent"),
        (take("tp"), "you", "you"),
        (take("1-tp"), "opponent", "opponent"),
        (EQUIP, "you", "you"),
        (SWAP.replace("{tail}", ""), "you", "you"),
        (SWAP.replace("{tail}", ",PHASE_END,1"), "you", "opponent"),
    ],
)
def test_the_rules_say_who_controls_what_a_card_takes(
    code: str, while_it_lasts: str, afterwards: str
) -> None:
    table = scenario_of_card(script_facts(code.encode(), "c77.lua"), "the card")
    assert values(table)[:2] == [while_it_lasts, afterwards]


@pytest.mark.parametrize("tail", ["tp,PHASE_END,2", "tp,PHASE_BATTLE,1", "somebody()", "tp,PHASE_END,some()"])
def test_what_a_scenario_cannot_say_is_refused_with_the_reason(tail: str) -> None:
    facts = script_facts(take(tail).encode(), "c77.lua")
    with pytest.raises(InputError, match=r"no control fact can be played.*(no word for|not understood)"):
        scenario_of_card(facts)
    assert all(why_not(fact) for fact in facts.control)


def test_the_command_line_writes_a_scenario_that_can_be_read_and_asked(tmp_path: Path) -> None:
    path = tmp_path / "c77.lua"
    path.write_text(take("tp,PHASE_END,1"), encoding="utf-8")
    told = CliRunner().invoke(tcg_rules, ["scripts", str(path), "--format", "scenario"]).output
    [table] = read_scenarios(told, source="told.yaml")
    assert [question.ask for question in table.questions] == ["controller", "controller", "owner"]
    assert values(table) == ["you", "opponent", "opponent"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    scripts = {"c1": take("tp,PHASE_END,1"), "c2": take("tp"), "c3": EQUIP, "c4": take("tp,PHASE_END,some()")}
    for name, code in scripts.items():
        (tmp_path / f"{name}.lua").write_text(code, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ([], ["1", "2", "3", "4"]),
        (["--until", "PHASE_END"], ["1"]),
        (["--until", "lasting"], ["2"]),
        (["--until", "while equipped"], ["3"]),
        (["--certain"], ["1", "2", "3"]),
        (["--kind", "swap"], []),
    ],
)
def test_scripts_are_asked_which_cards_take_control_until_when(
    folder: Path, options: list[str], cards: list[str]
) -> None:
    result = CliRunner().invoke(tcg_rules, ["scripts", str(folder), "--format", "json", *options])
    assert [json.loads(line)["card"] for line in result.output.splitlines()] == cards


def test_the_same_question_in_sparql(folder: Path) -> None:
    written = CliRunner().invoke(tcg_rules, ["scripts", str(folder), "--format", "turtle"]).output
    store = pyoxigraph.Store()
    store.load(written.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    found = store.query(f"""PREFIX e: <{EDOPRO}>
        SELECT ?card WHERE {{ ?script e:passcode ?card; e:controlFact ?fact .
          ?fact e:factKind "take"; e:untilPhase "PHASE_END" }}""")
    assert [row["card"].value for row in found] == ["1"]


def test_every_word_of_the_rdf_is_declared_in_the_ontology(folder: Path) -> None:
    written = CliRunner().invoke(tcg_rules, ["scripts", str(folder), "--format", "turtle"]).output
    declared = (ontology_root() / "edopro.ttl").read_text(encoding="utf-8")
    read = list(pyoxigraph.parse(written.encode(), pyoxigraph.RdfFormat.TURTLE))
    words = [getattr(part, "value", "") for triple in read for part in (triple.predicate, triple.object)]
    used = {word for word in words if word.startswith(EDOPRO)}
    assert used
    assert [word for word in used if f"\nedopro:{word.removeprefix(EDOPRO)}\n" not in declared] == []


def test_broken_scripts_are_findings_and_never_crash() -> None:
    chance = random.Random(SEED)
    sources = [take("tp,PHASE_END,1").encode(), EQUIP.encode(), SWAP.replace("{tail}", "").encode()]
    words = [
        b"end",
        b"(",
        b")",
        b"\0",
        b"\xff",
        b"function ",
        b"[[",
        b"--[[",
        b"=",
        b"local ",
        b":",
        b"goto x ",
        b"local x <const> = 7//2 ",
        b"a&b|c~d<<1 ",
        b"(" * 400,
    ]
    for _ in range(FUZZED):
        source = bytearray(chance.choice(sources))
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(source))
            match chance.randrange(3):
                case 0:
                    source[at : at + chance.randrange(1, 9)] = b""
                case 1:
                    source[at:at] = chance.choice(words)
                case _:
                    source[at:] = source[chance.randrange(len(source)) :]
            if not source:
                source = bytearray(b"x")
        facts = script_facts(bytes(source), "c1.lua")
        broken = tree.parse(bytes(source), "c1.lua").root is None
        rules = {finding.rule for finding in lint(bytes(source), "c1.lua")}
        assert broken == bool(rules & {"SCR001", "SCR002"})
        assert not (broken and facts.control)


def test_a_script_of_ten_megabytes_and_a_binary_one_are_findings(tmp_path: Path) -> None:
    (tmp_path / "long.lua").write_bytes(b"local a=1\n" * 1_000_000)
    (tmp_path / "binary.lua").write_bytes(bytes(range(256)) * 100)
    result = CliRunner().invoke(tcg_rules, ["lint", str(tmp_path), "--format", "json"], standalone_mode=False)
    assert [json.loads(line)["rule"] for line in result.output.splitlines()] == ["SCR002", "SCR002"]
    assert result.return_value == 1


def test_facts_are_selected_by_kind() -> None:
    facts = script_facts(take("tp").encode(), "c1.lua")
    assert [fact.kind for fact in facts.of(Kind.TAKE)] == [Kind.TAKE]
    assert list(facts.of(Kind.SWAP)) == []


WITHOUT_TREE_SITTER = """
import sys
sys.modules["tree_sitter"] = None
from kb.cli.main import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("verb", ["lint", "scripts"])
def test_without_the_extra_the_verb_says_how_to_install_it(folder: Path, verb: str) -> None:
    command = [sys.executable, "-c", WITHOUT_TREE_SITTER, verb, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'tcg-rules-kb[edopro]'" in done.stderr
    assert "Traceback" not in done.stderr
