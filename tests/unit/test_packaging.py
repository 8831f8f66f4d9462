"""What an installed copy has: the packages, the ontology inside them, and a base install that stays light."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

LIGHT = "import sys, kb; print(*sorted({'pandas', 'ipywidgets', 'starlette', 'rdflib'} & set(sys.modules)))"


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_the_packages_and_every_file_of_the_ontology(
    root: Path, wheel: zipfile.ZipFile
) -> None:
    names = set(wheel.namelist())
    files = (path for path in (root / "ontology").rglob("*") if path.is_file())
    assert {f"kb/{path.relative_to(root).as_posix()}" for path in files} <= names
    assert {"kb/py.typed", "loaders/py.typed", "kb/cli/__init__.py"} <= names
    assert {"kb/site/templates/base.html", "kb/site/style.css", "kb/site/words.yaml"} <= names


def test_the_wheel_holds_nothing_but_the_packages(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"kb", "loaders"}


def test_the_ontology_is_data_without_code(root: Path) -> None:
    assert list((root / "ontology").rglob("*.py")) == []


def test_importing_kb_loads_none_of_the_heavy_parts() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_importing_kb_takes_less_than_a_third_of_a_second() -> None:
    timed = "import time; start = time.process_time(); import kb; print(time.process_time() - start)"
    runs = [
        subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    assert min(float(run.stdout) for run in runs) < 0.3


def test_the_extra_all_holds_every_extra_a_user_may_want(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"all", "docs", "lite", "peers", "test"}
    [everything] = project["optional-dependencies"]["all"]
    assert set(everything.partition("[")[2].rstrip("]").split(",")) == extras


def test_the_decision_on_dependencies_names_each_of_them(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (root / "docs/decisions/0002-dependencies.md").read_text(encoding="utf-8").lower()
    required = [
        *project["dependencies"],
        *(d for extra in project["optional-dependencies"].values() for d in extra),
    ]
    names = {requirement.split("[")[0].split(">")[0].strip().lower() for requirement in required}
    assert sorted(name for name in names - {"tcg-rules-kb"} if name not in page) == []


def test_the_license_is_apache_2_and_the_readme_says_whose_the_texts_are(root: Path) -> None:
    assert "Apache License" in (root / "LICENSE").read_text(encoding="utf-8")
    assert "belong to their publishers" in (root / "README.md").read_text(encoding="utf-8")


WITHOUT_EXTRAS = """
import sys
EXTRAS = "pandas ipywidgets IPython starlette uvicorn pyshacl pyshacl_turbo httpx clingo pypdfium2"
for name in EXTRAS.split():
    sys.modules[name] = None
from kb.cli.application import run
from kb.cli.main import tcg_rules
sys.exit(run(tcg_rules, sys.argv[1:], "tcg-rules"))
"""


def _without_extras(store: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TCG_RULES_STORE": str(store)}
    command = [sys.executable, "-c", WITHOUT_EXTRAS, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_the_base_install_answers_and_loads(root: Path, tmp_path: Path) -> None:
    answered = _without_extras(tmp_path / "store", "ask", "--explain", "none", "--lang", "en")
    assert (answered.returncode, answered.stderr) == (0, "")
    assert answered.stdout.startswith("Who controls")
    loaded = _without_extras(tmp_path / "store", "load", str(root / "ontology/examples/documents"))
    assert (loaded.returncode, loaded.stderr) == (0, "")


@pytest.mark.parametrize(("verb", "extra"), [("serve", "serve"), ("validate", "validate")])
def test_a_verb_that_needs_an_extra_says_which(root: Path, tmp_path: Path, verb: str, extra: str) -> None:
    _without_extras(tmp_path / "store", "load", str(root / "ontology/examples/documents"))
    done = _without_extras(tmp_path / "store", verb)
    assert done.returncode == 2
    assert f"pip install 'tcg-rules-kb[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
