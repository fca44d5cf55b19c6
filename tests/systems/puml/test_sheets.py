"""PUML's sheets, compared with the chapter's own sentences."""

import json

import pytest

import rules_py
from rules_py.play.fight.commands import execute
from rules_py.play.fight.targeting import fill_params
from rules_py.registry.play import find_play, replay
from rules_py.systems.puml.sheets.characters import Attribute, take_hit


def sheet(kind, /, **fields):
    return rules_py.sheet(f"puml.{kind}", **fields)


def tracker(**fields):
    return sheet("fight", **fields)


def apply_change(made, change_id, **params):
    return rules_py.change(made, f"puml.{change_id}", **params).sheet


def expect_rejection(made, change_id, match=None, **params):
    with pytest.raises(rules_py.RulesError, match=match):
        apply_change(made, change_id, **params)


def triggered_changes(roll, chosen=None):
    changes = find_play("puml").changes.values()
    return {
        change.id.removeprefix("puml."): (link.role, params)
        for change in changes
        for link, params in change.match_triggers(roll, chosen)
    }


# The dice


def test_action_spends_2_dice_or_3_for_an_edge():
    assert apply_change(tracker(), "take-action").offense_dice == 3
    assert apply_change(tracker(), "take-action", third=True).offense_dice == 2
    defending = tracker(phase="defence", defence_dice=7)
    assert apply_change(defending, "take-action", side="defence", band="partial").defence_dice == 5
    assert apply_change(defending, "take-action", side="defence", band="partial", third=True).defence_dice == 4


def test_failed_offense_and_successful_defence_lose_an_extra_die():
    assert apply_change(tracker(offense_dice=6), "take-action", band="failure").offense_dice == 3
    assert apply_change(tracker(phase="defence", defence_dice=6), "take-action", side="defence").defence_dice == 3
    assert apply_change(tracker(offense_dice=2), "take-action", band="failure").phase == "defence"


def test_last_three_dice_are_spent_together():
    last = tracker(offense_dice=3)
    assert last.warnings == ("Three dice are left: the next action takes them all, with advantage.",)
    assert (last.third_for_offense, last.third_for_defence) == (True, False)
    assert apply_change(last, "take-action").phase == "defence"
    assert tracker(phase="defence", defence_dice=3).third_for_defence


def test_single_leftover_die_ends_the_phase_and_resets_actions():
    ended = apply_change(tracker(offense_dice=4, acted=["Ada"]), "take-action", band="failure", who="Bo")
    assert (ended.phase, ended.offense_dice, ended.defence_dice, ended.acted) == ("defence", 0, 5, ())


def test_ultra_success_in_defence_starts_the_offense_phase():
    ended = apply_change(
        tracker(phase="defence", offense_dice=0, defence_dice=7, acted=["Guard"]),
        "take-action",
        side="defence",
        band="ultra",
    )
    assert (ended.phase, ended.offense_dice, ended.defence_dice, ended.acted) == ("offense", 5, 5, ())
    assert apply_change(tracker(offense_dice=7), "take-action", band="ultra").offense_dice == 5


def test_round_consists_of_offense_and_defence_phases():
    once = apply_change(tracker(offense_starts=6, defence_starts=4), "end-phase")
    twice = apply_change(once, "end-phase")
    assert (once.phase, twice.phase, twice.offense_dice, twice.defence_dice) == ("defence", "offense", 6, 4)
    assert apply_change(once, "begin-anew") == twice


def test_enemy_with_too_few_dice_skips_its_phase():
    assert apply_change(tracker(defence_dice=1), "end-phase").phase == "offense"


def test_each_character_attacks_once_a_phase():
    made = apply_change(tracker(), "take-action", who="Ada")
    assert made.acted == ("Ada",)
    expect_rejection(made, "take-action", match="who: got 'Ada', takes a combatant who hasn't attacked", who="Ada")
    expect_rejection(made, "take-action", match="side: got 'defence', takes offense", side="defence")
    expect_rejection(tracker(offense_dice=1), "take-action", match="takes 2 dice, and only 1 is left")


def test_threat_level_sets_the_dice():
    made = apply_change(tracker(), "set-dice", threat="big")
    assert (made.defence_dice, made.defence_starts) == (7, 7)
    assert apply_change(tracker(), "set-dice", side="offense", threat="lower").offense_dice == 4


@pytest.mark.parametrize("dice", range(3, 8))
@pytest.mark.parametrize("extra", ["never", "always"])
@pytest.mark.parametrize(
    ("side", "faces"),
    [("offense", (1, 1)), ("offense", (5, 6)), ("defence", (1, 1)), ("defence", (5, 6)), ("defence", (6, 6))],
)
def test_tracked_phase_matches_the_phase_roll(side, faces, extra, dice):
    """Every action rolls the same faces; the third die is the one that the roll drops."""
    band = rules_py.resolve(f"puml.{side}", faces).outcome["band"]
    third = (faces[0],) if side == "offense" else (faces[1],)
    made = tracker(phase=side, **{f"{side}_dice": dice})
    actions, fallen = 0, ()
    while made.phase == side and actions < 3:
        with_third = made.dice == 3 or (extra == "always" and made.dice > 2)
        fallen += (*faces, *(third if with_third else ()))
        before, made = made, apply_change(made, "take-action", side=side, band=band, third=extra == "always")
        actions += 1
        if made.phase == side and made.dice > before.dice:
            break  # a new round
    assert rules_py.resolve("puml.phase", fallen, side=side, dice=dice, extra=extra).outcome["actions"] == actions


