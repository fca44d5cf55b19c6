"""The built site on its own host."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import override

from bench.project import BUILT_ORIGIN
from tests.browser.static_files import StaticFiles, StaticHost


class SiteFiles(StaticFiles):
    """Request handler for the site's files, with a sitemap that names the host's port."""

    @override
    def do_GET(self) -> None:
        # Instant navigation follows only links that the sitemap lists, including host and port.
        if self.path == "/sitemap.xml":
            sitemap = Path(self.directory) / "sitemap.xml"
            written = self.date_time_string(sitemap.stat().st_mtime)
            if self.headers["If-Modified-Since"] == written:
                self.send_response(HTTPStatus.NOT_MODIFIED)
                self.end_headers()
                return
            self.send_text("application/xml", sitemap.read_text().replace(BUILT_ORIGIN, self.server.origin), written)
            return
        super().do_GET()


@contextmanager
def serve_site(site: Path, files: type[SiteFiles] = SiteFiles) -> Iterator[StaticHost]:
    """Serve a built site on a free port."""
    with StaticHost(("127.0.0.1", 0), partial(files, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
