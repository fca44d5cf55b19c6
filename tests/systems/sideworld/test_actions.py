"""Sideworld's actions in fights: an action is allowed, paid for and complete, or nothing happens."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.actions import count_uses_left
from rules_py.play.fight.targeting import (
    build_attempt,
    fill_params,
    find_area_targets,
    find_default_action,
    find_possible_rolls,
)
from rules_py.play.forecast import forecast
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import replay
from rules_py.systems.sideworld.sheets.actions import ACTIONS
from rules_py.systems.sideworld.sheets.characters import Character, Npc
from rules_py.systems.sideworld.sheets.list_items import Weapon
from rules_py.systems.sideworld.sheets.objects import Thing, Vehicle
from tests.systems.table_session import TableSession
from tests.systems.test_sheets import sheets

HIT, MISS = [15, 5], [5, 15]  # 10 + 15 above 10 + 5
ADA_FIRST = [20, 1]
SWORD = {"name": "Sword", "damage": "6"}
RIFLE = {"name": "Rifle", "damage": "6", "clip": 30, "loaded": 30}
JEEP = {"name": "Jeep", "weapons": [{**RIFLE, "name": "Turret"}]}


class Duel(TableSession):
    """A fight of Ada against Ben, with commands for both."""

    def __init__(self, weapons: Any = (), others: Any = None, **fields: Any) -> None:
        super().__init__("sideworld")
        self.ada = self.join("character", name="Ada", weapons=list(weapons), **fields)
        self.ben = self.join("npc", name="Ben", stamina=100, **(others or {}))

    def attack(self, faces: Any = (*HIT,), mechanic: str = "attack", by: str = "", at: str = "", **about: Any) -> list:
        """Make an attack with these faces, as the page makes it."""
        by, at = by or self.ada, at or self.ben
        rule, chosen, also = find_mechanic(f"sideworld.{mechanic}"), about.get("chosen", {}), about.get("also", ())
        params = {**fill_params(self.fight, rule, by, at, chosen, also, rule.parameters), **about.pop("params", {})}
        return self.execute("rolled", mechanic=rule.id, by=by, at=at, faces=list(faces), params=params, **about)

    def refuse(self, reason: str, *args: Any, **about: Any) -> None:
        """Check that an attack is refused for a reason, and that nothing happens."""
        events = list(self.events)
        with pytest.raises(RefusedActionError) as refused:
            self.attack(*args, **about)
        assert refused.value.plain == reason
        assert self.events == events

    def list_rolls(self, by: str = "") -> list[str]:
        """Return the rolls that are offered to a combatant against Ben."""
        by = by or self.ada
        return [each.mechanic.id.partition(".")[2] for each, _, _ in find_possible_rolls(self.fight, by, self.ben)]

    def gun(self, number: int = 0) -> Weapon:
        """Return one of Ada's weapons."""
        return self.sheet(self.ada).weapons[number]


# Unarmed


def test_character_without_a_weapon_attacks_unarmed():
    duel = Duel(strength=2)
    assert duel.list_rolls()[0] == "unarmed"
    assert not {"attack", "to-hit", "group-attack", "damage"} & set(duel.list_rolls())
    assert find_default_action(duel.fight, duel.ada)[0].mechanic.id == "sideworld.unarmed"
    duel.attack([*HIT, 7], "unarmed")
    assert duel.sheet(duel.ben).stamina_lost == 9, "1D10 + Strength"


def test_attack_with_a_weapon_needs_one():
    duel = Duel()
    duel.refuse("Ada has no weapon. Attack unarmed, or put one on the sheet.", [*HIT, 6, 6])
    duel.refuse("Ada has no weapon. Attack unarmed, or put one on the sheet.", mechanic="to-hit")
    events = duel.attack([*HIT, 6, 6], override=["weapon"])
    assert [event["event"] for event in events] == ["roll", "change"]
    assert duel.fight.log[-2].messages[-1].startswith("Done anyway: Ada has no weapon.")


def test_armed_character_may_still_strike_unarmed():
    duel = Duel([SWORD])
    assert duel.list_rolls()[0] == "attack" and "unarmed" in duel.list_rolls()
    duel.attack([*HIT, 4], "unarmed")
    assert duel.sheet(duel.ben).stamina_lost == 14


