"""Compressed response bodies, cached on disk by a digest of their content."""

import gzip
import hashlib
import subprocess
from functools import lru_cache

from bench.project import BUILD

CACHE = BUILD / "compressed"

# Node has Brotli built in. Hosts that compress files once, at upload, use quality 11.
BROTLI = """const { brotliCompressSync, constants } = require("node:zlib");
const body = require("node:fs").readFileSync(0);
process.stdout.write(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));"""


def _brotli(body: bytes) -> bytes:
    return subprocess.run(["node", "-e", BROTLI], input=body, capture_output=True, check=True).stdout


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


ENCODERS = {"br": _brotli, "gzip": _gzip}


@lru_cache(maxsize=1024)
def compress_cached(body: bytes, encoding: str) -> bytes:
    """Return the body compressed with an encoding, `br` or `gzip`."""
    path = CACHE / f"{hashlib.sha256(body).hexdigest()}.{encoding}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(".part")
        made.write_bytes(ENCODERS[encoding](body))
        made.rename(path)
    return path.read_bytes()
