"""Mistakes planted in scripts written for these tests: each is found, and the right form of each is clean."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from script_tools import EQUIP

from kb.cli.main import tcg_rules
from kb.edopro.findings import Finding, lint_rule, lint_rules
from kb.errors import InputError, NotFoundError
from loaders.edopro import EdoproGuide
from loaders.scripts.lint import lint
from loaders.text import read_source

CAN = "Card.IsControlerCanBeChanged"


def script(
    operation: str,
    *,
    select: str = f"Duel.SelectTarget(tp,{CAN},tp,0,LOCATION_MZONE,1,1,nil)",
    check: str = f"Duel.IsExistingTarget({CAN},tp,0,LOCATION_MZONE,1,nil)",
    kind: str = "EFFECT_TYPE_IGNITION",
    more: str = "",
    start: str = "",
    category: str = "CATEGORY_CONTROL",
) -> str:
    """A script with one effect whose operation is `operation`."""
    return f"""local s,id=GetID()
function s.initial_effect(c)
	{start}
	local e1=Effect.CreateEffect(c)
	e1:SetCategory({category})
	e1:SetType({kind})
	e1:SetTarget(s.tg)
	e1:SetOperation(s.op)
	c:RegisterEffect(e1)
end
function s.tg(e,tp,eg,ep,ev,re,r,rp,chk,chkc)
	if chk==0 then return {check} end
	local g={select}
	Duel.SetOperationInfo(0,CATEGORY_CONTROL,g,1,0,0)
end
{more}
function s.op(e,tp,eg,ep,ev,re,r,rp)
	local c=e:GetHandler()
	local tc=Duel.GetFirstTarget()
	{operation}
end
"""


def rules_in(code: str) -> set[str]:
    """The rules that find something in `code`, notes left out."""
    return {finding.rule for finding in lint(code.encode(), "c1.lua") if finding.level != "note"}


RESTRICTION = """
	local e1=Effect.CreateEffect(c)
	e1:SetType(EFFECT_TYPE_SINGLE)
	e1:SetCode({code})
	e1:SetReset(RESETS_STANDARD_PHASE_END)
	{card}:RegisterEffect(e1)"""


def follow(code: str = "EFFECT_CANNOT_ATTACK", card: str = "tc") -> str:
    """A restriction put on a card."""
    return RESTRICTION.format(code=code, card=card)


def select(filter_: str, *, own: str = "0", other: str = "LOCATION_MZONE") -> dict[str, str]:
    """The target function's two calls with a filter."""
    return {
        "select": f"Duel.SelectTarget(tp,{filter_},tp,{own},{other},1,1,nil)",
        "check": f"Duel.IsExistingTarget({filter_},tp,{own},{other},1,nil)",
    }


def swap(filter_: str, operation: str = "Duel.SwapControl(c,tc)") -> str:
    """A swap of this card with a target."""
    return script(operation, **select("s.filter"), more=f"function s.filter(c) return {filter_} end")


BACK = "Duel.SpecialSummon(tc,0,tp,tp,false,false,POS_FACEUP)"
ABLE = "c:IsAbleToChangeControler()"
TAKE = "Duel.GetControl(tc,tp)"
QUICK = "EFFECT_TYPE_QUICK_O"
OWN_CHECK = "c:IsControlerCanBeChanged()"

