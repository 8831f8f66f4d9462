"""EDOPro card scripts: Lua read with tree-sitter, and what the scripts do to control.

`tree` parses and guards, `nodes` are small questions about syntax, `names` finds what a name stands for,
`values` evaluates masks, `players` and `cards` say who and which card is meant, `effects` collects effects
and `control` what happens to control. :func:`loaders.scripts.facts.script_facts` joins them.
"""
