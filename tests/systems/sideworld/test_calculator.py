"""The time to defeat a target, and the damage calculator: every answer compared with the reference model."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from tests.rules_py.brute_force import add_types, enumerate_resolve, grid, typed_odds
from tests.systems.sideworld.reference_model import (
    FLAGS,
    expected_defence,
    expected_state,
    near_miss_damage,
    pass_through_layers,
    remaining_layers,
    save_chance,
)
from tests.systems.sideworld.test_combat import expected_attack, expected_to_hit

CALC = find_calculator("sideworld.calc")
AIM = dict(attack=10, bonus=0, modifier=0, recoil=0, guided=False, dodge=10, parry=False, reactions=10, parry_bonus=0)
PARRY = dict(parry_resilience=0, parry_dc=0)
NEAR = dict(radius=0, distance=10, weapon="blast")
REST = dict(rounds=1, targets=1, layers=(), stamina=40, stamina_lost=0)
WORSE = {"hurt": ("hurt", "incapacitated", "dead"), "incapacitated": ("incapacitated", "dead"), "dead": ("dead",)}


@cache
def miss_margins(ahead):
    """Count the margins of a miss over all 400 pairs of D20, given the attacker's lead; -1 means a hit."""
    return Counter(max(-1, b - a - ahead) for a, b in product(range(1, 21), repeat=2))


def expected_takedown(sides, plus=0, until="incapacitated", horizon=12, **params):
    """Compute the odds of the number of attacks until a state, over all target states, attack by attack."""
    p = AIM | PARRY | NEAR | REST | params
    rolled = Counter(sum(faces) + plus for faces in product(*(range(1, most + 1) for most in sides)))
    rolls = sum(rolled.values())
    targets = {(tuple(p["layers"]), p["stamina"] - p["stamina_lost"]): Fraction(1)}
    found = {}
    for number in range(1, horizon + 1):
        after = {}
        for (worn, current), chance in targets.items():
            how = expected_state(p["stamina"], current)
            dodge, reactions, parry = expected_defence(how, p["dodge"], p["reactions"], p["parry"])
            ahead = p["attack"] + p["bonus"] - p["recoil"] + (0 if p["guided"] else p["modifier"]) - dodge
            may = save_chance(reactions) if parry else Fraction(0)
            attacks = Counter()  # (parried, margin of the miss): -1 for a hit, None for a miss outside the radius
            for parried, often in ((False, 1 - may), (True, may)):
                for missed_by, ways in miss_margins(ahead - parried * p["parry_bonus"]).items():
                    far = missed_by >= 0 and near_miss_damage(0, missed_by, p["distance"], p["radius"]) is None
                    attacks[parried, None if far else missed_by] += often * ways / 400
            ways = {}
            for ((parried, missed_by), hit), (points, share) in product(attacks.items(), rolled.items()):
                if missed_by is None:
                    ways[worn, current] = ways.get((worn, current), 0) + hit * Fraction(share, rolls)
                    continue
                arrives = points * p["rounds"] // p["targets"]
                if missed_by >= 0:
                    arrives = near_miss_damage(arrives, missed_by, p["distance"], p["radius"], p["weapon"])
                elif parried:
                    arrives, _ = pass_through_layers(arrives, [(p["parry_resilience"], p["parry_dc"])])
                through, _ = pass_through_layers(arrives, worn)
                key = tuple(remaining_layers(arrives, worn)), current - through
                ways[key] = ways.get(key, 0) + hit * Fraction(share, rolls)
            for key, way in ways.items():
                after[key] = after.get(key, 0) + chance * way
        down = {key: chance for key, chance in after.items() if expected_state(p["stamina"], key[1]) in WORSE[until]}
        if sum(down.values()):
            found["int", number] = sum(down.values())
        targets = {key: chance for key, chance in after.items() if key not in down and chance}
    if targets:
        found["str", "later"] = sum(targets.values())
    return {"attacks": found}


