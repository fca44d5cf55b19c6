"""What a reader can find: an entry for each section, row, roller and calculator of a page, and the index of them all.

Knows nothing of MkDocs: `entries_of` reads a finished page, `write` puts the index into the site, and `files` names
what the search needs beside it.
"""

from .entries import Entry, Page, SearchError, extract_entries
from .index import build_search_files, write

THEME_SEARCH_FOLDERS = ("assets/javascripts/lunr/", "assets/javascripts/workers/")
"""Folders of the theme's own search, which the site does without: no page has the form that would start it."""

__all__ = ["THEME_SEARCH_FOLDERS", "Entry", "Page", "SearchError", "build_search_files", "extract_entries", "write"]
