"""The wheels for the browser: one with the core and its games, and one for each game of another distribution."""

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

import rules_py
from rules_py.discovery import find_external_packages
from rules_site.bundle import wheels
from tests.rules_py import moonbase

PROJECT = Path(__file__).parents[3]


NOT_IMPORTED_IN_BROWSERS = {
    "checking/game.py",
    "checking/play.py",
    "checking/worker.py",
    "play/examples.py",
    "registry/examples.py",
    "rendering/examples.py",
}


def test_the_wheel_has_exactly_the_files_that_browsers_need():
    [wheel] = wheels.read_wheels(PROJECT)
    expected = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "rules_py").rglob("*")
        if path.suffix in (".py", ".toml")
        and not {"examples", "cli", "templates", "__main__.py"} & set(path.parts)
        and path.relative_to(PROJECT / "rules_py").as_posix() not in NOT_IMPORTED_IN_BROWSERS
    }
    expected.add("rules_py/scaffold/templates.json")
    assert {name for name in wheel.files if ".dist-info/" not in name} == expected
    packed = json.loads(wheel.files["rules_py/scaffold/templates.json"])
    assert packed["rules/checks.py"] == (PROJECT / "rules_py/scaffold/templates/rules/checks.py").read_text("utf-8")
    assert {f"rules_py/systems/{game}/__init__.py" for game in rules_py.systems()} <= wheel.files.keys()


def test_identical_sources_give_identical_wheels(tmp_path):
    project = tmp_path / "project"
    shutil.copytree(PROJECT / "rules_py", project / "rules_py", ignore=shutil.ignore_patterns("__pycache__"))
    for number, path in enumerate(sorted(project.rglob("*.py"))):
        os.utime(path, (10**9 + number, 10**9 + number))
    made = []
    for place in (PROJECT, project):
        (tmp_path / place.name).mkdir(exist_ok=True)
        made += [wheel.write(tmp_path / place.name).read_bytes() for wheel in wheels.read_wheels(place)]
    assert made[0] == made[1]


def test_writing_a_wheel_restores_the_environment(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    [wheel] = wheels.read_wheels(PROJECT)
    assert zipfile.ZipFile(wheel.write(tmp_path)).testzip() is None
    assert "SOURCE_DATE_EPOCH" not in os.environ, "MkDocs takes it for the day of its own build"


def test_external_game_wheel_has_its_entry_point(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "installed")
    moonbase.install(tmp_path / "installed", "moonwheel", "moonwheel_rules")
    [game] = [package for package in find_external_packages() if package.slug == "moonwheel"]
    [core, moon] = wheels.read_wheels(PROJECT, [game])
    assert moon.files.keys() >= {"moonwheel_rules/airlock.py", "moonwheel_rules/data/leaks.toml"}
    assert moon.files[f"{moon.stem}.dist-info/entry_points.txt"] == b"[rules_py.games]\nmoonwheel = moonwheel_rules\n"
    assert b"Requires-Dist: rules-py\n" in moon.files[f"{moon.stem}.dist-info/METADATA"]
    assert not core.files.keys() & moon.files.keys()


@pytest.mark.parametrize("name", ["rules_py/cli/commands.py", "rules_py/systems/xmas/examples/fights.toml"])
def test_browsers_do_not_get(name):
    [wheel] = wheels.read_wheels(PROJECT)
    assert name not in wheel.files
