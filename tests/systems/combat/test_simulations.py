"""The simulation of COMBAT! fights: the text's examples, scripted dice, and exact chances of tiny fights."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.systems.combat.simulations import (
    NELSON,
    PISTOL,
    Combatant,
    act_together,
    join_characters,
    join_enemies,
    play,
)
from tests.systems.scripted_dice import ScriptedDice
from tests.systems.simulated_fights import SetUp, is_close, tally_wins


def make_nelson() -> Combatant:
    return Combatant.from_character("Nelson", NELSON.fields)


def make_enemy(**fields) -> Combatant:
    return Combatant.from_enemy("Enemy", join_enemies("Enemy", **fields).fields)


def test_sgt_nelson_is_out_after_a_punch_and_a_shot():
    nelson, brute = make_nelson(), make_enemy(damage="19", harm="stunning")
    shooter = make_enemy(damage="8", harm="deadly")
    assert (nelson.toughness, nelson.life) == (8, 19)
    nelson.suffer(brute.roll_blow(ScriptedDice(6, 6, 6), nelson))
    assert nelson.life_left == 8 and nelson.is_up
    nelson.suffer(shooter.roll_blow(ScriptedDice(6, 6, 6), nelson))
    assert nelson.life_left == 0 and not nelson.is_up


def test_kyles_character_is_stunned():
    kyle = make_enemy(toughness=5, life=20)
    kyle.suffer(make_enemy(damage="17").roll_blow(ScriptedDice(6, 6, 6), kyle))
    assert (kyle.life_left, kyle.is_stunned) == (8, True)


@pytest.mark.parametrize(
    ("life", "lost", "stunned"), [(20, 10, False), (20, 11, True), (19, 10, False), (19, 11, True)]
)
def test_more_than_half_the_life_score_stuns(life, lost, stunned):
    hit = make_enemy(life=life)
    hit.suffer(lost)
    assert hit.is_stunned == stunned


@pytest.mark.parametrize(("acted", "turns"), [(False, 1), (True, 2)])
def test_stun_costs_the_next_action(acted, turns):
    hit = replace(make_enemy(), has_acted=acted)
    hit.suffer(9)
    assert hit.stunned_turns == turns


def test_stun_takes_reflexes_but_not_what_was_bought():
    hit = make_enemy(def_bonus=2, initiative_bonus=1)
    assert hit.defense == 15 and hit.roll_initiative(ScriptedDice(4)) == (8, 3)
    hit.suffer(9)
    assert hit.defense == 12 and hit.roll_initiative(ScriptedDice(4)) == (5, 0)


@pytest.mark.parametrize(("faces", "hits"), [((2, 2, 3), True), ((2, 2, 2), False)])
def test_attack_meets_or_beats_defense(faces, hits):
    shooter = make_enemy(damage="5", harm="deadly")
    assert shooter.roll_blow(ScriptedDice(*faces), make_enemy()) == (5 if hits else 0)


def test_both_who_act_at_the_same_time_act_and_lose_the_next_action():
    ours, theirs = make_enemy(damage="13"), make_enemy(damage="13")
    act_together(ScriptedDice(*(6,) * 6), [("team", ours), ("enemies", theirs)], {"team": [ours], "enemies": [theirs]})
    assert (ours.life_left, ours.stunned_turns) == (theirs.life_left, theirs.stunned_turns) == (5, 2)


def test_stunned_combatant_does_not_act():
    ours, theirs = make_enemy(), make_enemy()
    ours.suffer(9)
    act_together(ScriptedDice(), [("team", ours)], {"team": [ours], "enemies": [theirs]})
    assert theirs.life_left == 15 and ours.has_acted


def chance_to_hit() -> Fraction:
    return Fraction(sum(sum(faces) + 6 >= 13 for faces in product(range(1, 7), repeat=3)), 216)


def test_exact_chance_if_any_hit_decides():
    deadly = {**PISTOL, "damage": "20"}
    combatants = (join_characters("Ann", weapon=deadly), join_enemies("Ben", damage="20", harm="deadly"))
    hit, tie = chance_to_hit(), Fraction(1, 6)
    first = (1 - tie) / 2
    ours = first * hit + first * (1 - hit) * hit + tie * hit * (1 - hit)
    nobody = tie * hit * hit
    lasts = 1 - 2 * ours - nobody
    fights = 4000
    wins = tally_wins(play, SetUp("tiny", combatants), fights)
    assert is_close(wins["team"], fights, ours / (1 - lasts)) and is_close(wins[""], fights, nobody / (1 - lasts))


def test_higher_intellect_acts_first_in_a_tie():
    deadly = {**PISTOL, "damage": "20"}
    combatants = (
        join_characters("Ann", weapon=deadly, intellect=4, reflexes=2, skill=4),
        join_enemies("Ben", damage="20", harm="deadly"),
    )
    assert tally_wins(play, SetUp("tiny", combatants), 500)[""] == 0


def test_dead_character_fights_no_more():
    combatants = (join_characters("Ann", health=0), join_enemies("Ben"))
    assert play(SetUp("tiny", combatants), Random(1)).survivors == ("Ben",)
