"""Boards of fights: what lies ready can be played, or says why not and what would help; and its chances are right."""

import json
import re
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from rules_py import bridge
from rules_py.errors import DataError, RefusedActionError, RulesError
from rules_py.play import Action
from rules_py.play.board.card import count_kind, list_steps, list_switches
from rules_py.play.board.chances import compute_play_chance
from rules_py.play.board.plays import MOST_TILES
from rules_py.play.board.selection import select
from rules_py.play.copies import replace
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import describe_events, render_fight
from tests.rules_py.strategies import scale_examples
from tests.systems.page_taps import find_taps
from tests.systems.random_fights import build_random_fight
from tests.systems.shown_board import find_play, list_acts, parse, read_refusal
from tests.systems.table_session import TableSession

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
STATES = scale_examples(12)
"""The number of random states of each game."""

ROWS = (
    ".fb-board-bar, .fb-board-side[data-foes], .fb-mat, .fb-log, .fb-board-side:not([data-foes]), .fb-board-hand, "
    ".fb-drawer"
)
"""The rows of a board in their order."""


@cache
def play_randomly(slug, seed):
    """Return a random fight after a few of the commands that its board offers."""
    rng = Random(f"{slug} {seed}")
    fight = build_random_fight(create_fight(slug), rng)
    for step in range(rng.randint(0, 6)):
        acts = [act for _, act in list_acts(render_fight(fight, {}))]
        offered = [act for act in acts if act["act"] in ("roll", "order", "turn", "all", "change") and "who" not in act]
        try:
            fight = execute(fight, rng.choice(offered), step).fight if offered else fight
        except RulesError:
            continue
    return fight


@pytest.mark.parametrize("slug", SLUGS)
def test_room_is_kept_for_the_chances_that_come_and_for_no_others(slug):
    """A button with a place for chances asks for them; one without a place would get none."""
    seen = set()
    for seed in range(0, STATES, 4):
        fight = play_randomly(slug, seed)
        for play in (each.id for each in select(fight, {}).plays):
            board = parse(render_fight(fight, {"on": True, "one_by_one": True, "do": play}))
            for button in board.css('.fb-play[data-act*="roll"]:not(.fb-fight-order)'):
                command = json.loads(button.attributes["data-act"])
                has_bar, has_line = (button.css_first(each) is not None for each in (".fb-chances", ".fb-board-odds"))
                assert ("data-odds" in button.attributes) is has_line
                chance = compute_play_chance(fight, command)
                assert has_bar or not chance.shares, command
                assert has_line or (chance.success is None and not chance.out), command
                seen.add((has_bar, has_line))
    assert (True, True) in seen


def test_end_of_a_fight_is_written_once_and_told_once():
    table = TableSession("psiops", is_replayed=False)
    operative, _ = table.join("operative", name="Ada"), table.join("operative", name="Bo")
    enemy = table.join("enemy", hp=1)
    table.execute("roll", mechanic="psiops.attack", by=operative, at=enemy, faces=[6, 6])
    text = parse(table.html()).text(separator=" ")
    assert (text.count("The fight is over"), text.count("Still up: Ada and Bo")) == (1, 1)
    assert describe_events(table.fight, 1).count("The fight is over. Still up: Ada and Bo.") == 1


def test_roll_without_a_success_keeps_no_empty_line():
    table = TableSession("sideworld", is_replayed=False)
    key = table.join("character", name="Ada")
    html = table.html(by=key, do="sideworld.wound", on=True)
    assert find_play(html)["mechanic"] == "sideworld.wound"
    assert parse(html).css_first(".fb-do .fb-board-odds, .fb-do .fb-chances") is None


@pytest.mark.parametrize("slug", SLUGS)
def test_each_action_is_laid_out_in_one_row_of_tiles(slug):
    fight = play_randomly(slug, 1)
    for play in select(fight, {}).plays:
        tiles = parse(render_fight(fight, {"on": True, "one_by_one": True, "do": play.id})).css(".fb-board-tile")
        assert len(tiles) <= MOST_TILES + 1, "and More"


@pytest.mark.parametrize("slug", SLUGS)
def test_plays_that_lie_ready_are_played_or_say_what_would_help(slug):
    played = refused = 0
    for seed in range(STATES):
        fight = play_randomly(slug, seed)
        html = render_fight(fight, {"on": True})
        command = find_play(html)
        if command is not None:
            assert execute(fight, command, seed).events
            played += 1
            continue
        assert read_refusal(html), (seed, "a hand without a button says why")
        ways = parse(html).css(".fb-why [data-act], .fb-why [data-view], .fb-decisions [data-act]")
        assert ways or not fight.active, (seed, read_refusal(html))
        refused += 1
    assert played > STATES // 2, (played, refused)