PLANTED = {
    "CTL001": [
        script(f"Duel.SendtoGrave(tc,REASON_EFFECT)\n\t{BACK}"),
        script(f"Duel.SendtoHand(tc,tp,REASON_EFFECT)\n\t{BACK}"),
        script(f"Duel.SendtoDeck(tc,nil,SEQ_DECKTOP,REASON_EFFECT)\n\t{BACK}"),
        script(f"if Duel.Remove(tc,POS_FACEUP,REASON_EFFECT)>0 then {BACK} end"),
        script("Duel.MoveToField(tc,tp,tp,LOCATION_MZONE,POS_FACEUP,true)"),
        script(f"if Duel.SendtoGrave(tc,REASON_EFFECT)~=0 then Duel.BreakEffect() {BACK} end"),
        script(
            "local g=Duel.GetMatchingGroup(Card.IsFaceup,tp,0,LOCATION_MZONE,nil)\n"
            "\tDuel.Remove(g,POS_FACEUP,REASON_EFFECT)\n\tDuel.SpecialSummon(g,0,tp,tp,true,false,POS_FACEUP)"
        ),
        script(
            "local sc=Duel.SelectMatchingCard(tp,nil,tp,0,LOCATION_MZONE,1,1,nil):GetFirst()\n"
            "\tDuel.SendtoGrave(sc,REASON_RULE)\n\tDuel.SpecialSummonStep(sc,0,tp,tp,false,false,POS_FACEUP)"
        ),
        script("if tc then Duel.MoveToField(tc,tp,tp,LOCATION_MZONE,POS_FACEUP_ATTACK,false) end"),
        script(f"local p=tp\n\tDuel.Release(tc,REASON_EFFECT)\n\t{BACK.replace('0,tp,tp', '0,p,p')}"),
    ],
    "CTL002": [
        swap(ABLE),
        swap(f"{ABLE} and c:IsFaceup()"),
        swap(ABLE, "if Duel.SwapControl(c,tc) then end"),
        swap(ABLE, "Duel.SwapControl(tc,c,PHASE_END,1)"),
        swap(ABLE, "local ok=Duel.SwapControl(c,tc,0,0)"),
        script(TAKE, **select("s.filter"), more=f"function s.filter(c) return {ABLE} end"),
        script("Duel.GetControl(tc,tp,PHASE_END,1)", **select("Card.IsAbleToChangeControler")),
        script("Duel.GetControl(c,1-tp)", check="e:GetHandler():IsAbleToChangeControler()", select="c"),
        script(
            "local g=Duel.SelectMatchingCard(tp,s.filter,tp,0,LOCATION_MZONE,1,1,nil)\n"
            "\tDuel.GetControl(g,tp)",
            check="true", select="nil", more=f"function s.filter(c) return {ABLE} and c:IsFaceup() end",
        ),
        script("Duel.GetControl(Duel.GetAttacker(),tp)", check="true", select="nil", kind=QUICK),
    ],
    "CTL003": [
        script(f"Duel.GetControl(tc,tp,PHASE_END,1){follow()}"),
        script(f"Duel.GetControl(tc,tp){follow('EFFECT_UNRELEASABLE_SUM')}"),
        script(f"if tc then Duel.GetControl(tc,tp) end{follow('EFFECT_CANNOT_TRIGGER')}"),
        script(f"if tc:IsRelateToEffect(e) then Duel.GetControl(tc,tp){follow()} end"),
        script(f"Duel.GetControl(tc,tp) Duel.BreakEffect(){follow('EFFECT_DISABLE')}"),
        script(
            f"local g=Duel.GetTargetCards(e)\n\tDuel.GetControl(g,tp)\n\tfor sc in aux.Next(g) do"
            f"{follow(card='sc')} end"
        ),
        script(
            f"local g=Duel.GetTargetCards(e)\n\tDuel.GetControl(g,tp)\n\tlocal sc=g:GetFirst()\n"
            f"\twhile sc do{follow(card='sc')} sc=g:GetNext() end"
        ),
        script(
            "Duel.GetControl(tc,tp)\n\ts.limit(c,tc)",
            more=f"function s.limit(c,tc){follow('EFFECT_CANNOT_CHANGE_POSITION')} end",
        ),
        script(f"Duel.GetControl(tc,tp){follow()}\n\tlocal e2=e1:Clone() tc:RegisterEffect(e2)"),
        script(
            f"local g=Duel.GetTargetCards(e)\n\tDuel.GetControl(g,tp)\n"
            f"\tg:ForEach(function(sc){follow(card='sc')} end)"
        ),
    ],
    "CTL004": [
        script(TAKE, **select("s.f"), more=f"function s.f(c,tp) return {asked} and {OWN_CHECK} end")
        for asked in (
            "c:IsOwner(1-tp)", "c:GetOwner()==1-tp", "c:GetOwner()~=tp", "1-tp==c:GetOwner()",
            "tp~=c:GetOwner()", "(c:IsOwner(1-tp))", "c:IsFaceup() and c:IsOwner(1-tp)",
            "c:IsLevelBelow(4) and c:GetOwner()~=tp",
        )
    ] + [
        script("Duel.GetControl(tc,1-tp)", **select("s.f", own="LOCATION_MZONE", other="0"),
               more=f"function s.f(c,tp) return c:IsOwner(tp) and {OWN_CHECK} end"),
        script("Duel.GetControl(tc,1-tp)", **select("s.f", own="LOCATION_MZONE", other="0"),
               more=f"function s.f(c,tp) return {OWN_CHECK} and c:GetOwner()==tp end"),
    ],
    "CTL005": [
        script("Duel.GetControl(tc,tp)", **select(filter_), more="function s.f(c) return c:IsFaceup() end")
        for filter_ in (
            "Card.IsFaceup", "nil", "s.f", "aux.TRUE", "aux.FaceupFilter(Card.IsRace,RACE_DRAGON)",
            "aux.AND(Card.IsFaceup,Card.IsMonster)", "function(c) return c:IsLevel(4) end",
        )
    ] + [
        script("if Duel.GetControl(tc,tp,PHASE_END,1)~=0 then end", **select("Card.IsFaceup")),
        script("Duel.GetControl(Duel.GetTargetCards(e),tp)", **select("Card.IsFaceup"), kind=QUICK),
        script("Duel.GetControl(tc,1-tp)", **select("Card.IsFaceup", own="LOCATION_MZONE", other="0")),
    ],
    "CTL006": [
        script("if Duel.Equip(tp,c,tc) then Duel.GetControl(tc,tp) end"),
        script("Duel.Equip(tp,c,tc)\n\tDuel.GetControl(tc,tp)"),
        script("Duel.Equip(tp,e:GetHandler(),tc)\n\tDuel.GetControl(tc,tp)"),
        script("if Duel.Equip(tp,c,tc,true) and Duel.GetControl(tc,tp)~=0 then end"),
        script("Duel.GetControl(c:GetEquipTarget(),tp)", start="aux.AddEquipProcedure(c,1)"),
        script("local ec=c:GetEquipTarget()\n\tif ec then Duel.GetControl(ec,tp) end"),
        script("local ec=c:GetEquipTarget()\n\tDuel.GetControl(ec,e:GetHandlerPlayer())"),
        script("Duel.GetControl(e:GetHandler():GetEquipTarget(),tp)"),
        script("Duel.GetControl(tc,tp) Duel.Equip(tp,c,tc)"),
        script("if c:IsRelateToEffect(e) then Duel.Equip(tp,c,tc) Duel.GetControl(tc,tp,0,0) end"),
    ],
}  # fmt: skip
CASES = [(rule, code) for rule, codes in PLANTED.items() for code in codes]


