"""The derived attributes and their effects in a fight."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

import rules_py
from rules_py import RulesError
from tests.rules_py.brute_force import count_outcomes, grid, typed_odds
from tests.systems.combat import reference_model

BOUGHT = [f"bought_{name}" for name in reference_model.DERIVED]


def outcome(mechanic_id, **params):
    roll = rules_py.roll(mechanic_id, **params)
    assert roll.faces == () or mechanic_id in ("combat.attack", "combat.initiative")
    return roll.outcome


def test_derived_attributes_match_the_reference_model():
    for strength, reflexes, health, intellect, will in product([0, 1, 4, 7, 10, 15], repeat=5):
        build = dict(strength=strength, reflexes=reflexes, health=health, intellect=intellect, will=will)
        assert outcome("combat.derived", **build) == reference_model.derive_scores(**build), build


@pytest.mark.parametrize("campaign", ["realistic", "cinematic"])
@pytest.mark.parametrize("name", list(reference_model.DERIVED))
def test_scores_above_their_maximum_are_reported(campaign, name):
    price, realistic, cinematic = reference_model.DERIVED[name]
    highest = realistic if campaign == "realistic" else cinematic
    base = outcome("combat.derived")[name]
    for score in (highest, highest + 1):
        params = {"campaign": campaign, f"bought_{name}": score - base}
        found = outcome("combat.derived", **params)
        assert found[name] == score
        assert found["cost"] == price * (score - base)
        assert found["over"] == ([name] if score > highest else [])
        assert found == reference_model.derive_scores(**params)


def test_buying_all_derived_attributes_matches_the_reference_model():
    params = dict(zip(BOUGHT, (20, 9, 8, 61, 7)), campaign="cinematic")
    assert outcome("combat.derived", **params) == reference_model.derive_scores(**params)
    assert outcome("combat.derived", **params)["cost"] == 20 * 5 + 9 * 3 + 8 * 5 + 61 * 2 + 7 * 5
    assert outcome("combat.derived", **params)["over"] == ["defense", "life"]
    assert outcome("combat.derived", **params | {"campaign": "realistic"})["over"] == list(reference_model.DERIVED)


def test_presence_changes_no_derived_attribute():
    assert outcome("combat.derived", presence=0) == outcome("combat.derived", presence=15) == outcome("combat.derived")


def test_derived_attributes_have_certain_odds():
    assert typed_odds("combat.derived", will=9) == count_outcomes((), lambda: reference_model.derive_scores(will=9))


def test_arelius_has_a_defense_of_17():
    assert outcome("combat.derived", reflexes=7)["defense"] == 17
    assert rules_py.resolve("combat.attack", [5, 5, 5], attribute=1, skill=1, reflexes=7).outcome == {
        "total": 17,
        "target": 17,
        "hit": True,
        "margin": 0,
    }


def test_sgt_nelsons_derived_attributes_match_the_example():
    nelson = outcome("combat.derived", strength=4, reflexes=6, health=5, will=5)
    assert nelson["move"] == 11 and nelson["over"] == ["move"]
    assert nelson["toughness"] == 5  # the example's 8 includes three bought points
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
def test_derived_rejects_invalid_parameters(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got .*takes"):
        rules_py.roll("combat.derived", **params)


def test_attack_odds_match_enumeration():
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

        assert typed_odds("combat.attack", **params) == count_outcomes((6, 6, 6), rolled), params


def test_off_guard_defense_is_10():
    for unaware in ({"surprised": True}, {"stunned": True}, {"surprised": True, "stunned": True}):
        found = rules_py.resolve("combat.attack", [1, 1, 1], attribute=3, skill=4, reflexes=9, def_bonus=4, **unaware)
        assert found.outcome == {"total": 10, "target": 10, "hit": True, "margin": 0}


def test_bought_defense_still_counts_off_guard():
    """A DEF of 10 + 4 + 3 loses the 4 from REF but keeps the 3 that were bought."""

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
        (dict(total=8, by_total=8, intellect=5, by_intellect=5), True, 2),  # both at the same time
        (dict(acted="yes", total=1, by_total=9), True, 2),
        (dict(acted="no", total=9, by_total=1), False, 1),
        (dict(acted="no", turn=7), False, 7),
        (dict(acted="yes", turn=7), True, 8),
    ],
)
def test_stun_costs_the_correct_turn(params, acted, loses):
    assert outcome("combat.stun", **params) == {"acted": acted, "loses": loses, "acts_again": loses + 1}


def test_initiative_odds_match_enumeration():
    for params in grid(reflexes=range(16), intellect=range(16), bonus=[-30, 0, 1, 30]):
        score = ceil((params["reflexes"] + params["intellect"]) / 2) + params["bonus"]
        assert typed_odds("combat.initiative", **params) == count_outcomes(
            (6,), lambda face: {"initiative": score, "total": score + face, "tie_break": params["intellect"]}
        ), params


def test_initiative_rolls_one_die():
    assert rules_py.resolve("combat.initiative", [6], reflexes=6, intellect=3).outcome == {
        "initiative": 5,
        "total": 11,
        "tie_break": 3,
    }
    for faces in ([], [7], [1, 1]):
        with pytest.raises(RulesError, match="^faces: "):
            rules_py.resolve("combat.initiative", faces)


def test_blunt_damage_matches_the_formula():
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


def test_punch_at_sgt_nelson_matches_the_example():
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


def test_stun_takes_more_than_half_of_life_rounded_up():
    for lost, stunned in ((9, False), (10, False), (11, True)):
        assert outcome("combat.blunt", damage=lost, toughness=0, life_max=19, life=19)["stunned"] is stunned


def test_stun_threshold_uses_full_life_not_remaining_life():
    assert outcome("combat.blunt", damage=9, toughness=0, life_max=20, life=9) == {
        "lost": 9,
        "life_left": 0,
        "stunned": False,
        "down": True,
        "state": "unconscious",
    }


def test_damage_up_to_toughness_has_no_effect():
    roll = rules_py.roll("combat.blunt", damage=8, toughness=8, life_max=19, life=12)
    assert roll.outcome == {"lost": 0, "life_left": 12, "stunned": False, "down": False, "state": "up"}
    assert roll.steps[0] == "8 - 8 (TGH) = 0: shrugged off."


def test_remaining_life_cannot_exceed_the_score():
    with pytest.raises(RulesError, match="^life: got 20, takes at most 19"):
        rules_py.roll("combat.blunt", life_max=19, life=20)


@pytest.mark.parametrize("params", [{"damage": -1}, {"toughness": -1}, {"life_max": 0}, {"life": -1}])
def test_blunt_rejects_invalid_parameters(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got .*takes a whole number"):
        rules_py.roll("combat.blunt", **params)


def test_life_state_matches_the_formula():
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


def test_move_distances_match_the_formula():
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


def test_sgt_nelsons_move_matches_the_table():
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
    )  # rounded from exact values, not 7.8 and 15.5
    assert (found["sprint_turns"], found["rest"]) == (5, 5)  # not 6 turns


def test_speeds_are_exact_fractions_shown_as_decimals():
    roll = rules_py.roll("combat.move", move=11, health=5)
    assert roll.to_dict()["outcome"]["run_kph"] == "132/5"
    assert roll.steps[1] == "Run 22 m a turn: 26.4 kph, 15.4 mph."


def test_move_above_the_table_continues_its_steps():
    found = outcome("combat.move", move=15)
    assert (found["sprint"], found["sprint_kph"], found["sprint_mph"]) == (45, 54, Fraction(63, 2))


@pytest.mark.parametrize("params", [{"move": -1}, {"move": 61}, {"health": 16}])
def test_move_rejects_invalid_parameters(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got"):
        rules_py.roll("combat.move", **params)
