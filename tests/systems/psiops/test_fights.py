"""Fights of PSIOPS that follow the text: each is played by commands with given faces."""

import json
import re

import pytest

from rules_py.errors import RefusedActionError, RulesError
from rules_py.play.examples import list_offers
from rules_py.play.fight.offers import find_pending_changes, find_pending_rolls
from rules_py.play.fight.targeting import build_attempt, fill_params
from rules_py.registry.games import find_mechanic
from rules_py.rendering.fights import render_fight
from rules_py.systems.psiops.sheets.creation import pack
from rules_py.systems.psiops.sheets.operative import Operative
from tests.systems.shown_board import find_play, parse, read_refusal
from tests.systems.table_session import TableSession

HANDGUN = {"name": "Handgun", "kind": "handgun", "damage": 1, "ammo": 6, "full": 6}
GRENADE = {"name": "Grenade", "kind": "thrown", "damage": 1, "ammo": 1, "full": 1, "blast": True}
CLAYMORE = {"name": "Claymore", "kind": "none", "damage": 3, "ammo": 1, "full": 1, "blast": True}
MISSILE = {"name": "Missile", "kind": "heavy", "damage": 2, "ammo": 1, "full": 1, "blast": True}
FAILURE, PARTIAL, SUCCESS = [2, 3], [2, 6], [4, 6]


@pytest.fixture
def table():
    """Return a table where Ada and Ben, who act first, fight two guards."""
    made = TableSession("psiops")
    join_operative(made, "Ada")
    join_operative(made, "Ben")
    made.join("enemy", name="Guard", count=2, hp=12, max_hp=12, never_checks=True)
    return made


ADA, BEN, GUARD, OTHER = "n1", "n2", "n3-1", "n3-2"


def join_operative(table: TableSession, name: str, **fields) -> str:
    return table.join("operative", name=name, **{"weapons": [HANDGUN], **fields})


def begin(table: TableSession, faces=(6, 4)) -> None:
    """Roll for initiative with the same faces for all operatives, each alone."""
    for key in table.fight.awaiting_initiative:
        roll(table, "initiative", list(faces), by=key)


def roll(table: TableSession, name: str, faces: list[int], by: str, at: str | None = None, **about) -> list:
    """Make a roll as the page does, with everything that the sheets and the fight fill in."""
    params, chosen, also = about.pop("params", {}), about.pop("chosen", {}), about.pop("also", [])
    mechanic = find_mechanic(f"psiops.{name}")
    filled = fill_params(table.fight, mechanic, by, at, chosen, also)
    targets = {"at": at, "also": also} if also else {"at": at} if at else {}
    command = {"mechanic": mechanic.id, "by": by, "faces": faces, "chosen": chosen, "params": {**filled, **params}}
    return table.execute("rolled", **command, **targets, **about)


def refuse(table: TableSession, reason: str, name: str, by: str, at: str | None = None, **about) -> None:
    """Check that a roll is refused with a reason, and that nothing happens."""
    events = list(table.events)
    targets = {"at": at} if at else {}
    with pytest.raises(RefusedActionError) as refusal:
        table.execute("roll", mechanic=f"psiops.{name}", by=by, **targets, **about)
    assert reason in refusal.value.plain
    assert table.events == events


def last_roll(table: TableSession):
    return next(entry for entry in reversed(table.fight.log) if entry.roll)


def end_turn(table: TableSession) -> None:
    table.execute("turn")


def owed(table: TableSession) -> list[str]:
    return [each.mechanic.id.removeprefix("psiops.") for each in find_pending_rolls(table.fight)]


# Initiative


def test_initiative_for_all_does_what_single_rolls_do():
    single, together = TableSession("psiops"), TableSession("psiops")
    for table in (single, together):
        join_operative(table, "Ada", tactics=3, next_advantage=True)
        join_operative(table, "Ben", tactics=3)
        table.join("enemy")
    added = together.execute("order", seed=5)
    for each in added[0]["rolls"]:
        single.execute(
            "rolled", mechanic="psiops.initiative", by=each["by"], faces=each["faces"], params=each["params"]
        )
    assert [single.sheet(key) for key in (ADA, BEN)] == [together.sheet(key) for key in (ADA, BEN)]
    assert not together.sheet(ADA).next_advantage and together.sheet(ADA).momentum > 2


def test_initiative_of_13_and_14_brings_3_momentum_each():
    table = TableSession("psiops")
    for name, tactics in (("Ada", 3), ("Ben", 3)):
        join_operative(table, name, tactics=tactics)
    begin(table, (6, 4))
    assert [table.sheet(key).momentum for key in (ADA, BEN)] == [5, 5]


def test_failed_initiative_costs_the_first_turn(table):
    begin(table, (1, 2))
    refuse(table, "Ada has lost the first turn", "attack", ADA, GUARD)
    roll(table, "defend", SUCCESS, ADA, GUARD)
    end_turn(table)
    roll(table, "attack", SUCCESS, ADA, GUARD)


# Ammo


@pytest.mark.parametrize("params", [{}, {"suppressing": True}])
def test_empty_weapon_neither_hits_nor_suppresses(table, params):
    table.execute("edit", who=ADA, fields={"weapons": [{**HANDGUN, "ammo": 0}, HANDGUN]})
    table.execute("edit", who=GUARD, fields={"cover": 2})
    refuse(
        table,
        "There is no ammo left for Handgun. Restock it or attack with something else.",
        "attack",
        ADA,
        GUARD,
        params=params,
    )
    roll(table, "attack", SUCCESS, ADA, GUARD, chosen={"weapons": 1}, params=params)


def test_the_table_can_let_an_empty_weapon_fire(table):
    table.execute("edit", who=ADA, fields={"weapons": [{**HANDGUN, "ammo": 0}]})
    roll(table, "attack", FAILURE, ADA, GUARD, override=["ammo"])
    assert (
        "Done anyway: There is no ammo left for Handgun. Restock it or attack with something else."
        in last_roll(table).messages
    )
    assert table.sheet(ADA).weapons[0].ammo == 0


