"""Fights built by events: replay gives the same state, and without the last event a fight is as it was before."""

import json
from dataclasses import replace
from functools import partial
from typing import Annotated

import pytest
from hypothesis import given, strategies as st

from rules_py.dice import Dice
from rules_py.errors import DataError, RulesError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Whole
from rules_py.play import Action, FightRules, IndividualInitiative, Log, Order, Sheet, SideInitiative, change, derived
from rules_py.play.changes import Change
from rules_py.play.fight.commands import execute
from rules_py.play.fight.config import BOARD, FightContext
from rules_py.play.fight.copying import copy_fight
from rules_py.play.fight.events import EVENTS
from rules_py.play.fight.offers import find_pending_changes
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import fill_params, find_default_target, find_possible_rolls
from rules_py.rendering.fights.summary import summarize_fight
from tests.cases import check_each
from tests.rules_py.play.toy import Rover, dent, ram


@mechanic("toy.start", title="Who starts", page="toy/rover/#start", headline="total")
def start(dice: Dice, speed: Annotated[int, Whole(0, 9, "your speed")] = 0) -> Outcome:
    """Roll a die and add your speed; a total of 7 or more succeeds."""
    total = dice.die(6) + speed
    return {"total": total, "success": total >= 7}


class Track(Sheet, id="toy.track", title="Track", page="toy/track/"):
    """Laps that all rovers share."""

    laps: Annotated[int, Whole(0, 99, "laps so far")] = 0


@change("toy.brush", sheet_types=Rover, title="Brush off", page="toy/rover/#dents", ends="turn")
def repair(rover: Rover, say: Log) -> Rover:
    """Remove a dent at the end of a turn."""
    if not rover.dents:
        return rover
    say("A dent less.")
    return rover.replace(dents=rover.dents - 1)


@change("toy.lap", sheet_types=Track, title="Lap", page="toy/track/", ends="race")
def lap(track: Track, say: Log) -> Track:
    """Add a lap."""
    say("A lap.")
    return track.replace(laps=track.laps + 1)


class Probe(Sheet, id="toy.probe", title="Probe", page="toy/probe/"):
    """A combatant with a single hit."""

    hits: Annotated[int, Whole(0, 1, "what it took")] = 0

    @derived
    def out(self) -> bool:
        return self.hits > 0


CHANGES = {each.id: each for each in (dent, repair, lap)}
MECHANICS = {each.id: each for each in (ram, start)}
SHEETS: dict[str, type[Sheet]] = {"toy.rover": Rover, "toy.track": Track, "toy.probe": Probe}


def find_change(change_id: object, sheet: Sheet) -> Change:
    if change_id not in CHANGES:
        raise RulesError(f"change: got {change_id!r}, takes one of {', '.join(CHANGES)}")
    return CHANGES[str(change_id)]


def find_in(registry: dict, id: str):
    if id not in registry:
        raise RulesError(f"id: got {id!r}, takes one of {', '.join(registry)}")
    return registry[id]


CONTEXT = FightContext(CHANGES, partial(find_in, SHEETS), find_change, partial(find_in, MECHANICS))
ORDERS = {
    "none": Order(),
    "score": IndividualInitiative(start),
    "together": IndividualInitiative(start, has_simultaneous_ties=True),
    "again": IndividualInitiative(start, is_rerolled_each_round=True),
    "sides": SideInitiative(start, sides=("ours", "theirs"), rolling_side="ours"),
}


REACTING = (Action(ram, reacts=lambda _: True),)


def make_fight(order: str = "none", *events: dict) -> Fight:
    sides = {"ours": "Ours", "theirs": "Theirs"}
    kind = FightRules(
        "toy/fight/", sides, {Rover: "ours", Probe: "ours"}, ORDERS[order], Track, declared_actions=(Action(ram),)
    )
    made = Fight("toy", kind, CONTEXT, board=Track())
    for event in events:
        made = made.apply(event)
    return made


def join_event(who: str, **more) -> dict:
    fields = more.pop("fields", {"name": who})
    return {"event": "join", "who": who, "sheet": {"sheet": "toy.rover", "fields": fields}, **more}


def order_event(**faces: int) -> dict:
    return {"event": "order", "rolls": [{"by": who, "params": {}, "faces": [face]} for who, face in faces.items()]}


TURN = {"event": "turn"}


