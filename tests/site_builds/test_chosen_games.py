"""A site of chosen games: one of the repository and two installed ones that `new` has written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules_py import new_games

PROJECT = Path(__file__).parents[2]

pytestmark = pytest.mark.trial  # compiles the games and builds the whole site, which takes about a minute


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("chosen")
    with new_games.install(folder / "moon", "moonsite"), new_games.install(folder / "pulp", "pulpsite", kind="tables"):
        config = PROJECT / "chosen.yml"
        config.write_text("INHERIT: mkdocs.yml\nextra:\n  games: [moonsite, pulpsite, puml]\n")
        try:
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "mkdocs",
                    "build",
                    "--strict",
                    "--config-file",
                    config,
                    "--site-dir",
                    folder / "site",
                ],
                cwd=PROJECT,
                env=os.environ | {"PYTHONPATH": f"{folder / 'moon'}:{folder / 'pulp'}", "NO_MKDOCS_2_WARNING": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            config.unlink()
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_home_page_has_the_chosen_games(built):
    home = (built / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'class="fb-game-door" href="([^"]*)"', home) == ["moonsite/", "pulpsite/", "puml/"]
    assert "PSIOPS" not in home and 'id="try"' not in home


def test_only_the_chosen_games_have_pages_rules_and_data(built):
    assert (built / "moonsite/fight/index.html").is_file() and (built / "pulpsite/index.html").is_file()
    assert not [path for slug in ("psiops", "sideworld", "xmas") for path in built.rglob(f"*{slug}*")]
    assert not (built / "combat").exists()
    assert sorted(path.name for path in (built / "data").glob("*.json")) == [
        "moonsite.json",
        "pulpsite.json",
        "puml.json",
    ]


def test_look_of_an_installed_game_is_its_own(built):
    page = (built / "moonsite/index.html").read_text(encoding="utf-8")
    assert "#5b3fa0" in page and "Moonsite" in page
