"""Taps that a table makes on a board for what it does most, and for a fight of four against six."""

import json

import pytest

from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import is_decided
from rules_py.registry.play import read_fight
from rules_py.rendering.fights import render_fight
from tests.browser.board_states import DECIDE, find_next_tap
from tests.browser.boards import lay_out, lay_out_four_against_six
from tests.systems.page_taps import find_taps
from tests.systems.shown_board import find_buttons, find_play, parse
from tests.systems.table_session import TableSession

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
SEEDS = (1, 2, 3)
ROUNDS = 5

ARMS = {
    "combat": ("weapons", "combat.blow", {"weapons": [{"name": "Rifle"}, {"name": "Fist"}]}),
    "psiops": ("weapons", "psiops.attack", {"weapons": [{"name": "Rifle"}, {"name": "Handgun"}]}),
    "puml": ("attributes", "puml.offense", {"attributes": [{"name": "Muscle"}, {"name": "Nerve"}]}),
    "sideworld": ("weapons", "sideworld.attack", {"weapons": [{"name": "Rifle"}, {"name": "Axe"}]}),
    "xmas": ("weapons", "xmas.attack", {"weapons": [{"name": "Rifle"}, {"name": "Fist"}]}),
}
"""What a combatant of each game attacks with: the list, the roll, and fields of a sheet that has two of them."""


PLAY = ".fb-board-hand .fb-play:not(.fb-fight-order)"
PASS = """.fb-board-hand :is(.fb-board-next, [data-act*='"turn"'], [data-act*='"phase"'])"""
"""The selectors of the big button, and of what hands over the turn."""


def begin(slug, **fields):
    """Return a fight of one against two in which initiative has been rolled, with the keys of the first two."""
    table = TableSession(slug, is_replayed=False)
    table.events = lay_out(slug, [{"name": "Ada", **fields}], [{"name": "Bo"}, {"name": "Cy"}])
    ada, bo, _ = (each["who"] for each in table.events)
    if table.fight.awaiting_initiative:
        table.execute("order")
    return table, ada, bo


@pytest.mark.parametrize("slug", SLUGS)
def test_usual_turn_is_one_tap_and_another_weapon_two(slug):
    name, mechanic, fields = ARMS[slug]
    table, ada, bo = begin(slug, **fields)
    while table.fight.available_actors and ada not in table.fight.available_actors:
        table.execute("turn")
    usual = find_play(table.html(by=ada, at=bo))
    assert (usual["mechanic"], usual["by"], usual["at"]) == (mechanic, ada, bo)
    other = {"act": "roll", "mechanic": mechanic, "by": ada, "at": bo, "chosen": {**usual["chosen"], name: 1}}
    taps, sent = find_taps(table.fight, other)
    assert len(taps) == 2 and sent["chosen"][name] == 1


def test_talent_takes_two_taps_at_most():
    table, ada, _ = begin("psiops", talents=[{"talent": "blink"}])
    command = {"act": "roll", "mechanic": "psiops.psionic", "by": ada, "chosen": {"talents": 0}}
    taps, sent = find_taps(table.fight, command)
    assert len(taps) <= 2 and sent["chosen"]["talents"] == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_hit_is_taken_with_two_taps_and_taken_back_with_one(slug):
    """An enemy's attack and its damage; some games ask in between who is hit, or for a defence."""
    for seed in range(60):
        table, ada, bo = begin(slug)
        before = table.sheet(ada)
        while (control := parse(table.html(by=bo, at=ada, one_by_one=True)).css_first(PLAY)) is None:
            table.execute(**json.loads(parse(table.html()).css_first(PASS).attributes["data-act"]))
        for taps in (1, 2):
            table.execute(**json.loads(control.attributes["data-act"]), seed=seed + taps)
            if table.sheet(ada) != before:
                assert len(parse(table.html()).css(".fb-mat > .fb-undo")) == 1
                table.undo()
                assert table.sheet(ada) == before
                return
            if (control := parse(table.html()).css_first(DECIDE)) is None:
                break
    pytest.fail(f"no enemy of {slug} hits with two taps")


