"""Types of a fight's events, in Python and for the page's modules, and the check of untyped JSON."""

import re
from pathlib import Path
from typing import get_args

import pytest

from rules_py.errors import ForbiddenError, ParameterError, RulesError, UnknownIdError
from rules_py.play.fight.events import EVENTS, Event, read_event
from rules_py.registry.play import replay
from tests.cases import check_each

PAGE_TYPES = Path(__file__).parents[3] / "types" / "fight-events.d.ts"
ADA = {"event": "join", "who": "ada", "sheet": {"sheet": "psiops.operative", "fields": {}}}
ROLL = {"event": "roll", "mechanic": "psiops.action", "faces": [6]}
CHANGE = {"event": "change", "change": "psiops.rest", "who": "ada"}


def test_every_event_has_a_type_with_its_arguments():
    types = {get_args(each.__annotations__["event"])[0]: tuple(each.__annotations__) for each in get_args(Event)}
    assert types == {name: ("event", "id", *arguments) for name, arguments in EVENTS.items()}


def test_the_page_has_the_same_types():
    text = PAGE_TYPES.read_text(encoding="utf-8")
    interfaces = dict(re.findall(r"^interface (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL))
    for each in get_args(Event):
        fields = re.findall(r"^  (\w+)(\??):", interfaces[each.__name__], re.MULTILINE)
        assert [name for name, _ in fields] == list(each.__annotations__)
        assert {name for name, optional in fields if optional} == each.__optional_keys__
    union = re.search(r"^type FightEvent =\n(.*);", text, re.MULTILINE | re.DOTALL)
    assert union and re.findall(r"\w+", union[1]) == [each.__name__ for each in get_args(Event)]


@pytest.mark.parametrize("event", [ADA, ROLL, {**ROLL, "by": None, "chosen": None}, CHANGE, {"event": "turn"}])
def test_a_valid_event_is_returned_unchanged(event):
    assert read_event(event) is event


@check_each(
    "event, name",
    [
        (None, "event"),
        ({"event": ["turn"]}, "event"),
        ({"event": "turn", "who": "ada"}, "turn"),
        ({"event": "leave"}, "who"),
        ({**ADA, "side": ["squad"]}, "side"),
        ({**ROLL, "mechanic": 5}, "mechanic"),
        ({**ROLL, "faces": "6"}, "faces"),
        ({**ROLL, "params": [1]}, "params"),
        ({**ROLL, "by": 5}, "who"),
        ({**ROLL, "at": "ada", "also": ["ada"]}, "also"),
        ({**ROLL, "also": [5]}, "who"),
        ({**ROLL, "chosen": "wits"}, "chosen"),
        ({**ROLL, "follows": False}, "follows"),
        ({"event": "order", "rolls": []}, "rolls"),
        ({"event": "order", "rolls": [5]}, "rolls"),
        ({"event": "order", "rolls": [{"by": "ada"}]}, "faces"),
        ({**CHANGE, "instead": 5}, "instead"),
        ({**CHANGE, "params": {1: 2}}, "params"),
        ({"event": "edit", "who": "ada", "fields": "hp"}, "fields"),
        ({"event": "place", "who": "ada"}, "who"),
        ({"event": "end"}, "of"),
    ],
)
def test_an_event_of_another_form_names_the_argument(event, name):
    with pytest.raises(RulesError) as raised:
        read_event(event, ["ada"])
    assert isinstance(raised.value, ParameterError | UnknownIdError)
    assert raised.value.name == name
    assert str(raised.value).startswith(f"{name}: got ")


def test_an_unknown_combatant_is_an_error_with_the_known_keys():
    with pytest.raises(UnknownIdError) as raised:
        replay("psiops", [ADA]).apply({"event": "leave", "who": "ben"})
    assert (raised.value.name, raised.value.value, raised.value.known) == ("who", "ben", ("ada",))


def test_a_forbidden_event_is_an_error_with_the_reason():
    with pytest.raises(ForbiddenError) as raised:
        replay("psiops", [ADA]).apply({"event": "turn"})
    assert (raised.value.id, raised.value.reason) == ("turn", "no combatant has a turn yet: roll for initiative first")
