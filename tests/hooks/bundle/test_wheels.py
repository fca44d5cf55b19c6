"""The wheels for the browser: one for the core and one for each game, with identical bytes for identical sources."""

import ast
import os
import shutil
import zipfile
from pathlib import Path

import pytest

import rules_py
from hooks.bundle import wheels
from rules_py.discovery import find_external_packages
from tests.rules_py import moonbase

PROJECT = Path(__file__).parents[3]
PYODIDE = PROJECT / "node_modules" / "pyodide"
GAMES = rules_py.systems()


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory):
    """Return the folder of cached bytecode, so that only changed sources are compiled again."""
    made = PROJECT / "build" / "bytecode"
    return made if made.is_dir() else tmp_path_factory.mktemp("bytecode")


@pytest.fixture
def folder(tmp_path, bytecode):
    return set_up_build_folder(tmp_path / "build", bytecode)


def set_up_build_folder(folder, bytecode):
    """Create a build folder as set-up leaves it."""
    folder.mkdir()
    (folder / "bytecode").symlink_to(bytecode)
    return folder


def build(project, folder):
    return wheels.build_wheels(project, PYODIDE, folder)


@pytest.fixture
def project(tmp_path):
    """Return a copy of the rules that the test may change."""
    shutil.copytree(
        PROJECT / "rules_py", tmp_path / "project" / "rules_py", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path / "project"


def list_names(wheel):
    return set(zipfile.ZipFile(wheel).namelist())


def index_by_name(paths):
    return {path.name.split("-")[0]: path for path in paths}


OWN_WHEELS = {
    "rules_py",
    "rules_py_play",
    "rules_py_forecasts_play",
    *(f"rules_py_{game}{part}" for game in GAMES for part in ("", "_play")),
}


def test_build_creates_wheels_for_core_games_and_play_and_no_other(folder):
    assert set(index_by_name(build(PROJECT, folder))) == OWN_WHEELS


def test_play_code_is_only_in_the_play_wheels(folder):
    made = index_by_name(build(PROJECT, folder))
    assert {
        "rules_py/play/fight/reducer.pyc",
        "rules_py/rendering/fights/__init__.pyc",
        "rules_py/rendering/sheets.pyc",
    } <= list_names(made["rules_py_play"])
    assert {"rules_py/play/forecast/exact.pyc", "rules_py/rendering/forecasts.pyc"} <= list_names(
        made["rules_py_forecasts_play"]
    )
    for name, wheel in made.items():
        of_play = [
            each
            for each in list_names(wheel)
            if not each.startswith("rules_py/bridge/")  # its handlers import play code when a page asks for it
            if "/play/" in each or "/sheets" in each or "/fights" in each or "/forecasts" in each
        ]
        assert bool(of_play) == name.endswith("_play"), name


def test_core_wheel_contains_no_game(folder):
    names = list_names(index_by_name(build(PROJECT, folder))["rules_py"])
    assert {
        "rules_py/__init__.pyc",
        "rules_py/bridge/__init__.pyc",
        "rules_py/bridge/sheets.pyc",
        "rules_py/systems/__init__.pyc",
        "rules_py/rendering/__init__.pyc",
    } <= names
    assert not [name for name in names for game in GAMES if name.startswith(f"rules_py/systems/{game}/")]


@pytest.mark.parametrize("game", GAMES)
def test_game_wheels_contain_exactly_the_games_files_that_browsers_need(folder, game):
    made = index_by_name(build(PROJECT, folder))
    names = list_names(made[f"rules_py_{game}"]) | list_names(made[f"rules_py_{game}_play"])
    place = PROJECT / "rules_py" / "systems" / game
    expected = {
        path.relative_to(PROJECT).as_posix() + "c" * (path.suffix == ".py")
        for path in place.rglob("*")
        if path.suffix in (".py", ".toml") and path.parent.name != "examples"
    }
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_wheels_contain_only_bytecode_and_toml(folder):
    for wheel in index_by_name(build(PROJECT, folder)).values():
        assert {Path(name).suffix for name in list_names(wheel) if ".dist-info/" not in name} <= {".pyc", ".toml"}


def test_wheels_contain_no_docstrings(folder):
    wheel = zipfile.ZipFile(index_by_name(build(PROJECT, folder))["rules_py"])
    for name in ("rules_py/errors.py", "rules_py/mechanic/definition.py"):
        bytecode = wheel.read(f"{name}c")
        docstrings = [
            ast.get_docstring(node, clean=False)
            for node in ast.walk(ast.parse((PROJECT / name).read_text()))
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        ]
        assert len(docstrings) > 10
        assert [text for text in docstrings if text and text.encode() in bytecode] == []


def test_wheel_data_files_match_the_sources(folder):
    for wheel in build(PROJECT, folder):
        archive = zipfile.ZipFile(wheel)
        assert archive.testzip() is None
        for name in archive.namelist():
            if name.endswith(".toml"):
                assert archive.read(name) == (PROJECT / name).read_bytes(), name


def test_core_wheel_excludes_the_command_line(folder):
    names = list_names(index_by_name(build(PROJECT, folder))["rules_py"])
    assert not [name for name in names if name.startswith(("rules_py/cli", "rules_py/__main__"))]


def test_game_wheels_require_the_core(folder):
    for game in GAMES:
        archive = zipfile.ZipFile(index_by_name(build(PROJECT, folder))[f"rules_py_{game}"])
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        assert "Requires-Dist: rules-py\n" in archive.read(metadata).decode()


def test_identical_sources_give_identical_wheels(folder, project, tmp_path, bytecode):
    for number, path in enumerate(sorted(project.rglob("*.py"))):
        os.utime(path, (10**9 + number, 10**9 + number))
    other = set_up_build_folder(tmp_path / "other", bytecode)
    first, second = index_by_name(build(PROJECT, folder)), index_by_name(build(project, other))
    assert {name: path.name for name, path in first.items()} == {name: path.name for name, path in second.items()}
    assert all(first[name].read_bytes() == second[name].read_bytes() for name in first)


def test_wheel_files_have_a_fixed_date_and_environment_is_restored(folder, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    dates = {info.date_time for wheel in build(PROJECT, folder) for info in zipfile.ZipFile(wheel).infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}
    assert "SOURCE_DATE_EPOCH" not in os.environ, "MkDocs takes it for the day of its own build"


@pytest.mark.trial
def test_changed_game_renames_only_its_own_wheel(folder, project):
    before = index_by_name(build(project, folder))
    (project / "rules_py" / "systems" / GAMES[0] / "__init__.py").write_text('"""Changed."""\n')
    after = index_by_name(build(project, folder))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"rules_py_{GAMES[0]}"}


@pytest.mark.trial
def test_changed_core_renames_only_the_core_wheel(folder, project):
    before = index_by_name(build(project, folder))
    with (project / "rules_py" / "values.py").open("a") as file:
        file.write("# changed\n")
    after = index_by_name(build(project, folder))
    assert {name for name in before if before[name] != after[name]} == {"rules_py"}


@pytest.mark.trial
def test_wheels_of_removed_games_stay_in_the_build_folder(folder, project):
    before = set(build(project, folder))
    shutil.rmtree(project / "rules_py" / "systems" / GAMES[0])
    after = set(build(project, folder))
    assert set((folder / "runtime").glob("*.whl")) == before | after
    assert not any(path.name.startswith(f"rules_py_{GAMES[0]}-") for path in after) and len(after) == len(before) - 2


@pytest.mark.trial
def test_new_game_gets_its_own_wheel(folder, project):
    moon = project / "rules_py" / "systems" / "moonbase"
    (moon / "data").mkdir(parents=True)
    (moon / "__init__.py").write_text('"""Moonbase."""\n')
    (moon / "data" / "leaks.toml").write_text("")
    assert {"rules_py/systems/moonbase/__init__.pyc", "rules_py/systems/moonbase/data/leaks.toml"} <= list_names(
        index_by_name(build(project, folder))["rules_py_moonbase"]
    )


def test_external_game_wheel_has_its_entry_point(tmp_path, folder, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "installed")
    moonbase.install(tmp_path / "installed", "moonwheel", "moonwheel_rules")
    [game] = [package for package in find_external_packages() if package.slug == "moonwheel"]
    made = index_by_name(wheels.build_wheels(PROJECT, PYODIDE, folder, [game]))
    assert set(made) == {*OWN_WHEELS, "rules_py_moonwheel"}
    assert list_names(made["rules_py_moonwheel"]) >= {"moonwheel_rules/airlock.pyc", "moonwheel_rules/data/leaks.toml"}
    entry_points = f"rules_py_moonwheel-{rules_py.__version__}.dist-info/entry_points.txt"
    assert zipfile.ZipFile(made["rules_py_moonwheel"]).read(entry_points) == (
        b"[rules_py.games]\nmoonwheel = moonwheel_rules\n"
    )
