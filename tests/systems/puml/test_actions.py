"""PUML's actions in fights: each finding played with given faces, and every action over random sheets."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.errors import RefusedActionError
from rules_py.mechanic import Mechanic
from rules_py.play.board.selection import select
from rules_py.play.fight.offers import find_offered_reactions, find_pending_changes
from rules_py.play.fight.targeting import fill_params, find_default_action
from rules_py.registry.games import find_mechanic
from rules_py.systems.puml.sheets.actions import ACTIONS
from rules_py.systems.puml.sheets.characters import Character, Enemy
from tests.systems.table_session import TableSession
from tests.systems.test_sheets import sheets

FAILURE, PARTIAL, SUCCESS, ULTRA = [1, 2], [3, 4], [5, 5], [6, 6]


def start_fight(board: Any = None, characters: Any = ({}, {}), enemies: Any = ({}, {})) -> TableSession:
    """Start a fight of Ada (n1), Bo (n2) and others against enemies, who get the next keys."""
    table = TableSession("puml")
    for name, fields in zip(("Ada", "Bo", "Cy"), characters):
        table.join("character", name=name, **fields)
    for number, fields in enumerate(enemies, 1):
        table.join("enemy", name=f"Guard {number}", hits_most=9, **fields)
    if board:
        table.execute("edit", who="board", fields=board)
    return table


def roll(table: TableSession, mechanic: str, by: str, at: str, faces: list[int], **about: Any) -> None:
    """Make a roll with these faces and the values that the sheets fill in."""
    mechanic_id = f"puml.{mechanic}"
    chosen = about.get("chosen", {})
    filled = fill_params(table.fight, find_mechanic(mechanic_id), by, at, chosen)
    params = {**filled, **about.pop("params", {})}
    table.execute("rolled", mechanic=mechanic_id, by=by, at=at, faces=faces, params=params, **about)


def read_board(table: TableSession) -> tuple[str, int, tuple[str, ...]]:
    """Return the phase, its dice and who has attacked in it."""
    board = table.fight.board
    return board.phase, board.dice, board.acted


# A second attack in a phase


def test_enemy_attacks_once_in_a_phase():
    table = start_fight({"phase": "defence", "defence_dice": 7})
    roll(table, "defence", "n1", "n3", FAILURE)
    with pytest.raises(RefusedActionError, match="Guard 1 has attacked in this phase already"):
        roll(table, "defence", "n2", "n3", FAILURE)
    assert (table.sheet("n1").hits, table.sheet("n2").hits, table.fight.board.dice) == (1, 0, 5)
    roll(table, "defence", "n1", "n4", FAILURE)
    assert table.sheet("n1").hits == 2, "a target can be attacked more than once"


def test_all_act_attacks_once_for_everybody_and_then_not_at_all():
    table = start_fight({"offense_dice": 7}, characters=({"attributes": [{"value": 3}]},) * 2)
    table.execute("all", 1)
    board = read_board(table)
    assert board[0] == "offense" and set(board[2]) == {"Ada", "Bo"}
    hits = sum(table.sheet(key).hits for key in ("n3", "n4"))
    with pytest.raises(RefusedActionError, match="has attacked in this phase already"):
        table.execute("all", 3)
    assert (read_board(table), sum(table.sheet(key).hits for key in ("n3", "n4"))) == (board, hits)


# Disadvantages, phases, tag teams, attributes


def test_disadvantage_of_either_member_counts_for_a_tag_team():
    for hampered in ("n1", "n2"):
        table = start_fight()
        table.execute("edit", who=hampered, fields={"hampered": True})
        roll(table, "tag-team", "n1", "n3", [6, 6, 1], chosen={"ally": "n2"})
        assert table.fight.board.dice == 3, "no third die is spent"
        assert table.sheet("n3").hits == 1 and not table.sheet(hampered).hampered


def test_disadvantage_in_a_defence_takes_no_third_die_of_the_enemy():
    table = start_fight({"phase": "defence"}, characters=({"hampered": True},))
    roll(table, "defence", "n1", "n2", [6, 6, 1])
    assert (table.fight.board.dice, table.sheet("n1").hampered) == (3, False)


@pytest.mark.parametrize(("phase", "mechanic"), [("offense", "defence"), ("defence", "offense")])
def test_roll_of_the_other_phase_is_refused_and_not_offered(phase, mechanic):
    table = start_fight({"phase": phase})
    with pytest.raises(RefusedActionError, match=f"It is the {phase} phase now"):
        roll(table, mechanic, "n1", "n3", FAILURE)
    assert (table.sheet("n1").hits, table.sheet("n3").hits) == (0, 0)
    if phase == "offense":
        roll(table, "offense", "n1", "n3", FAILURE)
        assert not find_offered_reactions(table.fight)


def test_partner_of_a_tag_team_adds_an_attribute_and_acts_no_more():
    table = start_fight({"offense_dice": 7}, characters=({}, {"attributes": [{"value": -1}, {"value": 3}]}))
    roll(table, "tag-team", "n1", "n3", FAILURE, chosen={"ally": "n2"})
    rolled = next(each.roll for each in table.fight.log if each.roll)
    assert (rolled.params["second"], rolled.outcome["total"]) == (3, 6)
    assert read_board(table) == ("offense", 4, ("Ada", "Bo"))
    with pytest.raises(RefusedActionError, match="Bo has acted in a tag team"):
        roll(table, "offense", "n2", "n3", SUCCESS)


@pytest.mark.parametrize("acted", [(), ("Bo",), ("Cy",), ("Bo", "Cy")])
@pytest.mark.parametrize("gone", [(), ("n2",), ("n3",)])
def test_tag_team_begins_with_a_partner_who_can_act_if_there_is_one(acted, gone):
    table = start_fight({"offense_dice": 7, "acted": acted}, characters=({}, {}, {}))
    for key in gone:
        table.execute("withdraw", who=key)
    free = [key for key, name in (("n2", "Bo"), ("n3", "Cy")) if name not in acted and key not in gone]
    allies = [key for key in ("n2", "n3") if key not in gone]
    draft = select(table.fight, {"by": "n1", "at": "n4", "do": "puml.tag-team"}).draft
    assert draft.chosen.get("ally") == next(iter(free or allies), None)


def test_partner_has_to_be_in_the_fight():
    table = start_fight()
    table.execute("withdraw", who="n2")
    with pytest.raises(RefusedActionError, match="Bo has left the fight. Choose another ally."):
        roll(table, "tag-team", "n1", "n3", SUCCESS, chosen={"ally": "n2"})


def test_enemys_attack_on_a_tag_team_is_its_attack_of_the_phase():
    table = start_fight({"phase": "defence", "defence_dice": 7})
    roll(table, "tag-team", "n1", "n3", FAILURE, chosen={"ally": "n2"})
    assert read_board(table) == ("defence", 5, ("Guard 1",))
    with pytest.raises(RefusedActionError, match="Guard 1 has attacked"):
        roll(table, "defence", "n2", "n3", FAILURE)


def test_forecast_acts_with_the_best_attribute():
    weak = [{"name": "Wits", "value": -3}, {"name": "Strength", "value": 3}]
    table = start_fight(characters=({"attributes": weak},), enemies=({},))
    binding = find_default_action(table.fight, "n1")[0]
    action = next(each for each in ACTIONS if each.rule is binding.mechanic)
    assert action.choose(table.sheet("n1")) == {"attributes": 1}


def test_forecast_asks_once_for_each_characters_attribute():
    attributes = [{"name": "Wits", "value": 1}, {"name": "Strength", "value": 2}]
    table = start_fight(characters=({"attributes": attributes},) * 2, enemies=({}, {}, {}))
    forecast = rules_py.forecast({"fight": "puml", "events": table.events}, seed=1, at_most=20)
    assert [(each.key, each.list_name) for each in forecast.alternatives] == [
        ("n1", "attributes"),
        ("n2", "attributes"),
    ]


# Other tasks, pools, complications, free attacks, third dice


def test_other_task_takes_dice_but_is_no_attack():
    table = start_fight({"offense_dice": 7})
    table.execute("rolled", mechanic="puml.action", by="n1", faces=SUCCESS, params={})
    assert read_board(table) == ("offense", 5, ())
    roll(table, "offense", "n1", "n3", SUCCESS)
    assert read_board(table) == ("offense", 3, ("Ada",))


def test_referee_sets_the_dice_of_both_sides_in_each_phase():
    table = start_fight()
    for side, threat in (("offense", "big"), ("defence", "unprepared")):
        table.execute("change", change="puml.set-dice", who="board", params={"side": side, "threat": threat})
    assert (table.fight.board.offense_dice, table.fight.board.defence_dice) == (7, 3)
    table.execute("end", of="phase")
    table.execute("change", change="puml.set-dice", who="board", params={"side": "defence", "threat": "big"})
    assert read_board(table) == ("defence", 7, ())


def find_twists(table: TableSession, face: int, mechanic: str = "complication", **params: Any) -> list[str]:
    """Roll a twist for the roll before it, and return the changes that are offered."""
    table.execute("rolled", mechanic=f"puml.{mechanic}", by="n1", at="n3", faces=[face], params=params)
    return [each.change.id.removeprefix("puml.") for each in find_pending_changes(table.fight)]


def test_goal_that_was_reached_before_stays_reached():
    table = start_fight({"goal_spaces": 2, "goal_marked": 2, "offense_dice": 7})
    roll(table, "offense", "n1", "n3", PARTIAL)
    assert find_twists(table, 7) == ["take-back-hit"]


def test_goal_that_the_roll_reached_is_taken_back():
    table = start_fight({"goal_spaces": 2, "goal_marked": 1, "offense_dice": 7})
    roll(table, "offense", "n1", "n3", PARTIAL)
    assert find_twists(table, 7) == ["take-back-hit", "hold-goal"]
    table.execute("change", change="puml.hold-goal", who="board")
    assert table.fight.board.goal_marked == 1


def test_free_attack_of_the_defence_is_free_after_the_phase_has_changed():
    table = start_fight({"phase": "defence", "offense_dice": 0, "goal_spaces": 3})
    roll(table, "defence", "n1", "n3", ULTRA)
    assert table.fight.board.phase == "offense"
    assert find_twists(table, 7, "ultra-success", side="defence") == ["gain-free-attack"]
    table.execute("change", change="puml.gain-free-attack", who="n1")
    roll(table, "offense", "n1", "n3", SUCCESS)
    assert (table.sheet("n3").hits, read_board(table)) == (1, ("offense", 5, ()))
    assert table.fight.board.goal_marked == 2, "a free attack that succeeds marks the goal like any other"
    roll(table, "offense", "n1", "n3", SUCCESS)
    assert read_board(table) == ("offense", 3, ("Ada",))


def test_third_die_needs_three_dice():
    table = start_fight({"offense_dice": 2})
    with pytest.raises(RefusedActionError, match="this phase has 2 left"):
        roll(table, "offense", "n1", "n3", [*SUCCESS, 1], params={"advantage": True})
    assert read_board(table) == ("offense", 2, ())


# Every action, over random sheets and faces

ROLLS = [action.rule for action in ACTIONS if isinstance(action.rule, Mechanic)]


@pytest.mark.examples(30)
@pytest.mark.parametrize("mechanic", ROLLS, ids=lambda mechanic: mechanic.id)
@given(data=st.data())
def test_roll_is_refused_or_all_of_its_consequences_apply(mechanic, data):
    table = TableSession("puml")
    keys: dict[type, list[str]] = {Character: [], Enemy: []}
    for kind in (Character, Character, Enemy, Enemy):
        drawn = data.draw(sheets(kind)).to_dict()
        keys[kind].append(table.execute("join", sheet=kind.id, data=drawn)[0]["who"])
    board = {"phase": data.draw(st.sampled_from(["offense", "defence"])), "goal_spaces": data.draw(st.integers(0, 2))}
    dice = {name: data.draw(st.integers(0, 7)) for name in ("offense_dice", "defence_dice")}
    table.execute("edit", who="board", fields={**board, **dice})
    command: dict[str, Any] = {
        "mechanic": mechanic.id,
        "by": data.draw(st.sampled_from(keys[Character])),
        "at": data.draw(st.sampled_from(keys[Enemy])),
        "chosen": {"ally": data.draw(st.sampled_from(keys[Character]))} if mechanic.id == "puml.tag-team" else {},
    }
    seed = data.draw(st.integers(0, 999))
    try:
        table.execute("roll", seed, **command)
    except RefusedActionError as refusal:
        assert all(reason.endswith(".") for reason in refusal.unmet.values()), refusal.unmet
        table.execute("roll", seed, **command, override=list(refusal.unmet))
