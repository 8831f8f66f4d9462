"""The magics themselves: arguments in, a result of the public API out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from kb.errors import KbError
from kb.knowledge import KnowledgeBase
from kb.magics.languages import in_language
from kb.opening import load
from kb.queries.binding import bind_terms
from kb.queries.remote import select_remote
from kb.queries.sparql import select
from kb.scenario.read import read_scenarios

NAME: Final = "rules"
"""What the knowledge base is called in a notebook."""


@magics_class
class RulesMagics(Magics):
    """``%%sparql``, ``%%scenario`` and ``%rule``."""

    @magic_arguments()
    @argument("name", nargs="?", help="The variable that gets the result.")
    @argument("--lang", help="Keep rows in this language; en-GB counts as en.")
    @argument("--timeout", type=float, default=30.0, help="Seconds at most.")
    @argument("--endpoint", help="The address of another SPARQL server.")
    @argument("--plain", action="store_true", help="The result itself, no DataFrame.")
    @cell_magic
    def sparql(self, line: str, cell: str) -> Any:
        """The rows of a SPARQL query as a typed DataFrame; ``{{variable}}`` is bound as a term.

        An ASK gives a truth, a CONSTRUCT its triples as they are.
        """
        asked = _arguments(self.sparql, line)
        return _told(lambda: self._give(asked.name, self._sparql(asked, cell)))

    @magic_arguments()
    @argument("name", nargs="?", help="The variable that gets the situation.")
    @cell_magic
    def scenario(self, line: str, cell: str) -> None:
        """Reads a situation in the scenario format, and shows its timeline and the answers it asks for."""
        asked = _arguments(self.scenario, line)
        _told(lambda: self._scenario(asked.name, cell))

    @magic_arguments()
    @argument("name", nargs="+", help="A rule, such as 109.5 or mtg-cr fr 109.5.")
    @argument("--lang", help="Only this language.")
    @line_magic
    def rule(self, line: str) -> Any:
        """A rule's texts by language and edition, with what it cites and what rests on it."""
        asked = _arguments(self.rule, line)
        return _told(lambda: self.knowledge.rule(" ".join(asked.name), asked.lang))

    @property
    def knowledge(self) -> KnowledgeBase:
        """The knowledge base of the notebook; it is opened, and called ``rules``, where there is none."""
        found = self.shell.user_ns.get(NAME)
        if not isinstance(found, KnowledgeBase):
            found = self.shell.user_ns[NAME] = load()
        return found

    def _sparql(self, asked: Any, cell: str) -> Any:
        query = bind_terms(cell, self._variables())
        if asked.endpoint:
            result = select_remote(asked.endpoint, query, timeout=asked.timeout)
        else:
            result = select(self.knowledge.store, query, timeout=asked.timeout)
        if result.kind == "ask":
            return result.truth
        result = in_language(result, asked.lang) if asked.lang else result
        return result if asked.plain or result.kind == "graph" else result.to_frame()

    def _variables(self) -> dict[str, object]:
        """The user's own variables, without those that IPython puts beside them."""
        hidden = self.shell.user_ns_hidden
        return {
            name: value
            for name, value in self.shell.user_ns.items()
            if not name.startswith("_") and name not in hidden
        }

    def _give(self, name: str | None, value: Any) -> Any:
        if name is None:
            return value
        if not name.isidentifier():
            raise UsageError(f"{name!r} is no name of a variable")
        self.shell.user_ns[name] = value
        return value

    def _scenario(self, name: str | None, cell: str) -> None:
        rules = self.knowledge
        for situation in read_scenarios(cell, source=name or "cell"):
            table = rules.table(situation)
            if name is not None:
                self._give(name, situation)
            display(rules.timeline(table))
            for answer in rules.answers(table):
                display(answer)


def _arguments(magic: Any, line: str) -> Any:
    return parse_argstring(magic, line)


def _told(act: Callable[[], Any]) -> Any:
    """What `act` gives; an error of ours in its own words, without a traceback through our code."""
    try:
        return act()
    except KbError as error:
        raise UsageError(f"{type(error).__name__}: {error}") from None
