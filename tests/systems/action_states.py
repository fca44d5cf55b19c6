"""Tables of actions by state: who may act, and who may be acted against, with the text's words or our Reading.

A game's table is `tests/systems/<slug>/action_states.toml`. Each of its `states` has a sheet with fields, and
`withdrawn` for a combatant who has left the fight. With `like`, it adds to an earlier state, or to one of the `sheets`.

Each of the `cells` names states, actions that combatants in them would take (`actor`), actions of which they would be
the target (`target`), and the reason why all of these are `allowed` or `refused`. `setups` have parts for all cells of
an action that don't have their own.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.actions import Action
from rules_py.play.fight.config import FightRules
from rules_py.registry.play import create_fight, find_sheet
from tests.systems.table_session import TableSession

Cell = Mapping[str, Any]
States = Mapping[str, Mapping[str, Any]]


FILE = "action_states.toml"


def list_slugs() -> list[str]:
    """Return the games that have a table."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{FILE}"))


@cache
def _read_table(slug: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / slug / FILE).read_text(encoding="utf-8"))


def list_states(slug: str) -> States:
    """Return the states of a game's table: for each a sheet, its fields, and `withdrawn` if they have left."""
    found = _find_sheets(slug)
    return {name: found[name] for name in _read_table(slug)["states"]}


def _find_sheets(slug: str) -> States:
    """Return the sheets and states of a game's table, with what they add to others."""
    found: dict[str, Mapping[str, Any]] = {}
    table = _read_table(slug)
    for name, each in (table.get("sheets", {}) | table["states"]).items():
        found[name] = _complete_sheet(each, found)
    return found


def _complete_sheet(sheet: Mapping[str, Any], found: States) -> Mapping[str, Any]:
    if "like" not in sheet:
        return sheet
    base = found[sheet["like"]]
    return {**base, **sheet, "fields": {**base["fields"], **sheet.get("fields", {})}}


def list_cells(slug: str) -> list[Cell]:
    """Return the cells of a game's table, one for each state, role and action."""
    table, sheets = _read_table(slug), _find_sheets(slug)
    found = []
    for cell in table["cells"]:
        reason = {"allowed": "allowed" in cell, "why": cell.get("allowed") or cell["refused"]}
        for state, role in product(cell["states"], ("actor", "target")):
            for action in cell.get(role, ()):
                made = table.get("setups", {}).get(role, {}).get(action, {}) | cell | reason
                others = {name: _complete_sheet(each, sheets) for name, each in made.get("others", {}).items()}
                found.append(made | {"state": state, "role": role, "action": action, "others": others})
    return found


def find_coordinates(cell: Cell) -> tuple[str, str, str]:
    """Return the state, role and action of a cell."""
    return cell["state"], cell["role"], cell["action"]


def list_coordinates(slug: str) -> list[tuple[str, str, str]]:
    """Return the state, role and action of every cell that a game needs: those that the state's sheet can have."""
    rules = create_fight(slug).rules
    return [
        (name, role, action.id)
        for name, state in list_states(slug).items()
        for action in rules.declared_actions
        for role in ("actor", "target")
        if _has_role(action, role, state["sheet"], {})
    ]


def _has_role(action: Action, role: str, sheet_id: str, params: Mapping[str, Any]) -> bool:
    """Return True if combatants with a sheet can take an action, or be its target."""
    sheet = find_sheet(sheet_id)
    if not isinstance(action.rule, Mechanic):
        return role == "actor" and issubclass(sheet, action.rule.sheet_types)
    is_roller = (role == "actor") != action.is_reaction(action.rule.check(dict(params)))
    return any(binding.mechanic is action.rule for binding in (sheet.rolls if is_roller else sheet.met_by))


def check_cell(slug: str, states: States, cell: Cell) -> None:
    """Play a cell: the action is taken or refused, and nothing happens if it is refused.

    A cell may give `params` and `chosen` for the action, and other parts of the `command`. It may give `others`, the
    sheets of further combatants by role; otherwise the other one has a sheet of another side if there is one. It may
    give `before`, commands that are executed first. In all of them, a role stands for the combatant's key.
    """
    assert cell["why"].startswith(("Text: ", "Reading: "))
    session, state, keys = TableSession(slug), states[cell["state"]], {}
    rules = session.fight.rules
    action = rules.actions_by_id[cell["action"]]
    partners = _find_partners(rules, action, cell, state["sheet"])
    for role, made in {**partners, **cell["others"], cell["role"]: state}.items():
        sheet = made["sheet"].removeprefix(f"{slug}.")
        keys[role] = session.join(sheet, name=role, **made.get("fields", {}))
    for command in cell.get("before", ()):
        session.execute(**_fill_keys(command, keys))
    if state.get("withdrawn"):
        session.execute("withdraw", who=keys[cell["role"]])
    events = list(session.events)
    given = {part: cell[part] for part in ("params", "chosen") if part in cell} | dict(cell.get("command", {}))
    refusal = None
    try:
        session.execute(**_build_command(action, cell, keys), **_fill_keys(given, keys))
    except RulesError as error:
        refusal = error
    assert (refusal is None) == cell["allowed"], f"{cell['why']} {refusal}"
    assert (session.events == events) == (refusal is not None)


def _find_partners(rules: FightRules, action: Action, cell: Cell, own: str) -> dict[str, dict[str, Any]]:
    """Return a new sheet for the other role of an action by its name, from another side if possible."""
    other = "actor" if cell["role"] == "target" else "target"
    side = rules.sides_for(find_sheet(own))[0]
    found = [sheet for sheet in rules.sides_by_sheet if _has_role(action, other, sheet.id, cell.get("params", {}))]
    found.sort(key=lambda sheet: rules.sides_for(sheet)[0] == side)
    return {other: {"sheet": found[0].id}} if found else {}


def _build_command(action: Action, cell: Cell, keys: Mapping[str, str]) -> dict[str, Any]:
    if not isinstance(action.rule, Mechanic):
        return {"act": "change", "change": action.id, "who": keys["actor"]}
    is_reaction = action.is_reaction(action.rule.check(dict(cell.get("params", {}))))
    by, at = ("target", "actor") if is_reaction else ("actor", "target")
    return {"act": "roll", "mechanic": action.id, "by": keys[by], **({"at": keys[at]} if at in keys else {})}


def _fill_keys(value: Any, keys: Mapping[str, str]) -> Any:
    """Return a part of a command with the combatants' keys in place of their roles."""
    match value:
        case dict():
            return {name: _fill_keys(part, keys) for name, part in value.items()}
        case list():
            return [_fill_keys(part, keys) for part in value]
        case str():
            return keys.get(value, value)
    return value
