"""A program's notes on the rules it follows, written when the rules of 2031 were in force."""

# Rule 101.1: who keeps a lamp. Rule 100.2 has the two states.
KEEPER = "owner"
