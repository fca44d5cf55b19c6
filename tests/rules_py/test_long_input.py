"""Errors for long or strange input: each is one short, printable line."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

import rules_py
from rules_py.play.fight.events import EVENTS
from rules_py.play.sheet import read_sheet
from rules_py.registry.games import find_calculator, find_mechanic
from rules_py.registry.play import find_change, find_sheet, read_fight, replay
from rules_py.tables.registry import table, table_ids
from rules_py.text.quoting import is_printable

CREW = find_sheet("station.crew")
ACTION = find_mechanic("station.action")
JOINED = {"event": "join", "who": "a", "sheet": {"sheet": CREW.id, "fields": {}}}
LONGEST = 400

PLACES: dict[str, tuple[Callable[[str], Any], tuple[str, ...]]] = {
    "a fight's game": (lambda text: read_fight({"fight": text, "events": []}), rules_py.systems()),
    "an event's kind": (lambda text: replay("station", [{"event": text}]), tuple(EVENTS)),
    "an event's part": (lambda text: replay("station", [{"event": "turn", text: 1}]), ()),
    "a fighter's key": (lambda text: replay("station", [JOINED, {"event": "leave", "who": text}]), ("a",)),
    "a new fighter's key": (lambda text: replay("station", [JOINED | {"who": text}]), ()),
    "a side": (lambda text: replay("station", [JOINED | {"side": text}]), ()),
    "how many join": (lambda text: replay("station", [JOINED | {"count": text}]), ()),
    "a change": (lambda text: find_change(text, CREW()), rules_py.changes(CREW.id)),
    "a sheet's id": (lambda text: read_sheet({"sheet": text, "fields": {}}, find_sheet), rules_py.systems()),
    "a sheet's id in its game": (lambda text: find_sheet(f"station.{text}"), rules_py.sheets("station")),
    "a sheet's part": (lambda text: read_sheet({"sheet": CREW.id, "fields": {}, text: 1}, find_sheet), ()),
    "a field's name": (lambda text: CREW.from_fields({text: 1}), tuple(CREW.parameters)),
    **{
        f"the field {name}": (
            lambda text, name=name: CREW.from_fields({name: text}),
            (parameter.kind.describe_accepted(),),
        )
        for name, parameter in CREW.parameters.items()
    },
    "a mechanic's id": (find_mechanic, rules_py.systems()),
    "a mechanic's id in its game": (lambda text: find_mechanic(f"station.{text}"), rules_py.mechanics("station")),
    "a parameter's name": (lambda text: ACTION.roll({text: 1}), tuple(ACTION.parameters)),
    **{
        f"the parameter {name}": (
            lambda text, name=name: ACTION.roll({name: text}),
            (parameter.kind.describe_accepted(),),
        )
        for name, parameter in ACTION.parameters.items()
    },
    "dice": (lambda text: rules_py.roll("dice", notation=text), ()),
    "faces": (lambda text: rules_py.resolve("station.action", text), ()),
    "a table's id": (table, table_ids()),
    "a row's key": (
        lambda text: table("station.drives").row(text),
        tuple(row.key for row in table("station.drives").rows),
    ),
    "a calculator": (find_calculator, ()),
}

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=80)
"""Any text, including lone surrogates."""


@pytest.mark.parametrize("place", PLACES)
@given(text=ANYTHING | ANYTHING.map(lambda text: text * 1000))
@example("x" * 150_000)
@example("9" * 5000)
@example("\U000e0001" * 60)
@example('it\'s\n"here"\\\x00')
def test_error_for_any_input_is_one_short_line(place, text):
    give, accepted = PLACES[place]
    try:
        give(text)
    except rules_py.RulesError as refusal:
        assert is_printable(str(refusal))
        assert len(str(refusal)) <= LONGEST + len(", ".join(accepted))


def test_missing_value_is_reported_as_nothing():
    with pytest.raises(rules_py.RulesError, match="^event 1: event: got nothing, takes join, "):
        replay("station", [{}])


def test_unknown_field_name_is_shortened_in_the_error():
    with pytest.raises(rules_py.RulesError, match=r"^'x{57}\.\.\.': not a parameter of station.crew, it takes"):
        CREW.from_fields({"x" * 100_000: 1})
    with pytest.raises(rules_py.RulesError, match="^__proto__: not a parameter of station.crew, it takes name"):
        CREW.from_fields({"__proto__": 1})
