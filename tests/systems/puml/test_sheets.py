"""PUML's sheets against the chapter's own sentences."""

import json

import pytest

import rules_py
from rules_py.play.fight.commands import execute
from rules_py.registry.play import find_play, replay
from rules_py.systems.puml.sheets.characters import Attribute


def sheet(kind, /, **fields):
    return rules_py.sheet(f"puml.{kind}", **fields)


def tracker(**fields):
    return sheet("fight", **fields)


def after(made, change_id, **params):
    return rules_py.change(made, f"puml.{change_id}", **params).sheet


def refused(made, change_id, match=None, **params):
    with pytest.raises(rules_py.RulesError, match=match):
        after(made, change_id, **params)


def offered(roll, chosen=None):
    changes = find_play("puml").changes.values()
    return {
        change.id.removeprefix("puml."): (link.role, params)
        for change in changes
        for link, params in change.match_triggers(roll, chosen)
    }


# The dice


def test_an_action_takes_2_dice_and_an_extra_one_for_an_edge():
    assert after(tracker(), "take-action").offense_dice == 3
    assert after(tracker(), "take-action", third=True).offense_dice == 2
    defending = tracker(phase="defence", defence_dice=7)
    assert after(defending, "take-action", side="defence", band="partial").defence_dice == 5
    assert after(defending, "take-action", side="defence", band="partial", third=True).defence_dice == 4


def test_a_failed_offense_and_a_successful_defence_lose_one_more_if_there_is_any():
    assert after(tracker(offense_dice=6), "take-action", band="failure").offense_dice == 3
    assert after(tracker(phase="defence", defence_dice=6), "take-action", side="defence").defence_dice == 3
    assert after(tracker(offense_dice=2), "take-action", band="failure").phase == "defence"


def test_the_last_three_dice_go_in_together():
    last = tracker(offense_dice=3)
    assert last.warnings == ("Three dice are left: the next action takes them all, with advantage.",)
    assert (last.third_for_offense, last.third_for_defence) == (True, False)
    assert after(last, "take-action").phase == "defence"
    assert tracker(phase="defence", defence_dice=3).third_for_defence


def test_a_single_die_left_over_ends_the_phase_and_everybody_may_act_again():
    ended = after(tracker(offense_dice=4, acted=["Ada"]), "take-action", band="failure", who="Bo")
    assert (ended.phase, ended.offense_dice, ended.defence_dice, ended.acted) == ("defence", 0, 5, ())


def test_an_ultra_success_in_defence_goes_to_offense_at_once():
    ended = after(
        tracker(phase="defence", offense_dice=0, defence_dice=7, acted=["Guard"]),
        "take-action",
        side="defence",
        band="ultra",
    )
    assert (ended.phase, ended.offense_dice, ended.defence_dice, ended.acted) == ("offense", 5, 5, ())
    assert after(tracker(offense_dice=7), "take-action", band="ultra").offense_dice == 5


def test_an_offense_and_a_defence_phase_are_a_round():
    once = after(tracker(offense_starts=6, defence_starts=4), "end-phase")
    twice = after(once, "end-phase")
    assert (once.phase, twice.phase, twice.offense_dice, twice.defence_dice) == ("defence", "offense", 6, 4)
    assert after(once, "begin-anew") == twice


def test_an_enemy_with_too_few_dice_has_no_phase():
    assert after(tracker(defence_dice=1), "end-phase").phase == "offense"


def test_each_character_attacks_once_a_phase():
    made = after(tracker(), "take-action", who="Ada")
    assert made.acted == ("Ada",)
    refused(made, "take-action", match="who: got Ada, takes somebody who hasn't attacked", who="Ada")
    refused(made, "take-action", match="side: got defence, takes offense", side="defence")
    refused(tracker(offense_dice=1), "take-action", match="takes 2 dice, and there are 1")


def test_the_threat_says_how_many_dice():
    made = after(tracker(), "set-dice", threat="big")
    assert (made.defence_dice, made.defence_starts) == (7, 7)
    assert after(tracker(), "set-dice", side="offense", threat="lower").offense_dice == 4


@pytest.mark.parametrize("dice", range(3, 8))
@pytest.mark.parametrize("extra", ["never", "always"])
@pytest.mark.parametrize(
    ("side", "faces"),
    [("offense", (1, 1)), ("offense", (5, 6)), ("defence", (1, 1)), ("defence", (5, 6)), ("defence", (6, 6))],
)
def test_a_phase_played_on_the_tracker_is_the_phase_that_is_rolled_at_once(side, faces, extra, dice):
    """Every action falls alike: the third die shows what the roll drops."""
    band = rules_py.resolve(f"puml.{side}", faces).outcome["band"]
    third = (faces[0],) if side == "offense" else (faces[1],)
    made = tracker(phase=side, **{f"{side}_dice": dice})
    actions, fallen = 0, ()
    while made.phase == side and actions < 3:
        with_third = made.dice == 3 or (extra == "always" and made.dice > 2)
        fallen += (*faces, *(third if with_third else ()))
        before, made = made, after(made, "take-action", side=side, band=band, third=extra == "always")
        actions += 1
        if made.phase == side and made.dice > before.dice:
            break  # a new round
    assert rules_py.resolve("puml.phase", fallen, side=side, dice=dice, extra=extra).outcome["actions"] == actions


