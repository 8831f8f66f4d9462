"""The knowledge base as pages: search, rules, concepts, comparisons, questions, queries, and every IRI.

The server makes them; they need no script and nothing from elsewhere. Addresses begin with the language of
the interface (``/fr/search``); the texts keep their own languages, and a mark says where one stands in for
another.
"""
