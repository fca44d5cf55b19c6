"""Edits of a fight's past, each with what it changes by the text of PSIOPS, in the package and on the command line."""

import json

import pytest

from rules_py.errors import RefusedActionError, RulesError
from rules_py.play.fight.revision import MOST_EDITS, find_last_act, read_edits, revise
from rules_py.registry.play import replay
from tests.systems.table_session import TableSession

KESTREL, MOTH, GUARD, SECOND, THIRD = "n1", "n2", "n3-1", "n3-2", "n3-3"


@pytest.fixture
def table():
    """Return a table where Kestrel has taken out a guard, the others have held, and Moth has missed one of them."""
    made = TableSession("psiops")
    made.join("operative", name="Kestrel")
    made.join("operative", name="Moth")
    made.join("enemy", name="Guard", count=3, morale=3)
    made.execute("order", faces=[6, 6, 6, 6])
    made.execute("roll", mechanic="psiops.attack", by=KESTREL, at=GUARD, faces=[5, 5])
    made.execute("roll", mechanic="psiops.morale", by=SECOND, faces=[2])
    made.execute("roll", mechanic="psiops.attack", by=MOTH, at=SECOND, faces=[1, 4])
    return made


def find_rolls(table):
    """Return the ids of the rolls in a log, in order."""
    return [entry.id for entry in table.fight.log if entry.roll is not None]


def describe(revision):
    return [each.describe() for each in revision.differences]


def test_other_faces_deal_other_damage_and_cost_ammo(table):
    """3 + 5 is a partial success: the lowest die and the weapon, 4 damage, and 1 ammo is crossed off."""
    attack, morale, _ = find_rolls(table)
    revision = revise(table.fight, [{"do": "change", "event": attack, "parts": {"faces": [3, 5]}}])
    guard, kestrel = revision.fight.sheet_for(GUARD), revision.fight.sheet_for(KESTREL)
    assert (guard.hp, kestrel.weapons[0].ammo) == (2, 5)
    assert {"Guard 1: HP 0 → 2", "Guard 1: down → standing", "Kestrel: Weapons, Handgun: ammo 6 → 5"} <= {
        *describe(revision)
    }
    assert table.sheet(GUARD).hp == 0  # the old log stays
    ((misfit),) = revision.misfits
    assert (misfit.id, misfit.who, misfit.title) == (morale, SECOND, "Check morale")
    assert misfit.reason == "It no longer comes up." and misfit.can_be_kept and not misfit.is_kept
    assert [entry.roll.mechanic for entry in revision.fight.log if entry.roll] == ["psiops.attack", "psiops.attack"]


def test_act_that_no_longer_fits_can_be_kept(table):
    attack, morale, _ = find_rolls(table)
    edits = [{"do": "change", "event": attack, "parts": {"faces": [3, 5]}}, {"do": "keep", "event": morale}]
    revision = revise(table.fight, edits)
    assert [each.is_kept for each in revision.misfits] == [True]
    assert revision.fight.sheet_for(SECOND).checks_held == 1
    assert len([entry for entry in revision.fight.log if entry.roll]) == 3
    assert revision.new_ids[morale] != morale  # the partial success has added an event before it


def test_other_target_gets_the_damage(table):
    attack, _, _ = find_rolls(table)
    revision = revise(table.fight, [{"do": "change", "event": attack, "parts": {"at": THIRD}}])
    assert [revision.fight.sheet_for(key).hp for key in (GUARD, SECOND, THIRD)] == [6, 6, 0]
    assert revision.misfits == ()  # a guard is lost as before, so the others check their morale


def test_other_number_of_a_change_by_hand(table):
    table.execute("change", change="psiops.deal-damage", who=THIRD, params={"damage": 2})
    last = table.events[-1]["id"]
    revision = revise(table.fight, [{"do": "change", "event": last, "parts": {"params": {"damage": 3}}}])
    assert revision.fight.sheet_for(THIRD).hp == 3
    table.execute("edit", who=THIRD, fields={"armor": 1})
    last = table.events[-1]["id"]
    revision = revise(table.fight, [{"do": "change", "event": last, "parts": {"fields": {"armor": 2}}}])
    assert describe(revision) == ["Guard 3: Armor 1 → 2"]


