"""Effects of rolls on sheets in a fight: each outcome of the texts, with its faces and the expected sheets.

A roll is made as the page makes it: prefilled from both sheets, with its triggered changes applied. The expectation
lists everything that changes on a sheet (for list entries, only the changed parts); the rest must stay the same.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules_py.errors import RulesError
from rules_py.play.fight.offers import find_pending_rolls
from rules_py.play.fight.targeting import fill_params
from rules_py.registry.games import find_mechanic
from rules_py.text.serialization import to_json
from tests.systems.shown_board import list_acts
from tests.systems.table_session import TableSession

Sheet = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Outcome:
    """A roll and its expected effects.

    Attributes:
        roll: the mechanic's id without the game.
        faces: in the order in which the rule rolls them.
        by, at: the sheets of roller and target, with the fields that matter.
        other: another combatant's sheet.
        also: further targets, if one roll is against several.
        params: parameters that the roller sets.
        chosen: the roller's choices for the roll binding, and the role of an ally who takes part.
        board: fields of the shared sheet before the roll.
        after: the changes, by "by", "at", "board", "other", and "also 1", "also 2" for further targets.
        tap: a change that the players decide about, and its recipient: it is offered once and takes one tap. A third
            part gives the parameters that tell it from other offers of the same change.
        override: the names of the requirements that the table waives.
        refused: text in the sentence that refuses the action; then nothing happens.
        owed: the roll that is pending afterwards.
    """

    roll: str
    faces: Sequence[int]
    by: Sheet
    at: Sheet | None = None
    other: Sheet | None = None
    also: Sequence[Sheet] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    board: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tap: tuple[str, str] | tuple[str, str, Mapping[str, Any]] | None = None
    override: Sequence[str] = ()
    refused: str = ""
    owed: str = ""


def check_outcome(
    slug: str, outcome: Outcome, prepare: Callable[[TableSession, Mapping[str, str]], None] = lambda *_: None
) -> None:
    """Play an outcome and compare the sheets with the expected ones; then undo it and compare with the start.

    Args:
        slug: the game's slug.
        outcome: the roll and its expected effects.
        prepare: runs commands before the roll; it gets the table and the combatants' keys by role.
    """
    table = TableSession(slug)
    keys = {"board": "board"}
    for role in ("by", "at", "other"):
        if (sheet := getattr(outcome, role)) is not None:
            keys[role] = table.join(sheet[0], name=role, **sheet[1])
    for number, sheet in enumerate(outcome.also, 1):
        keys[f"also {number}"] = table.join(sheet[0], name=f"also {number}", **sheet[1])
    also = [key for role, key in keys.items() if role.startswith("also")]
    if outcome.board:
        table.execute("edit", who="board", fields=outcome.board)
    prepare(table, keys)
    before = read_fields(table, keys)
    mechanic = find_mechanic(f"{slug}.{outcome.roll}")
    at = keys.get("at")
    chosen = {name: keys.get(value, value) for name, value in outcome.chosen.items()}
    about = ({"at": at} if at else {}) | ({"also": also} if also else {})
    command = {
        "mechanic": mechanic.id,
        "by": keys["by"],
        **about,
        "chosen": chosen,
        "faces": list(outcome.faces),
        "override": list(outcome.override),
    }

    def roll() -> None:
        filled = fill_params(table.fight, mechanic, keys["by"], at, chosen, also)
        table.execute("rolled", **command, params={**filled, **outcome.params})

    if outcome.refused:
        events = list(table.events)
        with pytest.raises(RulesError, match=re.escape(outcome.refused)):
            roll()
        assert table.events == events
        return
    roll()
    owed = [each.mechanic.id for each in find_pending_rolls(table.fight)]
    assert owed == ([f"{slug}.{outcome.owed}"] if outcome.owed else []), owed
    undone = 1
    if outcome.tap:
        change, role, given = (*outcome.tap, {})[:3]
        offered = [
            act
            for act in find_offers(table)
            if act["change"] == f"{slug}.{change}"
            and act["who"] == keys[role]
            and given.items() <= ({"bare": False, "instead": act.get("instead")} | act["params"]).items()
        ]
        assert len(offered) == 1, [(act["change"], act["who"]) for act in find_offers(table)]
        table.execute(offered[0].pop("act"), **offered[0])
        undone = 2
    after = read_fields(table, keys)
    changed = {
        role: {
            name: changed_parts(before[role][name], value)
            for name, value in fields.items()
            if value != before[role][name]
        }
        for role, fields in after.items()
    }
    changed = {role: fields for role, fields in changed.items() if fields}
    assert changed == to_json(dict(outcome.after)), f"{changed} instead of {outcome.after}"
    for _ in range(undone):
        table.undo()
    assert read_fields(table, keys) == before


def read_fields(table: TableSession, keys: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the fields of all combatants as JSON, without the attacks of a round, which other tests cover."""
    fight = table.fight
    return {
        role: {name: value for name, value in to_json(fight.sheet_for(key).fields).items() if name != "blows"}
        for role, key in keys.items()
        if key != "board" or fight.board is not None
    }


def changed_parts(before: Any, after: Any) -> Any:
    """Return a changed value; of list entries with the same length, only the changed parts."""
    if not isinstance(after, list) or len(after) != len(before) or not all(isinstance(each, dict) for each in after):
        return after
    return [
        {name: part for name, part in each.items() if part != was[name]}
        for was, each in zip(before, after, strict=True)
    ]


def find_offers(table: TableSession) -> list[dict[str, Any]]:
    """Return the commands of the buttons that offer changes."""
    acts = (act for _, act in list_acts(table.html(), ".fb-offer, .fb-decisions button"))
    return [act for act in acts if act["act"] == "change"]
