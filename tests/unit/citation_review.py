"""Whether what a rule cites is about what the rule says, by words and by the eyes of a reader.

By words: the share of the rule's sentence, rare words counting more, that the cited passage has too, and how
many passages of the same edition have more of it.

By eye: `reviewed_citations.csv` keeps, for each rule, a hash of the words of each passage that somebody read
and found to support the rule. To review what is not yet in it, run this file as a program: it shows each
sentence with the passage cited. With ``accept RULE ...`` it adds what these rules cite, once it is read.
"""

from __future__ import annotations

import csv
import math
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from cited_texts import Texts, all_magic_texts, magic_texts, other_texts

from kb.inference.editions import covers
from kb.inference.records import Rule, Validity
from kb.inference.rulebase import packaged_rules

REGISTER = Path(__file__).parent / "reviewed_citations.csv"
COLUMNS = ("rule", "document", "number", "words")

_SPANISH = ("ygo-wiki-control",)
_SUFFIXES = ("ments", "ment", "ers", "er", "ing", "ed", "es", "s", "ly", "e", "y")
_STEM = 7
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """
    also and another any are been before both can did does each either else every everybody for from goes has
    have into its itself may more most named names nobody nor not off only onto other out over put said same
    says still such than that the their them then there these they this those under until was were when where
    whether which while who whom whose will with without would
    como con cuando del donde las los para por que quien sin sobre una
    """,
    )
)


@dataclass(frozen=True, slots=True)
class Cited:
    """One number that a rule cites, in one edition."""

    rule: Rule
    document: str
    edition: str
    number: str

    def __str__(self) -> str:
        return f"{self.rule.id} cites {self.document} {self.edition} {self.number}"


def cited_in(document: str, edition: str) -> Iterator[Cited]:
    """Everything that the packaged rules cite in one edition of a document."""
    for rule in packaged_rules().rules:
        for citation in rule.cites:
            range_ = Validity(document, citation.first, citation.last)
            if citation.document == document and covers(range_, edition):
                yield from (Cited(rule, document, edition, number) for number in citation.numbers)


def words(text: str) -> str:
    """The words of a text in lower case; numbers of rules, which change from edition to edition, left out."""
    return " ".join(re.findall(r"[^\W\d_]+", re.sub(r"\b\d{3}\.\S*", " ", text.lower().replace("’", "'"))))


def fingerprint(text: str) -> str:
    """A short hash of the words of a text."""
    return sha256(words(text).encode()).hexdigest()[:16]


@cache
def reviewed() -> frozenset[tuple[str, str]]:
    """The rules with the fingerprints of the passages that were read and found to support them."""
    return frozenset((row["rule"], row["words"]) for row in _rows())


def _rows() -> list[dict[str, str]]:
    with REGISTER.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def stems(text: str) -> frozenset[str]:
    """The words that carry meaning, cut to their stems."""
    return frozenset(_stem(word) for word in words(text).split() if len(word) > 2 and word not in _COMMON)


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) > 2:
            return word.removesuffix(suffix)[:_STEM]
    return word[:_STEM]


def occurrences(texts: Texts) -> Mapping[str, frozenset[str]]:
    """The numbers whose passages have each stem."""
    found: dict[str, set[str]] = {}
    for number, text in texts.items():
        for stem in stems(text):
            found.setdefault(stem, set()).add(number)
    return {stem: frozenset(numbers) for stem, numbers in found.items()}


def scores(rule: Rule, document: str, where: Mapping[str, frozenset[str]], size: int) -> Counter[str]:
    """For each number, which share of the rule's sentence its passage has, rare stems counting more.

    `where` and `size` tell where each stem is, and how many passages there are.
    """
    sentence = rule.sentences["es" if document in _SPANISH else "en"]
    weight = {stem: math.log(size / len(where[stem])) for stem in stems(sentence) if stem in where}
    total = sum(weight.values()) or 1.0
    found: Counter[str] = Counter()
    for stem, tells in weight.items():
        for number in where[stem]:
            found[number] += tells / total  # type: ignore[assignment]
    return found


def main(accepted: list[str]) -> None:
    """Shows the citations nobody has reviewed yet, and adds those of the accepted rules to the register."""
    rows = {(row["rule"], row["document"], row["number"], row["words"]) for row in _rows()}
    current = set()
    shown: set[tuple[str, str]] = set()
    for cited, text in _everything_cited(Path(__file__).parents[2].parent / "shared"):
        row = (cited.rule.id, cited.document, cited.number, fingerprint(text or ""))
        key = (cited.rule.id, fingerprint(text or ""))
        if text and (key in reviewed() or cited.rule.id in accepted):
            current.add(row)
        elif key not in shown:
            shown.add(key)
            print(f"{cited}\n  rule: {cited.rule.sentences['en']}\n  text: {text or 'THERE IS NONE'}\n")
    print(f"{len(shown)} not reviewed, {len(current - rows)} added, {len(rows - current)} gone")
    with REGISTER.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *sorted(current)])


def _everything_cited(shared: Path) -> Iterator[tuple[Cited, str | None]]:
    texts: dict[tuple[str, str], Texts] = dict(other_texts(shared))
    with tempfile.TemporaryDirectory() as folder:
        magic = {**all_magic_texts(shared, Path(folder)), **magic_texts(shared)}
    texts |= {("mtg-cr", edition): each for edition, each in magic.items()}
    for (document, edition), each in sorted(texts.items()):
        yield from ((cited, each.get(cited.number)) for cited in cited_in(document, edition))


if __name__ == "__main__":
    main(sys.argv[2:] if sys.argv[1:2] == ["accept"] else [])