@pytest.mark.parametrize("slug", SLUGS)
def test_refused_play_that_is_done_anyway_is_accepted(slug):
    waived = 0
    for seed in range(STATES):
        fight = play_randomly(slug, seed)
        for key in fight.participants:
            html = render_fight(fight, {"by": key, "open": "more"})
            for _, command in list_acts(html, ".fb-override"):
                try:
                    assert execute(fight, command, seed).events
                    waived += 1
                except RefusedActionError as refusal:
                    pytest.fail(f"{seed}: {command} is refused again: {refusal}")
                except RulesError:
                    continue  # the change itself can't be made, such as to fill a full clip
        if waived > 20:
            break
    assert waived > 10


@pytest.mark.parametrize("slug", SLUGS)
def test_rows_are_always_there_in_the_same_order(slug):
    for seed in range(8):
        fight = play_randomly(slug, seed)
        key = next(iter(fight.participants))
        for view in ({}, {"open": "more"}, {"open": "form"}, {"open": f"piece {key}"}, {"open": "menu"}):
            rows = [each.attributes["class"].split()[0] for each in parse(render_fight(fight, view)).css(ROWS)]
            fixed = [row for row in rows if row not in ("fb-drawer", "fb-board-side", "fb-log")]
            assert fixed == ["fb-board-bar", "fb-mat", "fb-board-hand"], view
            assert rows.count("fb-board-side") == 2 and rows[1] == "fb-board-side", view
            assert len(parse(render_fight(fight, view)).css(".fb-board-hand .fb-board-tile")) <= 7


@pytest.mark.parametrize("slug", SLUGS)
def test_name_of_each_control_has_the_words_on_it(slug):
    """A player who speaks to a phone says the words that are on a button."""
    seen = set()
    for fight in (play_randomly(slug, seed) for seed in range(4)):
        keys = [f"piece {key}" for key in list(fight.participants)[:2]]
        for part in ("", "more", "form", "menu", "log", *keys, *(f"join {side}" for side in fight.rules.sides)):
            for control in parse(render_fight(fight, {"open": part})).css("[aria-label]:is(button, summary, a)"):
                seen.add((control.attributes["aria-label"], read_shown_words(control)))
    assert len(seen) > 10
    assert [(name, shown) for name, shown in seen if shown not in join_words(name)] == []


def read_shown_words(control):
    """Return the words on a control that aren't hidden from screen readers."""
    copy = parse(control.html).css_first("button, summary, a")
    for each in copy.css("[aria-hidden=true], svg"):
        each.decompose()
    return join_words(copy.text(separator=" "))


def join_words(text):
    return " ".join(re.findall(r"\w+", text.casefold()))


def test_declared_way_out_is_the_first_of_a_refusal():
    """Text: a pinned enemy acts once a morale check holds."""
    table = TableSession("psiops", is_replayed=False)
    table.join("operative", name="Ada")
    guard = table.join("enemy", name="Guard", cover=1, pinned=3, morale=6)
    table.execute("order", faces=[1, 1])
    html = table.html(by=guard)
    assert "Guard is pinned down" in read_refusal(html)
    check = next(act for _, act in list_acts(html, ".fb-why .fb-button"))
    assert (check["mechanic"], check["by"]) == ("psiops.morale", guard)
    table.execute(**check, faces=[1])
    assert find_play(table.html(by=guard))["mechanic"] == "psiops.defend"


def test_another_weapon_is_a_way_out_of_an_empty_one():
    table = TableSession("psiops", is_replayed=False)
    weapons = [{"name": "Rifle", "ammo": 0}, {"name": "Knife", "kind": "melee", "full": 0}]
    ada = table.join("operative", name="Ada", weapons=weapons)
    table.join("enemy", name="Guard")
    view = {"by": ada, "do": "psiops.attack", "chosen": {"weapons": 0}}
    html = table.html(**view)
    assert "There is no ammo left for Rifle" in read_refusal(html)
    way = next(each for each in parse(html).css(".fb-why .fb-button") if each.text(strip=True) == "Use Knife")
    command = find_play(table.html(**{**view, **json.loads(way.attributes["data-view"])}))
    assert command["chosen"]["weapons"] == 1


# A game that declares nothing for the board


