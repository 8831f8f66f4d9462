"""How situations and editions look: timelines, boards, maps. From records to text, HTML and SVG.

Pure functions. Nothing here knows a notebook or a web server: both show what these functions give.
"""
