"""The third engine: one state machine a game, written by hand from the rules texts, for tests only."""