# The goal


def test_successes_mark_spaces_of_the_goal():
    made = tracker(offense_dice=7, goal="The bomb", goal_spaces=3)
    made = apply_change(made, "take-action", band="success")
    made = apply_change(made, "take-action", band="partial")
    assert made.goal_marked == 2
    assert apply_change(made, "hold-goal").goal_marked == 1
    assert apply_change(made, "take-action", marks=False).goal_marked == 2
    done = apply_change(made, "take-action", band="ultra")
    assert (done.goal_marked, done.goal_left) == (3, None)
    assert "Reached: The bomb." in done.warnings
    assert apply_change(done, "take-action", side="defence").goal_marked == 3
    assert apply_change(tracker(goal_spaces=2), "take-action", band="failure").goal_marked == 0
    expect_rejection(tracker(), "hold-goal", match="no space")
    with pytest.raises(rules_py.RulesError, match="goal_marked: got 1, takes at most 0 with goal_spaces=0"):
        tracker(goal_marked=1)


# Complications and ultra successes


def test_complications_and_ultra_successes_change_the_dice():
    assert triggered_changes(rules_py.resolve("puml.complication", [4]))["change-defence-dice"] == (
        "fight",
        {"dice": 1},
    )
    assert triggered_changes(rules_py.resolve("puml.ultra-success", [2]))["change-defence-dice"] == (
        "fight",
        {"dice": -1},
    )
    assert apply_change(tracker(), "change-defence-dice").defence_dice == 6
    assert apply_change(tracker(), "change-defence-dice", dice=-1).defence_dice == 4
    expect_rejection(tracker(defence_dice=7), "change-defence-dice", match="defence_dice: got '8'")
    expect_rejection(tracker(defence_dice=0), "change-defence-dice", dice=-1)
    assert apply_change(tracker(phase="defence", defence_dice=2), "change-defence-dice", dice=-1).phase == "offense"


def test_disadvantage_applies_to_the_next_action():
    assert triggered_changes(rules_py.resolve("puml.complication", [3])) == {"hamper": ("roller", {})}
    ada = apply_change(sheet("character", name="Ada"), "hamper")
    assert type(ada).rolls[0].fill_params(ada) == {"attribute": 0, "disadvantage": True}
    assert ada.warnings == ("Disadvantage on the next combat action.",)
    assert apply_change(ada, "use-disadvantage") == apply_change(ada, "end-fight") == sheet("character", name="Ada")
    expect_rejection(sheet("character"), "use-disadvantage")


# Hits


def test_damage_is_a_hit_on_the_right_combatant():
    assert triggered_changes(rules_py.resolve("puml.offense", [5, 6]))["take-hit"] == ("target", {})
    assert triggered_changes(rules_py.resolve("puml.defence", [1, 2]))["take-hit"] == ("roller", {})
    assert "take-hit" not in triggered_changes(rules_py.resolve("puml.defence", [3, 4]))
    assert "take-hit" not in triggered_changes(rules_py.resolve("puml.offense", [1, 2]))
    roles = [
        trigger.role
        for trigger, _ in take_hit.match_triggers(rules_py.resolve("puml.tag-team", [1, 2], side="defence"))
    ]
    assert roles == ["roller", "partner", "partner"], "one member takes the hit, or the other, or both"
    once = apply_change(sheet("enemy"), "take-hit")
    assert (once.hits_left, once.out) == (1, False)
    out = apply_change(once, "take-hit", hits=3)
    assert (out.hits, out.out, out.warnings) == (2, True, ("Out of the fight.",))
    expect_rejection(out, "take-hit", match="out of the fight")


# A fight


def test_full_round_is_played_with_shared_dice():
    events = []

    def do(act, **about):
        events.extend(json.loads(json.dumps(execute(replay("puml", events), {"act": act, **about}, 1).events)))
        return replay("puml", events)

    do("join", sheet="puml.character", name="Ada")
    fight = do("join", sheet="puml.enemy", name="Guard")
    ada = {"fields": {"attributes": [{"name": "Aim", "value": 2}]}}
    fight = do("edit", who="n1", **ada)
    assert fight.sheet_for("n1").attributes == (Attribute("Aim", 2),)
    offense, defence = fight.context.find_mechanic("puml.offense"), fight.context.find_mechanic("puml.defence")
    assert fill_params(fight, offense, "n1", "n2") == {"attribute": 2, "advantage": False, "disadvantage": False}
    fight = do("rolled", mechanic="puml.offense", params={"attribute": 2}, faces=[3, 4], by="n1", at="n2")
    assert (fight.board.offense_dice, fight.board.acted, fight.sheet_for("n2").hits) == (3, ("Ada",), 1)
    assert fill_params(fight, offense, "n1", "n2")["advantage"] is True
    fight = do("end", of="phase")
    assert (fight.board.phase, fight.board.acted) == ("defence", ())
    fight = do("rolled", mechanic="puml.defence", params={"attribute": 2}, faces=[1, 2], by="n1", at="n2")
    assert (fight.board.defence_dice, fight.board.acted, fight.sheet_for("n1").hits) == (3, ("Guard",), 1)
    assert fill_params(fight, defence, "n1", "n2")["disadvantage"] is True