def test_fight_without_actions_is_refused_with_what_to_declare():
    sentence = (
        "without declared_actions, takes an Action for each roll .* docs/authoring/sheets.md#actions has an example"
    )
    with pytest.raises(DataError, match=sentence):
        FightRules("toy/fight/", {"ours": "Ours", "theirs": "Theirs"}, {Rover: ("ours", "theirs")})


def test_joining_in_groups_numbers_the_combatants():
    made = make_fight("none", join_event("g", count=3, fields={"name": "Guard"}, side="theirs"))
    assert [each.name for each in made.combatants.values()] == ["Guard 1", "Guard 2", "Guard 3"]
    assert list(made.combatants) == ["g-1", "g-2", "g-3"]
    assert {each.side for each in made.combatants.values()} == {"theirs"}


def test_roll_is_prefilled_by_both_sheets_and_its_change_is_offered():
    made = make_fight(
        "none", join_event("a", fields={"speed": 1, "torque": 5}), join_event("b", fields={"name": "b", "hull": 4})
    )
    assert fill_params(made, ram, "a", "b", {"drive": "torque", "tools": 1}) == {"drive": 5, "weight": 3, "plating": 4}
    hit = made.apply(
        {
            "event": "roll",
            "mechanic": "toy.ram",
            "by": "a",
            "at": "b",
            "faces": [6],
            "params": fill_params(made, ram, "a", "b"),
        }
    )
    (offer,) = find_pending_changes(hit)
    assert (offer.change.id, offer.recipient, offer.params) == ("toy.dent", "b", {"damage": 4})
    dented = hit.apply({"event": "change", "change": offer.change.id, "who": offer.recipient, "params": offer.params})
    assert dented.combatants["b"].is_out is False and dented.combatants["b"].sheet.derived["left"] == 0
    assert dented.log[-1].messages == ("b: 4 damage.",)


def test_roll_without_target_offers_its_change_to_all_candidates():
    made = make_fight(
        "none", join_event("a"), join_event("b"), {"event": "roll", "mechanic": "toy.ram", "faces": [6], "params": {}}
    )
    assert [(offer.role, offer.recipient) for offer in find_pending_changes(made)] == [("target", None)]
    assert made.eligible_for(dent) == ("a", "b")
    assert (
        find_pending_changes(made.apply({"event": "change", "change": "toy.dent", "who": "b", "params": {"damage": 2}}))
        == ()
    )


def test_highest_initiative_acts_first_and_ties_can_be_reordered():
    made = make_fight("score", join_event("a"), join_event("b"), join_event("c"), order_event(a=2, b=5, c=2))
    assert made.groups == (("b",), ("a",), ("c",))
    assert made.apply({"event": "place", "who": "c", "before": "a"}).groups == (("b",), ("c",), ("a",))
    for who, before in (("a", "b"), ("a", "a"), ("a", "z")):
        with pytest.raises(RulesError):
            made.apply({"event": "place", "who": who, "before": before})


def test_tied_combatants_act_together_if_the_game_says_so():
    assert make_fight(
        "together", join_event("a"), join_event("b"), join_event("c"), order_event(a=2, b=5, c=2)
    ).groups == (("b",), ("a", "c"))


def test_turns_cycle_and_rounds_are_counted():
    made = make_fight("score", join_event("a"), join_event("b"), order_event(a=2, b=5))
    assert (made.round, made.current_group) == (1, ("b",))
    made = made.apply(TURN)
    assert (made.round, made.current_group) == (1, ("a",))
    made = made.apply(TURN)
    assert (made.round, made.current_group) == (2, ("b",))


def test_latecomer_with_passed_initiative_acts_next_round():
    made = make_fight(
        "score", join_event("a"), join_event("b"), order_event(a=2, b=5), TURN, join_event("c"), order_event(c=6)
    )
    assert made.current_group == ("a",)
    assert made.apply(TURN).current_group == ("c",)
    later = make_fight(
        "score", join_event("a"), join_event("b"), order_event(a=2, b=5), join_event("c"), order_event(c=3), TURN
    )
    assert later.current_group == ("c",)


def test_initiative_is_rerolled_each_round_if_the_game_says_so():
    made = make_fight("again", join_event("a"), order_event(a=2), TURN)
    assert (made.round, made.awaiting_initiative, made.current_group) == (2, ("a",), ())


