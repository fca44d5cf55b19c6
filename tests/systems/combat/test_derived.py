"""The derived attributes, and what a fight does with each."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

import rules_py
from rules_py import RulesError
from tests.rules_py.brute_force import chances, grid, odds
from tests.systems.combat import reference_model

BOUGHT = [f"bought_{name}" for name in reference_model.DERIVED]


def outcome(mechanic_id, **params):
    roll = rules_py.roll(mechanic_id, **params)
    assert roll.faces == () or mechanic_id in ("combat.attack", "combat.initiative")
    return roll.outcome


def test_derived_over_all_scores_that_matter():
    for strength, reflexes, health, intellect, will in product([0, 1, 4, 7, 10, 15], repeat=5):
        build = dict(strength=strength, reflexes=reflexes, health=health, intellect=intellect, will=will)
        assert outcome("combat.derived", **build) == reference_model.derived(**build), build


@pytest.mark.parametrize("campaign", ["realistic", "cinematic"])
@pytest.mark.parametrize("name", list(reference_model.DERIVED))
def test_each_score_up_to_its_maximum_and_past_it(campaign, name):
    price, realistic, cinematic = reference_model.DERIVED[name]
    highest = realistic if campaign == "realistic" else cinematic
    base = outcome("combat.derived")[name]
    for score in (highest, highest + 1):
        params = {"campaign": campaign, f"bought_{name}": score - base}
        found = outcome("combat.derived", **params)
        assert found[name] == score
        assert found["cost"] == price * (score - base)
        assert found["over"] == ([name] if score > highest else [])
        assert found == reference_model.derived(**params)


def test_everything_bought_at_once():
    params = dict(zip(BOUGHT, (20, 9, 8, 61, 7)), campaign="cinematic")
    assert outcome("combat.derived", **params) == reference_model.derived(**params)
    assert outcome("combat.derived", **params)["cost"] == 20 * 5 + 9 * 3 + 8 * 5 + 61 * 2 + 7 * 5
    assert outcome("combat.derived", **params)["over"] == ["defense", "life"]
    assert outcome("combat.derived", **params | {"campaign": "realistic"})["over"] == list(reference_model.DERIVED)


def test_presence_changes_no_derived_attribute():
    assert outcome("combat.derived", presence=0) == outcome("combat.derived", presence=15) == outcome("combat.derived")


def test_a_calculation_has_odds_too():
    assert odds("combat.derived", will=9) == chances((), lambda: reference_model.derived(will=9))


def test_arelius_has_a_defense_of_17():
    assert outcome("combat.derived", reflexes=7)["defense"] == 17
    assert rules_py.resolve("combat.attack", [5, 5, 5], attribute=1, skill=1, reflexes=7).outcome == {
        "total": 17,
        "target": 17,
        "hit": True,
        "margin": 0,
    }


def test_sgt_nelson():
    nelson = outcome("combat.derived", strength=4, reflexes=6, health=5, will=5)
    assert nelson["move"] == 11 and nelson["over"] == ["move"]
    assert nelson["toughness"] == 5  # the example's 8 takes three points bought
    assert outcome("combat.derived", strength=4, will=5, bought_toughness=3)["toughness"] == 8
    assert outcome("combat.derived", health=3, will=5)["life"] == 19


@pytest.mark.parametrize(
    "params",
    [
        {"strength": 16},
        {"reflexes": -1},
        {"health": 16},
        {"presence": 16},
        {"intellect": 16},
        {"will": 16},
        {"campaign": "heroic"},
        {"bought_defense": -1},
        {"bought_life": 76},
        {"bought_move": "some"},
    ],
)
def test_what_the_calculator_refuses(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got .*takes"):
        rules_py.roll("combat.derived", **params)


def test_attack_against_every_fall_of_the_dice():
    for params in grid(
        attribute=[0, 3, 15],
        skill=[0, 6],
        modifier=[-3, 0],
        reflexes=[0, 3, 15],
        def_bonus=[-2, 0, 5],
        surprised=[False, True],
        stunned=[False, True],
    ):
        target = 10 if params["surprised"] or params["stunned"] else params["reflexes"] + 10 + params["def_bonus"]
        added = params["attribute"] + params["skill"] + params["modifier"]

        def rolled(*faces):
            total = sum(faces) + added
            return {"total": total, "target": target, "hit": total >= target, "margin": total - target}

        assert odds("combat.attack", **params) == chances((6, 6, 6), rolled), params


def test_off_guard_the_defense_is_10_whatever_raises_it():
    for unaware in ({"surprised": True}, {"stunned": True}, {"surprised": True, "stunned": True}):
        found = rules_py.resolve("combat.attack", [1, 1, 1], attribute=3, skill=4, reflexes=9, def_bonus=4, **unaware)
        assert found.outcome == {"total": 10, "target": 10, "hit": True, "margin": 0}


def test_what_is_not_ref_stays_off_guard():
    """DEF 10 + 7, of which the REF of 4 goes and the 3 that were bought stay."""

    def target(**params):
        return rules_py.resolve("combat.attack", [1, 1, 1], reflexes=4, def_stays=3, **params).outcome["target"]

    assert (target(), target(surprised=True), target(stunned=True)) == (17, 13, 13)
    assert (target(def_bonus=-2), target(def_bonus=-2, surprised=True)) == (15, 13)


@pytest.mark.parametrize(
    ("params", "acted", "loses"),
    [
        (dict(total=9, by_total=8), True, 2),
        (dict(total=7, by_total=8), False, 1),
        (dict(total=8, by_total=8, intellect=5, by_intellect=4), True, 2),
        (dict(total=8, by_total=8, intellect=4, by_intellect=5), False, 1),
        (dict(total=8, by_total=8, intellect=5, by_intellect=5), True, 2),  # both at once
        (dict(acted="yes", total=1, by_total=9), True, 2),
        (dict(acted="no", total=9, by_total=1), False, 1),
        (dict(acted="no", turn=7), False, 7),
        (dict(acted="yes", turn=7), True, 8),
    ],
)
def test_which_turn_a_stun_costs(params, acted, loses):
    assert outcome("combat.stun", **params) == {"acted": acted, "loses": loses, "acts_again": loses + 1}


def test_initiative_against_every_fall_of_the_die():
    for params in grid(reflexes=range(16), intellect=range(16), bonus=[-30, 0, 1, 30]):
        score = ceil((params["reflexes"] + params["intellect"]) / 2) + params["bonus"]
        assert odds("combat.initiative", **params) == chances(
            (6,), lambda face: {"initiative": score, "total": score + face, "tie_break": params["intellect"]}
        ), params


def test_initiative_takes_one_die():
    assert rules_py.resolve("combat.initiative", [6], reflexes=6, intellect=3).outcome == {
        "initiative": 5,
        "total": 11,
        "tie_break": 3,
    }
    for faces in ([], [7], [1, 1]):
        with pytest.raises(RulesError, match="^faces: "):
            rules_py.resolve("combat.initiative", faces)


def test_blunt_over_a_grid():
    for params in grid(
        damage=[*range(26), 1000], toughness=[0, 1, 5, 8], life_max=[1, 2, 9, 10, 19, 20], life=[0, 1, 9, 20]
    ):
        if params["life"] > params["life_max"]:
            continue
        through = params["damage"] - params["toughness"]
        through = max(0, through)
        left = params["life"] - through
        assert outcome("combat.blunt", **params) == {
            "lost": through,
            "life_left": max(0, left),
            "stunned": through > ceil(params["life_max"] / 2),
            "down": left <= 0,
            "state": "up" if left > 0 else "unconscious",
        }, params


def test_the_punch_that_sgt_nelson_takes():
    assert outcome("combat.blunt", damage=19, toughness=8, life_max=19, life=19) == {
        "lost": 11,
        "life_left": 8,
        "stunned": True,
        "down": False,
        "state": "up",
    }


def test_kyle_is_stunned_by_12_of_20_and_not_by_10():
    kyle = dict(toughness=5, life_max=20, life=20)
    assert outcome("combat.blunt", damage=17, **kyle) == {
        "lost": 12,
        "life_left": 8,
        "stunned": True,
        "down": False,
        "state": "up",
    }
    assert outcome("combat.blunt", damage=16, **kyle)["stunned"] is True
    assert outcome("combat.blunt", damage=15, **kyle) == {
        "lost": 10,
        "life_left": 10,
        "stunned": False,
        "down": False,
        "state": "up",
    }


def test_half_of_an_odd_life_rounds_up_before_it_has_to_be_exceeded():
    for lost, stunned in ((9, False), (10, False), (11, True)):
        assert outcome("combat.blunt", damage=lost, toughness=0, life_max=19, life=19)["stunned"] is stunned


def test_it_is_the_score_that_is_halved_not_what_is_left_of_it():
    assert outcome("combat.blunt", damage=9, toughness=0, life_max=20, life=9) == {
        "lost": 9,
        "life_left": 0,
        "stunned": False,
        "down": True,
        "state": "unconscious",
    }


def test_damage_up_to_toughness_is_shrugged_off():
    roll = rules_py.roll("combat.blunt", damage=8, toughness=8, life_max=19, life=12)
    assert roll.outcome == {"lost": 0, "life_left": 12, "stunned": False, "down": False, "state": "up"}
    assert roll.steps[0] == "8 - 8 (TGH) = 0: shrugged off."


def test_no_more_life_left_than_the_score():
    with pytest.raises(RulesError, match="^life: got 20, takes 0 to 19"):
        rules_py.roll("combat.blunt", life_max=19, life=20)


@pytest.mark.parametrize("params", [{"damage": -1}, {"toughness": -1}, {"life_max": 0}, {"life": -1}])
def test_what_a_blow_refuses(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got .*takes a whole number"):
        rules_py.roll("combat.blunt", **params)


def test_life_over_a_grid():
    for maximum, stunning, deadly in product([1, 2, 15, 19], range(24), range(24)):
        if deadly >= maximum:
            state = "dying"
        elif stunning + deadly >= maximum:
            state = "unconscious"
        else:
            state = "up"
        left = maximum - stunning - deadly
        assert outcome("combat.life", maximum=maximum, stunning=stunning, deadly=deadly) == {
            "left": max(0, left),
            "state": state,
        }


def test_sgt_nelson_is_unconscious_at_19_of_19_and_not_dying():
    assert outcome("combat.life", maximum=19, stunning=11, deadly=8) == {"left": 0, "state": "unconscious"}
    assert outcome("combat.life", maximum=19, stunning=10, deadly=8) == {"left": 1, "state": "up"}
    assert outcome("combat.life", maximum=19, stunning=1, deadly=18) == {"left": 0, "state": "unconscious"}
    assert outcome("combat.life", maximum=19, stunning=19) == {"left": 0, "state": "unconscious"}
    assert outcome("combat.life", maximum=19, deadly=19) == {"left": 0, "state": "dying"}


def test_move_over_every_score():
    for move, health in product(range(61), [0, 1, 5, 15]):
        expected = {"sprint_turns": health, "rest": health}
        for times, pace in enumerate(("walk", "run", "sprint"), 1):
            meters = times * move
            expected |= {
                pace: meters,
                f"{pace}_kph": Fraction(12 * meters, 10),
                f"{pace}_mph": Fraction(7 * meters, 10),
            }
        assert outcome("combat.move", move=move, health=health) == expected


def test_sgt_nelsons_move_has_the_speeds_of_the_table():
    found = outcome("combat.move", move=11, health=5)
    assert (found["walk"], found["run"], found["sprint"]) == (11, 22, 33)
    assert (found["walk_kph"], found["run_kph"], found["sprint_kph"]) == (
        Fraction(132, 10),
        Fraction(264, 10),
        Fraction(396, 10),
    )
    assert (found["walk_mph"], found["run_mph"], found["sprint_mph"]) == (
        Fraction(77, 10),
        Fraction(154, 10),
        Fraction(231, 10),
    )  # not 7.8 and 15.5
    assert (found["sprint_turns"], found["rest"]) == (5, 5)  # and not 6 turns


def test_speeds_are_exact_and_read_as_decimals():
    roll = rules_py.roll("combat.move", move=11, health=5)
    assert roll.to_dict()["outcome"]["run_kph"] == "132/5"
    assert roll.steps[1] == "Run 22 m a turn: 26.4 kph, 15.4 mph."


def test_past_the_tables_last_row_the_steps_go_on():
    found = outcome("combat.move", move=15)
    assert (found["sprint"], found["sprint_kph"], found["sprint_mph"]) == (45, 54, Fraction(63, 2))


@pytest.mark.parametrize("params", [{"move": -1}, {"move": 61}, {"health": 16}])
def test_what_move_refuses(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got"):
        rules_py.roll("combat.move", **params)
