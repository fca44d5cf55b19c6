"""The rest of a round, whole fights, goals: phases played one after another in the reference model."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_odds, typed_value, weighted_chances
from tests.systems.puml.reference_model import D6, band, chances, keep_dice
from tests.systems.puml.test_combat import expected_phase, phase_courses
from tests.systems.shown_board import parse
from tests.systems.table_session import TableSession

POOLS = dict(
    offense_dice=6,
    defence_dice=5,
    attribute=1,
    defence_attribute=-1,
    offense_third_die="always",
    defence_third_die="never",
    offense_attackers=2,
    defence_attackers=3,
)


def trackers(
    offense_dice=5,
    defence_dice=5,
    attribute=0,
    defence_attribute=0,
    offense_third_die="never",
    defence_third_die="never",
    offense_attackers=3,
    defence_attackers=3,
):
    """Return the arguments of `phase_courses` for each side."""
    return (
        dict(
            side="offense", dice=offense_dice, attribute=attribute, extra=offense_third_die, attackers=offense_attackers
        ),
        dict(
            side="defence",
            dice=defence_dice,
            attribute=defence_attribute,
            extra=defence_third_die,
            attackers=defence_attackers,
        ),
    )


def round_courses(side, offense, defence):
    """Yield every course of both phases with its probability."""
    dealt = (
        phase_courses(**offense)
        if side == "offense"
        else [({"actions": 0, "hits": 0, "complications": 0}, Fraction(1))]
    )
    for (ours, chance), (theirs, share) in product(dealt, list(phase_courses(**defence))):
        failed = ours["actions"] - ours["hits"] + theirs["hits"]
        yield (
            {
                "dealt": ours["hits"],
                "taken": theirs["hits"],
                "successes": ours["actions"] + theirs["actions"] - failed,
                "complications": ours["complications"] + theirs["complications"],
            },
            chance * share,
        )


@pytest.mark.parametrize("side", ["offense", "defence"])
@pytest.mark.parametrize(
    "pools",
    [
        {},
        POOLS,
        dict(offense_dice=0, defence_dice=7),
        dict(offense_dice=1, defence_dice=2),
        dict(offense_dice=2, defence_dice=0, attribute=3),
    ],
    ids=str,
)
def test_round_odds_match_the_reference_model(side, pools):
    assert typed_odds("puml.round", side=side, **pools) == weighted_chances(round_courses(side, *trackers(**pools)))


def test_round_rolls_the_offense_dice_first():
    faces = [
        5,
        5,
        1,
        1,  # five dice: a hit, and then exactly three remain
        6,
    ]
    roll = rules_py.resolve("puml.round", [*faces, 1, 1, 5, 5, 5], defence_dice=5)
    assert roll.outcome == {"dealt": 2, "taken": 1, "successes": 3, "complications": 1}
    assert rules_py.resolve("puml.round", [1, 1, 1, 1, 6], side="defence").outcome == {
        "dealt": 0,
        "taken": 2,
        "successes": 0,
        "complications": 0,
    }


def expected_fight(hits, hits_taken, horizon, side, offense, defence):
    """Compute a fight's odds phase by phase, from the probability of every possible score."""
    dealt, taken = (expected_phase(**each)["hits"] for each in (offense, defence))
    standing, ended = {(0, 0): Fraction(1)}, Counter()
    for number in range(1, horizon + 1):
        for whose in ("offense", "defence"):
            if number == 1 and whose == "offense" and side == "defence":
                continue
            after = Counter()
            for (ours, theirs), chance in standing.items():
                for (_, more), share in (dealt if whose == "offense" else taken).items():
                    score = (
                        (min(hits, ours + more), theirs)
                        if whose == "offense"
                        else (ours, min(hits_taken, theirs + more))
                    )
                    after[score] += chance * share
            standing = {}
            for (ours, theirs), chance in after.items():
                if ours == hits or theirs == hits_taken:
                    ended["you" if ours == hits else "enemy", number, ours, theirs] += chance
                else:
                    standing[ours, theirs] = chance
    for (ours, theirs), chance in standing.items():
        ended["nobody", "later", ours, theirs] += chance
    names = ("winner", "rounds", "dealt", "taken")
    return weighted_chances((dict(zip(names, end)), chance) for end, chance in ended.items())


@pytest.mark.examples(12)
@pytest.mark.parametrize(
    "params", grid(side=["offense", "defence"], hits=[1, 2, 5], hits_taken=[1, 3], horizon=[1, 2, 12]), ids=str
)
def test_fight_odds_match_the_reference_model(params):
    for pools in ({}, POOLS):
        by_hand = expected_fight(
            params["hits"], params["hits_taken"], params["horizon"], params["side"], *trackers(**pools)
        )
        assert typed_odds("puml.fight", **params, **pools) == by_hand, pools