def test_all_act_with_their_weapons_or_unarmed():
    duel = Duel([{**RIFLE, "loaded": 0}], {"attack": 40, "strength": 20})
    duel.execute("order", faces=ADA_FIRST)
    if duel.fight.current_actor == duel.ada:
        duel.execute("turn")
    duel.execute("all", 1)
    assert duel.events[-2]["mechanic"] == "sideworld.unarmed", "Ben has no weapon"
    duel.execute("turn")
    with pytest.raises(RefusedActionError, match="There is no ammo left for Rifle"):
        duel.execute("all", 1)


# Ammo


def test_empty_gun_is_refused_before_the_roll():
    duel = Duel([{**RIFLE, "loaded": 0}])
    for mechanic in ("attack", "to-hit"):
        duel.refuse("There is no ammo left for Rifle. Reload it or attack with something else.", mechanic=mechanic)
    duel.execute("change", change="sideworld.reload", who=duel.ada)
    duel.attack()
    assert (duel.gun().loaded, duel.sheet(duel.ben).stamina_lost) == (29, 6)


def test_burst_needs_all_of_its_rounds():
    duel = Duel([{**RIFLE, "rounds": 5, "loaded": 3}])
    sentence = "Rifle has 3 rounds loaded, and this takes 5. Reload it or fire fewer."
    duel.refuse(sentence)
    duel.refuse(sentence, mechanic="to-hit")
    duel.refuse("Rifle fires a burst of 5 rounds, or a single one. Fire one of the two.", params={"rounds": 3})
    duel.attack(params={"rounds": 1})
    assert (duel.gun().loaded, duel.sheet(duel.ben).stamina_lost) == (2, 6)


def test_roll_to_hit_takes_the_rounds_of_its_burst():
    duel = Duel([{**RIFLE, "rounds": 5}])
    duel.attack(mechanic="to-hit")
    assert (duel.gun().loaded, duel.gun().recoil) == (25, 5)


def test_table_may_let_an_empty_gun_fire():
    duel = Duel([{**RIFLE, "loaded": 0}])
    duel.attack(override=["sideworld.fire"])
    assert (duel.gun().loaded, duel.sheet(duel.ben).stamina_lost) == (0, 6)


def test_empty_turret_is_refused():
    duel = Duel()
    jeep = duel.join("vehicle", "unit", **{**JEEP, "weapons": [{**RIFLE, "name": "Turret", "loaded": 0}]})
    duel.refuse(
        "There is no ammo left for Turret. Reload it or attack with something else.", mechanic="turret", by=jeep
    )
    duel.execute("change", change="sideworld.reload", who=jeep)
    duel.attack(mechanic="turret", by=jeep)
    assert (duel.sheet(jeep).weapons[0].loaded, duel.sheet(duel.ben).stamina_lost) == (29, 6)
    bare = duel.join("vehicle", "unit", name="Truck")
    assert "turret" not in duel.list_rolls(bare)
    duel.refuse("Truck has no weapon. Put one on the sheet.", [*HIT, 6, 6], "turret", by=bare)


# Objects


def test_objects_neither_roll_for_initiative_nor_act_nor_decide_the_fight():
    duel = Duel([{**RIFLE, "damage": "100"}])
    safe = duel.join("object", "others", name="Safe")
    jeep = duel.join("vehicle", "others", **JEEP)
    assert set(duel.fight.awaiting_initiative) == {duel.ada, duel.ben}
    duel.execute("order", faces=ADA_FIRST)
    assert {key for group in duel.fight.groups for key in group} == {duel.ada, duel.ben}
    duel.attack(at=safe)
    assert duel.sheet(safe).dc == 50, "objects can be attacked"
    duel.attack(params={"damage": "200"})
    assert {each.side for each in duel.fight.active} == {"unit"}, "neither the safe nor the jeep keeps the others up"
    assert jeep not in {each.key for each in duel.fight.active}


def test_object_that_rolled_for_initiative_in_a_stored_fight_keeps_its_turns():
    duel = Duel()
    jeep = duel.join("vehicle", "others", **JEEP)
    rolls = [{"by": key, "params": {}, "faces": [face]} for key, face in ((duel.ada, 20), (jeep, 10), (duel.ben, 1))]
    events = [*duel.events, {"event": "order", "rolls": rolls}]
    assert replay("sideworld", events).groups == ((duel.ada,), (jeep,), (duel.ben,))


