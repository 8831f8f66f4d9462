"""What card scripts do to control, read from Lua written for these tests in the forms scripts use."""

from __future__ import annotations

import pytest
from script_tools import HEAD, fact_of

from kb.edopro.records import Kind, Lasting, Result
from loaders.scripts.facts import script_facts


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ("", "lasting"),
        (",PHASE_END,1", "PHASE_END x 1"),
        (",PHASE_BATTLE,1", "PHASE_BATTLE x 1"),
        (",PHASE_END,2", "PHASE_END x 2"),
        (",0,0,zone", "lasting"),
        (",nil,nil,nil,1-tp", "lasting"),
        (",PHASE_END", "lasting"),
        (",RESET_PHASE|PHASE_END", "lasting"),
        (",RESET_PHASE+PHASE_END,1", "PHASE_END x 1"),
        (",PHASE_END,Duel.IsTurnPlayer(tp) and 1 or 2", "PHASE_END x 1 or 2"),
        (",PHASE_END,unknown(tc)", "?"),
    ],
)
def test_the_tail_of_a_control_call_says_how_long_it_lasts(tail: str, expected: str) -> None:
    fact = fact_of(f"local tc=Duel.GetFirstTarget()\nDuel.GetControl(tc,tp{tail})")
    assert fact.duration.text == expected
    assert fact.is_certain == (expected != "?")


@pytest.mark.parametrize(
    ("player", "kind", "to"),
    [
        ("tp", Kind.TAKE, ("you",)),
        ("1-tp", Kind.GIVE, ("opponent",)),
        ("p", Kind.GIVE, ("opponent",)),
        ("1-p", Kind.TAKE, ("you",)),
        ("tc:GetOwner()", Kind.RETURN, ("owner",)),
        ("1-tc:GetControler()", Kind.MOVE, ("not controller",)),
        ("Duel.GetTurnPlayer()", Kind.MOVE, ("turn player",)),
        ("e:GetHandlerPlayer()", Kind.TAKE, ("you",)),
        ("Duel.SelectYesNo(tp,1) and tp or 1-tp", Kind.MOVE, ("opponent", "you")),
        ("somebody()", Kind.MOVE, ("?",)),
    ],
)
def test_the_new_controller_is_told_from_the_side_of_the_effect(
    player: str, kind: Kind, to: tuple[str, ...]
) -> None:
    fact = fact_of(f"local p=1-tp\nlocal tc=Duel.GetFirstTarget()\nDuel.GetControl(tc,{player})")
    assert (fact.kind, fact.to) == (kind, to)


def test_a_count_that_depends_on_the_turn_keeps_every_branch() -> None:
    fact = fact_of(
        "local ct=1\nif Duel.IsTurnPlayer(1-tp) then ct=2 end\n"
        "if Duel.IsPhase(PHASE_END) then ct=3 end\nDuel.GetControl(Duel.GetFirstTarget(),tp,PHASE_END,ct)"
    )
    assert fact.duration.counts == (1, 2, 3)


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("Duel.GetControl(tc,tp)", Result.IGNORED),
        ("if Duel.GetControl(tc,tp)>0 then end", Result.COMPARED),
        ("if a and Duel.GetControl(tc,tp)~=0 then end", Result.COMPARED),
        ("if a and Duel.GetControl(tc,tp) then end", Result.TRUTH),
        ("if not (Duel.GetControl(tc,tp)) then return end", Result.TRUTH),
        ("local n=Duel.GetControl(tc,tp)\nif n>0 then end", Result.COMPARED),
        ("local n=Duel.GetControl(tc,tp)\nif n then end", Result.TRUTH),
        ("return Duel.GetControl(tc,tp)", Result.KEPT),
    ],
)
def test_what_becomes_of_the_returned_number(operation: str, expected: Result) -> None:
    assert fact_of(f"local tc=Duel.GetFirstTarget()\n{operation}").result is expected


def test_targets_and_their_filter_are_found_in_the_target_function_of_the_same_effect() -> None:
    fact = fact_of("local g=Duel.GetTargetCards(e)\nDuel.GetControl(g,tp)")
    [selection] = fact.selections
    assert selection.call == "Duel.SelectTarget"
    assert selection.sides == ("opponent",)
    assert selection.filters == ("Card.IsFaceup", "Card.IsControlerCanBeChanged")
    assert fact.legality == ("Card.IsControlerCanBeChanged",)


def test_follow_ups_are_the_effects_put_on_the_same_card_afterwards() -> None:
    fact = fact_of("""
	local c=e:GetHandler()
	local tc=Duel.GetFirstTarget()
	local e0=Effect.CreateEffect(c)
	e0:SetCode(EFFECT_UPDATE_ATTACK)
	tc:RegisterEffect(e0)
	if Duel.GetControl(tc,tp)~=0 then
		local e1=Effect.CreateEffect(c)
		e1:SetCode(EFFECT_CANNOT_ATTACK)
		tc:RegisterEffect(e1)
		local e2=e1:Clone()
		e2:SetCode(EFFECT_CANNOT_TRIGGER)
		tc:RegisterEffect(e2)
		local e3=Effect.CreateEffect(c)
		e3:SetCode(EFFECT_UPDATE_DEFENSE)
		c:RegisterEffect(e3)
	end""")
    assert fact.follow_ups == ("EFFECT_CANNOT_ATTACK", "EFFECT_CANNOT_TRIGGER")


@pytest.mark.parametrize(
    "call",
    ['Duel["GetControl"](', "local D=Duel\nD.GetControl(", "local D=Duel\nlocal take=D.GetControl\ntake("],
)
def test_a_function_is_known_however_its_table_is_written(call: str) -> None:
    fact = fact_of(f"{call}Duel.GetAttacker(),tp,PHASE_END,1)")
    assert (fact.by, fact.what, fact.duration.text) == ("Duel.GetControl", ("attacker",), "PHASE_END x 1")
    assert fact.is_certain


