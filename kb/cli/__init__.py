"""The command line ``tcg-rules``: the only part of `kb` that joins the loaders to the rest.

One module holds one family of verbs. `options` has the options they share, `messages` the sentences
of their answers in three languages, `output` the machine formats, `progress` the bar, and `application`
the exit codes. A verb reads its options, calls one function of the library, and prints;
it computes nothing itself.
"""

from kb.cli.main import main

__all__ = ["main"]