@pytest.mark.parametrize("weapon", [GRENADE, CLAYMORE, MISSILE], ids=lambda weapon: weapon["name"])
@pytest.mark.parametrize("faces", [FAILURE, PARTIAL, SUCCESS, [6, 6]])
def test_weapon_with_1_of_1_is_used_up_by_any_roll(table, weapon, faces):
    table.execute("edit", who=ADA, fields={"weapons": [weapon]})
    roll(table, "attack", faces, ADA, GUARD)
    assert table.sheet(ADA).weapons[0].ammo == 0
    refuse(table, "no ammo left", "attack", ADA, GUARD)


def test_suppressing_fire_costs_1_ammo_whatever_is_rolled(table):
    table.execute("edit", who=GUARD, fields={"cover": 2})
    roll(table, "attack", [6, 5], ADA, GUARD, params={"suppressing": True})
    assert (table.sheet(ADA).weapons[0].ammo, table.sheet(GUARD).pinned) == (5, 7)


@pytest.mark.parametrize(
    ("fields", "reason"), [({"cover": 0}, "Guard 1 isn't in cover. Put it in cover"), ({"cover": 2}, "")]
)
def test_suppressing_fire_needs_a_target_in_cover(table, fields, reason):
    table.execute("edit", who=GUARD, fields=fields)
    params = {"suppressing": True, "cover": 2}
    if reason:
        refuse(table, reason, "attack", ADA, GUARD, params=params)
    else:
        roll(table, "attack", SUCCESS, ADA, GUARD, params=params)


# Actions


def test_second_attack_of_a_turn_has_disadvantage_and_a_third_is_refused(table):
    begin(table)
    for number, faces in enumerate((SUCCESS, [4, 6, 1])):
        roll(table, "attack", faces, ADA, GUARD)
        assert last_roll(table).roll.params["second_attack"] is (number == 1)
    assert last_roll(table).roll.outcome["band"] == "failure", "the highest die is dropped"
    refuse(table, "Ada has used all 2 actions of this turn.", "attack", ADA, GUARD)
    roll(table, "attack", [4, 6, 1], ADA, GUARD, override=["action"])
    end_turn(table)
    end_turn(table)
    roll(table, "attack", SUCCESS, ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] is False


def test_all_act_twice_makes_second_attacks_at_disadvantage(table):
    begin(table)
    attacks = [event for _ in range(2) for event in table.execute("all") if event["event"] == "roll"]
    assert [(event["by"], event["params"]["second_attack"]) for event in attacks] == [
        (ADA, False),
        (BEN, False),
        (ADA, True),
        (BEN, True),
    ]
    with pytest.raises(RefusedActionError):
        table.execute("all")


def test_aiming_takes_the_other_action(table):
    begin(table)
    roll(table, "attack", SUCCESS, ADA, GUARD, params={"aiming": True})
    refuse(table, "Ada has used all 2 actions", "attack", ADA, GUARD)
    roll(table, "attack", SUCCESS, BEN, GUARD)
    refuse(table, "Ben needs 2 actions for this and has 1 left", "attack", BEN, GUARD, params={"aiming": True})


@pytest.mark.parametrize(("name", "fields"), [("psionic", {"talents": [{"talent": "14"}]}), ("action", {})])
def test_other_acts_take_actions_and_are_no_attacks(table, name, fields):
    table.execute("edit", who=ADA, fields=fields)
    begin(table)
    roll(table, name, SUCCESS, ADA)
    roll(table, "attack", SUCCESS, ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] is False
    refuse(table, "Ada has used all 2 actions", name, ADA)


def test_action_rolls_are_free_while_nobody_fights():
    table = TableSession("psiops")
    join_operative(table, "Ada")
    for _ in range(5):
        roll(table, "action", SUCCESS, ADA)


def test_momentum_buys_a_third_action_until_the_turn_is_over(table):
    begin(table)
    for faces in (SUCCESS, [4, 6, 1]):
        roll(table, "attack", faces, ADA, GUARD)
    momentum = table.sheet(ADA).momentum
    table.execute("change", change="psiops.take-another-action", who=ADA)
    assert (table.sheet(ADA).momentum, table.sheet(ADA).actions) == (momentum - 2, 3)
    roll(table, "attack", [4, 6, 6], ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] and last_roll(table).roll.outcome["momentum"] == 2
    refuse(table, "Ada has used all 3 actions", "attack", ADA, GUARD)
    end_turn(table)
    end_turn(table)
    assert table.sheet(ADA).actions == 2
    table.execute("edit", who=ADA, fields={"momentum": 1})
    with pytest.raises(RulesError, match="Push yourself costs 2 momentum; you have 1"):
        table.execute("change", change="psiops.take-another-action", who=ADA)


def test_getting_up_takes_an_action_and_falling_prone_none(table):
    begin(table)
    for prone in (True, False, True, False):
        table.execute("change", change="psiops.take-position", who=ADA, params={"prone": prone})
    refuse(table, "Ada has used all 2 actions", "attack", ADA, GUARD)


def test_enemies_have_two_actions_a_turn(table):
    begin(table)
    end_turn(table)
    for key in (ADA, BEN):
        roll(table, "defend", SUCCESS, key, GUARD)
    refuse(table, "Guard 1 has used all 2 actions of this turn.", "defend", ADA, GUARD)
    roll(table, "defend", SUCCESS, ADA, OTHER)


def test_damage_without_an_attacker_takes_nobodys_action(table):
    begin(table)
    for _ in range(3):
        roll(table, "defend", SUCCESS, ADA)
    roll(table, "attack", SUCCESS, ADA, GUARD)


