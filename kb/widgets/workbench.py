"""A workbench for situations: add objects and events from menus, and see answers and timeline at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import ipywidgets as w

from kb.errors import KbError
from kb.inference.cards import AnswerCard
from kb.knowledge import KnowledgeBase
from kb.scenario.builder import ScenarioBuilder
from kb.scenario.vocabulary import vocabulary
from kb.scenario.write import to_yaml
from kb.widgets.fields import inputs_for, values_of, zones_of
from kb.widgets.parts import Control, button, choice, html, note, problem, row, text
from kb.widgets.words import say

_IN_PLAY: Final = {"mtg": "battlefield", "ygo": "mzone", "riftbound": "base:{owner}"}
"""Where an object is put unless another zone is chosen."""


class Workbench(Control):
    """Add objects and events; who controls what is told after each. `situation` is what was built so far."""

    def __init__(
        self,
        rules: KnowledgeBase,
        situation: ScenarioBuilder | None = None,
        *,
        game: str = "mtg",
        players: Sequence[str] = ("Ann", "Bob"),
    ) -> None:
        self._rules = rules
        self._history: list[ScenarioBuilder] = []
        self.situation = situation or rules.scenario(game, *players)
        self.answers: tuple[AnswerCard, ...] = ()
        built = self.situation.build()
        self.game, self.players = built.game, built.players
        self._object_part(rules.language)
        self._event_part(rules.language)
        self.undo_button, self.save_button = (button(say(name, rules.language)) for name in ("undo", "save"))
        self.file = text(say("file", rules.language), value="situation.yaml")
        self.about = choice(say("ask about", rules.language), [""])
        self.status, self.timeline, self.answer = html(), html(), html()
        super().__init__(
            [
                row(self.id, self.kind, self.owner, self.controller, self.zone, self.object_button),
                row(self.verb), self.does, self.fields, row(self.event_button, self.undo_button),
                self.status, self.timeline, self.about, self.answer, row(self.file, self.save_button),
            ],
            rules.language,
        )  # fmt: skip
        self._listen()
        self._refresh()

    # --- what the buttons do, from Python too ---

    def add_object(self, id: str, *, kind: str, owner: str, **more: Any) -> None:
        """Adds an object to the setup; `more` may give a zone, a controller, a name and properties.

        Raises :class:`~kb.errors.ScenarioError` for what the scenario format does not allow.
        """
        zone = more.pop("zone", None) or _IN_PLAY[self.game].format(owner=more.get("controller") or owner)
        controller = more.pop("controller", None) or owner
        self._take(self.situation.card(id, owner=owner, zone=zone, kind=kind, controller=controller, **more))

    def add_event(self, verb: str, **fields: Any) -> None:
        """Adds an event. Raises :class:`~kb.errors.ScenarioError` for what the format does not allow."""
        self._take(self.situation.event(verb, **fields))

    def undo(self) -> None:
        """Takes back the last object or event; does nothing at the start."""
        if self._history:
            self.situation = self._history.pop()
            self._refresh()

    def save(self, path: str | Path) -> Path:
        """Writes the situation as YAML with the questions answered here, named after the file.

        Raises FileExistsError rather than write over a file.
        """
        target = Path(path)
        asked = {(each.ask, each.of) for each in self.situation.build().questions}
        situation = self.situation
        for name in (each.question.of for each in self.answers):
            situation = situation if ("controller", name) in asked else situation.ask("controller", name)
        with target.open("x", encoding="utf-8") as file:
            file.write(to_yaml(replace(situation.build(), id=target.stem)))
        return target

    def snapshot(self) -> str:
        """The timeline and the answer that is open."""
        return f"{self.timeline.value}{self.answer.value}"

    def plain(self) -> str:
        """The timeline as a table."""
        return str(self._rules.timeline(self.situation))

    # --- parts ---

    def _object_part(self, language: str) -> None:
        players = [(player, player) for player in self.players]
        self.id = text(say("object", language), say("object hint", language))
        self.kind = choice(say("kind", language), vocabulary().kinds[self.game])
        self.owner = choice(say("owner", language), players)
        self.controller = choice(say("controller", language), [(say("same", language), ""), *players])
        zones = [zone for zone in zones_of(self.game, self.players, ()) if zone not in _GONE]
        self.zone = choice(say("zone", language), [(say("in play", language), ""), *((z, z) for z in zones)])
        self.object_button = button(say("add object", language), "primary")

    def _event_part(self, language: str) -> None:
        self.verb = choice(say("verb", language), sorted(vocabulary().verbs_of(self.game)), "gain_control")
        self.does, self.fields = html(), row()
        self.inputs: dict[str, w.Widget] = {}
        self.event_button = button(say("add event", language), "primary")

    def _listen(self) -> None:
        self.verb.observe(lambda _: self._show_fields(), "value")
        self.about.observe(lambda _: self._show_answer(), "value")
        self.object_button.on_click(lambda _: self._try(self._press_object))
        self.event_button.on_click(lambda _: self._try(self._press_event))
        self.undo_button.on_click(lambda _: self._try(self.undo))
        self.save_button.on_click(lambda _: self._press_save())

    def _press_object(self) -> None:
        self.add_object(
            self.id.value.strip(), kind=self.kind.value, owner=self.owner.value,
            controller=self.controller.value, zone=self.zone.value,
        )  # fmt: skip
        self.id.value = ""

    def _press_event(self) -> None:
        given = values_of(self.inputs)
        spec = vocabulary().verbs_of(self.game)[self.verb.value]
        lacking = [name for name in spec.needed if name not in given]
        if lacking:
            self.status.value = note(say("needed", self.language, fields=", ".join(lacking)))
            return
        self.add_event(self.verb.value, **{_argument(name): value for name, value in given.items()})

    def _press_save(self) -> None:
        path = self.file.value.strip()
        try:
            saved = self.save(path)
        except FileExistsError:
            self.status.value = note(say("exists", self.language, path=path))
        except OSError as error:
            self.status.value = problem(error)
        else:
            self.status.value = note(say("saved", self.language, path=saved))

    def _try(self, act: Any) -> None:
        try:
            self.status.value = ""
            act()
        except KbError as error:
            self.status.value = problem(error)

    def _take(self, changed: ScenarioBuilder) -> None:
        """Keeps a changed situation when it is one: an error leaves everything as it was."""
        changed.build()
        self._history.append(self.situation)
        self.situation = changed
        self._refresh()

    # --- showing ---

    def _refresh(self) -> None:
        table = self._rules.table(self.situation)
        line = self._rules.timeline(table)
        names = tuple(dict.fromkeys(span.of for span in line.spans))
        self.answers = tuple(self._rules.who_controls(name, table) for name in names)
        self.timeline.value = line.to_html() if names else note(say("empty", self.language))
        chosen = self.about.value
        self.about.options = names or ("",)
        self.about.value = chosen if chosen in names else self.about.options[0]
        self._show_fields()
        self._show_answer()

    def _show_fields(self) -> None:
        spec = vocabulary().verbs_of(self.game)[self.verb.value]
        made = (event.text("id") for event in self.situation.build().events)
        objects = [thing.id for thing in self.situation.build().objects if thing.id not in self.players]
        known = [*objects, *(name for name in made if name)]
        self.inputs = inputs_for(spec, self.game, self.players, known)
        self.fields.children = tuple(self.inputs.values())
        self.does.value = note(spec.does.get(self.language) or spec.does["en"])

    def _show_answer(self) -> None:
        found = [each for each in self.answers if each.question.of == self.about.value]
        self.answer.value = "".join(each.to_html() + each.picture() for each in found)


_GONE: Final = frozenset(("ceased", "outside_game"))


def _argument(name: str) -> str:
    return f"{name}_" if name in ("from", "with", "for", "in", "as") else name
