"""Random situations of Riftbound."""

from __future__ import annotations

from collections.abc import Callable

from drafts import Draft, Fields, Picker

SITES = ("p", "q")


def players(pick: Picker) -> list[str]:
    return ["A", "B", "C"][: pick.choice([2, 2, 3])]


def set_up(draft: Draft) -> None:
    """Two battlefields, units in bases and at them, gear, and cards in hand."""
    for name in SITES:
        holder = draft.pick.choice([None, *draft.players])
        where = {"kind": "battlefield", "controller": holder, "zone": "battlefield_zone"}
        draft.place(id=name, owner=draft.player(), **where)
    there: dict[str, set[str]] = {name: set() for name in SITES}
    for number in range(draft.pick.choice([2, 3, 4])):
        owner = draft.player()
        site = draft.pick.choice([None, *SITES])
        if site is not None and len(there[site] | {owner}) > 2:
            site = None
        if site is not None:
            there[site].add(owner)
        zone = f"base:{owner}" if site is None else f"battlefield:{site}"
        more: Fields = {"properties": {"temporary": True}} if draft.maybe(8) else {}
        draft.place(id=f"u{number}", kind="unit", owner=owner, controller=owner, zone=zone, **more)
    for name in ("w", "v")[: draft.pick.choice([1, 2])]:
        owner = draft.player()
        draft.place(id=name, kind="gear", owner=owner, controller=owner, zone=f"base:{owner}")
    for name, kind in (("h0", "unit"), ("h1", "unit"), ("s0", "spell")):
        draft.place(id=name, kind=kind, owner=draft.player(), controller=None, zone="hand")


def _until(draft: Draft) -> Fields | str:
    unit = draft.thing("unit")
    conditions: list[Fields | str] = [
        {"while": "on_board", "object": unit},
        {"while": "controls", "object": unit, "player": draft.player()},
        {"while": "equipped", "object": "w"},
    ]
    return draft.pick.choice(["indefinite", "indefinite", "end_of_turn", "end_of_turn", *conditions])


def _site(draft: Draft) -> str:
    return draft.pick.choice(SITES)


def _gain(draft: Draft) -> None:
    of = draft.several("unit", "gear", "spell")
    by = draft.pick.choice(["x", "y", *draft.things("ability")])
    draft.happen("gain_control", player=draft.acting(), of=of, until=_until(draft), by=by)


def _exchange(draft: Draft) -> None:
    first, second = draft.pair("unit", "gear")
    until = draft.pick.choice(["indefinite", "end_of_turn"])
    if first != second:
        draft.happen("exchange_control", of=[first, second], by="x", until=until)


def _return(draft: Draft) -> None:
    if not draft.left:
        draft.happen("return_control", of=draft.several("unit", "gear"), by="x")


def _end(draft: Draft) -> None:
    sources = {event["by"] for event in draft.events if "by" in event}
    if sources:
        draft.happen("effect_ends", by=draft.pick.choice(sorted(sources)))


def _fight(draft: Draft) -> None:
    kind = draft.pick.choice(["combat", "non-combat"])
    draft.happen("open_showdown", battlefield=_site(draft), kind=kind)


def _close(draft: Draft) -> None:
    draft.happen("close_showdown", battlefield=_site(draft))


def _combat(draft: Draft) -> None:
    units = [unit for unit in draft.things("unit") if draft.maybe()]
    draft.happen("combat_end", battlefield=_site(draft), survivors=None if draft.maybe(6) else units)


def _move(draft: Draft) -> None:
    to = draft.pick.choice([*SITES, *SITES, *(f"base:{player}" for player in draft.players)])
    draft.happen("move_unit", player=draft.acting(), unit=draft.thing("unit"), to=to)


def _recall(draft: Draft) -> None:
    draft.happen("recall", unit=draft.several("unit"))


def _cleanup(draft: Draft) -> None:
    draft.happen("cleanup", state=draft.pick.choice(["open", "open", "closed"]))


def _contest(draft: Draft) -> None:
    draft.happen("contest", player=draft.acting(), battlefield=_site(draft))


def _hold(draft: Draft) -> None:
    draft.happen("hold", player=draft.acting(), battlefield=_site(draft))


