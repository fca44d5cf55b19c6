"""A static host as readers meet them: right types, gzip, caching with validators."""

import gzip
import hashlib
import mimetypes
import threading
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".whl": "application/zip",
         ".woff2": "font/woff2"}
COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".wasm")


class SiteServer:
    """Serves a folder on a free local port until it is closed; a context manager."""

    def __init__(self, folder: Path):
        handler = type("Handler", (_Handler,), {"folder": folder.resolve()})
        self._server = _Server(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> "SiteServer":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address) -> None:
        """A browser that leaves in the middle of an answer is nothing to print about."""


class _Handler(BaseHTTPRequestHandler):
    folder: Path
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = (self.folder / unquote(urlsplit(self.path).path).lstrip("/")).resolve()
        if path.is_dir():
            path /= "index.html"
        status = 200
        if not path.is_relative_to(self.folder) or not path.is_file():
            path, status = self.folder / "404.html", 404
        compress = path.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        body, tag = _content(path, path.stat().st_mtime_ns, compress)
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, body = 304, b""
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain")
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        if compress:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass  # the reader went to another page

    def log_message(self, *_) -> None:
        pass


@lru_cache(maxsize=512)
def _content(path: Path, changed: int, compress: bool) -> tuple[bytes, str]:
    body = path.read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}{"z" if compress else ""}"'
    return (gzip.compress(body, 6, mtime=0) if compress else body), tag
