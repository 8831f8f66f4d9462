"""The ontology as pages to read: one site for each language, static or served, without scripts.

A page tells of one module, term, word, rule or case in one language; a text that is missing in it is shown in
another, and says so. `Site` makes the HTML of a page, `write_site` writes all of them into a folder.
Needs the extra `site`.

>>> site = Site()
>>> "zone" in site.term_page("https://w3id.org/tcg-rules/mtg#Battlefield", "en")
True
>>> site.page("en/core.html").count('<dt id="owner">')
1
"""

from kb.site.site import Site
from kb.site.trials import Trials, trials
from kb.site.writing import FORMS, keep_others, module_data, style, write_site

__all__ = ["FORMS", "Site", "Trials", "keep_others", "module_data", "style", "trials", "write_site"]
