"""The door: encodings, line ends, what is cleaned away, and what is refused."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.model import Span
from loaders.base import load_file
from loaders.text import Limits, clean_source, read_source

FRENCH = "108.1. Une carte est jouée par « son » propriétaire ; voir l’œuvre.\n"


@pytest.mark.parametrize(
    ("codec", "label"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8 with BOM"),
        ("utf-16", "UTF-16LE with BOM"),
        ("utf-16-le", "UTF-16LE"),
        ("utf-16-be", "UTF-16BE"),
        ("cp1252", "cp1252"),
    ],
)
def test_the_same_words_come_out_of_every_encoding(codec: str, label: str) -> None:
    source = clean_source(FRENCH.encode(codec), "x")
    assert (source.lines, source.encoding) == ((FRENCH.strip(),), label)


def test_the_big_endian_mark_is_seen() -> None:
    assert clean_source(b"\xfe\xff" + FRENCH.encode("utf-16-be"), "x").encoding == "UTF-16BE with BOM"


def test_a_dos_code_page_is_told_from_a_windows_one_by_the_letters_in_words() -> None:
    text = "The card Dandân and the rôle of Séance.\n"
    assert clean_source(text.encode("cp437"), "x").lines == (text.strip(),)
    assert clean_source(text.encode("cp437"), "x").encoding == "CP437"
    assert clean_source(text.encode("cp1252"), "x").lines == (text.strip(),)


def test_ascii_is_called_ascii() -> None:
    assert clean_source(b"108.1. A card.", "x").encoding == "ASCII"


def test_a_stray_windows_byte_in_utf8_is_repaired_and_reported_with_its_line() -> None:
    data = ("é" * 40 + "\n").encode() + b"it\x92s\n"
    source = clean_source(data, "x")
    assert source.lines[1] == "it’s"
    assert [(found.lines, found.kind) for found in source.anomalies] == [(Span(2, 2), "bad byte")]


def test_an_encoding_the_caller_names_is_used() -> None:
    assert clean_source("规则".encode("gb18030"), "x", encoding="gb18030").lines == ("规则",)
    with pytest.raises(LoadError, match=r"unknown encoding: found 'klingon'"):
        clean_source(b"x", "x", encoding="klingon")


def test_bytes_that_make_no_sense_in_any_encoding_are_refused_rather_than_garbled() -> None:
    with pytest.raises(LoadError, match=r"r\.txt:1: unknown encoding: found 'byte 0x\w\w at offset \d+'"):
        clean_source("规则一百零八条说明卡牌的所有者与操控者".encode("gb18030"), "r.txt")


@pytest.mark.parametrize(
    ("ends", "name"),
    [
        ("\n", "LF"),
        ("\r\n", "CRLF"),
        ("\r", "CR"),
        ("\r\r\n", "CRCRLF"),
    ],
)
def test_every_kind_of_line_end_gives_the_same_lines(ends: str, name: str) -> None:
    source = clean_source(ends.join(["one", "", "two", ""]).encode(), "x")
    assert (source.lines, source.line_ends) == (("one", "", "two"), name)


def test_mixed_line_ends_are_counted() -> None:
    source = clean_source(b"a\r\nb\rc\rd\n", "x")
    assert (source.lines, source.line_ends) == (("a", "b", "c", "d"), "mixed: 2 CR, 1 CRLF, 1 LF")


def test_an_empty_line_between_bare_cr_and_crlf_stays() -> None:
    assert clean_source(b"a\rb\rc\r\r\nd", "x").lines == ("a", "b", "c", "", "d")


def test_decomposed_letters_are_composed() -> None:
    assert clean_source("contro\u0302leur".encode(), "x").lines == ("contrôleur",)


def test_characters_that_are_no_text_are_taken_out_and_reported() -> None:
    source = clean_source("a\x07b\u00adc\u200bd\u202ee\x0cf\n".encode(), "x")
    assert source.lines == ("abcde f",)
    assert [(found.kind, found.detail) for found in source.anomalies] == [
        ("control character", "1 × U+0007 removed"),
        ("control character", "1 × U+000C made a space"),
        ("soft hyphen", "1 × U+00AD removed"),
        ("invisible character", "1 × U+200B removed"),
        ("invisible character", "1 × U+202E removed"),
    ]


def test_a_form_feed_or_line_separator_does_not_shift_line_numbers() -> None:
    assert clean_source("a\x0cb\x85c\u2028d\ne".encode(), "x").lines == ("a b c d", "e")


def test_no_break_spaces_stay_where_french_puts_them_and_nowhere_else() -> None:
    source = clean_source("le\u00a0jeton\u202f: «\u00a0vous\u202f» ; 60\u00a0cartes".encode(), "x")
    assert source.lines == ("le jeton\u00a0: «\u00a0vous\u00a0» ; 60 cartes",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty.txt", r"empty\.txt: nothing to load: found '0 bytes', expected a rules text"),
        ("only-blanks.txt", r"nothing to load: found '6 bytes of blanks'"),
        ("cut-inside-a-character.txt", r":2: the file ends inside a UTF-8 character: found b'\\xc3'"),
        ("binary.bin", r"binary\.bin: not a text but binary data: found 'a zero byte at offset 0'"),
        ("not-a-text.pdf", r"not-a-text\.pdf: the PDF cannot be read: "),
        (
            "no-rules.txt",
            r"no loader knows this format: found 'It was a bright cold day in April\.', expected",
        ),
        ("missing.txt", r"missing\.txt: no such file"),
        ("", r"documents: not a file: found 'a folder'"),
    ],
)
def test_a_bad_document_is_refused_with_its_name_and_the_reason(root: Path, name: str, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        load_file(root / "tests" / "bad" / "documents" / name)


def test_random_bytes_are_refused() -> None:
    noise = bytes(random.Random(1).choices(range(1, 256), k=5000))
    with pytest.raises(LoadError, match=r"binary data|unknown encoding"):
        clean_source(noise, "x")


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    with pytest.raises(
        LoadError, match=r"too large: found '209715200 bytes', expected at most 12582912 bytes"
    ):
        read_source(path)


def test_a_line_over_the_limit_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("108.1. A card.\n" + "x" * 2000)
    with pytest.raises(
        LoadError, match=r":2: the line is too long: found '2000 characters', expected at most 100"
    ):
        read_source(path, limits=Limits(line_characters=100))


def test_a_file_of_too_many_lines_is_refused() -> None:
    with pytest.raises(LoadError, match=r"x: the file has too many lines: found 5, expected at most 4 lines"):
        clean_source(b"a\nb\nc\nd\ne\n", "x", limits=Limits(lines=4))


def test_json_may_be_one_long_line() -> None:
    line = '{"text": "' + "x" * 2000 + '"}'
    assert clean_source(line.encode(), "x", limits=Limits(line_characters=100)).lines == (line,)


def test_errors_of_the_door_survive_a_process_boundary() -> None:
    with pytest.raises(LoadError) as caught:
        clean_source(b"", "e.txt")
    assert re.search("nothing to load", str(pickle.loads(pickle.dumps(caught.value))))


def test_a_few_stray_zeros_in_a_text_are_taken_out_and_told() -> None:
    source = clean_source(b"100. General\n100.1. A r\x00ule.\n\x00\x00100.2. Another rule.\n", "rules.txt")
    assert source.lines == ("100. General", "100.1. A rule.", "100.2. Another rule.")
    assert [(str(one.lines), one.kind, one.detail) for one in source.anomalies] == [
        ("2", "zero byte", "3 zero bytes removed")
    ]
    utf16 = clean_source("100. 总则\n100.1. 规则 甲\n".encode("utf-16-le"), "rules.txt")
    assert (utf16.encoding, utf16.lines[0]) == ("UTF-16LE", "100. 总则")
    with pytest.raises(LoadError, match="binary data"):
        clean_source(b"\x00\x01 \x02\x00\x03 " * 50, "data.bin")