@pytest.mark.parametrize("params", [{"tags": 1}, {"negative_tag": True}])
def test_tag_is_added_to_a_roll_with_one_tap(params):
    table, ada, bo = begin("xmas", weapons=[{"name": "Rifle"}])
    command = {"act": "roll", "mechanic": "xmas.attack", "by": ada, "at": bo, "chosen": {"weapons": 0}}
    taps, sent = find_taps(table.fight, {**command, "params": params})
    assert len(taps) == 2 and sent["params"] == params, "its chip, and the button"


def test_roll_at_another_range_takes_three_taps():
    table, ada, bo = begin("psiops", weapons=[{"name": "Rifle"}])
    command = {
        "act": "roll",
        "mechanic": "psiops.attack",
        "by": ada,
        "at": bo,
        "chosen": {"weapons": 0},
        "params": {"range_band": "far"},
    }
    taps, sent = find_taps(table.fight, command)
    assert len(taps) == 3 and sent["params"] == {"range_band": "far"}, "the form, the range, and the button"


@pytest.mark.parametrize("slug", ["psiops", "puml"])
def test_group_of_five_attacks_with_one_tap(slug):
    table = TableSession(slug, is_replayed=False)
    table.events = lay_out(slug, [{"name": "Ada"}, {"name": "Bo"}], [{"name": f"Guard {each}"} for each in range(1, 6)])
    if table.fight.awaiting_initiative:
        table.execute("order", faces=[1, 1] * 2)
    else:
        table.execute("end", of="phase")
    command = find_play(table.html())
    assert command["act"] == "all" and len(command["aims"]) == 5


def test_defences_against_a_group_of_five_are_rolled_with_one_tap():
    """Of several attackers of an operative, only the highest damage counts."""
    table, hit_points = TableSession("psiops", is_replayed=False), 20
    ours = [{"name": name, "hp": hit_points, "max_hp": hit_points} for name in ("Ada", "Bo")]
    table.events = lay_out("psiops", ours, [{"name": f"Guard {each}"} for each in range(1, 6)])
    ada, bo, *guards = (each["who"] for each in table.events)
    table.execute("order", faces=[1, 1] * 2)
    before = table.events.copy()
    added = table.execute(**find_play(table.html()))
    rolls = [event for event in added if event["event"] == "roll"]
    assert {event["mechanic"] for event in rolls} == {"psiops.defend"}
    assert [(event["by"], event["at"]) for event in rolls] == list(zip([ada, bo, ada, bo, ada], guards, strict=True))
    for key in (ada, bo):
        hits = [
            event["params"]["damage"]
            for event in added
            if event.get("change") == "psiops.take-damage" and event["who"] == key
        ]
        assert len(hits) > 1 and table.sheet(key).hp == hit_points - max(hits)
    table.undo()
    assert table.events == before, "one tap takes all five back"


def test_each_of_six_enemies_acts_alone_with_two_taps():
    table = TableSession("psiops", is_replayed=False)
    table.events = lay_out_four_against_six("psiops")
    table.execute("order", faces=[1, 1] * 4)
    guards = list(find_play(table.html())["aims"])
    assert len(guards) == 6
    tiles = parse(table.html()).css(".fb-board-hand .fb-board-tile")
    assert [json.loads(each.attributes["data-view"])["by"] for each in tiles] == guards


def test_due_rolls_of_several_are_one_tap():
    table = TableSession("psiops", is_replayed=False)
    keys = [table.join("operative", name=name, hp=0, past_zero=1) for name in ("Ada", "Bo", "Cy")]
    table.join("operative", name="Di")
    table.join("enemy", name="Guard")
    first = parse(table.html()).css_first(".fb-decisions .fb-board-card")
    assert "Ada, Bo and Cy: roll to stay alive" in first.text()
    command = json.loads(first.css_first(".fb-play").attributes["data-act"])
    rolls = [event for event in table.execute(**command) if event["event"] == "roll"]
    assert [event["by"] for event in rolls] == keys
    assert [bool(event.get("follows")) for event in rolls] == [False, True, True], "one undo takes them back"


