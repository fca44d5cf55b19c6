"""The wheels that go to the browser: one for the core, one a game, the same bytes for the same sources."""

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
    """What was compiled, by the build or for the tests of this file: only changes are compiled again."""
    made = PROJECT / "build" / "bytecode"
    return made if made.is_dir() else tmp_path_factory.mktemp("bytecode")


@pytest.fixture
def folder(tmp_path, bytecode):
    return as_set_up(tmp_path / "build", bytecode)


def as_set_up(folder, bytecode):
    """A build folder as set-up leaves it."""
    (folder / "wheels").mkdir(parents=True)
    (icepool,) = (PROJECT / "build" / "wheels").glob("icepool-*.whl")
    shutil.copy(icepool, folder / "wheels")
    (folder / "bytecode").symlink_to(bytecode)
    return folder


def build(project, folder):
    return wheels.build_wheels(project, PYODIDE, folder)


@pytest.fixture
def project(tmp_path):
    """The rules, to be changed."""
    shutil.copytree(
        PROJECT / "rules_py", tmp_path / "project" / "rules_py", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path / "project"


def names_in(wheel):
    return set(zipfile.ZipFile(wheel).namelist())


def by_name(paths):
    return {path.name.split("-")[0]: path for path in paths}


OURS = {
    "rules_py",
    "rules_py_play",
    "rules_py_forecasts_play",
    *(f"rules_py_{game}{part}" for game in GAMES for part in ("", "_play")),
}


def test_there_is_one_for_the_core_one_a_game_their_sheets_and_icepool(folder):
    assert set(by_name(build(PROJECT, folder))) == {*OURS, "icepool"}


def test_what_sheets_and_fights_take_is_in_their_wheels_and_in_no_other(folder):
    made = by_name(build(PROJECT, folder))
    assert {
        "rules_py/play/fight/reducer.pyc",
        "rules_py/rendering/fights/__init__.pyc",
        "rules_py/rendering/sheets.pyc",
    } <= names_in(made["rules_py_play"])
    assert {"rules_py/play/forecast/exact.pyc", "rules_py/rendering/forecasts.pyc"} <= names_in(
        made["rules_py_forecasts_play"]
    )
    for name, wheel in made.items():
        of_play = [
            each
            for each in names_in(wheel)
            if "/play/" in each or "/sheets" in each or "/fights" in each or "/forecasts" in each
        ]
        assert bool(of_play) == name.endswith("_play"), name


def test_the_core_has_no_game(folder):
    names = names_in(by_name(build(PROJECT, folder))["rules_py"])
    assert {
        "rules_py/__init__.pyc",
        "rules_py/bridge/__init__.pyc",
        "rules_py/systems/__init__.pyc",
        "rules_py/rendering/__init__.pyc",
    } <= names
    assert not [name for name in names for game in GAMES if name.startswith(f"rules_py/systems/{game}/")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_own_files_all_of_them_and_no_other(folder, game):
    made = by_name(build(PROJECT, folder))
    names = names_in(made[f"rules_py_{game}"]) | names_in(made[f"rules_py_{game}_play"])
    place = PROJECT / "rules_py" / "systems" / game
    expected = {
        path.relative_to(PROJECT).as_posix() + "c" * (path.suffix == ".py")
        for path in place.rglob("*")
        if path.suffix in (".py", ".toml")
    }
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_nothing_is_in_a_wheel_but_rules_and_data(folder):
    for wheel in by_name(build(PROJECT, folder)).values():
        if not wheel.name.startswith("icepool"):
            assert {Path(name).suffix for name in names_in(wheel) if ".dist-info/" not in name} <= {".pyc", ".toml"}


def test_data_are_those_of_the_sources(folder):
    for wheel in build(PROJECT, folder):
        archive = zipfile.ZipFile(wheel)
        assert archive.testzip() is None
        for name in archive.namelist():
            if name.endswith(".toml"):
                assert archive.read(name) == (PROJECT / name).read_bytes(), name


def test_the_command_line_stays_at_home(folder):
    names = names_in(by_name(build(PROJECT, folder))["rules_py"])
    assert not [name for name in names if name.startswith(("rules_py/cli", "rules_py/__main__"))]


def test_icepool_is_all_there_as_bytecode(folder):
    (fetched,) = (folder / "wheels").glob("icepool-*.whl")
    expected = {name + "c" * name.endswith(".py") for name in names_in(fetched)}
    assert names_in(by_name(build(PROJECT, folder))["icepool"]) == expected


def test_a_game_asks_for_the_core(folder):
    for game in GAMES:
        archive = zipfile.ZipFile(by_name(build(PROJECT, folder))[f"rules_py_{game}"])
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        assert "Requires-Dist: rules-py\n" in archive.read(metadata).decode()


def test_the_same_sources_give_the_same_bytes(folder, project, tmp_path, bytecode):
    for number, path in enumerate(sorted(project.rglob("*.py"))):
        os.utime(path, (10**9 + number, 10**9 + number))
    other = as_set_up(tmp_path / "other", bytecode)
    first, second = by_name(build(PROJECT, folder)), by_name(build(project, other))
    assert {name: path.name for name, path in first.items()} == {name: path.name for name, path in second.items()}
    assert all(first[name].read_bytes() == second[name].read_bytes() for name in first)


def test_no_file_of_a_wheel_has_a_date_and_the_rest_of_the_build_keeps_its_own(folder, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    dates = {info.date_time for wheel in build(PROJECT, folder) for info in zipfile.ZipFile(wheel).infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}
    assert "SOURCE_DATE_EPOCH" not in os.environ, "MkDocs takes it for the day of its own build"


def test_a_change_in_a_game_gives_that_game_a_new_version_and_no_other(folder, project):
    before = by_name(build(project, folder))
    (project / "rules_py" / "systems" / GAMES[0] / "__init__.py").write_text('"""Changed."""\n')
    after = by_name(build(project, folder))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"rules_py_{GAMES[0]}"}


def test_a_change_in_the_core_gives_the_core_a_new_version_and_no_game(folder, project):
    before = by_name(build(project, folder))
    with (project / "rules_py" / "values.py").open("a") as file:
        file.write("# changed\n")
    after = by_name(build(project, folder))
    assert {name for name in before if before[name] != after[name]} == {"rules_py"}


def test_wheels_of_other_sources_stay_for_a_build_that_is_about_to_copy_them(folder, project):
    before = set(build(project, folder))
    shutil.rmtree(project / "rules_py" / "systems" / GAMES[0])
    after = set(build(project, folder))
    assert set((folder / "runtime").glob("*.whl")) == before | after
    assert not any(path.name.startswith(f"rules_py_{GAMES[0]}-") for path in after) and len(after) == len(before) - 2


def test_a_new_game_is_a_wheel_more(folder, project):
    moon = project / "rules_py" / "systems" / "moonbase"
    (moon / "data").mkdir(parents=True)
    (moon / "__init__.py").write_text('"""Moonbase."""\n')
    (moon / "data" / "leaks.toml").write_text("")
    assert {"rules_py/systems/moonbase/__init__.pyc", "rules_py/systems/moonbase/data/leaks.toml"} <= names_in(
        by_name(build(project, folder))["rules_py_moonbase"]
    )


def test_without_set_up_it_says_what_to_run(tmp_path):
    with pytest.raises(FileNotFoundError, match="icepool.*run `make setup`"):
        build(PROJECT, tmp_path / "empty")


def test_a_game_of_another_distribution_has_a_wheel_with_its_entry_point(tmp_path, folder, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "installed")
    moonbase.install(tmp_path / "installed", "moonwheel", "moonwheel_rules")
    [game] = [package for package in find_external_packages() if package.slug == "moonwheel"]
    made = by_name(wheels.build_wheels(PROJECT, PYODIDE, folder, [game]))
    assert set(made) == {*OURS, "rules_py_moonwheel", "icepool"}
    assert names_in(made["rules_py_moonwheel"]) >= {"moonwheel_rules/airlock.pyc", "moonwheel_rules/data/leaks.toml"}
    entry_points = "rules_py_moonwheel-0.1.0.dist-info/entry_points.txt"
    assert zipfile.ZipFile(made["rules_py_moonwheel"]).read(entry_points) == (
        b"[rules_py.games]\nmoonwheel = moonwheel_rules\n"
    )
