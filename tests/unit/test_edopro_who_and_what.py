"""Forms that scripts use to say which card and which player, each in a script written for this test."""

from __future__ import annotations

import pytest
from script_tools import HEAD, fact_of

from kb.edopro.records import ControlFact, Kind, Lasting
from loaders.scripts.facts import script_facts

RESTRICTION = """
	local e1=Effect.CreateEffect(e:GetHandler())
	e1:SetType(EFFECT_TYPE_SINGLE)
	e1:SetCode(EFFECT_CANNOT_ATTACK)
"""


def facts_in(code: str) -> tuple[ControlFact, ...]:
    """All control facts of a script."""
    return script_facts(code.encode(), "c1.lua").control


@pytest.mark.parametrize(
    ("operation", "is_follow_up"),
    [
        (f"Duel.GetControl(tc,tp){RESTRICTION} tc:RegisterEffect(e1)", True),
        (f"Duel.GetControl(tc,tp){RESTRICTION} local tc=other() tc:RegisterEffect(e1)", False),
        (f"do local tc=mine() Duel.GetControl(tc,tp) end{RESTRICTION} tc:RegisterEffect(e1)", False),
        (
            f"Duel.GetControl(tc,tp) local og=Duel.GetOperatedGroup() for oc in og:Iter() do"
            f"{RESTRICTION} oc:RegisterEffect(e1) end",
            True,
        ),
        (
            "Duel.GetControl(tc,tp) Duel.Destroy(e:GetHandler(),REASON_EFFECT)"
            " local og=Duel.GetOperatedGroup()"
            f" for oc in og:Iter() do{RESTRICTION} oc:RegisterEffect(e1) end",
            False,
        ),
    ],
)
def test_a_follow_up_is_on_the_cards_that_moved_and_not_on_others_of_that_name(
    operation: str, *, is_follow_up: bool
) -> None:
    fact = fact_of(f"local tc=Duel.GetFirstTarget() {operation}")
    assert fact.follow_ups == (("EFFECT_CANNOT_ATTACK",) if is_follow_up else ())


def test_a_follow_up_on_the_first_of_a_moved_group_counts() -> None:
    choose = "local g=Duel.SelectMatchingCard(tp,s.filter,tp,0,LOCATION_MZONE,1,1,nil)"
    fact = fact_of(f"{choose} Duel.GetControl(g,tp){RESTRICTION} g:GetFirst():RegisterEffect(e1)")
    assert fact.follow_ups == ("EFFECT_CANNOT_ATTACK",)


@pytest.mark.parametrize(
    ("to", "kind", "is_certain"),
    [
        ("tc:GetOwner()", Kind.RETURN, True),
        ("1-tc:GetControler()", Kind.MOVE, True),
        ("oc:GetControler()", Kind.MOVE, False),
        ("oc:GetOwner()", Kind.MOVE, False),
        ("Duel.GetChainInfo(ev,CHAININFO_TRIGGERING_CONTROLER)", Kind.MOVE, True),
    ],
)
def test_the_owner_of_another_card_is_not_the_owner_of_the_one_that_moves(
    to: str, kind: Kind, *, is_certain: bool
) -> None:
    fact = fact_of(f"local tc,oc=Duel.GetFirstTarget(),other() local p={to} Duel.GetControl(tc,p)")
    assert (fact.kind, fact.is_certain) == (kind, is_certain)


LATER = """
function s.op(e,tp,eg,ep,ev,re,r,rp)
	local tc=Duel.GetFirstTarget()
	local e1=Effect.CreateEffect({maker})
	e1:SetType(EFFECT_TYPE_FIELD+EFFECT_TYPE_CONTINUOUS)
	e1:SetOperation(s.later)
	{register}
end
function s.later(e,tp,eg,ep,ev,re,r,rp)
	Duel.GetControl(e:GetHandler(),1-tp)
end
"""


@pytest.mark.parametrize(
    ("register", "what"),
    [
        ("tc:RegisterEffect(e1)", ("target",)),
        ("e:GetHandler():RegisterEffect(e1)", ("this card",)),
        ("Duel.RegisterEffect(e1,tp)", ("this card",)),
    ],
)
def test_the_handler_is_the_card_the_effect_was_put_on(register: str, what: tuple[str, ...]) -> None:
    [fact] = facts_in(HEAD + LATER.format(maker="e:GetHandler()", register=register))
    assert fact.what == what