def test_pilot_fires_the_turret_with_actions_of_their_own():
    duel = Duel([RIFLE], reactions=16)
    duel.execute("order", faces=ADA_FIRST)
    jeep = duel.join("vehicle", "unit", **JEEP)
    pilot = {"ally": duel.ada}
    duel.attack([12, 17], "turret", by=jeep, chosen=pilot)
    assert duel.sheet(duel.ben).stamina_lost == 6, "12 + the 16 of the pilot in the fight is above 17 + 10"
    duel.attack()
    used_up = "Ada has used all 2 actions of this turn."
    duel.refuse(used_up, mechanic="turret", by=jeep, chosen=pilot)
    duel.refuse(used_up)
    duel.execute("edit", who=duel.ada, fields={"stamina_lost": 35})
    duel.refuse(
        f"Ada is incapacitated and can't act. Choose another pilot. {used_up}",
        mechanic="turret",
        by=jeep,
        chosen=pilot,
    )


def test_vehicle_whose_pilot_is_no_combatant_has_the_actions_of_a_pilot_in_each_round():
    duel = Duel()
    jeep = duel.join("vehicle", "unit", **JEEP)
    duel.execute("order", faces=ADA_FIRST)
    for _ in range(2):
        duel.attack(mechanic="turret", by=jeep)
    duel.refuse("Jeep has used all 2 actions of this turn.", mechanic="turret", by=jeep)
    for _ in range(2):
        duel.execute("turn")
    duel.attack(mechanic="turret", by=jeep)


# Full Auto


def test_full_auto_fires_its_rate_divided_by_the_actions():
    duel = Duel([{**RIFLE, "rate": 20, "rounds": 20, "clip": 300, "loaded": 300}], actions=4)
    rifle = find_mechanic("sideworld.attack")
    assert fill_params(duel.fight, rifle, duel.ada, duel.ben)["rounds"] == 5
    sentence = "Rifle fires at most 5 rounds in an action: its rate of 20 divided by 4 actions. Fire fewer."
    duel.refuse(sentence, params={"rounds": 6})
    duel.refuse(sentence, [*HIT, 5], "group-attack", also=[duel.join("npc", name="Cy")], params={"rounds": 6})
    duel.attack(mechanic="to-hit")
    assert duel.gun().loaded == 295


def test_other_guns_fire_the_rounds_on_the_sheet():
    duel = Duel([{**RIFLE, "clip": 300, "loaded": 300}])
    sentence = "Rifle fires 1 round in an action. Fire no more, or change it on the sheet."
    duel.refuse(sentence, params={"rounds": 300})


def test_single_round_can_always_be_fired():
    assert Weapon(rate=3, rounds=3).count_rounds(4) == 1


def test_only_full_auto_blasts_and_spreads_reach_a_group():
    duel = Duel([{**RIFLE, "rounds": 3}, {**RIFLE, "name": "Grenades", "radius": 4}])
    cy = duel.join("npc", name="Cy")
    assert "group-attack" in duel.list_rolls()
    duel.refuse(
        "Rifle strikes one target at a time. Attack one, or use another weapon.",
        [*HIT, 5],
        "group-attack",
        also=[cy],
    )
    duel.attack([*HIT, 5], "group-attack", also=[cy], chosen={"weapons": 1})
    assert [duel.sheet(key).stamina_lost for key in (duel.ben, cy)] == [6, 6]


def test_blast_chooses_all_enemies_and_full_auto_those_whom_the_player_adds():
    blast, auto = {**RIFLE, "radius": 4}, {**RIFLE, "rate": 40, "rounds": 4}
    for weapon, first, reached in ((blast, "group-attack", True), (auto, "attack", False)):
        duel = Duel([weapon])
        cy = duel.join("npc", name="Cy")
        duel.join("object", "others", name="Safe")
        assert duel.list_rolls()[0] == first
        binding = next(each for each in Character.rolls if each.mechanic.id == "sideworld.group-attack")
        assert find_area_targets(duel.fight, binding, duel.ada, duel.ben) == ((cy,) if reached else ())


