"""Changes to sheets: each returns a new sheet with messages, or is rejected with a one-sentence error."""

from types import ModuleType

import pytest

from rules_py.errors import DataError, RulesError
from rules_py.play import Sheet, Trigger, change
from rules_py.play.changes import list_changes
from tests.rules_py.play.toy import Rover, dent, ram


class Boat(Sheet, id="toy.boat", title="Boat", page="toy/boat/"):
    """A sheet without fields."""


def test_change_returns_a_new_sheet_and_keeps_the_old_one():
    rover = Rover(dents=1)
    changed = dent.apply(rover, {"damage": "3"})
    assert (rover.dents, changed.sheet.dents) == (1, 4)
    assert changed.steps == ("3 damage.",)
    assert changed.differences == {"dents": (1, 4)}
    assert changed.to_dict() == {
        "change": "toy.dent",
        "params": {"damage": 3},
        "sheet": changed.sheet.to_dict(),
        "steps": ["3 damage."],
        "changed": {"dents": [1, 4]},
    }


@pytest.mark.parametrize(
    ("sheet", "params", "said"),
    [
        (Rover(dents=5), {}, "toy.dent: a wreck takes no more dents"),
        (Rover(), {"damage": -1}, "damage: got '-1', takes a whole number from 0 to 99"),
        (Rover(), {"force": 1}, "force: not a parameter of toy.dent, it takes damage"),
        (Boat(), {}, "sheet: got 'toy.boat', takes toy.rover with toy.dent"),
    ],
)
def test_forbidden_change_raises_a_rules_error(sheet, params, said):
    with pytest.raises(RulesError) as refusal:
        dent.apply(sheet, params)
    assert str(refusal.value) == said


def test_invalid_change_function_is_rejected():
    def mend(rover, say, dents=1):
        return rover

    def sink(rover, say):
        return rover

    with pytest.raises(DataError, match="the parameter dents without a kind"):
        change("toy.mend", sheet_types=Rover, title="Mend", page="toy/rover/")(mend)
    with pytest.raises(DataError, match="gives depth after a roll, takes one of no parameters"):
        change(
            "toy.sink",
            sheet_types=Rover,
            title="Sink",
            page="toy/rover/",
            triggers=(Trigger(ram, "target", depth="damage"),),
        )(sink)


TWO_CHANGES = """from rules_py.play import change
from tests.rules_py.play.toy import Rover

@change("toy.sink", sheet_types=Rover, title="Sink", page="toy/rover/")
def sink(rover, say):
    return rover

@change("toy.sink", sheet_types=Rover, title="Sink", page="toy/rover/")
def SECOND(rover, say):
    return rover
"""


@pytest.mark.parametrize("name", ["dive", "sink"])
def test_duplicate_id_error_names_both_locations(name):
    def declare() -> None:
        exec(compile(TWO_CHANGES.replace("SECOND", name), "toy.py", "exec"), vars(module))
        list_changes(module)

    module = ModuleType("toy")
    with pytest.raises(DataError) as refusal:
        declare()
    assert str(refusal.value) == "toy.py:8: got the id toy.sink a second time, takes another; the first is at toy.py:4"


def test_trigger_can_recompute_values_from_the_roll():
    def full_tilt(dice, **params):
        return {"bare": ram(dice, **params | {"plating": 0})["damage"]}

    rolled = ram.resolve([2], {"plating": 4})
    assert Trigger(ram, "target", damage="damage").build_params(rolled) is None
    after = Trigger(ram, "target", detail_rule=full_tilt, damage="bare")
    assert after.build_params(rolled) == {"damage": 3}
    assert after.compute_outcome(rolled) == {"damage": 0, "bump": 0, "bare": 3}