def test_only_quick_combatants_act_with_their_side_in_round_one():
    made = make_fight("sides", join_event("a", fields={"speed": 9}), join_event("b"), join_event("g", side="theirs"))
    assert made.awaiting_initiative == ("a", "b")
    made = made.apply(
        {
            "event": "order",
            "rolls": [{"by": "a", "params": {"speed": 9}, "faces": [1]}, {"by": "b", "params": {}, "faces": [1]}],
        }
    )
    assert made.groups == (("a",), ("g",))
    assert made.apply(TURN).current_group == ("g",)
    assert made.apply(TURN).apply(TURN).groups == (("a", "b"), ("g",))


def test_end_of_turn_change_applies_to_the_current_combatant():
    made = make_fight(
        "score", join_event("a", fields={"dents": 2}), join_event("b", fields={"dents": 2}), order_event(a=6, b=1), TURN
    )
    assert (made.combatants["a"].sheet.fields["dents"], made.combatants["b"].sheet.fields["dents"]) == (1, 2)


def test_end_event_applies_to_the_board_too():
    made = make_fight("none", join_event("a"))
    assert made.endable_periods == ("race",)
    ended = made.apply({"event": "end", "of": "race"})
    assert ended.board.fields["laps"] == 1
    assert ended.log[-1].messages == ("The race ends.", "Track: A lap.")


def test_sheets_can_be_edited_and_combatants_removed():
    made = make_fight("none", join_event("a"), {"event": "edit", "who": "a", "fields": {"dents": 3}})
    assert made.combatants["a"].sheet.fields["dents"] == 3
    assert made.log[-1].messages == ("a: Dents set by hand.",)
    assert made.apply({"event": "edit", "who": BOARD, "fields": {"laps": 7}}).board.fields["laps"] == 7
    assert made.apply({"event": "leave", "who": "a"}).combatants == {}


def ram_event(by: str, at: str, face: int = 1) -> dict:
    return {"event": "roll", "mechanic": "toy.ram", "params": {}, "faces": [face], "by": by, "at": at}


def test_current_actor_without_turns_is_the_longest_waiting():
    made = make_fight(
        "none", join_event("a"), join_event("b"), join_event("x", side="theirs"), join_event("y", side="theirs")
    )
    assert (made.current_actor, find_default_target(made, "a")) == ("a", "x")
    made = made.apply(ram_event("a", "y"))
    assert (made.current_actor, find_default_target(made, "b"), find_default_target(made, "x")) == ("b", "y", "a"), (
        "the side's last target"
    )
    assert made.apply(ram_event("b", "y")).current_actor == "a"
    assert find_default_target(made.apply({"event": "leave", "who": "y"}), "a") == "x"
    assert make_fight("none").current_actor is None


def test_board_can_decide_which_side_acts():
    made = make_fight("none", join_event("a"), join_event("x", side="theirs"))
    led = replace(made, rules=replace(made.rules, find_leading_side=lambda track: "theirs" if track.laps else "ours"))
    assert led.current_actor == "a"
    assert led.apply({"event": "edit", "who": BOARD, "fields": {"laps": 1}}).current_actor == "x"
    assert (
        led.apply({"event": "edit", "who": BOARD, "fields": {"laps": 1}})
        .apply({"event": "leave", "who": "x"})
        .current_actor
        == "a"
    )


def test_reaction_does_not_count_as_an_action():
    made = make_fight("none", join_event("a"), join_event("x", side="theirs"), join_event("y", side="theirs"))
    answering = replace(
        made, rules=replace(made.rules, declared_actions=REACTING, find_leading_side=lambda track: "theirs")
    )
    after = answering.apply(ram_event("a", "x"))  # x acts and a reacts
    assert (answering.current_actor, after.current_actor) == ("x", "y")
    assert find_default_target(after, "y") == "a"
    assert [(by, at) for _, by, at in find_possible_rolls(after, "x", "a") if at] == [("a", "x")]


def test_current_actor_with_turns_follows_the_turn_order():
    made = make_fight("together", join_event("a"), join_event("b"), join_event("c"), order_event(a=2, b=5, c=5))
    assert made.current_actor == "b"
    assert made.apply(ram_event("b", "a")).current_actor == "c"
    assert made.apply(TURN).current_actor == "a"


