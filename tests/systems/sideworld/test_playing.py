"""Playing the game: initiative, Saves, sneaking."""

from fractions import Fraction

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.sideworld.reference_model import save_result


@pytest.mark.parametrize("initiative", [-7, 0, 10, 40])
def test_initiative_rolls_a_d20_plus_initiative(initiative):
    assert typed_odds("sideworld.initiative", initiative=initiative) == count_outcomes(
        (20,), lambda face: {"total": face + initiative}
    )


@check_each("attribute", [-3, 0, 1, 2, 10, 19, 20, 21, 22, 30, 39, 40])
def test_save_odds_match_enumeration(attribute):
    for modifier in (-20, -1, 0, 1, 20):
        assert typed_odds("sideworld.save", attribute=attribute, modifier=modifier) == count_outcomes(
            (20, 20), lambda first, second: save_result(attribute + modifier, first, second)
        )


def test_save_rolls_a_second_die_only_after_a_20():
    assert typed_odds("sideworld.save", attribute=22) == enumerate_resolve("sideworld.save", attribute=22)
    assert rules_py.resolve("sideworld.save", [19], attribute=22).outcome["result"] == "success"
    with pytest.raises(rules_py.RulesError, match="^faces: "):
        rules_py.resolve("sideworld.save", [20], attribute=22)
    with pytest.raises(rules_py.RulesError, match="^faces: "):
        rules_py.resolve("sideworld.save", [19, 1], attribute=22)


@pytest.mark.parametrize(
    ("faces", "attribute", "result", "roll"),
    [
        ([9], 10, "success", 9),
        ([10], 10, "marginal", 10),
        ([11], 10, "failure", 11),
        ([1], 1, "marginal", 1),
        ([1], 0, "failure", 1),
        ([20, 1], 20, "failure", 21),
        ([20, 1], 21, "marginal", 21),
        ([20, 1], 22, "success", 21),
        ([20, 20], 40, "marginal", 40),  # a second 20 adds no third die
        ([20, 19], 40, "success", 39),
    ],
)
def test_save_succeeds_below_the_attribute_and_is_marginal_when_equal(faces, attribute, result, roll):
    assert rules_py.resolve("sideworld.save", faces, attribute=attribute).outcome == {"result": result, "roll": roll}


def test_save_with_attribute_20_may_still_fail():
    assert rules_py.odds("sideworld.save", attribute=20).outcomes["result"]["failure"] == Fraction(1, 20)
    assert rules_py.odds("sideworld.save", attribute=40).outcomes["result"] == {
        "marginal": Fraction(1, 400),
        "success": Fraction(399, 400),
    }


def expected_sneak(reactions, watchers, modifier=0):
    def compute_outcome(sneaking, *watching):
        noticed_by = tuple(
            number
            for number, (alertness, face) in enumerate(zip(watchers, watching), 1)
            if not sneaking + reactions + modifier > face + alertness
        )
        return {"unnoticed": noticed_by == (), "noticed_by": noticed_by}

    return count_outcomes((20,) * (1 + len(watchers)), compute_outcome)


@check_each(
    "params",
    [
        *grid(reactions=[0, 7, 12, 40], watchers=[(), (7,), (0,), (40,)]),
        *grid(reactions=[5, 12], watchers=[(7, 12), (12, 7), (3, 30)]),
        dict(reactions=11, watchers=(9, 10, 12)),
        *grid(reactions=[-4, 10], watchers=[(-6,), (9, 12)], modifier=[-7, 5, 60]),
    ],
)
def test_sneak_odds_match_enumeration(params):
    assert typed_odds("sideworld.sneak", **params) == expected_sneak(**params)


def test_watchers_share_the_sneakers_die():
    """With one die for the sneak, the two watchers' results are not independent."""
    one = rules_py.odds("sideworld.sneak", watchers=[10]).outcomes["unnoticed"][True]
    two = rules_py.odds("sideworld.sneak", watchers=[10, 10]).outcomes["unnoticed"][True]
    assert one == Fraction(19, 40)
    assert two == Fraction(sum(below**2 for below in range(20)), 8000) > one**2


def test_sneak_example_with_anna_and_ben_matches_the_text():
    assert rules_py.resolve("sideworld.sneak", [5, 9], reactions=12, watchers=[7]).outcome == {
        "unnoticed": True,
        "noticed_by": (),
    }
    tied = rules_py.resolve("sideworld.sneak", [4, 9], reactions=12, watchers=[7])
    assert tied.outcome == {"unnoticed": False, "noticed_by": (1,)}
    assert tied.to_dict()["outcome"]["noticed_by"] == [1]


def test_watchers_roll_in_their_order():
    roll = rules_py.resolve("sideworld.sneak", [10, 1, 20, 2, 19, 11], reactions=10, watchers="10,10,10,10,9")
    assert roll.outcome["noticed_by"] == (2, 4, 5)
    assert [thrown.faces for thrown in roll.dice] == [(10,), (1,), (20,), (2,), (19,), (11,)]


def test_sneak_odds_handle_seven_watchers():
    """Each watcher notices as often as when alone."""
    watchers = (3, 5, 8, 8, 13, 21, 34)
    found = rules_py.odds("sideworld.sneak", watchers=watchers, reactions=15).outcomes
    assert sum(found["noticed_by"].values()) == 1
    for number, alertness in enumerate(watchers, 1):
        alone = rules_py.odds("sideworld.sneak", watchers=[alertness], reactions=15).outcomes["unnoticed"].get(False, 0)
        assert sum(chance for who, chance in found["noticed_by"].items() if number in who) == alone


def test_many_watchers_can_be_rolled_but_have_no_odds():
    crowd = [5] * 30
    roll = rules_py.resolve("sideworld.sneak", [10, *[16] * 29, 15], watchers=crowd)  # 20 against 21, 21 … 20
    assert roll.outcome == {"unnoticed": False, "noticed_by": tuple(range(1, 31))}
    with pytest.raises(
        rules_py.RulesError, match="^watchers: got '5,5,.*takes a list of at most 8 where odds are asked for$"
    ):
        rules_py.odds("sideworld.sneak", watchers=crowd)


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("initiative", {"initiative": 41}, "initiative"),
        ("initiative", {"initiative": -41}, "initiative"),
        ("save", {"attribute": 41}, "attribute"),
        ("save", {"target": 10}, "target"),
        ("sneak", {"watchers": [41]}, "watchers"),
        ("sneak", {"watchers": [1] * 101}, "watchers"),
        ("sneak", {"watchers": "five"}, "watchers"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
