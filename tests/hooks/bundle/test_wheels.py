"""The wheels that go to the browser: one for the core, one a game, the same bytes for the same sources."""

import os
import shutil
import zipfile
from pathlib import Path

import pytest

import rules_py
from hooks.bundle import wheels

PROJECT = Path(__file__).parents[3]
GAMES = rules_py.systems()


@pytest.fixture
def folder(tmp_path):
    return with_icepool(tmp_path / "wheels")


def with_icepool(folder):
    """A folder as set-up leaves it."""
    folder.mkdir()
    (icepool,) = (PROJECT / "build" / "wheels").glob("icepool-*.whl")
    shutil.copy(icepool, folder)
    return folder


@pytest.fixture
def project(tmp_path):
    """The rules, to be changed."""
    shutil.copytree(PROJECT / "rules_py", tmp_path / "project" / "rules_py", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "project"


def names_in(wheel):
    return set(zipfile.ZipFile(wheel).namelist())


def by_name(paths):
    return {path.name.split("-")[0]: path for path in paths}


def test_there_is_one_for_the_core_one_a_game_and_icepool(folder):
    assert set(by_name(wheels.build(PROJECT, folder))) == {"rules_py", *(f"rules_py_{game}" for game in GAMES), "icepool"}


def test_the_core_has_no_game(folder):
    names = names_in(by_name(wheels.build(PROJECT, folder))["rules_py"])
    assert {"rules_py/__init__.py", "rules_py/browser.py", "rules_py/systems/__init__.py", "rules_py/show/__init__.py"} <= names
    assert not [name for name in names for game in GAMES if name.startswith(f"rules_py/systems/{game}/")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_own_files_all_of_them_and_no_other(folder, game):
    names = names_in(by_name(wheels.build(PROJECT, folder))[f"rules_py_{game}"])
    place = PROJECT / "rules_py" / "systems" / game
    expected = {path.relative_to(PROJECT).as_posix() for path in place.rglob("*") if path.suffix in (".py", ".toml")}
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_nothing_is_in_a_wheel_but_rules_and_data(folder):
    for wheel in by_name(wheels.build(PROJECT, folder)).values():
        if not wheel.name.startswith("icepool"):
            assert {Path(name).suffix for name in names_in(wheel) if ".dist-info/" not in name} <= {".py", ".toml"}


def test_contents_are_those_of_the_sources(folder):
    for wheel in wheels.build(PROJECT, folder):
        if wheel.name.startswith("icepool"):
            continue
        archive = zipfile.ZipFile(wheel)
        assert archive.testzip() is None
        for name in archive.namelist():
            if ".dist-info/" not in name:
                assert archive.read(name) == (PROJECT / name).read_bytes(), name


def test_a_game_asks_for_the_core(folder):
    for game in GAMES:
        archive = zipfile.ZipFile(by_name(wheels.build(PROJECT, folder))[f"rules_py_{game}"])
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        assert "Requires-Dist: rules-py\n" in archive.read(metadata).decode()


def test_the_same_sources_give_the_same_bytes(folder, project, tmp_path):
    for number, path in enumerate(sorted(project.rglob("*.py"))):
        os.utime(path, (10**9 + number, 10**9 + number))
    other = with_icepool(tmp_path / "other")
    first, second = by_name(wheels.build(PROJECT, folder)), by_name(wheels.build(project, other))
    assert {name: path.name for name, path in first.items()} == {name: path.name for name, path in second.items()}
    assert all(first[name].read_bytes() == second[name].read_bytes() for name in first)


def test_a_change_in_a_game_gives_that_game_a_new_version_and_no_other(folder, project):
    before = by_name(wheels.build(project, folder))
    (project / "rules_py" / "systems" / GAMES[0] / "__init__.py").write_text('"""Changed."""\n')
    after = by_name(wheels.build(project, folder))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"rules_py_{GAMES[0]}"}


def test_a_change_in_the_core_gives_the_core_a_new_version_and_no_game(folder, project):
    before = by_name(wheels.build(project, folder))
    with (project / "rules_py" / "values.py").open("a") as file:
        file.write("# changed\n")
    after = by_name(wheels.build(project, folder))
    assert {name for name in before if before[name] != after[name]} == {"rules_py"}


def test_wheels_of_older_sources_are_cleared_away(folder, project):
    before = set(wheels.build(project, folder))
    shutil.rmtree(project / "rules_py" / "systems" / GAMES[0])
    after = set(wheels.build(project, folder))
    assert set(folder.glob("*.whl")) == after
    assert not any(path.name.startswith(f"rules_py_{GAMES[0]}-") for path in after) and len(after) == len(before) - 1


def test_a_new_game_is_a_wheel_more(folder, project):
    moon = project / "rules_py" / "systems" / "moonbase"
    (moon / "data").mkdir(parents=True)
    (moon / "__init__.py").write_text('"""Moonbase."""\n')
    (moon / "data" / "leaks.toml").write_text("")
    assert {"rules_py/systems/moonbase/__init__.py", "rules_py/systems/moonbase/data/leaks.toml"} <= names_in(
        by_name(wheels.build(project, folder))["rules_py_moonbase"])


def test_without_set_up_it_says_what_to_run(tmp_path):
    with pytest.raises(FileNotFoundError, match="icepool.*run `make setup`"):
        wheels.build(PROJECT, tmp_path / "empty")
