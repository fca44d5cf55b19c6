"""Fights in which the table rolls its own dice: each command asks for just the dice that it rolls."""

import json
from dataclasses import replace

import pytest

from rules_py import bridge
from rules_py.dice import DieSlot
from rules_py.errors import RulesError
from rules_py.play.fight.commands import MissingDiceError, execute, request_dice
from rules_py.registry.play import replay
from rules_py.rendering.fights import render_fight
from tests.browser.board_states import find_next_tap
from tests.systems.shown_board import parse
from tests.systems.table_session import TableSession
from tests.systems.test_board_taps import SLUGS
from tests.systems.test_players_view import begin_named

TAPS = 25


def list_faces(events: list) -> list[int]:
    """Return the faces of all dice in the events of a command, in the order in which they fell."""
    faces: list[int] = []
    for event in events:
        if event["event"] == "roll":
            faces += event["faces"]
        if event["event"] == "order":
            faces += [face for each in event["rolls"] for face in each["faces"]]
        if event["event"] == "change":
            faces += [event["params"][name] for name in event.get("rolled") or {}]
    return faces


def enter(fight, command, faces) -> list[DieSlot]:
    """Enter faces one after another as they are asked for, and return the dice in the end."""
    left, slots = list(faces), ()
    while True:
        request = request_dice(fight, command, [slot for slot in slots if slot.face is not None])
        slots = request.slots
        if not request.missing_slots:
            assert not left
            return list(slots)
        first = request.missing_slots[0]
        slots = [replace(slot, face=left.pop(0)) if slot is first else slot for slot in slots]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", [1, 4])
def test_commands_ask_for_the_dice_that_they_roll_and_lead_to_the_same(slug, seed):
    plain, asked = begin_named(slug), 0
    for number in range(TAPS):
        real = replace(plain, has_real_dice=True)
        button = find_next_tap(parse(render_fight(real, {"on": True})), is_quick=True)
        if button is None:
            break
        command = json.loads(button.attributes["data-act"] or "")
        after, events = execute(plain, command, seed + number)
        faces = list_faces(events)
        if command["act"] not in ("rolled", "amend"):
            slots = enter(real, command, faces)
            assert [slot.face for slot in slots] == faces
            if faces:
                asked += 1
                with pytest.raises(MissingDiceError, match="faces: got none, takes those of"):
                    execute(real, command, seed + number)
                command["faces"] = faces
            assert execute(real, command).events == events
        plain = after
    assert asked > 3


def test_dice_say_who_rolls_them_and_an_amended_roll_asks_for_its_new_ones():
    table = TableSession("psiops", is_replayed=False)
    table.join("operative", name="Kestrel")
    table.join("operative", name="Moth")
    table.join("enemy", name="Guard")
    table.execute("dice", real=True)
    request = request_dice(table.fight, {"act": "order"})
    assert [(slot.throw_label, slot.die_label, slot.sides) for slot in request.slots] == [
        ("Kestrel: 2D6", "1 of 2", 6),
        ("Kestrel: 2D6", "2 of 2", 6),
    ]
    rolled = [replace(slot, face=6) for slot in request.slots]
    assert [slot.throw_label for slot in request_dice(table.fight, {"act": "order"}, rolled).missing_slots] == [
        "Moth: 2D6",
        "Moth: 2D6",
    ]
    table.execute("order", faces=[6, 6, 6, 6])
    table.execute("roll", mechanic="psiops.attack", by="n1", at="n3", faces=[2, 2])
    roll = next(entry.id for entry in reversed(table.fight.log) if entry.roll)
    again = {"act": "amend", "roll": roll, "params": {"advantage": True}}
    try:
        request = request_dice(table.fight, again)
    except RulesError:
        pytest.fail("an attack can be made again with advantage")
    assert len(request.missing_slots) == 1
    table.execute("amend", roll=roll, params={"advantage": True}, faces=[5])
    assert [entry for entry in table.fight.log if entry.roll][-1].roll.faces == (2, 2, 5)


def test_another_face_before_drops_those_that_no_longer_fit():
    table = TableSession("combat", is_replayed=False)
    table.join("character", name="Ada")
    table.join("enemy", name="Bo")
    table.execute("order", faces=[6, 1])
    blow = {"act": "roll", "mechanic": "combat.blow", "by": "n1", "at": "n2"}
    slots = enter_all(table.fight, blow)
    assert len(slots) == 6  # three to hit, and three for the damage
    low = [replace(slot, face=1 if number < 3 else slot.face) for number, slot in enumerate(slots)]
    assert len(request_dice(table.fight, blow, low).slots) == 3


def enter_all(fight, command) -> list[DieSlot]:
    """Enter a 6 for each die that is asked for."""
    request = request_dice(fight, command)
    while request.missing_slots:
        request = request_dice(fight, command, [replace(slot, face=6) for slot in request.slots])
    return list(request.slots)


@pytest.mark.parametrize("slug", SLUGS)
def test_switch_is_stored_undone_and_asked_for_by_the_page(slug):
    fight, events = execute(begin_named(slug), {"act": "dice", "real": True})
    log = [entry.event for entry in fight.log]
    assert replay(slug, json.loads(json.dumps(log))).has_real_dice and not replay(slug, log[:-1]).has_real_dice
    button = find_next_tap(parse(render_fight(fight, {"on": True})), is_quick=True)
    answer = json.loads(bridge.fight(f"{slug}.fight", json.dumps(log), button.attributes["data-act"]))
    slots = answer["dice"]["slots"]
    assert set(answer) == {"dice"} and slots and all(slot["face"] is None for slot in slots)
    rolled = json.dumps([{**slot, "face": 1} for slot in slots])
    further = json.loads(bridge.fight_dice(f"{slug}.fight", json.dumps(log), button.attributes["data-act"], rolled))
    assert further["slots"][: len(slots)] == [{**slot, "face": 1} for slot in slots]
    wrong = json.dumps([{**slot, "face": 99} for slot in slots])
    refused = json.loads(bridge.fight_dice(f"{slug}.fight", json.dumps(log), button.attributes["data-act"], wrong))
    assert "99" in refused["error"]
    with pytest.raises(RulesError, match="played like that already"):
        fight.apply(events[0])
