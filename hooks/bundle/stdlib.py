"""Python's own library for the browser: what the rules import of it (stdlib.txt), as bytecode, in one archive."""

import io
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path

from .. import artifact_cache
from . import dataclass_precompile
from .bytecode import STRIP_DOCSTRINGS, Source, compiled

LIST = Path(__file__).with_name("stdlib.txt")
INSTEAD = Path(__file__).with_name("stubs")
"""Files that take the place of Pyodide's: without what they would import at each start for what no rule does."""

WASM = b"\0asm\1\0\0\0"
SECTION = b"zip"
NO_PROFILE: Mapping[str, frozenset[str]] = {}


def write(pyodide: Path, build: Path, called: Mapping[str, frozenset[str]] = NO_PROFILE) -> Path:
    """The archive in `build`/runtime, made anew where the list or Pyodide changed; its name holds a digest of it.

    Args:
        pyodide: its npm package.
        build: where what is made is kept.
        called: file → the functions to keep, by their qualified names. A file that is not named keeps all of them.

    Raises:
        KeyError: a listed file is not in Pyodide's library.
    """
    content = archive(sources(pyodide), pyodide, build, called)
    folder = build / "runtime"
    return artifact_cache.put(folder / f"python_stdlib-{artifact_cache.digest(content)}.wasm", content)


def archive(
    texts: Mapping[str, str], pyodide: Path, build: Path, called: Mapping[str, frozenset[str]] = NO_PROFILE
) -> bytes:
    """The archive's content: files of the library by name, compiled."""
    kept = {name: tuple(sorted(called[name])) if name in called else None for name in texts}
    jobs = [Source(f"/lib/{name}", text, STRIP_DOCSTRINGS, kept[name]) for name, text in texts.items()]
    code = zip(texts, compiled(jobs, pyodide, build / "bytecode"), strict=True)
    return as_wasm(_stored({f"{name}c": bytecode for name, bytecode in code}))


def sources(pyodide: Path, names: Collection[str] | None = None) -> dict[str, str]:
    """Files of Pyodide's library, the listed ones without `names`; its dataclasses look for what the build compiled."""
    names = names or LIST.read_text(encoding="utf-8").split()
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as stock:
        texts = {name: stock.read(name).decode() + dataclass_precompile.ADDED.get(name, "") for name in names}
    return texts | {name: path.read_text(encoding="utf-8") for name in names if (path := INSTEAD / name).is_file()}


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