def strip(rules):
    """Return the rules of a fight without what they declare for the board only."""
    plain = {"title": "", "says": "", "icon": "", "group": "", "cards": "", "chance": "success", "due": "", "chips": ()}
    actions = tuple(replace(action, **plain) for action in rules.declared_actions)
    return replace(rules, declared_actions=actions, pools=(), ends={})


@pytest.mark.parametrize("slug", SLUGS)
def test_game_without_declarations_for_the_board_has_a_working_one(slug, monkeypatch):
    played = 0
    for kind in create_fight(slug).rules.sides_by_sheet:
        monkeypatch.setattr(kind, "conditions", ())
        monkeypatch.setattr(kind, "hand", ())
    for seed in range(12):
        fight = build_random_fight(create_fight(slug), Random(f"{slug} {seed}"))
        fight = replace(fight, rules=strip(fight.rules))
        for step in range(6):
            html = render_fight(fight, {"on": True})
            command = find_play(html)
            if command is None:
                assert read_refusal(html)
                break
            fight = execute(fight, command, step).fight
            played += 1
    assert played > 20


# Chances


def share_out(fight, command, dice, faces=()):
    """Return the share of all faces of dice after which a target is out, by making each roll.

    A miss rolls no damage, so a roll ends once its faces are enough.
    """
    if faces:
        try:
            return Fraction(execute(fight, {**command, "faces": faces}, 1).fight.combatants[command["at"]].is_out)
        except RulesError:
            pass
    sides = dice[len(faces)]
    return sum(share_out(fight, command, dice, [*faces, face]) for face in range(1, sides + 1)) / sides


def test_chances_of_an_attack_in_psiops_are_those_of_its_text():
    """Text: 2D6 + attribute; 7-9 lowest die, 10-12 highest die, 13+ both, each + damage; armor and cover come off."""
    table = TableSession("psiops")
    rifle = {"name": "Rifle", "kind": "assault", "damage": 2}
    ada = table.join("operative", name="Ada", reflexes=2, weapons=[rifle])
    guard = table.join("enemy", name="Guard", hp=4, max_hp=6)
    chosen = {"attribute": "reflexes", "weapons": 0}
    command = {"act": "roll", "mechanic": "psiops.attack", "by": ada, "at": guard, "chosen": chosen}
    totals = [(a + b + 2, min(a, b), max(a, b), a + b) for a in range(1, 7) for b in range(1, 7)]
    damage = [
        0 if total < 7 else 2 + (low if total < 10 else high if total < 13 else both)
        for total, low, high, both in totals
    ]
    chance = compute_play_chance(table.fight, command)
    assert chance.success == Fraction(sum(each > 0 for each in damage), 36) == Fraction(30, 36)
    assert chance.out == Fraction(sum(each >= 4 for each in damage), 36)
    assert dict(chance.shares)["best"] == Fraction(sum(total >= 13 for total, *_ in totals), 36)
    assert (chance.word, chance.out_word) == ("hit", "down")


def test_chance_to_stay_alive_is_that_of_the_text():
    """Text: 2D6 + STRENGTH - damage past 0; 6 or less is death."""
    table = TableSession("psiops")
    ada = table.join("operative", name="Kestrel", hp=0, strength=1, past_zero=1)
    chance = compute_play_chance(table.fight, {"act": "roll", "mechanic": "psiops.dying", "by": ada})
    assert chance.success == Fraction(21, 36), "2D6 of 7 or more"
    assert chance.word == "lives"


@pytest.mark.parametrize(
    ("slug", "attacker", "target", "mechanic", "dice"),
    [
        ("psiops", {"reflexes": 1}, {"hp": 3, "armor": 1}, "attack", (6, 6)),
        ("xmas", {"tough": 1}, {"pain_threshold": 4, "armor": 1}, "attack", (6, 6, 6)),
        ("puml", {"attributes": [{"value": 1}]}, {"hits_most": 1}, "offense", (6, 6)),
        ("combat", {"weapons": [{"damage": "1d6"}], "reflexes": 6}, {"life": 4, "toughness": 0}, "blow", (6, 6, 6, 6)),
        ("sideworld", {"weapons": [{"damage": "1d6"}]}, {"stamina": 12, "stamina_lost": 7}, "attack", (20, 20, 6)),
    ],
)
def test_chance_to_take_a_target_out_is_the_share_of_all_faces(slug, attacker, target, mechanic, dice):
    ours, theirs = {
        "psiops": ("operative", "enemy"),
        "xmas": ("operator", "enemy"),
        "puml": ("character", "enemy"),
        "combat": ("character", "enemy"),
        "sideworld": ("character", "npc"),
    }[slug]
    table = TableSession(slug, is_replayed=False)
    by, at = table.join(ours, name="Ada", **attacker), table.join(theirs, name="Bo", **target)
    table.join(theirs, name="Cy")
    command = find_play(table.html(by=by, at=at, do=f"{slug}.{mechanic}"))
    assert (command["mechanic"], command["by"], command["at"]) == (f"{slug}.{mechanic}", by, at)
    chance = compute_play_chance(table.fight, command)
    assert chance.out == share_out(table.fight, command, dice) and 0 < chance.out < 1


