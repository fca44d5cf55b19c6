"""Wounds, going down, first aid."""

from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from tests.rules_py.brute_force import grid, typed_odds, typed_value, weighted_chances
from tests.systems.xmas.reference_model import BANDS_BY_TOTAL, count_totals

HITS = {
    "cannon-fodder": [1, 2, 3, 4],
    "grunt": [2, 3, 4, 5],
    "captain": [1, 2, 3, 4, 5, 6],
    "elite": [3, 4, 5, 6, 7, 8],
}


def expected_hurt(enemy, wounds_left, lethal):
    for damage in HITS[enemy]:
        left = 0 if damage >= wounds_left else wounds_left - damage
        state = "downed" if lethal or wounds_left == 0 else "standing" if left else "lethal"
        yield {"damage": damage, "wounds_left": left, "state": state}, 1


@pytest.mark.examples(20)
@pytest.mark.parametrize("params", grid(enemy=HITS, wounds_left=range(7), lethal=(False, True)), ids=str)
def test_hit_odds_match_enumeration(params):
    assert typed_odds("xmas.hurt", **params) == weighted_chances(expected_hurt(**params))


def test_one_wound_left_survives_any_hit():
    """The text's example: the hit fills the last box, you go On Lethal, and the overflow is lost."""
    for face in range(1, 7):
        outcome = rules_py.resolve("xmas.hurt", [face], enemy="elite", wounds_left=1).outcome
        assert outcome == {"damage": face + 2, "wounds_left": 0, "state": "lethal"}


@pytest.mark.parametrize(
    ("face", "wounds_left", "state", "left"), [(3, 3, "lethal", 0), (2, 3, "standing", 1), (4, 3, "lethal", 0)]
)
def test_filling_the_last_wound_box_means_on_lethal(face, wounds_left, state, left):
    outcome = rules_py.resolve("xmas.hurt", [face], enemy="cannon-fodder", wounds_left=wounds_left).outcome
    assert (outcome["state"], outcome["wounds_left"]) == (state, left)


def expected_hits(enemy, wounds_left, lethal):
    """Compute the odds of the number of hits until one downs you, hit after hit."""
    if lethal or wounds_left == 0:
        return {1: Fraction(1)}
    found = {}
    for damage in HITS[enemy]:
        for more, chance in expected_hits(enemy, max(0, wounds_left - damage), damage >= wounds_left).items():
            found[1 + more] = found.get(1 + more, 0) + chance / len(HITS[enemy])
    return found


@pytest.mark.examples(20)
@pytest.mark.parametrize("params", grid(enemy=HITS, wounds_left=range(7), lethal=(False, True)), ids=str)
def test_hold_out_odds_match_the_reference_model(params):
    assert typed_odds("xmas.hold-out", **params) == {
        "hits": {typed_value(hits): chance for hits, chance in expected_hits(**params).items()}
    }


@pytest.mark.parametrize(
    ("faces", "params", "hits"),
    [
        ([4, 1], {"wounds_left": 1}, 2),  # the overflow is lost, and the next hit downs you
        ([1], {"wounds_left": 6, "lethal": True}, 1),
        ([1], {"wounds_left": 0}, 1),
        ([1, 1, 1, 1], {"enemy": "cannon-fodder"}, 4),
        ([2, 1, 4], {"enemy": "cannon-fodder"}, 3),
    ],
)
def test_hold_out_resolves_given_faces(faces, params, hits):
    assert rules_py.resolve("xmas.hold-out", faces, **params).outcome == {"hits": hits}


@pytest.mark.examples(20)
@pytest.mark.parametrize(
    "params", grid(stat=range(-3, 5), tags=(0, 2), negative_tag=(False, True), reroll=(False, True)), ids=str
)
def test_first_aid_saves_on_mostly_nice_or_better(params):
    by_hand = weighted_chances(
        ({"total": total, "band": BANDS_BY_TOTAL[total], "saved": total >= 7}, ways)
        for total, ways in count_totals(**params).items()
    )
    assert typed_odds("xmas.first-aid", **params) == by_hand


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("enemy", "none", "cannon-fodder, grunt, captain, elite"),
        ("wounds_left", "7", "0 to 6"),
        ("wounds_left", "-1", "0 to 6"),
        ("lethal", "1", "true or false"),
    ],
)
def test_errors_name_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("xmas.hurt", **{name: value})


@pytest.mark.parametrize(
    ("faces", "params", "expected"),
    [
        ([3], {"own_damage": "1d6-1"}, (2, 1, "standing")),
        ([1], {"own_damage": "1d6-1"}, (0, 3, "standing")),
        ([1], {"own_damage": "1d6-1", "lethal": True}, (0, 3, "lethal")),
        ([], {"own_damage": "7"}, (7, 0, "lethal")),
        ([1], {"own_damage": "0"}, (2, 1, "standing")),  # the listed Grunt's
    ],
)
def test_enemy_with_its_own_damage_dice(faces, params, expected):
    outcome = rules_py.resolve("xmas.hurt", faces, **params).outcome
    assert (outcome["damage"], outcome["wounds_left"], outcome["state"]) == expected
