"""Python's standard library for browsers: the modules that the rules import (stdlib.txt) as bytecode in one archive."""

import io
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path

from .. import artifact_cache
from . import dataclass_precompile
from .bytecode import STRIP_ASSERTIONS, Source, compile_sources

FILE_LIST = Path(__file__).with_name("stdlib.txt")
STUBS = Path(__file__).with_name("stubs")
"""Stubs that replace Pyodide's modules, to avoid imports at every start that no rule needs."""

WASM = b"\0asm\1\0\0\0"
SECTION = b"zip"
NO_PROFILE: Mapping[str, frozenset[str]] = {}


def write(pyodide: Path, build_folder: Path, called_functions: Mapping[str, frozenset[str]] = NO_PROFILE) -> Path:
    """Build the archive in `build_folder`/runtime and return its path, which includes a digest of the content.

    Args:
        pyodide: its npm package.
        build_folder: the folder of the build cache.
        called_functions: file → qualified names of the functions to keep. Files that aren't listed keep all of them.

    Raises:
        KeyError: a listed file is not in Pyodide's library.
    """
    content = build_archive(read_sources(pyodide), pyodide, build_folder, called_functions)
    folder = build_folder / "runtime"
    return artifact_cache.write_once(folder / f"python_stdlib-{artifact_cache.compute_digest(content)}.wasm", content)


def build_archive(
    texts: Mapping[str, str],
    pyodide: Path,
    build_folder: Path,
    called_functions: Mapping[str, frozenset[str]] = NO_PROFILE,
) -> bytes:
    """Build the archive's content from library sources by name, compiled."""
    kept = {name: tuple(sorted(called_functions[name])) if name in called_functions else None for name in texts}
    jobs = [Source(f"/lib/{name}", text, STRIP_ASSERTIONS, kept[name]) for name, text in texts.items()]
    code = zip(texts, compile_sources(jobs, pyodide, build_folder / "bytecode"), strict=True)
    return wrap_in_wasm(_zip_uncompressed({f"{name}c": bytecode for name, bytecode in code}))


def read_sources(pyodide: Path, names: Collection[str] | None = None) -> dict[str, str]:
    """Read files of Pyodide's library, by default those in stdlib.txt, with stubs and appended code applied."""
    names = names or FILE_LIST.read_text(encoding="utf-8").split()
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as stock:
        texts = {name: stock.read(name).decode() + dataclass_precompile.APPENDED_CODE.get(name, "") for name in names}
    return texts | {name: path.read_text(encoding="utf-8") for name in names if (path := STUBS / name).is_file()}


def wrap_in_wasm(archive: bytes) -> bytes:
    """Wrap a zip in a custom section of an empty WebAssembly module.

    Hosts compress .wasm files, and better than deflate can, but rarely zip files. Python can read the result as a zip,
    because a zip is located from its end.
    """
    section = bytes([len(SECTION)]) + SECTION + archive
    return WASM + b"\0" + _encode_leb128(len(section)) + section


def _encode_leb128(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _encode_leb128(rest) if rest else bytes([low])


def _zip_uncompressed(files: dict[str, bytes]) -> bytes:
    """Write an uncompressed, reproducible zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()
