"""The site's service worker, bundled from Workbox and the precache list of the finished site.

Doesn't depend on MkDocs: it works on the folder of a finished site.
"""

from . import precache_list
from .manifest import MANIFEST, write_manifest
from .service_worker import write, write_unregister_script

__all__ = ["MANIFEST", "precache_list", "write", "write_manifest", "write_unregister_script"]
