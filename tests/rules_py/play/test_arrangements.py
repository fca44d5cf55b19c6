"""Arrangements by hand in a fight: the order, sides, conditions, notes, and the dice that are rolled."""

import pytest

from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.play.fight.copying import copy_fight
from tests.rules_py.play.test_fights import TURN, join_event, make_fight, order_event

ALL = (join_event("a"), join_event("b"), join_event("c"))


def move(who: str, before: str) -> dict:
    return {"event": "move", "who": who, "before": before}


def link(who: str, leader: str | None) -> dict:
    return {"event": "link", "who": who, "leader": leader}


def condition(who: str, name: str, **about) -> dict:
    return {"event": "condition", "who": who, "name": name, **about}


def refuse(fight, event) -> str:
    with pytest.raises(RulesError) as refused:
        fight.apply(event)
    return str(refused.value)


# The order


def test_a_combatant_moves_before_another_whatever_they_rolled():
    made = make_fight("score", *ALL, order_event(a=2, b=5, c=4))
    assert made.groups == (("b",), ("c",), ("a",))
    moved = made.apply(move("a", "c"))
    assert moved.groups == (("b",), ("a",), ("c",))
    assert moved.apply(move("c", "a")).groups == (("b",), ("c",), ("a",))
    assert moved.apply(move("a", "b")).groups == (("a",), ("b",), ("c",))


def test_place_between_two_is_found_again_and_again():
    made = make_fight("score", *ALL, join_event("d"), order_event(a=6, b=5, c=4, d=3))
    for who, before in (("d", "b"), ("c", "b"), ("d", "b"), ("c", "b"), ("d", "c")):
        made = made.apply(move(who, before))
        keys = [key for group in made.groups for key in group]
        assert keys.index(who) == keys.index(before) - 1
    assert made.groups[0] == ("a",) and made.groups[-1] == ("b",)


def test_tie_of_two_who_act_at_the_same_time_is_broken_by_moving_one():
    made = make_fight("together", *ALL, order_event(a=4, b=4, c=2))
    assert made.groups == (("a", "b"), ("c",))
    assert made.apply(move("b", "a")).groups == (("b",), ("a",), ("c",))


def test_initiative_that_the_table_sets_counts_like_a_roll():
    made = make_fight("score", *ALL, order_event(a=2, b=5))
    assert made.keys_without_place == ("c",)
    made = made.apply({"event": "initiative", "who": "c", "score": "4"})
    assert made.groups == (("b",), ("c",), ("a",)) and made.awaiting_initiative == ()
    for wrong in ("many", None, 1000, 2.5):
        assert "from -99 to 999" in refuse(made, {"event": "initiative", "who": "c", "score": wrong})


def test_those_whose_new_place_has_passed_act_in_the_next_round():
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4), TURN)
    assert made.current_group == ("b",)
    passed = made.apply(move("c", "a"))
    assert passed.groups == (("c",), ("a",), ("b",)) and passed.current_group == ("b",)
    assert passed.apply(TURN).round == 2
    assert made.apply(move("c", "b")).current_group == ("b",)
    assert made.apply({"event": "initiative", "who": "b", "score": 1}).current_group == ("c",)


def test_linked_combatant_acts_in_the_turn_of_the_other_one():
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4)).apply(link("c", "a"))
    assert made.groups == (("a", "c"), ("b",)) and made.current_group == ("a", "c")
    assert made.apply(TURN).current_group == ("b",)
    assert made.apply(move("a", "b")).groups == (("a", "c"), ("b",))
    alone = made.apply(link("c", None))
    assert alone.groups == (("a",), ("c",), ("b",))
    fallen = made.apply({"event": "withdraw", "who": "a"})
    assert fallen.groups == (("c",), ("b",))


def test_linked_combatant_rolls_again_only_without_the_other_one():
    made = make_fight("again", *ALL, order_event(a=6, b=5, c=4)).apply(link("c", "a"))
    for _ in range(2):
        made = made.apply(TURN)
    assert made.round == 2 and made.awaiting_initiative == ("a", "b")
    made = made.apply(order_event(a=3, b=5))
    assert made.groups == (("b",), ("a", "c"))
    for _ in range(2):
        made = made.apply(TURN)
    assert made.apply({"event": "leave", "who": "a"}).awaiting_initiative == ("b", "c")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (link("a", "a"), "acts with another combatant already"),
        (link("b", "c"), "acts with another combatant already"),
        (link("a", "b"), "others act with a already"),
        (link("b", None), "acts alone already"),
        (move("c", "b"), "c acts with a"),
        (move("b", "b"), "need a place in the order"),
        (link("a", "z"), "z"),
    ],
)
def test_impossible_moves_and_links_are_refused(event, reason):
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4)).apply(link("c", "a"))
    assert reason in refuse(made, event)


def test_first_round_by_sides_takes_those_that_the_table_names():
    made = make_fight("sides", *ALL, join_event("d", side="theirs"), order_event(a=6, b=1, c=1))
    assert made.groups == (("d",),)
    made = made.apply({"event": "initiative", "who": "b", "score": 1})
    assert made.groups == (("b",), ("d",))
    assert "doesn't roll" in refuse(made, {"event": "initiative", "who": "d", "score": 1})
    assert "a side acts together" in refuse(made, move("a", "b"))
    assert "a side acts together" in refuse(made, link("a", "b"))
    later = made.apply(TURN).apply(TURN)
    assert "second round" in refuse(later, {"event": "initiative", "who": "a", "score": 1})