def test_every_way_to_miss_with_plasma_divides_its_damage_alike():
    """A miss by 2 at 10 m is 0.2 m off, so 36 points become 16, however the attack is made."""
    gun = {"name": "Plasma gun", "damage": "36", "radius": 1, "kind": "plasma"}
    for mechanic in ("attack", "group-attack"):
        duel = Duel([gun])
        assert (
            fill_params(duel.fight, find_mechanic("sideworld.group-attack"), duel.ada, duel.ben)["weapon"] == "plasma"
        )
        duel.attack([10, 12], mechanic, params={"distance": 10})
        assert duel.sheet(duel.ben).stamina_lost == 16, mechanic
    duel = Duel([gun])
    duel.attack([], "near-miss", params={"miss_by": 2, "distance": 10})
    assert duel.sheet(duel.ben).stamina_lost == 16
    jeep = duel.join("vehicle", name="Jeep", weapons=[gun])
    duel.attack([10, 12], "turret", by=jeep, params={"distance": 10})
    assert duel.sheet(duel.ben).stamina_lost == 32


def test_all_act_and_forecasts_divide_plasmas_near_misses():
    """Ada never hits Ben, whose every miss by 21 or more at 10 m divides 36 by 4.1 or more: 8 points at most."""
    gun = {"name": "Plasma gun", "damage": "36", "radius": 100, "kind": "plasma"}
    duel = Duel([gun], {"dodge": 40, "attack": 0, "initiative": 0}, attack=0, dodge=40, initiative=40)
    duel.execute("order", faces=ADA_FIRST)
    attacks = [each for each in duel.execute("all", 2) if each.get("mechanic") == "sideworld.group-attack"]
    margins = [each["faces"][1] + 40 - each["faces"][0] for each in attacks]
    assert margins
    assert duel.sheet(duel.ben).stamina_lost == sum(int(36 / (margin / 10 + 2)) for margin in margins)
    weak = Duel([gun], {"dodge": 40, "attack": 0}, attack=0, dodge=40, actions=1)
    weak.execute("edit", who=weak.ben, fields={"stamina": 36})
    rounds = forecast(weak.fight, seed=1, at_most=50).round_chances
    assert rounds
    assert min(rounds) >= 4, "28 of 36 Stamina at 8 a turn leave less than a quarter"


# Recoil


def test_only_guns_that_fire_bullets_have_recoil():
    for weapon, recoil in (
        (SWORD, 0),
        ({**SWORD, "strikes": "slow"}, 0),
        ({**RIFLE, "strikes": "beam"}, 0),
        ({"kind": "plasma", "damage": "6", "clip": 5, "loaded": 5}, 0),
        (RIFLE, 1),
        ({"damage": "6", "rounds": 3}, 3),
        ({**SWORD, "strikes": "bullets"}, 1),
        ({**RIFLE, "steady": True}, 0),
    ):
        duel = Duel([weapon])
        duel.attack()
        assert duel.gun().recoil == recoil, weapon


def test_equal_swords_strike_alike_in_every_action():
    duel = Duel([{**SWORD, "recoil": 3}], actions=5)
    attack = find_mechanic("sideworld.attack")
    for _ in range(5):
        assert fill_params(duel.fight, attack, duel.ada, duel.ben)["recoil"] == 0, "recoil stored for a sword is void"
        assert len(duel.attack()) == 2, "nothing but the roll and its damage"


def test_sheet_asks_whether_a_weapon_is_a_gun_until_it_says_so():
    question = "Sword: does it fire bullets? Until the sheet says so it has no recoil."
    assert rules_py.sheet("sideworld.character", weapons=[SWORD, RIFLE]).warnings == (question,)
    assert rules_py.sheet("sideworld.character", weapons=[{**SWORD, "strikes": "slow"}]).warnings == ()


def test_stored_events_keep_the_recoil_they_had():
    duel = Duel([SWORD])
    stored = {"event": "change", "change": "sideworld.fire", "who": duel.ada, "params": {"weapon": 0, "rounds": 1}}
    assert duel.fight.apply(stored).sheet_for(duel.ada).weapons[0].recoil == 1
    duel.execute("change", change="sideworld.fire", who=duel.ada)
    assert duel.gun().recoil == 0


def test_recoil_has_an_end():
    duel = Duel([{**RIFLE, "rounds": 300, "clip": 0}])
    for _ in range(2):
        duel.attack(MISS)
    assert duel.gun().recoil == 300


# Actions per turn


