"""One attack on several targets: the damage each takes, and the number of targets defeated."""

from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from tests.rules_py.brute_force import grid, typed_odds, weighted_chances
from tests.systems.xmas.reference_model import BANDS_BY_TOTAL, count_totals
from tests.systems.xmas.test_combat import DAMAGE, attack_damage

CROWDS = [((3, 0), (3, 0), (3, 0)), ((4, 1), (1, 2), (6, 2)), ((1, 0),), ((2, 2), (2, 2), (1, 1), (5, 0))]


def damage_through_armor(share, armor, ap):
    """Return the damage that one target takes from its share."""
    return attack_damage(7, share, "blast", ap, armor)[1]


def split_damage(points, targets, ap):
    """Return each target's damage if the most easily defeated targets are served first."""
    needs = {
        place: next(share for share in range(1, 99) if damage_through_armor(share, armor, ap) >= left)
        for place, (left, armor) in enumerate(targets)
    }
    taken = [0] * len(targets)
    for place in sorted(needs, key=needs.get):
        share = min(points, needs[place])
        points -= share
        taken[place] = damage_through_armor(share, targets[place][1], ap)
    return tuple(taken)


def expected_crowd(targets, damage, mode, ap, **roll):
    for total, ways in count_totals(**roll).items():
        for fell in DAMAGE[damage]:
            rolled = attack_damage(total, fell, mode, True, 0)[0]
            if total <= 6:
                taken = (0,) * len(targets)
            elif "blast" in mode:
                taken = tuple(damage_through_armor(rolled, armor, ap) for _, armor in targets)
            elif mode == "auto" and total >= 12:
                taken = split_damage(rolled, targets, ap)
            else:
                taken = (damage_through_armor(rolled, targets[0][1], ap),) + (0,) * (len(targets) - 1)
            out = sum(took >= left for took, (left, _) in zip(taken, targets))
            yield {"total": total, "band": BANDS_BY_TOTAL[total], "rolled": rolled, "dealt": taken, "out": out}, ways


@pytest.mark.parametrize("targets", CROWDS, ids=str)
@pytest.mark.parametrize("mode", ["single", "auto", "blast", "auto_blast"])
def test_crowd_odds_match_the_reference_model(targets, mode):
    for params in grid(damage=["1d4+1", "2d6"], ap=[False, True], stat=[0, 3], reroll=[False, True]):
        assert typed_odds("xmas.crowd", targets=targets, mode=mode, **params) == weighted_chances(
            expected_crowd(targets, mode=mode, **params)
        ), params


@pytest.mark.parametrize(
    "targets", [((3, 0), (2, 1), (4, 2)), ((1, 2), (1, 0), (2, 2)), ((5, 0), (1, 1), (3, 1))], ids=str
)
def test_crowd_damage_is_split_to_defeat_the_most_targets(targets):
    for ap in (False, True):
        for points in range(2, 14):
            most = max(
                sum(damage_through_armor(share, armor, ap) >= left for share, (left, armor) in zip(shares, targets))
                for shares in product(range(points + 1), repeat=len(targets))
                if sum(shares) <= points
            )
            roll = rules_py.resolve("xmas.crowd", [6, 6], targets=targets, damage=points - 1, ap=ap)
            assert roll.outcome["rolled"] == points
            assert roll.outcome["out"] == most, (points, ap)


@pytest.mark.parametrize(
    ("faces", "params", "taken", "out"),
    [
        ([6, 6, 6], {}, (3, 3, 1), 2),  # 7 split among three grunts
        ([5, 6, 6], {}, (6, 0, 0), 1),  # not Extra Nice, so all on the first
        ([6, 6, 6], {"mode": "auto_blast"}, (7, 7, 7), 3),  # not split; every target takes it
        ([3, 4, 2], {"mode": "blast"}, (2, 2, 2), 0),
        ([6, 6, 3], {"mode": "single"}, (6, 0, 0), 1),
        ([1, 5], {}, (0, 0, 0), 0),
        ([6, 6, 6], {"targets": [(6, 2), (4, 1), (1, 2)]}, (1, 4, 1), 2),  # 1 and 5 defeat two
        ([6, 6, 6], {"targets": "6/2,4/1,1/2", "ap": True}, (2, 4, 1), 2),
        ([6, 6, 1], {"targets": [(9, 2)]}, (1,), 0),  # Armor reduces the share, to at least 1
    ],
)
def test_crowd_resolves_given_faces(faces, params, taken, out):
    outcome = rules_py.resolve("xmas.crowd", faces, **params).outcome
    assert (outcome["dealt"], outcome["out"]) == (taken, out)


@pytest.mark.parametrize(
    ("targets", "got"),
    [("3/3", "'3/3'"), ("0/0", "'0/0'"), ("3/0,41/0", "'3/0,41/0'"), ("", "nothing"), ([(1, 0)] * 13, "'1/0")],
)
def test_invalid_targets_are_rejected(targets, got):
    with pytest.raises(RulesError, match=f"^targets: got {got}.*takes"):
        rules_py.roll("xmas.crowd", targets=targets)
