"""Offense, defence, and a whole phase."""

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
from tests.systems.puml.reference_model import (
    D6,
    band,
    band_chances,
    chances,
    enumerate_counted_dice,
    keep_dice,
    play_phase,
)

ROLLS = grid(attribute=range(-3, 4), modifier=(-6, 0, 3), advantage=(False, True), disadvantage=(False, True))

OFFENSE = {  # damage, complication, dice_lost
    "failure": (False, False, 1),
    "partial": (True, True, 0),
    "success": (True, False, 0),
    "ultra": (True, False, 0),
}
DEFENCE = {  # damage, complication, dice_removed, phase_switch
    "failure": (True, False, 0, False),
    "partial": (False, True, 0, False),
    "success": (False, False, 1, False),
    "ultra": (False, False, 0, True),
}
SIDES = {
    "offense": (OFFENSE, ("damage", "complication", "dice_lost")),
    "defence": (DEFENCE, ("damage", "complication", "dice_removed", "phase_switch")),
}


@pytest.mark.parametrize("side", SIDES)
def test_offense_and_defence_odds_match_enumeration(side):
    effects, fields = SIDES[side]
    for roll in ROLLS:
        added = roll["attribute"] + roll["modifier"]
        by_hand = chances(
            {"total": first + second + added, "band": band(first, second, added)}
            | dict(zip(fields, effects[band(first, second, added)]))
            for first, second in enumerate_counted_dice(roll["advantage"], roll["disadvantage"])
        )
        assert typed_odds(f"puml.{side}", **roll) == by_hand, roll


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("faces", "name"), [([1, 1], "failure"), ([3, 4], "partial"), ([5, 5], "success"), ([6, 6], "ultra")]
)
def test_each_band_has_the_tables_effects(side, faces, name):
    effects, fields = SIDES[side]
    roll = rules_py.resolve(f"puml.{side}", faces)
    assert roll.outcome == {"total": sum(faces), "band": name} | dict(zip(fields, effects[name]))
    assert roll.consequences == (rules_py.table("puml.outcomes").row(name)[side],)


def phase_courses(side, dice, attribute, extra, attackers=99):
    """Yield every sequence of bands in a phase with its probability; it ends when `play_phase` requests no more."""

    def follow(names, chance):
        asked = []

        def roll(third):
            asked.append(third)
            if len(asked) > len(names):
                raise StopIteration
            return names[len(asked) - 1]

        try:
            yield play_phase(side, dice, extra, roll, attackers), chance
        except StopIteration:
            edge = {"offense": (asked[-1], False), "defence": (False, asked[-1])}[side]
            for name, share in band_chances(attribute, *edge).items():
                yield from follow([*names, name], chance * share)

    return follow([], Fraction(1))


def expected_phase(side, dice, attribute, extra, attackers=99):
    return weighted_chances(phase_courses(side, dice, attribute, extra, attackers))


@check_each("params", grid(side=("offense", "defence"), dice=range(3, 8), extra=("never", "always")))
def test_phase_odds_match_the_reference_model(params):
    for attribute in range(-3, 4):
        assert typed_odds("puml.phase", attribute=attribute, **params) == expected_phase(attribute=attribute, **params)


@pytest.mark.examples(20)
@pytest.mark.parametrize(
    "params",
    grid(side=("offense", "defence"), dice=range(3, 8), extra=("never", "always"), attackers=(1, 2, 3)),
    ids=str,
)
def test_phase_odds_with_limited_attackers_match_the_reference_model(params):
    for attribute in (-3, 0, 3):
        assert typed_odds("puml.phase", attribute=attribute, **params) == expected_phase(attribute=attribute, **params)


def test_seven_dice_give_two_people_two_attacks():
    assert rules_py.odds("puml.phase", dice=7).outcomes["actions"].keys() == {2, 3}
    assert rules_py.odds("puml.phase", dice=7, attackers=2).outcomes["actions"].keys() == {2}
    roll = rules_py.resolve("puml.phase", [5, 5, 5, 5], dice=7, attackers=2)
    assert roll.outcome["hits"] == 2
    assert roll.consequences == ("Everybody has attacked; 3 dice are left for other actions.",)


@check_each("params", grid(side=("offense", "defence"), dice=(3, 4, 5), extra=("never", "always")))
def test_short_phase_odds_match_enumeration(params):
    """The test rolls the tracker's number of dice in advance and takes them in order."""

    def one(faces):
        left = iter(faces)

        def roll(third):
            return band(*keep_dice([next(left) for _ in range(2 + third)], params["side"] == "offense"), 1)

        return play_phase(params["side"], params["dice"], params["extra"], roll)

    assert typed_odds("puml.phase", attribute=1, **params) == chances(
        one(faces) for faces in product(D6, repeat=params["dice"])
    )


