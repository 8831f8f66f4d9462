"""A rules knowledge base for trading card games."""
