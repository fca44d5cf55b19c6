"""What rolls do to sheets in a fight: each outcome of the texts, with the faces that come to it and the sheets after.

A roll is made as the page makes it, filled from both sheets, and what follows happens with it. A sheet's expectation is
all that has changed on it, of a list's entries the parts that have: what is not named has stayed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from rules_py.registry.games import find_mechanic
from rules_py.text.formatting import to_json
from tests.rules_py.play.table import TableSession

Sheet = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Outcome:
    """A roll and what it does.

    Attributes:
        faces: as they fall, in the order of the rule.
        by, at: the sheets of roller and target, and the fields of theirs that matter.
        other: who else is there.
        also: more targets, where one roll is against several.
        params: what the roller sets besides.
        board: fields of the sheet that all share, before the roll.
        after: what has changed, by "by", "at", "board", "other", and "also 1", "also 2" for more targets.
        tap: a change that the table decides about: it is offered for this one, and one tap does it; where a roll leads
            to it in several ways, with what it takes in this one.
        refused: what the roll's event says of a change that the rules forbid.
        owed: the roll that is owed then.
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
    refused: str = ""
    owed: str = ""


def check_outcome(slug: str, outcome: Outcome) -> None:
    """Play an outcome, and hold the sheets after against what it says; undone, all is as it was."""
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
    before = read_fields(table, keys)
    mechanic = find_mechanic(f"{slug}.{outcome.roll}")
    at = keys.get("at")
    filled = table.fight.fill_params(mechanic, keys["by"], at, dict(outcome.chosen), also)
    about = ({"at": at} if at else {}) | ({"also": also} if also else {})
    table.execute(
        "rolled",
        mechanic=mechanic.id,
        by=keys["by"],
        **about,
        chosen=dict(outcome.chosen),
        faces=list(outcome.faces),
        params={**filled, **outcome.params},
    )
    rolled = next(event for event in table.events if event["event"] == "roll")
    assert outcome.refused in " ".join(rolled.get("refused", [])), rolled.get("refused")
    assert bool(outcome.refused) == bool(rolled.get("refused")), rolled.get("refused")
    owed = [each.mechanic.id for each in table.fight.pending_rolls]
    assert owed == ([f"{slug}.{outcome.owed}"] if outcome.owed else []), owed
    undone = 1
    if outcome.tap:
        change, role, given = (*outcome.tap, {})[:3]
        offered = [
            act
            for act in find_offers(table)
            if act["change"] == f"{slug}.{change}"
            and act["who"] == keys[role]
            and given.items() <= ({"bare": False} | act["params"]).items()
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
    """The fields of all who are there, as JSON; what a list has of each attack is left to the tests of rounds."""
    fight = table.fight
    return {
        role: {name: value for name, value in to_json(fight.sheet_for(key).fields).items() if name != "blows"}
        for role, key in keys.items()
        if key != "board" or fight.board is not None
    }


def changed_parts(before: Any, after: Any) -> Any:
    """A value after a change: of a list's entries with parts only the parts that have changed."""
    if not isinstance(after, list) or len(after) != len(before) or not all(isinstance(each, dict) for each in after):
        return after
    return [
        {name: part for name, part in each.items() if part != was[name]}
        for was, each in zip(before, after, strict=True)
    ]


def find_offers(table: TableSession) -> list[dict[str, Any]]:
    """The acts of the buttons that stand with what happened."""
    return [json.loads(unescape(act)) for act in re.findall(r'class="fb-offer" data-act="([^"]*)"', table.html())]
