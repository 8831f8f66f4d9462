"""Cards by name, in any language their files give."""

from __future__ import annotations

from collections.abc import Iterable

from kb.edopro.agreement import CardText
from kb.errors import NotFoundError


def passcode(card: str, texts: Iterable[CardText] = ()) -> str:
    """The passcode of a card that is named by it or by a name, without zeros in front.

    Raises :class:`kb.errors.NotFoundError` with the near matches.

    >>> passcode("00000077"), passcode("lantern", [CardText("00000078", "Lantern", {}, names=("Lantern",))])
    ('77', '78')
    """
    if card.isdigit():
        return card.lstrip("0")
    known: list[str] = []
    for text in texts:
        for name in (text.name, *text.names):
            if name.casefold() == card.casefold():
                return text.card.lstrip("0")
            known.append(name)
    raise NotFoundError("card", card, dict.fromkeys(known))