CASES = [
    {},
    *grid(until=list(WORSE), stamina=[1, 7, 12], layers=[(), ((2, 5),), ((1, 3), (0, 4), (2, 0), (3, 2))]),
    *grid(attack=[3, 20], dodge=[0, 9, 15], stamina=[11], until=["incapacitated", "dead"]),
    *grid(
        parry=[True],
        reactions=[5, 21],
        parry_bonus=[0, 5],
        parry_resilience=[0, 3],
        parry_dc=[0, 2, 9],
        stamina=[9],
        layers=[((1, 4),)],
        until=["dead"],
    ),
    *grid(rounds=[1, 3], targets=[1, 2], stamina=[13], layers=[((2, 6),)]),
    *grid(guided=FLAGS, modifier=[-6, 4], recoil=[0, 2], bonus=[0, 3], stamina=[8], until=["hurt"]),
    *grid(horizon=[1, 2, 30], stamina=[10]),
    *grid(
        radius=[1, Fraction(3, 2)],
        distance=[12],
        weapon=["blast", "plasma"],
        stamina=[13],
        layers=[(), ((2, 6),)],
        horizon=[3],
    ),
    dict(radius=2, distance=15, parry=True, parry_bonus=3, parry_resilience=2, parry_dc=3, stamina=11, horizon=3),
    *grid(
        stamina=[21],
        stamina_lost=[5, 11, 15],
        layers=[(), ((2, 9),)],
        parry=FLAGS,
        parry_dc=[2],
        dodge=[13],
        until=["dead"],
    ),
]


@pytest.mark.examples(8)
@pytest.mark.parametrize("params", CASES, ids=str)
def test_takedown_odds_match_the_reference_model(params):
    params = {"horizon": 5} | params
    assert typed_odds("sideworld.takedown", damage="2d6", **params) == expected_takedown((6, 6), **params)


@pytest.mark.parametrize(
    ("damage", "sides", "plus"), [("1d4", (4,), 0), ("2", (), 2), ("1d6-1", (6,), -1), ("1d10+4", (10,), 4)]
)
def test_takedown_odds_match_the_reference_model_for_other_dice(damage, sides, plus):
    for params in grid(
        layers=[(), ((1, 2), (2, 3))], parry=FLAGS, parry_dc=[3], stamina=[6], until=["dead"], horizon=[6]
    ):
        assert typed_odds("sideworld.takedown", damage=damage, **params) == expected_takedown(sides, plus, **params), (
            params
        )


def test_first_attack_of_a_takedown_matches_a_single_attack():
    for params in grid(layers=[(), ((1, 2),)], parry=FLAGS, stamina=[4, 9]):
        whole = typed_odds("sideworld.attack", damage="1d6", **params)["state"]
        for until, states in WORSE.items():
            now = typed_odds("sideworld.takedown", damage="1d6", until=until, **params)["attacks"].get(("int", 1), 0)
            assert now == sum(chance for (_, how), chance in whole.items() if how in states)


def test_takedown_odds_match_resolving_every_face():
    params = dict(damage="1d4", layers=((1, 1),), stamina=3, until="dead", horizon=1)
    assert typed_odds("sideworld.takedown", **params) == enumerate_resolve("sideworld.takedown", **params)


def takedown(faces, **params):
    return rules_py.resolve("sideworld.takedown", faces, **params).outcome["attacks"]


def test_armour_wears_down_and_wounds_add_up():
    # first the layer is left with DC 2, then it breaks and 6 go through, then 10
    assert takedown([20, 1, 20, 1, 20, 1], damage=10, layers=[(2, 10)], stamina=10, until="dead") == 3
    assert takedown([20, 1, 1, 20, 20, 1], damage=10, stamina=20, until="dead") == 3
    assert takedown([20, 1], damage=10, stamina=20, until="dead", horizon=1) == "later"