def test_chance_of_an_enemys_attack_is_the_share_of_defences_that_hurt():
    table = TableSession("psiops", is_replayed=False)
    ada, guard = table.join("operative", name="Ada", hp=3, reflexes=1), table.join("enemy", name="Guard", damage=1)
    command = find_play(table.html(by=guard, at=ada, do="psiops.defend"))
    hurt = out = 0
    for faces in product(range(1, 7), repeat=2):
        after = execute(table.fight, {**command, "faces": list(faces)}, 1).fight.sheet_for(ada)
        hurt += after.hp < 3
        out += after.is_out
    chance = compute_play_chance(table.fight, command)
    assert (chance.success, chance.out) == (Fraction(hurt, 36), Fraction(out, 36))
    assert (chance.word, chance.out_word) == ("hit", "down")


@pytest.mark.parametrize("slug", SLUGS)
def test_page_gets_chances_of_all_that_it_asks_about(slug):
    table = TableSession(slug, is_replayed=False)
    for kind in table.fight.rules.sides_by_sheet:
        table.join(kind.id.partition(".")[2], name=kind.title)
    asked = [json.loads(each.attributes["data-odds"]) for each in parse(table.html(open="more")).css("[data-odds]")]
    events, commands = json.dumps(table.events), json.dumps(asked)
    answer = json.loads(bridge.fight_odds(f"{slug}.fight", events, commands))["odds"]
    assert len(answer) == len(asked) > 0
    assert any("%" in each["html"] for each in answer)
    for wrong in ('"x"', "[1]", '[{"by": 3}]'):
        assert json.loads(bridge.fight_odds(f"{slug}.fight", events, wrong))["error"]


# Groups


def test_targets_of_a_group_are_spread_and_can_be_chosen():
    table = TableSession("psiops", is_replayed=False)
    ours = [table.join("operative", name=name, hp=40, max_hp=40) for name in ("Ada", "Bo", "Cy")]
    table.join("enemy", name="Guard", count=3)
    table.execute("order", faces=[1, 1] * 3)
    command = find_play(table.html())
    assert command["act"] == "all" and sorted(command["aims"].values()) == sorted(ours)
    aims = dict.fromkeys(command["aims"], ours[1])
    chosen = find_play(table.html(aims=aims))
    assert chosen["aims"] == aims
    rolls = [event for event in table.execute(**chosen) if event["event"] == "roll"]
    assert [event["by"] for event in rolls] == [ours[1]] * 3


# By hand


def test_damage_to_four_by_hand_takes_seven_taps_at_most():
    table = TableSession("psiops", is_replayed=False)
    keys = [table.join("operative", name=name) for name in ("Ada", "Bo", "Cy", "Di")]
    table.join("enemy", name="Guard")
    params = {"damage": 2}
    command = {"act": "change", "change": "psiops.take-damage", "who": keys[0], "also": keys[1:], "params": params}
    taps, sent = find_taps(table.fight, command)
    assert len(taps) <= 7, taps
    table.execute(**sent)
    assert [table.sheet(key).hp for key in keys] == [4] * 4


@pytest.mark.parametrize("slug", SLUGS)
def test_each_step_of_a_card_is_accepted_and_taken_back(slug):
    table = TableSession(slug, is_replayed=False)
    stepped = 0
    for kind in table.fight.rules.sides_by_sheet:
        key = table.join(kind.id.partition(".")[2], name=kind.title)
        for step in list_steps(table.fight, key):
            for command in filter(None, (step.fewer, step.more)):
                before = table.sheet(key)
                table.execute(**command)
                assert table.sheet(key) != before, command
                table.undo()
                stepped += 1
        for switch in list_switches(table.fight, key):
            table.execute(**switch.command)
            assert [each.is_on for each in list_switches(table.fight, key) if each.label == switch.label] == [True]
            table.undo()
    assert stepped >= 4


