"""Cited rules that answer: the rule language, its compiler and engine, and the proofs of what was concluded.

Text (`.crl`) -> :mod:`~kb.inference.parse` -> records -> :mod:`~kb.inference.check` and
:func:`~kb.inference.editions.select` -> :mod:`~kb.inference.compile` -> a program that
:mod:`~kb.inference.engine` runs and :mod:`~kb.inference.proof` explains. :mod:`~kb.inference.asp` writes
the same rules for clingo, as a second opinion.
"""