@pytest.mark.parametrize("event", [move("a", "b"), link("a", "b"), {"event": "initiative", "who": "a", "score": 1}])
def test_game_without_an_order_says_so(event):
    assert "no initiative order: anybody may act next" in refuse(make_fight("none", *ALL), event)


# Conditions


def test_condition_ends_with_its_last_round_and_not_before():
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4), TURN)
    made = made.apply(condition("b", "dazed", also=["c"], rounds=2))
    assert made.log[-1].messages == ("b, c: dazed.", "Until the end of round 2.")
    seen = []
    for _ in range(5):
        made = made.apply(TURN)
        seen.append((made.round, [each.name for each in made.combatants["b"].own_conditions]))
    assert seen == [(1, ["dazed"]), (2, ["dazed"]), (2, ["dazed"]), (2, ["dazed"]), (3, [])]
    assert "b: no longer dazed." in made.log[-1].messages and "c: no longer dazed." in made.log[-1].messages


def test_condition_without_rounds_lasts_until_the_table_ends_it():
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4)).apply(condition("a", " on fire "))
    for _ in range(9):
        made = made.apply(TURN)
    assert made.to_dict()["fighters"]["a"]["conditions"] == [{"name": "on fire", "last_round": None}]
    over = made.apply(condition("a", "on fire", over=True))
    assert over.combatants["a"].own_conditions == () and "conditions" not in over.to_dict()["fighters"]["a"]
    assert "isn't on fire" in refuse(over, condition("a", "on fire", over=True))


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (condition("a", ""), "name"),
        (condition("a", "x" * 41), "name"),
        (condition("a", "dazed", rounds=0), "rounds"),
        (condition("a", "dazed", rounds="soon"), "rounds"),
        (condition("a", "dazed", also=["a"]), "also"),
        (condition("z", "dazed"), "z"),
    ],
)
def test_impossible_condition_is_refused(event, reason):
    assert reason in refuse(make_fight("score", *ALL), event)


def test_game_without_rounds_counts_none_for_a_condition():
    made = make_fight("none", *ALL)
    assert "counts no rounds" in refuse(made, condition("a", "dazed", rounds=2))
    assert made.apply(condition("a", "dazed", rounds="")).combatants["a"].own_conditions[0].name == "dazed"


# Sides, notes, dice, several at once


def test_changed_side_decides_about_enemies():
    made = make_fight("none", *ALL, join_event("d", side="theirs"))
    assert [each.key for each in made.find_enemies("theirs")] == ["a", "b", "c"]
    changed = made.apply({"event": "side", "who": "a", "side": "theirs"})
    assert [each.key for each in changed.find_enemies("ours")] == ["a", "d"]
    assert "on this side already" in refuse(changed, {"event": "side", "who": "a", "side": "theirs"})
    assert "side" in refuse(made, {"event": "side", "who": "a", "side": "nobodys"})


def test_note_is_kept_and_the_log_only_says_that_there_is_one():
    made = make_fight("none", *ALL).apply({"event": "note", "who": "a", "text": "Knows the way\nout"})
    assert made.combatants["a"].note == "Knows the way\nout" and made.log[-1].messages == ("a: a note.",)
    assert "says so already" in refuse(made, {"event": "note", "who": "a", "text": "Knows the way\nout"})
    assert made.apply({"event": "note", "who": "a"}).combatants["a"].note == ""


def test_note_of_a_kept_sheet_joins_with_it():
    command = {"act": "join", "sheet": "toy.rover", "note": "Afraid of dogs"}
    made, events = execute(make_fight("score"), command)
    assert [each["event"] for each in events] == ["join", "note"] and events[1]["follows"]
    assert [each.note for each in made.combatants.values()] == ["Afraid of dogs"]


def test_fresh_copy_has_notes_and_the_tables_own_dice_but_no_place_in_an_order():
    made = make_fight("score", *ALL, order_event(a=6, b=5, c=4), TURN)
    for event in ({"event": "note", "who": "a", "text": "Shy"}, {"event": "dice", "real": True}, link("b", "c")):
        made = made.apply(event)
    fresh = copy_fight(made, make_fight("score"), {})
    assert fresh.combatants["a"].note == "Shy" and fresh.has_real_dice
    assert not fresh.has_begun and fresh.combatants["b"].leader is None


def test_number_of_several_goes_down_as_far_as_each_sheet_allows():
    made = make_fight("none", *ALL).apply({"event": "edit", "who": "b", "fields": {"dents": 2}})
    after, events = execute(made, {"act": "adjust", "who": "a", "also": ["b", "c"], "field": "dents", "amount": "2"})
    limit = made.combatants["a"].sheet.parameters["dents"].kind.high
    assert [after.combatants[key].sheet.dents for key in "abc"] == [2, min(4, limit), 2]
    assert [bool(event.get("follows")) for event in events] == [False, True, True]
    down, _ = execute(after, {"act": "adjust", "who": "a", "also": ["b"], "field": "dents", "amount": -3})
    assert [down.combatants[key].sheet.dents for key in "abc"] == [0, 1, 2]
    with pytest.raises(RulesError, match="is 0 already"):
        execute(down, {"act": "adjust", "who": "a", "field": "dents", "amount": -1})
    with pytest.raises(RulesError, match="name"):
        execute(down, {"act": "adjust", "who": "a", "field": "name", "amount": -1})


def test_correction_of_several_is_one_event():
    made = make_fight("none", *ALL).apply({"event": "edit", "who": "a", "also": ["c"], "fields": {"dents": 1}})
    assert [made.combatants[key].sheet.dents for key in "abc"] == [1, 0, 1]
    assert made.log[-1].messages[0].startswith("a, c: ")