# Blast


def test_blast_reaches_everyone_and_allies_too(table):
    table.execute("edit", who=ADA, fields={"weapons": [GRENADE]})
    attempt = build_attempt(table.fight, find_mechanic("psiops.attack"), ADA, GUARD)
    assert attempt.action.reach.everyone(attempt)
    roll(table, "attack", [5, 6], ADA, GUARD, also=[OTHER, BEN])
    assert [table.sheet(key).hp for key in (GUARD, OTHER)] == [5, 5]
    assert (table.sheet(BEN).hp, table.sheet(BEN).past_zero) == (0, 1)
    assert table.sheet(ADA).weapons[0].ammo == 0


@pytest.mark.parametrize("is_prone", [False, True])
def test_blast_with_a_skill_is_one_roll_for_prone_and_standing_targets(table, is_prone):
    table.execute("edit", who=ADA, fields={"weapons": [GRENADE]})
    table.execute("edit", who=OTHER, fields={"prone": True})
    first, second = (OTHER, GUARD) if is_prone else (GUARD, OTHER)
    faces = [5, 6, 6] if is_prone else [5, 6]
    roll(table, "attack", faces, ADA, first, also=[second], params={"skill": True})
    assert [table.sheet(key).hp for key in (first, second)] == [5, 5]


def test_operative_hit_by_a_blast_of_their_own_side_still_acts(table):
    table.execute("edit", who=ADA, fields={"weapons": [GRENADE]})
    begin(table)
    roll(table, "attack", [5, 6], ADA, GUARD, also=[BEN])
    roll(table, "attack", SUCCESS, BEN, GUARD)
    assert owed(table) == []
    end_turn(table)
    assert owed(table) == ["dying"]
    refuse(table, "Ben is at 0 HP: roll for that first.", "attack", BEN, GUARD)
    refuse(table, "Ben is at 0 HP: roll for that first.", "defend", ADA, GUARD)


# Momentum


def test_assist_is_paid_by_the_helper_and_brings_no_momentum(table):
    roll(table, "attack", [1, 4, 6], ADA, GUARD, chosen={"ally": BEN})
    assert last_roll(table).roll.params["advantage"] and last_roll(table).roll.outcome["momentum"] == 0
    assert (table.sheet(ADA).momentum, table.sheet(BEN).momentum) == (2, 1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"momentum": 0}, "Assist costs 1 momentum; you have 0"),
        ({"condition": "unconscious"}, "Ben is unconscious until an ally brings them round. Choose another ally"),
    ],
)
def test_assist_needs_an_ally_who_is_up_and_can_pay(table, fields, reason):
    table.execute("edit", who=BEN, fields=fields)
    refuse(table, reason, "attack", ADA, GUARD, chosen={"ally": BEN})
    refuse(table, "Ada can't assist here", "attack", ADA, GUARD, chosen={"ally": ADA})


def test_push_is_paid_by_the_roller(table):
    roll(table, "action", [1, 4, 6], ADA, params={"spent_momentum": True, "advantage": True})
    assert table.sheet(ADA).momentum == 0
    refuse(table, "Push yourself costs 2 momentum; you have 0", "action", ADA, params={"spent_momentum": True})


def test_push_on_the_roll_to_stay_conscious_is_paid():
    table = TableSession("psiops")
    join_operative(table, "Ada", hp=0)
    roll(table, "dying", [*PARTIAL, 1, *SUCCESS], ADA, params={"spent_momentum": True, "conscious_advantage": True})
    assert (table.sheet(ADA).state, table.sheet(ADA).momentum) == ("standing", 0)


def test_push_after_the_result_adds_a_die_and_takes_its_momentum_back(table):
    begin(table)
    table.execute("edit", who=ADA, fields={"momentum": 2})
    roll(table, "attack", PARTIAL, ADA, GUARD)
    assert (table.sheet(ADA).momentum, table.sheet(GUARD).hp) == (3, 9)
    table.execute(
        "amend", roll=last_roll(table).id, params={"spent_momentum": True, "advantage": True}, chosen={}, faces=[5]
    )
    assert last_roll(table).roll.faces == (2, 6, 5)
    assert (table.sheet(ADA).momentum, table.sheet(GUARD).hp) == (0, 5)
    assert table.sheet(ADA).weapons[0].ammo == 6, "a success costs no ammo"
    refuse(table, "1 left", "attack", ADA, GUARD, params={"aiming": True})


def test_assist_after_the_result_is_paid_by_the_helper(table):
    roll(table, "defend", PARTIAL, ADA, GUARD)
    assert table.sheet(ADA).hp == 2
    params = {"spent_momentum": True, "advantage": True}
    table.execute("amend", roll=last_roll(table).id, params=params, chosen={"ally": BEN}, faces=[6])
    assert (table.sheet(ADA).hp, table.sheet(ADA).momentum, table.sheet(BEN).momentum) == (6, 2, 1)


# Talents


def test_spent_talent_is_refused(table):
    table.execute("edit", who=ADA, fields={"talents": [{"talent": "14", "spent": True}, {"talent": "15"}]})
    refuse(table, "Blink is spent until a rest. Use another talent, or rest at a rendezvous.", "psionic", ADA)
    roll(table, "psionic", FAILURE, ADA, chosen={"talents": 1})
    assert [each.spent for each in table.sheet(ADA).talents] == [True, True]
    refuse(table, "Choke is spent until a rest", "psionic", ADA, chosen={"talents": 1})
    roll(table, "psionic", FAILURE, ADA, chosen={"talents": 1}, override=["talent"])


