"""Python's standard library for the browser: bytecode of the listed files, in a zip served as a WebAssembly module."""

import importlib.util
import zipfile
from pathlib import Path

import pytest

from hooks.bundle import stdlib

PROJECT = Path(__file__).parents[3]
PYODIDE = PROJECT / "node_modules" / "pyodide"


@pytest.fixture
def short_file_list(tmp_path, monkeypatch):
    """Return a list with few files that the test may change."""
    path = tmp_path / "stdlib.txt"
    path.write_text("keyword.py\njson/__init__.py\n")
    monkeypatch.setattr(stdlib, "FILE_LIST", path)
    return path


@pytest.fixture
def build_folder(tmp_path):
    return tmp_path / "build"


@pytest.mark.trial
def test_archive_holds_exactly_the_listed_files_as_bytecode(short_file_list, build_folder):
    archive = zipfile.ZipFile(stdlib.write(PYODIDE, build_folder))
    assert archive.testzip() is None
    assert archive.namelist() == ["keyword.pyc", "json/__init__.pyc"]
    assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}


@pytest.mark.trial
def test_bytecode_is_for_pyodides_python_and_unchecked(short_file_list, build_folder):
    code = zipfile.ZipFile(stdlib.write(PYODIDE, build_folder)).read("keyword.pyc")
    assert code[2:4] == importlib.util.MAGIC_NUMBER[2:4] and code[:2] != b"\0\0"
    assert code[4:8] == b"\1\0\0\0"  # flags of an unchecked source hash


def test_archive_is_a_valid_webassembly_module(short_file_list, build_folder):
    content = stdlib.write(PYODIDE, build_folder).read_bytes()
    assert content.startswith(stdlib.WASM + b"\0")
    length, at, shift = 0, 9, 0
    while True:
        length |= (content[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not content[at - 1] & 0x80:
            break
    assert at + length == len(content)


@pytest.mark.trial
def test_different_file_list_gives_a_different_name(short_file_list, build_folder):
    before = stdlib.write(PYODIDE, build_folder)
    assert stdlib.write(PYODIDE, build_folder) == before
    short_file_list.write_text("keyword.py\n")
    after = stdlib.write(PYODIDE, build_folder)
    assert after.name != before.name
    assert after.exists()


@pytest.mark.trial
def test_compiled_bytecode_is_cached(short_file_list, build_folder, monkeypatch):
    path = stdlib.write(PYODIDE, build_folder)
    path.unlink()
    monkeypatch.setenv("PATH", "")
    assert stdlib.write(PYODIDE, build_folder) == path


def test_missing_node_error_says_what_to_install(short_file_list, build_folder, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="install Node"):
        stdlib.write(PYODIDE, build_folder)


def test_stdlib_list_is_sorted_and_names_existing_files():
    names = stdlib.FILE_LIST.read_text().split()
    assert names == sorted(set(names))
    assert set(names) <= set(zipfile.ZipFile(PYODIDE / "python_stdlib.zip").namelist())


def test_every_stub_is_listed_and_replaces_its_file():
    instead = {path.relative_to(stdlib.STUBS).as_posix() for path in stdlib.STUBS.rglob("*.py")}
    assert instead and instead <= set(stdlib.FILE_LIST.read_text().split())
    texts = stdlib.read_sources(PYODIDE)
    assert all(texts[name] == (stdlib.STUBS / name).read_text() for name in instead)
