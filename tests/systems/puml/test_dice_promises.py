"""PUML's promises about action dice, kept in random fights that a model written from the text follows step by step.

A roll takes the dice that it pays for, a log line about lost dice is true, nobody acts more often in a phase than the
text allows, and waiving one requirement waives no other.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, strategies as st

from rules_py import bridge
from rules_py.errors import RefusedActionError
from rules_py.play.fight.offers import find_pending_changes
from tests.systems.table_session import TableSession

NAMES = {"n1": "Ada", "n2": "Bo", "n3": "Guard 1", "n4": "Guard 2"}
CHARACTERS, ENEMIES = ("n1", "n2"), ("n3", "n4")
PROMISES = ("phase", "attack", "tag-team", "third-die", "puml.take-action")
STARTS = {"offense": 7, "defence": 6}


@dataclass
class Model:
    """The action dice of a fight by the text: the phase, the pools, and who may still act."""

    phase: str
    dice: dict[str, int]
    attacked: set[str] = field(default_factory=set)
    teamed: set[str] = field(default_factory=set)

    def start_next_phase(self) -> None:
        self.attacked, self.teamed = set(), set()
        if self.phase == "offense":
            self.phase = "defence"
            self.dice["offense"] = 0
            if self.dice["defence"] < 2:
                self.start_next_phase()
        else:
            self.phase, self.dice = "offense", dict(STARTS)

    def find_unmet(self, kind: str, side: str, actors: list[str], is_third: bool, is_free: bool) -> set[str]:
        """Return the promises that an action would break."""
        left = self.dice[side]
        unmet = set()
        if self.teamed & set(actors):
            unmet.add("tag-team")
        if is_free:
            return unmet | ({"third-die"} if is_third else set())
        if side != self.phase:
            unmet.add("phase")
        if kind != "action" and (self.attacked - self.teamed) & set(actors):
            unmet.add("attack")
        if (left == 3) != is_third and (left <= 3 or not is_third):
            unmet.add("third-die")
        if left < 2:
            unmet.add("puml.take-action")
        return unmet

    def take(
        self, kind: str, side: str, actors: list[str], is_third: bool, is_free: bool, band: str
    ) -> tuple[int, int]:
        """Take the dice of an action that happens; return the dice that it takes and loses."""
        left = self.dice[side]
        taken = 0 if is_free else 3 if left == 3 or (is_third and left > 2) else 2
        lost = 1 if (side, band) in {("offense", "failure"), ("defence", "success")} else 0
        lost = min(lost, left - taken)
        was_in_phase = side == self.phase
        if side == "defence" and band == "ultra" and was_in_phase:
            lost = left - taken
        self.dice[side] = left - taken - lost
        if kind != "action" and not is_free:
            self.attacked |= set(actors)
        if kind == "tag-team" and side == "offense":
            self.teamed |= set(actors)
        if was_in_phase and self.dice[self.phase] < 2:
            self.start_next_phase()
        return taken, lost


def read_state(table: TableSession) -> tuple[Any, ...]:
    board = table.fight.board
    return board.phase, board.offense_dice, board.defence_dice, set(board.acted), set(board.teamed)


def draw_command(data: st.DataObject) -> dict[str, Any]:
    """Return a roll by a character, now and then with a third die of the player's choice or a waived promise."""
    kind = data.draw(st.sampled_from(["offense", "offense", "defence", "defence", "tag-team", "action"]))
    by = data.draw(st.sampled_from(CHARACTERS))
    command: dict[str, Any] = {"mechanic": f"puml.{kind}", "by": by}
    if kind != "action":
        command["at"] = data.draw(st.sampled_from(ENEMIES))
    if kind == "tag-team":
        command["chosen"] = {"ally": next(key for key in CHARACTERS if key != by)}
    third = data.draw(st.sampled_from([None, None, None, True, False]))
    if third is not None and kind != "tag-team":
        command["params"] = {"disadvantage" if kind == "defence" else "advantage": third}
    waived = data.draw(st.sampled_from([*[()] * 5, *PROMISES]))
    return command | ({"override": [waived]} if waived else {})


