"""Sheets: fields are parameters, derived values are computed, and no value leaves its range."""

import json
import sys
from types import ModuleType
from typing import Annotated

import pytest
from hypothesis import example, given, strategies as st

from rules_py.error_messages import error_message
from rules_py.errors import DataError, RulesError
from rules_py.parameters import Whole
from rules_py.play import ChosenWith, RollBinding, Sheet, Without, derived
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.sheet import find_sheets, read_sheet
from rules_py.rendering.prefill import prefill_params
from tests.cases import check_each
from tests.rules_py.play.toy import Rover, Tool, dent, ram


def find(sheet_id: str) -> type[Sheet]:
    if sheet_id != "toy.rover":
        raise RulesError("no such sheet")
    return Rover


def test_sheet_fields_are_parsed_like_parameters():
    rover = Rover.from_fields({"dents": " 2", "tools": "Pole/3,Beam"})
    assert rover.dents == 2
    assert rover.tools == (Tool("Pole", 3), Tool("Beam", 1))


def test_derived_values_are_read_like_fields():
    assert Rover(dents=2).left == 3
    assert Rover(dents=2).derived == {"left": 3}
    assert Rover.derivations["left"].label == "Hull left"


def test_warning_is_shown_while_its_condition_holds():
    assert Rover(dents=4).warnings == ()
    assert Rover(dents=5).warnings == ("A wreck.",)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"dents": 10}, "dents: got '10', takes a whole number from 0 to 9"),
        ({"dents": 6}, "dents: got 6, takes at most the hull's 5"),
        ({"wings": 2}, "wings: not a parameter of toy.rover, it takes name, hull, dents, speed, torque, tools"),
        ({"name": "a\nb"}, "name: got 'a↵b', takes a line of text of at most 20 characters"),
        ({"tools": [{"name": "Beam", "colour": 2}]}, "tools: got"),
        ({"tools": [["Beam", 1, 1]]}, "tools: got"),
        ({"tools": "Beam/10"}, "tools: got"),
    ],
)
def test_field_out_of_range_is_rejected(fields, said):
    with pytest.raises(RulesError) as refusal:
        Rover.from_fields(fields)
    assert str(refusal.value).startswith(said)


VISIBLE = st.sampled_from("aé👩👧می")
INVISIBLE = [
    "\u200dBo",
    "Bo\u200c",
    "\u200d",
    "B\u202eo",
    "B\u2066o",
    "B\u200fo",
    "B\u200bo",
    "B\x00o",
    "B\to",
    "B\x85o",
    "B\u2028o",
    "B\ufeffo",
    "B\ud800o",
]


@given(first=VISIBLE, between=st.text("aé 👩👧می\u200c\u200d", max_size=15), last=VISIBLE)
@example("👨", "\u200d👩\u200d👧 B", "o")
@example("م", "ی\u200cخو", "م")
def test_name_with_zero_width_joiners_round_trips(first, between, last):
    rover = Rover.from_fields({"name": f"{first}{between}{last}"})
    assert rover.name == f"{first}{between}{last}"
    assert read_sheet(json.loads(json.dumps(rover.to_dict())), find) == rover


@check_each("name", INVISIBLE)
def test_name_with_other_invisible_characters_is_rejected(name):
    with pytest.raises(RulesError) as refusal:
        Rover.from_fields({"name": name})
    assert str(refusal.value).startswith("name: got a character that can't be shown, takes a line of text of ")
    assert (
        error_message(refusal.value, Rover.parameters)
        == "Name takes a line of text of at most 20 characters; you entered a character that can't be shown."
    )


def test_sheets_are_immutable():
    rover = Rover()
    with pytest.raises(AttributeError):
        rover.dents = 1
    assert rover.replace(dents=1).dents == 1
    assert rover.dents == 0
    with pytest.raises(RulesError):
        rover.replace(dents=10)


def test_sheet_round_trips_through_json():
    rover = Rover(name="Ada", dents=3, tools=(Tool("Saw, small", 2),))
    data = rover.to_dict()
    assert data == {
        "sheet": "toy.rover",
        "warnings": [],
        "derived": {"left": 2},
        "fields": {
            "name": "Ada",
            "hull": 5,
            "dents": 3,
            "speed": 2,
            "torque": 4,
            "tools": [{"name": "Saw, small", "weight": 2}],
        },
    }
    assert read_sheet(data, find) == rover
    assert read_sheet(data | {"derived": {"left": 99}, "warnings": ["Lies."]}, find).derived == {"left": 2}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"sheet": "toy.rover"},
        {"sheet": 3, "fields": {}},
        {"sheet": "toy.rover", "fields": []},
        {"sheet": "toy.rover", "fields": {}, "more": 1},
        {"sheet": "toy.rover", "fields": {"dents": -1}},
        {"sheet": "toy.boat", "fields": {}},
        {"sheet": "toy.rover", "fields": {"tools": {"name": "Beam"}}},
    ],
)
def test_invalid_sheet_json_is_rejected(data):
    with pytest.raises(RulesError):
        read_sheet(data, find)


