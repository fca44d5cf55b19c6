"""The benchmark's generated games: they pass the package's checks, and adding one changes no other file."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from bench import builds, generated_games

TABLES, ROWS = 12, 20


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """Return a copy of the project with two more games."""
    copy = generated_games.copy_sources(tmp_path_factory.mktemp("scale") / "project")
    assert generated_games.add_games(copy, 2, TABLES, ROWS) == ["made001", "made002"]
    return copy


@pytest.fixture(scope="module")
def ask(project):
    """Return a function that runs the copy's command line and returns its JSON."""

    def run_json(*words: str):
        run = subprocess.run(
            [sys.executable, "-m", "rules_py", *words, "--json"],
            cwd=project,
            capture_output=True,
            check=False,
            text=True,
            env=os.environ | {"PYTHONPATH": str(project)},
        )
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    return run_json


def test_generated_games_write_only_in_their_own_folders(project, tmp_path):
    untouched = generated_games.copy_sources(tmp_path / "untouched")
    before, after = read_files(untouched), read_files(project)
    own = {path for path in after if "made001" in path.parts or "made002" in path.parts}
    assert len(own) == 2 * (1 + 1 + TABLES + 3 + 2)  # two modules, tables, pages, and files for order and colours
    assert {path: after[path] for path in after.keys() - own} == before


def read_files(project: Path) -> dict[Path, bytes]:
    """Return the contents of every file by path, without files that Python or a build writes."""
    return {
        path.relative_to(project): path.read_bytes()
        for part in ("rules_py", "docs", "hooks", "rules_markdown", "rules_site", "overrides")
        for path in (project / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_command_line_lists_generated_mechanics_and_tables(ask):
    assert {"made001", "made002"} <= set(ask("systems"))
    assert ask("describe", "made002.check")["rule"] == "made002/#check"
    table = ask("table", f"made001.list-{TABLES}")
    assert (table["die"], len(table["rows"])) == (f"d{ROWS}", ROWS)


def test_generated_mechanics_and_tables_roll_and_have_odds(ask):
    roll = ask("roll", "made001.check", "skill=2", "--seed", "1")
    assert roll["outcome"]["total"] == sum(roll["faces"]) + 2
    odds = ask("odds", "made001.check")["outcomes"]["fine"]
    assert odds == {"false": "7/12", "true": "5/12"}
    rows = ask("odds", "made002.list-01")["outcomes"]["roll"]
    assert len(rows) == ROWS and sum(map(Fraction, rows.values())) == 1


def test_generating_the_same_count_twice_gives_identical_files(project, tmp_path):
    generated_games.add_games(tmp_path, 1, TABLES, ROWS)
    for path in tmp_path.rglob("*.*"):
        assert path.read_bytes() == (project / path.relative_to(tmp_path)).read_bytes()


@pytest.mark.trial
def test_site_builds_in_strict_mode_with_generated_games(project, tmp_path):
    builds.copy_set_up(project)
    builds.build_site(project, tmp_path / "site")
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="made001/"' in home and "Game 2" in home
    page = (tmp_path / "site" / "made002" / "lists-2" / "index.html").read_text(encoding="utf-8")
    assert page.count("<fb-table ") == TABLES - generated_games.TABLES_ON_A_PAGE
    assert 'mechanic="made001.check"' in (tmp_path / "site" / "made001" / "index.html").read_text(encoding="utf-8")
    assert "psiops/art.svg" in home and "made001/art.svg" not in home  # a generated game has no art
    assert "art.svg" not in (tmp_path / "site" / "made001" / "index.html").read_text(encoding="utf-8")
