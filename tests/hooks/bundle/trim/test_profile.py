"""The profile: it survives a round trip through its file and belongs to a single Pyodide."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.bundle import assets, stdlib, trim
from hooks.bundle.pyodide import WASM
from hooks.bundle.trim.profile import LIBRARY, PATH, Profile, identify_pyodide

names = st.sampled_from(
    ["<module>", "Enum", "Enum.__new__", "outer.<locals>.<lambda>", "<generic parameters of SupportsAbs>"]
)
files = st.sampled_from(["abc.py", "json/__init__.py", "re/_parser.py", "a.py"])


@pytest.fixture
def pyodide(tmp_path):
    """Create a folder with the files of Pyodide that a profile identifies."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"version": "1.2.3"}))
    (folder / WASM).write_bytes(b"\0asm one")
    (folder / LIBRARY).write_bytes(b"PK one")
    return folder


@settings(deadline=None)
@given(functions=st.frozensets(st.integers(0, 20_000)), library=st.dictionaries(files, st.frozensets(names)))
def test_profile_round_trips_through_its_file(functions, library, tmp_path_factory):
    path = tmp_path_factory.mktemp("profile") / "profile.txt"
    written = Profile(("pyodide 1.2.3", "sha256 abc pyodide.asm.wasm"), functions, library)
    written.write(path)
    assert Profile.read(path) == written
    assert max(map(len, path.read_text().splitlines())) <= 120


@pytest.mark.parametrize("name", ["package.json", WASM, LIBRARY])
def test_profile_is_rejected_for_a_changed_pyodide(pyodide, name, tmp_path):
    path = tmp_path / "profile.txt"
    Profile(identify_pyodide(pyodide), frozenset({3})).write(path)
    assert trim.load_profile(pyodide, path).functions == {3}
    (pyodide / name).write_bytes((pyodide / name).read_bytes().replace(b"1.2.3", b"1.2.4") + b" ")
    with pytest.raises(FileNotFoundError, match="has no profile .*run `make profile`"):
        trim.load_profile(pyodide, path)


def test_missing_profile_names_the_command_to_run(pyodide, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"pyodide 1\.2\.3 has no profile .*run `make profile`"):
        trim.load_profile(pyodide, tmp_path / "none.txt")


def test_checked_in_profile_matches_the_served_pyodide():
    profile = Profile.read(PATH)
    assert profile.pyodide == identify_pyodide(assets.PYODIDE)
    assert len(profile.functions) > 2000
    assert profile.library.keys() <= stdlib.read_sources(assets.PYODIDE).keys()
    assert {"search_function", "<module>"} <= profile.library["encodings/__init__.py"]
