"""Wounds, going down, first aid."""

from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from tests.systems.xmas.reference_model import BAND_OF, chances, grid, odds, totals, typed

HITS = {
    "cannon-fodder": [1, 2, 3, 4],
    "grunt": [2, 3, 4, 5],
    "captain": [1, 2, 3, 4, 5, 6],
    "elite": [3, 4, 5, 6, 7, 8],
}


def hurt_by_hand(enemy, wounds_left, lethal):
    for damage in HITS[enemy]:
        left = 0 if damage >= wounds_left else wounds_left - damage
        state = "downed" if lethal or wounds_left == 0 else "standing" if left else "lethal"
        yield {"damage": damage, "wounds_left": left, "state": state}, 1


@pytest.mark.parametrize("params", grid(enemy=HITS, wounds_left=range(7), lethal=(False, True)), ids=str)
def test_every_hit_has_the_odds_of_its_faces(params):
    assert odds("xmas.hurt", **params) == chances(hurt_by_hand(**params))


def test_one_wound_left_survives_any_hit():
    """The text's example: the last box is filled, you go On Lethal, and the overflow is lost."""
    for face in range(1, 7):
        outcome = rules_py.resolve("xmas.hurt", [face], enemy="elite", wounds_left=1).outcome
        assert outcome == {"damage": face + 2, "wounds_left": 0, "state": "lethal"}


@pytest.mark.parametrize(
    ("face", "wounds_left", "state", "left"), [(3, 3, "lethal", 0), (2, 3, "standing", 1), (4, 3, "lethal", 0)]
)
def test_the_last_box_is_the_line(face, wounds_left, state, left):
    outcome = rules_py.resolve("xmas.hurt", [face], enemy="cannon-fodder", wounds_left=wounds_left).outcome
    assert (outcome["state"], outcome["wounds_left"]) == (state, left)


def hits_by_hand(enemy, wounds_left, lethal):
    """The chance of each number of hits until one downs you, hit after hit."""
    if lethal or wounds_left == 0:
        return {1: Fraction(1)}
    found = {}
    for damage in HITS[enemy]:
        for more, chance in hits_by_hand(enemy, max(0, wounds_left - damage), damage >= wounds_left).items():
            found[1 + more] = found.get(1 + more, 0) + chance / len(HITS[enemy])
    return found


@pytest.mark.parametrize("params", grid(enemy=HITS, wounds_left=range(7), lethal=(False, True)), ids=str)
def test_how_many_hits_you_last(params):
    assert odds("xmas.hold-out", **params) == {
        "hits": {typed(hits): chance for hits, chance in hits_by_hand(**params).items()}
    }


@pytest.mark.parametrize(
    ("faces", "params", "hits"),
    [
        ([4, 1], {"wounds_left": 1}, 2),  # the overflow is lost, the next hit downs
        ([1], {"wounds_left": 6, "lethal": True}, 1),
        ([1], {"wounds_left": 0}, 1),
        ([1, 1, 1, 1], {"enemy": "cannon-fodder"}, 4),
        ([2, 1, 4], {"enemy": "cannon-fodder"}, 3),
    ],
)
def test_holding_out_from_the_faces_on_the_table(faces, params, hits):
    assert rules_py.resolve("xmas.hold-out", faces, **params).outcome == {"hits": hits}


@pytest.mark.parametrize(
    "params", grid(stat=range(-3, 5), tags=(0, 2), negative_tag=(False, True), reroll=(False, True)), ids=str
)
def test_first_aid_saves_from_mostly_nice_up(params):
    by_hand = chances(
        ({"total": total, "band": BAND_OF[total], "saved": total >= 7}, ways)
        for total, ways in totals(**params).items()
    )
    assert odds("xmas.first-aid", **params) == by_hand


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("enemy", "none", "cannon-fodder, grunt, captain, elite"),
        ("wounds_left", "7", "0 to 6"),
        ("wounds_left", "-1", "0 to 6"),
        ("lethal", "1", "true or false"),
    ],
)
def test_a_refusal_names_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("xmas.hurt", **{name: value})