def test_table_rows_become_ready_made_sheets():
    assert Rover.build_presets()["Captain"] == Rover(name="Captain", hull=4)


def test_sheet_prefills_a_roll_with_the_choices():
    (fills,) = Rover.rolls
    rover = Rover(speed=1, torque=6)
    assert fills.choices == {"drive": ("speed", "torque"), "tools": ()}
    assert fills.fill_params(rover) == {"drive": 1, "weight": 1}
    assert fills.fill_params(rover, {"drive": "torque", "tools": 1}) == {"drive": 6, "weight": 3}
    assert fills.fill_params(Rover(tools=())) == {"drive": 2, "weight": 0}
    assert Rover.met_by[0].fill_params(Rover(dents=1)) == {"plating": 4}


@pytest.mark.parametrize(
    "chosen",
    [
        {"drive": "hull"},
        {"tools": 2},
        {"tools": -1},
        {"tools": True},
        {"weight": "hull"},
    ],
)
def test_unavailable_choice_is_rejected(chosen):
    with pytest.raises(RulesError):
        Rover.rolls[0].fill_params(Rover(), chosen)


def test_paired_fields_follow_their_choice():
    fills = RollBinding(ram, drive=("speed", "torque"), plating=ChosenWith("drive", ("dents", "hull")))
    rover = Rover(speed=1, torque=6, dents=2, hull=7)
    fills.check_declaration(Rover)
    assert fills.choices == {"drive": ("speed", "torque")}
    assert fills.fill_params(rover) == {"drive": 1, "plating": 2}
    assert fills.fill_params(rover, {"drive": "torque"}) == {"drive": 6, "plating": 7}
    with pytest.raises(RulesError, match="takes one of speed, torque"):
        RollBinding(ram, plating=fills.sources["plating"], drive=("speed", "torque")).fill_params(
            rover, {"drive": "hull"}
        )


def test_list_choice_without_a_parameter_is_allowed():
    fills = RollBinding(ram, "tools", drive="speed")
    fills.check_declaration(Rover)
    assert fills.choices == {"tools": ()}
    assert fills.fill_params(Rover(), {"tools": 1}) == {"drive": 2}
    with pytest.raises(RulesError, match="the number of an entry from 0 to 1"):
        fills.fill_params(Rover(), {"tools": 2})


TWO_SHEETS = """from rules_py.play import Sheet
from tests.rules_py.play.toy import Rover

class Kit(Sheet, id="toy.kit", title="Kit", page="toy/kit/"): ...
class Frame(Rover): ...
class Buggy(Frame, id="toy.buggy", title="Buggy", page="toy/buggy/"): ...
"""


def run_module(text: str, monkeypatch) -> ModuleType:
    module = ModuleType("toy")
    monkeypatch.setitem(sys.modules, "toy", module)
    exec(text, vars(module))
    return module


def test_module_has_its_sheets_without_base_classes_and_imported_ones(monkeypatch):
    module = run_module(TWO_SHEETS, monkeypatch)
    assert list(find_sheets(module)) == [module.Kit, module.Buggy]


def test_duplicate_id_error_names_both_sheets(monkeypatch):
    with pytest.raises(DataError) as refusal:
        run_module(TWO_SHEETS.replace("toy.buggy", "toy.kit"), monkeypatch)
    assert str(refusal.value) == "toy:Buggy: got the id toy.kit a second time, takes another; the first is toy:Kit"


def test_value_that_a_sheet_lacks_is_declared_entered_or_refused():
    class Wreck(Sheet, id="toy.wreck", title="Wreck", page="toy/wreck/"):
        hull: Annotated[int, Whole(0, 9, "hull")] = 0

        @derived
        def plating(self) -> int | None:
            return self.hull or None

    open_ended = RollBinding(ram, plating="plating")
    assert open_ended.fill_params(Wreck(hull=2)) == {"plating": 2}
    with pytest.raises(RulesError) as refusal:
        open_ended.fill_params(Wreck())
    assert refusal.value.plain == "The sheet has nothing for “Plating”. Enter it yourself."
    assert open_ended.fill_params(Wreck(), given={"plating": 3}) == {}
    assert RollBinding(ram, Without("plating", plating=0), plating="plating").fill_params(Wreck()) == {"plating": 0}
    closed = RollBinding(ram, Without("plating", reason="It is a wreck."), plating="plating")
    assert closed.find_missing(Wreck()) == {"plating": "It is a wreck."}
    assert prefill_params(Wreck(), closed, {})["problems"] == ["It is a wreck."]


