"""JupyterLab in headless Chromium: a server of its own, and what a user does in it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
# Without these, Chromium looks up its maker's hosts at every start.
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 120_000
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    "apputils-extension/themes": '{"theme": "JupyterLab %s"}',
    # Every cell is drawn, in view or not.
    "notebook-extension/tracker": '{"windowingMode": "none"}',
}


@contextmanager
def lab(
    folder: Path, notebooks: Sequence[Path], *, theme: str = "Light", program: str = "lab"
) -> Iterator[str]:
    """A running JupyterLab with copies of the notebooks, everything it writes under `folder`; its address.

    The `program` may also be ``notebook``, for Notebook 7.
    """
    work = folder / "work"
    work.mkdir(parents=True)
    for notebook in notebooks:
        shutil.copy(notebook, work)
    names = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = {**os.environ, **{f"JUPYTER_{name}": str(folder / name) for name in names}}
    environment |= {
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
    }
    environment |= {"JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces")}
    for name, text in SETTINGS.items():
        setting = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        setting.parent.mkdir(parents=True, exist_ok=True)
        setting.write_text(text % theme if "%" in text else text, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "jupyter", program, "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        f"--ServerApp.root_dir={work}", "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _wait(f"http://127.0.0.1:{port}/{'lab' if program == 'lab' else 'tree'}", server, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = monotonic() + PATIENCE / 1000
    while monotonic() < end and server.poll() is None:
        with suppress(OSError), urlopen(address, timeout=5):
            return
        sleep(0.3)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


RUN = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
  const cells = panel.content.widgets.filter((cell) => cell.model.type === "code");
  return cells.filter((cell) => !cell.model.executionCount).length;
}"""
"""Runs all cells once the kernel is there, and counts those that did not run."""


def open_and_run(page: Any, address: str, name: str, path: str = "lab/tree") -> None:
    """Opens a notebook and runs all of it; returns when every cell has run."""
    page.goto(f"{address}/{path}/{name}?reset", timeout=PATIENCE)
    page.wait_for_selector(".jp-Notebook", timeout=PATIENCE)
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext", timeout=PATIENCE)
    left = page.evaluate(RUN)
    assert left == 0, f"{left} cells of {name} did not run"


def scroll_to(page: Any, selector: str) -> Any:
    """The first element that fits, scrolled into view."""
    found = page.locator(selector).first
    found.wait_for(state="attached")
    found.evaluate("element => element.scrollIntoView({block: 'center', behavior: 'instant'})")
    return found
