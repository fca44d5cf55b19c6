"""The simulation of X-M.A.S. fights: scripted dice, and exact chances of tiny fights."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.rules_py.brute_force import typed_odds
from tests.systems.scripted_dice import ScriptedDice
from tests.systems.simulated_fights import SetUp, is_close, tally_wins
from tests.systems.xmas.reference_model import TWO_D6
from tests.systems.xmas.simulations import Enemy, Operator, attack, join_enemies, join_operators, play, share_out

HIT = Fraction(sum(ways for total, ways in TWO_D6.items() if total >= 7), 36)
BOB = Operator("Bob", 0, 3, False, False, 3, "1d6", "single", False)


def make_elite(left: int = 6) -> Enemy:
    return Enemy("Elite", left, 2, "1d6+2")


def make_grunts(*left: int) -> list[Enemy]:
    return [Enemy(f"Grunt {number}", each, 0, "1d4+1") for number, each in enumerate(left, 1)]


def test_extra_nice_doubles_before_armor():
    elite = make_elite()
    attack(ScriptedDice(6, 6, 3), replace(BOB), [elite])
    assert elite.left == 6 - (2 * 3 - 2)


@pytest.mark.parametrize(("ap", "left"), [(False, 5), (True, 4)])
def test_armor_leaves_one_point_and_stops_nothing_of_ap(ap, left):
    elite = make_elite()
    attack(ScriptedDice(4, 4, 2), replace(BOB, ap=ap), [elite])
    assert elite.left == left


def test_naughty_brings_a_hit_of_the_attacked_enemy():
    bob, enemies = replace(BOB), [make_elite(), *make_grunts(2)]
    attack(ScriptedDice(3, 3, (2, 4)), bob, enemies)
    assert bob.boxes_left == 0 and not bob.downed, "1D4 + 1 of the Grunt, which is the weakest"
    attack(ScriptedDice(1, 1, (1, 4)), bob, enemies)
    assert bob.downed and not bob.is_up


def test_blast_rolls_once_for_everybody():
    grunts = make_grunts(3, 2, 5)
    attack(ScriptedDice(4, 5, 3), replace(BOB, mode="blast"), grunts)
    assert [each.left for each in grunts] == [0, -1, 2]


def test_automatic_fire_is_shared_on_extra_nice_only():
    grunts = make_grunts(3, 2, 5)
    attack(ScriptedDice(5, 5, 4), replace(BOB, mode="auto"), grunts)
    assert [each.left for each in grunts] == [3, -2, 5]
    grunts = make_grunts(3, 2, 5)
    attack(ScriptedDice(6, 6, 5), replace(BOB, mode="auto"), grunts)
    assert [each.left for each in grunts] == [0, 0, 4]


def test_shares_meet_armor_one_by_one():
    enemies = [make_elite(3), *make_grunts(2)]
    share_out(7, enemies, ap=False)
    assert [each.left for each in enemies] == [0, 0]


def test_ghost_pays_for_each_attack_and_is_not_hurt():
    ghost, enemies = replace(BOB, ghost=True, spirit=2), [make_elite()]
    attack(ScriptedDice(1, 1, 6), ghost, enemies)
    assert (ghost.spirit, ghost.boxes_left, ghost.is_up) == (1, 3, True)
    attack(ScriptedDice(4, 4, 6), ghost, enemies)
    assert (ghost.spirit, ghost.is_up) == (0, False)


@pytest.mark.parametrize(
    ("fields", "chance"),
    [
        ({"wounds": 3}, HIT),  # the next hit downs the operator
        ({"ghost": True, "spirit": 1}, HIT),
        ({"ghost": True, "spirit": 3}, 1 - (1 - HIT) ** 3),
        ({"ghost": True, "spirit": 0}, Fraction(0)),
    ],
)
def test_exact_chance_against_cannon_fodder(fields, chance):
    fights = 4000
    set_up = SetUp("tiny", (join_operators("Bob", **fields), join_enemies("cannon-fodder")))
    assert is_close(tally_wins(play, set_up, fights)["squad"], fights, chance)


@pytest.mark.parametrize(
    ("mode", "operators", "kind", "enemies"),
    [("single", 1, "elite", 1), ("blast", 2, "grunt", 3), ("auto", 2, "captain", 2)],
)
def test_fights_of_equals_match_the_exact_odds(mode, operators, kind, enemies):
    """The order of the operators doesn't matter: as many Naughties down both, however they are spread."""
    odds = typed_odds("xmas.fight", mode=mode, operators=operators, enemy=kind, enemies=enemies)
    set_up = SetUp("equals", (join_operators("Bob", operators, mode=mode), join_enemies(kind, enemies)))
    fights = 4000
    assert is_close(tally_wins(play, set_up, fights)["squad"], fights, odds["winner"]["str", "squad"])