def test_ten_mistakes_of_each_of_the_six_kinds_are_planted() -> None:
    assert {rule: len(codes) for rule, codes in PLANTED.items()} == dict.fromkeys(PLANTED, 10)
    assert len(CASES) == 60


@pytest.mark.parametrize(
    ("rule", "code"), CASES, ids=[f"{rule}-{at % 10}" for at, (rule, _) in enumerate(CASES)]
)
def test_a_planted_mistake_is_found(rule: str, code: str) -> None:
    assert rule in rules_in(code)


GOOD = {
    "takes until the End Phase": script("if tc then Duel.GetControl(tc,tp,PHASE_END,1) end"),
    "takes for good": script("Duel.GetControl(tc,tp)"),
    "checks before restricting": script(f"if Duel.GetControl(tc,tp,PHASE_END,1)~=0 then{follow()} end"),
    "keeps the number": script(f"local n=Duel.GetControl(tc,tp)\n\tif n>0 then{follow()} end"),
    "asks who controls it": script(f"Duel.GetControl(tc,tp)\n\tif tc:IsControler(tp) then{follow()} end"),
    "restricts another card": script(f"Duel.GetControl(tc,tp){follow(card='c')}"),
    "swaps with room": swap(
        "c:IsAbleToChangeControler() and Duel.GetMZoneCount(c:GetControler(),c,tp,LOCATION_REASON_CONTROL)>0"
    ),
    "gets back what it owns": script(
        "Duel.GetControl(tc,tp)", **select("s.f"),
        more="function s.f(c,tp) return c:IsOwner(tp) and c:IsControlerCanBeChanged() end",
    ),
    "returns and Summons its own card": script(
        "Duel.Remove(c,POS_FACEUP,REASON_EFFECT)\n\tDuel.SpecialSummon(c,0,tp,tp,false,false,POS_FACEUP)"
    ),
    "equips and holds by the equip": EQUIP,
    "joins masks": script("e:SetReset(RESET_EVENT+RESETS_STANDARD+RESET_PHASE+PHASE_END)"),
    "removes a bit": script("e:SetReset(RESET_EVENT+RESETS_STANDARD-RESET_TURN_SET)"),
    "has nothing to do with control": "function s.initial_effect(c) c:EnableReviveLimit() end",
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_the_right_form_is_clean(name: str) -> None:
    assert rules_in(GOOD[name]) == set()


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("CTL007", script("if Duel.GetControl(tc,tp) then end")),
        ("CTL007", script("if not Duel.GetControl(tc,tp) then return end")),
        ("CTL007", script("local ok=Duel.GetControl(tc,tp)\n\tif ok then end")),
        ("CTL008", script("Duel.GetControl(tc,tp,PHASE_END)")),
        ("CTL008", script("Duel.GetControl(tc,tp,PHASE_END,0)")),
        ("CTL009", script("Duel.GetControl(tc,tp,RESET_PHASE|PHASE_END,1)")),
        ("CTL010", script("e:SetReset(RESET_EVENT+RESETS_STANDARD_PHASE_END)")),
        ("CTL010", script("e:SetReset(RESETS_STANDARD-RESET_CONTROL)")),
        ("CTL010", script("local m=RESET_EVENT\n\te:SetReset(m+RESET_EVENT)")),
        ("CTL011", script("if e:GetOwner()==tp then end")),
        ("CTL011", script("local p=1-e:GetOwner()")),
        ("CTL011", script("if tc:GetOwner():IsFaceup() then end")),
        (
            "CTL012",
            script("Duel.GetControl(tc,tp)", category="CATEGORY_DRAW").replace("(0,CATEGORY_CONTROL", "(0,1"),
        ),
    ],
)
def test_the_kin_of_the_six_mistakes_are_found(rule: str, code: str) -> None:
    assert rule in rules_in(code)