@pytest.mark.parametrize(
    ("before", "is_certain"),
    [
        ("local Duel={GetControl=function() end}", False),
        ("Duel.GetControl=print", False),
        ("function Duel.GetControl(c,p) end", False),
        ("local Duel=Duel", True),
        ("Duel.Hint(0,0,0)", True),
        ("local text=[==[ Duel.GetControl=print ]==] -- Duel=nil", True),
    ],
)
def test_a_function_that_the_script_redefines_is_not_certain(before: str, is_certain: bool) -> None:
    fact = fact_of(f"{before}\nDuel.GetControl(Duel.GetAttacker(),tp)")
    assert fact.is_certain is is_certain
    assert ("redefined" in fact.unknown) is not is_certain


def test_a_local_alias_and_a_helper_function_are_looked_through() -> None:
    code = (
        HEAD
        + """
local take=Duel.GetControl
local function help(tc,who) take(tc,who,PHASE_END,1) end
function s.op(e,tp) help(Duel.GetFirstTarget(),1-tp) end
"""
    )
    [fact] = script_facts(code.encode(), "c1.lua").control
    assert (fact.kind, fact.what, fact.to, fact.is_certain) == (Kind.GIVE, ("target",), ("opponent",), True)


def test_a_control_function_handed_on_as_a_value_is_reported_and_not_guessed() -> None:
    [fact] = script_facts(b"function s.op(e,tp) run(Duel.GetControl,tp) end", "c1.lua").control
    assert fact.unknown == ("handed on as a value",)


def test_an_equip_effect_that_sets_control_lasts_while_equipped() -> None:
    code = b"""
function s.initial_effect(c)
	aux.AddEquipProcedure(c,1,aux.CheckStealEquip)
	local e1=Effect.CreateEffect(c)
	e1:SetType(EFFECT_TYPE_EQUIP)
	e1:SetCode(EFFECT_SET_CONTROL)
	e1:SetValue(s.val)
	c:RegisterEffect(e1)
end
function s.val(e,c) return e:GetHandlerPlayer() end
"""
    [fact] = script_facts(code, "c1.lua").control
    assert (fact.kind, fact.what, fact.to) == (Kind.TAKE, ("equipped monster",), ("you",))
    assert fact.duration.kind is Lasting.WHILE_EQUIPPED


def test_a_clone_keeps_what_its_source_had_and_a_loop_gives_every_code() -> None:
    code = b"""
function s.initial_effect(c)
	for _,code in ipairs({EFFECT_CANNOT_CHANGE_CONTROL,EFFECT_CANNOT_ATTACK}) do
		local e1=Effect.CreateEffect(c)
		e1:SetType(EFFECT_TYPE_SINGLE)
		e1:SetCode(code)
		c:RegisterEffect(e1)
	end
	local e2=Effect.CreateEffect(c)
	e2:SetType(EFFECT_TYPE_SINGLE+EFFECT_TYPE_TRIGGER_O)
	e2:SetCode(EVENT_SUMMON_SUCCESS)
	c:RegisterEffect(e2)
	local e3=e2:Clone()
	e3:SetCode(EVENT_SPSUMMON_SUCCESS)
	c:RegisterEffect(e3)
end
"""
    facts = script_facts(code, "c1.lua")
    loop, second, clone = facts.effects
    assert loop.codes == ("EFFECT_CANNOT_ATTACK", "EFFECT_CANNOT_CHANGE_CONTROL")
    assert (clone.clone_of, clone.codes, clone.types) == ("e2", ("EVENT_SPSUMMON_SUCCESS",), second.types)
    assert second.codes == ("EVENT_SUMMON_SUCCESS",)
    assert [(fact.kind, fact.what) for fact in facts.control] == [(Kind.LOCK, ("this card",))]


def test_the_owner_of_an_effect_is_a_card_and_the_owner_of_a_card_a_player() -> None:
    code = b"function s.con(e,tp) local te=e return e:GetOwner():IsFaceup() and c:GetOwner()==tp end"
    asked = [(each.function, each.answers) for each in script_facts(code, "c1.lua").asked]
    assert asked == [("Effect.GetOwner", "card"), ("Card.GetOwner", "player")]


def test_tokens_say_for_whom_they_are_made() -> None:
    fact = fact_of(
        "local token=Duel.CreateToken(1-tp,id+1)\nDuel.SpecialSummonStep(token,0,tp,1-tp,false,false,1)"
    )
    assert (fact.kind, fact.to) == (Kind.TOKEN, ("opponent",))


@pytest.mark.parametrize(
    ("source", "rule", "detail"),
    [
        (b"function s.op(", "SCR001", "not Lua"),
        (b"local x <const> = 1\nlocal a=1 b c d", "SCR001", "not Lua"),
        (b"local a\0b", "SCR002", "NUL"),
        (b"\xff\xfe", "SCR002", "not UTF-8"),
        (b"local a=" + b"(" * 5000 + b"1" + b")" * 5000, "SCR002", "nested"),
        (b"local a=1\n" * 300_000, "SCR002", "bytes"),
        (b"Duel.GetControl(c,tp)\n" * 301, "SCR002", "calls"),
    ],
)
def test_what_cannot_be_read_is_a_finding_with_a_reason(source: bytes, rule: str, detail: str) -> None:
    facts = script_facts(source, "c1.lua")
    assert [problem.rule for problem in facts.problems][:1] == [rule]
    assert detail in facts.problems[0].detail
    assert facts.control == ()
