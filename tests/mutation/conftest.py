"""Makes this folder's helpers, and those of the tests they put to work, importable."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "differential"), str(HERE.parent / "questions")]
