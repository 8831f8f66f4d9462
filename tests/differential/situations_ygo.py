"""Random situations of Yu-Gi-Oh!."""

from __future__ import annotations

from collections.abc import Callable

from drafts import Draft, Fields, Picker


def players(pick: Picker) -> list[str]:
    return ["A", "B"]


def set_up(draft: Draft) -> None:
    """Monsters, some that cannot change control; a crowd; Equip Cards; at times a card that gives back."""
    for number in range(draft.pick.choice([2, 3, 4])):
        owner, properties = draft.player(), {}
        if draft.maybe(4):
            properties["cannot_change_control"] = draft.pick.choice([True, "while face-up"])
        if draft.maybe(3):
            properties["face_down"] = True
        if draft.maybe(8):
            properties["in_extra_monster_zone"] = True
        under = draft.pick.choice([owner, draft.player()])
        _card(draft, f"m{number}", "monster", owner, under, properties)
    draft.place(id="n0", kind="monster", owner=draft.player(), controller=None, zone="hand")
    if draft.maybe():
        crowd = draft.player()
        _card(draft, "g", "group", crowd, crowd, {"count": draft.pick.choice([3, 4, 5])})
    _equip(draft, "e0", {"static_control": "attached"})
    if draft.maybe(4):
        _equip(draft, "e1", {"equip_limit": draft.pick.choice(["own", "opponent"])})
    if draft.maybe(8):
        owner = draft.player()
        properties = {"restores_control": True, "face_down": draft.maybe()}
        where = {"zone": "szone", "properties": properties}
        draft.place(id="r0", kind="trap continuous", owner=owner, controller=owner, **where)


def _card(draft: Draft, name: str, kind: str, owner: str, under: str, properties: Fields) -> None:
    draft.place(id=name, kind=kind, owner=owner, controller=under, zone="mzone", properties=properties)


def _equip(draft: Draft, name: str, properties: Fields) -> None:
    owner = draft.player()
    faces = [each["id"] for each in draft.setup if _is_face_up_monster(each)]
    host = {"attached_to": draft.pick.choice(faces)} if faces else {}
    where = {"zone": "szone", "properties": properties, **host}
    draft.place(id=name, kind="spell equip", owner=owner, controller=owner, **where)


def _is_face_up_monster(card: Fields) -> bool:
    return card["kind"] == "monster" and card["zone"] == "mzone" and "face_down" not in card["properties"]


_OFF = frozenset({"move", "destroy", "banish", "tribute", "equip_monster", "materials"})


def _where(draft: Draft, name: str) -> str:
    """Where a card was last said to go: field, away (banished), off, or equipped."""
    found = "field" if name not in ("n0",) else "off"
    for event in draft.events:
        told = event.get("what", event.get("card"))
        if name in event.get("materials", ()):
            found = "off"
        if name not in (told if isinstance(told, list) else [told]):
            continue
        if event["do"] == "summon":
            found = "field"
        elif event["do"] in _OFF:
            was, found = found, {"banish": "away", "equip_monster": "equipped"}.get(event["do"], "off")
            if found == "away" and was != "field":
                found = "off"
            if event.get("to") == "mzone" and event["do"] == "move":
                found = "field"
    return found


def _cards(draft: Draft, *where: str) -> list[str]:
    return [name for name in draft.things("monster") if _where(draft, name) in where]


def _until(draft: Draft) -> Fields | str:
    conditions: list[Fields | str] = [
        {"while": "face_up", "object": draft.thing("monster")},
        {"while": "on_battlefield", "object": draft.thing("monster")},
        {"while": "equipped", "object": "e0"},
    ]
    return draft.pick.choice(["indefinite", "indefinite", "end_phase", "end_phase", *conditions])


def _source(draft: Draft) -> str:
    return draft.pick.choice(["x", "y", draft.thing("monster"), *draft.things("ability")])


def _gain(draft: Draft) -> None:
    of = draft.thing("monster")
    draft.happen("gain_control", player=draft.player(), of=of, until=_until(draft), by=_source(draft))


def _swap(draft: Draft) -> None:
    first, second = draft.pair("monster")
    until = draft.pick.choice(["indefinite", "indefinite", "end_phase"])
    if first != second:
        draft.happen("exchange_control", of=[first, second], by=_source(draft), until=until)


def _return(draft: Draft) -> None:
    draft.happen("return_control", of=draft.several("monster"), by=_source(draft))