def test_a_layer_without_dc_holds_until_it_is_pierced():
    flimsy = dict(damage=5, stamina=20, until="dead", horizon=9)
    assert takedown([20, 1] * 9, layers=[(6, 0)], **flimsy) == "later"
    assert takedown([20, 1] * 5, layers=[(5, 0)], **flimsy) == 5  # the first attack pierces it with nothing left over
    assert takedown([20, 1] * 5, layers=[(2, 0)], **flimsy) == 5  # 3, 8, 13, 18, 23


def test_hurt_target_dodges_and_parries_at_half():
    assert takedown([20, 1, 2, 6], damage=11, stamina=20, until="dead", dodge=11) == 2  # 12 against 6 + 5
    assert takedown([20, 1, 1, 6], damage=11, stamina=20, until="dead", dodge=11, horizon=2) == "later"
    parry = dict(damage=11, stamina=20, until="dead", parry=True, reactions=11, parry_dc=100)
    assert takedown([15, 20, 1, 5, 20, 1], **parry) == 2  # a 5 is not below 5, so the parry fails
    assert takedown([15, 20, 1, 4, 20, 1], **parry | {"horizon": 2}) == "later"


def test_target_already_in_the_state_needs_no_attack():
    assert takedown([], stamina=20, stamina_lost=11, until="hurt") == 0
    assert typed_odds("sideworld.takedown", stamina=20, stamina_lost=16, layers=[(5, 5)]) == {
        "attacks": {("int", 0): 1}
    }


def test_incapacitated_target_cannot_parry():
    assert takedown([20, 2, 20, 1, 20, 1], damage=16, stamina=20, until="dead", parry=True) == 2


def test_too_expensive_takedown_is_rejected_only_for_odds():
    heavy = dict(damage="50d6", layers=[(5, 1000)], stamina=200)
    with pytest.raises(
        RulesError,
        match="^damage: got 50d6, takes dice with fewer different totals for odds over "
        "12 attacks against this much DC and Stamina$",
    ):
        rules_py.odds("sideworld.takedown", **heavy)
    assert rules_py.roll("sideworld.takedown", **heavy).outcome["attacks"] in (*range(1, 13), "later")


HEAVY = [
    dict(damage="100d6", stamina=40),
    dict(damage="10d6", layers=[(5, 400)], stamina=200),
    dict(damage="1d100", layers=[(20, 250), (5, 150), (3, 40)], stamina=200),
    dict(damage="6d6", rounds=10, targets=7, layers=[(5, 200), (3, 500)], stamina=200),
    dict(damage="2d6", rounds=300, targets=7, layers=[(5, 20000), (3, 50000)], stamina=200),
    dict(damage="4d6", layers=[(1, 2)] * 50, stamina=100, parry=True, parry_dc=3, parry_resilience=2),
]


@pytest.mark.parametrize("params", HEAVY, ids=str)
def test_takedown_odds_handle_heavy_armour_and_many_dice(params):
    assert sum(typed_odds("sideworld.takedown", until="dead", horizon=10, **params)["attacks"].values()) == 1


@pytest.mark.parametrize(
    "params",
    [
        dict(damage="4d6", layers=[(5, 60), (0, 0), (9, 25)], stamina=90, horizon=6),
        dict(damage="2d6", rounds=30, targets=7, layers=[(5, 150), (3, 0), (2, 90)], stamina=60, horizon=6),
        dict(
            damage="3d6",
            layers=[(2, 40)],
            stamina=60,
            parry=True,
            parry_bonus=3,
            parry_dc=4,
            parry_resilience=2,
            horizon=5,
        ),
    ],
    ids=str,
)
def test_long_takedown_odds_match_the_reference_model(params):
    """The distributions are large enough for the odds to use packed subtraction."""
    by_hand = {name: value for name, value in params.items() if name != "damage"}
    assert typed_odds("sideworld.takedown", until="dead", **params) == expected_takedown(
        (6,) * int(params["damage"][0]), until="dead", **by_hand
    )