def test_later_attack_on_a_fallen_target_is_left_out(table):
    attack, _, _ = find_rolls(table)
    damage = {"act": "change", "change": "psiops.deal-damage", "who": GUARD, "params": {"damage": 6}}
    revision = revise(table.fight, [{"do": "insert", "event": attack, "command": damage}])
    assert [(each.id, each.reason) for each in revision.misfits] == [
        (attack, "Guard 1 is out of the fight. Choose another target.")
    ]
    assert revision.fight.find_entry(revision.inserted[0]).messages == ("Guard 1: 6 damage: out of the fight.",)
    edits = [
        {"do": "insert", "event": attack, "command": damage},
        {"do": "change", "event": attack, "parts": {"at": THIRD}},
    ]
    revision = revise(table.fight, edits)
    assert revision.misfits == () and revision.fight.sheet_for(THIRD).hp == 0


def test_changed_act_that_the_rules_refuse_is_refused_and_can_be_waived(table):
    attack, _, second = find_rolls(table)
    damage = {"act": "change", "change": "psiops.deal-damage", "who": THIRD, "params": {"damage": 6}}
    insert = {"do": "insert", "event": second, "command": damage}
    with pytest.raises(RefusedActionError) as refused:
        revise(table.fight, [insert, {"do": "change", "event": second, "parts": {"at": THIRD}}])
    anyway = {"do": "change", "event": second, "parts": {"at": THIRD, "override": list(refused.value.unmet)}}
    revision = revise(table.fight, [insert, anyway])
    assert "Done anyway: " in " ".join(revision.fight.log[-2].messages)
    with pytest.raises(RulesError, match="faces"):
        revise(table.fight, [{"do": "change", "event": attack, "parts": {"faces": [1, 2, 3]}}])


def test_roll_again_has_the_same_dice_for_the_same_seed(table):
    attack, _, second = find_rolls(table)
    again = {"do": "change", "event": attack, "parts": {"faces": None}}
    first, same = (revise(table.fight, [again], seed=7).events for _ in range(2))
    assert first == same
    faces = {tuple(revise(table.fight, [again], seed=seed).events[0]["faces"]) for seed in range(20)}
    assert len(faces) > 5
    remove = {"do": "remove", "event": second}
    assert revise(table.fight, [again, remove], seed=7).events[0] == first[0]  # a further edit changes no dice


def test_latecomer_who_joins_earlier_gets_a_key_of_their_own(table):
    attack, _, _ = find_rolls(table)
    table.join("operative", name="Ibex")
    join = {"act": "join", "sheet": "psiops.enemy", "name": "Late"}
    revision = revise(table.fight, [{"do": "insert", "event": attack, "command": join}])
    assert len(revision.fight.combatants) == len(table.fight.combatants) + 1
    late = next(each for each in revision.fight.combatants.values() if each.name == "Late")
    assert late.key not in table.fight.combatants and late.sheet.checks_held == 1


def test_removing_a_combatant_leaves_out_what_they_did(table):
    join = table.fight.log[1].id
    revision = revise(table.fight, [{"do": "remove", "event": join}])
    assert "Moth: here → not here" in describe(revision)
    order = next(entry for entry in revision.fight.log if entry.event["event"] == "order")
    assert [each["by"] for each in order.event["rolls"]] == [KESTREL]
    assert [each.who for each in revision.misfits] == [MOTH] and not revision.misfits[0].can_be_kept


def test_group_stays_one_undo_without_its_first_act(table):
    table.execute("turn")
    table.execute("together", changes=[{"change": "psiops.deal-damage", "who": key, "params": {"damage": 1}}
                                       for key in (SECOND, THIRD)])  # fmt: skip
    first, second = table.events[-2:]
    assert second["follows"]
    revision = revise(table.fight, [{"do": "remove", "event": first["id"]}])
    assert (revision.events[-1]["who"], revision.events[-1].get("follows")) == (THIRD, None)
    hit = {"act": "change", "change": "psiops.deal-damage", "who": SECOND, "params": {"damage": 1}}
    revision = revise(table.fight, [{"do": "insert", "event": second["id"], "command": hit}])
    assert [event.get("follows") for event in revision.events] == [None, True, True]