# The goal


def test_each_success_marks_off_a_space():
    made = tracker(offense_dice=7, goal="The bomb", goal_spaces=3)
    made = after(made, "take-action", band="success")
    made = after(made, "take-action", band="partial")
    assert made.goal_marked == 2
    assert after(made, "hold-goal").goal_marked == 1
    assert after(made, "take-action", marks=False).goal_marked == 2
    done = after(made, "take-action", band="ultra")
    assert (done.goal_marked, done.goal_left) == (3, None)
    assert "Reached: The bomb." in done.warnings
    assert after(done, "take-action", side="defence").goal_marked == 3
    assert after(tracker(goal_spaces=2), "take-action", band="failure").goal_marked == 0
    refused(tracker(), "hold-goal", match="no space")
    with pytest.raises(rules_py.RulesError, match="goal_marked: got 1, takes at most the 0 spaces"):
        tracker(goal_marked=1)


# Complications and ultra successes


def test_dice_come_and_go_with_complications_and_ultra_successes():
    assert offered(rules_py.resolve("puml.complication", [4]))["change-defence-dice"] == ("fight", {"dice": 1})
    assert offered(rules_py.resolve("puml.ultra-success", [2]))["change-defence-dice"] == ("fight", {"dice": -1})
    assert after(tracker(), "change-defence-dice").defence_dice == 6
    assert after(tracker(), "change-defence-dice", dice=-1).defence_dice == 4
    refused(tracker(defence_dice=7), "change-defence-dice", match="defence_dice: got '8'")
    refused(tracker(defence_dice=0), "change-defence-dice", dice=-1)
    assert after(tracker(phase="defence", defence_dice=2), "change-defence-dice", dice=-1).phase == "offense"


def test_a_disadvantage_is_for_the_next_action():
    assert offered(rules_py.resolve("puml.complication", [3])) == {"hamper": ("roller", {})}
    ada = after(sheet("character", name="Ada"), "hamper")
    assert type(ada).rolls[0].fill_params(ada) == {"attribute": 0, "disadvantage": True}
    assert ada.warnings == ("Disadvantage on the next combat action.",)
    assert after(ada, "use-disadvantage") == after(ada, "end-fight") == sheet("character", name="Ada")
    refused(sheet("character"), "use-disadvantage")


# Hits


def test_damage_is_a_hit_of_whoever_takes_it():
    assert offered(rules_py.resolve("puml.offense", [5, 6]))["take-hit"] == ("target", {})
    assert offered(rules_py.resolve("puml.defence", [1, 2]))["take-hit"] == ("roller", {})
    assert "take-hit" not in offered(rules_py.resolve("puml.defence", [3, 4]))
    assert "take-hit" not in offered(rules_py.resolve("puml.offense", [1, 2]))
    assert offered(rules_py.resolve("puml.tag-team", [1, 2], side="defence"))["take-hit"] == ("roller", {})
    once = after(sheet("enemy"), "take-hit")
    assert (once.hits_left, once.out) == (1, False)
    out = after(once, "take-hit", hits=3)
    assert (out.hits, out.out, out.warnings) == (2, True, ("Out of the fight.",))
    refused(out, "take-hit", match="out of the fight")


# A fight


def test_a_round_with_the_dice_that_everybody_shares():
    events = []

    def do(act, **about):
        events.extend(json.loads(json.dumps(execute(replay("puml", events), {"act": act, **about}, 1))))
        return replay("puml", events)

    do("join", sheet="puml.character", name="Ada")
    fight = do("join", sheet="puml.enemy", name="Guard")
    ada = {"fields": {"attributes": [{"name": "Aim", "value": 2}]}}
    fight = do("edit", who="n1", **ada)
    assert fight.sheet_for("n1").attributes == (Attribute("Aim", 2),)
    offense, defence = fight.context.find_mechanic("puml.offense"), fight.context.find_mechanic("puml.defence")
    assert fight.fill_params(offense, "n1", "n2") == {"attribute": 2, "advantage": False, "disadvantage": False}
    fight = do("rolled", mechanic="puml.offense", params={"attribute": 2}, faces=[3, 4], by="n1", at="n2")
    assert (fight.board.offense_dice, fight.board.acted, fight.sheet_for("n2").hits) == (3, ("Ada",), 1)
    assert fight.fill_params(offense, "n1", "n2")["advantage"] is True
    fight = do("end", of="phase")
    assert (fight.board.phase, fight.board.acted) == ("defence", ())
    fight = do("rolled", mechanic="puml.defence", params={"attribute": 2}, faces=[1, 2], by="n1", at="n2")
    assert (fight.board.defence_dice, fight.board.acted, fight.sheet_for("n1").hits) == (3, ("Guard",), 1)
    assert fight.fill_params(defence, "n1", "n2")["disadvantage"] is True