ROOM = {
    "a Tribute": "Duel.Release(c,REASON_COST)",
    "a card of the own field": "Duel.Destroy(Duel.SelectMatchingCard(tp,nil,tp,LOCATION_MZONE,0,1,1,c),0)",
    "a group with this card": "local g=Group.CreateGroup() g:AddCard(c) Duel.SendtoGrave(g,REASON_COST)",
}
NO_ROOM = {
    "nothing": "",
    "a card of the other field": "Duel.Destroy(Duel.SelectMatchingCard(tp,nil,tp,0,LOCATION_MZONE,1,1,c),0)",
    "a card of the hand": "Duel.SendtoGrave(Duel.SelectMatchingCard(tp,nil,tp,LOCATION_HAND,0,1,1,nil),0)",
}


def takes_after(before: str, *, start: str = "", place: str = "LOCATION_MZONE") -> str:
    """A script that takes control without asking for a zone, after something else."""
    filter_ = "function s.filter(c) return c:IsAbleToChangeControler() end"
    code = script(f"{before} Duel.GetControl(tc,tp)", **select("s.filter"), more=filter_)
    return code.replace("e1:SetTarget", f"e1:SetRange({place}) {start} e1:SetTarget", 1)


@pytest.mark.parametrize("before", ROOM.values(), ids=ROOM)
def test_what_leaves_the_field_first_makes_room(before: str) -> None:
    assert "CTL002" not in rules_in(takes_after(before))


