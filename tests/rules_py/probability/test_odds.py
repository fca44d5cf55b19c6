"""Exact odds, against every fall of the dice counted one by one."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

import rules_py
from rules_py.notation import D66, BinaryOperation, DiceTerm, Number
from rules_py.probability.odds import Odds, compute_odds
from rules_py.text import formatting
from tests.rules_py.brute_force import chances, every_fall, odds, typed, with_types
from tests.rules_py.notation_strategies import trees
from tests.rules_py.sample_rules import LETTERS, toy


def exact(rule, **more):
    return with_types(compute_odds(toy(rule, **more), {}))


@pytest.mark.parametrize(
    ("notation", "sides", "total"),
    [
        ("2d6", (6, 6), lambda a, b: a + b),
        ("2D6+1", (6, 6), lambda a, b: a + b + 1),
        ("1D4+1", (4,), lambda a: a + 1),
        ("2D6*4", (6, 6), lambda a, b: (a + b) * 4),
        ("1D6x10", (6,), lambda a: a * 10),
        ("d66", (6, 6), lambda tens, ones: 10 * tens + ones),
        ("d3", (3,), lambda a: a),
        ("1d100", (100,), lambda a: a),
        ("7", (), lambda: 7),
        ("3d6kh2", (6, 6, 6), lambda *faces: sum(sorted(faces)[1:])),
        ("3d6kl2", (6, 6, 6), lambda *faces: sum(sorted(faces)[:2])),
        ("3d6kl1", (6, 6, 6), min),
        ("3d6kh1", (6, 6, 6), max),
        ("4d4kh3", (4, 4, 4, 4), lambda *faces: sum(faces) - min(faces)),
        ("2d6-1d6", (6, 6, 6), lambda a, b, c: a + b - c),
        ("1d6*1d6", (6, 6), lambda a, b: a * b),
        ("(1d6-1d6)*2", (6, 6), lambda a, b: (a - b) * 2),
        ("1d4-(1d6-2)", (4, 6), lambda a, b: a - b + 2),
        ("d66+1d6", (6, 6, 6), lambda tens, ones, more: 10 * tens + ones + more),
        ("5d6", (6,) * 5, lambda *faces: sum(faces)),
    ],
)
def test_notation_has_the_odds_of_its_faces(notation, sides, total):
    assert odds("dice", notation=notation) == chances(sides, lambda *faces: {"total": total(*faces)})


@settings(max_examples=60)
@given(trees(most_leaves=3).filter(lambda tree: ways(tree) <= 2000))
def test_any_notation_has_the_odds_of_its_faces(tree):
    assert odds("dice", notation=str(tree)) == every_fall(lambda dice: {"total": dice.total(str(tree))})


def ways(tree) -> int:
    match tree:
        case Number():
            return 1
        case D66():
            return 36
        case DiceTerm(count, sides):
            return sides**count
        case BinaryOperation(_, left, right):
            return ways(left) * ways(right)


@pytest.mark.parametrize("notation", ["1000d2", "999d2+1", "1000d6", "1000d2kh500", "3d300kh2"])
def test_the_most_dice_there_may_be_have_odds_too(notation):
    assert sum(rules_py.odds("dice", notation=notation).outcomes["total"].values()) == 1


@pytest.mark.parametrize("notation", ["1000d1000", "667d3kh2", "3d301kh2", "1+1000d1000*2"])
def test_odds_too_long_to_work_out_are_refused_and_the_roll_is_not(notation):
    with pytest.raises(
        rules_py.RulesError, match="^notation: got .* its odds would be too long; takes dice of at most "
    ):
        rules_py.odds("dice", notation=notation)
    assert rules_py.roll("dice", notation=notation).outcome["total"] > 0


@pytest.mark.parametrize("drop", [None, "lowest", "highest"])
def test_a_pool_keeps_what_is_not_dropped(drop):
    kept = {None: lambda faces: faces, "lowest": lambda faces: faces[1:], "highest": lambda faces: faces[:-1]}[drop]

    def rule(dice):
        pool = dice.pool(3, 4, drop=drop)
        return {"kept": pool.kept, "ends": pool.highest - pool.lowest}

    def by_hand(*faces):
        left = kept(sorted(faces))
        return {"kept": left, "ends": max(left) - min(left)}

    assert exact(rule) == chances((4, 4, 4), by_hand)


def test_dice_that_are_asked_for_only_sometimes_count_only_then():
    def rule(dice):
        first = dice.die(6)
        return {"total": first + (dice.die(4) if first < 3 else 0)}

    assert exact(rule) == chances((6, 4), lambda first, second: {"total": first + (second if first < 3 else 0)})


def test_the_range_of_a_later_die_may_hang_on_an_earlier_one():
    result = exact(lambda dice: {"face": dice.die(1 + dice.die(3))})
    assert result["face"] == {
        typed(1): Fraction(13, 36),
        typed(2): Fraction(13, 36),
        typed(3): Fraction(7, 36),
        typed(4): Fraction(1, 12),
    }


def test_fields_of_one_roll_belong_together():
    def rule(dice):
        pool = dice.pool(2)
        return {"low": pool.lowest, "gap": pool.highest - pool.lowest, "same": pool.lowest == pool.highest}

    assert exact(rule) == chances((6, 6), lambda a, b: {"low": min(a, b), "gap": abs(a - b), "same": a == b})


def test_a_table_is_rolled_on_with_its_die():
    assert exact(lambda dice: {"letter": dice.row(LETTERS).name}) == chances(
        (4,), lambda face: {"letter": "AABC"[face - 1]}
    )


def test_taken_rows_are_rolled_again():
    left = exact(lambda dice: {"letter": dice.row(LETTERS, exclude=[LETTERS.row_for_roll(3)]).name})["letter"]
    assert left == {typed("A"): Fraction(2, 3), typed("C"): Fraction(1, 3)}


def pair(dice):
    """Two dice as one mechanic: their sum, and whether they match."""
    first, second = dice.die(4), dice.die(4)
    return {"sum": first + second, "match": first == second}


def test_a_field_of_another_mechanic_has_that_mechanics_odds():
    part = toy(pair)
    result = exact(lambda dice: {"twice": dice.field(part, "sum") + dice.field(part, "sum")})
    assert result == chances((4,) * 4, lambda *faces: {"twice": sum(faces)})


def test_a_field_may_be_that_of_a_plain_rule_function():
    def rule(dice):
        return {"twice": dice.field(pair, "sum") + dice.fields(pair, ("match", "sum"))["sum"]}

    assert exact(rule) == chances((4,) * 4, lambda *faces: {"twice": sum(faces)})
    assert toy(rule).resolve([1, 2, 3, 4], {}).outcome == {"twice": 10}


def test_a_rule_may_have_a_parameter_of_any_name():
    def inner(hand, /, rule, name, dice, self):
        return {"sum": hand.die(4) + rule + name + dice + self}

    given = {"rule": 1, "name": 2, "dice": 3, "self": 4}
    for part in (inner, toy(inner)):
        assert exact(lambda dice: {"sum": dice.field(part, "sum", **given)}) == chances(
            (4,), lambda face: {"sum": face + 10}
        )
        assert toy(lambda dice: dice.fields(part, ("sum",), **given)).resolve([2], {}).outcome == {"sum": 12}
        assert toy(lambda dice: part(dice, **given)).resolve([2], {}).outcome == {"sum": 12}


def test_several_fields_of_another_mechanic_belong_together():
    part = toy(pair)

    def rule(dice):
        both = dice.fields(part, ("sum", "match"))
        return {"doubled": both["sum"] * (2 if both["match"] else 1)}

    assert exact(rule) == chances((4, 4), lambda a, b: {"doubled": (a + b) * (2 if a == b else 1)})


def test_a_field_is_run_with_its_parameters():
    part = toy(lambda dice, more: {"total": dice.die(4) + more})
    result = exact(lambda dice: {"gap": dice.field(part, "total", more=10) - dice.field(part, "total", more=1)})
    assert result == chances((4, 4), lambda a, b: {"gap": a + 10 - b - 1})


@pytest.mark.parametrize("times", [0, 1, 2, 4])
def test_a_fold_is_its_steps_one_after_another(times):
    def step(dice, most):
        return max(most, dice.die(6) - 1)

    assert exact(lambda dice: {"most": dice.fold(step, 0, times)}) == chances(
        (6,) * times, lambda *faces: {"most": max((0, *(face - 1 for face in faces)))}
    )


def test_a_fold_may_ask_for_other_dice_from_each_state():
    def step(dice, state):
        return dice.die(2 + state)

    assert exact(lambda dice: {"state": dice.fold(step, 1, 3)}) == every_fall(
        lambda dice: {"state": dice.fold(step, 1, 3)}
    )


@pytest.mark.parametrize("at_most", [1, 2, 3, 5])
def test_a_count_is_how_many_steps_it_takes(at_most):
    def rule(dice):
        return {"steps": dice.count(lambda dice, sum: sum + dice.die(6), 0, lambda sum: sum >= 7, at_most)}

    def by_hand(*faces):
        for number in range(1, at_most + 1):
            if sum(faces[:number]) >= 7:
                return {"steps": number}
        return {"steps": None}

    assert exact(rule) == chances((6,) * at_most, by_hand)


def test_a_count_and_what_comes_before_it_belong_together():
    def rule(dice):
        start = dice.die(3)
        steps = dice.count(lambda dice, sum: sum + dice.die(3), start, lambda sum: sum >= 5, 4)
        return {"start": start, "both": (start, steps)}

    assert exact(rule) == every_fall(rule)


def test_until_tells_the_state_it_ended_in_as_well():
    def rule(dice):
        start = dice.die(2)
        steps, sum = dice.roll_until(lambda dice, sum: sum + dice.die(3), start, lambda sum: sum >= 5, 3)
        return {"both": (start, steps, sum)}

    def by_hand(start, *faces):
        for number in range(1, 4):
            if (total := start + sum(faces[:number])) >= 5:
                return {"both": (start, number, total)}
        return {"both": (start, None, total)}

    assert exact(rule) == every_fall(rule) == chances((2, 3, 3, 3), by_hand)


def test_steps_through_too_many_states_are_refused_for_odds_and_rolled_all_the_same():
    def rule(dice):
        steps, _ = dice.roll_until(
            lambda dice, sum: sum + dice.die(1000), 0, lambda sum: sum > 20_000, 50, "sum: got too much"
        )
        return {"steps": steps}

    with pytest.raises(rules_py.RulesError, match="^sum: got too much$"):
        exact(rule)
    assert toy(rule).roll({}, seed=1).outcome["steps"] >= 21  # one in 150 has too small dice


HIT = toy(lambda dice, strong: {"takes": dice.die(4) + strong if dice.die(3) > 1 else None})


def wears_down(dice, at_most=3, wall=4, body=6, run="run_down"):
    """A wall whose overflow goes on into a body that is hit harder when it is weak."""

    def hit(dice, stage):
        takes = dice.field(HIT, "takes", strong=int(stage == "weak"))
        return None if takes is None else (stage, takes)

    def settle(dice, stage, left):
        dice.say(f"{left} left.")
        if stage == "wall" and left <= 0:
            left += body
        elif stage == "wall":
            return stage, left
        return ("down" if left <= 0 else "weak" if left < 4 else "body"), max(0, left)

    return getattr(dice, run)(hit, settle, ("wall", wall), lambda stage: stage == "down", at_most, "too long")


@pytest.mark.parametrize("at_most", [1, 3, 4])
def test_points_run_down_hit_by_hit(at_most):
    def rule(dice):
        return {"hits": wears_down(dice, at_most)}

    assert exact(rule) == every_fall(rule)
    assert len(exact(rule)["hits"]) == max(1, at_most - 1)


@pytest.mark.parametrize("at_most", [1, 3, 4])
def test_points_run_down_to_a_stage_that_is_told(at_most):
    def rule(dice):
        hits, stage = wears_down(dice, at_most, run="run_down_until")
        return {"hits": hits, "stage": stage, "both": (hits, stage)}

    assert exact(rule) == every_fall(rule)
    assert {("str", "wall"), ("str", "body"), ("str", "weak")} & set(exact(rule)["stage"])


def test_points_may_run_down_in_many_ways_and_stages():
    def rule(dice):
        def hit(dice, stage):
            return (stage + dice.die(2)) % 3, dice.die(3)

        def settle(dice, stage, left):
            return (3, 0) if left <= stage else (stage, left)

        start = dice.die(3)
        return {"all": (start, dice.run_down(hit, settle, (0, start + 3), lambda stage: stage == 3, 3, ""))}

    assert exact(rule) == every_fall(rule)


def test_what_runs_down_for_too_long_is_refused_for_odds_and_rolled_all_the_same():
    def rule(dice):
        hits = dice.run_down(
            lambda dice, stage: (stage, dice.total("300d6")),
            lambda dice, stage, left: (stage, left),
            (0, 10**6),
            lambda stage: stage,
            20,
            "dice: got 300d6, takes fewer",
        )
        return {"hits": hits}

    with pytest.raises(rules_py.RulesError, match="^dice: got 300d6, takes fewer$"):
        exact(rule)
    assert toy(rule).roll({}).outcome == {"hits": None}


def test_parts_that_stand_apart_have_their_own_odds():
    def rule(dice):
        return {
            "pair": dice.roll_independently(lambda dice: [dice.die(3), dice.die(2)]),
            "letter": dice.roll_independently(lambda dice: dice.row(LETTERS).name),
        }

    assert exact(rule) == chances((3, 2, 4), lambda a, b, c: {"pair": [a, b], "letter": "AABC"[c - 1]})


def test_a_part_that_stands_apart_may_hang_on_a_roll_before_it():
    def rule(dice):
        first = dice.die(3)
        return {"first": first, "second": dice.roll_independently(lambda dice: first * dice.die(2))}

    assert exact(rule) == chances((3, 2), lambda a, b: {"first": a, "second": a * b})


def test_a_field_may_be_of_a_mechanic_whose_parts_stand_apart():
    part = toy(lambda dice: {"face": dice.roll_independently(lambda dice: dice.die(4))})
    result = exact(lambda dice: {"next": dice.field(part, "face") + 1})
    assert result == chances((4,), lambda face: {"next": face + 1})


def test_a_part_that_stands_apart_may_have_such_a_part_itself():
    result = exact(
        lambda dice: {"face": dice.roll_independently(lambda dice: dice.roll_independently(lambda dice: dice.die(4)))}
    )
    assert result == chances((4,), lambda face: {"face": face})


def test_a_rule_without_dice_is_certain():
    assert exact(lambda dice: {"answer": 42, "sure": True, "none": None}) == {
        "answer": {typed(42): 1},
        "sure": {typed(True): 1},
        "none": {typed(None): 1},
    }


def test_numbers_stand_in_ascending_order_and_words_in_that_of_the_mechanic():
    def rule(dice):
        face = dice.die(3)
        return {"number": 10 - face, "word": ["low", "middle", "high"][face - 1]}

    words = {"word": {"high": "High", "low": "Low", "middle": "Middle"}}
    outcomes = compute_odds(toy(rule, words=words), {})
    assert list(outcomes["number"]) == [7, 8, 9]
    assert list(outcomes["word"]) == ["high", "low", "middle"]


def test_the_mean_is_of_fields_that_are_numbers_throughout():
    def rule(dice):
        face = dice.die(4)
        return {"face": face, "even": face % 2 == 0, "mixed": "many" if face == 4 else face}

    assert Odds("toy", {}, compute_odds(toy(rule), {})).mean == {"face": Fraction(5, 2)}


def test_within_adds_up_and_a_word_is_never():
    odds = Odds("toy", {}, compute_odds(toy(lambda dice: {"rounds": [1, 2, 4, "later"][dice.die(4) - 1]}), {}))
    assert odds.compute_cumulative("rounds") == {1: Fraction(1, 4), 2: Fraction(1, 2), 4: Fraction(3, 4)}


def test_as_json_chances_are_fractions_in_lowest_terms_and_values_are_text():
    def rule(dice):
        face = dice.die(6)
        return {"half": face <= 3, "third": [1, "two", None][face % 3], "list": [face > 2, -1], "sure": 0}

    assert Odds("toy", {"a": 1}, compute_odds(toy(rule), {})).to_dict() == {
        "mechanic": "toy",
        "params": {"a": 1},
        "outcomes": {
            "half": {"true": "1/2", "false": "1/2"},
            "third": {"1": "1/3", "two": "1/3", "none": "1/3"},
            "list": {"false,-1": "1/3", "true,-1": "2/3"},
            "sure": {"0": "1/1"},
        },
        "mean": {"sure": "0/1"},
    }


def test_a_fraction_stands_among_the_numbers_and_counts_in_the_mean():
    odds = Odds(
        "toy", {}, compute_odds(toy(lambda dice: {"share": formatting.simplify_fraction(Fraction(dice.die(4), 2))}), {})
    ).to_dict()
    assert list(odds["outcomes"]["share"].items()) == [("1/2", "1/4"), ("1", "1/4"), ("3/2", "1/4"), ("2", "1/4")]
    assert odds["mean"] == {"share": "5/4"}


def test_long_odds_stay_exact():
    chance = rules_py.odds("dice", notation="60d6").outcomes["total"][60]
    assert chance == Fraction(1, 6**60)
    assert sum(rules_py.odds("dice", notation="60d6").outcomes["total"].values()) == 1


@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("sides", [1, 2, 3, 6, 17])
def test_the_sum_of_many_dice_is_that_of_adding_them_one_by_one(count, sides):
    ways = {0: 1}
    for _ in range(count):
        longer = {}
        for total, before in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + before
        ways = longer
    assert rules_py.odds("dice", notation=f"{count}d{sides}").outcomes["total"] == {
        total: Fraction(number, sides**count) for total, number in ways.items()
    }
