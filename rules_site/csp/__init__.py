"""The site's Content-Security-Policy, in each page and in the header files of common hosts.

Doesn't depend on MkDocs: it works on the folder of a finished site.
"""

from .headers import write_headers
from .pages import write_policy

__all__ = ["write_headers", "write_policy"]
