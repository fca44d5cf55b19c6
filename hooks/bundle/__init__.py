"""Everything that the site serves to run the rules in a browser, as files on disk.

Knows nothing of MkDocs: `files()` says which file belongs where in the site.
"""

from hooks.bundle.assets import files

__all__ = ["files"]
