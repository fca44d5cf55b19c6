"""Changes whose numbers the rules roll: they roll their own dice, or take what the player rolled."""

import json
import re
from typing import Annotated, Any

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import DataError, RulesError
from rules_py.parameters import Whole
from rules_py.play import Log, change
from rules_py.registry.play import find_play, find_sheet
from tests.systems.table_session import TableSession

CHANGES = [each for slug in rules_py.systems() for each in find_play(slug).changes.values()]

SITUATIONS: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "psiops.heal": ({"hp": 1, "max_hp": 20}, {}, 6),
    "psiops.take-rest": ({"stress": 5}, {}, 6),
    "psiops.raise-hp": ({"advances": 1}, {}, 6),
    "psiops.psychic-healing": ({"hp": 1, "max_hp": 20}, {}, 3),
    "psiops.recover": ({"stress": 5}, {"of": "stress"}, 6),
    "psiops.start-power": ({"talents": [{"talent": "66"}]}, {}, 6),
    "psiops.afflict": ({}, {"effect": "burning"}, 3),
}
"""Fields of a sheet and parameters with which a change rolls, and the sides that the text gives its die."""


def ask(change_id: str, params: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    """Return the page's answer about a change in its situation."""
    fields, fixed, _ = SITUATIONS[change_id]
    sheet = find_play(change_id.partition(".")[0]).changes[change_id].sheet_types[0]
    answer = ANSWERS["change"](sheet.id, json.dumps(fields), change_id, json.dumps({**fixed, **params}), seed)
    return json.loads(answer)


def find_die(change_id: str) -> str:
    """Return the name of the parameter with an own die."""
    return next(iter(find_play(change_id.partition(".")[0]).changes[change_id].own_dice))


def test_every_number_that_the_text_rolls_has_an_own_die():
    rolled = {
        (each.id, name)
        for each in CHANGES
        for name, parameter in each.parameters.items()
        if isinstance(parameter.kind, Whole) and re.search(r"\b1D\d", parameter.kind.help)
    }
    assert rolled == {(each.id, name) for each in CHANGES for name in each.own_dice}
    assert {id for id, _ in rolled} == SITUATIONS.keys()


@pytest.mark.parametrize("change_id", SITUATIONS)
def test_open_number_is_rolled_and_said_first(change_id):
    name, sides = find_die(change_id), SITUATIONS[change_id][2]
    label = find_play("psiops").changes[change_id].parameters[name].label
    faces = set()
    for seed in range(60):
        answer = ask(change_id, {} if seed % 2 else {name: ""}, seed)
        said = re.fullmatch(rf"{label}: 1D{sides} = (\d)\.", answer["steps"][0])
        assert said, answer["steps"]
        faces.add(int(said[1]))
        typed = ask(change_id, {name: said[1]})
        assert (typed["sheet"], typed["steps"]) == (answer["sheet"], answer["steps"][1:])
    assert faces == set(range(1, sides + 1))


@pytest.mark.parametrize("change_id", sorted(SITUATIONS.keys() - {"psiops.afflict"}))  # there, the table may enter more
def test_typed_number_beyond_the_die_is_refused(change_id):
    assert ask(change_id, {find_die(change_id): str(SITUATIONS[change_id][2] + 1)})["error"]


@pytest.mark.parametrize(
    ("change_id", "fields", "params"),
    [
        ("psiops.recover", {"fatigue": 1}, {"of": "fatigue", "stress": ""}),
        ("psiops.start-power", {"talents": [{"talent": "62"}]}, {"rounds": ""}),
    ],
)
def test_nothing_is_rolled_if_the_rule_needs_no_die(change_id, fields, params):
    answer = json.loads(ANSWERS["change"]("psiops.operative", json.dumps(fields), change_id, json.dumps(params), 1))
    assert not any("1D" in step for step in answer["steps"])


def test_refused_change_says_why_with_the_number_left_open():
    answer = json.loads(ANSWERS["change"]("psiops.operative", '{"deprived": true}', "psiops.heal", "{}", 1))
    assert answer["error"].startswith("A deprived operative can't heal")


def test_fight_stores_the_face_and_replays_it():
    table = TableSession("psiops")
    ada = table.join("operative", name="Ada", stress=5)
    (event,) = table.execute("change", change="psiops.take-rest", who=ada, params={"stress": ""}, faces=[4])
    assert (event["params"]["stress"], event["rolled"]) == (4, {"stress": 6})
    entry = table.fight.log[-1]
    assert entry.messages[:2] == ("Ada: Stress removed: 1D6 = 4.", "Ada: Stress 1.")
    table.undo()
    assert table.sheet(ada).stress == 5
    (event,) = table.execute("change", change="psiops.take-rest", who=ada, params={"stress": "2"})
    assert "rolled" not in event and table.sheet(ada).stress == 3


def test_fight_takes_no_faces_for_a_typed_number():
    table = TableSession("psiops")
    ada = table.join("operative", stress=5)
    with pytest.raises(RulesError):
        table.execute("change", change="psiops.take-rest", who=ada, params={"stress": "2"}, faces=[4])


def test_changes_together_roll_each_their_own_die():
    table = TableSession("psiops")
    ada, bo = table.join("operative", stress=5), table.join("operative", hp=1)
    changes = [{"change": "psiops.take-rest", "who": ada}, {"change": "psiops.heal", "who": bo}]
    table.execute("together", changes=changes, faces=[2, 3])
    assert (table.sheet(ada).stress, table.sheet(bo).hp) == (3, 4)


def test_stored_change_without_the_number_replays_with_1():
    table = TableSession("psiops")
    ada = table.join("operative", stress=5)
    table.events.append({"event": "change", "change": "psiops.take-rest", "who": ada})
    assert table.sheet(ada).stress == 4


@pytest.mark.parametrize("rolled", [{"stress": 0}, {"stress": "6"}, [6], {"stress": True}])
def test_stored_change_with_wrong_dice_is_refused(rolled):
    table = TableSession("psiops")
    ada = table.join("operative", stress=5)
    table.events.append({"event": "change", "change": "psiops.take-rest", "who": ada, "rolled": rolled})
    with pytest.raises(RulesError):
        table.sheet(ada)


def test_fields_of_a_fight_begin_empty():
    table = TableSession("psiops")
    table.join("operative", name="Ada", stress=5)
    assert 'data-param="stress" placeholder="rolled" title="Rolled if left empty"' in table.html(open="piece n1")


def test_own_die_of_an_unknown_parameter_is_a_mistake():
    clock = find_sheet("psiops.clock")

    def wait(sheet: Any, say: Log, hours: Annotated[int, Whole(1, 6, "hours")] = 1) -> Any:
        """Wait."""
        return sheet

    with pytest.raises(DataError, match="rolls days, takes one of hours"):
        change("moon.wait", sheet_types=clock, title="Wait", page="moon/", own_dice={"days": 6})(wait)
