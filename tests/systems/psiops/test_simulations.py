"""The simulation of PSIOPS fights: the text's examples, scripted dice, and exact chances of tiny fights."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules_py.play.forecast import forecast
from rules_py.registry.play import create_fight
from tests.systems.psiops.reference_model import dice_sides, keep_dice
from tests.systems.psiops.simulations import (
    GRENADE,
    RIFLE,
    Enemy,
    Operative,
    Swarm,
    attack,
    check_morale,
    join_enemies,
    join_operatives,
    join_swarm,
    play,
    play_enemies_turn,
    play_operatives_turn,
)
from tests.systems.scripted_dice import ScriptedDice
from tests.systems.simulated_fights import SetUp, is_close


def make_operative(name: str = "Ann", **fields) -> Operative:
    return Operative.from_fields(name, join_operatives(name, **fields).fields)


def make_enemy(name: str = "Guard", **fields) -> Enemy:
    return Enemy.from_fields(name, join_enemies(**fields).fields)


def make_swarm(size: int, lost: int = 0) -> Swarm:
    swarm = Swarm.from_fields("Swarm", join_swarm(size).fields)
    swarm.hp -= lost
    return swarm


def test_swarm_of_the_text_shrinks():
    swarm = make_swarm(14)
    assert (swarm.protection, swarm.damage, swarm.attacks) == (3, 2, 4)
    swarm.hits["Ann"] = 5
    swarm.suffer()
    assert (swarm.hp, swarm.protection, swarm.damage, swarm.attacks) == (9, 2, 1, 3)


@pytest.mark.parametrize(
    ("faces", "attribute", "damage", "ammo"),
    [((3, 3), 0, 0, 5), ((3, 4), 0, 5, 5), ((4, 6), 0, 8, 6), ((5, 6), 2, 13, 6)],
)
def test_bands_of_an_attack(faces, attribute, damage, ammo):
    ann, guard = make_operative(tactics=attribute), make_enemy()
    attack(ScriptedDice(*faces), ann, guard, [guard], False)
    assert (guard.hits["Ann"], ann.weapons[0].ammo) == (damage, ammo)


def test_second_attack_drops_the_highest_die():
    ann, guard = make_operative(), make_enemy()
    attack(ScriptedDice(6, 3, 3), ann, guard, [guard], True)
    assert guard.hits["Ann"] == 0


def test_armor_and_cover_come_off():
    ann, guard = make_operative(cover=1), make_enemy(armor=1, cover=2)
    attack(ScriptedDice(4, 6), ann, guard, [guard], False)
    assert guard.hits["Ann"] == 6 + 2 - 1 - 1 - 2


def test_grenade_hits_everybody_and_is_gone():
    ann, guards = make_operative(weapons=(GRENADE, RIFLE)), [make_enemy("Guard 1"), make_enemy("Guard 2", armor=2)]
    attack(ScriptedDice(5, 6), ann, guards[0], guards, False)  # 11 - 1 for throwing it
    assert [each.hits["Ann"] for each in guards] == [7, 5]
    attack(ScriptedDice(6, 6), ann, guards[0], guards, False)
    assert [each.hits["Ann"] for each in guards] == [15, 5], "then the rifle"


def test_empty_weapons_do_not_fire():
    ann, guard = make_operative(weapons=({**RIFLE, "ammo": 0},)), make_enemy()
    attack(ScriptedDice(), ann, guard, [guard], False)
    assert not guard.hits


def test_highest_attacker_counts_with_both_attacks():
    operatives, guard = [make_operative("Ann"), make_operative("Ben")], make_enemy(hp=20, max_hp=20)
    play_operatives_turn(ScriptedDice(4, 6, 5, 5, 3, 3, 4, 1, 1, 1), operatives, [guard], 2)
    assert guard.hp == 20 - (8 + 5), "8 and 5 of Ann; 5 and nothing of Ben don't count"


def test_operatives_who_lose_initiative_wait_for_the_second_round():
    ann, guard = make_operative(), make_enemy()
    ann.acts_first = False
    play_operatives_turn(ScriptedDice(), [ann], [guard], 1)
    assert guard.hp == 6


def test_one_roll_for_hits_of_6_5_and_8():
    ann = make_operative()
    ann.hits.update({"Guard 1": 6, "Guard 2": 5, "Guard 3": 8})
    dice = ScriptedDice(4, 4)
    ann.suffer(dice)
    assert dice.faces_left == 0 and not ann.is_up, "8 less 2 past zero is 6"


@pytest.mark.parametrize(
    ("faces", "hp", "is_up"), [((3, 3), 0, False), ((3, 4, 3, 4), 1, True), ((3, 4, 3, 3), 1, False)]
)
def test_roll_at_0_hp(faces, hp, is_up):
    ann = make_operative()
    ann.hits["Guard"] = 6
    ann.suffer(ScriptedDice(*faces))
    assert (ann.hp, ann.max_hp, ann.is_up) == (hp, 5, is_up)


def test_rally_and_last_injury():
    ann = make_operative(strength=3)
    ann.hits["Guard"] = 6
    ann.suffer(ScriptedDice(4, 6))
    assert (ann.hp, ann.max_hp, ann.is_up) == (4, 5, True)
    frail = make_operative(strength=3, hp=1, max_hp=1)
    frail.hits["Guard"] = 1
    frail.suffer(ScriptedDice(6, 6))
    assert not frail.is_up


def test_critical_defense_gives_advantage_on_the_next_action_roll():
    ann, guard = make_operative(reflexes=3), make_enemy()
    ann.defend(ScriptedDice(5, 5), guard)
    assert ann.next_advantage and not ann.hits
    ann.defend(ScriptedDice(1, 1, 5), guard)
    assert ann.hits["Guard"] == 1 + 2 and not ann.next_advantage


def test_swarm_attacks_the_weakest_targets_once():
    operatives = [make_operative("Ann"), make_operative("Ben", hp=5), make_operative("Cy", hp=4)]
    play_enemies_turn(ScriptedDice(3, 3, 3, 3), operatives, [make_swarm(6)])
    assert [each.hp for each in operatives] == [6, 2, 1]


@pytest.mark.parametrize(("face", "acts"), [(1, True), (2, False)])
def test_pinned_enemy_acts_after_a_morale_check_only(face, acts):
    ann, guard = make_operative(), make_enemy(morale=2, cover=1, pinned=4)
    play_enemies_turn(ScriptedDice(face, *((5, 5, 5, 5) if acts else ())), [ann], [guard])
    assert (guard.hp, guard.pinned) == ((2, 0) if acts else (6, 4))


def test_pinned_fanatic_needs_no_check():
    ann, guard = make_operative(), make_enemy(pinned=4, never_checks=True)
    play_enemies_turn(ScriptedDice(5, 5, 5, 5), [ann], [guard])
    assert guard.hp == 2


def test_group_checks_at_the_first_loss_and_at_half():
    guards = [make_enemy(f"Guard {number}", morale=morale) for number, morale in enumerate((4, 3, 5, 4))]
    check_morale(ScriptedDice(), guards)
    guards[0].hp = 0
    check_morale(ScriptedDice(2), guards)
    check_morale(ScriptedDice(), guards)
    guards[2].hp = 0
    check_morale(ScriptedDice(3), guards)
    assert [each.routed for each in guards] == [False, True, False, True]


def test_one_check_is_enough_for_two():
    guards = [make_enemy(f"Guard {number}") for number in range(4)]
    guards[0].hp = guards[1].hp = 0
    check_morale(ScriptedDice(2), guards)
    check_morale(ScriptedDice(), guards)
    assert not any(each.routed for each in guards)


def test_leader_lends_morale_while_up():
    leader, recruits = make_enemy("Leader", morale=5, leads=True), [make_enemy(f"R{n}", morale=1) for n in range(4)]
    recruits[0].hp = 0
    check_morale(ScriptedDice(4), [leader, *recruits])
    leader.hp = recruits[1].hp = 0
    check_morale(ScriptedDice(1), [leader, *recruits])
    assert recruits[2].routed


def test_lone_foe_checks_at_its_first_wound():
    guard = make_enemy()
    guard.hp = 5
    check_morale(ScriptedDice(3), [guard])
    assert guard.routed
    fanatic = make_enemy(never_checks=True)
    fanatic.hp = 1
    check_morale(ScriptedDice(), [fanatic])


def chance(least: int, disadvantage: bool = False) -> Fraction:
    """Compute the chance of an action roll of at least this much."""
    sides = dice_sides(False, disadvantage)
    falls = [sum(keep_dice(faces, False)) for faces in product(range(1, 7), repeat=len(sides))]
    return Fraction(sum(total >= least for total in falls), len(falls))


def test_exact_chance_of_a_hit_in_the_first_round():
    """Any hit decides, and nothing hurts the operative."""
    combatants = (
        join_operatives("Ann", armor=3, cover=3, weapons=({**RIFLE, "damage": 4, "ammo": 6},)),
        join_enemies(hp=1, max_hp=1, damage=-1, never_checks=True),
    )
    rng, fights = Random(3), 4000
    rounds = [play(SetUp("tiny", combatants), rng).rounds for _ in range(fights)]
    hit = 1 - (1 - chance(7)) * (1 - chance(7, True))
    assert is_close(rounds.count(1), fights, chance(7) * hit)
    assert is_close(rounds.count(2), fights, (1 - chance(7) * hit) * hit)


def forecast_certain_end(*combatants: dict) -> dict[int, Fraction]:
    """Return the chances of each last round of a fight with these sheets."""
    fight = create_fight("psiops")
    for number, each in enumerate(combatants):
        fight = fight.apply({"event": "join", "who": f"c{number}", "sheet": each})
    return forecast(fight, at_most=20, seed=1).round_chances


STUNNED = [{"name": "Stunned", "kind": "stunned", "rounds": 9}]


def test_round_of_a_forecast_is_the_one_of_the_last_blow_not_of_the_roll_after_it():
    """Ada can't act or defend: a failure's damage is 5 or more, so that 2D6 - 3 - 4 or more kills her in round 1."""
    scores = dict.fromkeys(("strength", "reflexes", "tactics", "willpower"), -3)
    ada = {"sheet": "psiops.operative", "fields": {"name": "Ada", "hp": 1, "lasting": STUNNED, **scores}}
    guard = {"sheet": "psiops.enemy", "fields": {"name": "Guard", "damage": 4, "hp": 40, "max_hp": 40}}
    assert forecast_certain_end(ada, guard) == {1: 1}


def test_fire_that_takes_out_the_last_enemy_at_the_end_of_a_round_ends_that_round():
    burning = [*STUNNED, {"name": "Burning", "kind": "burning", "rounds": 9}]
    ada = {"sheet": "psiops.operative", "fields": {"name": "Ada", "lasting": STUNNED}}
    guard = {
        "sheet": "psiops.enemy",
        "fields": {"name": "Guard", "hp": 2, "max_hp": 9, "never_checks": True, "lasting": burning},
    }
    assert forecast_certain_end(ada, guard) == {2: 1}
