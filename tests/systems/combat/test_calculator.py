"""One blow, how many of them, and the damage calculator: every answer reckoned by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from tests.rules_py.brute_force import chances, every_resolve, grid, odds, with_types

CALC = find_calculator("combat.calc")
FLAGS = [False, True]
AIM = dict(attribute=3, skill=3, modifier=0, reflexes=3, def_bonus=0, surprised=False, stunned=False, def_stays=0)
TARGET = dict(toughness=3, life_max=15, life=15, harm="stunning", deadly_so_far=0)


def needed(attribute, skill, modifier, reflexes, def_bonus, surprised, stunned, def_stays):
    """What 3D6 have to come to."""
    unaware = surprised or stunned
    return 10 + def_stays + (0 if unaware else reflexes + def_bonus) - attribute - skill - modifier


def state_by_hand(lost, life_max, life, harm, deadly_so_far, **_):
    """Up, unconscious, or dying because deadly damage alone is as much as the LIF score."""
    if lost < life:
        return "up"
    return "dying" if harm == "deadly" and deadly_so_far + lost >= life_max else "unconscious"


def blow_by_hand(sides, plus=0, **params):
    p = AIM | TARGET | params
    aim = {name: p[name] for name in AIM}

    def outcome_of(a, b, c, *damage):
        if a + b + c < needed(**aim):
            return {"hit": False, "lost": 0, "life_left": p["life"], "stunned": False, "down": False, "state": "up"}
        lost = max(0, sum(damage) + plus - p["toughness"])
        left = max(0, p["life"] - lost)
        return {
            "hit": True,
            "lost": lost,
            "life_left": left,
            "stunned": lost > ceil(p["life_max"] / 2),
            "down": left == 0,
            "state": state_by_hand(lost, **p),
        }

    return chances((6, 6, 6, *sides), outcome_of)


def taken_down_by_hand(sides, plus=0, horizon=12, **params):
    """Blows until no LIF is left: every target there may be, carried from blow to blow."""
    p = AIM | TARGET | params
    thrown = Counter(map(sum, product(range(1, 7), repeat=3)))
    rolled = Counter(
        max(0, sum(faces) + plus - p["toughness"]) for faces in product(*(range(1, most + 1) for most in sides))
    )
    space = sum(rolled.values())
    targets, found, states = {(0, p["surprised"], p["stunned"]): Fraction(1)}, {}, {}
    for number in range(1, horizon + 1):
        after = {}
        for (so_far, surprised, stunned), chance in targets.items():
            need = needed(**{name: p[name] for name in AIM} | {"surprised": surprised, "stunned": stunned})
            hit = Fraction(sum(ways for total, ways in thrown.items() if total >= need), 216)
            ways = [((so_far, False, False), 1 - hit)]
            for lost, share in rolled.items():
                ways.append(((so_far + lost, False, lost > ceil(p["life_max"] / 2)), hit * Fraction(share, space)))
            for target, way in ways:
                after[target] = after.get(target, 0) + chance * way
        targets = {}
        for target, chance in after.items():
            state = state_by_hand(target[0], **p)
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


def test_a_blow_against_every_fall_of_the_dice():
    for aim in AIMS[::2] + AIMS[1::6]:
        assert odds("combat.blow", damage="1d6+2", life_max=7, life=6, **aim) == blow_by_hand(
            (6,), 2, life_max=7, life=6, **aim
        ), aim


@pytest.mark.parametrize(
    ("damage", "sides", "plus"), [("1d6", (6,), 0), ("2d6", (6, 6), 0), ("9", (), 9), ("1d10+4", (10,), 4)]
)
def test_a_blow_with_any_damage_dice(damage, sides, plus):
    for target in grid(toughness=[0, 4], life_max=[9], life=[1, 9]):
        assert odds("combat.blow", damage=damage, **target) == blow_by_hand(sides, plus, **target), target


def test_the_odds_of_a_blow_are_those_of_resolving_every_fall():
    assert odds("combat.blow", damage="1d6") == every_resolve("combat.blow", damage="1d6")


def test_a_blow_that_misses_needs_no_damage_dice():
    assert rules_py.resolve("combat.blow", [1, 1, 1], reflexes=9, life=4).outcome == {
        "hit": False,
        "lost": 0,
        "life_left": 4,
        "stunned": False,
        "down": False,
        "state": "up",
    }


@pytest.mark.parametrize("aim", AIMS[::3], ids=str)
def test_how_long_a_target_lasts_by_hand(aim):
    for target in grid(toughness=[0, 3], life_max=[12], life=[5, 12]):
        params = aim | target | {"horizon": 5}
        assert odds("combat.takedown", damage="2d6", **params) == taken_down_by_hand((6, 6), **params), params


@pytest.mark.parametrize(
    ("damage", "sides", "plus"),
    [("1d6", (6,), 0), ("9", (), 9), ("0", (), 0), ("1d20", (20,), 0), ("3d6", (6, 6, 6), 0)],
)
def test_how_long_it_lasts_with_any_damage_dice(damage, sides, plus):
    for params in grid(life_max=[1, 15], life=[1], horizon=[1, 30]) + grid(life_max=[20], life=[14, 20], horizon=[8]):
        assert odds("combat.takedown", damage=damage, **params) == taken_down_by_hand(sides, plus, **params), params


@pytest.mark.parametrize(
    "target",
    [
        *grid(harm=["stunning", "deadly"], life_max=[9], life=[5, 9], deadly_so_far=[0]),
        *grid(harm=["stunning", "deadly"], life_max=[12], life=[4], deadly_so_far=[0, 3, 8]),
    ],
    ids=str,
)
def test_both_kinds_of_damage_by_hand(target):
    assert odds("combat.blow", damage="2d6", **target) == blow_by_hand((6, 6), **target)
    for params in grid(horizon=[1, 4], toughness=[0, 3], stunned=FLAGS):
        assert odds("combat.takedown", damage="2d6", **target, **params) == taken_down_by_hand(
            (6, 6), **target, **params
        ), params


def test_a_bullet_can_kill_where_a_fist_knocks_out():
    """50 points against LIF 15."""
    hit = dict(attribute=15, damage=50, toughness=0)
    for mechanic in ("blow", "takedown"):

        def state(mechanic=mechanic, **params):
            return rules_py.resolve(f"combat.{mechanic}", [3, 3, 3], **hit, **params).outcome["state"]

        assert (state(), state(harm="stunning"), state(harm="deadly")) == ("unconscious", "unconscious", "dying")
        assert state(harm="deadly", life=4) == "dying"
    bare = {name: value for name, value in hit.items() if name != "attribute"}
    assert rules_py.roll("combat.blunt", harm="deadly", **bare).outcome["state"] == "dying"
    assert rules_py.roll("combat.blunt", **bare).outcome["state"] == "unconscious"


def test_deadly_damage_has_to_take_all_of_it_alone():
    """Sgt. Nelson: 11 of 19 stunning, then a bullet for 8, or for 19."""
    nelson = dict(toughness=0, life_max=19, life=8, harm="deadly")
    for damage, state in ((7, "up"), (8, "unconscious"), (18, "unconscious"), (19, "dying")):
        assert rules_py.roll("combat.blunt", damage=damage, **nelson).outcome["state"] == state
    assert rules_py.roll("combat.blunt", damage=8, deadly_so_far=11, **nelson).outcome["state"] == "dying"
    assert rules_py.roll("combat.blunt", damage=8, deadly_so_far=10, **nelson).outcome["state"] == "unconscious"


@pytest.mark.parametrize("mechanic", ["blunt", "blow", "takedown"])
def test_no_more_deadly_damage_than_is_gone(mechanic):
    with pytest.raises(RulesError, match="^deadly_so_far: got 6, takes 0 to 5, which is life_max - life$"):
        rules_py.roll(f"combat.{mechanic}", life_max=15, life=10, deadly_so_far=6)


def test_one_of_many_blows_is_one_blow():
    for aim in AIMS[::5]:
        first = odds("combat.takedown", damage="3d6", life=6, **aim)["blows"].get(("int", 1), 0)
        assert first == odds("combat.blow", damage="3d6", life=6, **aim)["down"].get(("bool", True), 0)


def takedown(faces, **params):
    return rules_py.resolve("combat.takedown", faces, **params).outcome["blows"]


def test_a_stunned_target_is_easier_to_hit_once():
    hard = dict(reflexes=8, toughness=0, life_max=20, life=20, horizon=3)  # 12 to hit, 4 when it is stunned
    assert takedown([4, 4, 4, 1, 1, 2], damage=11, **hard) == 2
    assert takedown([4, 4, 4, 4, 4, 3, 4, 4, 3], damage=10, **hard) == "later"
    assert takedown([4, 4, 4, 1, 1, 1, 4, 4, 3], damage=11, **hard) == "later"  # missed while it was stunned


def test_off_guard_holds_for_the_first_blow():
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
def test_refusals_name_the_parameter(mechanic, params, named):
    with pytest.raises(RulesError, match=f"^{named}: got .*takes"):
        rules_py.roll(f"combat.{mechanic}", **params)


@pytest.mark.parametrize("mechanic", ["blow", "takedown"])
def test_any_number_of_dice_rolls_and_only_odds_are_limited(mechanic):
    rules_py.roll(f"combat.{mechanic}", damage="1000d6")
    with pytest.raises(
        RulesError, match="^damage: got '1000d6', takes dice with at most 600 different totals where odds"
    ):
        rules_py.odds(f"combat.{mechanic}", damage="1000d6")


def test_what_takes_too_long_is_refused_for_odds_alone():
    heavy = dict(damage="40d6", life_max=200, life=200, horizon=30)
    with pytest.raises(
        RulesError,
        match="^damage: got 40d6, takes dice with fewer different totals against so much LIF where odds "
        "over 30 blows are asked for$",
    ):
        rules_py.odds("combat.takedown", **heavy)
    assert rules_py.roll("combat.takedown", **heavy).outcome["blows"] in range(1, 31)


@pytest.mark.parametrize("damage", ["1d100", "10d6", "2d6*10"])
def test_much_life_and_many_dice_are_answered(damage):
    assert sum(odds("combat.takedown", damage=damage, life_max=200, life=200, toughness=8)["blows"].values()) == 1


def test_a_long_fight_by_hand():
    """Far enough for the odds to be reckoned side by side."""
    params = dict(life_max=110, life=110, toughness=2, horizon=6, reflexes=6)
    assert odds("combat.takedown", damage="5d6", **params) == taken_down_by_hand((6,) * 5, **params)


FORMS = [
    {},
    *grid(attribute=[2, 7], reflexes=[1, 6], toughness=[0, 5], life=[8], surprised=FLAGS),
    dict(attribute=5, skill=4, modifier=-2, reflexes=5, def_bonus=3, toughness=2, life_max=21, life=17, stunned=True),
    *grid(harm=["deadly"], def_stays=[-2, 5], life=[10], deadly_so_far=[0, 3], surprised=FLAGS),
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_answer_by_hand(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form | {"damage": "2d6"}
    assert set(given) == {"damage", *AIM, *TARGET}
    aim = {name: given[name] for name in AIM}
    both = {name: given[name] for name in AIM | TARGET}
    target = 10 + given["def_stays"]
    if not given["surprised"] and not given["stunned"]:
        target += given["reflexes"] + given["def_bonus"]
    added = given["attribute"] + given["skill"] + given["modifier"]
    found = {
        panel.title: with_types(answer.outcomes) for panel, answer in CALC.answer(CALC.check(form | {"damage": "2d6"}))
    }
    assert found == {
        "Life lost in one blow": blow_by_hand((6, 6), **both),
        "Blows until it is down": taken_down_by_hand((6, 6), horizon=10, **both),
        "By how much it hits": chances(
            (6, 6, 6),
            lambda *faces: {
                "total": sum(faces) + added,
                "target": target,
                "hit": sum(faces) >= needed(**aim),
                "margin": sum(faces) + added - target,
            },
        ),
    }


def test_the_named_chances():
    form = dict(attribute=15, damage="1d6", toughness=1, life_max=8, life=4)  # it can't miss, and takes 0 to 5
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
    assert blow[0].chances[-1].compute_probability(blow[1]) == 0  # 4 or 5 of the 6 that deadly damage still needs
    assert 0 < takedown[0].chances[-1].compute_probability(takedown[1]) < 1
    [(_, one_bullet), *_] = CALC.answer(CALC.check(form | {"harm": "deadly", "deadly_so_far": 4}))
    assert blow[0].chances[-1].compute_probability(one_bullet) == Fraction(2, 6)


@pytest.mark.parametrize(
    ("name", "value"), [("attribute", "16"), ("damage", "1d6-3"), ("life", "0"), ("stunned", "yes"), ("horizon", "3")]
)
def test_the_calculator_refuses_by_name(name, value):
    with pytest.raises(RulesError, match=f"^{name}: "):
        CALC.check({name: value})
