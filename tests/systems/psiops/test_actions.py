"""PSIOPS's actions over random sheets and faces: each is refused before the roll, or all of it takes place."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.actions import ALLY, Action
from rules_py.play.fight.targeting import build_attempt, resolve_against
from rules_py.play.sheet import Sheet
from rules_py.registry.play import find_sheet
from rules_py.systems.psiops.sheets.actions import FIGHT
from tests.systems.table_session import TableSession
from tests.systems.test_sheets import sheets

OPERATIVE, OPPONENTS = find_sheet("psiops.operative"), [find_sheet("psiops.enemy"), find_sheet("psiops.swarm")]
FREE = ("advantage", "disadvantage", "skill", "spent_momentum", "aiming", "suppressing", "ignores_armor", "under_fire")
"""Parameters that a player may tick, whatever the sheets say."""


def draw_command(data: st.DataObject, action: Action, table: TableSession, keys: dict[str, str]) -> dict[str, Any]:
    """Draw an attempt of an action: who takes it, against whom, with which weapon or talent, and who assists."""
    is_opponents = action.id == "psiops.morale"
    by = keys["foe" if is_opponents else "ada"]
    if not isinstance(action.rule, Mechanic):
        who = data.draw(st.sampled_from(sorted(key for key in keys.values() if fits(table, key, action))))
        return {"act": "change", "change": action.id, "who": who}
    command: dict[str, Any] = {"act": "roll", "mechanic": action.id, "by": by, "chosen": {}}
    if any(binding.mechanic is action.rule for sheet in OPPONENTS for binding in sheet.met_by):
        command["at"] = keys["foe"]
    if action.id == "psiops.attack" and data.draw(st.booleans()):
        command["also"] = [keys["ben"]]
    for name in ("weapons", "talents"):
        entries = getattr(table.sheet(by), name, ())
        if entries and any(name in binding.choices for binding in OPERATIVE.rolls if binding.mechanic is action.rule):
            command["chosen"][name] = data.draw(st.integers(0, len(entries) - 1))
    if action.ally and data.draw(st.booleans()):
        command["chosen"][ALLY] = keys["ben"]
    ticked = [name for name in FREE if name in action.rule.parameters]
    command["params"] = dict.fromkeys(data.draw(st.lists(st.sampled_from(ticked), max_size=2)), True) if ticked else {}
    return command


def fits(table: TableSession, key: str, action: Action) -> bool:
    return isinstance(table.sheet(key), action.rule.sheet_types)


def join(table: TableSession, name: str, sheet: Sheet) -> str:
    fields = {**sheet.to_dict()["fields"], "name": name}
    return str(table.execute("join", sheet=sheet.id, data={"sheet": sheet.id, "fields": fields})[0]["who"])


@pytest.mark.examples(3)
@pytest.mark.parametrize("action", FIGHT.declared_actions, ids=lambda action: action.id)
@given(data=st.data())
def test_an_action_is_refused_or_all_of_it_takes_place(action, data):
    table = TableSession("psiops")
    keys = {
        "ada": join(table, "Ada", data.draw(sheets(OPERATIVE))),
        "ben": join(table, "Ben", data.draw(sheets(OPERATIVE))),
        "foe": join(table, "Foe", data.draw(sheets(data.draw(st.sampled_from(OPPONENTS))))),
    }
    for _ in range(2):
        command = draw_command(data, action, table, keys)
        seed = data.draw(st.integers(0, 10_000))
        before = list(table.events)
        try:
            table.execute(seed=seed, **command)
        except RefusedActionError as refusal:
            assert table.events == before and refusal.unmet
            assert all(reason.endswith(".") for reason in refusal.unmet.values())
            check_override(table, command, refusal, seed)
        except RulesError as error:
            assert table.events == before
            check_own_error(table, action, command, error)


def check_override(table: TableSession, command: dict[str, Any], refusal: RefusedActionError, seed: int) -> None:
    """Check that the table can do it anyway, or that the rule itself rejects it."""
    try:
        table.execute(seed=seed, **command, override=list(refusal.unmet))
    except RulesError as error:
        check_own_error(table, FIGHT.actions_by_id[refusal.id], command, error)


def check_own_error(table: TableSession, action: Action, command: dict[str, Any], error: RulesError) -> None:
    """Check that the rule rejects the attempt by itself, before any die."""
    assert not isinstance(error, RefusedActionError)
    with pytest.raises(type(error)):
        take_rule_alone(table, action, command)


def take_rule_alone(table: TableSession, action: Action, command: dict[str, Any]) -> None:
    """Apply the rule of an action to its targets, without anything that follows."""
    if not isinstance(action.rule, Mechanic):
        action.rule.apply(table.sheet(command["who"]), {})
        return
    also = command.get("also", [])
    parts = command.get("at"), command.get("chosen"), also, command.get("params")
    attempt = build_attempt(table.fight, action.rule, command["by"], *parts)
    assert attempt is not None
    resolve_against(table.fight, also, action.rule.roll(dict(attempt.params), 1))
