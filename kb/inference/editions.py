"""Which rules hold in which edition: editions are compared by their numbers, and ranges include both ends."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.inference.records import Rule, RuleSet, Validity


def edition_key(edition: str) -> tuple[int, ...]:
    """The numbers of an edition, to compare editions of one document with.

    >>> edition_key("2010-02-01") < edition_key("2019-07-12"), edition_key("1.10") > edition_key("1.9")
    (True, True)
    """
    return tuple(int(part) for part in re.findall(r"[0-9]+", edition))


def covers(validity: Validity, edition: str | None) -> bool:
    """Whether an edition lies in the range; None stands for the newest one, whichever that is.

    >>> covers(Validity("mtg-cr", "2010-02-01", "2019-05-03"), "2015-03-27")
    True
    >>> covers(Validity("mtg-cr", "2010-02-01", "2019-05-03"), None)
    False
    """
    if edition is None:
        return validity.last is None
    if edition in (validity.first, validity.last):
        return True
    key = edition_key(edition)
    if not key:
        return False
    after = validity.first is None or edition_key(validity.first) <= key
    return after and (validity.last is None or key <= edition_key(validity.last))


def holds_in(rule: Rule, editions: Mapping[str, str]) -> bool:
    """Whether a rule is valid in these editions: for each document it names, one of its ranges covers it.

    >>> from kb.inference.records import RuleKind
    >>> rule = Rule("a", RuleKind.DEFAULT, ("mtg",), valid=(Validity("mtg-cr", "2019-07-12", None),))
    >>> holds_in(rule, {"mtg-cr": "2010-02-01"}), holds_in(rule, {})
    (False, True)
    """
    documents = {validity.document for validity in rule.valid}
    return all(
        any(covers(each, editions.get(document)) for each in rule.valid if each.document == document)
        for document in documents
    )


def select(ruleset: RuleSet, game: str, editions: Mapping[str, str]) -> RuleSet:
    """The rules of one game that hold in the given editions; documents not given are at their newest.

    >>> select(RuleSet(), "mtg", {"mtg-cr": "2010-02-01"})
    RuleSet(predicates=(), rules=())
    """
    kept = (
        rule
        for rule in ruleset.rules
        if (game in rule.games or "all" in rule.games) and holds_in(rule, editions)
    )
    return RuleSet(ruleset.predicates, tuple(kept))
