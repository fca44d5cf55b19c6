"""Everything that the site serves to run the rules in a browser, as files on disk.

Knows nothing of MkDocs: `files()` says which file belongs where in the site, and `SOURCES` which folders of docs went
into them and are not to be served as well.
"""

from .assets import build_site_files
from .frontend import SOURCES

__all__ = ["SOURCES", "build_site_files"]