def _told(draft: Draft) -> None:
    draft.happen("note", conquered={"battlefield": _site(draft), "player": draft.acting()})


def _in_hand(draft: Draft, kind: str) -> list[str]:
    """Cards in hand that nothing has played or hidden yet, of players who are still there."""
    used = {event.get("card") for event in draft.events}
    cards = [each for each in draft.setup if each["zone"] == "hand" and each["kind"] == kind]
    return [each["id"] for each in cards if each["id"] not in used and each["owner"] not in draft.left]


def _hide(draft: Draft) -> None:
    if cards := _in_hand(draft, "unit"):
        draft.happen("hide", player=draft.acting(), card=draft.pick.choice(cards), battlefield=_site(draft))


def _play(draft: Draft) -> None:
    hidden = [event["card"] for event in draft.events if event["do"] == "hide"]
    played = {event["card"] for event in draft.events if event["do"] in ("play", "cast")}
    cards = [*_in_hand(draft, "unit"), *(card for card in hidden if card not in played and not draft.left)]
    if cards:
        to = draft.pick.choice([None, *SITES])
        draft.happen("play", player=draft.acting(), card=draft.pick.choice(cards), to=to)


def _cast(draft: Draft) -> None:
    if cards := [*_in_hand(draft, "spell"), *_in_hand(draft, "unit")]:
        draft.happen("cast", player=draft.acting(), card=draft.pick.choice(cards))


def _answer(verb: str) -> Callable[[Draft], None]:
    def happen(draft: Draft) -> None:
        if cast := [event["card"] for event in draft.events if event["do"] == "cast"]:
            draft.happen(verb, what=draft.pick.choice(cast))

    return happen


def _token(draft: Draft) -> None:
    under = draft.pick.choice([None, draft.acting()])
    made = draft.new("t", "unit token")
    to = draft.pick.choice([None, None, *SITES])
    draft.happen("create_token", id=made, creator=draft.acting(), under=under, kind="unit token", to=to)


def _attach(draft: Draft) -> None:
    draft.happen("attach", what=draft.thing("gear"), to=draft.thing("unit"))


def _trigger(draft: Draft) -> None:
    source = draft.thing("unit", "gear", "battlefield")
    more: Fields = draft.pick.choice([{}, {}, {}, {"cause": "lost_control"}, {"functions_in": "trash"}])
    if source in SITES:
        more = {"chooser": draft.acting()} if draft.maybe(4) else {}
    draft.happen("trigger", id=draft.new("k", "ability"), source=source, **more)


def _delayed(draft: Draft) -> None:
    made = draft.thing("ability", "unit")
    draft.happen("delayed_trigger", id=draft.new("k", "ability"), created_by=made)


def _activate(draft: Draft) -> None:
    source = draft.thing("unit", "gear")
    draft.happen("activate", id=draft.new("k", "ability"), player=draft.acting(), source=source)


def _leave(draft: Draft) -> None:
    if len(draft.players) > 2 and not draft.left:
        draft.left.append(draft.player())
        draft.happen("leave_game", player=draft.left[0])


def _of(verb: str, *kinds: str, **more: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, what=draft.several(*kinds), **more)


def _turn(verb: str) -> Callable[[Draft], None]:
    return lambda draft: draft.happen(verb, player=draft.acting())


def _step(draft: Draft) -> None:
    draft.happen("begin_step", step="beginning")


VERBS: tuple[Callable[[Draft], None], ...] = (
    *(_gain, _gain, _exchange, _return, _end, _fight, _fight, _close, _close, _combat, _combat),
    *(_move, _move, _move, _move, _recall, _cleanup, _cleanup, _contest, _hold, _told, _hide, _play, _play),
    *(_cast, _answer("resolve"), _answer("counter"), _token, _attach, _attach, _trigger, _trigger, _delayed),
    *(_activate, _leave, _turn("begin_turn"), _turn("begin_turn"), _turn("end_turn"), _step),
    *(_of("kill", "unit", "gear"), _of("banish", "unit"), _of("move", "unit", "gear", to="hand")),
    *(_of("detach", "gear"),),
)
