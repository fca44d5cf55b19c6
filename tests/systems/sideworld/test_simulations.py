"""The simulation of Sideworld fights: the text's examples, scripted dice, and exact chances of tiny fights."""

from fractions import Fraction
from random import Random

import pytest

from tests.systems.scripted_dice import ScriptedDice
from tests.systems.sideworld.simulations import (
    PISTOL,
    SAFE,
    SWORD,
    Character,
    Weapon,
    join_characters,
    join_npcs,
    play,
    strike_unarmed,
    use_weapon,
)
from tests.systems.simulated_fights import SetUp, is_close, tally_wins


def make_character(weapon=None, **fields) -> Character:
    return Character.from_fields("Ann", join_characters("Ann", weapon, **fields).fields)


def d20(*faces: int) -> list[tuple[int, int]]:
    return [(face, 20) for face in faces]


@pytest.mark.parametrize(
    ("layers", "left", "layers_left"),
    [
        ([[5, 150]], 40, [(5, 135)]),  # the text's sword
        ([[1, 5]], 26, []),  # the text's crisps
        ([[21, 3]], 40, [(21, 3)]),
        ([[5, 10], [2, 4]], 40, [(2, 1)]),
        ([[5, 15], [0, 1]], 40, [(0, 1)]),
    ],
)
def test_armour_stops_20_damage(layers, left, layers_left):
    ben = make_character(layers=layers)
    ben.suffer(ScriptedDice((50, 100)), 20)
    assert (ben.left, ben.layers) == (left, layers_left)


def test_recoil_of_bills_rifle():
    rifle = Weapon(0, "2d6", rounds=10, vent=2, clip=30, loaded=30)
    rifle.fire(10)
    assert (rifle.recoil, rifle.loaded) == (8, 20)
    rifle.fire(1)
    assert rifle.recoil == 8


def test_recoil_comes_off_the_next_attack():
    ann, ben = make_character({**PISTOL, "bonus": 0}), make_character()
    use_weapon(ScriptedDice(*d20(11, 10), 1, 1), ann, ann.weapons[0], ben, [ben])
    use_weapon(ScriptedDice(*d20(11, 10), 1, 1), ann, ann.weapons[0], ben, [ben])
    assert ben.left == 38, "only the first shot is above"


@pytest.mark.parametrize("weapon", [SWORD, {**PISTOL, "steady": True}])
def test_swords_and_mounted_guns_have_no_recoil(weapon):
    assert not make_character(weapon).weapons[0].has_recoil


def test_empty_gun_is_reloaded_by_an_action():
    ann, ben = make_character({**PISTOL, "loaded": 0}), make_character()
    use_weapon(ScriptedDice(), ann, ann.weapons[0], ben, [ben])
    assert ann.weapons[0].loaded == 6


@pytest.mark.parametrize(
    ("rate", "rounds", "actions", "fired"), [(300, 300, 2, 150), (20, 3, 2, 3), (1, 10, 2, 10), (20, 20, 3, 6)]
)
def test_full_auto_divides_its_rate_by_the_actions(rate, rounds, actions, fired):
    assert Weapon(0, "1d4", rounds=rounds, rate=rate).count_rounds(actions) == fired


def test_unarmed_blow_adds_strength():
    ann, ben = make_character(strength=7), make_character()
    strike_unarmed(ScriptedDice(*d20(2, 1), (4, 10), (50, 100)), ann, ben)
    assert ben.left == 29
    strike_unarmed(ScriptedDice(*d20(9, 9)), ann, ben)
    assert ben.left == 29, "a tie misses"


def test_hurt_characters_have_half_their_attributes():
    ann, ben = make_character(strength=7, stamina_lost=21), make_character()
    strike_unarmed(ScriptedDice(*d20(7, 1), (4, 10)), ann, ben)
    assert ben.left == 33 and ann.is_up
    assert not make_character(stamina_lost=31).is_up and make_character(stamina_lost=30).is_up


@pytest.mark.parametrize(
    ("rolls", "dead"), [((91,), True), ((92,), True), ((93, 98), False), ((20, 1), True), ((20, 21), False)]
)
def test_severe_wounds_kill_by_brain_and_trunk(rolls, dead):
    ann = make_character(stamina=100)
    for rolled in rolls:
        ann.suffer(ScriptedDice((rolled, 100)), 26)
    assert ann.is_dead == dead


def test_quarter_of_stamina_is_not_severe():
    make_character().suffer(ScriptedDice(), 10)


@pytest.mark.parametrize(("dodge", "left"), [(9, 28), (10, 28), (20, 28), (21, 34), (29, 34), (30, 40)])
def test_blast_catches_near_misses(dodge, left):
    """A miss by 10 is 1 m wide at 10 m, half of the radius; a miss by 20 is out of it."""
    launcher = {"name": "Launcher", "bonus": 0, "damage": "12", "radius": 2, "steady": True}
    ann, ben = make_character(launcher), make_character(dodge=dodge, stamina=40)
    ben.stamina = 48  # so that 12 points are no severe wound
    use_weapon(ScriptedDice(*d20(5, 5)), ann, ann.weapons[0], ben, [ben])
    assert ben.left == left


def test_blast_rolls_its_damage_once_and_dodge_for_each():
    launcher = {"name": "Launcher", "bonus": 0, "damage": "1d6", "radius": 1, "steady": True}
    ann, others = make_character(launcher), [make_character(), make_character(dodge=0), make_character(dodge=40)]
    use_weapon(ScriptedDice(*d20(5, 4, 4, 4), 6), ann, ann.weapons[0], others[0], others)
    assert [each.left for each in others] == [34, 34, 40]


def chance_of_first(actions: int) -> Fraction:
    """Compute the chance of the first of two equals to act, if any hit decides."""
    turn = 1 - Fraction(210, 400) ** actions
    return turn / (1 - (1 - turn) ** 2)


@pytest.mark.parametrize("actions", [1, 2])
def test_exact_chance_if_any_hit_decides(actions):
    axe = {**SWORD, "damage": "40"}
    combatants = (join_characters("Ann", axe, actions=actions), join_npcs("Ben", axe, actions=actions), SAFE)
    first, win = Fraction(210, 400), chance_of_first(actions)  # in a tie Ann, who joined first
    fights = 4000
    wins = tally_wins(play, SetUp("tiny", combatants), fights)
    assert is_close(wins["unit"], fights, first * win + (1 - first) * (1 - win))


def test_side_of_doors_only_is_beaten():
    assert play(SetUp("tiny", (join_characters("Ann", SWORD), SAFE)), Random(1)).winner == "unit"