def test_refusal_for_several_reasons_says_each_sentence_once(table):
    begin(table)
    table.execute("change", change="psiops.take-damage", who=ADA, params={"damage": 6})
    assert table.sheet(ADA).at_zero
    shown = render_fight(table.fight, {"by": ADA, "at": GUARD})
    refusals = [read_refusal(shown)]
    assert refusals != [""]
    with pytest.raises(RefusedActionError) as refusal:
        table.execute("roll", mechanic="psiops.attack", by=ADA, at=GUARD)
    for said in (*refusals, refusal.value.plain):
        sentences = re.split(r"(?<=[.!]) ", said)
        assert sentences == list(dict.fromkeys(sentences))


def test_roll_at_zero_waits_until_an_enemy_who_falls_as_it_acts_has_finished():
    table = TableSession("psiops")
    ada = join_operative(table, "Ada", hp=2)
    guard = table.join("enemy", name="Guard", hp=3, max_hp=3, damage=2, cover=1, pinned=3, never_checks=True)
    table.join("enemy", name="Fanatic", hp=6, max_hp=6, never_checks=True)
    begin(table, FAILURE)
    roll(table, "defend", FAILURE, ada, guard)
    assert table.sheet(guard).out and table.sheet(ada).at_zero
    assert find_pending_rolls(table.fight) == ()
    roll(table, "defend", FAILURE, ada, guard)
    table.execute("turn")
    assert [each.mechanic.id for each in find_pending_rolls(table.fight)] == ["psiops.dying"]


def test_roll_at_zero_waits_until_the_last_enemy_who_falls_as_it_acts_has_finished():
    table = TableSession("psiops")
    ada = join_operative(table, "Ada", hp=2)
    guard = table.join("enemy", name="Guard", hp=3, max_hp=3, damage=2, cover=1, pinned=3, never_checks=True)
    begin(table, FAILURE)
    roll(table, "defend", FAILURE, ada, guard)
    assert table.sheet(guard).out and table.sheet(ada).at_zero
    assert find_pending_rolls(table.fight) == ()
    page = render_fight(table.fight, {})
    assert "Nobody is left in this turn" in page and find_play(page) == {"act": "turn"}
    roll(table, "defend", FAILURE, ada, guard)
    table.execute("turn")
    assert [each.mechanic.id for each in find_pending_rolls(table.fight)] == ["psiops.dying"]


def test_pinned_enemy_checks_for_itself_after_another_one_has_fallen_in_the_same_turn():
    table = TableSession("psiops")
    ada = join_operative(table, "Ada", hp=20, max_hp=20)
    first, second, third = (
        table.join("enemy", name=f"Guard {number}", hp=6, max_hp=6, damage=2, cover=1, pinned=6, morale=4)
        for number in range(3)
    )
    begin(table, FAILURE)
    roll(table, "morale", (1,), first, params={"under_fire": True})
    roll(table, "defend", FAILURE, ada, first)
    assert table.sheet(first).out
    roll(table, "morale", (1,), second)
    assert table.sheet(second).braves_fire and not table.sheet(third).checks_held


# Swarms


def test_swarm_attacks_different_targets_by_its_table():
    table = TableSession("psiops")
    keys = [join_operative(table, name) for name in ("Ada", "Ben", "Cy")]
    swarm = table.join("swarm", name="Swarm", size=8)
    begin(table)
    end_turn(table)
    roll(table, "defend", SUCCESS, keys[0], swarm)
    refuse(table, "Swarm has attacked Ada in this turn already. Choose another target.", "defend", keys[0], swarm)
    roll(table, "defend", SUCCESS, keys[1], swarm)
    refuse(table, "Swarm has used all 2 actions of this turn.", "defend", keys[2], swarm)
    end_turn(table)
    end_turn(table)
    roll(table, "defend", SUCCESS, keys[0], swarm)


def test_all_act_lets_a_swarm_attack_everyone_it_can():
    table = TableSession("psiops")
    for name in ("Ada", "Ben", "Cy"):
        join_operative(table, name, hp=40, max_hp=40)
    swarm = table.join("swarm", name="Swarm", size=14)
    begin(table)
    end_turn(table)
    events = table.execute("all")
    attacked = [event["by"] for event in events if event["event"] == "roll"]
    assert sorted(attacked) == ["n1", "n2", "n3"]
    assert all(event.get("follows") for event in events[1:]), "they are undone together"
    with pytest.raises(RefusedActionError):
        table.execute("all")
    assert table.fight.count_uses(swarm, "action") == 3


def test_swarm_keeps_its_armor_for_the_round():
    table = TableSession("psiops")
    for name in ("Ada", "Ben"):
        join_operative(table, name, weapons=[{**HANDGUN, "damage": 4}])
    swarm = table.join("swarm", name="Swarm", size=14, never_checks=True)
    begin(table)
    roll(table, "attack", SUCCESS, ADA, swarm)
    assert (table.sheet(swarm).hp, table.sheet(swarm).armor) == (7, 1)
    roll(table, "attack", [6, 5], BEN, swarm)
    assert last_roll(table).roll.params["armor"] == 3
    end_turn(table)
    end_turn(table)
    roll(table, "attack", SUCCESS, ADA, swarm)
    assert last_roll(table).roll.params["armor"] == 1


def test_swarm_takes_cover_against_attacks_and_attacks_from_it():
    table = TableSession("psiops")
    ada, swarm = join_operative(table, "Ada", hp=6), table.join("swarm", name="Mob", size=8, never_checks=True)
    begin(table)
    table.execute("change", change="psiops.take-position", who=swarm, params={"cover": 2})
    roll(table, "attack", SUCCESS, ada, swarm)
    assert table.sheet(swarm).lost == 6 + 1 - 1 - 2, "the highest die and the handgun, less armor and cover"
    refuse(table, "Mob can't be pinned down", "attack", ada, swarm, params={"suppressing": True})
    end_turn(table)
    roll(table, "defend", [2, 3], ada, swarm)
    assert table.sheet(ada).hp == 6 - (3 - 1 - 2), "the swarm has shrunk to a damage of -1 and attacks from cover"
    table.execute("end", of="fight")
    assert table.sheet(swarm).cover == 0


