"""How the site is built (`make docs`): without a network, into pages that load nothing from one.

Pages that are made from the program (the commands, the Python names, the gallery) are written by the small
modules in `_ext` before the rest is read.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "tcg-rules-kb"
author = "the tcg-rules-kb developers"
copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "rule_lexer", "gallery", "completeness"]
exclude_patterns = ["guide/lamps", "_ext"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "attrs_block"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
default_role = "code"
autodoc_inherit_docstrings = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "tcg-rules-kb"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