@check_each(
    "event",
    [
        None,
        [],
        {},
        {"event": "fly"},
        {"event": []},
        {"event": "turn", "who": "a"},
        TURN,
        join_event("a"),
        join_event(""),
        join_event("b", side="nobody"),
        join_event("b", count=0),
        join_event("b", count=21),
        join_event("b", count="many"),
        join_event(BOARD),
        {"event": "join", "who": "b"},
        {"event": "join", "who": "b", "sheet": {"sheet": "toy.track", "fields": {}}},
        join_event("b", fields={"dents": -1}),
        {"event": "leave", "who": "z"},
        {"event": "leave"},
        {"event": "roll", "mechanic": "toy.ram", "faces": [7], "params": {}},
        {"event": "roll", "mechanic": "toy.ram"},
        {"event": "roll", "mechanic": "station.action", "faces": [1, 1], "params": {}},
        {"event": "roll", "mechanic": "toy.ram", "faces": [1], "params": {"wings": 1}},
        {"event": "roll", "mechanic": "toy.ram", "faces": [1], "params": []},
        {"event": "roll", "mechanic": "toy.ram", "faces": [1], "params": {}, "by": "z"},
        {"event": "roll", "mechanic": "toy.ram", "faces": [1], "params": {}, "refused": ["a" * 500]},
        {"event": "roll", "mechanic": "toy.ram", "faces": [1], "params": {}, "refused": 5},
        {"event": "order", "rolls": []},
        {"event": "order", "rolls": [{"by": "a", "params": {}, "faces": [1]}]},
        {"event": "change", "change": "toy.dent", "who": "z"},
        {"event": "change", "change": "toy.fly", "who": "a"},
        {"event": "change", "change": "toy.dent", "who": "a", "params": {"damage": "x"}},
        {"event": "edit", "who": "a", "fields": {"wings": 1}},
        {"event": "end", "of": "turn"},
        {"event": "end"},
    ],
)
def test_invalid_event_is_rejected_and_changes_nothing(event):
    made = make_fight("none", join_event("a"))
    before = made.to_dict()
    with pytest.raises(RulesError):
        made.apply(event)
    assert made.to_dict() == before


@st.composite
def random_events(draw: st.DrawFn) -> dict:
    """Draw any event, possible or not."""
    who = st.sampled_from(["a", "b", "c", BOARD, "z"])
    name = draw(st.sampled_from(list(EVENTS)))
    face = st.integers(1, 6)
    parts = {
        "join": lambda: join_event(draw(who), count=draw(st.integers(1, 3))),
        "leave": lambda: {"who": draw(who)},
        "roll": lambda: {
            "mechanic": draw(st.sampled_from(list(MECHANICS))),
            "params": {},
            "faces": [draw(face)],
            "by": draw(who),
            "at": draw(who),
        },
        "order": lambda: order_event(**{draw(who): draw(face) for _ in range(2)}),
        "change": lambda: {"who": draw(who), "change": draw(st.sampled_from(list(CHANGES)))},
        "edit": lambda: {"who": draw(who), "fields": {"dents": draw(st.integers(0, 6))}},
        "place": lambda: {"who": draw(who), "before": draw(who)},
        "move": lambda: {"who": draw(who), "before": draw(who)},
        "initiative": lambda: {"who": draw(who), "score": draw(st.integers(0, 9))},
        "link": lambda: {"who": draw(who), "leader": draw(who | st.none())},
        "side": lambda: {"who": draw(who), "side": draw(st.sampled_from(["ours", "theirs"]))},
        "condition": lambda: {"who": draw(who), "name": "dazed", "rounds": draw(st.none() | st.integers(1, 2))},
        "note": lambda: {"who": draw(who), "text": draw(st.sampled_from(["", "shy"]))},
        "dice": lambda: {"real": draw(st.booleans())},
        "turn": dict,
        "end": lambda: {"of": "race"},
        "withdraw": lambda: {"who": draw(who)},
        "return": lambda: {"who": draw(who)},
    }
    return {**parts[name](), "event": name}