@pytest.mark.examples(150)
@given(data=st.data())
def test_dice_are_rolled_as_they_are_paid_and_each_promise_holds(data):
    table = TableSession("puml")
    free = [data.draw(st.booleans()) for _ in CHARACTERS]
    for key, is_free in zip(CHARACTERS, free):
        values = [{"value": data.draw(st.integers(-3, 3))}]
        table.join("character", name=NAMES[key], hits_most=30, attributes=values, free_attack=is_free)
    for key in ENEMIES:
        table.join("enemy", name=NAMES[key], hits_most=30)
    phase = data.draw(st.sampled_from(["offense", "defence"]))
    dice = {
        "offense": data.draw(st.integers(2, 7)) if phase == "offense" else 0,
        "defence": data.draw(st.integers(2, 7)),
    }
    starts = {f"{side}_starts": count for side, count in STARTS.items()}
    fields = {"phase": phase, "offense_dice": dice["offense"], "defence_dice": dice["defence"], **starts}
    table.execute("edit", who="board", fields=fields)
    model = Model(phase, dice)
    for seed in range(data.draw(st.integers(2, 7))):
        before = read_state(table)
        command = draw_command(data)
        kind = command["mechanic"].removeprefix("puml.")
        side = {"offense": "offense", "action": "offense", "defence": "defence"}.get(kind, model.phase)
        is_free = kind == "offense" and table.sheet(command["by"]).free_attack
        third = command.get("params", {}).get("disadvantage" if side == "defence" else "advantage")
        is_third = (not is_free and model.dice[side] == 3) if third is None else third
        actors = [command["at"]] if side == "defence" else [command["by"], *command.get("chosen", {}).values()]
        actors = [NAMES[each] for each in actors]
        unmet = model.find_unmet(kind, side, actors, is_third, is_free)
        try:
            events = table.execute("roll", data.draw(st.integers(0, 999)), **command)
        except RefusedActionError as refusal:
            assert set(refusal.unmet) == unmet and unmet - set(command.get("override", ())), (command, seed)
            assert read_state(table) == before, "a refusal changes nothing"
            continue
        assert unmet <= set(command.get("override", ())), "a promise that isn't waived holds"
        roll = next(each.roll for each in reversed(table.fight.log) if each.roll)
        assert len(events[0]["faces"]) == 2 + is_third
        if "puml.take-action" in unmet:
            return  # without dice there is nothing to pay, and the model has nothing to say
        taken, lost = model.take(kind, side, actors, is_third, is_free, roll.outcome["band"])
        assert read_state(table) == (
            model.phase,
            model.dice["offense"],
            model.dice["defence"],
            model.attacked,
            model.teamed,
        )
        if not unmet:
            assert is_free or taken == len(events[0]["faces"]), "the dice that are rolled are the dice that are paid"
        paid = next(entry for entry in reversed(table.fight.log) if entry.event.get("change") == "puml.take-action")
        said = paid.messages[0]
        if is_free:
            lost_die = f", but 1 is lost: {before[1] - 1} left" if lost else ""
            assert said.endswith(f"A free attack takes no dice{lost_die}.")
        else:
            count = re.search(r"(\d) dice for the action(?:, and (\d) more)?", said)
            assert count is not None and (int(count[1]), int(count[2] or 0)) == (taken, lost)


def start(board: dict[str, Any], *characters: dict[str, Any]) -> TableSession:
    """Start a fight of Ada and Bo against two guards, with these dice."""
    table = TableSession("puml")
    for name, fields in zip(("Ada", "Bo"), (*characters, {}, {})):
        table.join("character", name=name, hits_most=9, **fields)
    for number in (1, 2):
        table.join("enemy", name=f"Guard {number}", hits_most=9)
    table.execute("edit", who="board", fields=board)
    return table


def test_other_task_with_three_dice_left_rolls_three():
    table = start({"offense_dice": 3})
    (rolled, *_) = table.execute("roll", mechanic="puml.action", by="n1")
    assert rolled["params"]["advantage"] and len(rolled["faces"]) == 3
    assert table.fight.board.phase == "defence"


def test_other_task_with_two_dice_left_has_no_third_one():
    table = start({"offense_dice": 2})
    with pytest.raises(RefusedActionError, match="this phase has 2 left"):
        table.execute("roll", mechanic="puml.action", by="n1", params={"advantage": True})


def test_three_dice_are_rolled_together():
    table = start({"offense_dice": 3})
    with pytest.raises(RefusedActionError, match="takes them all. Roll with advantage."):
        table.execute("roll", mechanic="puml.offense", by="n1", at="n3", params={"advantage": False})


