"""Mechanics: parameters from a signature, checked values, and the contents of a roll."""

from types import ModuleType
from typing import Annotated, NamedTuple

import pytest

from rules_py.errors import DataError, RulesError
from rules_py.mechanic.definition import Mechanic, find_registered_mechanics, mechanic
from rules_py.mechanic.signature import read_parameters
from rules_py.parameters import Flag, ListOf, Parameter, Whole
from tests.rules_py.sample_rules import make_mechanic


def register(rule, **more) -> Mechanic:
    return mechanic("toy.rule", title="A toy", page="toy/#rule", headline="total", **more)(rule)


def roll_two_dice(
    dice, bonus: Annotated[int, Whole(0, 3, "a bonus")] = 1, twice: Annotated[bool, Flag("twice")] = False
):
    """Roll two dice and add a bonus."""
    total = (dice.pool(2, label="both").total + bonus) * (2 if twice else 1)
    dice.say(f"It comes to {total}.")
    dice.add_consequence("And then 1D6.")
    return {"total": total, "faces": ["a", "b"]}


class Aim(NamedTuple):
    """Parameters that several rules share."""

    skill: Annotated[int, Whole(0, 9, "skill")] = 2
    steady: Annotated[bool, Flag("steady")] = False


CALM = Aim()


def shoot(
    dice,
    range_in_m: Annotated[int, Whole(0, 99, "the distance")] = 5,
    aim: Aim = CALM,
    shots: Annotated[int, Whole(1, 3, "shots")] = 1,
):
    return {"total": dice.die(6) + aim.skill + aim.steady, "range": range_in_m, "shots": shots}


MODULE = """from rules_py.mechanic import mechanic
from rules_py.mechanic.builtin import dice

@mechanic("toy.strike", title="Strike", page="toy/#strike", headline="total")
def strike(dice):
    return {"total": dice.die(6)}

hit = strike

@mechanic("toy.SECOND", title="Second", page="toy/#second", headline="total")
def second(dice):
    return {"total": dice.die(6)}

def make(id):
    @mechanic(id, title="Made", page="toy/#made", headline="total")
    def made(dice):
        return {"total": dice.die(6)}
    return made

made = make("toy.made")
other = make("toy.other")
"""


def run_module(text: str) -> ModuleType:
    module = ModuleType("toy")
    exec(compile(text, "toy.py", "exec"), vars(module))
    return module


def test_rule_is_found_by_its_id_and_page():
    rule = register(roll_two_dice)
    assert (rule.id, rule.title, rule.page) == ("toy.rule", "A toy", "toy/#rule")


def test_module_has_its_mechanics_in_order_of_definition_without_imported_ones():
    module = run_module(MODULE)
    assert list(find_registered_mechanics(module)) == [module.strike, module.second, module.made, module.other]
    assert set(vars(module)) == {*vars(ModuleType("toy")), *MODULE_NAMES}


MODULE_NAMES = ("__builtins__", "mechanic", "dice", "strike", "hit", "second", "make", "made", "other")


@pytest.mark.parametrize("name", ["second", "strike"])
def test_duplicate_id_error_names_both_locations(name):
    text = MODULE.replace("toy.SECOND", "toy.strike").replace("second(", f"{name}(")
    with pytest.raises(DataError) as refusal:
        find_registered_mechanics(run_module(text))
    assert str(refusal.value) == (
        "toy.py:10: got the id toy.strike a second time, takes another; the first is at toy.py:4"
    )


def test_function_that_would_replace_a_mechanic_is_rejected():
    with pytest.raises(DataError) as refusal:
        run_module(MODULE.replace("second(", "strike("))
    assert str(refusal.value) == (
        "toy.py:10: got the name strike a second time, takes another; the first is at toy.py:4"
    )


BONUS = Annotated[int, Whole(0, 3, "a bonus")]