def _end(draft: Draft) -> None:
    sources = {event["by"] for event in draft.events if "by" in event}
    if sources:
        draft.happen("effect_ends", by=draft.pick.choice(sorted(sources)))


def _summon(draft: Draft) -> None:
    cards = [name for name in _cards(draft, "off", "away") if not name.startswith("t")]
    if not cards:
        return
    card = draft.pick.choice(cards)
    kind = draft.pick.choice(["special", "special", "fusion", "xyz"])
    others = [name for name in _cards(draft, "field") if name != card and not name.startswith("t")]
    used = [draft.pick.choice(others)] if kind != "special" and others else None
    side = draft.pick.choice([None, draft.player()])
    draft.happen("summon", player=draft.player(), card=card, kind=kind, side=side, materials=used)


def _come_back(draft: Draft) -> None:
    """A banished monster comes back, or one from elsewhere is put onto the field."""
    cards = [name for name in _cards(draft, "off", "away") if not name.startswith("t")]
    if cards:
        card = draft.pick.choice(cards)
        may_omit = _where(draft, card) == "away"
        under = draft.pick.choice([draft.player(), None]) if may_omit else draft.player()
        draft.happen("move", what=[card], to="mzone", under=under)


def _equip_monster(draft: Draft) -> None:
    cards = [name for name in _cards(draft, "field") if not name.startswith("t")]
    if len(cards) > 1:
        what = draft.pick.choice(cards)
        to = draft.pick.choice([name for name in cards if name != what])
        by = draft.pick.choice([to, None, *draft.things("ability")])
        draft.happen("equip_monster", what=what, to=to, by=by)


def _attach(draft: Draft) -> None:
    draft.happen("attach", what=draft.thing("equip"), to=draft.thing("monster"))


def _token(draft: Draft) -> None:
    under = draft.pick.choice([None, draft.player()])
    made = draft.new("t", "monster token")
    draft.happen("create_token", id=made, creator=draft.player(), under=under, kind="monster token")


def _activate(draft: Draft) -> None:
    made = draft.new("k", "ability")
    draft.happen("activate", id=made, player=draft.player(), source=draft.thing("monster"))


def _trigger(draft: Draft) -> None:
    more: Fields = draft.pick.choice(
        [{}, {}, {}, {"cause": "lost_control"}, {"functions_in": "gy"}, {"functions_in": "field"}]
    )
    if draft.maybe(10):
        more = {**more, "chooser": draft.player()}
    draft.happen("trigger", id=draft.new("k", "ability"), source=draft.thing("monster"), **more)


def _delayed(draft: Draft) -> None:
    made = draft.thing("ability", "monster")
    draft.happen("delayed_trigger", id=draft.new("k", "ability"), created_by=made)


def _negate(draft: Draft) -> None:
    draft.happen("negate", what=draft.thing("equip", "monster", "trap"))


def _un_negate(draft: Draft) -> None:
    negated = [event["what"] for event in draft.events if event["do"] == "negate"]
    if negated:
        draft.happen("note", un_negate=draft.pick.choice(negated))


def _detach_material(draft: Draft) -> None:
    used = [name for event in draft.events for name in event.get("materials", ())]
    if used:
        draft.happen("detach_material", what=draft.pick.choice(used))


def _room(draft: Draft) -> None:
    draft.happen("set_free_zones", player=draft.player(), mzone=draft.pick.choice([0, 1, 2]))


def _of(verb: str, *kinds: str, **more: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, what=draft.several(*kinds), **more)


def _turn(verb: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, player=draft.player())


def _tribute(draft: Draft) -> None:
    draft.happen("tribute", player=draft.player(), what=draft.several("monster"))


VERBS: tuple[Callable[[Draft], None], ...] = (
    *(_gain, _gain, _gain, _swap, _return, _end, _summon, _summon, _come_back, _equip_monster, _attach),
    *(_attach, _token, _activate, _trigger, _delayed, _negate, _un_negate, _detach_material, _room, _tribute),
    *(
        _of("destroy", "monster", "equip", "trap"),
        _of("banish", "monster"),
        _of("move", "monster", to="hand"),
    ),
    *(_of("turn_face_down", "monster"), _of("turn_face_up", "monster", "trap")),
    *(_turn("end_phase"), _turn("end_phase"), _turn("begin_turn")),
)
