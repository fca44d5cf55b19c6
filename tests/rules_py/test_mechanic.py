"""Mechanics: parameters from a signature, checked values, and what a roll holds."""

import sys
from typing import Annotated

import pytest

from rules_py.errors import DataError, RulesError
from rules_py.mechanic.definition import MECHANICS_ATTR, Mechanic, find_registered_mechanics, mechanic
from rules_py.parameters import Flag, ListOf, Parameter, Whole
from tests.rules_py.sample_rules import toy


def register(rule, **more) -> Mechanic:
    """Register a rule as if this module had none so far."""
    globals().pop(MECHANICS_ATTR, None)
    return mechanic("toy.rule", title="A toy", page="toy/#rule", headline="total", **more)(rule)


def two(dice, bonus: Annotated[int, Whole(0, 3, "a bonus")] = 1, twice: Annotated[bool, Flag("twice")] = False):
    """Two dice and a bonus."""
    total = (dice.pool(2, label="both").total + bonus) * (2 if twice else 1)
    dice.say(f"It comes to {total}.")
    dice.add_consequence("And then 1D6.")
    return {"total": total, "faces": ["a", "b"]}


def test_a_registered_rule_is_known_by_its_id():
    rule = register(two)
    assert list(find_registered_mechanics(sys.modules[__name__])) == [rule]
    assert (rule.id, rule.title, rule.page) == ("toy.rule", "A toy", "toy/#rule")


def test_a_second_rule_of_an_id_is_refused_with_both_places():
    def again(dice):
        return {"total": dice.die(6)}

    first = register(two)
    with pytest.raises(DataError) as refusal:
        mechanic("toy.rule", title="Another", page="toy/#rule", headline="total")(again)
    at, before = (rule.__code__.co_firstlineno for rule in (again, two))
    assert str(refusal.value) == (
        f"{__file__}:{at}: got the id toy.rule a second time, takes another; the first is at {__file__}:{before}"
    )
    assert list(find_registered_mechanics(sys.modules[__name__])) == [first]


BONUS = Annotated[int, Whole(0, 3, "a bonus")]


def rolls(dice, roll: BONUS = 1): ...
def faces(dice, faces: BONUS = 1): ...
def compares(dice, vs: BONUS = 1): ...
def is_repeated(dice, seed: BONUS = 1): ...
def hands_on(dice, bonus: BONUS = 1, **others): ...
def bare(dice, bonus: int = 1): ...
def untyped(dice, bonus=1): ...
def annotated(dice, bonus: Annotated[int, "a bonus"] = 1): ...
def needed(dice, bonus: BONUS): ...


