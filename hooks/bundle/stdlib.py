"""Python's own library for the browser: what the rules import of it (stdlib.txt), as bytecode, in one archive."""

import hashlib
import io
import zipfile
from pathlib import Path

from hooks.bundle.bytecode import STRIP_DOCSTRINGS, Source, compiled

LIST = Path(__file__).with_name("stdlib.txt")
WASM = b"\0asm\1\0\0\0"
SECTION = b"zip"


def write(pyodide: Path, build: Path) -> Path:
    """The archive in `build`/runtime, made anew where the list or Pyodide changed; its name holds a digest of it.

    Raises:
        KeyError: a listed file is not in Pyodide's library.
    """
    names = LIST.read_text(encoding="utf-8").split()
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as stock:
        sources = [Source(f"/lib/{name}", stock.read(name).decode(), STRIP_DOCSTRINGS) for name in names]
    archive = as_wasm(_stored({f"{name}c": code for name, code in zip(names, compiled(sources, pyodide, build / "bytecode"))}))
    folder = build / "runtime"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"python_stdlib-{hashlib.sha256(archive).hexdigest()[:12]}.wasm"
    for stale in set(folder.glob("python_stdlib-*")) - {path}:
        stale.unlink()
    if not path.exists():
        path.write_bytes(archive)
    return path


def as_wasm(archive: bytes) -> bytes:
    """A zip as the custom section of an empty WebAssembly module.

    Hosts compress what ends in .wasm, and better than deflate can; hardly one compresses a zip. Python reads it as it
    is: a zip is found from its end.
    """
    section = bytes([len(SECTION)]) + SECTION + archive
    return WASM + b"\0" + _leb128(len(section)) + section


def _leb128(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _leb128(rest) if rest else bytes([low])


def _stored(files: dict[str, bytes]) -> bytes:
    """A zip without compression of its own, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()
