"""The verb site: what it says when cases are missing or wrong, and which pages it writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.cli import site as module
from kb.site import Site, keep_others
from kb.site.writing import MARK

Verb = Callable[..., tuple[int, str, str]]

CASE = """id: lent-lamp
title: A lent lamp
game: mtg
players: [Ann, Bob]
setup:
- {id: lamp, name: Lamp, kind: artifact, owner: Ann, controller: Ann, zone: battlefield}
events:
- {do: gain_control, player: Bob, of: lamp, by: loan}
questions:
- {ask: controller, of: lamp, at: end, expect: Bob, why: 613.1b}
"""


def first_pages(site: Site, folder: Path, *, report: object = None) -> int:
    """Writes the first page of each language, and that of the case, instead of all."""
    paths = [
        f"{language}/{name}"
        for language in ("en", "fr", "es")
        for name in ("index.html", "case/lent-lamp.html")
    ]
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(site.page(path), encoding="utf-8")
    return len(paths)


def test_cases_in_a_folder_get_pages_in_each_language(
    verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "write_site", first_pages)
    cases, out = tmp_path / "cases", tmp_path / "out"
    cases.mkdir()
    (cases / "lamps.yaml").write_text(CASE, encoding="utf-8")

    code, said, _ = verb("site", out, "--cases", cases, "--lang", "fr")
    page = (out / "fr" / "case" / "lent-lamp.html").read_text(encoding="utf-8")

    assert (code, said) == (0, f"6 pages\u00a0: {out / 'index.html'}\n")
    assert "Qui contrôle Lamp à la fin\u00a0?" in page
    assert "<td>Bob</td>" in page
    assert '<span lang="en">A lent lamp</span> <small class="other">en anglais</small>' in page
    assert "../rule/mtg-gain-control.html" in page


def test_cases_that_are_not_there_are_wrong_use_and_nothing_is_written(verb: Verb, tmp_path: Path) -> None:
    code, said, beside = verb("site", tmp_path / "out", "--cases", tmp_path / "none")

    assert (code, said) == (2, "")
    assert f"no file or folder '{tmp_path / 'none'}'" in beside
    assert not (tmp_path / "out").exists()


def test_a_case_that_cannot_be_read_is_named_with_its_place(verb: Verb, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(CASE.replace("controller: Ann", "controller: Zed"), encoding="utf-8")

    code, _, beside = verb("site", tmp_path / "out", "--cases", bad)

    assert code == 2
    assert "bad.yaml:6" in beside
    assert "Zed" in beside


@pytest.mark.parametrize("name", ["index.html", "fr", "core.ttl"])
def test_files_of_somebody_else_are_never_written_over(verb: Verb, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    theirs = out / name / "page.html" if name == "fr" else out / name
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs", encoding="utf-8")

    code, said, beside = verb("site", out)

    assert (code, said) == (2, "")
    assert f"the site would write over other files here: found '{name}'" in beside
    assert [each.read_text(encoding="utf-8") for each in out.rglob("*") if each.is_file()] == ["theirs"]


def test_an_earlier_site_and_files_beside_it_are_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("theirs", encoding="utf-8")
    keep_others(tmp_path)
    (tmp_path / MARK).touch()
    (tmp_path / "index.html").write_text("ours", encoding="utf-8")
    keep_others(tmp_path)
