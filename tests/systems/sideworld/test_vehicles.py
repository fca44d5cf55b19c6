"""Vehicles: risky manoeuvres, contests, weaving, turrets, ramming and crashes."""

from fractions import Fraction

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.sideworld.reference_model import FLAGS, save_result, sum_chances
from tests.systems.sideworld.test_combat import expected_attack

MODIFIERS = [0, -2, 0, 0, +3, +10, -2, -5, -10, -5, -7, -4]  # as printed, in order
SPARE_TRACKS = [6, 7, 8]
MANOEUVRES = [row.key for row in rules_py.table("sideworld.manoeuvres").rows]


@check_each("place", range(12))
def test_manoeuvre_odds_match_enumeration(place):
    for tracked in FLAGS:
        target = 12 + (0 if tracked and place in SPARE_TRACKS else MODIFIERS[place])
        assert typed_odds(
            "sideworld.drive", reactions=12, manoeuvre=MANOEUVRES[place], tracked=tracked
        ) == count_outcomes((20, 20), lambda first, second: save_result(target, first, second) | {"target": target})


@check_each("params", grid(manual=FLAGS, unskilled=FLAGS, levels_above=[0, 1, 5], handling=[-3, 0, 6]))
def test_drive_modifiers_add_up(params):
    target = 25 - 5 * params["manual"] - 10 * params["unskilled"] - 4 * params["levels_above"] + params["handling"]
    found = typed_odds("sideworld.drive", reactions=25, **params)
    assert found == count_outcomes(
        (20, 20), lambda first, second: save_result(target, first, second) | {"target": target}
    )


def test_manoeuvre_is_accepted_by_name():
    by_name = rules_py.resolve("sideworld.drive", [7], manoeuvre="sharp turn", manual=True, reactions=12)
    assert by_name.params["manoeuvre"] == "sharp-turn"
    assert by_name.outcome == {"result": "marginal", "target": 7, "roll": 7}


@pytest.mark.parametrize(("faces", "is_a_crash"), [([20, 20], True), ([3], True), ([2], False)])
def test_gap_manoeuvre_crashes_only_on_failure(faces, is_a_crash):
    follows = rules_py.resolve("sideworld.drive", faces, manoeuvre="small-gap").consequences
    assert ("A failure is a crash." in follows) == is_a_crash


@pytest.mark.parametrize("attack", ["ram-moving", "fixed-turret"])
def test_attack_manoeuvres_say_so_and_are_not_offered(attack):
    driven = rules_py.resolve("sideworld.drive", [7], manoeuvre=attack, reactions=14, manual=True)
    target = 14 - 5 + MODIFIERS[MANOEUVRES.index(attack)]
    assert driven.outcome["target"] == target
    assert driven.verdict == "This is an attack and not a Save"
    assert driven.consequences == (f"Roll to hit with {target} as the Attack.",)
    assert [(roll.mechanic, roll.preset_params) for roll in driven.next_rolls] == [
        ("sideworld.to-hit", {"attack": target})
    ]
    offered = next(each for each in rules_py.describe("sideworld.drive")["parameters"] if each["name"] == "manoeuvre")
    saves = [key for key in MANOEUVRES if key not in ("ram-moving", "fixed-turret")]
    assert offered["choices"] == list(find_mechanic("sideworld.drive").parameters["manoeuvre"].kind.names()) == saves


def test_drive_target_may_be_below_0():
    assert rules_py.resolve("sideworld.drive", [1], reactions=-10, manual=True).outcome["target"] == -15


def expected_reactions(reactions, manual=False, unskilled=False, levels_above=0, handling=0):
    """Compute a driver's Reactions from the text's modifiers."""
    return reactions - 5 * manual - 10 * unskilled - 4 * levels_above + handling


PILOTS = [dict(), dict(manual=True), dict(unskilled=True, handling=4), dict(levels_above=2, handling=-3)]


@pytest.mark.parametrize("yours", PILOTS)
@pytest.mark.parametrize("theirs", PILOTS)
def test_contest_counts_driver_and_vehicle_on_both_sides(yours, theirs):
    own, other = expected_reactions(12, **yours), expected_reactions(9, **theirs)
    params = yours | {f"opponent_{name}": value for name, value in theirs.items()}
    assert typed_odds("sideworld.contest", reactions=12, opponent=9, **params) == count_outcomes(
        (20, 20), lambda mine, another: {"win": mine + own > another + other}
    )


@check_each("params", grid(reactions=[-5, 0, 10, 40], opponent=[-8, 0, 11, 40]))
def test_contest_odds_match_enumeration(params):
    assert typed_odds("sideworld.contest", **params) == count_outcomes(
        (20, 20), lambda own, other: {"win": own + params["reactions"] > other + params["opponent"]}
    )


def test_contest_rolls_the_own_die_first():
    assert rules_py.resolve("sideworld.contest", [11, 10]).outcome == {"win": True}
    assert rules_py.resolve("sideworld.contest", [10, 10]).outcome == {"win": False}
    assert typed_odds("sideworld.contest", opponent=12) == enumerate_resolve("sideworld.contest", opponent=12)