@pytest.mark.parametrize(
    ("name", "value"), [("until", "healthy"), ("horizon", 0), ("horizon", 31), ("stamina", 0), ("rounds", 301)]
)
def test_errors_name_the_parameter(name, value):
    with pytest.raises(RulesError, match=f"^{name}: got {value}|^{name}: got '{value}'"):
        rules_py.roll("sideworld.takedown", **{name: value})


FORMS = [
    {},
    *grid(attack=[4, 15], dodge=[6], layers=[(), ((3, 20), (1, 5))], rounds=[1, 5], stamina=[15]),
    *grid(
        parry=FLAGS,
        reactions=[18],
        parry_bonus=[4],
        parry_resilience=[5],
        parry_dc=[6],
        until=["dead", "hurt"],
        stamina=[20],
    ),
    dict(attack=12, bonus=4, modifier=-6, recoil=3, guided=True, targets=2, rounds=7, stamina=25),
    dict(radius=Fraction(3, 2), distance=20, stamina=20, weapon="plasma"),
]


@pytest.mark.examples(6)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_calculator_answers_match_the_reference_model(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form
    aim = {name: given[name] for name in AIM}
    attack = expected_attack(**{name: given[name] for name in AIM | PARRY | NEAR | REST})
    found = {panel.title: add_types(answer.outcomes) for panel, answer in CALC.answer(CALC.check(form))}
    assert found == {
        "Damage delivered by one attack": attack,
        "The target after one attack": attack,
        "How many attacks it takes": expected_takedown(
            (6, 6), horizon=10, **{name: given[name] for name in AIM | PARRY | NEAR | REST | {"until": 0}}
        ),
        "By how much it hits": expected_to_hit(**aim),
    }


def test_calculator_chances_have_the_expected_values():
    form = dict(rounds=2, layers=(), stamina=20)  # a hit does 4, 6 … 24
    named = {
        panel.title: [chance.compute_probability(answer) for chance in panel.chances]
        for panel, answer in CALC.answer(CALC.check(form))
    }
    hit = Fraction(190, 400)
    assert named == {
        "Damage delivered by one attack": [hit, hit, hit * Fraction(35, 36)],
        "The target after one attack": [hit * Fraction(26, 36), hit * Fraction(15, 36), hit * Fraction(6, 36)],
        "How many attacks it takes": [hit * Fraction(15, 36)],
        "By how much it hits": [hit, 0],
    }


def preset_values(place):
    """Return the values that each entry of an attacker's preset list fills in, without entries with invalid values."""
    filled = {}
    for label, cells in CALC.presets["Attacker"][place].entries():
        try:
            sets = CALC.check({name: cells[cell] for name, cell in CALC.presets["Attacker"][place].columns.items()})
        except RulesError:
            continue
        filled[label] = {name: sets[name] for name in CALC.presets["Attacker"][place].columns}
    return filled


def test_range_presets_match_the_mini_gun():
    assert preset_values(0) == {
        "500m": {"bonus": 4, "damage": "2d6"},
        "1000m": {"bonus": 4, "damage": "1d6"},
        "1500m": {"bonus": 3, "damage": "1d4"},
        "2000m": {"bonus": 2, "damage": "2"},
    }


def test_situation_presets_fill_in_their_modifier():
    assert [sets["modifier"] for sets in preset_values(1).values()] == [-3, -3, -6, -12, -24, -5, 20, -10]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("attack", "41"),
        ("damage", "2d"),
        ("layers", "5"),
        ("until", "gone"),
        ("parry", "1"),
        ("horizon", "3"),
        ("stamina", "201"),
    ],
)
def test_calculator_errors_name_the_parameter(name, value):
    with pytest.raises(RulesError, match=f"^{name}: "):
        CALC.check({name: value})