def test_fourth_armor_of_a_swarm_lasts_for_the_round():
    table = TableSession("psiops")
    for name in ("Ada", "Ben"):
        join_operative(table, name)
    swarm = table.join("swarm", name="Swarm", size=18, never_checks=True)
    begin(table)
    roll(table, "attack", [3, 6], ADA, swarm)
    assert table.sheet(swarm).hp == 18, "3 + 1 - 4"
    roll(table, "attack", SUCCESS, ADA, swarm, params={"disadvantage": False, "second_attack": False})
    assert table.sheet(swarm).hp == 15
    roll(table, "attack", [5, 6], BEN, swarm, params={"damage": 2})
    assert table.sheet(swarm).hp == 14, "6 + 2 - 4 = 4, of which 3 are taken already"


# Pinned enemies


@pytest.fixture
def pinned(table):
    table.execute("edit", who=GUARD, fields={"never_checks": False, "lone": True, "cover": 2, "pinned": 4, "morale": 3})
    begin(table)
    end_turn(table)
    return table


def test_pinned_enemy_acts_only_after_a_morale_check_and_takes_the_damage(pinned):
    refuse(pinned, "Guard 1 is pinned down: it acts once a morale check holds", "defend", ADA, GUARD)
    roll(pinned, "morale", [2], GUARD)
    assert last_roll(pinned).roll.params["under_fire"]
    assert (pinned.sheet(GUARD).checks_held, pinned.sheet(GUARD).braves_fire) == (0, True)
    roll(pinned, "defend", SUCCESS, ADA, GUARD)
    assert (pinned.sheet(GUARD).hp, pinned.sheet(GUARD).pinned) == (8, 0)


def test_plain_morale_check_lets_a_pinned_enemy_act(pinned):
    pinned.execute("rolled", mechanic="psiops.morale", by=GUARD, faces=[1], params={"morale": 3})
    roll(pinned, "defend", SUCCESS, ADA, GUARD)


def test_pinned_enemy_who_fails_its_check_stays_down_for_the_turn(pinned):
    roll(pinned, "morale", [3], GUARD)
    assert not pinned.sheet(GUARD).routed
    refuse(pinned, "is pinned down", "defend", ADA, GUARD)
    with pytest.raises(RefusedActionError, match="has used the morale check under fire of this turn"):
        roll(pinned, "morale", [1], GUARD)
    for _ in range(2):
        end_turn(pinned)
    roll(pinned, "morale", [1], GUARD)


def test_passed_check_lasts_for_one_turn(pinned):
    roll(pinned, "morale", [1], GUARD)
    end_turn(pinned)
    assert not pinned.sheet(GUARD).braves_fire


def test_fanatics_act_under_fire_and_take_the_damage(table):
    table.execute("edit", who=GUARD, fields={"cover": 2, "pinned": 4})
    begin(table)
    end_turn(table)
    roll(table, "defend", SUCCESS, ADA, GUARD)
    assert table.sheet(GUARD).hp == 8


def test_pinned_enemy_with_morale_1_never_acts(pinned):
    pinned.execute("edit", who=GUARD, fields={"morale": 1})
    for seed in range(6):
        pinned.execute("roll", seed=seed, mechanic="psiops.morale", by=GUARD, override=["morale check under fire"])
        refuse(pinned, "is pinned down", "defend", ADA, GUARD)


def test_all_act_checks_the_morale_of_pinned_enemies(pinned):
    rolls = [event for event in pinned.execute("all", seed=2) if event["event"] == "roll"]
    assert [(event["mechanic"], event["by"]) for event in rolls[:1]] == [("psiops.morale", GUARD)]
    holds = pinned.sheet(GUARD).braves_fire
    assert [event["at"] for event in rolls[1:]] == ([GUARD, OTHER] if holds else [OTHER])


def test_waiting_damage_is_a_blow_of_the_round(table):
    table.execute("edit", who=GUARD, fields={"cover": 2})
    begin(table)
    roll(table, "attack", [6, 5], ADA, GUARD, params={"suppressing": True})
    roll(table, "attack", [6, 5], BEN, GUARD)
    assert (table.sheet(GUARD).pinned, table.sheet(GUARD).hp) == (7, 7)
    end_turn(table)
    roll(table, "defend", SUCCESS, ADA, GUARD)
    assert table.sheet(GUARD).hp == 5, "7 is the highest, and 5 of it are taken already"


def test_enemy_whom_the_waiting_damage_takes_out_finishes_its_turn(pinned):
    pinned.execute("edit", who=GUARD, fields={"hp": 3, "checks_held": 2})
    roll(pinned, "morale", [1], GUARD)
    roll(pinned, "defend", FAILURE, ADA, GUARD)
    assert pinned.sheet(GUARD).out and pinned.sheet(ADA).hp == 3
    roll(pinned, "defend", SUCCESS, ADA, GUARD)
    refuse(pinned, "Guard 1 has used all 2 actions", "defend", ADA, GUARD)


def test_leaving_cover_under_fire_takes_the_damage(pinned):
    leave = {"change": "psiops.take-position", "who": GUARD, "params": {"cover": 0}}
    with pytest.raises(RefusedActionError, match="pinned down"):
        pinned.execute("change", **leave)
    roll(pinned, "morale", [1], GUARD)
    pinned.execute("change", **leave)
    assert (pinned.sheet(GUARD).hp, pinned.sheet(GUARD).cover) == (8, 0)


@pytest.fixture
def shaken():
    """Return a table where the first of four guards has fallen and another one is pinned down."""
    made = TableSession("psiops")
    join_operative(made, "Ada")
    made.join("enemy", name="Guard", count=4, morale=3)
    made.execute("edit", who="n2-1", fields={"hp": 0})
    made.execute("edit", who="n2-2", fields={"cover": 2, "pinned": 4})
    return made


