"""The files that the site serves to run the rules in a browser.

Doesn't depend on MkDocs. `build_site_files()` maps each site path to a file on disk; `SOURCES` names the folders of
docs that are bundled and must not be served as they are.
"""

from .assets import build_site_files
from .frontend import SOURCES

__all__ = ["SOURCES", "build_site_files"]
