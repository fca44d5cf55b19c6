"""Full Auto, recoil, clips, and one attack on a group."""

from fractions import Fraction

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.sideworld.reference_model import near_miss_damage


@pytest.mark.parametrize(
    ("rate", "actions", "rounds", "most", "allowed"),
    [
        (300, 1, 300, 300, True),
        (300, 2, 150, 150, True),
        (300, 2, 151, 150, False),
        (300, 7, 42, 42, True),
        (300, 7, 43, 42, False),
        (2, 3, 1, 0, False),
        (1, 1, 1, 1, True),
    ],
)
def test_full_auto_limits_rounds_per_action(rate, actions, rounds, most, allowed):
    for targets in (1, 20):
        assert rules_py.roll(
            "sideworld.full-auto", rate=rate, actions=actions, rounds=rounds, targets=targets
        ).outcome == {"rounds_per_action": most, "allowed": allowed}


def recoil(**params):
    return rules_py.roll("sideworld.recoil", **params).outcome


@check_each(
    "params, expected",
    [
        (dict(bursts=[10, 1], vent=2), 8),  # Bill's rifle
        (dict(bursts=[10], vent=2), 8),
        (dict(bursts=[1], vent=2), 0),
        (dict(bursts="10,1", vent=0), 11),
        (dict(bursts=[]), 0),
        (dict(bursts=[3, 3, 3], vent=3), 0),
        (dict(bursts=[300, 4, 5], vent=4), 297),
        (dict(bursts=[0, 5], vent=0), 5),
        (dict(bursts=[0, 5], vent=100_000), 0),
        (dict(bursts=[1] * 100, vent=0), 100),
        (dict(bursts=[10, 1], vent=2, aimed=True), 0),
        (dict(bursts=[10, 1], vent=2, mounted=True), 0),
    ],
)
def test_recoil_adds_up_over_bursts(params, expected):
    assert recoil(**params) == {"recoil": expected}


GROUP = dict(
    attack=10,
    bonus=0,
    modifier=0,
    recoil=0,
    guided=False,
    dodges=(10, 10),
    weapon="full-auto",
    rounds=1,
    radius=0,
    distance=10,
)


def expected_group(sides=(4,), **params):
    """Compute the odds of an attack on a group: the attacker's die, one die for each target, and the damage dice."""
    p = GROUP | params
    own = p["attack"] + p["bonus"] - p["recoil"] + (0 if p["guided"] else p["modifier"])

    def compute_outcome(attacking, *faces):
        dodging, damage = faces[: len(p["dodges"])], sum(faces[len(p["dodges"]) :]) * p["rounds"]
        hit, caught, taken = [], [], []
        for place, (dodge, face) in enumerate(zip(p["dodges"], dodging), 1):
            missed_by = face + dodge - attacking - own
            part = None
            if missed_by < 0:
                hit.append(place)
                part = damage // len(p["dodges"]) if p["weapon"] == "full-auto" else damage
            elif (
                p["weapon"] != "full-auto"
                and (part := near_miss_damage(damage, missed_by, p["distance"], p["radius"], p["weapon"])) is not None
            ):
                caught.append(place)
            taken.append(part or 0)
        return {"hits": len(hit), "hit": tuple(hit), "caught": tuple(caught), "damage": tuple(taken)}

    return count_outcomes((20,) * (1 + len(p["dodges"])) + sides, compute_outcome)


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "params",
    [
        dict(dodges=()),
        dict(dodges=(3,), rounds=5),
        dict(dodges=(0, 25), rounds=3),
        dict(attack=14, bonus=4, modifier=-6, recoil=3, dodges=(8, -2)),
        dict(modifier=-24, guided=True, rounds=2),
        *grid(weapon=["blast", "plasma"], radius=[0, 1, Fraction(5, 2)], distance=[0, 15]),
        dict(weapon="blast", radius=2, distance=30, dodges=(5, 16), rounds=3),
        dict(radius=9, distance=1),
    ],
    ids=str,
)
def test_group_attack_odds_match_enumeration(params):
    params = {"dodges": (10, 10)} | params
    assert typed_odds("sideworld.group-attack", damage="1d4", **params) == expected_group(**params)


@pytest.mark.trial
def test_group_attack_odds_of_three_targets_match_enumeration():
    params = dict(weapon="blast", radius=1, distance=20, dodges=(4, 10, 13))
    assert typed_odds("sideworld.group-attack", damage="7", **params) == expected_group((1,), rounds=7, **params)


def group(faces, **params):
    return rules_py.resolve("sideworld.group-attack", faces, **params).outcome


def test_group_attack_compares_one_total_with_each_dodge():
    # 20 against 19, 20 and 21; the target that is hit takes 10 × 6 / 3
    assert group([10, 9, 10, 11, 4, 6], dodges=[10, 10, 10], rounds=6) == {
        "hits": 1,
        "hit": (1,),
        "caught": (),
        "damage": (20, 0, 0),
    }
    # a blast at 50 m with a radius of 2 m misses by 0, by 2 (1 m), by 3 (1.5 m) and by 4 (2 m)
    assert group([10, 10, 12, 13, 14, 5, 6], dodges=[10] * 4, weapon="blast", radius=2, distance=50) == {
        "hits": 0,
        "hit": (),
        "caught": (1, 2, 3),
        "damage": (11, 11, 5, 0),
    }


