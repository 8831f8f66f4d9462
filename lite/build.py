"""Builds JupyterLab with our notebook as static files: everything runs in the reader's browser.

It needs npm, for the Python that runs in browsers, and a package index. Both are asked only now, never by the
pages. `make lite` writes to build/lite, which any server of files can then show.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
from wheels import gather, lock_entry

PROJECT: Final = Path(__file__).parents[1]
SITE: Final = PROJECT / "build" / "lite"
NOTEBOOKS: Final = ("01-who-controls.ipynb",)
LEFT_OUT: Final = "needs-pandas"
"""The tag of cells that need what there is no build of for browsers, neither on PyPI nor on npm."""
KERNEL: Final = "@jupyterlite/pyodide-kernel-extension:kernel"


def main(site: Path = SITE) -> int:
    """Builds the pages in `site`; says what is missing, and gives 2, where it cannot."""
    if shutil.which("npm") is None:
        print("npm is not installed (Debian and Ubuntu: apt install npm); it brings Pyodide", file=sys.stderr)
        return 2
    shutil.rmtree(site, ignore_errors=True)
    with TemporaryDirectory(prefix="tcg-rules-lite-") as temporary:
        work = Path(temporary)
        source = work / "lite"
        pyodide = source / "static" / "pyodide"
        put_pyodide(pyodide, work)
        wheels = gather(work / "wheels", PROJECT, PYODIDE_PYTHON_VERSION)
        put_settings(source, put_packages(pyodide, wheels))
        put_notebooks(source / "files")
        command = ["jupyter", "lite", "build", "--apps=lab", f"--lite-dir={source}", f"--output-dir={site}"]
        subprocess.run(
            [sys.executable, "-m", *command, f"--contents={source / 'files'}"],
            check=True, cwd=source, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    weight = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
    print(f"{site}: {weight:.0f} MB, {len(wheels)} wheels")
    return 0


def put_pyodide(folder: Path, work: Path) -> None:
    """Puts the Python for browsers into `folder`, as npm has it: the interpreter, and no packages."""
    folder.mkdir(parents=True)
    packed = subprocess.run(
        ["npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"],
        cwd=work, check=True, capture_output=True, text=True,
    ).stdout.split()[-1]  # fmt: skip
    with tarfile.open(work / packed) as archive:
        archive.extractall(work, filter="data")
    for file in (work / "package").iterdir():
        if file.suffix in (".mjs", ".js", ".wasm", ".zip", ".json") and file.name != "package.json":
            shutil.copy(file, folder)


def put_packages(folder: Path, wheels: list[Path]) -> list[str]:
    """Lists these wheels, and no others, in Pyodide's lock file, and puts them beside it; their names."""
    path = folder / "pyodide-lock.json"
    lock: dict[str, Any] = json.loads(path.read_text())
    entries = [lock_entry(wheel, PYODIDE_PYTHON_VERSION) for wheel in wheels]
    lock["packages"] = {entry["name"].lower().replace("_", "-").replace(".", "-"): entry for entry in entries}
    path.write_text(json.dumps(lock, indent=1))
    for wheel in wheels:
        shutil.copy(wheel, folder)
    return sorted(lock["packages"])


def put_notebooks(folder: Path) -> None:
    """Puts the notebooks into `folder`, without the cells that cannot run in a browser."""
    folder.mkdir(parents=True)
    for name in NOTEBOOKS:
        notebook = nbformat.read(PROJECT / "notebooks" / name, as_version=4)
        notebook.cells = [cell for cell in notebook.cells if LEFT_OUT not in cell.metadata.get("tags", ())]
        notebook.metadata.kernelspec = {
            "name": "python",
            "display_name": "Python (Pyodide)",
            "language": "python",
        }
        nbformat.write(notebook, folder / name)


def put_settings(folder: Path, packages: list[str]) -> None:
    """Tells the pages to load the packages at the start, and to ask no package index."""
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": packages}}
    settings = {
        "appName": "tcg-rules-kb",
        "exposeAppInBrowser": True,
        "litePluginSettings": {KERNEL: kernel},
    }
    described = {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}
    (folder / "jupyter-lite.json").write_text(json.dumps(described, indent=1))


if __name__ == "__main__":
    raise SystemExit(main(*map(Path, sys.argv[1:2])))
