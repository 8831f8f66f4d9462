"""Loaders: from files people have to passages, with a report on every line."""