def test_count_of_a_kind_grows_and_shrinks_before_the_fight_begins():
    table = TableSession("xmas", is_replayed=False)
    table.join("operator", name="Ada")
    table.execute("join", sheet="xmas.enemy", ready="Elite")
    count = count_kind(table.fight, "n2")
    table.execute(**count.more)
    assert [each.name for each in table.fight.combatants.values()] == ["Ada", "Elite", "Elite 2"]
    count = count_kind(table.fight, "n2")
    assert count.number == 2 and table.sheet("n3").armor == table.sheet("n2").armor
    table.execute(**count.fewer)
    assert [each.name for each in table.fight.combatants.values()] == ["Ada", "Elite"]
    table.execute(**find_play(table.html()))
    assert count_kind(table.fight, "n2") is None


# Decisions of several


def read_decisions(html):
    """Return the headings of the decisions that wait, the first one first."""
    cards = parse(html).css(
        ".fb-decisions .fb-board-card:not(.fb-fight-keeps) > h4, .fb-decisions .fb-then button, .fb-then > li > span"
    )
    return [each.text(strip=True) for each in cards]


def attack_twice_in_puml():
    """Return a table where two characters have had partial successes, each with a complication to pick."""
    table = TableSession("puml", is_replayed=False)
    for name in ("Ada", "Bo"):
        table.join("character", name=name)
    table.join("enemy", name="Guard", count=2)
    table.execute("all", faces=[4, 4, 4, 4, 1])
    return table


def test_follow_up_rolls_of_several_are_made_together_or_singly():
    """Text: a partial success comes with a complication, for each action that had one."""
    table = attack_twice_in_puml()
    shown = read_decisions(table.html())
    assert shown[0] == "Ada and Bo: pick a complication" and len(shown) == 3
    first = json.loads(parse(table.html()).css_first(".fb-then button").attributes["data-act"])
    table.execute(**first)
    left = read_decisions(table.html())
    assert [each for each in left if "Bo" in each] and not [each for each in left if "Ada" in each]


def test_follow_up_rolls_lapse_once_a_combatant_acts():
    table = attack_twice_in_puml()
    table.execute("end", of="phase")
    assert read_decisions(table.html()) == []


def test_hand_stays_beside_what_returns_to_the_sheets_while_a_fight_goes_on():
    table = attack_twice_in_puml()
    table.execute("end", of="phase")
    assert "data-optional" in parse(table.html()).css_first(".fb-decisions:has(.fb-fight-keeps)").attributes


def test_refusing_a_joint_decision_refuses_all_of_them():
    html = attack_twice_in_puml().html()
    refusal = parse(html).css_first(".fb-card-corner > [data-view]")
    assert read_decisions(attack_twice_in_puml().html(**json.loads(refusal.attributes["data-view"]))) == []


def test_series_leaves_out_rolls_that_earlier_ones_have_made_impossible():
    """Text: two actions a turn."""
    table = TableSession("psiops", is_replayed=False)
    ada = table.join("operative", name="Ada", weapons=[{"name": "Rifle"}])
    guard = table.join("enemy", name="Guard", hp=40, max_hp=40)
    table.execute("order", faces=[6, 6])
    attack = {"mechanic": "psiops.attack", "by": ada, "at": guard, "chosen": {"weapons": 0}}
    added = table.execute("series", rolls=[attack] * 3)
    assert sum(event["event"] == "roll" for event in added) == 2
    with pytest.raises(RefusedActionError):
        table.execute("series", rolls=[attack])


def test_end_of_the_turn_is_next_once_one_side_is_left():
    """Operatives at 0 HP roll at the end of the round, so enemies who have actions left end it."""
    table = TableSession("psiops", is_replayed=False)
    table.join("operative", name="Ada", hp=1, max_hp=6)
    table.join("enemy", name="Guard", damage=4)
    table.execute("order", faces=[1, 1])
    while table.fight.active_sides != ("enemies",) and len(table.events) < 60:
        table.execute(**find_play(table.html()), seed=len(table.events))
    assert find_play(table.html())["act"] in ("turn", "roll")


def test_bar_says_how_many_act_at_once():
    table = TableSession("combat", is_replayed=False)
    for name in ("Ada", "Bo"):
        table.join("character", name=name)
    table.execute("order", faces=[3, 3])
    assert parse(table.html()).css_first(".fb-board-title p").text() == "Round 1: 2 act at once"


# Pieces and pools


