"""A static host for a built site's files, with the headers of the site's `_headers` file."""

import http.server
from functools import cache
from http import HTTPStatus
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO


class StaticFiles(http.server.SimpleHTTPRequestHandler):
    """Request handler for a folder's files, with the site's CSP."""

    protocol_version = "HTTP/1.1"
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "application/octet-stream",  # some hosts don't know it
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".woff2": "font/woff2",
        ".whl": "application/octet-stream",
        ".webmanifest": "application/manifest+json",
    }

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self.close_connection = self.close_connection or self.server.is_unreachable
        return not self.server.is_unreachable

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:
        if not any(name in self.path for name in (self.server.truncated_path, self.server.stalled_path) if name):
            super().copyfile(source, outputfile)
            return
        content = source.read()
        outputfile.write(content[: len(content) // 2])
        outputfile.flush()
        if self.server.truncated_path:
            self.close_connection = True
        else:
            self.server.stall_released.wait()
            outputfile.write(content[len(content) // 2 :])

    def send_text(self, kind: str, text: str, last_modified: str | None = None) -> None:
        """Send a text that is not a file of the folder; `last_modified` is the header's value."""
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if last_modified:
            self.send_header("Last-Modified", last_modified)
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        for name, value in read_headers(Path(self.directory), self.path).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_) -> None:
        pass


class StaticHost(http.server.ThreadingHTTPServer):
    """A static host; while it `is_unreachable`, it closes every connection.

    Only half of a file is sent if its path contains `truncated_path` or `stalled_path`; of the latter, the rest follows
    once `stall_released` is set.
    """

    daemon_threads = True
    is_unreachable = False
    truncated_path = ""
    stalled_path = ""

    def __init__(self, *how: Any):
        super().__init__(*how)
        self.stall_released = Event()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_) -> None:
        """Ignore errors of a browser that closes the connection during a file."""


def read_headers(site: Path, path: str) -> dict[str, str]:
    """Read the headers for a path from the site's `_headers`, as Netlify does: the last rule wins."""
    found = (headers for pattern, headers in read_rules(site) if path.startswith(pattern))
    return {name: value for headers in found for name, value in headers.items()}


@cache
def read_rules(site: Path) -> list[tuple[str, dict[str, str]]]:
    """Read the rules of the site's `_headers`: the beginning of their paths, and headers; every file's comes first."""
    rules: list[tuple[str, dict[str, str]]] = []
    for line in (site / "_headers").read_text().splitlines():
        if line.startswith("/"):
            rules.append((line.removesuffix("*"), {}))
        elif ": " in line:
            name, value = line.strip().split(": ", 1)
            rules[-1][1][name] = value
    assert rules[0][0] == "/"
    return rules
