"""Writes documents of any size in every layout the loaders read, of words of our own; for measuring memory.

`python large_inputs.py FOLDER MEBIBYTES [LAYOUT...]` writes one file for each layout into FOLDER.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Final

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"
_WORDS: Final = "A lamp that is lit shines on its keeper until that player puts it out; see rule 200.3."
_MOTS: Final = (
    "Une lampe allumée éclaire son gardien jusqu'à ce que ce joueur l'éteigne ; voir la règle 200.3."
)


def rules() -> Iterator[tuple[str, str]]:
    """Numbers and words of rules without end: a rule, and its subrules below it."""
    for at in count():
        rule = f"{100 + at // 900 % 800}.{1 + at % 900}"
        yield f"{rule}.", f"{_WORDS} This is part {at}."
        for letter in _LETTERS[:4]:
            yield f"{rule}{letter}", f"{_WORDS} This is part {letter} of {at}."


def plain() -> Iterator[str]:
    yield "Lamp Comprehensive Rules\n\nThese rules are effective as of January 2, 2020.\n\n100. General\n\n"
    yield from (f"{number} {words}\n\n" for number, words in rules())


def html() -> Iterator[str]:
    yield "<html><body><h1>Lamp Comprehensive Rules</h1>\n<h2>100. General</h2>\n"
    yield from (f'<p id="r"><b>{number}</b> {words} &amp; more.</p>\n' for number, words in rules())


def markdown() -> Iterator[str]:
    yield "# Lamp Comprehensive Rules\n\n## 100. General\n\n"
    yield from (f"**{number}** {words} [Here](#{at}).\n\n" for at, (number, words) in enumerate(rules()))


def rst() -> Iterator[str]:
    yield "General\n=======\n\n"
    for number, words in rules():
        if number.endswith("."):
            yield f"{number[:-1]}\n-------\n\n{words}\n\n"
        else:
            yield f"    {number[-1]}. {words}\n\n"


def catalogue() -> Iterator[str]:
    yield 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n'
    for number, words in rules():
        yield f'msgid "{number} {words}"\nmsgstr "{number} {_MOTS}"\n\n'


def bilingual() -> Iterator[str]:
    yield '{"rules": ['
    for at, (number, words) in enumerate(rules()):
        node = {"chapter": number, "en": words, "fr": _MOTS, "subrules": []}
        yield ("," if at else "") + json.dumps(node, ensure_ascii=False)


def riftbound() -> Iterator[str]:
    yield "# Riftbound Core Rules v1.9\n\n"
    for at in count():
        rule = f"{100 + at // 900 % 800}.{1 + at % 900}"
        yield f"{rule}. {_WORDS} This is part {at}.\n{rule}.a. {_WORDS}\n\n"


def riftbound_html() -> Iterator[str]:
    yield "<h1>Riftbound Core Rules v1.9</h1><table>\n"
    for at in count():
        rule = f"{100 + at // 900 % 800}.{1 + at % 900}"
        yield f"<tr><td>{rule}.</td><td>{_WORDS} {at}</td></tr>\n"
        yield f"<tr><td>{rule}.a.</td><td>{_WORDS}</td></tr>\n"


def wikitext() -> Iterator[str]:
    """One wiki page as YAML with a long block of wikitext."""
    yield "title: Lamp Ox\nwikitext: |-\n  {{CardTable2\n  | name = Lamp Ox\n  | lore = Shines.\n  }}\n"
    yield from (f"  == Part {at} ==\n  A [[lamp|light]] <ref>Book {at}</ref> in a Yu-Gi-Oh! Duel. {_WORDS}\n"
                for at in count())  # fmt: skip


def wiki_page() -> Iterator[str]:
    yield "Yu-Gi-Oh! is a game of lamps.\n\n"
    yield from (
        f"Part {at} [edit]\nA monster of the Deck goes to the Graveyard. {_WORDS}\n" for at in count()
    )


def card_yaml() -> Iterator[str]:
    yield "konami_id: 1\npassword: 12345678\nname:\n  en: Lamp Ox\n  fr: Bœuf\n"
    yield "text:\n  fr: Texte.\n  en: |-\n"
    yield from (f"    {_WORDS} This is part {at}.\n" for at in count())


def strings() -> Iterator[str]:
    yield from (f"!system {at} {_WORDS}\n" for at in count(1))


def rulings() -> Iterator[str]:
    yield "{"
    for at in count():
        text = f"<ul><li>{_WORDS}</li><li>{_WORDS} &amp; so on.</li></ul>"
        yield ("," if at else "") + f'"LAMP {at}": {json.dumps(text)}\n'


def guide() -> Iterator[str]:
    yield "Taking control\n\n"
    for at in count():
        yield f"Part {at}\n\nUse Duel.GetControl and Card.IsFaceup. {_WORDS}\n\n"
        yield "lua\nlocal c=e:GetHandler()\n\n"


def prose() -> Iterator[str]:
    yield "Magic: The Gathering rulebook\n\n"
    yield from (f"Part {at}\n\nA creature or an enchantment goes to the graveyard for mana. {_WORDS}\n\n"
                for at in count())  # fmt: skip


def excerpts() -> Iterator[str]:
    for at in count():
        line = {
            "lang": "en",
            "url": f"https://yugioh.example/wiki/Page_{at % 50}",
            "text": f"Part [edit]\n{_WORDS}",
        }
        yield json.dumps(line) + "\n"


def cards() -> Iterator[str]:
    """An MTGJSON set; the end that closes it is added by `write`."""
    yield '{"meta": {}, "data": {"cards": ['
    for at in count():
        foreign = [{"language": "French", "name": f"Lampe {at}", "text": _MOTS, "type": "Créature"}]
        card = {"name": f"Lamp {at}", "text": f"You control {_WORDS}", "uuid": f"u{at}", "type": "Creature",
                "foreignData": foreign, "rulings": [{"date": "2020-01-01", "text": _WORDS}]}  # fmt: skip
        yield ("," if at else "") + json.dumps(card, ensure_ascii=False)


def all_printings() -> Iterator[str]:
    yield '{"meta": {}, "data": {'
    for number in count():
        listed = "".join(islice(cards(), 1, 301))
        yield ("," if number else "") + f'"S{number}": {{"name": "Lamps", "cards": [{listed}]}}'


def scryfall() -> Iterator[str]:
    yield "["
    for at in count():
        card = {
            "object": "card",
            "name": f"Lamp {at}",
            "lang": "en",
            "oracle_text": _WORDS,
            "type_line": "Ox",
        }
        yield (",\n" if at else "") + json.dumps(card)


LAYOUTS: Final[dict[str, tuple[str, Callable[[], Iterator[str]], str]]] = {
    "plain": ("txt", plain, ""), "html": ("html", html, ""), "markdown": ("md", markdown, ""),
    "rst": ("rst", rst, ""), "catalogue": ("po", catalogue, ""), "bilingual": ("json", bilingual, "]}"),
    "riftbound": ("md", riftbound, ""), "riftbound-html": ("html", riftbound_html, ""),
    "wikitext": ("yaml", wikitext, ""), "wiki-page": ("txt", wiki_page, ""),
    "card-yaml": ("yaml", card_yaml, ""), "strings": ("conf", strings, ""), "rulings": ("json", rulings, "}"),
    "guide": ("txt", guide, ""), "prose": ("txt", prose, ""), "excerpts": ("jsonl", excerpts, ""),
    "cards": ("json", cards, "]}}"), "all-printings": ("json", all_printings, "}}"),
    "scryfall": ("json", scryfall, "]"),
}  # fmt: skip
"""The ending of the file, the pieces it is made of, and what closes it."""


def write(folder: Path, layout: str, size: int) -> Path:
    """A file of `size` bytes, a little less, in one of the LAYOUTS, or a card database or a PDF."""
    if layout == "database":
        return _database(folder / f"database-{size}.cdb", size)
    if layout == "pdf":
        return _pdf(folder / f"pdf-{size}.pdf", size)
    ending, pieces, close = LAYOUTS[layout]
    path = folder / f"{layout}-{size}.{ending}"
    left = size - len(close)
    with path.open("wb") as file:
        for piece in pieces():
            data = piece.encode()
            left -= len(data)
            if left < 0:
                break
            file.write(data)
        file.write(close.encode())
    return path


def _database(path: Path, size: int) -> Path:
    columns = ", ".join(f"str{number} TEXT" for number in range(1, 17))
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT, {columns})")
    for start in count(0, 2000):
        rows = [(at, f"Lamp {at}", _WORDS, *["Light?"] * 3, *[""] * 13) for at in range(start, start + 2000)]
        connection.executemany(f"INSERT INTO texts VALUES ({', '.join('?' * 19)})", rows)
        connection.commit()
        if path.stat().st_size > size - 500_000:
            break
    connection.close()
    return path


def _pdf(path: Path, size: int) -> Path:
    """Pages of 45 lines, uncompressed; at most 2,900 of them."""
    objects: list[bytes] = []
    source = rules()
    written = pages = 0
    while written < size and pages < 2900:
        lines = []
        for _ in range(22):
            number, words = next(source)
            lines += [f"({number} {words[:60]}) Tj T*", f"({words[60:]}) Tj T*"]
        stream = ("BT /F1 9 Tf 14 TL 40 800 Td " + "\n".join(lines) + " ET").encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        written += len(stream)
        pages += 1
    kids = b" ".join(b"%d 0 R" % (4 + 2 * at + 1) for at in range(pages))
    whole = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
             b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]  # fmt: skip
    for at, stream in enumerate(objects):
        whole += [stream, b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                  b"/Resources << /Font << /F1 3 0 R >> >> >>" % (4 + 2 * at)]  # fmt: skip
    offsets: list[int] = []
    with path.open("wb") as file:
        file.write(b"%PDF-1.4\n")
        for number, body in enumerate(whole, 1):
            offsets.append(file.tell())
            file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(whole) + 1))
        file.writelines(b"%010d 00000 n \n" % at for at in offsets)
        file.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(whole) + 1, start))
    return path


if __name__ == "__main__":
    chosen = sys.argv[3:] or [*LAYOUTS, "database", "pdf"]
    for name in chosen:
        print(write(Path(sys.argv[1]), name, int(float(sys.argv[2]) * 1024 * 1024)))