@pytest.mark.parametrize(
    ("rule", "more", "said"),
    [
        (rolls, {}, "got a parameter named roll, takes another name than roll, faces, vs, id, seed"),
        (faces, {}, "got a parameter named faces, takes another name than roll, faces, vs, id, seed"),
        (compares, {}, "got a parameter named vs, takes another name than roll, faces, vs, id, seed"),
        (is_repeated, {}, "got a parameter named seed, takes another name than roll, faces, vs, id, seed"),
        (hands_on, {}, "got **others without forwards_to, takes the mechanic that it hands those on to"),
        (two, {"forwards_to": toy(two)}, "got forwards_to without **name to hand on, takes both or neither"),
        (
            hands_on,
            {"forwards_to": toy(two), "omit": ("bonus",)},
            "got omit bonus, takes a parameter that forwards_to has",
        ),
        (bare, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (untyped, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (annotated, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (needed, {}, "got the parameter bonus without a default, takes one"),
    ],
    ids=lambda part: part.__name__ if callable(part) else "",
)
def test_what_is_no_rule_is_refused_with_its_place(rule, more, said):
    with pytest.raises(DataError) as refusal:
        register(rule, **more)
    assert str(refusal.value) == f"{__file__}:{rule.__code__.co_firstlineno}: toy.rule: {said}"
    assert list(find_registered_mechanics(sys.modules[__name__])) == []


def test_parameters_come_from_the_signature():
    assert register(two).parameters == {
        "bonus": Parameter("bonus", Whole(0, 3, "a bonus"), 1),
        "twice": Parameter("twice", Flag("twice"), False),
    }


def test_it_describes_itself():
    assert register(two).describe() == {
        "mechanic": "toy.rule",
        "title": "A toy",
        "rule": "toy/#rule",
        "parameters": [
            {"name": "bonus", "kind": "int", "range": [0, 3], "default": 1, "help": "a bonus"},
            {"name": "twice", "kind": "bool", "default": False, "help": "twice"},
        ],
    }


def test_a_rule_may_take_another_ones_parameters_but_for_some():
    def often(dice, times: Annotated[int, Whole(1, 9, "how often")] = 2, **handed_on):
        return {"given": (times, handed_on)}

    taking = register(often, forwards_to=register(two), omit=("twice",))
    assert set(taking.parameters) == {"bonus", "times"}
    assert taking.roll({"bonus": 3}).outcome == {"given": (2, {"bonus": 3})}


def test_defaults_stand_where_nothing_is_given():
    assert register(two).check({}) == {"bonus": 1, "twice": False}
    assert register(two).check({"twice": "true"}) == {"bonus": 1, "twice": True}


def test_an_unknown_parameter_is_refused_with_those_there_are():
    with pytest.raises(RulesError, match="^bogus: not a parameter of toy.rule, it takes bonus, twice$"):
        register(two).check({"bogus": 1})
    with pytest.raises(RulesError, match="^bogus: .* it takes no parameters$"):
        register(lambda dice: {}).check({"bogus": 1})


def test_a_value_out_of_range_is_refused_before_any_die_is_rolled():
    def rule(dice, bonus: Annotated[int, Whole(0, 3, "a bonus")] = 1):
        raise AssertionError("the rule ran")

    for run in (lambda given: register(rule).roll(given), lambda given: register(rule).resolve([], given)):
        with pytest.raises(RulesError, match="^bonus: got '4', takes a whole number from 0 to 3$"):
            run({"bonus": 4})


def test_a_roll_holds_the_dice_the_outcome_and_the_words():
    roll = register(two).resolve([5, 2], {"bonus": "3"})
    assert roll.faces == (5, 2)
    assert roll.consequences == ("And then 1D6.",)
    assert roll.to_dict() == {
        "mechanic": "toy.rule",
        "params": {"bonus": 3, "twice": False},
        "faces": [5, 2],
        "dice": [{"sides": 6, "faces": [5, 2], "kept": [5, 2], "label": "both"}],
        "outcome": {"total": 10, "faces": ["a", "b"]},
        "steps": ["It comes to 10."],
    }


def test_lists_in_parameters_and_outcomes_are_json_lists():
    faces = Parameter("faces", ListOf(Whole(1, 6, "a face"), "faces"), ())
    roll = toy(lambda dice, faces: {"pairs": ((1, 2), faces)}, {"faces": faces}).roll({"faces": "3,4"})
    assert roll.to_dict()["params"] == {"faces": [3, 4]}
    assert roll.to_dict()["outcome"] == {"pairs": [[1, 2], [3, 4]]}


def test_a_seed_gives_the_same_roll_again():
    rule = register(two)
    assert rule.roll({}, seed=7) == rule.roll({}, seed=7)
    assert len({rule.roll({}, seed=seed).faces for seed in range(50)}) > 1


def test_faces_given_must_be_used_up():
    with pytest.raises(RulesError, match="^faces: got 1 face, takes one more, of a d6$"):
        register(two).resolve([5], {})
    with pytest.raises(RulesError, match="^faces: got 3 faces, takes 2 faces here$"):
        register(two).resolve([5, 5, 5], {})


def test_as_a_part_of_another_rule_it_gives_its_outcome_or_some_of_it():
    inner = register(two)
    for rule in (
        lambda dice: {"total": inner(dice, bonus=2, twice=True)["total"]},
        lambda dice: {"total": dice.field(inner, "total", bonus=2, twice=True)},
        lambda dice: dice.fields(inner, ("total",), bonus=2, twice=True),
    ):
        assert toy(rule).resolve([1, 2], {}).outcome == {"total": 10}