@pytest.mark.parametrize("face", [2, 6])
def test_own_check_under_fire_decides_for_nobody_else(shaken, face):
    roll(shaken, "morale", [face], "n2-2", params={"under_fire": True})
    assert shaken.sheet("n2-2").braves_fire is (face == 2)
    for number in (2, 3, 4):
        assert (shaken.sheet(f"n2-{number}").routed, shaken.sheet(f"n2-{number}").checks_held) == (False, 0)
    assert owed(shaken) == ["morale"]


def test_check_of_the_group_lets_nobody_act_under_fire(shaken):
    roll(shaken, "morale", [2], "n2-2")
    assert [shaken.sheet(f"n2-{number}").checks_held for number in (2, 3, 4)] == [1, 1, 1]
    assert not shaken.sheet("n2-2").braves_fire
    refuse(shaken, "is pinned down", "defend", ADA, "n2-2")


def test_group_checks_morale_before_it_acts(shaken):
    refuse(shaken, "Guard 3 has to check morale first.", "defend", ADA, "n2-3")
    roll(shaken, "morale", [2], "n2-3")
    roll(shaken, "defend", SUCCESS, ADA, "n2-3")


def test_two_losses_in_one_turn_need_one_check():
    table = TableSession("psiops")
    for name in ("Ada", "Ben"):
        join_operative(table, name)
    table.join("enemy", name="Guard", count=4, hp=3, max_hp=6)
    begin(table)
    for key, guard in ((ADA, "n3-1"), (BEN, "n3-2")):
        roll(table, "attack", SUCCESS, key, guard)
        assert owed(table) == [], "the results of a turn come at once"
    end_turn(table)
    assert owed(table) == ["morale"]
    roll(table, "morale", [2], "n3-3")
    assert owed(table) == [] and table.sheet("n3-3").checks_held == 2


# Damage and dying


@pytest.fixture
def beset():
    """Return a table where three guards have their turn against Ada."""
    made = TableSession("psiops")
    join_operative(made, "Ada")
    made.join("enemy", name="Guard", count=3, damage=2)
    begin(made)
    end_turn(made)
    return made


def test_three_hits_lead_to_one_roll_with_the_highest(beset):
    for guard, faces in (("n2-1", [1, 4]), ("n2-2", [2, 3]), ("n2-3", [1, 1])):
        damage = {"n2-1": 2, "n2-2": 2, "n2-3": 4}[guard]
        params = {"enemy_damage": damage}
        roll(beset, "defend", faces, ADA, guard, params=params)
        assert owed(beset) == []
    assert [each.damage for each in beset.sheet(ADA).blows] == [6, 5, 5]
    roll(beset, "defend", [1, 1], ADA, "n2-3", params={"enemy_damage": 2})
    assert beset.sheet(ADA).past_zero == 2, "8 of one attacker count"
    end_turn(beset)
    assert owed(beset) == ["dying"]
    refuse(beset, "Ada is at 0 HP: roll for that first.", "attack", ADA, "n2-1")
    roll(beset, "dying", [6, 4, *SUCCESS], ADA)
    assert (beset.sheet(ADA).state, beset.sheet(ADA).hp, beset.sheet(ADA).injuries) == ("standing", 1, 1)


@pytest.mark.parametrize("fields", [{"condition": "unconscious"}, {"condition": "incapacitated", "hp": 0}])
def test_helpless_operative_takes_the_damage_of_a_failure(beset, fields):
    beset.execute("edit", who=ADA, fields={**fields, "reflexes": 3, "next_advantage": True})
    before = beset.sheet(ADA)
    roll(beset, "defend", [6, 5], ADA, "n2-1")
    outcome, after = last_roll(beset).roll.outcome, beset.sheet(ADA)
    assert (outcome["band"], outcome["damage"], outcome["momentum"]) == ("failure", 8, 0)
    assert (after.momentum, after.next_advantage, after.hp) == (before.momentum, True, 0)
    assert after.past_zero == 8 - before.hp


def test_dead_operative_is_no_target(beset):
    beset.execute("edit", who=ADA, fields={"condition": "dead"})
    refuse(beset, "Ada is dead. Choose another target.", "defend", ADA, "n2-1")


def test_more_than_20_past_zero_is_counted_as_20(beset):
    beset.execute("edit", who=ADA, fields={"hp": 0, "past_zero": 18})
    roll(beset, "defend", [6, 5], ADA, "n2-1", params={"attribute": -3, "modifier": -6}, override=["zero-hp"])
    assert beset.sheet(ADA).past_zero == 20


def test_sacrificed_armor_leaves_the_items(beset):
    beset.execute("edit", who=ADA, fields={"armor": 2, "items": [{"name": "Helmet"}, {"name": "Body armor"}]})
    roll(beset, "defend", FAILURE, ADA, "n2-1")
    assert beset.sheet(ADA).hp == 3
    params = {"blocked": 3, "by": "Guard 1", "item": "helmet"}
    beset.execute("change", change="psiops.sacrifice-armor", who=ADA, params=params)
    ada = beset.sheet(ADA)
    assert (ada.hp, ada.armor, [each.name for each in ada.items]) == (6, 1, ["Body armor"])
    with pytest.raises(RulesError, match="Shield"):
        beset.execute("change", change="psiops.sacrifice-armor", who=ADA, params={"item": "Shield"})


