"""Files that the site serves to run the rules, and the lock file that lists the wheels with their checksums."""

import gzip
import hashlib
import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

import rules_py
from hooks import bundle
from hooks.bundle import assets, lock

PROJECT = Path(__file__).parents[3]
RUNTIME = "assets/runtime/"


@pytest.fixture(scope="module")
def build_folder(tmp_path_factory):
    """Return a build folder as set-up leaves it, with the lean runtime and bytecode, which take a minute to build."""
    folder = tmp_path_factory.mktemp("build")
    bundle.build_site_files()
    shutil.copytree(PROJECT / "build" / "lean", folder / "lean")
    for name in ("bytecode", "fonts", "pyodide", "rules"):  # content-addressed: no test replaces their files
        (folder / name).symlink_to(PROJECT / "build" / name)
    return folder


@pytest.fixture(scope="module")
def files(build_folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "BUILD", build_folder)
        yield bundle.build_site_files()


@pytest.fixture(scope="module")
def lock_data(files):
    return json.loads(files[RUNTIME + "pyodide-lock.json"].read_text())


def test_every_listed_file_exists(files):
    assert [str(path) for path in files.values() if not path.is_file()] == []


@pytest.fixture(scope="module")
def manifest(files):
    return json.loads(files[RUNTIME + "runtime.json"].read_text())


def test_site_files_include_python_lock_comlink_and_fonts(files, manifest):
    assert RUNTIME + "pyodide-lock.json" in files
    assert {RUNTIME + manifest["pyodide"] + name for name in ("pyodide.js", "pyodide.asm.wasm")} <= files.keys()
    assert "assets/vendor/comlink.js" in files
    assert [place for place in files if place.startswith("assets/fonts/")]


def test_no_script_ends_in_mjs(files, manifest):
    """Debian's nginx serves .mjs files as downloads, which no browser runs."""
    assert [place for place in files if place.endswith(".mjs")] == []
    for start in (manifest, manifest["full"]):
        for name in ("pyodide.js", "pyodide.asm.js"):
            script = files[RUNTIME + start["pyodide"] + name].read_text(encoding="utf-8")
            assert "pyodide.asm.mjs" not in script
        loader = files[f"{RUNTIME}{start['pyodide']}pyodide.js"].read_text(encoding="utf-8")
        assert "pyodide.asm.js`" in loader


def test_cacheable_paths_contain_a_version_or_digest(files, manifest):
    version = json.loads((PROJECT / "node_modules" / "pyodide" / "package.json").read_text())["version"]
    assert manifest["full"]["pyodide"] == f"pyodide-{version}/"
    assert re.fullmatch(rf"pyodide-{re.escape(version)}-[0-9a-f]{{12}}/", manifest["pyodide"])
    names = {place.removeprefix(RUNTIME) for place in files if place.startswith(RUNTIME)}
    names -= {name for name in names if name.startswith((manifest["pyodide"], manifest["full"]["pyodide"]))}
    assert sorted(name for name in names if not re.search("-0?[0-9a-f]{12}[-.]", name)) == [
        "pyodide-lock.json",
        "runtime.json",
    ]


def test_lock_lists_every_wheel_with_its_checksum(files, lock_data):
    wheels = {Path(place).name: path for place, path in files.items() if place.endswith(".whl")}
    named = {about["file_name"]: about["sha256"] for about in lock_data["packages"].values()}
    assert named == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in wheels.items()}


def test_lock_lists_only_local_files(lock_data):
    assert not [about["file_name"] for about in lock_data["packages"].values() if "/" in about["file_name"]]


def test_games_depend_on_the_core_in_the_lock(lock_data):
    games = {name: about for name, about in lock_data["packages"].items() if name.startswith("rules-py-")}
    for name, about in games.items():
        of_sheets = name.endswith("-play") and name != "rules-py-play"
        assert ("rules-py-play" if of_sheets else "rules-py") in about["depends"], name
    assert len(games) == 2 * len(rules_py.systems()) + len({"rules-py-play", "rules-py-forecasts-play"})


def test_lock_matches_the_served_pyodide(lock_data):
    stock = json.loads((PROJECT / "node_modules" / "pyodide" / "pyodide-lock.json").read_text())
    assert lock_data["info"] == stock["info"]


def test_new_pyodide_gives_a_new_lock_file_name(build_folder, tmp_path):
    """The wheels are the same, but the lock names another Python ABI."""
    wheels = sorted((build_folder / "runtime").glob("*.whl"))
    stock = json.loads((PROJECT / "node_modules" / "pyodide" / "pyodide-lock.json").read_text())
    newer = tmp_path / "stock.json"
    newer.write_text(json.dumps({"info": stock["info"] | {"abi_version": "2099_0"}, "packages": {}}))
    assert json.loads(lock.write(newer, wheels, tmp_path).read_text())["info"]["abi_version"] == "2099_0"


def runtime_names(files):
    return {place.removeprefix(RUNTIME): path for place, path in files.items() if place.startswith(RUNTIME)}


def test_manifest_has_the_size_of_every_fetched_file(files, manifest):
    assert manifest["sizes"] == {
        name: path.stat().st_size
        for name, path in runtime_names(files).items()
        if name != "runtime.json" and not name.endswith(".gz")
    }


def test_manifest_lists_files_of_core_games_and_play(files, manifest):
    listed = [
        *manifest["core"],
        *(name for names in manifest["games"].values() for name in names),
        *manifest["play"],
        *manifest["fallback"],
    ]
    assert sorted(listed) == sorted(manifest["sizes"])
    assert set(manifest["games"]) == set(rules_py.systems())
    assert manifest["stdlib"] in manifest["core"] and f"{manifest['pyodide']}pyodide.asm.wasm" in manifest["core"]
    assert {name.split("-")[0] for name in manifest["play"]} == {
        "rules_py_play",
        "rules_py_forecasts_play",
        *(f"rules_py_{game}_play" for game in rules_py.systems()),
    }
    assert all(name.startswith(f"rules_py_{game}-") for game, names in manifest["games"].items() for name in names)


def test_wasm_files_have_gzip_copies(files, manifest):
    names = runtime_names(files)
    assert [name for name in names if name.endswith(".gz")] == [f"{name}.gz" for name in manifest["zipped"]]
    starts = (manifest, manifest["full"])
    assert {name for start in starts for name in (f"{start['pyodide']}pyodide.asm.wasm", start["stdlib"])} == set(
        manifest["zipped"]
    )
    for name in manifest["zipped"]:
        assert gzip.decompress(names[f"{name}.gz"].read_bytes()) == names[name].read_bytes()


def test_second_build_gives_identical_files(files, build_folder, monkeypatch):
    monkeypatch.setattr(assets, "BUILD", build_folder)
    before = {place: path.read_bytes() for place, path in files.items()}
    again = bundle.build_site_files()
    assert again == files
    assert all(path.read_bytes() == before[place] for place, path in again.items())


def test_files_of_other_builds_are_kept_for_a_day(files, build_folder, monkeypatch):
    """Another build, from other sources, may be about to copy the file."""
    monkeypatch.setattr(assets, "BUILD", build_folder)
    runtime, yesterday = build_folder / "runtime", time.time() - 25 * 60 * 60
    others, older = runtime / "python_stdlib-0123456789ab.wasm", runtime / "python_stdlib-ba9876543210.wasm"
    for path in (others, older):
        path.write_bytes(b"")
    for path in (older, *(path for path in files.values() if path.parent == runtime)):
        os.utime(path, (yesterday, yesterday))
    assert bundle.build_site_files() == files
    assert others.exists() and not older.exists()
    assert all(path.is_file() for path in files.values())
