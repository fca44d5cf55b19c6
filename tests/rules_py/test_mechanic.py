"""Mechanics: parameters from a signature, checked values, and what a roll holds."""

from typing import Annotated

import pytest

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, mechanic, registered
from rules_py.parameters import Flag, ListOf, Parameter, Whole
from tests.rules_py.toys import toy


@pytest.fixture(autouse=True)
def own_register():
    """What these tests register is not left among the games' mechanics."""
    games = dict(registered())
    yield
    registered().clear()
    registered().update(games)


def register(rule, **more) -> Mechanic:
    return mechanic("toy.rule", title="A toy", page="toy/#rule", headline="total", **more)(rule)


def two(dice, bonus: Annotated[int, Whole(0, 3, "a bonus")] = 1, twice: Annotated[bool, Flag("twice")] = False):
    """Two dice and a bonus."""
    total = (dice.pool(2, label="both").total + bonus) * (2 if twice else 1)
    dice.say(f"It comes to {total}.")
    dice.then("And then 1D6.")
    return {"total": total, "faces": ["a", "b"]}


def test_a_registered_rule_is_known_by_its_id():
    rule = register(two)
    assert registered()["toy.rule"] is rule
    assert (rule.id, rule.title, rule.page) == ("toy.rule", "A toy", "toy/#rule")


def test_parameters_come_from_the_signature():
    assert register(two).parameters == {
        "bonus": Parameter("bonus", Whole(0, 3, "a bonus"), 1),
        "twice": Parameter("twice", Flag("twice"), False),
    }


def test_it_describes_itself():
    assert register(two).describe() == {
        "mechanic": "toy.rule", "title": "A toy", "rule": "toy/#rule",
        "parameters": [
            {"name": "bonus", "kind": "int", "range": [0, 3], "default": 1, "help": "a bonus"},
            {"name": "twice", "kind": "bool", "default": False, "help": "twice"},
        ],
    }


def test_a_rule_may_take_another_ones_parameters_but_for_some():
    def often(dice, times: Annotated[int, Whole(1, 9, "how often")] = 2, **handed_on):
        return {"given": (times, handed_on)}

    taking = register(often, takes=register(two), without=("twice",))
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
    assert roll.follows == ("And then 1D6.",)
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
    for rule in (lambda dice: {"total": inner(dice, bonus=2, twice=True)["total"]},
                 lambda dice: {"total": dice.field(inner, "total", bonus=2, twice=True)},
                 lambda dice: dice.fields(inner, ("total",), bonus=2, twice=True)):
        assert toy(rule).resolve([1, 2], {}).outcome == {"total": 10}