def test_actions_of_a_turn_are_counted_and_shown():
    duel = Duel([{**RIFLE, "loaded": 20, "recoil": 4}], actions=3, ne=0, ne_full=50)
    duel.execute("order", faces=ADA_FIRST)
    attempt = build_attempt(duel.fight, find_mechanic("sideworld.attack"), duel.ada, duel.ben)
    assert count_uses_left(attempt) == (3, 3)
    assert "3 actions left" in duel.html(by=duel.ada)
    duel.execute("change", change="sideworld.reload", who=duel.ada)
    duel.execute("change", change="sideworld.aim", who=duel.ada)
    assert "1 action left" in duel.html(by=duel.ada)
    duel.attack(MISS)
    used_up = "Ada has used all 3 actions of this turn."
    duel.refuse(used_up)
    for change in ("aim", "regain-ne"):
        with pytest.raises(RefusedActionError, match=used_up):
            duel.execute("change", change=f"sideworld.{change}", who=duel.ada)
    for mechanic in ("spell", "drive", "turret"):
        with pytest.raises(RefusedActionError, match=used_up):
            duel.execute("roll", mechanic=f"sideworld.{mechanic}", by=duel.ada)
    duel.attack(MISS, override=["action"])
    for _ in range(2):
        duel.execute("turn")
    duel.attack(MISS)


def test_actions_stay_whole_while_attributes_are_halved():
    duel = Duel([SWORD], stamina_lost=21)
    assert (duel.sheet(duel.ada).attack_now, duel.sheet(duel.ada).state) == (5, "hurt")
    duel.execute("order", faces=ADA_FIRST)
    for _ in range(2):
        duel.attack(MISS)
    duel.refuse("Ada has used all 2 actions of this turn.")


def test_actions_before_initiative_are_not_counted_since_no_turn_has_begun():
    duel = Duel([SWORD])
    for _ in range(3):
        duel.attack(MISS)
    assert "actions left" not in duel.html(by=duel.ada, at=duel.ben)
    duel.execute("order", faces=ADA_FIRST)
    assert "2 actions left" in duel.html(by=duel.ada, at=duel.ben)
    for _ in range(2):
        duel.attack(MISS)
    duel.refuse("Ada has used all 2 actions of this turn.")
    for _ in range(2):
        duel.execute("turn")
    duel.attack(MISS)


# Poison


def sheet(**fields: Any) -> Any:
    return rules_py.sheet("sideworld.character", **fields)


def apply(sheet: Any, change: str, **params: Any) -> Any:
    return rules_py.change(sheet, f"sideworld.{change}", **params).sheet


def test_overdose_counts_at_its_highest_level():
    first = apply(sheet(endurance=3), "take-poison", points=38)
    assert (first.attack, first.overdose) == (7, 3)
    later = apply(first, "pass-hours", hours=3)
    assert (later.poison, later.poison_thirds, later.overdose) == (38, 0, 3), "no Endurance left"
    later = apply(first.replace(endurance=3), "pass-hours")
    again = apply(later, "take-poison", points=1)
    assert (later.poison, again.poison, again.attack) == (37, 38, 7)
    assert apply(again, "take-poison", points=1).attack == 6, "39 is higher"


def test_next_overdose_counts_anew():
    over = apply(apply(sheet(), "take-poison", points=38).replace(endurance=12), "pass-hours")
    assert (over.poison, over.overdose) == (34, 0)
    assert apply(over, "take-poison", points=2).attack == 6


def test_stored_sheet_in_an_overdose_loses_no_more_than_before():
    stored = sheet(attack=7, poison=38)
    assert apply(stored, "take-poison", points=1).attack == 6


def test_stored_poison_keeps_what_it_did():
    duel = Duel(poison=37)
    stored = {"event": "change", "change": "sideworld.take-poison", "who": duel.ada, "params": {"points": 1}}
    fight = duel.fight.apply(stored)
    assert (fight.sheet_for(duel.ada).attack, fight.sheet_for(duel.ada).overdose) == (9, 0)


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        ({"poison": 25}, 8),
        ({"poison": 40, "stamina_lost": 25}, 24),
        ({"poison": 30, "drained": [{"attribute": "endurance", "points": 8}]}, 20),
        ({"poison": 30, "drained": [{"attribute": "endurance", "points": 8, "spell": True}]}, 20),
        ({"poison": 38, "overdose": 3, "stamina_lost": 30, "endurance": 4}, 30),
    ],
)
def test_hours_pass_one_by_one_or_at_once(fields, hours):
    one_by_one = once = sheet(**fields)
    for _ in range(hours):
        one_by_one = apply(one_by_one, "pass-hours")
    assert apply(once, "pass-hours", hours=hours) == one_by_one


