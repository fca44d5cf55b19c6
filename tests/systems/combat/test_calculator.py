"""One blow, repeated blows, and the damage calculator: every answer compared with the reference model."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from tests.rules_py.brute_force import add_types, count_outcomes, enumerate_resolve, grid, typed_odds

CALC = find_calculator("combat.calc")
FLAGS = [False, True]
AIM = dict(attribute=3, skill=3, modifier=0, reflexes=3, def_bonus=0, surprised=False, stunned=False, def_stays=0)
TARGET = dict(toughness=3, life_max=15, life=15, harm="stunning", blunt=True, deadly_so_far=0)


def required_roll(attribute, skill, modifier, reflexes, def_bonus, surprised, stunned, def_stays):
    """Return the total that 3D6 must reach."""
    unaware = surprised or stunned
    return 10 + def_stays + (0 if unaware else reflexes + def_bonus) - attribute - skill - modifier


def expected_state(lost, life_max, life, harm, deadly_so_far, **_):
    """Return up, unconscious or dying; deadly damage alone must reach the LIF score to make the target dying."""
    if lost < life:
        return "up"
    return "dying" if harm == "deadly" and deadly_so_far + lost >= life_max else "unconscious"


def expected_blow(sides, plus=0, **params):
    p = AIM | TARGET | params
    aim = {name: p[name] for name in AIM}

    def compute_outcome(a, b, c, *damage):
        if a + b + c < required_roll(**aim):
            return {"hit": False, "lost": 0, "life_left": p["life"], "stunned": False, "down": False, "state": "up"}
        lost = max(0, sum(damage) + plus - p["toughness"] * p["blunt"])
        left = max(0, p["life"] - lost)
        return {
            "hit": True,
            "lost": lost,
            "life_left": left,
            "stunned": lost > ceil(p["life_max"] / 2),
            "down": left == 0,
            "state": expected_state(lost, **p),
        }

    return count_outcomes((6, 6, 6, *sides), compute_outcome)


def expected_takedown(sides, plus=0, horizon=12, **params):
    """Compute the odds of the number of blows until no LIF is left, over all target states, blow by blow."""
    p = AIM | TARGET | params
    thrown = Counter(map(sum, product(range(1, 7), repeat=3)))
    rolled = Counter(
        max(0, sum(faces) + plus - p["toughness"] * p["blunt"])
        for faces in product(*(range(1, most + 1) for most in sides))
    )
    space = sum(rolled.values())
    targets, found, states = {(0, p["surprised"], p["stunned"]): Fraction(1)}, {}, {}
    for number in range(1, horizon + 1):
        after = {}
        for (so_far, surprised, stunned), chance in targets.items():
            need = required_roll(**{name: p[name] for name in AIM} | {"surprised": surprised, "stunned": stunned})
            hit = Fraction(sum(ways for total, ways in thrown.items() if total >= need), 216)
            ways = [((so_far, False, False), 1 - hit)]
            for lost, share in rolled.items():
                ways.append(((so_far + lost, False, lost > ceil(p["life_max"] / 2)), hit * Fraction(share, space)))
            for target, way in ways:
                after[target] = after.get(target, 0) + chance * way
        targets = {}
        for target, chance in after.items():
            state = expected_state(target[0], **p)
            if state == "up" and chance:
                targets[target] = chance
            elif chance:
                found["int", number] = found.get(("int", number), 0) + chance
                states["str", state] = states.get(("str", state), 0) + chance
    if targets:
        found["str", "later"] = states["str", "up"] = sum(targets.values())
    return {"blows": found, "state": states}


AIMS = grid(
    attribute=[0, 5], skill=[1, 6], modifier=[-2, 0], reflexes=[2, 8], def_bonus=[0, 3], surprised=FLAGS, stunned=FLAGS
)


def test_blow_odds_match_the_reference_model():
    for aim in AIMS[::2] + AIMS[1::6]:
        assert typed_odds("combat.blow", damage="1d6+2", life_max=7, life=6, **aim) == expected_blow(
            (6,), 2, life_max=7, life=6, **aim
        ), aim


@pytest.mark.parametrize(
    ("damage", "sides", "plus"), [("1d6", (6,), 0), ("2d6", (6, 6), 0), ("9", (), 9), ("1d10+4", (10,), 4)]
)
def test_blow_odds_match_the_reference_model_for_any_damage_dice(damage, sides, plus):
    for target in grid(toughness=[0, 4], life_max=[9], life=[1, 9], blunt=FLAGS):
        assert typed_odds("combat.blow", damage=damage, **target) == expected_blow(sides, plus, **target), target


def test_blow_odds_match_resolving_every_face():
    assert typed_odds("combat.blow", damage="1d6") == enumerate_resolve("combat.blow", damage="1d6")


def test_missed_blow_rolls_no_damage_dice():
    assert rules_py.resolve("combat.blow", [1, 1, 1], reflexes=9, life=4).outcome == {
        "hit": False,
        "lost": 0,
        "life_left": 4,
        "stunned": False,
        "down": False,
        "state": "up",
    }


@pytest.mark.examples(15)
@pytest.mark.parametrize("aim", AIMS[::3], ids=str)
def test_takedown_odds_match_the_reference_model(aim):
    for target in grid(toughness=[0, 3], life_max=[12], life=[5, 12]):
        params = aim | target | {"horizon": 5}
        assert typed_odds("combat.takedown", damage="2d6", **params) == expected_takedown((6, 6), **params), params


@pytest.mark.parametrize(
    ("damage", "sides", "plus"),
    [("1d6", (6,), 0), ("9", (), 9), ("0", (), 0), ("1d20", (20,), 0), ("3d6", (6, 6, 6), 0)],
)
def test_takedown_odds_match_the_reference_model_for_any_dice(damage, sides, plus):
    for params in grid(life_max=[1, 15], life=[1], horizon=[1, 30]) + grid(life_max=[20], life=[14, 20], horizon=[8]):
        assert typed_odds("combat.takedown", damage=damage, **params) == expected_takedown(sides, plus, **params), (
            params
        )


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "target",
    [
        *grid(harm=["stunning", "deadly"], life_max=[9], life=[5, 9], deadly_so_far=[0]),
        *grid(harm=["stunning", "deadly"], life_max=[12], life=[4], deadly_so_far=[0, 3, 8]),
    ],
    ids=str,
)
def test_stunning_and_deadly_odds_match_the_reference_model(target):
    assert typed_odds("combat.blow", damage="2d6", **target) == expected_blow((6, 6), **target)
    for params in grid(horizon=[1, 4], toughness=[0, 3], stunned=FLAGS, blunt=FLAGS):
        assert typed_odds("combat.takedown", damage="2d6", **target, **params) == expected_takedown(
            (6, 6), **target, **params
        ), params


def test_deadly_damage_kills_where_stunning_damage_knocks_out():
    """50 points of damage against LIF 15."""
    hit = dict(attribute=15, damage=50, toughness=0)
    for mechanic in ("blow", "takedown"):

        def state(mechanic=mechanic, **params):
            return rules_py.resolve(f"combat.{mechanic}", [3, 3, 3], **hit, **params).outcome["state"]

        assert (state(), state(harm="stunning"), state(harm="deadly")) == ("unconscious", "unconscious", "dying")
        assert state(harm="deadly", life=4) == "dying"
    bare = {name: value for name, value in hit.items() if name != "attribute"}
    assert rules_py.roll("combat.blunt", harm="deadly", **bare).outcome["state"] == "dying"
    assert rules_py.roll("combat.blunt", **bare).outcome["state"] == "unconscious"


def test_dying_takes_deadly_damage_equal_to_full_life():
    """Sgt. Nelson has 11 of 19 stunning damage; then a bullet does 8, or 19."""
    nelson = dict(toughness=0, life_max=19, life=8, harm="deadly")
    for damage, state in ((7, "up"), (8, "unconscious"), (18, "unconscious"), (19, "dying")):
        assert rules_py.roll("combat.blunt", damage=damage, **nelson).outcome["state"] == state
    assert rules_py.roll("combat.blunt", damage=8, deadly_so_far=11, **nelson).outcome["state"] == "dying"
    assert rules_py.roll("combat.blunt", damage=8, deadly_so_far=10, **nelson).outcome["state"] == "unconscious"


@pytest.mark.parametrize("mechanic", ["blunt", "blow", "takedown"])
def test_earlier_deadly_damage_cannot_exceed_lost_life(mechanic):
    with pytest.raises(RulesError, match="^deadly_so_far: got 6, takes at most 5 with life_max=15 and life=10$"):
        rules_py.roll(f"combat.{mechanic}", life_max=15, life=10, deadly_so_far=6)


def test_first_blow_of_a_takedown_matches_a_single_blow():
    for aim in AIMS[::5]:
        first = typed_odds("combat.takedown", damage="3d6", life=6, **aim)["blows"].get(("int", 1), 0)
        assert first == typed_odds("combat.blow", damage="3d6", life=6, **aim)["down"].get(("bool", True), 0)


def takedown(faces, **params):
    return rules_py.resolve("combat.takedown", faces, **params).outcome["blows"]


def test_stunned_target_is_easier_to_hit_for_one_blow():
    hard = dict(reflexes=8, toughness=0, life_max=20, life=20, horizon=3)  # 12 to hit, 4 if the target is stunned
    assert takedown([4, 4, 4, 1, 1, 2], damage=11, **hard) == 2
    assert takedown([4, 4, 4, 4, 4, 3, 4, 4, 3], damage=10, **hard) == "later"
    assert takedown([4, 4, 4, 1, 1, 1, 4, 4, 3], damage=11, **hard) == "later"  # missed while the target was stunned


def test_off_guard_applies_only_to_the_first_blow():
    for unaware in ("surprised", "stunned"):
        params = dict(reflexes=8, toughness=0, damage=5, life=10, horizon=2) | {unaware: True}
        assert takedown([1, 1, 2, 4, 4, 3], **params) == "later"
        assert takedown([1, 1, 2, 4, 4, 4], **params) == 2


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("blow", {"life": 16}, "life"),
        ("takedown", {"life": 16}, "life"),
        ("blow", {"life": 0}, "life"),
        ("takedown", {"life": 0}, "life"),
        ("blow", {"damage": "1d6-3"}, "damage"),
        ("blow", {"damage": "2d"}, "damage"),
        ("takedown", {"horizon": 31}, "horizon"),
        ("takedown", {"toughness": 101}, "toughness"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(RulesError, match=f"^{named}: got .*takes"):
        rules_py.roll(f"combat.{mechanic}", **params)


@pytest.mark.parametrize("mechanic", ["blow", "takedown"])
def test_dice_count_is_limited_only_for_odds(mechanic):
    rules_py.roll(f"combat.{mechanic}", damage="1000d6")
    with pytest.raises(
        RulesError, match="^damage: got '1000d6', takes dice with at most 600 different totals where odds"
    ):
        rules_py.odds(f"combat.{mechanic}", damage="1000d6")


def test_too_expensive_takedown_is_rejected_only_for_odds():
    heavy = dict(damage="40d6", life_max=200, life=200, horizon=30)
    with pytest.raises(
        RulesError,
        match="^damage: got 40d6, takes dice with fewer different totals for odds over 30 blows against this much LIF$",
    ):
        rules_py.odds("combat.takedown", **heavy)
    assert rules_py.roll("combat.takedown", **heavy).outcome["blows"] in range(1, 31)


@pytest.mark.parametrize("damage", ["1d100", "10d6", "2d6*10"])
def test_takedown_odds_handle_high_life_and_many_dice(damage):
    assert sum(typed_odds("combat.takedown", damage=damage, life_max=200, life=200, toughness=8)["blows"].values()) == 1


def test_long_takedown_odds_match_the_reference_model():
    """The distributions are large enough for the odds to use packed subtraction."""
    params = dict(life_max=110, life=110, toughness=2, horizon=6, reflexes=6)
    assert typed_odds("combat.takedown", damage="5d6", **params) == expected_takedown((6,) * 5, **params)


FORMS = [
    {},
    *grid(attribute=[2, 7], reflexes=[1, 6], toughness=[0, 5], life=[8], surprised=FLAGS),
    dict(attribute=5, skill=4, modifier=-2, reflexes=5, def_bonus=3, toughness=2, life_max=21, life=17, stunned=True),
    *grid(harm=["deadly"], def_stays=[-2, 5], life=[10], deadly_so_far=[0, 3], surprised=FLAGS),
    dict(harm="deadly", blunt=False, toughness=5, life=10),
]


@pytest.mark.examples(10)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_calculator_answers_match_the_reference_model(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form | {"damage": "2d6"}
    assert set(given) == {"damage", *AIM, *TARGET}
    aim = {name: given[name] for name in AIM}
    both = {name: given[name] for name in AIM | TARGET}
    target = 10 + given["def_stays"]
    if not given["surprised"] and not given["stunned"]:
        target += given["reflexes"] + given["def_bonus"]
    added = given["attribute"] + given["skill"] + given["modifier"]
    found = {
        panel.title: add_types(answer.outcomes) for panel, answer in CALC.answer(CALC.check(form | {"damage": "2d6"}))
    }
    assert found == {
        "Life lost in one blow": expected_blow((6, 6), **both),
        "Blows until it is down": expected_takedown((6, 6), horizon=10, **both),
        "By how much it hits": count_outcomes(
            (6, 6, 6),
            lambda *faces: {
                "total": sum(faces) + added,
                "target": target,
                "hit": sum(faces) >= required_roll(**aim),
                "margin": sum(faces) + added - target,
            },
        ),
    }


def test_calculator_chances_have_the_expected_values():
    form = dict(attribute=15, damage="1d6", toughness=1, life_max=8, life=4)  # it can't miss, and does 0 to 5
    named = {
        panel.title: [chance.compute_probability(answer) for chance in panel.chances]
        for panel, answer in CALC.answer(CALC.check(form))
    }
    assert named == {
        "Life lost in one blow": [1, Fraction(5, 6), Fraction(1, 6), Fraction(2, 6), 0],
        "Blows until it is down": [Fraction(2, 6), 0],
        "By how much it hits": [1],
    }
    blow, takedown, _ = CALC.answer(CALC.check(form | {"harm": "deadly", "deadly_so_far": 2}))
    assert blow[0].chances[-1].compute_probability(blow[1]) == 0  # at most 5 of the 6 deadly damage still needed
    assert 0 < takedown[0].chances[-1].compute_probability(takedown[1]) < 1
    [(_, one_bullet), *_] = CALC.answer(CALC.check(form | {"harm": "deadly", "deadly_so_far": 4}))
    assert blow[0].chances[-1].compute_probability(one_bullet) == Fraction(2, 6)


@pytest.mark.parametrize(
    ("name", "value"), [("attribute", "16"), ("damage", "1d6-3"), ("life", "0"), ("stunned", "yes"), ("horizon", "3")]
)
def test_calculator_errors_name_the_parameter(name, value):
    with pytest.raises(RulesError, match=f"^{name}: "):
        CALC.check({name: value})
