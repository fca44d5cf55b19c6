"""Fights that pages and command lines of version 0.1 stored: they open and replay to the same state."""

import html
import json

import pytest

from rules_py import bridge
from rules_py.play.fight.recorded_acts import read_acts
from rules_py.play.fight.revision import revise, rewind
from rules_py.registry.play import read_fight
from tests.cases import check_each
from tests.compatibility.commands import answer, strip_words
from tests.compatibility.released import FOLDER, find_differences, read_saved

FIGHTS = sorted(path.relative_to(FOLDER / "fights") for path in (FOLDER / "fights").glob("*/*.json"))
CORRECTED = {"sideworld": {"still_to_roll": "objects don't roll for initiative"}}
"""The parts of a game's state that a corrected rule has changed, each with the rule."""
OBJECTS = "doors and vehicles no longer roll for initiative"
PRICES = "an action that can't be paid for or completed no longer happens"
WITHOUT_FORECAST = {"sideworld/random-2": "on one side is only a vehicle"}
"""The fights whose forecast a corrected rule has taken away, each with the reason."""
IDS = [str(path.with_suffix("")) for path in FIGHTS]


@check_each("path", FIGHTS)
def test_a_stored_fight_has_the_same_state(path):
    state = read_saved(f"fights/{path.parent}.states.json")[path.stem]
    now = strip_words(answer("fight", str(FOLDER / "fights" / path)))
    same = {part: value for part, value in state.items() if part not in CORRECTED.get(str(path.parent), {})}
    assert (
        find_differences(same, {part: value for part, value in now.items() if part in same or part not in state}) == []
    )


@pytest.mark.examples(24)
@pytest.mark.parametrize("path", FIGHTS, ids=IDS)
def test_a_stored_fight_still_has_a_forecast(path):
    """Its figures follow the corrected rules, and its form is the same."""
    forecast = read_saved(f"fights/{path.parent}.forecasts.json")[path.stem]
    before, now = (
        forecast["answer"],
        strip_words(answer("forecast", str(FOLDER / "fights" / path), *forecast["arguments"])),
    )
    if "sides" not in before:
        assert find_differences(before, now) == []
        return
    if str(path.with_suffix("")) in WITHOUT_FORECAST:
        assert now == {"status": 2}
        return
    assert set(now) == {*before, "left_out"}
    assert {side: set(told) for side, told in now["sides"].items()} == {
        side: set(told) for side, told in before["sides"].items()
    }
    same = ("seed", "within", "target", "flees", "confidence", "most_rounds", "forecast")
    assert {part: now[part] for part in same} == {part: before[part] for part in same}


@check_each("path", FIGHTS)
def test_a_stored_fight_knows_the_rules_that_were_corrected_since(path):
    fight = read_fight(json.loads((FOLDER / "fights" / path).read_text(encoding="utf-8")))
    rules = [each.rule for each in fight.rules.find_corrections([entry.event for entry in fight.log])]
    state, now = read_saved(f"fights/{path.parent}.states.json")[path.stem], fight.to_dict()
    is_corrected = any(state[part] != now[part] for part in CORRECTED.get(str(path.parent), {}))
    assert OBJECTS in rules or not is_corrected
    assert (PRICES in rules) == any(entry.event.get("refused") for entry in fight.log)
    assert set(rules) <= {PRICES, *([OBJECTS] if str(path.parent) == "sideworld" else [])}


@pytest.mark.parametrize(("name", "rule"), [("several-targets", OBJECTS), ("turn-by-turn", PRICES), ("duel", "")])
def test_a_corrected_rule_is_shown_above_the_log_of_a_stored_fight(name, rule):
    stored = json.loads((FOLDER / "fights" / "sideworld" / f"{name}.json").read_text(encoding="utf-8"))
    shown = html.unescape(json.loads(bridge.fight("sideworld.fight", json.dumps(stored["events"])))["html"])
    line = f"A rule was corrected since this fight began: {rule}."
    assert line in shown.partition("fb-rounds")[0] if rule else "since this fight began" not in shown


@check_each("path", FIGHTS)
def test_the_past_of_a_stored_fight_can_be_fixed(path):
    """Acts of the old version that would go otherwise now stay as they were."""
    data = json.loads((FOLDER / "fights" / path).read_text())
    fight = read_fight(data)
    acts = list(read_acts(rewind(fight, 0), fight.log))
    assert [entry for act in acts for entry in act.entries] == list(fight.log)
    made = revise(fight, [{"do": "remove", "event": acts[len(acts) // 2].id}])
    events = [*(entry.event for entry in fight.log[: made.start]), *made.events]
    assert read_fight({"fight": fight.slug, "events": events}).to_dict() == made.fight.to_dict()