@pytest.mark.parametrize("slug", SLUGS)
def test_rest_of_a_maximum_is_read_without_a_slash(slug):
    """A number with a slash is for the eyes alone; beside it are the same numbers as a sheet says them."""
    for seed in range(0, STATES, 4):
        fight = play_randomly(slug, seed)
        for view in ({"on": True}, *({"open": f"piece {key}"} for key in fight.participants)):
            board = parse(render_fight(fight, view))
            shares = [each for each in board.css('[aria-hidden="true"]') if re.fullmatch(r"\d+/\d+", each.text())]
            assert all(each.next.text() == each.text().replace("/", " of ") for each in shares)
            for each in board.css('[aria-hidden="true"]'):
                each.decompose()
            assert not re.search(r"\d/\d", board.text())


def test_enemies_who_are_alike_are_stacked_until_one_differs():
    table = TableSession("xmas", is_replayed=False)
    table.join("operator", name="Ada")
    table.join("enemy", name="Guard", count=8)
    names = lambda: [each.text() for each in parse(table.html()).css("[data-foes] .fb-piece:not([data-free]) > b")]  # noqa: E731
    assert names() == ["Guard 1", "Guard ×7"], "the target has a piece of its own"
    keys = [key for key, each in table.fight.combatants.items() if each.name.startswith("Guard")]
    table.execute("edit", who=keys[4], fields={"armor": 2})
    assert names() == ["Guard 1", "Guard ×6", "Guard 5"]
    members = parse(table.html(open=f"stack {keys[1]}")).css(".fb-drawer .fb-list > li > button:not(.fb-tool)")
    aims = [json.loads(each.attributes["data-view"])["at"] for each in members]
    assert aims == [key for key in keys[1:] if key != keys[4]]


def test_few_enemies_who_are_alike_have_pieces_of_their_own():
    table = TableSession("xmas", is_replayed=False)
    table.join("operator", name="Ada")
    table.join("enemy", name="Guard", count=6)
    assert len(parse(table.html()).css("[data-foes] .fb-piece:not([data-free])")) == 6
    assert parse(table.html()).css("[data-foes] .fb-piece[data-free]") == [], "a full row has no free places"
    assert parse(table.html()).css_first(".fb-mat .fb-add") is not None


def test_dice_that_the_action_takes_are_lifted_out_of_the_pool():
    """Text: an action takes 2 dice; exactly three that are left are taken together."""
    table = TableSession("puml", is_replayed=False)
    ada = table.join("character", name="Ada")
    table.join("character", name="Bo")
    guard = table.join("enemy", name="Guard")
    count = lambda mark: len(parse(table.html()).css(f".fb-pool:not(.fb-pool[data-foe]) > .fb-die{mark}"))  # noqa: E731
    assert count("[data-taken]") == 2
    most = count("")
    table.execute("roll", mechanic="puml.offense", by=ada, at=guard, chosen={"attributes": 0}, faces=[6, 5])
    left = most - count("[data-used]")
    assert left == most - 2 and count("[data-taken]") == (3 if left == 3 else 2)


def test_results_of_a_group_stay_on_the_mat_until_the_table_asks_for_the_next_plan():
    table = TableSession("psiops", is_replayed=False)
    for name in ("Ada", "Bo"):
        table.join("operative", name=name, hp=40, max_hp=40)
    table.join("enemy", name="Guard", count=3)
    table.execute("order", faces=[1, 1] * 2)
    table.execute(**find_play(table.html()))
    mat = parse(table.html()).css_first(".fb-mat")
    assert len(mat.css(".fb-plan > li > .fb-grade")) == 3 and not mat.css(".fb-plan .fb-board-pick")
    again = next(each for each in mat.css(".fb-offer") if each.text() == "Choose targets")
    plan = parse(table.html(**json.loads(again.attributes["data-view"]))).css_first(".fb-mat")
    assert len(plan.css(".fb-plan .fb-board-pick")) == 3


def test_odds_of_an_unknown_roll_are_an_error():
    table = TableSession("xmas", is_replayed=False)
    table.join("operator", name="Ada")
    asked = json.dumps([{"act": "roll", "mechanic": "xmas.nothing", "by": "n1"}])
    answer = json.loads(bridge.fight_odds("xmas.fight", json.dumps(table.events), asked))
    assert "xmas.nothing" in answer["error"]


def test_chance_is_declared_on_the_roll_or_on_its_action():
    rules = create_fight("psiops").rules
    dying = rules.actions_by_id["psiops.dying"]
    with pytest.raises(DataError, match="the roll declares lives"):
        Action(dying.rule, chance="survives")
