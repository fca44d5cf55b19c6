"""A static host like those that serve readers.

It sends content types, compressed bodies and ETags, can throttle the link, and counts its traffic.
"""

import hashlib
import threading
from collections.abc import Mapping
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bench.compression import compress_cached
from bench.host_kinds import GZIP, HostKind, guess_content_type
from bench.project import BUILT_ORIGIN
from bench.throttled_link import ThrottledLink
from bench.traffic import Traffic

SITEMAP = "sitemap.xml"


class Host:
    """A context manager that serves a folder on a free local port until closed.

    `headers` are sent with every response.
    """

    def __init__(
        self,
        folder: Path,
        kind: HostKind = GZIP,
        link: ThrottledLink | None = None,
        headers: Mapping[str, str] | None = None,
    ):
        self.folder, self.kind, self.link, self.headers = (
            folder.resolve(),
            kind,
            link or ThrottledLink(),
            dict(headers or {}),
        )
        self.traffic = Traffic()
        self.is_open = True
        self._server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"host": self}))
        self._thread = threading.Thread(target=partial(self._server.serve_forever, 0.05), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/"

    def reset_traffic(self) -> Traffic:
        """Start a new count, for the next visit."""
        self.traffic = Traffic()
        return self.traffic

    def precompress_files(self) -> None:
        """Compress all files now, so that no request waits for compression."""
        for path in self.folder.rglob("*"):
            if path.is_file() and self.kind.choose_encoding(guess_content_type(path), "br, gzip"):
                compress_cached(_read_cached(path, path.stat().st_mtime_ns), self.kind.encodings[0])

    def close(self) -> None:
        """Stop answering, including on open connections."""
        self.is_open = False
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> "Host":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Ignore a browser that disconnects in the middle of a response."""


class _Handler(BaseHTTPRequestHandler):
    host: Host
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    _headers_buffer: list[bytes]

    def do_GET(self) -> None:
        host = self.host
        if not host.is_open:
            self.close_connection = True
            return
        place = unquote(urlsplit(self.path).path)
        self.traffic, self.answer = host.traffic, host.traffic.add_answer(place)
        host.link.wait_for_latency()
        path = (host.folder / place.lstrip("/")).resolve()
        if path.is_dir():
            if not place.endswith("/"):
                self.respond(HTTPStatus.MOVED_PERMANENTLY, {"Location": f"{place}/"})
                return
            path /= "index.html"
        status = HTTPStatus.OK
        if not path.is_relative_to(host.folder) or not path.is_file():
            path, status = host.folder / "404.html", HTTPStatus.NOT_FOUND
        self.send_file(path, status)

    def send_file(self, path: Path, status: HTTPStatus) -> None:
        body = _read_cached(path, path.stat().st_mtime_ns) if path.is_file() else b""
        if path.name == SITEMAP:  # instant navigation follows only links that it lists, including host and port
            body = body.replace(BUILT_ORIGIN.encode(), self.host.url.rstrip("/").encode())
        content_type = guess_content_type(path)
        encoding = self.host.kind.choose_encoding(content_type, self.headers.get("Accept-Encoding", ""))
        tag = f'"{_compute_digest(body)}{encoding or ""}"'
        headers = {"Content-Type": content_type, "ETag": tag, "Cache-Control": "max-age=600", "Vary": "Accept-Encoding"}
        if status == HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            self.respond(HTTPStatus.NOT_MODIFIED, headers)
            return
        if encoding:
            headers["Content-Encoding"] = encoding
            body = compress_cached(body, encoding)
        self.respond(status, headers, body)

    def respond(self, status: HTTPStatus, headers: dict[str, str], body: bytes = b"") -> None:
        self.answer.status = status
        self.send_response(status)
        for name, value in (self.host.headers | headers).items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.write(body)
        except ConnectionError:
            self.close_connection = True  # the browser went to another page

    def flush_headers(self) -> None:
        self.write(b"".join(self._headers_buffer))
        self._headers_buffer = []

    def write(self, data: bytes) -> None:
        def write(piece: bytes) -> None:
            self.traffic.count_bytes(self.answer, len(piece))  # before writing: the client may send its next request
            self.wfile.write(piece)

        self.host.link.send(write, data)

    def log_message(self, *_: object) -> None:
        pass


@lru_cache(maxsize=2048)
def _read_cached(path: Path, modified_ns: int) -> bytes:
    """Read a file, from the cache unless its modification time changed."""
    return path.read_bytes()


@lru_cache(maxsize=2048)
def _compute_digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