def test_roller_says_the_hours_that_the_sheet_takes():
    drunk = sheet(poison=25)
    binding = next(each for each in Character.rolls if each.mechanic.id == "sideworld.poison")
    hours = binding.mechanic.resolve((), binding.fill_params(drunk)).outcome["hours"]
    assert float(hours) == 7.5
    assert [apply(drunk, "pass-hours", hours=each).poison for each in (7, 8)] == [1, 0]


def test_quick_actions_pass_hours_one_by_one():
    duel = Duel(poison=40, stamina_lost=25)
    duel.execute("each", change="sideworld.pass-hours", params={"hours": 8, "asleep": True})
    slow = sheet(poison=40, stamina_lost=25)
    for _ in range(8):
        slow = apply(slow, "pass-hours", asleep=True)
    assert duel.sheet(duel.ada).poison == slow.poison


def test_stored_hours_keep_what_they_did():
    duel = Duel(poison=25)
    stored = {"event": "change", "change": "sideworld.pass-hours", "who": duel.ada, "params": {"hours": 8}}
    after = duel.fight.apply(stored).sheet_for(duel.ada)
    assert (after.poison, after.poison_thirds) == (11, 2)


# Words about objects


def test_log_says_nothing_of_stamina_about_a_jeep():
    duel = Duel([{**RIFLE, "damage": "35"}])
    jeep = duel.join("vehicle", "others", **JEEP)
    duel.attack(at=jeep)
    roll, damage = [entry for entry in duel.fight.log if entry.event["event"] in ("roll", "change")][:2]
    assert roll.roll.outcome == {"hit": True, "delivered": 35, "state": "object", "severe": False, "caught": False}
    assert roll.messages == ("Ada: Attack.", "Hit: 35 damage.")
    assert damage.messages == ("Ada: 1 round: 1 more recoil, 1 this turn.", "Ada: 29 rounds left in the clip.")
    assert duel.fight.log[-1].messages == ("Jeep: DC 150 - 35 damage leaves 115.",)


# Parries, the dead, words


def test_parry_needs_something_to_parry_with():
    duel = Duel([SWORD])
    sentence = "Ben has nothing to parry with. Put it on the sheet, or roll without the parry."
    duel.refuse(sentence, [3, *HIT], params={"parry": True})
    duel.refuse(sentence, [3, *HIT, 5], "unarmed", params={"parry": True})
    duel.attack([3, *HIT], params={"parry": True, "parry_dc": 4})
    assert duel.sheet(duel.ben).stamina_lost == 2, "a chair that isn't on the sheet"


@pytest.mark.parametrize(
    ("weapon", "target", "reason"),
    [
        ({**RIFLE, "strikes": "bullets"}, {}, "Rifle strikes too fast to be parried. Roll without the parry."),
        ({**SWORD, "strikes": "beam"}, {}, "Sword strikes too fast to be parried. Roll without the parry."),
        (
            SWORD,
            {"stamina_lost": 80},
            "Ben is incapacitated and can't act, and so can't parry. Roll without the parry.",
        ),
        (SWORD, {"poison": 33}, "Ben is unconscious and can't act, and so can't parry. Roll without the parry."),
    ],
)
def test_parry_is_possible_only_against_slow_attacks_of_those_who_can_act(weapon, target, reason):
    duel = Duel([weapon], {"parries": [{"name": "Shield", "dc": 30}], **target})
    is_dropped = "stamina_lost" in target  # the roll itself leaves the parry out
    duel.refuse(reason, HIT if is_dropped else [3, *HIT], params={"parry": True})
    duel.attack(params={"parry": False})


def test_objects_do_not_parry():
    duel = Duel([SWORD])
    door = duel.join("object", name="Door")
    duel.refuse("Door can't parry. Roll without the parry.", [3, *HIT], at=door, params={"parry": True})


