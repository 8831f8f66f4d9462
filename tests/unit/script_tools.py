"""A card script written for the tests, and its one control fact."""

from __future__ import annotations

from kb.edopro.records import ControlFact
from loaders.scripts.facts import script_facts

HEAD = """
local s,id=GetID()
function s.initial_effect(c)
	local e1=Effect.CreateEffect(c)
	e1:SetCategory(CATEGORY_CONTROL)
	e1:SetType(EFFECT_TYPE_IGNITION)
	e1:SetRange(LOCATION_MZONE)
	e1:SetTarget(s.tg)
	e1:SetOperation(s.op)
	c:RegisterEffect(e1)
end
function s.tg(e,tp,eg,ep,ev,re,r,rp,chk,chkc)
	if chk==0 then return Duel.IsExistingTarget(s.filter,tp,0,LOCATION_MZONE,1,nil) end
	Duel.SelectTarget(tp,s.filter,tp,0,LOCATION_MZONE,1,1,nil)
end
function s.filter(c)
	return c:IsFaceup() and c:IsControlerCanBeChanged()
end
"""


def fact_of(operation: str, *, head: str = HEAD) -> ControlFact:
    """The one control fact of a script whose operation is `operation`."""
    code = f"{head}\nfunction s.op(e,tp,eg,ep,ev,re,r,rp)\n{operation}\nend\n"
    facts = script_facts(code.encode(), "c1.lua")
    assert not [problem for problem in facts.problems if problem.rule != "SCR003"]
    [fact] = facts.control
    return fact


EQUIP = """
function s.initial_effect(c)
	aux.AddEquipProcedure(c,1,aux.CheckStealEquip)
	local e1=Effect.CreateEffect(c)
	e1:SetType(EFFECT_TYPE_EQUIP)
	e1:SetCode(EFFECT_SET_CONTROL)
	e1:SetValue(function(e,c) return e:GetHandlerPlayer() end)
	c:RegisterEffect(e1)
end
"""
"""An Equip Card that gives control of what it is equipped to."""
