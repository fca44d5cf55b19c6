"""Runs every function that the rules use in a browser; the site serves the library modules imported here."""

import json
import traceback

import rules_py
from rules_py import bridge, rendering
from rules_py.registry import games

bridge.rescan_games()
for id in ("dice", *rules_py.mechanics(), *(id for id in rules_py.table_ids() if rules_py.table(id).die)):
    roll = json.loads(bridge.roll(id, "{}"))
    assert "html" in roll, (id, roll)
    read = json.loads(bridge.resolve(id, ",".join(map(str, roll["roll"]["faces"])), "{}"))
    assert read["roll"]["outcome"] == roll["roll"]["outcome"], id
    assert "html" in json.loads(bridge.roll(id, "{}", 1))
    assert "html" in json.loads(bridge.odds(id, "{}")), id
    for parameter in rules_py.describe(id)["parameters"]:
        answer = json.loads(bridge.sweep(id, "{}", parameter["name"]))
        assert "html" in answer or "can't be compared over" in answer["error"], (id, answer)
for slug in rules_py.systems():
    try:
        games.find_calculator(f"{slug}.calc")
    except rules_py.RulesError:
        continue
    assert "html" in json.loads(bridge.calculate(f"{slug}.calc", "{}", "{}"))
for id in rules_py.table_ids():
    json.dumps(rules_py.table(id).to_dict())
for answer in (
    bridge.roll("nothing", "{}"),
    bridge.odds("dice", '{"notation": "2d6q"}'),
    bridge.resolve("dice", "x", "{}"),
    bridge.calculate("nothing.calc", "{}"),
    bridge.sweep("dice", "{}", "nothing"),
):
    assert "error" in json.loads(answer), answer
for sheet_id in rules_py.sheets():
    sheet = rules_py.sheet(sheet_id)
    json.dumps(sheet.to_dict())
    for change_id in rules_py.changes(sheet_id):
        try:
            json.dumps(rules_py.change(sheet, change_id).to_dict())
        except rules_py.RulesError as error:
            assert str(error)
rendering.mark_up_dice("Stunned for 1D6 rounds")
try:
    bridge.roll("dice", "not JSON")
except json.JSONDecodeError:
    assert "JSONDecodeError" in traceback.format_exc()
