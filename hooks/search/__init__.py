"""What a reader can find: an entry for each section, row, roller and calculator of a page, and the index of them all.

Knows nothing of MkDocs: `entries_of` reads a finished page, `write` puts the index into the site, and `files` names
what the search needs beside it.
"""

from hooks.search.entries import Entry, Page, SearchError, entries_of
from hooks.search.index import files, write

__all__ = ["Entry", "Page", "SearchError", "entries_of", "files", "write"]
