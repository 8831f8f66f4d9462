"""Makes this folder's helpers importable; without the other engine the tests alone are collected."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = [] if find_spec("phase") else ["compare.py", "phase_table.py"]
