"""Kinds of static hosts: their content types, and which types they compress with which encodings."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path

UNKNOWN = "application/octet-stream"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",  # for stock Pyodide
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".xml": "application/xml",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
TEXT_TYPES = ("text/", "application/json", "application/manifest+json", "application/xml", "image/svg+xml")


@dataclass(frozen=True)
class HostKind:
    """A kind of host: the encodings it offers, best first, and the prefixes of the content types it compresses."""

    name: str
    encodings: tuple[str, ...]
    compressed_types: tuple[str, ...]

    def choose_encoding(self, content_type: str, accept_encoding: str) -> str | None:
        """Return the encoding for a content type that the client accepts, or None."""
        if not content_type.startswith(self.compressed_types):
            return None
        known = {each.split(";")[0].strip() for each in accept_encoding.split(",")}
        return next((each for each in self.encodings if each in known), None)


def guess_content_type(path: Path) -> str:
    """Return the content type that hosts derive from a file's extension."""
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or UNKNOWN


GZIP = HostKind("gzip", ("gzip",), (*TEXT_TYPES, "application/wasm"))
BROTLI = HostKind("Brotli", ("br", "gzip"), (*TEXT_TYPES, "application/wasm"))
TEXT_ONLY = HostKind("text only", ("gzip",), TEXT_TYPES)