def test_plasma_that_misses_divides_its_damage_by_the_metres_and_two():
    # 10 + 10 against 20, 22 and 25 at 10 m: misses by 0 m, 0.2 m and 0.5 m divide 36 by 2, 2.2 and 2.5
    assert group([10, 10, 12, 15, *[6] * 6], dodges=[10] * 3, weapon="plasma", radius=1, distance=10, damage="6d6") == {
        "hits": 0,
        "hit": (),
        "caught": (1, 2, 3),
        "damage": (18, 16, 14),
    }
    # a target that is hit takes all of it; a miss by 1 m isn't less than the radius
    assert group(
        [11, 10, 20, 12, *[6] * 6], dodges=[10] * 3, weapon="plasma", radius=0.9, distance=10, damage="6d6"
    ) == {
        "hits": 1,
        "hit": (1,),
        "caught": (3,),
        "damage": (36, 0, 17),
    }


def test_plasma_has_odds_against_a_few_targets():
    params = {"weapon": "plasma", "radius": 2, "distance": 10}
    assert rules_py.odds("sideworld.group-attack", dodges=[10] * 2, **params).outcomes["hits"]
    with pytest.raises(rules_py.RulesError, match="^dodges: .*fewer targets"):
        rules_py.odds("sideworld.group-attack", dodges=[10] * 5, **params)


def test_missed_group_attack_rolls_no_damage_dice():
    assert group([1, 20, 20], dodges=[10, 10]) == {"hits": 0, "hit": (), "caught": (), "damage": (0, 0)}


def test_targets_of_a_group_attack_share_the_attack_die():
    """With one die for the attack, hits on the two targets are not independent."""
    found = rules_py.odds("sideworld.group-attack", dodges=[10, 10]).outcomes["hits"]
    alone = rules_py.odds("sideworld.to-hit").outcomes["hit"][True]
    assert found[1] / 2 + found[2] == alone
    assert found[2] > alone**2


def test_large_groups_can_be_attacked_but_have_no_odds():
    assert group([20, *[1] * 20, 6, 6], dodges=[10] * 20, rounds=100)["damage"] == (60,) * 20
    with pytest.raises(rules_py.RulesError, match="^dodges: .*takes a list of at most 5 where odds are asked"):
        rules_py.odds("sideworld.group-attack", dodges=[10] * 6)


def test_group_damage_dice_are_limited_only_for_odds():
    assert group([20, 1, *[6] * 30], dodges=[10], damage="30d6")["damage"] == (180,)
    with pytest.raises(rules_py.RulesError, match="^damage: got '30d6', takes dice with at most 120 different totals"):
        rules_py.odds("sideworld.group-attack", damage="30d6")


def test_each_target_of_five_has_its_single_target_odds():
    dodges = (4, 8, 10, 13, 22)
    found = rules_py.odds("sideworld.group-attack", dodges=dodges, weapon="blast", radius=2, distance=25).outcomes
    for place, dodge in enumerate(dodges, 1):
        alone = rules_py.odds("sideworld.to-hit", dodge=dodge).outcomes
        assert sum(chance for who, chance in found["hit"].items() if place in who) == alone["hit"].get(True, 0)
        within = sum(chance for margin, chance in alone["margin"].items() if 0 <= -margin < 8)
        assert sum(chance for who, chance in found["caught"].items() if place in who) == within


def test_group_attack_odds_match_resolving_every_face():
    params = dict(dodges=[9, 12], weapon="blast", radius=1, distance=20, damage="1d2")
    assert typed_odds("sideworld.group-attack", **params) == enumerate_resolve("sideworld.group-attack", **params)


@pytest.mark.parametrize(
    ("rounds", "reactions", "per_turn", "actions", "turns"),
    [
        (30, 10, 2, 3, 2),
        (30, 10, 3, 3, 1),
        (31, 10, 3, 4, 2),
        (1, 10, 1, 1, 1),
        (0, 10, 1, 0, 0),
        (10, 1, 4, 10, 3),
        (300, 7, 1, 43, 43),
        (5, 0, 2, "never", "never"),
        (5, -3, 2, "never", "never"),
        (0, 0, 2, 0, 0),
    ],
)
def test_refilling_a_clip_takes_reactions_rounds_per_action(rounds, reactions, per_turn, actions, turns):
    assert rules_py.roll("sideworld.refill", rounds=rounds, reactions=reactions, actions_per_turn=per_turn).outcome == {
        "actions": actions,
        "turns": turns,
    }


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("full-auto", {"actions": 0}, "actions"),
        ("recoil", {"bursts": [-1]}, "bursts"),
        ("recoil", {"vent": -1}, "vent"),
        ("group-attack", {"dodges": [41]}, "dodges"),
        ("group-attack", {"dodges": [1] * 21}, "dodges"),
        ("group-attack", {"weapon": "laser"}, "weapon"),
        ("refill", {"rounds": -1}, "rounds"),
        ("refill", {"actions_per_turn": 0}, "actions_per_turn"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
