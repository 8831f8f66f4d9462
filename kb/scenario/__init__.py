"""Scenarios: a situation in a game, what happened in it, and questions about it.

`read_scenarios` reads them from YAML or JSON; `kb.scenario.builder` makes them in Python. Both check
everything against the vocabulary in ``ontology/scenario`` and give the same frozen records.
"""

from __future__ import annotations

from kb.scenario.builder import ITS_OWNER, ScenarioBuilder, scenario, while_
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
from kb.scenario.write import to_yaml

__all__ = [
    "ITS_OWNER",
    "NOT_GIVEN",
    "Assumption",
    "Caution",
    "Checked",
    "Event",
    "Outsider",
    "Question",
    "Ruleset",
    "Scenario",
    "ScenarioBuilder",
    "ScenarioObject",
    "Until",
    "ZoneName",
    "check_scenarios",
    "read_scenarios",
    "resolve_ruleset",
    "scenario",
    "split_zone",
    "to_yaml",
    "vocabulary",
    "while_",
]
