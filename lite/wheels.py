"""The wheels that a page in a browser needs: ours, and all it and the kernel stand on, in pure Python."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from packaging.metadata import parse_email
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# What the kernel of JupyterLite imports at its start, beside what its own wheels bring.
KERNEL: Final = ("comm", "ipython", "jedi", "micropip", "packaging")
# What PyPI has no pure wheel of; both can be built without a compiler, and then do without their parts in C.
BUILT: Final = frozenset({"ijson", "pyyaml"})
# IPython opens terminals with it, and there is none.
NOT_THERE: Final = frozenset({"pexpect", "psutil", "pyoxigraph"})
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def gather(folder: Path, project: Path, python: str) -> list[Path]:
    """Puts our wheel and everything it and the kernel need into `folder`, for this version of Python.

    Raises CalledProcessError when pip cannot get one of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, project], check=True)
    waiting = [Requirement(name) for name in KERNEL]
    waiting += _needs(next(folder.glob("tcg_rules_kb-*.whl")), python)
    found: dict[str, Path] = {}
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in found and name not in NOT_THERE:
            found[name] = _get(wanted, folder, python)
            waiting += _needs(found[name], python)
    return sorted(folder.glob("*.whl"))


def _get(wanted: Requirement, folder: Path, python: str) -> Path:
    name = canonicalize_name(wanted.name)
    spec = f"{wanted.name}{wanted.specifier}"
    if not _wheel(folder, name):
        if name in BUILT:
            command = [*PIP, "wheel", "--no-deps", "--no-binary", name, "--wheel-dir", folder, spec]
        else:
            where = ("--platform", "any", "--python-version", python, "--only-binary", ":all:")
            command = [*PIP, "download", "--no-deps", *where, "--dest", folder, spec]
        subprocess.run(command, check=True)
    found = _wheel(folder, name)
    if found is None:
        raise FileNotFoundError(f"no pure wheel of {spec} in {folder}")
    return found


def _wheel(folder: Path, name: str) -> Path | None:
    names = (path for path in folder.glob("*-none-any.whl"))
    return next((path for path in names if canonicalize_name(path.name.split("-")[0]) == name), None)


def metadata(wheel: Path) -> dict[str, Any]:
    """What a wheel says of itself."""
    with ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        return dict(parse_email(archive.read(name))[0])


def _needs(wheel: Path, python: str) -> list[Requirement]:
    return list(requirements(wheel, python))


def requirements(wheel: Path, python: str) -> Iterator[Requirement]:
    """What a wheel needs in a browser."""
    there = {
        "sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": "",
        "platform_machine": "wasm32", "python_version": python, "python_full_version": f"{python}.0",
    }  # fmt: skip
    for line in metadata(wheel).get("requires_dist", ()):
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate(there):
            yield wanted


def lock_entry(wheel: Path, python: str) -> dict[str, Any]:
    """How a lock file of Pyodide describes a wheel that lies beside it."""
    about = metadata(wheel)
    known = (canonicalize_name(each.name) for each in requirements(wheel, python))
    return {
        "name": about["name"], "version": about["version"], "file_name": wheel.name,
        "install_dir": "site", "package_type": "package", "unvendored_tests": False,
        "sha256": sha256(wheel.read_bytes()).hexdigest(), "imports": _modules(wheel),
        "depends": sorted(set(known) - NOT_THERE),
    }  # fmt: skip


def _modules(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist() if name.endswith(".py")}
    return sorted(top.removesuffix(".py") for top in tops if re.fullmatch(r"\w+(\.py)?", top))
