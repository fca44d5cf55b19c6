"""Exact odds, compared with an enumeration of every roll."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

import rules_py
from rules_py.notation import BinaryOperation, DiceTerm, DigitDice, Number
from rules_py.probability.enumeration import compute_field_distribution
from rules_py.probability.odds import Odds, compute_odds
from rules_py.scheduling import run_to_completion
from rules_py.text import numbers
from tests.cases import check_each
from tests.rules_py.brute_force import add_types, count_outcomes, enumerate_rule, typed_odds, typed_value
from tests.rules_py.notation_strategies import expressions
from tests.rules_py.sample_rules import LETTERS, make_mechanic


def typed_odds_of_rule(rule, **more):
    return add_types(compute_odds(make_mechanic(rule, **more), {}))


@check_each(
    "notation, sides, total",
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
def test_odds_of_notation_match_counted_faces(notation, sides, total):
    assert typed_odds("dice", notation=notation) == count_outcomes(sides, lambda *faces: {"total": total(*faces)})


@settings(max_examples=60)
@given(expressions(max_leaves=3).filter(lambda tree: count_rolls(tree) <= 2000))
def test_odds_of_random_notation_match_enumeration(tree):
    assert typed_odds("dice", notation=str(tree)) == enumerate_rule(lambda dice: {"total": dice.total(str(tree))})


def count_rolls(tree) -> int:
    match tree:
        case Number():
            return 1
        case DigitDice(count, sides) | DiceTerm(count, sides):
            return sides**count
        case BinaryOperation(_, left, right):
            return count_rolls(left) * count_rolls(right)


@pytest.mark.parametrize("notation", ["1000d2", "999d2+1", "1000d6", "1000d2kh500", "3d300kh2"])
def test_largest_allowed_dice_have_odds(notation):
    assert sum(rules_py.odds("dice", notation=notation).outcomes["total"].values()) == 1


@pytest.mark.parametrize("notation", ["1000d1000", "667d3kh2", "3d301kh2", "1+1000d1000*2"])
def test_too_expensive_odds_are_rejected_but_the_roll_works(notation):
    with pytest.raises(
        rules_py.RulesError, match="^notation: got .* its odds would be too long; takes dice of at most "
    ):
        rules_py.odds("dice", notation=notation)
    assert rules_py.roll("dice", notation=notation).outcome["total"] > 0


@pytest.mark.parametrize("drop", [None, "lowest", "highest"])
def test_pool_odds_count_only_kept_dice(drop):
    kept = {None: lambda faces: faces, "lowest": lambda faces: faces[1:], "highest": lambda faces: faces[:-1]}[drop]

    def rule(dice):
        pool = dice.pool(3, 4, drop=drop)
        return {"kept": pool.kept, "ends": pool.highest - pool.lowest}

    def by_hand(*faces):
        left = kept(sorted(faces))
        return {"kept": left, "ends": max(left) - min(left)}

    assert typed_odds_of_rule(rule) == count_outcomes((4, 4, 4), by_hand)


def test_conditional_dice_count_only_when_rolled():
    def rule(dice):
        first = dice.die(6)
        return {"total": first + (dice.die(4) if first < 3 else 0)}

    assert typed_odds_of_rule(rule) == count_outcomes(
        (6, 4), lambda first, second: {"total": first + (second if first < 3 else 0)}
    )


def test_sides_of_a_die_may_depend_on_an_earlier_die():
    result = typed_odds_of_rule(lambda dice: {"face": dice.die(1 + dice.die(3))})
    assert result["face"] == {
        typed_value(1): Fraction(13, 36),
        typed_value(2): Fraction(13, 36),
        typed_value(3): Fraction(7, 36),
        typed_value(4): Fraction(1, 12),
    }


def test_fields_of_one_roll_share_the_same_dice():
    def rule(dice):
        pool = dice.pool(2)
        return {"low": pool.lowest, "gap": pool.highest - pool.lowest, "same": pool.lowest == pool.highest}

    assert typed_odds_of_rule(rule) == count_outcomes(
        (6, 6), lambda a, b: {"low": min(a, b), "gap": abs(a - b), "same": a == b}
    )


def test_table_roll_odds_follow_its_die():
    assert typed_odds_of_rule(lambda dice: {"letter": dice.row(LETTERS).name}) == count_outcomes(
        (4,), lambda face: {"letter": "AABC"[face - 1]}
    )


def test_odds_exclude_taken_rows():
    left = typed_odds_of_rule(lambda dice: {"letter": dice.row(LETTERS, exclude=[LETTERS.row_for_roll(3)]).name})[
        "letter"
    ]
    assert left == {typed_value("A"): Fraction(2, 3), typed_value("C"): Fraction(1, 3)}


def sum_and_match(dice):
    """Roll two dice and return their sum and whether they match."""
    first, second = dice.die(4), dice.die(4)
    return {"sum": first + second, "match": first == second}


def test_field_of_another_mechanic_has_its_odds():
    part = make_mechanic(sum_and_match)
    result = typed_odds_of_rule(lambda dice: {"twice": dice.field(part, "sum") + dice.field(part, "sum")})
    assert result == count_outcomes((4,) * 4, lambda *faces: {"twice": sum(faces)})


def test_field_accepts_a_plain_rule_function():
    def rule(dice):
        return {"twice": dice.field(sum_and_match, "sum") + dice.fields(sum_and_match, ("match", "sum"))["sum"]}

    assert typed_odds_of_rule(rule) == count_outcomes((4,) * 4, lambda *faces: {"twice": sum(faces)})
    assert make_mechanic(rule).resolve([1, 2, 3, 4], {}).outcome == {"twice": 10}


def test_rule_parameters_may_have_any_name():
    def inner(hand, /, rule, name, dice, self):
        return {"sum": hand.die(4) + rule + name + dice + self}

    given = {"rule": 1, "name": 2, "dice": 3, "self": 4}
    for part in (inner, make_mechanic(inner)):
        assert typed_odds_of_rule(lambda dice: {"sum": dice.field(part, "sum", **given)}) == count_outcomes(
            (4,), lambda face: {"sum": face + 10}
        )
        assert make_mechanic(lambda dice: dice.fields(part, ("sum",), **given)).resolve([2], {}).outcome == {"sum": 12}
        assert make_mechanic(lambda dice: part(dice, **given)).resolve([2], {}).outcome == {"sum": 12}


def test_several_fields_of_another_mechanic_share_the_same_dice():
    part = make_mechanic(sum_and_match)

    def rule(dice):
        both = dice.fields(part, ("sum", "match"))
        return {"doubled": both["sum"] * (2 if both["match"] else 1)}

    assert typed_odds_of_rule(rule) == count_outcomes((4, 4), lambda a, b: {"doubled": (a + b) * (2 if a == b else 1)})


def test_field_passes_parameters_to_its_mechanic():
    part = make_mechanic(lambda dice, more: {"total": dice.die(4) + more})
    result = typed_odds_of_rule(
        lambda dice: {"gap": dice.field(part, "total", more=10) - dice.field(part, "total", more=1)}
    )
    assert result == count_outcomes((4, 4), lambda a, b: {"gap": a + 10 - b - 1})


@pytest.mark.parametrize("times", [0, 1, 2, 4])
def test_fold_odds_match_successive_steps(times):
    def step(dice, most):
        return max(most, dice.die(6) - 1)

    assert typed_odds_of_rule(lambda dice: {"most": dice.fold(step, 0, times)}) == count_outcomes(
        (6,) * times, lambda *faces: {"most": max((0, *(face - 1 for face in faces)))}
    )


def test_fold_steps_may_roll_different_dice_per_state():
    def step(dice, state):
        return dice.die(2 + state)

    assert typed_odds_of_rule(lambda dice: {"state": dice.fold(step, 1, 3)}) == enumerate_rule(
        lambda dice: {"state": dice.fold(step, 1, 3)}
    )


@pytest.mark.parametrize("at_most", [1, 2, 3, 5])
def test_count_odds_match_the_number_of_steps(at_most):
    def rule(dice):
        return {"steps": dice.count(lambda dice, sum: sum + dice.die(6), 0, lambda sum: sum >= 7, at_most)}

    def by_hand(*faces):
        for number in range(1, at_most + 1):
            if sum(faces[:number]) >= 7:
                return {"steps": number}
        return {"steps": None}

    assert typed_odds_of_rule(rule) == count_outcomes((6,) * at_most, by_hand)


def test_count_depends_on_earlier_dice():
    def rule(dice):
        start = dice.die(3)
        steps = dice.count(lambda dice, sum: sum + dice.die(3), start, lambda sum: sum >= 5, 4)
        return {"start": start, "both": (start, steps)}

    assert typed_odds_of_rule(rule) == enumerate_rule(rule)


def test_until_returns_steps_and_final_state():
    def rule(dice):
        start = dice.die(2)
        steps, sum = dice.roll_until(lambda dice, sum: sum + dice.die(3), start, lambda sum: sum >= 5, 3)
        return {"both": (start, steps, sum)}

    def by_hand(start, *faces):
        for number in range(1, 4):
            if (total := start + sum(faces[:number])) >= 5:
                return {"both": (start, number, total)}
        return {"both": (start, None, total)}

    assert typed_odds_of_rule(rule) == enumerate_rule(rule) == count_outcomes((2, 3, 3, 3), by_hand)


def test_odds_reject_too_many_states_but_the_roll_works():
    def rule(dice):
        steps, _ = dice.roll_until(
            lambda dice, sum: 100 * sum + dice.die(100), 0, lambda sum: sum > 100**20, 50, "sum: got too much"
        )
        return {"steps": steps}

    with pytest.raises(rules_py.RulesError, match="^sum: got too much$"):
        typed_odds_of_rule(rule)
    assert make_mechanic(rule).roll({}, seed=1).outcome["steps"] == 21


HIT = make_mechanic(lambda dice, strong: {"takes": dice.die(4) + strong if dice.die(3) > 1 else None})


def hits_to_break(dice, at_most=3, wall=4, body=6, run="run_down"):
    """Count the hits that break a wall and its body: overflow carries over, and a weak body takes more damage."""

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
def test_attrition_odds_match_enumeration(at_most):
    def rule(dice):
        return {"hits": hits_to_break(dice, at_most)}

    assert typed_odds_of_rule(rule) == enumerate_rule(rule)
    assert len(typed_odds_of_rule(rule)["hits"]) == max(1, at_most - 1)


@pytest.mark.parametrize("at_most", [1, 3, 4])
def test_attrition_until_a_stage_reports_that_stage(at_most):
    def rule(dice):
        hits, stage = hits_to_break(dice, at_most, run="run_down_until")
        return {"hits": hits, "stage": stage, "both": (hits, stage)}

    assert typed_odds_of_rule(rule) == enumerate_rule(rule)
    assert {("str", "wall"), ("str", "body"), ("str", "weak")} & set(typed_odds_of_rule(rule)["stage"])


def test_attrition_with_cyclic_stages_matches_enumeration():
    def rule(dice):
        def hit(dice, stage):
            return (stage + dice.die(2)) % 3, dice.die(3)

        def settle(dice, stage, left):
            return (3, 0) if left <= stage else (stage, left)

        start = dice.die(3)
        return {"all": (start, dice.run_down(hit, settle, (0, start + 3), lambda stage: stage == 3, 3, ""))}

    assert typed_odds_of_rule(rule) == enumerate_rule(rule)


def test_odds_reject_too_long_attrition_but_the_roll_works():
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
        typed_odds_of_rule(rule)
    assert make_mechanic(rule).roll({}).outcome == {"hits": None}


def test_independent_parts_have_their_own_odds():
    def rule(dice):
        return {
            "pair": dice.roll_independently(lambda dice: [dice.die(3), dice.die(2)]),
            "letter": dice.roll_independently(lambda dice: dice.row(LETTERS).name),
        }

    assert typed_odds_of_rule(rule) == count_outcomes(
        (3, 2, 4), lambda a, b, c: {"pair": [a, b], "letter": "AABC"[c - 1]}
    )


def test_independent_part_may_depend_on_an_earlier_roll():
    def rule(dice):
        first = dice.die(3)
        return {"first": first, "second": dice.roll_independently(lambda dice: first * dice.die(2))}

    assert typed_odds_of_rule(rule) == count_outcomes((3, 2), lambda a, b: {"first": a, "second": a * b})


def test_field_may_come_from_a_mechanic_with_independent_parts():
    part = make_mechanic(lambda dice: {"face": dice.roll_independently(lambda dice: dice.die(4))})
    result = typed_odds_of_rule(lambda dice: {"next": dice.field(part, "face") + 1})
    assert result == count_outcomes((4,), lambda face: {"next": face + 1})


def test_fields_together_multiply_only_their_own_independent_parts():
    def rule(dice):
        shared = dice.roll_independently(lambda dice: dice.die(4))
        others = {f"other {n}": dice.roll_independently(lambda dice: dice.total("20d6")) for n in range(9)}
        return {"is_high": dice.die(2) == 2, "shared": shared, "again": shared, **others}

    rolled = run_to_completion(compute_field_distribution(rule, ("is_high", "shared", "again"), ())).chances()
    assert rolled == {(is_high, n, n): Fraction(1, 8) for is_high in (False, True) for n in range(1, 5)}


def test_independent_parts_may_be_nested():
    result = typed_odds_of_rule(
        lambda dice: {"face": dice.roll_independently(lambda dice: dice.roll_independently(lambda dice: dice.die(4)))}
    )
    assert result == count_outcomes((4,), lambda face: {"face": face})


def test_rule_without_dice_has_certain_outcomes():
    assert typed_odds_of_rule(lambda dice: {"answer": 42, "sure": True, "none": None}) == {
        "answer": {typed_value(42): 1},
        "sure": {typed_value(True): 1},
        "none": {typed_value(None): 1},
    }


def test_odds_sort_numbers_ascending_and_words_by_mechanic():
    def rule(dice):
        face = dice.die(3)
        return {"number": 10 - face, "word": ["low", "middle", "high"][face - 1]}

    words = {"word": {"high": "High", "low": "Low", "middle": "Middle"}}
    outcomes = compute_odds(make_mechanic(rule, words=words), {})
    assert list(outcomes["number"]) == [7, 8, 9]
    assert list(outcomes["word"]) == ["high", "low", "middle"]


def test_mean_covers_only_purely_numeric_fields():
    def rule(dice):
        face = dice.die(4)
        return {"face": face, "even": face % 2 == 0, "mixed": "many" if face == 4 else face}

    assert Odds("toy", {}, compute_odds(make_mechanic(rule), {})).mean == {"face": Fraction(5, 2)}


def test_cumulative_adds_up_numbers_and_skips_words():
    odds = Odds(
        "toy", {}, compute_odds(make_mechanic(lambda dice: {"rounds": [1, 2, 4, "later"][dice.die(4) - 1]}), {})
    )
    assert odds.compute_cumulative("rounds") == {1: Fraction(1, 4), 2: Fraction(1, 2), 4: Fraction(3, 4)}


def test_odds_json_has_reduced_fractions_and_text_values():
    def rule(dice):
        face = dice.die(6)
        return {"half": face <= 3, "third": [1, "two", None][face % 3], "list": [face > 2, -1], "sure": 0}

    assert Odds("toy", {"a": 1}, compute_odds(make_mechanic(rule), {})).to_dict() == {
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


def test_fractional_values_are_sorted_and_averaged():
    odds = Odds(
        "toy",
        {},
        compute_odds(make_mechanic(lambda dice: {"share": numbers.simplify_fraction(Fraction(dice.die(4), 2))}), {}),
    ).to_dict()
    assert list(odds["outcomes"]["share"].items()) == [("1/2", "1/4"), ("1", "1/4"), ("3/2", "1/4"), ("2", "1/4")]
    assert odds["mean"] == {"share": "5/4"}


def test_odds_of_sixty_dice_stay_exact():
    chance = rules_py.odds("dice", notation="60d6").outcomes["total"][60]
    assert chance == Fraction(1, 6**60)
    assert sum(rules_py.odds("dice", notation="60d6").outcomes["total"].values()) == 1


@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("sides", [1, 2, 3, 6, 17])
def test_sum_of_many_dice_matches_repeated_addition(count, sides):
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