def test_cards_announced_with_a_category_are_those_the_target_function_chose() -> None:
    announced = HEAD.replace(
        "\tDuel.SelectTarget(tp,s.filter,tp,0,LOCATION_MZONE,1,1,nil)\n",
        "\tlocal g=Duel.SelectTarget(tp,s.filter,tp,0,LOCATION_MZONE,1,1,nil)\n"
        "\tDuel.SetOperationInfo(0,CATEGORY_CONTROL,g,1,0,0)\n",
    )
    ask = "local is,cg=Duel.GetOperationInfo(0,{category}) Duel.GetControl(cg:GetFirst(),tp)"
    assert fact_of(ask.format(category="CATEGORY_CONTROL"), head=announced).what == ("target",)
    assert fact_of(ask.format(category="CATEGORY_DESTROY"), head=announced).unknown == ("what",)


SET = """
function s.initial_effect(c)
	local e1=Effect.CreateEffect(c)
	e1:SetType({type})
	e1:SetCode(EFFECT_SET_CONTROL)
	e1:SetRange(LOCATION_SZONE)
	e1:SetValue(s.value)
	{more}
	c:RegisterEffect(e1)
end
function s.value(e,c) return e:GetHandlerPlayer() end
function s.linked(e,c) return e:GetHandler():IsHasCardTarget(c) end
"""


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("e1:SetTarget(aux.PersistentTargetFilter)", "linked card"),
        ("e1:SetTarget(s.linked)", "linked card"),
        ("e1:SetTarget(s.other)", "monsters on the field"),
        ("", "monsters on the field"),
    ],
)
def test_an_effect_on_the_field_may_be_for_linked_cards_only(more: str, what: str) -> None:
    [fact] = facts_in(SET.format(type="EFFECT_TYPE_FIELD", more=more))
    assert fact.what == (what,)


def test_a_value_that_another_effect_sets_later_counts_too() -> None:
    more = """local e2=Effect.CreateEffect(c)
	e2:SetOperation(s.back)
	e2:SetLabelObject(e1)
	c:RegisterEffect(e2)"""
    back = "function s.back(e,tp) local ce=e:GetLabelObject() if ce then ce:SetValue(1-tp) end end"
    [fact] = facts_in(SET.format(type="EFFECT_TYPE_EQUIP", more=more) + back)
    assert (fact.kind, fact.to) == (Kind.MOVE, ("opponent", "you"))
    [other] = facts_in(SET.format(type="EFFECT_TYPE_EQUIP", more=more.replace("(e1)", "(c)")) + back)
    assert other.to == ("you",)


def test_an_effect_that_ends_with_the_chain_does_not_last() -> None:
    [fact] = facts_in(SET.format(type="EFFECT_TYPE_SINGLE", more="e1:SetReset(RESET_EVENT|RESET_CHAIN)"))
    assert fact.duration.kind is Lasting.CHAIN


LABELLED = """
function s.initial_effect(c)
	local e1=Effect.CreateEffect(c)
	e1:SetTarget(s.tg)
	e1:SetOperation(s.op)
	c:RegisterEffect(e1)
end
function s.tg(e,tp)
	local tg,other=s.both(),s.third()
	Duel.SetTargetCard(tg)
	e:SetLabelObject({label})
end
function s.op(e,tp)
	local g=Duel.GetTargetCards(e)
	Duel.SwapControl(g:GetFirst(),g:GetNext())
	local tc=e:GetLabelObject()
	{restriction} tc:RegisterEffect(e1)
end
"""


@pytest.mark.parametrize(
    ("label", "follow_ups"), [("tg:GetFirst()", ("EFFECT_CANNOT_ATTACK",)), ("other:GetFirst()", ())]
)
def test_a_target_remembered_as_the_label_object_is_still_the_card_that_moved(
    label: str, follow_ups: tuple[str, ...]
) -> None:
    [fact] = facts_in(LABELLED.format(label=label, restriction=RESTRICTION))
    assert fact.follow_ups == follow_ups


def test_an_empty_group_in_place_of_nothing_adds_no_unknown_card() -> None:
    found = "Duel.GetMatchingGroup(s.filter,tp,0,LOCATION_MZONE,nil):GetMinGroup(Card.GetAttack)"
    assert fact_of(f"local g={found} or Group.CreateGroup() Duel.GetControl(g,tp)").what == ("chosen",)
    assert fact_of("local g=Group.CreateGroup() Duel.GetControl(g,tp)").unknown == ("what",)
