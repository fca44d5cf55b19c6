"""The site's service worker, bundled from Workbox and the list of what the finished site holds.

Knows nothing of MkDocs: it is given a folder.
"""

from . import precache_list
from .service_worker import write, write_unregister_script

__all__ = ["precache_list", "write", "write_unregister_script"]