def test_single_exchange_odds_match_enumeration():
    """With three dice each and one hit needed: one attack with advantage, then one defence with disadvantage."""

    def one(faces):
        if band(*keep_dice(faces[:3], True), 0) != "failure":
            return {"winner": "you"}
        return {"winner": "enemy" if band(*keep_dice(faces[3:], False), 0) == "failure" else "nobody"}

    found = typed_odds("puml.fight", offense_dice=3, defence_dice=3, hits=1, hits_taken=1, horizon=1)
    assert {"winner": found["winner"]} == chances(one(faces) for faces in product(D6, repeat=6))


def expected_goal(spaces, partial, horizon, offense, defence):
    one = Counter()
    for came, chance in round_courses("offense", offense, defence):
        one[came["successes"] - (0 if partial else came["complications"])] += chance
    to_come, found = {spaces: Fraction(1)}, {}
    for number in range(1, horizon + 1):
        after = Counter()
        for left, chance in to_come.items():
            for marks, share in one.items():
                after[max(0, left - marks)] += chance * share
        if after.get(0):
            found[typed_value(number)] = after.pop(0)
        to_come = after
    if to_come:
        found[typed_value("later")] = sum(to_come.values())
    return {"rounds": found}


@check_each("params", grid(spaces=[1, 4, 9], partial=[True, False], horizon=[1, 6]))
def test_goal_odds_match_the_reference_model(params):
    for pools in ({}, POOLS):
        assert typed_odds("puml.goal", **params, **pools) == expected_goal(
            **params, **dict(zip(("offense", "defence"), trackers(**pools)))
        ), pools


def test_goal_resolves_given_faces():
    round_1 = [5, 5, 3, 4, 3, 4, 1, 1]  # a success and a partial; a partial and a failure
    round_2 = [1, 1, 5, 5]  # a failure leaves one die, as does a success in defence
    four = dict(offense_dice=4, defence_dice=4)
    assert rules_py.resolve("puml.goal", round_1, spaces=3, **four).outcome == {"rounds": 1}
    assert rules_py.resolve("puml.goal", round_1 + round_2, spaces=4, **four).outcome == {"rounds": 2}
    assert rules_py.resolve("puml.goal", round_1 + round_2, spaces=2, partial=False, **four).outcome == {"rounds": 2}


def test_random_example_odds_are_uniform():
    listed = [row.name for row in rules_py.table("puml.complications").rows]
    assert rules_py.odds("puml.complication").outcomes == {"name": dict.fromkeys(listed, Fraction(1, 7))}
    assert [rules_py.resolve("puml.complication", [face]).outcome["name"] for face in range(1, 8)] == listed
    amazing = [row.name for row in rules_py.table("puml.ultra-successes").rows]
    found = rules_py.odds("puml.ultra-success", side="defence").outcomes["name"]
    assert found == dict.fromkeys(amazing, Fraction(1, 7))


def test_free_attack_is_only_possible_in_defence():
    names = {row.name for row in rules_py.table("puml.ultra-successes").rows}
    [free] = [name for name in names if "(during defence)" in name]
    assert rules_py.odds("puml.ultra-success").outcomes["name"] == dict.fromkeys(names - {free}, Fraction(1, 6))


@pytest.mark.parametrize(
    ("mechanic", "name", "value", "takes"),
    [
        ("round", "side", "mine", "offense or defence"),
        ("round", "offense_dice", "8", "0 to 7"),
        ("round", "defence_attackers", "4", "1 to 3"),
        ("fight", "hits_taken", "0", "1 to 30"),
        ("fight", "horizon", "61", "1 to 60"),
        ("goal", "spaces", "0", "1 to 30"),
        ("goal", "partial", "half", "true or false"),
        ("ultra-success", "side", "", "offense"),
    ],
)
def test_errors_name_the_parameter(mechanic, name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll(f"puml.{mechanic}", **{name: value})


def test_cards_of_a_fight_show_the_value_of_each_attribute():
    table = TableSession("puml")
    attributes = [{"name": "Strength", "value": 2}, {"name": "Wits", "value": -1}]
    ada, guard = table.join("character", attributes=attributes), table.join("enemy")
    cards = [" ".join(card.text().split()) for card in parse(table.html(by=ada, at=guard)).css(".fb-weapon")]
    assert cards == ["Strength+2", "Wits−1"]