def accept(table: TableSession, change: str, who: str, **params) -> None:
    """Accept a change that the last roll offers, as its button does."""
    offers = (each for each in find_pending_changes(table.fight) if each.change.id == f"psiops.{change}")
    offer = next(each for each in offers if each.recipient in (who, None))
    instead = {"instead": offer.replaced_change} if offer.replaced_change else {}
    table.execute("change", change=offer.change.id, who=who, params={**offer.params, **params}, **instead)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"psychic_healed": True},
        {"hp": 1, "condition": "unconscious"},
        {"hp": 0, "condition": "incapacitated"},
        {"hp": 0, "condition": "incapacitated", "tended": True},
        {"hp": 0, "condition": "incapacitated", "lasting": [{"name": "Bleeding out", "kind": "bleeding", "rounds": 9}]},
        {"lasting": [{"name": "Invisibility", "concentration": True, "kept": True}]},
        {"hp": 2, "blows": [{"by": "Guard 2", "damage": 3}]},
    ],
    ids=str,
)
def test_destroyed_armor_takes_back_everything_that_the_damage_led_to(beset, fields):
    beset.execute("edit", who=ADA, fields={"armor": 1, "items": [{"name": "Helmet"}], **fields})
    before = beset.sheet(ADA)
    roll(beset, "defend", [1, 3], ADA, "n2-1")
    assert beset.sheet(ADA).blows != before.blows
    accept(beset, "sacrifice-armor", ADA)
    assert beset.sheet(ADA) == before.replace(armor=0, items=())


def test_armor_isnt_offered_against_a_blow_that_cost_nothing(beset):
    beset.execute("edit", who=ADA, fields={"armor": 1, "blows": [{"by": "Guard 2", "damage": 9}]})
    before = beset.sheet(ADA)
    roll(beset, "defend", [1, 3], ADA, "n2-1")
    assert beset.sheet(ADA).hp == before.hp
    assert not [each for each in find_pending_changes(beset.fight) if each.change.id == "psiops.sacrifice-armor"]


def test_armor_can_be_destroyed_against_an_allys_blast(table):
    table.execute("edit", who=ADA, fields={"weapons": [GRENADE]})
    table.execute("edit", who=BEN, fields={"armor": 1})
    begin(table)
    roll(table, "attack", [5, 6], ADA, GUARD, also=[BEN])
    assert table.sheet(BEN).hp == 0
    accept(table, "sacrifice-armor", BEN)
    assert (table.sheet(BEN).hp, table.sheet(BEN).armor) == (6, 0)


def test_attack_on_a_target_that_fell_in_this_round_takes_place(table):
    table.execute("edit", who=GUARD, fields={"hp": 3})
    begin(table)
    roll(table, "attack", SUCCESS, ADA, GUARD)
    roll(table, "attack", PARTIAL, BEN, GUARD)
    assert (table.sheet(BEN).momentum, table.sheet(BEN).weapons[0].ammo) == (5, 5)
    for _ in range(2):
        end_turn(table)
    refuse(table, "Guard 1 is out of the fight. Choose another target.", "attack", ADA, GUARD)


# Retreat


def test_operative_who_retreats_leaves_the_fight_and_can_come_back(table):
    begin(table)
    roll(table, "retreat", FAILURE, ADA)
    assert ADA in table.fight.current_group
    roll(table, "retreat", SUCCESS, ADA)
    assert ADA not in table.fight.current_group and table.fight.combatants[ADA].is_out
    refuse(table, "Ada has left the fight", "attack", ADA, GUARD)
    end_turn(table)
    refuse(table, "Ada has left the fight", "defend", ADA, GUARD)
    table.execute("return", who=ADA)
    end_turn(table)
    roll(table, "defend", SUCCESS, ADA, GUARD)


def test_operative_who_has_left_can_retreat_again_if_the_table_says_so(table):
    begin(table)
    roll(table, "retreat", SUCCESS, ADA)
    refuse(table, "Ada has left the fight", "retreat", ADA)
    roll(table, "retreat", SUCCESS, ADA, override=["actor", "turn"])
    assert table.fight.combatants[ADA].has_withdrawn
    assert [event["event"] for event in table.events].count("withdraw") == 1


def test_enemies_who_ran_away_can_come_back(table):
    table.execute("edit", who=GUARD, fields={"routed": True})
    refuse(table, "Guard 1 has run away. Choose another target.", "attack", ADA, GUARD)
    table.execute("change", change="psiops.regroup", who=GUARD)
    roll(table, "attack", SUCCESS, ADA, GUARD)


def test_only_ordinary_enemy_among_fanatics_checks_as_a_lone_foe(table):
    cook = table.join("enemy", name="Cook")
    table.execute("edit", who=GUARD, fields={"hp": 0})
    assert owed(table) == []
    table.execute("edit", who=cook, fields={"hp": 5})
    assert [each.requirement.reason for each in find_pending_rolls(table.fight)] == ["The first wound"]


# Fear, advantage and stress


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("attack", {}),
        ("defend", {}),
        ("action", {}),
        ("psionic", {"talents": [{"talent": "14"}]}),
        ("determination", {}),
        ("retreat", {}),
        ("initiative", {}),
        ("stress", {"stress": 6}),
        ("insertion", {}),
    ],
)
def test_fearful_operatives_have_disadvantage_on_every_roll_of_a_fight(table, name, fields):
    table.execute("edit", who=ADA, fields={"panic": ["1"], **fields})
    at = GUARD if name in ("attack", "defend") else None
    filled = fill_params(table.fight, find_mechanic(f"psiops.{name}"), ADA, at)
    assert filled["disadvantage"] is True
    for key in (GUARD, OTHER):
        table.execute("edit", who=key, fields={"hp": 0})
    filled = fill_params(table.fight, find_mechanic("psiops.action"), ADA, None)
    assert not filled.get("disadvantage"), "the fight is over"


