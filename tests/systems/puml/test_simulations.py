"""The simulation of PUML fights: scripted dice, and exact chances of tiny fights."""

from fractions import Fraction
from functools import cache

import pytest

from tests.rules_py.brute_force import typed_odds
from tests.systems.puml.reference_model import band_chances
from tests.systems.puml.simulations import Combatant, join_characters, join_enemies, play, run_phase, set_pools
from tests.systems.scripted_dice import ScriptedDice
from tests.systems.simulated_fights import SetUp, is_close, tally_wins


@pytest.mark.parametrize(
    ("faces", "band"), [((1, 5), "failure"), ((3, 4), "partial"), ((4, 6), "success"), ((6, 6), "ultra")]
)
def test_bands_of_two_dice(faces, band):
    assert Combatant("Ada", 2).roll_action(ScriptedDice(*faces)) == band


def test_two_sixes_must_count():
    hampered = Combatant("Ada", 2, hampered=True)
    assert hampered.roll_action(ScriptedDice(6, 6, 1)) == "partial"
    assert not hampered.hampered, "used up"
    assert hampered.roll_action(ScriptedDice(6, 6, 1), advantage=True) == "ultra"


def test_disadvantage_and_the_third_die_cancel_out():
    assert Combatant("Ada", 2, hampered=True).roll_action(ScriptedDice(6, 6), advantage=True) == "ultra"


@pytest.mark.parametrize(
    ("dice", "lost", "thirds"),
    [
        (7, 0, [False, False, True]),
        (7, 1, [False, False]),  # 7, 4, 1
        (6, 1, [False, True]),
        (5, 0, [False, True]),
        (4, 0, [False, False]),
        (3, 1, [True]),
        (1, 0, []),
        (7, None, [False]),
    ],
)
def test_dice_of_a_phase(dice, lost, thirds):
    taken = []

    def act(attacker, target, is_third):
        taken.append(is_third)
        return lost

    run_phase(dice, [Combatant("Ada", 2)] * 4, [Combatant("Guard", 2)], act)
    assert taken == thirds


def test_everybody_attacks_once():
    acted = []
    fighters = [Combatant("Ada", 2), Combatant("Bob", 0), Combatant("Cy", 1)]
    run_phase(7, fighters, [Combatant("Guard", 2)], lambda attacker, target, third: acted.append(attacker.name) or 0)
    assert acted == ["Ada", "Cy"], "Bob is out"


def exact_win(attribute: int, dice: int, hits: int) -> Fraction:
    """Compute the chance of one character against one enemy, who each act once a round."""
    is_third = dice == 3
    dealt = 1 - band_chances(attribute, is_third, False).get("failure", Fraction(0))
    taken = band_chances(attribute, False, is_third).get("failure", Fraction(0))

    @cache
    def win(theirs: int, ours: int) -> Fraction:
        if theirs == 0 or ours == 0:
            return Fraction(theirs == 0)
        # a round in which nothing happens repeats
        both = (1 - dealt) * (1 - taken)
        ahead = dealt * (
            (1 - taken) * win(theirs - 1, ours) + taken * win(theirs - 1, ours - 1 if theirs > 1 else ours)
        )
        return (ahead + (1 - dealt) * taken * win(theirs, ours - 1)) / (1 - both)

    return win(hits, hits)


@pytest.mark.parametrize(("attribute", "dice", "hits"), [(0, 5, 2), (-1, 5, 2), (1, 3, 3), (-2, 3, 1)])
def test_exact_chance_of_one_against_one(attribute, dice, hits):
    combatants = (join_characters("Ada", attribute, hits_most=hits), join_enemies(hits_most=hits))
    fights = 4000
    wins = tally_wins(play, SetUp("tiny", combatants, set_pools(dice, dice)), fights)
    assert is_close(wins["players"], fights, exact_win(attribute, dice, hits))


def test_best_attribute_counts():
    combatants = (join_characters("Ada", -1, 3), join_enemies())
    fights = 4000
    wins = tally_wins(play, SetUp("tiny", combatants, set_pools()), fights)
    assert is_close(wins["players"], fights, exact_win(3, 5, 2))


def test_fight_that_starts_in_the_defence_phase():
    combatants = (join_characters("Ada", 0, hits_most=1, hampered=True), join_enemies(hits_most=1))
    wins = tally_wins(play, SetUp("tiny", combatants, set_pools(5, 5, "defence")), 4000)
    hit_first = band_chances(0, False, True)["failure"]
    assert is_close(wins["players"], 4000, (1 - hit_first) * exact_win(0, 5, 1))


@pytest.mark.parametrize(("offense", "defence"), [(5, 5), (3, 6), (7, 3)])
def test_one_against_one_matches_the_exact_odds(offense, defence):
    pools = dict(offense_dice=offense, defence_dice=defence, offense_attackers=1, defence_attackers=1)
    odds = typed_odds("puml.fight", attribute=1, defence_attribute=1, horizon=50, **pools)
    set_up = SetUp("one", (join_characters("Ada", 1), join_enemies()), set_pools(offense, defence))
    fights = 4000
    wins = tally_wins(play, set_up, fights)
    assert is_close(wins["players"], fights, odds["winner"]["str", "you"])