@pytest.mark.parametrize("before", NO_ROOM.values(), ids=NO_ROOM)
def test_what_leaves_another_place_makes_no_room(before: str) -> None:
    assert "CTL002" in rules_in(takes_after(before))


def test_a_card_that_pays_with_itself_makes_room_only_from_the_field() -> None:
    cost = "e1:SetCost(Cost.SelfTribute)"
    assert "CTL002" not in rules_in(takes_after("", start=cost))
    assert "CTL002" in rules_in(takes_after("", start=cost, place="LOCATION_GRAVE"))


def test_a_change_of_control_is_no_restriction_that_follows() -> None:
    assert "CTL003" in rules_in(script(f"Duel.GetControl(tc,tp){follow('EFFECT_DISABLE')}"))
    assert "CTL003" not in rules_in(script(f"Duel.GetControl(tc,tp){follow('EFFECT_SET_CONTROL')}"))


@pytest.mark.parametrize(
    "code",
    [
        script("if te:GetOwner()~=e:GetOwner() then end"),
        script("if tc:GetOwner()==1-tp then end"),
        script("e:SetRange(LOCATION_HAND+LOCATION_MZONE)"),
        script("local x=PHASE_END+1"),
        script("e:SetCategory(CATEGORY_CONTROL)\n\tDuel.GetControl(tc,tp)", category="CATEGORY_DRAW"),
        script("Duel.GetControl(c,1-tp)", kind="EFFECT_TYPE_TRIGGER_F", check="true", select="nil"),
    ],
)
def test_what_only_looks_like_a_mistake_is_no_finding(code: str) -> None:
    assert rules_in(code) == set()


def test_a_comment_silences_its_line_or_the_file() -> None:
    call = "if Duel.GetControl(tc,tp) then end"
    assert rules_in(script(call)) == {"CTL007"}
    assert rules_in(script(f"{call} -- tcg-rules: ignore CTL007")) == set()
    assert rules_in(script(f"{call} -- tcg-rules: ignore")) == set()
    assert rules_in(script(f"{call} -- tcg-rules: ignore number-as-truth")) == set()
    assert rules_in(script(f"{call} -- tcg-rules: ignore CTL001")) == {"CTL007"}
    assert rules_in("-- tcg-rules: ignore-file CTL007\n" + script(call)) == set()


def test_the_good_examples_of_the_guide_are_clean(shared: Path) -> None:
    [seed] = (shared / "seeds").glob("000*")
    loaded = EdoproGuide().load(read_source(seed))
    code = [passage.text for passage in loaded.passages if passage.kind.value == "code"]
    assert len(code) == 5
    assert [rules_in(each) for each in code] == [set()] * 5


def test_every_rule_cites_passages_that_the_guide_has(shared: Path) -> None:
    [seed] = (shared / "seeds").glob("000*")
    known = {passage.iri for passage in EdoproGuide().load(read_source(seed)).passages}
    cited = {iri for rule in lint_rules().values() for iri in rule.passages}
    assert cited <= known


