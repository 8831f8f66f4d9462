"""The command for those who write rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from inference_tools import CONTROL

from kb.inference.__main__ import main
from kb.inference.parse import parse_rules
from kb.inference.rdf_read import rules_from_turtle


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.crl"
    path.write_text(CONTROL, encoding="utf-8")
    return path


def test_check_counts_what_is_doubtful(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(house)]) == 0
    printed = capsys.readouterr().out
    assert "warning: rule 'theft' cites nothing" in printed
    assert printed.splitlines()[-1].startswith("3 rules: 0 errors, ")


def test_check_takes_all_files_together(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = house.with_name("more.crl")
    more.write_text("rule more\n  kind default\n  game all\n  controller(X, nobody) if gone(X).\n")
    assert main(["check", str(house), str(more)]) == 1
    assert "more.crl:4:28: error: undeclared predicate 'gone'" in capsys.readouterr().out


def test_format_rewrites_once(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", str(house)]) == 1
    assert main(["format", str(house)]) == 0
    assert capsys.readouterr().out == f"formatted {house}\n"
    assert parse_rules(house.read_text(encoding="utf-8"), "a") == parse_rules(CONTROL, "a")


def test_turtle_prints_the_same_rules(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["turtle", str(house)]) == 0
    assert rules_from_turtle(capsys.readouterr().out, "a.ttl") == parse_rules(CONTROL, "a.crl")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"stat here(X)", "house.crl:1:1: unknown beginning of a block"),
        (b"\xff\xfe\x00", "house.crl: is not UTF-8"),
        (None, "house.crl: cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_read_is_said(
    tmp_path: Path, content: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.crl"
    if content is not None:
        path.write_bytes(content)
    assert main(["format", str(path)]) == 2
    assert message in capsys.readouterr().err