@pytest.mark.parametrize(
    ("without", "message"),
    [
        ((Without("tools"),), "takes Without.'tools'. with a value for weight or a reason"),
        ((Without("tools", weight=99),), "without tools: weight: got '99'"),
        ((Without("tools", weight=0, drive=1),), "gives drive of toy.ram without tools"),
        ((Without("tools", weight=0), Without("hull", reason="None.")), "without hull"),
        ((Without("tools", fields={"weight": "wings"}),), "fills toy.ram from wings"),
    ],
)
def test_list_that_may_be_empty_is_declared(without, message):
    with pytest.raises(DataError, match=message):
        RollBinding(ram, *without, drive="speed", weight="tools.weight").check_declaration(Rover)


def test_sheet_without_an_entry_can_use_a_field_of_its_own():
    fills = RollBinding(ram, Without("tools", fields={"weight": "hull"}), drive="speed", weight="tools.weight")
    fills.check_declaration(Rover)
    assert fills.fill_params(Rover(hull=3, tools=()))["weight"] == 3
    assert fills.fill_params(Rover(hull=3))["weight"] == Rover().tools[0].weight


def test_player_chooses_no_entry_where_the_binding_names_that():
    fills = RollBinding(ram, Without("tools", label="By itself", weight=0), drive="speed", weight="tools.weight")
    fills.check_declaration(Rover)
    assert fills.fill_params(Rover(), {"tools": NO_ENTRY}) == {"drive": 2, "weight": 0}
    options = prefill_params(Rover(), fills, {})["choices"][0]["options"]
    assert options == {"0": "Beam", "1": "Pole", "-1": "By itself"}


def test_roll_offers_changes_to_the_right_role():
    hit = ram.resolve([3], {"plating": 1})
    assert [(after.role, params) for after, params in dent.match_triggers(hit)] == [("target", {"damage": 3})]
    missed = ram.resolve([1], {"plating": 9, "loud": True})
    assert [(after.role, params) for after, params in dent.match_triggers(missed)] == [("roller", {"damage": 1})]


def test_invalid_sheet_declaration_is_rejected_with_its_location():
    def of(body: dict[str, object], fields: dict[str, object]) -> None:
        type("Boat", (Sheet,), {"__module__": __name__, "__annotations__": fields, **body}, id="toy.boat")

    knots = Annotated[int, Whole(0, 9, "knots")]
    for body, fields, said in (
        ({}, {"knots": knots}, "without a default"),
        ({"knots": 1}, {"knots": int}, "without a kind"),
        ({"title": ""}, {"title": knots}, "a field named title"),
        ({"rolls": (RollBinding(ram, wings="knots"),), "knots": 1}, {"knots": knots}, "fills wings of toy.ram"),
        ({"rolls": (RollBinding(ram, drive="wind"),), "knots": 1}, {"knots": knots}, "from wind"),
        ({"rolls": (RollBinding(ram, "crew"),), "knots": 1}, {"knots": knots}, "from crew"),
        (
            {"rolls": (RollBinding(ram, drive=ChosenWith("weight", ("knots",))),), "knots": 1},
            {"knots": knots},
            "along with weight, takes a parameter with a choice of 1 fields",
        ),
    ):
        with pytest.raises(DataError, match="Boat") as refusal:
            of(body, fields)
        assert said in str(refusal.value)


def test_sheets_inherit_fields_and_derived_values():
    class Vehicle(Sheet):
        wheels: Annotated[int, Whole(0, 9, "wheels")] = 4

        @derived
        def rolling(self) -> bool:
            return self.wheels > 1

    class Cart(Vehicle, id="toy.cart", title="Cart", page="toy/cart/"):
        load: Annotated[int, Whole(0, 9, "load")] = 0

    assert Cart(wheels=2).to_dict()["fields"] == {"wheels": 2, "load": 0}
    assert Cart(wheels=1).derived == {"rolling": False}


def test_plain_property_prefills_rolls_but_is_not_shown():
    class Boat(Sheet):
        keel: Annotated[int, Whole(0, 4, "how deep it goes")] = 2

        rolls = (RollBinding(ram, drive="pull"),)

        @property
        def pull(self) -> int:
            return 2 * self.keel

    Boat.rolls[0].check_declaration(Boat)
    assert Boat.rolls[0].fill_params(Boat(keel=3)) == {"drive": 6}
    assert Boat().derived == {} and not Boat.has_value("fields") and not Boat.has_value("sail")
