"""Random situations of Magic."""

from __future__ import annotations

from collections.abc import Callable

from drafts import Draft, Fields, Picker


def players(pick: Picker) -> list[str]:
    return ["A", "B", "C"][: pick.choice([2, 2, 3])]


def set_up(draft: Draft) -> None:
    """Creatures, control Auras, Equipment, cards in hand, and now and then something in the command zone."""
    for number in range(draft.pick.choice([2, 3, 4])):
        owner, properties = draft.player(), {}
        if draft.maybe(6):
            properties["once_each_turn"] = True
        if draft.maybe(8):
            properties["face_down"] = True
        where = {"zone": "battlefield", "properties": properties}
        under = draft.pick.choice([owner, draft.player()])
        draft.place(id=f"c{number}", kind="creature", owner=owner, controller=under, **where)
    for number in range(draft.pick.choice([0, 1, 2])):
        _attachment(draft, f"a{number}", "aura", {"static_control": "attached"})
    if draft.maybe(3):
        _attachment(draft, "q0", "equipment", {})
    for name, kind in (("s0", "instant"), ("h0", "creature"), ("h1", "aura")):
        control = {"properties": {"static_control": "attached"}} if kind == "aura" else {}
        draft.place(id=name, kind=kind, owner=draft.player(), controller=None, zone="hand", **control)
    if draft.maybe(5):
        kind = draft.pick.choice(["plane", "phenomenon", "vanguard", "scheme", "conspiracy"])
        owner = draft.player()
        draft.place(id="z0", kind=kind, owner=owner, controller=owner, zone="command")


def _attachment(draft: Draft, name: str, kind: str, properties: Fields) -> None:
    owner, host = draft.player(), draft.pick.choice(["c0", "c1"])
    where = {"zone": "battlefield", "attached_to": host, "properties": properties}
    draft.place(id=name, kind=kind, owner=owner, controller=owner, **where)


def _until(draft: Draft, player: str | None) -> Fields | str:
    thing = draft.thing("creature")
    conditions: list[Fields | str] = [
        {"while": "tapped", "object": thing},
        {"while": "on_battlefield", "object": thing},
        {"while": "counter", "object": thing, "counter": "charm"},
    ]
    if player is not None:
        conditions.append({"while": "controls", "object": thing, "player": player})
    return draft.pick.choice(["indefinite", "indefinite", "end_of_turn", *conditions])


def _source(draft: Draft) -> str:
    return draft.pick.choice(["x", "y", *draft.things("ability")])


def _gain(draft: Draft) -> None:
    player = draft.player()
    of = draft.several("creature", "aura", "equipment", "instant")
    draft.happen("gain_control", player=player, of=of, until=_until(draft, player), by=_source(draft))


def _exchange(draft: Draft) -> None:
    first, second = draft.pair("creature", "aura")
    if first != second:
        draft.happen("exchange_control", of=[first, second], by=_source(draft), until=_until(draft, None))


def _return(draft: Draft) -> None:
    draft.happen("return_control", of=draft.several("creature", "aura"), by=_source(draft))


def _end(draft: Draft) -> None:
    sources = {event["by"] for event in draft.events if "by" in event}
    if sources:
        draft.happen("effect_ends", by=draft.pick.choice(sorted(sources)))


def _blink(draft: Draft) -> None:
    draft.happen("move", what=draft.thing("creature"), to="battlefield", under=draft.player())


def _token(draft: Draft) -> None:
    creator = draft.player()
    under = draft.pick.choice([None, None, draft.player()])
    draft.happen(
        "create_token",
        id=draft.new("t", "creature token"),
        creator=creator,
        under=under,
        kind="creature token",
    )


def _cast(draft: Draft) -> None:
    """A card is cast once, by its owner or another, while nobody who matters has left."""
    cast = {event.get("card") for event in draft.events}
    cards = [each for each in draft.setup if each["zone"] == "hand" and each["id"] not in cast]
    cards = [each for each in cards if each["owner"] not in draft.left]
    if not cards:
        return
    card, target = draft.pick.choice(cards), None
    if card["kind"] == "aura":
        there = _still_there(draft)
        if not there:
            return
        target = draft.pick.choice(there)
    draft.happen("cast", player=draft.acting(), card=card["id"], targets=target)


def _still_there(draft: Draft) -> list[str]:
    """The creatures that nothing so far can have moved, and so may be the target of an Aura."""
    named = {name for event in draft.events for name in event.get("what", ()) if event["do"] in _MOVES}
    named |= {str(event.get("what")) for event in draft.events if event["do"] in _MOVES}
    creatures = [each for each in draft.setup if each["zone"] == "battlefield" and each["kind"] == "creature"]
    return [] if draft.left else [each["id"] for each in creatures if each["id"] not in named]