def test_free_attack_takes_no_third_die_and_a_failed_one_loses_a_die():
    table = start({"offense_dice": 3}, {"free_attack": True})
    (rolled, *_) = table.execute("roll", mechanic="puml.offense", by="n1", at="n3")
    assert len(rolled["faces"]) == 2 and not rolled["params"]["advantage"]
    table = start({"offense_dice": 5}, {"free_attack": True})
    table.execute("rolled", mechanic="puml.offense", by="n1", at="n3", faces=[1, 2], params={})
    assert (table.fight.board.offense_dice, table.sheet("n1").free_attack) == (4, False)
    assert "A free attack takes no dice, but 1 is lost: 4 left." in " ".join(
        message for entry in table.fight.log for message in entry.messages
    )


@pytest.mark.parametrize("about", [{"mechanic": "puml.action"}, {"mechanic": "puml.offense", "at": "n3"}])
@pytest.mark.parametrize("member", ["n1", "n2"])
def test_member_of_a_tag_team_does_nothing_else_in_the_phase(member, about):
    table = start({"offense_dice": 7}, {"free_attack": True}, {"free_attack": True})
    team = {"mechanic": "puml.tag-team", "by": "n1", "at": "n3", "chosen": {"ally": "n2"}}
    table.execute("rolled", **team, faces=[5, 5], params={})
    with pytest.raises(RefusedActionError, match="has acted in a tag team in this phase"):
        table.execute("roll", by=member, **about)
    table.execute("end", of="phase")
    table.execute("rolled", mechanic="puml.defence", by=member, at="n3", faces=[5, 5], params={})


def test_member_who_did_another_task_can_still_join_a_tag_team():
    table = start({"offense_dice": 7})
    table.execute("rolled", mechanic="puml.action", by="n2", faces=[5, 5], params={})
    team = {"mechanic": "puml.tag-team", "by": "n1", "at": "n3", "chosen": {"ally": "n2"}}
    table.execute("rolled", **team, faces=[5, 5], params={})
    assert table.fight.board.teamed == ("Ada", "Bo")


def test_other_task_brings_twists():
    table = start({"offense_dice": 7})
    for faces, twist in (([3, 4], "puml.complication"), ([6, 6], "puml.ultra-success"), ([5, 5], None)):
        table = start({"offense_dice": 7})
        table.execute("rolled", mechanic="puml.action", by="n1", faces=faces, params={})
        offered = [each.mechanic for entry in table.fight.log if entry.roll for each in entry.roll.next_rolls]
        assert offered == ([twist] if twist else [])


def test_attack_out_of_its_phase_takes_the_dice_of_its_side_all_the_same():
    table = start({"offense_dice": 5, "defence_dice": 5})
    table.execute("rolled", mechanic="puml.defence", by="n1", at="n3", faces=[6, 6], params={}, override=["phase"])
    board = table.fight.board
    assert (board.phase, board.offense_dice, board.defence_dice) == ("offense", 5, 3)


def test_defence_without_an_enemy_notes_no_attacker():
    table = start({"phase": "defence", "defence_dice": 7})
    table.execute("rolled", mechanic="puml.defence", by="n1", faces=[1, 1], params={})
    assert table.fight.board.acted == () and table.fight.board.dice == 5


def test_double_damage_is_for_the_offense():
    for phase, mechanic, offered in (("offense", "offense", True), ("defence", "defence", False)):
        table = start({"phase": phase, "offense_dice": 7, "defence_dice": 7})
        table.execute("rolled", mechanic=f"puml.{mechanic}", by="n1", at="n3", faces=[6, 6], params={})
        table.execute("rolled", mechanic="puml.ultra-success", by="n1", at="n3", faces=[1], params={"side": phase})
        assert ("puml.take-hit" in {each.change.id for each in find_pending_changes(table.fight)}) is offered


@pytest.mark.parametrize("fields", [{}, {"free_attack": True}, {"hampered": True}], ids=str)
@pytest.mark.parametrize("mechanic", ["puml.offense", "puml.defence", "puml.action"])
def test_sheet_without_a_fight_rolls_without_dice_to_pay(mechanic, fields):
    made = json.loads(bridge.act("puml.character", mechanic, json.dumps(fields), "{}", "{}", seed=1))
    assert made["roll"]["outcome"]["band"]
    used_up = {"puml.offense": {"free_attack", "hampered"}, "puml.defence": {"hampered"}, "puml.action": set()}[
        mechanic
    ]
    assert set(made["changed"]) - {"hits"} == used_up & set(fields)
