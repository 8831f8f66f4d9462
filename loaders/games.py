"""Which game a page is about, by the names it gives; where it gives none, by the folders it lies in."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from kb.model import Game

_NAMES: Final = {
    Game.EDOPRO: re.compile(
        r"(?i)\bedopro|\bygopro|project ?ignis|\bscrapi(?:-book|yard)|\bcard ?scripts?\b|---!\w+|\.cdb\b"
        r"|\bsetcodes?\b|\bpasscodes?\b|\b(?-i:Duel|Card|Effect|Group|Debug|aux)\.(?-i:[A-Z])\w+"
    ),
    Game.YGO: re.compile(r"(?i)yu-?gi-?oh|\byugipedia|\bkonami\b|遊戯王"),
    Game.RIFTBOUND: re.compile(r"(?i)\briftbound\b|\brunes? pool\b|符文战场"),
    Game.MTG: re.compile(
        r"(?i)magic\W{1,8}(?:the gathering|l.assembl[ée]e)|magicthegathering|wizards of the coast|\bmtg\b"
        r"|\bplaneswalkers?\b|万智牌"
    ),
}
_FOLDERS: Final = {
    Game.EDOPRO: re.compile(r"(?i)edopro|ygopro|projectignis|scrapi|cardscripts"),
    Game.YGO: re.compile(r"(?i)yu-?gi-?oh|yugi|\bygo\b"),
    Game.RIFTBOUND: re.compile(r"(?i)riftbound"),
    Game.MTG: re.compile(r"(?i)\bmtg\b|magic-the-gathering"),
}


def game_named(text: str) -> Game | None:
    """The game that `text` names most; None where it names none, or two as often.

    >>> game_named("How EDOPro reads a .cdb file"), game_named("# Lamps")
    (<Game.EDOPRO: 'edopro'>, None)
    """
    counts = {game: len(names.findall(text)) for game, names in _NAMES.items()}
    best = max(counts, key=lambda game: counts[game])
    return best if counts[best] and sorted(counts.values())[-2] < counts[best] else None


def game_of_folders(name: str) -> Game | None:
    """The game that the folders of the file `name` are called after, the nearest first.

    >>> game_of_folders("docs/scrapi-book/guides/puzzle.md"), game_of_folders("mtg.md")
    (<Game.EDOPRO: 'edopro'>, None)
    """
    for folder in reversed(PurePath(name).parts[:-1]):
        if found := next((game for game, names in _FOLDERS.items() if names.search(folder)), None):
            return found
    return None