@check_each(
    "side, dice, extra, faces, outcome",
    [
        ("offense", 3, "never", [1, 3, 4], (1, 1, 1)),  # exactly three: the third die is included, 7 with advantage
        ("defence", 3, "never", [6, 3, 3], (1, 1, 0)),  # also for the referee, 6 with disadvantage
        ("offense", 5, "never", [1, 1, 5, 5], (2, 1, 0)),  # a failure removes one of the remaining three
        ("offense", 4, "never", [1, 1], (1, 0, 0)),  # one remaining die is too few
        ("offense", 4, "never", [5, 5, 3, 4], (2, 2, 1)),
        ("offense", 4, "always", [5, 5, 1], (1, 1, 0)),  # three spent, one remains
        ("offense", 7, "never", [5, 5, 5, 5, 5, 5, 1], (3, 3, 0)),
        ("offense", 7, "never", [1, 1, 1, 1], (2, 0, 0)),  # 7 - 3 - 3 = 1
        ("offense", 7, "always", [1, 1, 1, 1, 1, 1], (2, 0, 0)),  # 7 - 4 = 3, all spent on one action
        ("defence", 5, "never", [5, 5, 5, 5], (2, 0, 0)),  # a success removes one of three
        ("defence", 4, "never", [5, 5], (1, 0, 0)),
        ("defence", 7, "never", [6, 6], (1, 0, 0)),  # an ultra success ends the enemy's phase
        ("offense", 7, "never", [6, 6, 6, 6, 6, 6, 6], (3, 3, 0)),  # but not your own phase
        ("defence", 6, "always", [1, 1, 1, 5, 5, 5], (2, 1, 0)),
        ("defence", 7, "never", [1, 1, 3, 4, 3, 4, 6], (3, 1, 2)),  # 7 with disadvantage at the end
    ],
)
def test_phase_resolves_given_faces(side, dice, extra, faces, outcome):
    roll = rules_py.resolve("puml.phase", faces, side=side, dice=dice, extra=extra)
    assert tuple(roll.outcome.values()) == outcome
    assert list(roll.outcome) == ["actions", "hits", "complications"]


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("side", "attack", "offense or defence"),
        ("dice", "2", "3 to 7"),
        ("dice", "8", "3 to 7"),
        ("attackers", "0", "1 to 3"),
        ("attackers", "4", "1 to 3"),
        ("attribute", "4", "-3 to 3"),
        ("extra", "sometimes", "never or always"),
    ],
)
def test_errors_name_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("puml.phase", **{name: value})


def test_seeded_phases_follow_the_odds():
    """Chi-square over 20,000 phases; with 3 degrees of freedom, 1 fair sample in 100,000 exceeds 26.0."""
    phase, rolls, dice = find_mechanic("puml.phase"), 20_000, RandomDice(2024)
    params = phase.check({"side": "offense", "dice": 7})
    fell: Counter = Counter()
    for number in range(rolls):
        if number % 1000 == 0:
            dice.transcript = Transcript()
        fell[phase.rule(dice, **params)["hits"]] += 1

    def distance(chances):
        return sum((fell[value] - rolls * chance) ** 2 / (rolls * chance) for value, chance in chances.items())

    chances = rules_py.odds("puml.phase", **params).outcomes["hits"]
    assert set(fell) == set(chances) == {0, 1, 2, 3}
    assert distance(chances) < 26.0 < distance(rules_py.odds("puml.phase", dice=7, attribute=1).outcomes["hits"])


def expected_rounds(hits, horizon, **phase):
    """Compute the probability of each number of rounds, from the hits still needed after each."""
    one = expected_phase(**phase)["hits"]
    to_come, found = {hits: Fraction(1)}, {}
    for number in range(1, horizon + 1):
        after: dict[int, Fraction] = {}
        for left, chance in to_come.items():
            for (_, dealt), share in one.items():
                after[max(0, left - dealt)] = after.get(max(0, left - dealt), 0) + chance * share
        if after.get(0):
            found[typed_value(number)] = after.pop(0)
        to_come = after
    if to_come:
        found[typed_value("later")] = sum(to_come.values())
    return found


@pytest.mark.examples(15)
@pytest.mark.parametrize(
    "params",
    grid(side=("offense", "defence"), dice=(3, 5, 7), extra=("never", "always"), attribute=(-3, 0, 3)),
    ids=str,
)
def test_takedown_odds_match_the_reference_model(params):
    for more in grid(hits=(1, 2, 5, 30), horizon=(1, 3, 20)):
        assert typed_odds("puml.takedown", **params, **more) == {"rounds": expected_rounds(**params, **more)}, more


@pytest.mark.examples(2)
@pytest.mark.parametrize("params", grid(side=("offense", "defence"), extra=("never", "always")), ids=str)
def test_two_round_takedown_odds_match_enumeration(params):
    """With three dice a round, each round is a single action with a third die."""

    def one(faces):
        hits = [band(*keep_dice(each, params["side"] == "offense"), 1) for each in (faces[:3], faces[3:])]
        dealt = [name == "failure" if params["side"] == "defence" else name != "failure" for name in hits]
        return {"rounds": 2 if all(dealt) else "later"}

    assert typed_odds("puml.takedown", dice=3, attribute=1, hits=2, horizon=2, **params) == chances(
        one(faces) for faces in product(D6, repeat=6)
    )


@pytest.mark.parametrize(
    ("faces", "params", "rounds"),
    [
        ([5, 5, 3, 4], {"dice": 4}, 1),
        ([5, 5, 3, 4, 6, 6], {"dice": 4, "hits": 3, "horizon": 2}, None),  # faces for round 2 are missing
        ([5, 5, 3, 4, 6, 6, 1, 1], {"dice": 4, "hits": 3, "horizon": 2}, 2),
        ([1, 1, 1, 1], {"dice": 4, "horizon": 2}, "later"),  # twice, a failure leaves one die
        ([1, 1, 5, 1], {"dice": 4, "side": "defence"}, 1),
        ([6, 6, 1, 1, 1, 1], {"dice": 4, "side": "defence"}, 2),
    ],
)
def test_takedown_resolves_given_faces(faces, params, rounds):
    if rounds is None:
        with pytest.raises(RulesError, match="^faces: got 6 faces, takes one more"):
            rules_py.resolve("puml.takedown", faces, **params)
    else:
        assert rules_py.resolve("puml.takedown", faces, **params).outcome == {"rounds": rounds}
