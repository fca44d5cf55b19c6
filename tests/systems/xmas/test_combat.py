"""Attacks, and the number of attacks to defeat a target."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from rules_py.dice import RandomDice, Transcript
from rules_py.registry.games import find_mechanic
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_odds, typed_value, weighted_chances
from tests.systems.xmas.reference_model import BANDS_BY_TOTAL, D6, count_totals

DAMAGE = {  # by notation: the sum of every possible roll
    "1d4": list(range(1, 5)),
    "1d6": list(D6),
    "1d4+1": [a + 1 for a in range(1, 5)],
    "2d6": [a + b for a, b in product(D6, D6)],
    "3": [3],
    "1d6-1": [a - 1 for a in D6],
}
ROLLS = grid(stat=(-3, 0, 2, 4), tags=(0, 1), negative_tag=(False, True), reroll=(False, True))
WEAPONS = grid(damage=DAMAGE, mode=("single", "auto", "blast", "auto_blast"), ap=(False, True), armor=(0, 1, 2))


def attack_damage(total, fell, mode, ap, armor):
    """Return (rolled, damage) of one attack, computed from the text."""
    if total <= 6:
        return 0, 0
    if total >= 12:
        fell = {"single": 2 * fell, "auto": fell + 1, "auto_blast": fell + 1, "blast": fell}[mode]
    if ap or armor == 0 or fell <= 1:
        return fell, fell
    return fell, max(fell - armor, 1)


def expected_attack(damage, mode, ap, armor, **roll):
    for total, ways in count_totals(**roll).items():
        for fell in DAMAGE[damage]:
            rolled, through = attack_damage(total, fell, mode, ap, armor)
            yield {"total": total, "band": BANDS_BY_TOTAL[total], "damage": through, "rolled": rolled}, ways


@pytest.mark.examples(3)
@pytest.mark.parametrize("damage", DAMAGE)
def test_attack_odds_match_the_reference_model_for_every_weapon(damage):
    for weapon in [weapon for weapon in WEAPONS if weapon["damage"] == damage]:
        for roll in ROLLS:
            assert typed_odds("xmas.attack", **weapon, **roll) == weighted_chances(expected_attack(**weapon, **roll)), (
                weapon,
                roll,
            )


@check_each(
    "faces, params, rolled, damage",
    [
        ([1, 5], {}, 0, 0),  # 6 misses
        ([3, 4, 5], {}, 5, 5),  # 7 hits
        ([5, 6, 5], {}, 5, 5),  # 11 is not yet Extra Nice
        ([6, 6, 5], {}, 10, 10),  # one shot, one kill
        ([6, 6, 5], {"mode": "auto"}, 6, 6),  # spray and pray
        ([6, 6, 5], {"mode": "auto_blast"}, 6, 6),
        ([6, 6, 5], {"mode": "blast"}, 5, 5),
        ([5, 4, 5], {"mode": "auto"}, 5, 5),
        ([3, 4, 5], {"armor": 2}, 5, 3),
        ([3, 4, 5], {"armor": 2, "ap": True}, 5, 5),
        ([3, 4, 2], {"armor": 2}, 2, 1),  # never below 1
        ([3, 4, 1], {"armor": 2}, 1, 1),
        ([6, 6, 1], {"armor": 1}, 2, 1),  # doubled first, then Armor
        ([3, 4, 1], {"armor": 2, "damage": "1d6-1"}, 0, 0),  # Armor never raises damage
        ([5, 5, 4, 4], {"stat": 4, "tags": 3, "damage": "2d6"}, 16, 16),
        ([1, 1, 6, 6, 3], {"reroll": True}, 6, 6),
    ],
)
def test_attack_resolves_given_faces(faces, params, rolled, damage):
    outcome = rules_py.resolve("xmas.attack", faces, **params).outcome
    assert (outcome["rolled"], outcome["damage"]) == (rolled, damage)


def test_a_miss_rolls_no_damage():
    with pytest.raises(RulesError, match="got 3 faces, takes 2 faces"):
        rules_py.resolve("xmas.attack", [1, 1, 6])


def expected_takedown(pain_threshold, horizon, **attack):
    """Compute the odds of each number of attacks from the damage of one attack."""
    one = weighted_chances(({"damage": outcome["damage"]}, ways) for outcome, ways in expected_attack(**attack))[
        "damage"
    ]
    standing, arrived = {0: Fraction(1)}, {}
    for number in range(1, horizon + 1):
        after: dict[int, Fraction] = {}
        for so_far, chance in standing.items():
            for (_, more), share in one.items():
                after[so_far + more] = after.get(so_far + more, 0) + chance * share
        done = sum(chance for dealt, chance in after.items() if dealt >= pain_threshold)
        if done:
            arrived[typed_value(number)] = done
        standing = {dealt: chance for dealt, chance in after.items() if dealt < pain_threshold}
    if standing:
        arrived[typed_value("later")] = sum(standing.values())
    return arrived


@pytest.mark.examples(40)
@pytest.mark.parametrize(
    "params",
    grid(
        pain_threshold=(1, 3, 6, 13),
        horizon=(1, 4, 20),
        armor=(0, 2),
        damage=("1d6", "1d4+1"),
        mode=("single", "auto"),
        reroll=(False, True),
    ),
    ids=str,
)
def test_takedown_odds_match_the_reference_model(params):
    by_hand = expected_takedown(**{"ap": False} | params)
    assert typed_odds("xmas.takedown", **params) == {"attacks": by_hand}


def test_two_attack_takedown_odds_match_enumeration():
    """A Captain against a plain 1d6: every roll of both attacks."""
    first = second = every = 0
    for a, b, c, d, e, f in product(D6, repeat=6):
        every += 1
        once, again = attack_damage(a + b, c, "single", False, 1)[1], attack_damage(d + e, f, "single", False, 1)[1]
        first += once >= 4
        second += once < 4 <= once + again
    assert rules_py.odds("xmas.takedown", enemy="captain", horizon=2).outcomes["attacks"] == {
        1: Fraction(first, every),
        2: Fraction(second, every),
        "later": 1 - Fraction(first + second, every),
    }


@pytest.mark.parametrize(
    ("enemy", "pain_threshold", "armor"), [("cannon-fodder", 1, 0), ("grunt", 3, 0), ("captain", 4, 1), ("elite", 6, 2)]
)
def test_named_enemy_overrides_threshold_and_armor(enemy, pain_threshold, armor):
    by_number = rules_py.odds("xmas.takedown", pain_threshold=pain_threshold, armor=armor).outcomes
    assert rules_py.odds("xmas.takedown", enemy=enemy, pain_threshold=40, armor=2 - armor).outcomes == by_number
    assert rules_py.odds("xmas.takedown", enemy=enemy.replace("-", " ").upper()).outcomes == by_number


def test_harmless_damage_never_takes_an_enemy_down():
    assert rules_py.odds("xmas.takedown", damage="0", horizon=60).outcomes == {"attacks": {"later": 1}}


@pytest.mark.parametrize(
    ("mechanic", "name", "value", "takes"),
    [
        ("xmas.attack", "damage", "1d6-2", "never below 0 and with no part above 60"),
        ("xmas.attack", "damage", "61", "never below 0 and with no part above 60"),
        ("xmas.attack", "damage", "1000d6", "never below 0 and with no part above 60"),
        ("xmas.attack", "damage", "11d8kh1", "dropped dice included"),
        ("xmas.attack", "damage", "1000d2*0", "with no part above 60"),
        ("xmas.attack", "mode", "burst", "single, auto, blast or auto_blast"),
        ("xmas.attack", "armor", "3", "0 to 2"),
        ("xmas.takedown", "enemy", "santa", "none, cannon-fodder, grunt, captain, elite"),
        ("xmas.takedown", "pain_threshold", "0", "1 to 40"),
        ("xmas.takedown", "horizon", "61", "1 to 60"),
    ],
)
def test_errors_name_the_parameter(mechanic, name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{re.escape(value)}', takes .*{takes}"):
        rules_py.roll(mechanic, **{name: value})


@pytest.mark.parametrize("damage", ["2d", "d6+", "1d6 + damage", ""])
def test_invalid_damage_dice_are_rejected_by_name(damage):
    with pytest.raises(RulesError, match="^damage: got "):
        rules_py.roll("xmas.attack", damage=damage)


def test_seeded_rolls_follow_the_odds():
    """Chi-square over 50,000 rolls; with 8 degrees of freedom, 1 fair sample in 100,000 exceeds 37.3."""
    attack, rolls, dice = find_mechanic("xmas.attack"), 50_000, RandomDice(2024)
    params = attack.check({"stat": 1, "armor": 1})
    fell: Counter = Counter()
    for number in range(rolls):
        if number % 1000 == 0:
            dice.transcript = Transcript()
        fell[attack.rule(dice, **params)["damage"]] += 1

    def distance(chances):
        return sum((fell[value] - rolls * chance) ** 2 / (rolls * chance) for value, chance in chances.items())

    chances = rules_py.odds("xmas.attack", **params).outcomes["damage"]
    assert set(fell) == set(chances) == {0, 1, 2, 3, 4, 5, 7, 9, 11}
    assert distance(chances) < 37.3 < distance(rules_py.odds("xmas.attack", armor=1).outcomes["damage"])