def with_parameter_roll(dice, roll: BONUS = 1): ...
def with_parameter_faces(dice, faces: BONUS = 1): ...
def with_parameter_vs(dice, vs: BONUS = 1): ...
def with_parameter_seed(dice, seed: BONUS = 1): ...
def with_extra_parameters(dice, bonus: BONUS = 1, **others): ...
def without_kind(dice, bonus: int = 1): ...
def without_annotation(dice, bonus=1): ...
def with_plain_annotation(dice, bonus: Annotated[int, "a bonus"] = 1): ...
def without_default(dice, bonus: BONUS): ...


@pytest.mark.parametrize(
    ("rule", "more", "said"),
    [
        (with_parameter_roll, {}, "got a parameter named roll, takes another name than roll, faces, vs, id, seed"),
        (with_parameter_faces, {}, "got a parameter named faces, takes another name than roll, faces, vs, id, seed"),
        (with_parameter_vs, {}, "got a parameter named vs, takes another name than roll, faces, vs, id, seed"),
        (with_parameter_seed, {}, "got a parameter named seed, takes another name than roll, faces, vs, id, seed"),
        (with_extra_parameters, {}, "got **others without forwards_to, takes the mechanic that it hands those on to"),
        (
            roll_two_dice,
            {"forwards_to": make_mechanic(roll_two_dice)},
            "got forwards_to without **name to hand on, takes both or neither",
        ),
        (
            with_extra_parameters,
            {"forwards_to": make_mechanic(roll_two_dice), "omit": ("bonus",)},
            "got omit bonus, takes a parameter that forwards_to has",
        ),
        (without_kind, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (without_annotation, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (with_plain_annotation, {}, "got the parameter bonus without a kind, takes Annotated[type, kind]"),
        (without_default, {}, "got the parameter bonus without a default, takes one"),
    ],
    ids=lambda part: part.__name__ if callable(part) else "",
)
def test_invalid_rule_signature_is_rejected_with_its_location(rule, more, said):
    with pytest.raises(DataError) as refusal:
        register(rule, **more)
    assert str(refusal.value) == f"{__file__}:{rule.__code__.co_firstlineno}: toy.rule: {said}"


def test_parameters_come_from_the_signature():
    assert register(roll_two_dice).parameters == {
        "bonus": Parameter("bonus", Whole(0, 3, "a bonus"), 1),
        "twice": Parameter("twice", Flag("twice"), False),
    }


def test_mechanic_describes_itself():
    assert register(roll_two_dice).describe() == {
        "mechanic": "toy.rule",
        "title": "A toy",
        "rule": "toy/#rule",
        "parameters": [
            {"name": "bonus", "kind": "int", "range": [0, 3], "default": 1, "help": "a bonus"},
            {"name": "twice", "kind": "bool", "default": False, "help": "twice"},
        ],
    }


def test_forwarding_rule_inherits_all_but_excluded_parameters():
    def often(dice, times: Annotated[int, Whole(1, 9, "how often")] = 2, **handed_on):
        return {"given": (times, handed_on)}

    taking = register(often, forwards_to=register(roll_two_dice), omit=("twice",))
    assert set(taking.parameters) == {"bonus", "times"}
    assert taking.roll({"bonus": 3}).outcome == {"given": (2, {"bonus": 3})}


def test_missing_parameters_use_defaults():
    assert register(roll_two_dice).check({}) == {"bonus": 1, "twice": False}
    assert register(roll_two_dice).check({"twice": "true"}) == {"bonus": 1, "twice": True}


def test_unknown_parameter_error_lists_available_ones():
    with pytest.raises(RulesError, match="^bogus: not a parameter of toy.rule, it takes bonus, twice$"):
        register(roll_two_dice).check({"bogus": 1})
    with pytest.raises(RulesError, match="^bogus: .* it takes no parameters$"):
        register(lambda dice: {}).check({"bogus": 1})


def test_value_out_of_range_is_rejected_before_rolling():
    def rule(dice, bonus: Annotated[int, Whole(0, 3, "a bonus")] = 1):
        raise AssertionError("the rule ran")

    for run in (lambda given: register(rule).roll(given), lambda given: register(rule).resolve([], given)):
        with pytest.raises(RulesError, match="^bonus: got '4', takes a whole number from 0 to 3$"):
            run({"bonus": 4})


def test_roll_has_dice_outcome_and_steps():
    roll = register(roll_two_dice).resolve([5, 2], {"bonus": "3"})
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
    roll = make_mechanic(lambda dice, faces: {"pairs": ((1, 2), faces)}, {"faces": faces}).roll({"faces": "3,4"})
    assert roll.to_dict()["params"] == {"faces": [3, 4]}
    assert roll.to_dict()["outcome"] == {"pairs": [[1, 2], [3, 4]]}


def test_a_seed_gives_the_same_roll_again():
    rule = register(roll_two_dice)
    assert rule.roll({}, seed=7) == rule.roll({}, seed=7)
    assert len({rule.roll({}, seed=seed).faces for seed in range(50)}) > 1


def test_resolve_requires_exactly_the_rolled_faces():
    with pytest.raises(RulesError, match="^faces: got 1 face, takes one more, of a d6$"):
        register(roll_two_dice).resolve([5], {})
    with pytest.raises(RulesError, match="^faces: got 3 faces, takes 2 faces here$"):
        register(roll_two_dice).resolve([5, 5, 5], {})


def test_mechanic_can_be_called_by_another_rule():
    inner = register(roll_two_dice)
    for rule in (
        lambda dice: {"total": inner(dice, bonus=2, twice=True)["total"]},
        lambda dice: {"total": dice.field(inner, "total", bonus=2, twice=True)},
        lambda dice: dice.fields(inner, ("total",), bonus=2, twice=True),
    ):
        assert make_mechanic(rule).resolve([1, 2], {}).outcome == {"total": 10}


def test_fields_of_a_record_are_parameters_in_its_place():
    rule = register(shoot)
    assert list(rule.parameters) == ["range_in_m", "skill", "steady", "shots"]
    assert rule.check({"steady": "true"}) == {"range_in_m": 5, "skill": 2, "steady": True, "shots": 1}
    assert rule.resolve([4], {"skill": 3, "steady": True}).outcome == {"total": 8, "range": 5, "shots": 1}
    assert rule.roll({"skill": 9}).params["skill"] == 9


def test_another_rule_names_the_fields_of_a_record():
    shot = register(shoot)
    rule = register(lambda dice: shot(dice, skill=0, shots=2))
    assert rule.resolve([6], {}).outcome == {"total": 6, "range": 5, "shots": 2}


def test_rule_hands_on_the_fields_of_a_record():
    shot = register(shoot)

    def snipe(dice, aim: Aim = CALM, **shot_params):
        return shot(dice, steady=True, skill=aim.skill + 1, **shot_params)

    rule = register(snipe, forwards_to=shot, omit=("skill", "steady"))
    assert list(rule.parameters) == ["range_in_m", "shots", "skill", "steady"]
    assert rule.resolve([1], {"range_in_m": 40}).outcome == {"total": 5, "range": 40, "shots": 1}


def test_parameter_in_a_record_and_beside_it_is_refused():
    def snipe(dice, skill: Annotated[int, Whole(0, 9, "skill")] = 1, aim: Aim = CALM):
        return {"total": skill + aim.skill}

    def shoot_twice(dice, aim: Aim = CALM, other: Aim = CALM):
        return {"total": aim.skill + other.skill}

    with pytest.raises(DataError, match=r"toy\.\w+: got the parameter skill twice, takes it alone or in one record$"):
        register(snipe)
    with pytest.raises(DataError, match="got the parameter skill twice"):
        register(shoot_twice)


def test_record_is_refused_where_each_parameter_has_its_own_place():
    def practise(sheet, say, aim: Aim = CALM):
        return sheet

    with pytest.raises(DataError, match="got the parameter aim, a record, takes its fields"):
        read_parameters("toy.practise", practise, skip=2)