def test_roll_to_stay_conscious_has_fear_and_an_earlier_advantage(table):
    table.execute("edit", who=ADA, fields={"panic": ["1"], "hp": 0, "next_advantage": True})
    table.execute("edit", who=BEN, fields={"panic": ["1"], "hp": 0})
    filled = fill_params(table.fight, find_mechanic("psiops.dying"), ADA, None)
    assert (filled["conscious_advantage"], filled["conscious_disadvantage"], filled["advantage"]) == (True, True, False)
    roll(table, "dying", [*PARTIAL, 1, 6], ADA)
    assert (table.sheet(ADA).state, table.sheet(ADA).next_advantage) == ("standing", False)
    roll(table, "dying", [*PARTIAL, 1, 5, 6], BEN)
    assert table.sheet(BEN).state == "unconscious", "the highest die is dropped"


def test_earlier_advantage_stays_without_a_roll_to_stay_conscious(table):
    table.execute("edit", who=ADA, fields={"hp": 0, "next_advantage": True, "strength": 3})
    roll(table, "dying", [6, 5], ADA)
    assert (table.sheet(ADA).state, table.sheet(ADA).next_advantage) == ("standing", True)


@pytest.mark.parametrize(
    ("change", "params"),
    [("calm-down", {}), ("overcome", {}), ("take-courage", {}), ("take-rest", {}), ("recover", {"of": "stress"})],
)
def test_roll_at_6_stress_comes_before_lowering_it(table, change, params):
    table.execute("edit", who=ADA, fields={"stress": 6, "fatigue": 1})
    table.execute("edit", who=BEN, fields={"transcendence": ["1"]})
    for key in (GUARD, OTHER):
        table.execute("withdraw", who=key)
    lower = {"change": f"psiops.{change}", "who": ADA, "params": params}
    with pytest.raises(RefusedActionError, match=r"Ada has 6 stress: roll \+WILLPOWER first"):
        table.execute("change", **lower)
    with pytest.raises(RefusedActionError):
        table.execute("together", changes=[lower])
    roll(table, "stress", [*FAILURE, 1], ADA)
    table.execute("change", **lower)
    assert table.sheet(ADA).stress < 6


def test_rest_for_everybody_leaves_out_those_who_have_to_roll(table):
    for key in (ADA, BEN):
        table.execute("edit", who=key, fields={"stress": 6 if key == ADA else 5})
    for key in (GUARD, OTHER):
        table.execute("withdraw", who=key)
    table.execute("each", change="psiops.take-rest", mechanic="psiops.rest")
    assert table.sheet(ADA).stress == 6 and table.sheet(BEN).stress < 5


def test_roll_at_6_stress_comes_before_acting(table):
    table.execute("edit", who=ADA, fields={"stress": 6})
    refuse(table, "Ada has 6 stress: roll +WILLPOWER first.", "attack", ADA, GUARD)
    roll(table, "defend", SUCCESS, ADA, GUARD)


# Group rolls


def test_all_act_brings_momentum_and_uses_advantages(table):
    begin(table)
    table.execute("edit", who=ADA, fields={"next_advantage": True, "momentum": 0, "strength": 3})
    table.execute("all", seed=3)
    assert not table.sheet(ADA).next_advantage
    attack = next(entry.roll for entry in table.fight.log if entry.roll and entry.roll.mechanic == "psiops.attack")
    assert table.sheet(ADA).momentum == attack.outcome["momentum"]


def test_two_grenades_are_gone_after_two_throws_that_hit():
    """The basic kit's two grenades are one weapon on the sheet; each is printed with 1 of 1."""
    table = TableSession("psiops")
    operative = Operative.from_fields(pack(grenades="frag"))
    grenades = next(number for number, each in enumerate(operative.weapons) if each.blast)
    ada = str(table.execute("join", sheet="psiops.operative", data=operative.to_dict())[0]["who"])
    guard = table.join("enemy", name="Guard", hp=40, max_hp=40, never_checks=True)
    table.execute("change", change="psiops.draw-weapon", who=ada, params={"weapon": grenades})
    table.execute("change", change="psiops.take-another-action", who=ada)
    throw = {"mechanic": "psiops.attack", "by": ada, "at": guard, "chosen": {"weapons": grenades}}
    for left, faces in ((1, [6, 6]), (0, [6, 6, 6])):  # 12, a success, which costs no ammo; the second has disadvantage
        table.execute("roll", faces=faces, **throw)
        assert table.sheet(ada).weapons[grenades].ammo == left
    with pytest.raises(RefusedActionError, match="no ammo left"):
        table.execute("roll", **throw)


def test_a_held_action_can_be_taken_by_taps_in_the_enemies_turn():
    table = TableSession("psiops")
    ada = table.join("operative", name="Ada")
    table.join("enemy", name="Guard", hp=9, max_hp=9)
    table.execute("order", faces=[6, 6])
    table.execute("change", change="psiops.hold-action", who=ada, params={"until": "the guard moves"})
    assert "fb-interrupt" not in table.html(), "it is her own turn"
    table.execute("turn")
    view = json.loads(parse(table.html()).css_first(".fb-interrupt").attributes["data-view"])
    assert view["by"] == ada
    attack = find_play(table.html(**view))
    assert (attack["mechanic"], attack["by"]) == ("psiops.attack", ada)
    table.execute(**attack)
    assert table.sheet(ada).holding == "" and "fb-interrupt" not in table.html()


@pytest.mark.parametrize(
    ("faces", "can_push"), [([2, 4], False), ([6, 6], False), ([3, 4, 1, 2], True), ([3, 4, 6, 6], True)]
)
def test_momentum_helps_after_a_roll_at_zero_hp_only_to_stay_conscious(faces, can_push):
    table = TableSession("psiops")
    ada = table.join("operative", name="Ada", hp=0, strength=1 if faces == [6, 6] else 0, momentum=5)
    table.join("operative", name="Ben", momentum=5)
    table.join("enemy")
    table.execute("roll", mechanic="psiops.dying", by=ada, faces=faces)
    assert ("Push yourself" in list_offers(table.fight), "Assist" in list_offers(table.fight)) == (can_push, can_push)
