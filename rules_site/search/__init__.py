"""The search: an entry for each section, row, roller and calculator of a page, and the index of all entries.

Doesn't depend on MkDocs: `extract_entries` reads a finished page, and `write` writes the index into the site.
"""

from .entries import Entry, Page, SearchError, extract_entries
from .index import write

THEME_SEARCH_FOLDERS = ("assets/javascripts/lunr/", "assets/javascripts/workers/")
"""Folders of the theme's search, which the site doesn't use: no page has the form that would start it."""

__all__ = ["THEME_SEARCH_FOLDERS", "Entry", "Page", "SearchError", "extract_entries", "write"]
