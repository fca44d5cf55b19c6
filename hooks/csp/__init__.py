"""The site's content security policy: in each page, and as headers in the files that common hosts read.

Knows nothing of MkDocs: it is given the folder of a finished site.
"""

from .headers import write_headers
from .pages import write_policy

__all__ = ["write_headers", "write_policy"]