def find_act_taps(table, command):
    """Return the number of taps that a command takes, the one that sends it included."""
    taps, sent = find_taps(table.fight, command)
    assert sent == command
    return len(taps)


@pytest.mark.parametrize(
    ("slug", "period"),
    [("psiops", "mission"), ("psiops", "fight"), ("puml", "fight"), ("puml", "phase"), ("xmas", "scene")],
)
def test_end_of_a_period_is_one_tap_in_a_running_fight_and_after_it(slug, period):
    table, ada, bo = begin(slug)
    table.execute("roll", mechanic=ARMS[slug][1], by=ada, at=bo)
    assert not is_decided(table.fight)
    assert find_act_taps(table, {"act": "end", "of": period}) == 1
    for each in [each.key for each in table.fight.active if each.key != ada]:
        table.execute("withdraw", who=each)
    assert is_decided(table.fight)
    assert find_act_taps(table, {"act": "end", "of": period}) == 1


def test_rest_of_all_is_one_tap_after_a_fight():
    table, ada, *_ = begin("psiops", hp=2)
    for each in [each.key for each in table.fight.active if each.key != ada]:
        table.execute("withdraw", who=each)
    healing = find_buttons(table.html(), ".fb-offers button")["Everybody heals"]
    assert healing["act"] == "each" and healing["mechanic"] == "psiops.rest"


@pytest.mark.parametrize("slug", SLUGS)
def test_joining_a_running_fight_takes_two_taps(slug):
    table, ada, bo = begin(slug)
    if table.fight.rules.order.has_turns:
        table.execute("turn")
    else:
        table.execute("roll", mechanic=ARMS[slug][1], by=ada, at=bo)
    side = list(table.fight.rules.sides)[1]
    kind = next(each for each in table.fight.rules.sides_by_sheet if table.fight.rules.sides_for(each)[0] == side)
    assert find_act_taps(table, {"act": "join", "sheet": kind.id, "side": side}) == 2


def play_rounds(slug, seed, *, decides):
    """Play four against six for five rounds, all who can act at once, and return the number of taps.

    Args:
        decides: True to make every decision; otherwise only those that can't wait are made.
    """
    fight, view, taps = read_fight({"fight": slug, "events": lay_out_four_against_six(slug)}), {}, 0
    while not is_decided(fight) and fight.round <= ROUNDS and taps < 300:
        board = parse(render_fight(fight, {**view, "on": True}))
        if not decides:
            for each in board.css(".fb-decisions[data-optional]"):
                each.decompose()
        control = find_next_tap(board, is_quick=True)
        assert control is not None, board.css_first(".fb-board-hand").text()
        taps += 1
        fight = execute(fight, json.loads(control.attributes["data-act"]), 1000 * seed + taps).fight
    return taps


LEAST_TAPS = {"combat": 30, "psiops": 15, "puml": 15, "sideworld": 88, "xmas": 4}
MOST_TAPS = {"combat": 30, "psiops": 23, "puml": 33, "sideworld": 88, "xmas": 9}
"""The number of taps with only those decisions that can't wait, and with all; X-M.A.S. took 4 without its hits."""


@pytest.mark.parametrize("slug", SLUGS)
def test_five_rounds_of_four_against_six_take_few_taps(slug):
    quick, whole = ([play_rounds(slug, seed, decides=decides) for seed in SEEDS] for decides in (False, True))
    print(f"{slug}: five rounds of 4 against 6 take {quick} taps, {whole} with every decision")
    assert max(quick) <= LEAST_TAPS[slug], quick
    assert max(whole) <= MOST_TAPS[slug], whole
