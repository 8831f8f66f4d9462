"""What can be asked of a store: its sources, its passages, the languages side by side, and SPARQL."""