_MOVES = frozenset({"move", "destroy", "sacrifice", "phase_out", "resolve"})


def _on_the_stack(draft: Draft) -> list[str]:
    cast = [event["card"] for event in draft.events if event["do"] == "cast"]
    return [*cast, *draft.things("ability", "copy")]


def _resolve(draft: Draft) -> None:
    if waiting := _on_the_stack(draft):
        what = draft.pick.choice(waiting)
        under = draft.acting() if draft.maybe(4) and what in ("h0", "h1") else None
        draft.happen("resolve", what=what, enters_under=under)


def _counter(draft: Draft) -> None:
    if waiting := _on_the_stack(draft):
        draft.happen("counter", what=draft.pick.choice(waiting))


def _copy(draft: Draft) -> None:
    if waiting := _on_the_stack(draft):
        of = draft.pick.choice(waiting)
        kind = "ability" if of in draft.things("ability") else "copy"
        draft.happen("copy_spell", id=draft.new("d", kind), of=of, player=draft.acting())


def _activate(draft: Draft) -> None:
    source = draft.thing("creature", "aura", "equipment")
    draft.happen("activate", id=draft.new("k", "ability"), player=draft.acting(), source=source)


def _trigger(draft: Draft) -> None:
    source = draft.thing("creature", "aura", "equipment", "instant")
    more: Fields = draft.pick.choice(
        [{}, {}, {}, {"cause": "lost_control"}, {"functions_in": "graveyard"}, {"functions_in": "field"}]
    )
    if draft.maybe(10):
        more = {**more, "chooser": draft.acting()}
    draft.happen("trigger", id=draft.new("k", "ability"), source=source, **more)


def _delayed(draft: Draft) -> None:
    made = draft.thing("ability", "creature", "instant", "copy")
    draft.happen("delayed_trigger", id=draft.new("k", "ability"), created_by=made)


def _leave(draft: Draft) -> None:
    if len(draft.players) > 2 and not draft.left:
        draft.left.append(draft.player())
        draft.happen("leave_game", player=draft.left[0])


def _control_player(draft: Draft) -> None:
    during = draft.pick.choice(["next_turn", "next_turn", "this_turn"])
    draft.happen("control_player", who=draft.acting(), of=draft.acting(), during=during)


def _count(draft: Draft) -> None:
    verb = draft.pick.choice(["put_counter", "put_counter", "remove_counter"])
    amount = draft.pick.choice([None, 1, 2])
    draft.happen(verb, what=draft.several("creature"), counter="charm", amount=amount)


def _attach(draft: Draft) -> None:
    if things := draft.things("aura", "equipment"):
        draft.happen("attach", what=draft.pick.choice(things), to=draft.thing("creature"))


def _detach(draft: Draft) -> None:
    if things := draft.things("aura", "equipment"):
        draft.happen("detach", what=draft.pick.choice(things))


def _leaves(draft: Draft) -> None:
    cast = [each["id"] for each in draft.setup if each["zone"] != "hand"] + _on_the_stack(draft)
    things = [each for each in cast if each not in draft.things("ability", "copy")]
    to = draft.pick.choice(["hand", "exile", "library", "graveyard"])
    draft.happen("move", what=draft.pick.choice([*things, *draft.things("token")]), to=to)


def _of(verb: str, *kinds: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, what=draft.several(*kinds))


def _turn(verb: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, player=draft.acting())


def _step(draft: Draft) -> None:
    draft.happen("begin_step", step=draft.pick.choice(["untap", "upkeep", "cleanup"]))


def _emblem(draft: Draft) -> None:
    draft.happen("get_emblem", id=draft.new("m", "emblem"), player=draft.acting())


def _sacrifice(draft: Draft) -> None:
    draft.happen("sacrifice", player=draft.acting(), what=draft.thing("creature"))


def _attack(draft: Draft) -> None:
    draft.happen("declare_attack", player=draft.acting(), attacker=draft.several("creature"))


VERBS: tuple[Callable[[Draft], None], ...] = (
    *(_gain,) * 3,
    *(_exchange, _return, _end, _blink, _token, _cast, _cast, _resolve, _resolve, _counter, _copy),
    *(_activate, _trigger, _trigger, _delayed, _leave, _control_player, _count, _attach, _attach, _detach),
    *(_leaves, _emblem, _sacrifice, _attack, _step, _turn("begin_turn"), _turn("end_turn")),
    *(_of("destroy", "creature", "aura", "equipment"), _of("tap", "creature"), _of("untap", "creature")),
    *(_of("phase_out", "creature", "aura"), _of("phase_in", "creature")),
    *(_of("turn_face_down", "creature"), _of("turn_face_up", "creature")),
)