def test_no_edit_changes_nothing(table):
    revision = revise(table.fight, [])
    assert (revision.start, revision.events, revision.differences) == (len(table.events), (), ())
    for entry in table.fight.log:
        if entry.roll is not None:
            same = {"do": "change", "event": entry.id, "parts": {"faces": list(entry.roll.faces)}}
            revision = revise(table.fight, [same])
            assert [*table.events[: revision.start], *revision.events] == table.events
            assert revision.count == 0


def test_last_act_of_a_person(table):
    attack, morale, second = find_rolls(table)
    assert [find_last_act(table.fight, key) for key in (KESTREL, MOTH, SECOND)] == [attack, second, morale]
    assert find_last_act(table.fight, THIRD) is None
    table.execute("change", change="psiops.take-damage", who=KESTREL, params={"damage": 1})
    assert find_last_act(table.fight, KESTREL) == attack  # what was done to them isn't their act
    table.execute("withdraw", who=KESTREL)
    assert find_last_act(table.fight, KESTREL) == table.events[-1]["id"]


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ("e1", "a list of edits"),
        ([3], "a list of edits"),
        ([{"do": "remove"}], "a list of edits"),
        ([{"do": "forget", "event": "e1"}], "remove, change, insert"),
        ([{"do": "change", "event": "e1"}], "parts"),
        ([{"do": "insert", "event": "e1", "command": "turn"}], "command"),
        ([{"do": "change", "event": "e1", "parts": {"faces": "6"}}], "faces"),
        ([{"do": "remove", "event": "e1"}] * (MOST_EDITS + 1), "at most"),
    ],
)
def test_wrong_edits_are_refused(edits, words):
    with pytest.raises(RulesError, match=words):
        read_edits(edits)


@pytest.mark.parametrize("command", [{"act": "dance"}, {"act": 3}, {"event": "turn"}, {}])
def test_unknown_act_is_refused_under_its_own_name(table, command):
    attack, _, _ = find_rolls(table)
    with pytest.raises(RulesError, match=r"^act: got .*, takes roll, .*, turn, ") as refused:
        revise(table.fight, [{"do": "insert", "event": attack, "command": command}])
    assert refused.value.name == "act"


def test_edits_of_events_that_are_no_acts_are_refused(table):
    with pytest.raises(RulesError, match="e99"):
        revise(table.fight, [{"do": "remove", "event": "e99"}])
    attack, _, _ = find_rolls(table)
    follower = table.events[[event["id"] for event in table.events].index(attack) + 1]["id"]
    with pytest.raises(RulesError) as refused:
        revise(table.fight, [{"do": "remove", "event": follower}])
    assert refused.value.plain == "This event belongs to the one before it. Change that one."


def test_command_line_edits_the_past_and_shows_the_record(table, run, tmp_path):
    file = tmp_path / "fight.json"
    file.write_text(json.dumps({"fight": "psiops", "events": table.events}))
    attack, _, _ = find_rolls(table)
    edit = json.dumps({"do": "change", "event": attack, "parts": {"faces": [3, 5]}})
    status, out, _ = run("revise", str(file), edit)
    assert status == 0 and "Guard 2: Check morale. It no longer comes up. Left out." in out.splitlines()
    assert "Guard 1: HP 0 → 2" in out.splitlines()
    status, out, _ = run("revise", str(file), edit, "--json")
    after = json.loads(out)
    assert replay("psiops", after["events"]).sheet_for(GUARD).hp == 2
    assert run("revise", str(file), "{")[0] == 2
    status, out, _ = run("log", str(file))
    assert out.splitlines()[:3] == ["Fight", "", "Round 1"]
    said = "Kestrel → Guard 1: Success: Guard 1 takes 6 damage. Attack, STRENGTH and Handgun: 5, 5."
    assert any(line.startswith(said) for line in out.splitlines())
    status, out, _ = run("log", str(file), "--markdown", "--who", MOTH)
    assert "## Round 1" in out.splitlines() and "Kestrel" not in out and "- **Moth → Guard 2: Failure" in out
    status, out, _ = run("log", str(file), "--json")
    assert {each["event"] for each in json.loads(out)[0]["happenings"]} >= {*find_rolls(table)}