@pytest.mark.parametrize("pilot", PILOTS)
@pytest.mark.parametrize(("kph", "top"), [(0, 0), (100, 50), (85, Fraction(85, 2))])
def test_weaving_halves_reactions_and_top_speed(pilot, kph, top):
    for reactions in (-3, 7, 24):
        found = rules_py.roll("sideworld.weave", reactions=reactions, kph=kph, **pilot).outcome
        assert found == {"dodge": expected_reactions(reactions, **pilot) // 2, "top_speed": top}


@pytest.mark.parametrize("pilot", PILOTS)
def test_turret_attack_uses_the_pilots_reactions(pilot):
    target = dict(damage="2d6", stamina=10, dodge=7, bonus=3, modifier=-6, layers=[(1, 2)])
    found = typed_odds("sideworld.turret", reactions=15, **target, **pilot)
    assert found == expected_attack(
        attack=expected_reactions(15, **pilot), **{name: value for name, value in target.items() if name != "damage"}
    )


def test_turret_has_no_recoil_and_its_blast_may_catch_the_target():
    names = {each["name"] for each in rules_py.describe("sideworld.turret")["parameters"]}
    assert not names & {"attack", "recoil", "parry"}
    assert rules_py.resolve("sideworld.turret", [10, 12], damage="20", radius=2, distance=10).outcome == {
        "hit": False,
        "delivered": 20,
        "state": "healthy",
        "severe": True,
        "caught": True,
    }
    with pytest.raises(rules_py.RulesError, match="^stamina_lost: "):
        rules_py.roll("sideworld.turret", stamina=5, stamina_lost=5)


def expected_ram(kph, hits):
    """Compute the odds of a ram that hits with probability `hits`."""

    def or_nothing(chances):
        found = {value: hits * chance for value, chance in chances.items()}
        found["int", 0] = found.get(("int", 0), 0) + 1 - hits
        return {value: chance for value, chance in found.items() if chance}

    vehicle, occupant = sum_chances([6] * 2 * (kph // 10)), [6] * 2 * (kph // 20)
    return {
        "hit": {("bool", what): chance for what, chance in ((True, hits), (False, 1 - hits)) if chance},
        "rammer": or_nothing(vehicle),
        "rammed": or_nothing(vehicle),
        "seated": or_nothing(sum_chances(occupant)),
        "unseated": or_nothing(sum_chances(occupant, times=4)),
    }


@pytest.mark.parametrize("pilot", PILOTS)
@pytest.mark.parametrize(("target", "modifier"), [("vehicle", -2), ("person", 0)])
@pytest.mark.parametrize("kph", [9, 19, 60])
def test_ram_odds_match_the_reference_model(pilot, target, modifier, kph):
    ahead = expected_reactions(14, **pilot) + modifier - 3 - 6
    hits = Fraction(sum(a + ahead > b for a in range(1, 21) for b in range(1, 21)), 400)
    assert typed_odds(
        "sideworld.ram", target=target, reactions=14, modifier=-3, dodge=6, kph=kph, **pilot
    ) == expected_ram(kph, hits)


def test_ram_rolls_one_crash_for_both_sides():
    hit = rules_py.resolve("sideworld.ram", [10, 7, 1, 2, 3, 4, 5, 6, 1, 3], kph=20)
    assert hit.outcome == {"hit": True, "rammer": 10, "rammed": 10, "seated": 11, "unseated": 16}
    missed = rules_py.resolve("sideworld.ram", [10, 18], kph=20)  # 10 + 10 - 2 against 18
    assert missed.outcome == {"hit": False, "rammer": 0, "rammed": 0, "seated": 0, "unseated": 0}
    assert rules_py.resolve("sideworld.ram", [10, 18], kph=0, target="person").outcome["hit"] is True


@pytest.mark.parametrize(
    ("kph", "tens", "twenties"),
    [
        (0, 0, 0),
        (9, 0, 0),
        (10, 1, 0),
        (19, 1, 0),
        (20, 2, 1),
        (39, 3, 1),
        (40, 4, 2),
        (60, 6, 3),
        (300, 30, 15),
        (1000, 100, 50),
    ],
)
def test_crash_dice_grow_with_speed(kph, tens, twenties):
    assert typed_odds("sideworld.crash", kph=kph) == {
        "vehicle": sum_chances([6] * 2 * tens),
        "seated": sum_chances([6] * 2 * twenties),
        "unseated": sum_chances([6] * 2 * twenties, times=4),
    }


def test_a_crash_rolls_vehicle_then_seated_then_unseated():
    assert rules_py.resolve("sideworld.crash", [1, 2, 3, 4, 5, 6, 1, 3], kph=20).outcome == {
        "vehicle": 10,
        "seated": 11,
        "unseated": 16,
    }
    assert rules_py.roll("sideworld.crash", kph=9).outcome == {"vehicle": 0, "seated": 0, "unseated": 0}


def test_crash_odds_at_300_kph_are_exact():
    found = rules_py.odds("sideworld.crash", kph=300)
    assert found.outcomes["vehicle"][60] == found.outcomes["vehicle"][360] == Fraction(1, 6**60)
    assert found.outcomes["unseated"][120] == Fraction(1, 6**30)
    assert found.mean == {"vehicle": 210, "seated": 105, "unseated": 420}


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("drive", {"manoeuvre": "loop"}, "manoeuvre"),
        ("drive", {"levels_above": 6}, "levels_above"),
        ("drive", {"manual": 1}, "manual"),
        ("contest", {"opponent": 41}, "opponent"),
        ("contest", {"reactions": -41}, "reactions"),
        ("ram", {"target": "wall"}, "target"),
        ("weave", {"kph": -1}, "kph"),
        ("turret", {"recoil": 3}, "recoil"),
        ("crash", {"kph": -1}, "kph"),
        ("crash", {"kph": 1001}, "kph"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