@pytest.mark.parametrize("order", ORDERS)
@given(events=st.lists(random_events(), max_size=12))
def test_replay_reproduces_a_fight_and_undo_restores_each_state(order, events):
    made, states = make_fight(order), []
    for event in events:
        try:
            after = made.apply(event)
        except RulesError:
            continue
        states.append(made)
        made = after
    happened = [entry.event for entry in made.log]
    again = make_fight(order, *json.loads(json.dumps(happened)))
    assert again.to_dict() == made.to_dict()
    for number, before in enumerate(states):
        assert make_fight(order, *happened[:number]).to_dict() == before.to_dict()
    assert set(made.current_group) <= set(made.combatants)
    assert all(key in made.combatants for group in made.groups for key in group)


def join_probe(who: str, side: str, hits: int) -> dict:
    return {"event": "join", "who": who, "side": side, "sheet": {"sheet": "toy.probe", "fields": {"hits": hits}}}


def test_summary_names_the_combatants_and_the_round_who_fell_and_who_is_left():
    fought = make_fight("score", join_event("a"), order_event(a=2), TURN)
    assert summarize_fight(fought) == {
        "line": "a, round 2",
        "fallen": [],
        "winner": "",
        "state": "running",
        "names": ["a"],
    }
    fought = make_fight("none", join_event("a"), join_probe("b", "theirs", 0))
    about = {"line": "a and Probe", "fallen": [], "winner": "", "state": "prepared", "names": ["a", "Probe"]}
    assert summarize_fight(fought) == about
    fought = make_fight("none", join_event("a"), join_probe("b", "theirs", 1))
    assert summarize_fight(fought) == {
        **about,
        "fallen": [{"name": "Probe", "side": "Theirs"}],
        "winner": "Ours",
        "state": "over",
    }
    fought = make_fight("none", join_probe("b", "theirs", 1))
    assert summarize_fight(fought)["winner"] == ""
    assert summarize_fight(make_fight())["line"] == ""


def copy_made(*events: dict, order: str = "none", **sheets: dict) -> Fight:
    return copy_fight(make_fight(order, *events), make_fight(order), sheets)


def test_copy_has_the_same_combatants_as_they_were_prepared():
    edit = {"event": "edit", "who": "b", "fields": {"hull": 7}}
    hurt = {"event": "change", "change": "toy.dent", "who": "b", "params": {"damage": 2}}
    late = join_event("c", side="theirs")
    copied = copy_made(join_event("a"), join_event("b"), edit, order_event(a=2), hurt, late, TURN, order="score")
    assert not copied.has_begun and [entry.event["event"] for entry in copied.log] == ["join", "join", "edit", "join"]
    assert [(each.name, each.side) for each in copied.combatants.values()] == [
        ("a", "ours"),
        ("b", "ours"),
        ("c", "theirs"),
    ]
    b = copied.combatants["b"].sheet
    assert (b.hull, b.dents) == (7, 0)


def test_copy_has_the_stored_sheets_as_they_are_now():
    now = {"sheet": "toy.rover", "fields": {"name": "a", "dents": 3}}
    edit = {"event": "edit", "who": "a", "fields": {"dents": 1}, "stored": True}
    copied = copy_made(join_event("a"), edit, order_event(a=2), TURN, a=now, order="score")
    assert copied.combatants["a"].sheet.dents == 3 and len(copied.log) == 1
    other = {"sheet": "toy.probe", "fields": {"hits": 1}}
    for unreadable in (other, {"sheet": "toy.rover"}, 3, None):
        assert copy_made(join_event("a"), a=unreadable).combatants["a"].sheet.dents == 0
    with pytest.raises(RulesError, match="takes sheets by combatant"):
        copy_fight(make_fight(), make_fight(), [])  # type: ignore[arg-type]


def test_copy_is_without_those_who_were_removed():
    guards = join_event("g", count=3, fields={"name": "Guard"}, side="theirs")
    gone = [{"event": "leave", "who": "a"}, {"event": "leave", "who": "g-2"}]
    copied = copy_made(join_event("a"), guards, *gone)
    assert [each.name for each in copied.combatants.values()] == ["Guard 1", "Guard 3"]
    assert [entry.event["event"] for entry in copied.log] == ["join", "leave"]


def test_those_who_join_a_copy_get_keys_of_their_own():
    copied = copy_made(join_event("n1"), order_event(n1=2), join_event("n3"), order="score")
    assert list(copied.combatants) == ["n1", "n3"]
    command = {"act": "join", "sheet": "toy.rover", "data": {"sheet": "toy.rover", "fields": {}}}
    assert execute(copied, command).fight.combatants.keys() == {"n1", "n3", "n4"}
