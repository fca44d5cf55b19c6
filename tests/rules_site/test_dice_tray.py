"""Data that the build writes for the dice tray: each game's core roll form, and the rolls that change sheets."""

import json

import pytest

from rules_py.registry.games import systems
from rules_site import dice_tray

GAMES = {
    slug: {"name": slug.upper(), "mark": "<svg></svg>", "accent": {"light": "#000", "dark": "#fff"}}
    for slug in systems()
}


@pytest.fixture
def write_tray(tmp_path):
    """Return a function that writes and reads the data for games with these core rolls."""

    def write_tray(**rolls):
        games = {slug: about | {"roll": rolls.get(slug)} for slug, about in GAMES.items()}
        return json.loads(dice_tray.write(tmp_path, games).read_text())

    return write_tray


def test_core_roll_has_its_form_and_home_without_odds(write_tray):
    found = write_tray(psiops="psiops.action")
    about = found["psiops"]
    assert about["name"] == "PSIOPS" and about["home"] == "psiops/playing/#psiops.action"
    assert 'mechanic="psiops.action"' in about["form"] and 'name="advantage"' in about["form"]
    assert "fb-own-open" in about["form"] and "fb-odds" not in about["form"]
    assert "form" not in found["xmas"]


def test_rolls_that_trigger_changes_are_listed(write_tray):
    found = write_tray()
    assert {"psiops.defend", "psiops.attack"} <= set(found["psiops"]["leads"])
    assert "psiops.clock" in found["psiops"]["leads"] and "psiops.reaction" not in found["psiops"]["leads"]
    assert found["xmas"]["leads"] == sorted(set(found["xmas"]["leads"]))


@pytest.mark.parametrize("roll", ["psiops.nothing", "xmas.test", "dice"])
def test_core_roll_of_another_game_stops_the_build(write_tray, roll):
    with pytest.raises(ValueError, match=r"docs/psiops/\.meta\.yml: roll: mechanic: got "):
        write_tray(psiops=roll)
