"""Files that the site serves to run the rules."""

import os
import time
from pathlib import Path

import pytest

from rules_site import bundle
from rules_site.bundle import assets

PROJECT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def build_folder(tmp_path_factory):
    """Return a build folder as an earlier build leaves it."""
    folder = tmp_path_factory.mktemp("build")
    for name in ("fonts", "pyodide", "rules"):  # content-addressed: no test replaces their files
        (PROJECT / "build" / name).mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(PROJECT / "build" / name)
    return folder


@pytest.fixture(scope="module")
def files(build_folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "BUILD", build_folder)
        yield bundle.build_site_files()


def test_every_listed_file_exists(files):
    assert [str(path) for path in files.values() if not path.is_file()] == []


def test_site_files_include_python_comlink_and_fonts(files):
    names = {Path(place).name for place in files if place.startswith(f"{assets.PYTHON}/")}
    assert {"pyodide.js", "pyodide.asm.wasm", "pyodide-lock.json"} <= names
    assert "assets/vendor/comlink.js" in files
    assert [place for place in files if place.startswith("assets/fonts/")]


def test_no_script_ends_in_mjs(files):
    """Debian's nginx serves .mjs files as downloads, which no browser runs."""
    assert [place for place in files if place.endswith(".mjs")] == []


def test_scripts_know_the_folder_and_the_size_of_python(files):
    [folder] = {Path(place).parent.name for place in files if place.startswith(f"{assets.PYTHON}/")}
    for script in ("main", "python-worker"):
        assert folder in files[f"assets/js/entry/{script}.js"].read_text(encoding="utf-8")


def test_second_build_gives_identical_files_and_keeps_those_of_other_builds_for_a_day(files, build_folder, monkeypatch):
    """Another build, from other sources, may be about to copy the file."""
    monkeypatch.setattr(assets, "BUILD", build_folder)
    before = {place: path.read_bytes() for place, path in files.items()}
    pages, yesterday = build_folder / "page", time.time() - 25 * 60 * 60
    others, older = pages / "0123456789ab", pages / "ba9876543210"
    for path in (others, older):
        path.mkdir()
    for path in (older, *(path for path in pages.iterdir() if path != others)):
        os.utime(path, (yesterday, yesterday))
    again = bundle.build_site_files()
    assert again == files
    assert all(path.read_bytes() == before[place] for place, path in again.items())
    assert others.exists() and not older.exists()
