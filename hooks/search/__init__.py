"""The search: an entry for each section, row, roller and calculator of a page, and the index of all entries.

Doesn't depend on MkDocs: `extract_entries` reads a finished page, `write` writes the index into the site, and
`build_search_files` lists the other files that the search needs.
"""

from .entries import Entry, Page, SearchError, extract_entries
from .index import build_search_files, write

THEME_SEARCH_FOLDERS = ("assets/javascripts/lunr/", "assets/javascripts/workers/")
"""Folders of the theme's search, which the site doesn't use: no page has the form that would start it."""

__all__ = ["THEME_SEARCH_FOLDERS", "Entry", "Page", "SearchError", "build_search_files", "extract_entries", "write"]