def test_the_dead_are_no_targets():
    duel = Duel([SWORD], {"stamina_lost": 100})
    duel.refuse("Ben is dead already. Choose another target.", params={"stamina_lost": 99})
    with pytest.raises(RefusedActionError, match="Ben is dead already"):
        duel.execute("roll", mechanic="sideworld.attack", by=duel.ada, at=duel.ben)
    events = duel.execute("roll", mechanic="sideworld.attack", by=duel.ada, at=duel.ben, override=["target"])
    assert [event["event"] for event in events] == ["roll"], "nothing follows if the table waives it"


def test_death_is_told_once():
    duel = Duel([{**SWORD, "damage": "200"}])
    duel.attack()
    said = [said for entry in duel.fight.log for said in entry.messages]
    assert sum(each.removeprefix("Ben: ") == "Dead." for each in said) == 1
    assert sheet(poison=41).warnings == ("Dead.",)


def test_combatants_who_fled_neither_act_nor_are_attacked():
    duel = Duel([SWORD])
    duel.execute("withdraw", who=duel.ben)
    duel.refuse("Ben has left the fight. Choose another target.")
    with pytest.raises(RefusedActionError, match=r"^sideworld.unarmed: Ben has left the fight\.$"):
        duel.execute("roll", mechanic="sideworld.unarmed", by=duel.ben, at=duel.ada)
    duel.execute("return", who=duel.ben)
    duel.attack()


# Every action, over random sheets and faces

ROLLS = [action.rule for action in ACTIONS if isinstance(action.rule, Mechanic)]
CHANGES = [action.rule for action in ACTIONS if not isinstance(action.rule, Mechanic)]
KINDS = (Character, Character, Npc, Vehicle, Thing)


def draw_fight(data: Any) -> tuple[TableSession, list[str]]:
    """Draw a fight of characters, a vehicle and an object with random sheets; return it with their keys."""
    table = TableSession("sideworld")
    for kind in KINDS:
        table.execute("join", sheet=kind.id, data=data.draw(sheets(kind)).to_dict())
    return table, list(table.fight.combatants)


@pytest.mark.examples(5)
@pytest.mark.parametrize("mechanic", ROLLS, ids=lambda mechanic: mechanic.id)
@given(data=st.data())
def test_roll_is_refused_or_all_of_its_consequences_apply(mechanic, data):
    table, keys = draw_fight(data)
    able = [key for key in keys if any(each.mechanic is mechanic for each in table.sheet(key).rolls)]
    by = data.draw(st.sampled_from(able))
    targets = data.draw(st.lists(st.sampled_from([key for key in keys if key != by]), unique=True, max_size=3))
    binding = next(each for each in table.sheet(by).rolls if each.mechanic is mechanic)
    chosen = {
        name: data.draw(st.integers(0, len(entries) - 1))
        for name in binding.choices
        if (entries := getattr(table.sheet(by), name, ()))
    }
    ally = {"ally": data.draw(st.sampled_from(keys))} if data.draw(st.booleans()) else {}
    entered = {name: mechanic.parameters[name].default for name in binding.find_missing(table.sheet(by), chosen)}
    command = {
        "mechanic": mechanic.id,
        "by": by,
        **({"at": targets[0]} if targets else {}),
        **({"also": targets[1:]} if mechanic.id == "sideworld.group-attack" and targets[1:] else {}),
        "chosen": {**chosen, **ally},
        "params": entered | ({"parry": True} if "parry" in mechanic.parameters and data.draw(st.booleans()) else {}),
    }
    before, seed = table.fight, data.draw(st.integers(0, 999))
    try:
        table.execute("roll", seed, **command)
    except RefusedActionError as refusal:
        assert table.fight.combatants == before.combatants
        assert all(reason.endswith(".") for reason in refusal.unmet.values()), refusal.unmet
        table.execute("roll", seed, **command, override=list(refusal.unmet))


@pytest.mark.examples(3)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
@given(data=st.data())
def test_change_is_refused_or_applies(change, data):
    table, keys = draw_fight(data)
    who, before = data.draw(st.sampled_from(keys)), table.fight
    params = {"weapon": data.draw(st.integers(0, 2))} if "weapon" in change.parameters else {}
    try:
        table.execute("change", change=change.id, who=who, params=params)
    except RulesError:
        assert table.fight.combatants == before.combatants
    else:
        assert table.fight.count_uses(who, "action") == 0, "no turn has begun without initiative"
