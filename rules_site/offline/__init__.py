"""The site's service worker, bundled from Workbox and the precache list of the finished site.

Doesn't depend on MkDocs: it works on the folder of a finished site.
"""

from . import precache_list
from .service_worker import write, write_unregister_script

__all__ = ["precache_list", "write", "write_unregister_script"]
