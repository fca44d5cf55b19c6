"""A static host as readers meet them: right types, compression, validators, a line, and a count of what it sent."""

import hashlib
import threading
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bench.compression import compressed
from bench.host_kinds import GZIP, HostKind, type_of
from bench.throttled_link import Line
from bench.traffic import Traffic


class Host:
    """Serves a folder on a free local port until it is closed; a context manager. `headers` come with every file."""

    def __init__(
        self, folder: Path, kind: HostKind = GZIP, line: Line | None = None, headers: Mapping[str, str] | None = None
    ):
        self.folder, self.kind, self.line, self.headers = folder.resolve(), kind, line or Line(), dict(headers or {})
        self.traffic = Traffic()
        self.is_open = True
        self._server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"host": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/"

    def count_anew(self) -> Traffic:
        """Begin a new count; the next visit's."""
        self.traffic = Traffic()
        return self.traffic

    def prepare(self) -> None:
        """Compress everything now, so that no reader waits for it."""
        for path in self.folder.rglob("*"):
            if path.is_file() and self.kind.encoding_of(type_of(path), "br, gzip"):
                compressed(_read(path, path.stat().st_mtime_ns), self.kind.encodings[0])

    def close(self) -> None:
        """Stop answering, on open connections too."""
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
        """A browser that leaves in the middle of an answer is nothing to print about."""


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
        self.traffic, self.answer = host.traffic, host.traffic.begin(place)
        host.line.wait()
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
        body = _read(path, path.stat().st_mtime_ns) if path.is_file() else b""
        content_type = type_of(path)
        encoding = self.host.kind.encoding_of(content_type, self.headers.get("Accept-Encoding", ""))
        tag = f'"{_digest(body)}{encoding or ""}"'
        headers = {"Content-Type": content_type, "ETag": tag, "Cache-Control": "max-age=600", "Vary": "Accept-Encoding"}
        if status == HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            self.respond(HTTPStatus.NOT_MODIFIED, headers)
            return
        if encoding:
            headers["Content-Encoding"] = encoding
            body = compressed(body, encoding)
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
            self.close_connection = True  # the reader went to another page

    def flush_headers(self) -> None:
        self.write(b"".join(self._headers_buffer))
        self._headers_buffer = []

    def write(self, data: bytes) -> None:
        def write(piece: bytes) -> None:
            self.traffic.count(self.answer, len(piece))  # first: who has read it all may ask at once
            self.wfile.write(piece)

        self.host.line.send(write, data)

    def log_message(self, *_: object) -> None:
        pass


@lru_cache(maxsize=2048)
def _read(path: Path, changed: int) -> bytes:
    """A file, read again when it changed."""
    return path.read_bytes()


@lru_cache(maxsize=2048)
def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