def test_every_rule_speaks_three_languages_with_the_same_fields() -> None:
    for rule in lint_rules().values():
        for said in (rule.says, rule.why, rule.fix):
            assert set(said) == {"en", "fr", "es"}
            assert len({frozenset(re.findall(r"\{(\w+)\}", said[each])) for each in said}) == 1
            assert not re.search(r"(?<![\u00a0\w])[;?!](?=\s|$)|(?<!\u00a0):(?=\s)", said["fr"])


def test_an_unknown_rule_names_its_neighbours() -> None:
    with pytest.raises(NotFoundError, match="did you mean 'mask-sum'"):
        lint_rule("mask-sums")


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and output of the command line."""
    result = CliRunner().invoke(tcg_rules, arguments, standalone_mode=False, catch_exceptions=False)
    return result.return_value or 0, result.output


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "c7.lua"
    path.write_text(script("if Duel.GetControl(tc,tp,PHASE_END) then end"), encoding="utf-8")
    return path


def test_findings_come_as_text_json_sarif_and_annotations(bad: Path) -> None:
    code, told = run("lint", str(bad), "--lang", "es")
    assert (code, "2 hallazgos" in told, "CTL007" in told) == (1, True, True)
    _, lines = run("lint", str(bad), "--format", "json")
    records = [json.loads(line) for line in lines.splitlines()]
    assert [each["rule"] for each in records] == ["CTL007", "CTL008"]
    assert records[0]["guide"][0].endswith("/edopro-guide/undated/en/p6")
    _, log = run("lint", str(bad), "--format", "sarif")
    results = json.loads(log)["runs"][0]["results"]
    assert [each["ruleId"] for each in results] == ["CTL007", "CTL008"]
    _, noted = run("lint", str(bad), "--format", "github")
    assert noted.startswith("::error file=")
    assert ",title=CTL007::" in noted


def test_a_baseline_leaves_out_what_it_knows_wherever_the_line_has_moved(bad: Path, tmp_path: Path) -> None:
    known = str(tmp_path / "known")
    assert run("lint", str(bad), "--baseline", known, "--write-baseline")[0] == 0
    bad.write_text("-- a line\n" + bad.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("lint", str(bad), "--baseline", known)[0] == 0
    bad.write_text(bad.read_text(encoding="utf-8").replace("(tc,tp,", "(tc,1-tp,"), encoding="utf-8")
    assert run("lint", str(bad), "--baseline", known)[0] == 1


def test_a_baseline_that_is_not_there_is_refused(bad: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "knwon")
    with pytest.raises(InputError, match=r"there is no such baseline.*--write-baseline makes it"):
        run("lint", str(bad), "--baseline", missing)


def test_a_script_named_as_baseline_by_mistake_is_kept(bad: Path) -> None:
    before = bad.read_bytes()
    for write in ([], ["--write-baseline"]):
        with pytest.raises(InputError, match=r"not a baseline: found .*, expected fingerprints"):
            run("lint", str(bad), "--baseline", str(bad), *write)
    assert bad.read_bytes() == before


def test_what_only_bears_the_name_of_a_script_is_passed_over(bad: Path) -> None:
    (bad.parent / "folder.lua").mkdir()
    (bad.parent / "nothing.lua").symlink_to("nowhere")
    os.mkfifo(bad.parent / "pipe.lua")
    assert run("lint", str(bad.parent)) == run("lint", str(bad.parent / bad.name))


def test_annotations_and_sarif_survive_strange_names(bad: Path) -> None:
    bad.rename(bad.parent / "a\n\udcff::warning::50%,x.lua")
    code, noted = run("lint", str(bad.parent), "--format", "github")
    assert code == 1
    assert all("a\ufffd\ufffd%3A%3Awarning%3A%3A50%25%2Cx.lua,line=" in line for line in noted.splitlines())
    assert len(run("lint", str(bad.parent))[1].split("x.lua:")) == 3
    assert "warning" in run("scripts", str(bad.parent), "--format", "turtle")[1]
    log = json.loads(run("lint", str(bad.parent), "--format", "sarif")[1])
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("%EF%BF%BD%3A%3Awarning%3A%3A50%25%2Cx.lua")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ('ignore = ["CTL007", "phase-without-count"]', 0),
        ('select = ["CTL001"]', 0),
        ('exclude = ["c7.lua"]', 0),
        ('exclude = ["*8.lua"]', 1),
        ('baseline = "known"', 0),
        ("notes = true", 1),
        ("", 1),
    ],
)
def test_settings_may_stand_in_a_file(
    bad: Path, monkeypatch: pytest.MonkeyPatch, settings: str, code: int
) -> None:
    run("lint", str(bad), "--baseline", str(bad.parent / "known"), "--write-baseline")
    (bad.parent / "tcg-rules.toml").write_text(f"[lint]\n{settings}\n", encoding="utf-8")
    inner = bad.parent / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    assert run("lint", str(bad))[0] == code
    monkeypatch.chdir("/")
    assert run("lint", str(bad), "--config", str(bad.parent / "tcg-rules.toml"))[0] == code


def test_a_folder_is_excluded_with_all_below_it(bad: Path) -> None:
    folder = bad.parent / "old" / "older"
    folder.mkdir(parents=True)
    bad.rename(folder / "c7.lua")
    config = bad.parent / "tcg-rules.toml"
    config.write_text('[lint]\nexclude = ["old"]\n', encoding="utf-8")
    assert run("lint", str(bad.parent), "--config", str(config))[0] == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("ignored = []", "unknown setting: found 'ignored'; did you mean 'ignore'"),
        ('notes = "yes"', "lint.notes.*wrong value: found 'yes'"),
        ("ignore = [1]", "lint.ignore.*wrong value"),
        ('exclude = [""]', "lint.exclude.*wrong value"),
        ('baseline = ""', "lint.baseline.*wrong value"),
        ("[lnt]", "unknown table: found 'lnt', expected \\[lint\\]"),
        ("ignore", "not TOML"),
    ],
)
def test_wrong_settings_are_named(bad: Path, settings: str, message: str) -> None:
    config = bad.parent / "own.toml"
    config.write_text(f"[lint]\n{settings}\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        run("lint", str(bad), "--config", str(config))


@pytest.mark.parametrize("settings", ["lint = 3", "lint = [1]"])
def test_settings_that_are_no_table_are_refused(bad: Path, settings: str) -> None:
    config = bad.parent / "own.toml"
    config.write_text(settings, encoding="utf-8")
    with pytest.raises(InputError, match=r"own.toml \(lint\): wrong value"):
        run("lint", str(bad), "--config", str(config))


def test_a_path_is_an_address_in_sarif(bad: Path) -> None:
    moved = bad.rename(bad.parent / "my script.lua")
    log = json.loads(run("lint", str(moved), "--format", "sarif")[1])
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("/my%20script.lua")


def test_rules_are_selected_and_ignored_by_id_and_name(bad: Path) -> None:
    assert "CTL008" not in run("lint", str(bad), "--select", "number-as-truth")[1]
    assert run("lint", str(bad), "--ignore", "CTL007", "--ignore", "phase-without-count")[0] == 0


def test_explain_says_why_and_cites_the_guide() -> None:
    code, told = run("lint", "--explain", "CTL008", "--lang", "fr")
    assert code == 0
    assert told == run("lint", "--explain", "ctl008", "--lang", "fr")[1]
    assert "guide du contrôle, p3, p10" in told
    assert "{" not in told


def test_a_finding_keeps_its_fingerprint_in_another_folder() -> None:
    [first, _] = lint(script("if Duel.GetControl(tc,tp,PHASE_END) then end").encode(), "a/c7.lua")
    moved = Finding(first.rule, "b/c7.lua", first.at, first.fields, first.line)
    assert moved.fingerprint == first.fingerprint
