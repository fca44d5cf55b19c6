"""Wounds, going down, first aid."""

import pytest

import rules_py
from rules_py import RulesError
from tests.systems.xmas.by_hand import BAND_OF, chances, grid, odds, totals

HITS = {"cannon-fodder": [1, 2, 3, 4], "grunt": [2, 3, 4, 5], "captain": [1, 2, 3, 4, 5, 6],
        "elite": [3, 4, 5, 6, 7, 8]}


def hurt_by_hand(enemy, wounds_left, lethal):
    for damage in HITS[enemy]:
        left = 0 if damage >= wounds_left else wounds_left - damage
        if lethal or wounds_left == 0:
            state = "downed"
        else:
            state = "standing" if left else "lethal"
        yield {"damage": damage, "wounds_left": left, "state": state}, 1


@pytest.mark.parametrize("params", grid(enemy=HITS, wounds_left=range(7), lethal=(False, True)), ids=str)
def test_every_hit_has_the_odds_of_its_faces(params):
    assert odds("xmas.hurt", **params) == chances(hurt_by_hand(**params))


def test_one_wound_left_survives_any_hit():
    """The text's example: the last box is filled, you go On Lethal, and the overflow is lost."""
    for face in range(1, 7):
        outcome = rules_py.resolve("xmas.hurt", [face], enemy="elite", wounds_left=1).outcome
        assert outcome == {"damage": face + 2, "wounds_left": 0, "state": "lethal"}


@pytest.mark.parametrize(("face", "wounds_left", "state", "left"), [
    (3, 3, "lethal", 0), (2, 3, "standing", 1), (4, 3, "lethal", 0)])
def test_the_last_box_is_the_line(face, wounds_left, state, left):
    outcome = rules_py.resolve("xmas.hurt", [face], enemy="cannon-fodder", wounds_left=wounds_left).outcome
    assert (outcome["state"], outcome["wounds_left"]) == (state, left)


@pytest.mark.parametrize("params", grid(stat=range(-3, 5), tags=(0, 2), negative_tag=(False, True),
                                        reroll=(False, True)), ids=str)
def test_first_aid_saves_from_mostly_nice_up(params):
    by_hand = chances(({"total": total, "band": BAND_OF[total], "saved": total >= 7}, ways)
                      for total, ways in totals(**params).items())
    assert odds("xmas.first-aid", **params) == by_hand


@pytest.mark.parametrize(("name", "value", "takes"), [
    ("enemy", "none", "cannon-fodder, grunt, captain, elite"), ("wounds_left", "7", "0 to 6"),
    ("wounds_left", "-1", "0 to 6"), ("lethal", "1", "true or false")])
def test_a_refusal_names_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("xmas.hurt", **{name: value})
