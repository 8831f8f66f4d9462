"""Everything in the documentation that can run is run, and every link inside it leads somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from console_blocks import commands, difference

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
WITH_COMMANDS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]
WITH_PYTHON = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=_name)
def test_every_command_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    found = [difference(command, ROOT, tmp_path / "store") for command in commands(page)]
    problems = [problem for problem in found if problem]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=_name)
def test_every_python_example_gives_what_the_page_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    # The gallery is made when the site is built; tests of the site follow its links.
    kept = [link for link in links if "://" not in link and "gallery/" not in link]
    assert [link for link in kept if not (page.parent / link).exists()] == []


def test_the_readme_shows_commands_and_python() -> None:
    assert ROOT / "README.md" in WITH_COMMANDS
    assert ROOT / "README.md" in WITH_PYTHON


def test_every_decision_is_in_the_list_and_has_its_three_parts() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for page in sorted(folder.glob("[0-9]*.md")):
        text = page.read_text(encoding="utf-8")
        assert f"[{page.name[:4]}]({page.name})" in listed
        assert [part for part in ("## Context", "## Decision", "## Consequences") if part not in text] == []
