"""Settings of a sheet's rolls: they belong to an entry of a list, wherever it is in the list."""

import random

from hypothesis import given, strategies as st

from rules_py.play.layout import build_default_layout
from rules_py.play.roll_settings import PreparedRoll, SheetSettings, find_stored_entry, prepare_roll, read_form
from rules_py.play.solo import Solo
from tests.rules_py.play.toy import Rover, Tool

BINDING = Rover.rolls[0]
NAMES = ("Beam", "Pole", "Ram", "5", "Horn: big", "Beam.0", "")


def prepare(rover: Rover, settings: SheetSettings, fixed: dict[str, int]) -> PreparedRoll:
    return prepare_roll(Solo(rover, None), build_default_layout(type(rover)), settings, BINDING, fixed, {})


def store(settings: SheetSettings) -> SheetSettings:
    """Return settings as the page stores them and gives them back."""
    return SheetSettings.read(settings.to_dict())


def set_plating(rover: Rover, settings: SheetSettings, number: int, plating: int) -> SheetSettings:
    prepared = prepare(rover, settings, {"tools": number})
    return store(read_form(prepared, rover, settings, {"plating": str(plating), "drive": "speed"}))


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True), st.randoms(use_true_random=False))
def test_settings_follow_their_entry_through_any_changes_of_its_list(names: list[str], chance: random.Random) -> None:
    rover = Rover(tools=tuple(Tool(name) for name in names))
    settings, wanted = SheetSettings(), {}
    for _ in range(8):
        tools = list(rover.tools)
        number = chance.randrange(len(tools)) if tools else 0
        match chance.choice(("set", "remove", "insert", "move", "change")):
            case "set" if tools:
                wanted[tools[number].name] = chance.randint(1, 9)
                settings = set_plating(rover, settings, number, wanted[tools[number].name])
            case "remove" if tools:
                tools.pop(number)
            case "insert" if len(tools) < 3:
                free = [name for name in NAMES if name not in {tool.name for tool in tools}]
                tools.insert(chance.randint(0, len(tools)), Tool(chance.choice(free)))
            case "move" if tools:
                tools.insert(chance.randint(0, len(tools) - 1), tools.pop(number))
            case "change" if tools:
                tools[number] = tools[number]._replace(weight=chance.randint(0, 9))
        rover = rover.replace(tools=tuple(tools))
        for place, tool in enumerate(rover.tools):
            assert prepare(rover, settings, {"tools": place}).params["plating"] == wanted.get(tool.name, 0)


@given(st.lists(st.sampled_from(NAMES[:3]), min_size=1, max_size=3), st.data())
def test_chosen_entry_follows_its_list_or_goes(names: list[str], data: st.DataObject) -> None:
    rover = Rover(tools=tuple(Tool(name, weight) for weight, name in enumerate(names)))
    number = data.draw(st.integers(0, len(names) - 1))
    form = prepare(rover, SheetSettings(), {})
    settings = store(read_form(form, rover, SheetSettings(), {"tools": str(number)}))
    assert prepare(rover, settings, {}).chosen["tools"] == number
    others = data.draw(st.lists(st.sampled_from(NAMES), max_size=3))
    later = rover.replace(tools=tuple(Tool(name) for name in others))
    stored = settings.rolls["toy.ram"].chosen["tools"]
    found = find_stored_entry(later, "tools", stored)
    assert found is None or others[found] == names[number]
    assert found is not None or others.count(names[number]) != 1 or names.count(names[number]) > 1


def test_settings_by_the_number_of_an_entry_open_without_those_of_entries() -> None:
    """Earlier versions stored the number of an entry, which may have become another one since."""
    yesterday = {
        "about": {},
        "rolls": {
            "toy.ram tools.1": {"params": {"plating": 7}},
            "toy.ram": {"chosen": {"drive": "speed", "tools": 1}},
        },
    }
    released = {"toy.ram": {"drive": "speed", "tools": 1}}
    for data in (yesterday, released):
        settings = SheetSettings.read(data)
        prepared = prepare(Rover(), settings, {"tools": 1})
        assert prepared.params["plating"] == 0 and prepared.params["drive"] == 2
        assert prepare(Rover(), settings, {}).chosen == {"drive": "speed", "tools": 0}
        assert "tools.1" not in str(settings.to_dict())
