"""Scenarios: a situation in a game, what happened in it, and questions about it.

`read_scenarios` reads them from YAML or JSON; `kb.scenario.builder` makes them in Python. Both check
everything against the vocabulary in ``ontology/scenario`` and give the same frozen records.
"""

from __future__ import annotations

from kb.scenario.read import check_scenarios, read_scenarios
from kb.scenario.records import (
    NOT_GIVEN,
    Assumption,
    Caution,
    Event,
    Outsider,
    Question,
    Scenario,
    ScenarioObject,
    Until,
)
from kb.scenario.rulesets import Ruleset, resolve_ruleset
from kb.scenario.validate import Checked
from kb.scenario.vocabulary import ZoneName, split_zone, vocabulary

__all__ = [
    "NOT_GIVEN",
    "Assumption",
    "Caution",
    "Checked",
    "Event",
    "Outsider",
    "Question",
    "Ruleset",
    "Scenario",
    "ScenarioObject",
    "Until",
    "ZoneName",
    "check_scenarios",
    "read_scenarios",
    "resolve_ruleset",
    "split_zone",
    "vocabulary",
]
