"""PSIOPS's sheets, compared with the text's own sentences."""

import pytest

import rules_py
from rules_py.play.fight.offers import find_pending_changes
from rules_py.play.fight.targeting import fill_params
from rules_py.registry.play import create_fight, find_play
from rules_py.systems.psiops.sheets.creation import pack
from rules_py.systems.psiops.sheets.inventory import SLOTS, Item, Weapon
from rules_py.systems.psiops.sheets.operative import Operative, Talent
from rules_py.tables import table


def sheet(kind, /, **fields):
    return rules_py.sheet(f"psiops.{kind}", **fields)


def operative(**fields):
    return sheet("operative", **fields)


def apply_change(made, change_id, **params):
    return rules_py.change(made, f"psiops.{change_id}", **params).sheet


def expect_rejection(made, change_id, match=None, **params):
    with pytest.raises(rules_py.RulesError, match=match):
        apply_change(made, change_id, **params)


def triggered_changes(roll, chosen=None):
    """Return the changes that a roll triggers, with their recipient and parameters."""
    changes = find_play("psiops").changes.values()
    return {
        change.id.removeprefix("psiops."): (link.role, params)
        for change in changes
        for link, params in change.match_triggers(roll, chosen)
    }


# Damage and dying


def test_operative_fights_at_1_hp_and_rolls_for_dying_at_0():
    hurt = apply_change(operative(), "take-damage", damage=5)
    assert (hurt.hp, hurt.state, hurt.out) == (1, "standing", False)
    down = apply_change(hurt, "take-damage", damage=4)
    assert (down.hp, down.past_zero, down.state, down.out) == (0, 3, "down", True)
    assert down.warnings == ("0 HP: roll 2D6 + STRENGTH less 3 to see how bad it is.",)


def test_damage_at_0_hp_adds_up_and_requires_a_new_dying_roll():
    down = apply_change(apply_change(operative(hp=2), "take-damage", damage=4), "take-damage", damage=3)
    assert down.past_zero == 5
    again = apply_change(operative(hp=0, condition="incapacitated", tended=True), "take-damage", damage=3)
    assert (again.state, again.past_zero, again.tended) == ("down", 3, False)
    assert apply_change(operative(hp=0, past_zero=19), "take-damage", damage=1).past_zero == 20
    assert apply_change(operative(hp=0, past_zero=19), "take-damage", damage=60).past_zero == 20, "more is no worse"


def test_dead_operatives_take_no_damage_and_damage_may_add_stress():
    expect_rejection(operative(condition="dead"), "take-damage", match="is dead")
    hurt = apply_change(operative(stress=5), "take-damage", damage=1, stress=True)
    assert (hurt.hp, hurt.stress, hurt.at_the_limit) == (5, 6, True)


def test_dying_roll_is_prefilled_with_the_new_injury():
    down = operative(strength=2, hp=0, past_zero=3, injuries=1, panic=[], transcendence=["Powerful"])
    fills = next(each for each in Operative.rolls if each.mechanic.id == "psiops.dying")
    assert fills.fill_params(down) == {
        "strength": 2,
        "past_zero": 3,
        "max_hp": 6,
        "injuries": 2,
        "advantage": True,
        "conscious_advantage": False,
    }


@pytest.mark.parametrize(
    ("faces", "lethal", "state", "hp", "injuries", "most"),
    [
        ([2, 4], True, "dead", 0, 0, 6),
        ([2, 4], False, "incapacitated", 0, 1, 5),
        ([3, 4, 1, 1], True, "unconscious", 1, 1, 5),
        ([3, 4, 6, 6], True, "standing", 1, 1, 5),
    ],
)
def test_dying_result_is_applied_to_the_sheet(faces, lethal, state, hp, injuries, most):
    down = apply_change(operative(), "take-damage", damage=6)
    roll = rules_py.resolve("psiops.dying", faces, lethal=lethal, injuries=1)
    role, params = triggered_changes(roll)["settle-dying"]
    assert role == "roller"
    settled = apply_change(down, "settle-dying", **params)
    assert (settled.state, settled.hp, settled.injuries, settled.max_hp_now, settled.past_zero) == (
        state,
        hp,
        injuries,
        most,
        0,
    )


def test_rally_restores_hp_up_to_the_reduced_maximum():
    down = operative(strength=3, hp=0)
    roll = rules_py.resolve("psiops.dying", [6, 6], strength=3, max_hp=6, injuries=1)
    rallied = apply_change(down, "settle-dying", **triggered_changes(roll)["settle-dying"][1])
    assert (rallied.state, rallied.hp, rallied.max_hp_now) == ("standing", 5, 5)
    expect_rejection(down, "settle-dying", match="hp: got 6, takes at most 5", state="rallied", hp=6)
    expect_rejection(down, "settle-dying", match="hp: got 0", state="rallied", hp=0)
    expect_rejection(operative(), "settle-dying", match="no roll at 0 HP")


def test_injury_that_reduces_maximum_hp_to_0_kills():
    down = operative(max_hp=2, injuries=1, hp=0)
    dead = apply_change(down, "settle-dying", state="standing", hp=1)
    assert (dead.state, dead.max_hp_now) == ("dead", 0)
    assert operative(max_hp=2, injuries=2, hp=0).state == "dead"
    with pytest.raises(rules_py.RulesError, match="hp: got 6, takes at most 5 .the maximum of 6 less 1"):
        operative(injuries=1)


def test_allies_can_revive_and_tend_operatives():
    out = operative(hp=1, condition="unconscious")
    assert out.state == "unconscious" and apply_change(out, "revive").state == "standing"
    expect_rejection(operative(), "revive")
    hurt = operative(hp=0, condition="incapacitated")
    assert hurt.warnings == ("Incapacitated: dead in 10 minutes if nobody looks after you.",)
    assert apply_change(hurt, "bleed-out").state == "dead"
    tended = apply_change(hurt, "tend")
    assert (tended.state, tended.warnings) == ("incapacitated", ())
    expect_rejection(tended, "bleed-out")
    expect_rejection(tended, "tend")


def test_injuries_are_treated_at_base():
    treated = apply_change(operative(hp=3, injuries=3), "treat-injuries", injuries=2)
    assert (treated.hp, treated.max_hp_now) == (3, 5)
    expect_rejection(treated, "treat-injuries", injuries=2)


def test_psychic_healing_works_once_and_drain_heals_half():
    healed = apply_change(operative(hp=2), "psychic-healing", hp=3)
    assert healed.hp == 5
    expect_rejection(healed, "psychic-healing", match="only after the next damage")
    assert apply_change(apply_change(healed, "take-damage"), "psychic-healing", hp=2).hp == 6
    assert apply_change(operative(hp=1), "drain", damage=5).hp == 3
    expect_rejection(operative(hp=0), "drain")


# Armor, cover and active effects


def test_effective_armor_is_capped_at_3_and_changed_by_effects():
    def counts(**fields):
        return operative(**fields).armor_now

    assert [counts(armor=armor) for armor in range(6)] == [0, 1, 2, 3, 3, 3]
    assert counts(armor=2, panic="Frail") == 1
    assert counts(armor=2, panic="Frail,Frail,Frail") == 0
    assert counts(armor=1, transcendence="Stalwart", shielded=True) == 3
    assert counts(armor=3, transcendence="Stalwart") == 3
    assert counts(armor=4, panic="Frail") == 3
    expect_rejection(apply_change(operative(), "raise-shield"), "raise-shield")
    assert apply_change(apply_change(operative(), "raise-shield"), "end-fight").armor_now == 0


def test_armor_item_can_be_sacrificed():
    worn = operative(armor=2, items=[Item("Rope"), Item("Body armor", "body"), Item("Helmet", "body")])
    bare = apply_change(worn, "sacrifice-armor", takes_item=True)
    assert ([each.name for each in bare.items], bare.armor) == (["Rope", "Body armor"], 1)
    assert apply_change(operative(armor=2), "sacrifice-armor").armor == 1
    expect_rejection(operative(armor=1), "sacrifice-armor", match="at most 1 .the worn armor", armor=2)


@pytest.mark.parametrize(
    ("effect", "attribute"),
    [("Powerful", "strength"), ("Dexterous", "reflexes"), ("Cunning", "tactics"), ("Focused", "willpower")],
)
def test_transcendence_gives_advantage_only_with_its_attribute(effect, attribute):
    made = operative(transcendence=effect)
    action = next(each for each in Operative.rolls if each.mechanic.id == "psiops.action")
    defend = next(each for each in Operative.rolls if each.mechanic.id == "psiops.defend")
    for chosen in ("strength", "reflexes", "tactics", "willpower"):
        for fills in (action, defend):
            assert fills.fill_params(made, {"attribute": chosen})["advantage"] is (chosen == attribute)
            assert fills.fill_params(operative(next_advantage=True), {"attribute": chosen})["advantage"] is True


def test_fearful_operatives_have_disadvantage_in_combat():
    made = operative(panic="Fearful")
    filled = {fills.mechanic.id: fills.fill_known_params(made).get("disadvantage") for fills in Operative.rolls}
    assert {id for id, given in filled.items() if given} == {
        "psiops.attack",
        "psiops.psychic-attack",
        "psiops.focus-fire",
        "psiops.takedown",
        "psiops.swarm-takedown",
        "psiops.initiative",
        "psiops.retreat",
        "psiops.defend",
    }
    assert made.warnings == ("Fearful: In combat, every action roll you make has disadvantage.",)


def test_attack_is_prefilled_from_attacker_and_target():
    shooter = operative(tactics=3, cover=2, prone=True, weapons=[Weapon("Rifle", "rifle", 3)])
    assert Operative.rolls[1].fill_params(shooter, {"attribute": "tactics"}) == {
        "attribute": 3,
        "advantage": False,
        "disadvantage": False,
        "damage": 3,
        "weapon": "rifle",
        "range_band": "nearby",
        "own_cover": 2,
        "prone": True,
    }
    enemy = sheet("enemy", armor=1, cover=3, prone=True)
    assert type(enemy).met_by[1].fill_params(enemy) == {"armor": 1, "cover": 3, "target_prone": True}


# Momentum


def test_operative_starts_with_2_momentum_and_critical_gives_3():
    assert operative().momentum == 2
    roll = rules_py.resolve("psiops.action", [6, 6], attribute=1)
    assert triggered_changes(roll) == {
        "gain-momentum": ("roller", {"momentum": 3}),
        "mark-clock": ("anybody", {"band": "critical"}),
    }
    assert apply_change(operative(), "gain-momentum", momentum=3).momentum == 5


def test_momentum_spends_cost_what_the_table_says():
    rich = operative(momentum=4)
    assert [
        apply_change(rich, "spend-momentum", on=row.key).momentum for row in table("psiops.momentum-spends").rows
    ] == [
        3,
        2,
        1,
        0,
    ]
    expect_rejection(
        operative(momentum=3), "spend-momentum", match="Flashback costs 4 momentum; you have 3", on="flashback"
    )


def test_roll_with_spent_momentum_gains_no_momentum():
    assert triggered_changes(rules_py.resolve("psiops.action", [6, 6], spent_momentum=True)) == {
        "spend-momentum": ("roller", {"on": "push"}),
        "mark-clock": ("anybody", {"band": "success"}),
    }
    resisted = triggered_changes(rules_py.resolve("psiops.determination", [6, 6], attribute=1))
    assert resisted == {"spend-momentum": ("roller", {"on": "determination"}), "gain-advantage": ("roller", {})}
    keen = apply_change(operative(), "gain-advantage")
    assert apply_change(keen, "use-advantage") == operative()
    expect_rejection(operative(), "use-advantage")


def test_reckless_operatives_lose_momentum_and_gain_no_more():
    reckless = apply_change(operative(stress=6, momentum=7), "panic", effect="Reckless")
    assert reckless.momentum == 0
    assert apply_change(reckless, "gain-momentum", momentum=3) == reckless


def test_good_insertion_brings_a_supply():
    assert "arrive" not in triggered_changes(rules_py.resolve("psiops.insertion", [4, 5]))
    role, params = triggered_changes(rules_py.resolve("psiops.insertion", [6, 6], attribute=1))["arrive"]
    arrived = apply_change(operative(), "arrive", **params)
    assert (role, arrived.supplies, arrived.next_advantage) == ("roller", 3, True)
    assert apply_change(operative(), "arrive", arrival="supply").next_advantage is False
    assert apply_change(operative(), "arrive", arrival="normal") == operative()


# Stress


def test_stress_sources_add_1_and_6_stress_requires_a_roll():
    stressed = apply_change(operative(stress=5), "gain-stress", source="death")
    assert (stressed.stress, stressed.warnings) == (6, ("6 stress: roll +WILLPOWER.",))
    expect_rejection(stressed, "gain-stress", match="its maximum of 6")
    assert triggered_changes(rules_py.resolve("psiops.attack", [1, 1]))["gain-stress"] == (
        "roller",
        {"source": "failed-roll"},
    )


def test_momentum_and_overcoming_opponents_reduce_stress():
    calmer = apply_change(operative(stress=3), "calm-down")
    assert (calmer.stress, calmer.momentum) == (2, 1)
    assert apply_change(calmer, "overcome").stress == 1
    assert apply_change(calmer, "take-courage").stress == 0
    expect_rejection(operative(stress=3, momentum=0), "calm-down", match="costs 1 momentum, and none is left")
    for change in ("calm-down", "overcome", "take-courage"):
        expect_rejection(operative(), change, match="no stress to lose")


@pytest.mark.parametrize(
    ("faces", "willpower", "change", "stress"),
    [
        ([1, 1, 2], 0, "panic", 6),
        ([3, 4], 0, "keep-calm", 5),
        ([5, 5], 0, "keep-calm", 4),
        ([6, 6, 6], 1, "transcend", 0),
    ],
)
def test_stress_roll_result_is_applied_to_the_sheet(faces, willpower, change, stress):
    roll = rules_py.resolve("psiops.stress", faces, willpower=willpower)
    found = triggered_changes(roll)
    assert {"panic", "keep-calm", "transcend"} & set(found) == {change}
    settled = apply_change(operative(stress=6), change, **found[change][1])
    assert (settled.stress, settled.at_the_limit) == (stress, False)
    assert [row.name for row in settled.effects] == ([roll.outcome["effect"]] if roll.outcome["effect"] else [])
    expect_rejection(operative(stress=5), change, match="this comes at 6 stress; you have 5", **found[change][1])


def test_stress_roll_repeats_only_after_stress_has_dropped():
    panicked = apply_change(operative(stress=6), "panic", effect="Frail")
    expect_rejection(panicked, "panic", match="the roll at 6 stress is made")
    again = apply_change(apply_change(panicked, "overcome"), "gain-stress")
    assert again.at_the_limit
    assert apply_change(again, "panic", effect="Frail").has_effect("Frail") == 2


# Ammo, supplies and slots


def test_spent_ammo_comes_from_the_fired_weapon():
    armed = operative(weapons=[Weapon(), Weapon("Rifle", "rifle", 3, 1)])
    roll = rules_py.resolve("psiops.attack", [3, 4], weapon="rifle")
    assert triggered_changes(roll, {"weapons": 1})["spend-ammo"] == ("roller", {"weapon": 1, "ammo": 1})
    empty = apply_change(armed, "spend-ammo", weapon=1)
    assert (empty.weapons[0].ammo, empty.weapons[1].ammo) == (6, 0)
    assert empty.warnings == ("Out of ammo: Rifle.",)
    expect_rejection(empty, "spend-ammo", match="there is no ammo left for Rifle", weapon=1)
    assert apply_change(empty, "find-ammo", weapon=1).weapons[1].ammo == 1
    assert apply_change(empty, "resupply", weapon=1).weapons[1].ammo == 6
    assert "spend-ammo" not in triggered_changes(rules_py.resolve("psiops.attack", [6, 5], weapon="rifle"))


def test_weapons_without_ammo_reject_ammo_changes():
    knife = operative(weapons=[Weapon("Knife", "melee", 1, 0, 0)])
    for change in ("spend-ammo", "find-ammo", "resupply"):
        expect_rejection(knife, change, match="weapon: got 'Knife', takes a weapon with ammo")
        expect_rejection(knife, change, match="weapon: got 1, takes the number of a weapon from 0 to 0", weapon=1)
        expect_rejection(operative(weapons=[]), change, match="there is no weapon")
    expect_rejection(operative(), "find-ammo", match="isn't full")


def test_listed_weapons_have_the_tables_values():
    bare = operative(weapons=[])
    taken = {key: apply_change(bare, "take-weapon", weapon=key).weapons[0] for key in table("psiops.weapons").keys}
    assert {key: weapon.kind for key, weapon in taken.items()} == {
        "assault-rifle": "assault",
        "antitank-missile": "heavy",
        "grenade-frag": "thrown",
        "grenade-launcher": "heavy",
        "handgun": "handgun",
        "m18-claymore": "none",
        "shotgun": "shotgun",
        "sniper-rifle": "rifle",
    }
    assert taken["sniper-rifle"] == Weapon("Sniper rifle", "rifle", 3, 6, 6, False, "body", 1)
    assert taken["antitank-missile"] == Weapon("Antitank missile", "heavy", 2, 1, 1, True, "body", 1)
    assert taken["grenade-launcher"][1:6] == ("heavy", 1, 1, 1, True)


def test_inventory_is_limited_to_12_slots():
    assert SLOTS == {"hands": 2, "body": 4, "backpack": 6}
    laden = operative(weapons=[], items=[Item("Crate", "hands", 2)])
    expect_rejection(
        laden,
        "take-weapon",
        match="place: got 'hands', takes a place with 1 slot free .this one has 0",
        place="hands",
    )
    tired = operative(weapons=[], fatigue=12)
    expect_rejection(tired, "take-gear", match="this one has 0")
    over = apply_change(operative(weapons=[], items=[Item()] * 6, fatigue=6), "gain-fatigue")
    assert over.slots_left == -1
    assert over.warnings == ("More than you can carry: 1 slot too many in all.",)
    assert operative(items=[Item("Log", "hands", 2)] * 2).warnings == ("More than you can carry: hands 4 of 2.",)


def test_supply_is_converted_into_an_item():
    made = apply_change(operative(), "use-supply", item="Wire cutters")
    assert (made.supplies, made.items) == (1, (Item("Wire cutters", "hands"),))
    used = apply_change(made, "use-supply")
    assert (used.supplies, used.items) == (0, made.items)
    expect_rejection(used, "use-supply", match="no tactical supply left")


# Rendezvous, missions, advancement


def weary_operative(**fields):
    return operative(
        hp=2,
        stress=5,
        fatigue=2,
        momentum=6,
        panic="Frail",
        transcendence="Stalwart",
        talents=[Talent("24", True)],
        **fields,
    )


def test_rendezvous_rest_and_healing_restore_the_operative():
    found = triggered_changes(rules_py.resolve("psiops.rest", [3, 4]))
    assert found == {
        "heal": ("roller", {"noted": True, "hp": 3}),
        "take-rest": ("roller", {"noted": True, "stress": 4}),
    }
    healed = apply_change(weary_operative(), "heal", hp=3)
    assert (healed.hp, healed.stress, healed.fatigue, healed.momentum, healed.effects) == (5, 5, 2, 2, ())
    assert healed.talents == (Talent("24", True),)
    rested = apply_change(weary_operative(), "take-rest", stress=4)
    assert (rested.hp, rested.stress, rested.fatigue, rested.momentum, rested.effects) == (2, 1, 1, 2, ())
    assert rested.talents == (Talent("24", False),)
    assert apply_change(operative(hp=5), "heal", hp=6).hp == 6
    assert apply_change(operative(hp=0, condition="incapacitated"), "heal", hp=2).state == "standing"


def test_deprived_operatives_cannot_heal_and_gain_fatigue():
    hungry = apply_change(operative(hp=3), "go-without")
    assert (hungry.deprived, hungry.fatigue) == (True, 0)
    assert apply_change(hungry, "go-without").fatigue == 1
    expect_rejection(hungry, "heal", match="deprived")
    assert apply_change(apply_change(hungry, "get-enough"), "heal", hp=1).hp == 4
    expect_rejection(operative(), "get-enough")


def test_failed_talent_is_spent_until_a_rest():
    roll = rules_py.resolve("psiops.psionic", [1, 2])
    assert triggered_changes(roll, {"talents": 1})["spend-talent"] == ("roller", {"talent": 1})
    spent = apply_change(operative(talents=[Talent("11"), Talent("24")]), "spend-talent", talent=1)
    assert [each.spent for each in spent.talents] == [False, True]
    expect_rejection(spent, "spend-talent", match="isn't spent", talent=1)
    expect_rejection(spent, "spend-talent", talent=2)
    assert "spend-talent" not in triggered_changes(rules_py.resolve("psiops.psionic", [3, 4]))


def test_recover_talent_reduces_fatigue_or_stress():
    assert apply_change(weary_operative(), "recover").fatigue == 1
    assert apply_change(weary_operative(), "recover", of="stress", stress=6).stress == 0
    expect_rejection(operative(), "recover", match="that the operative has")


def test_end_of_mission_restocks_and_resets_the_operative():
    tired = weary_operative(weapons=[Weapon(ammo=0)], supplies=0, injuries=1, deprived=True)
    home = apply_change(tired, "end-mission")
    assert (home.momentum, home.supplies, home.fatigue, home.weapons[0].ammo, home.effects) == (2, 2, 0, 6, ())
    assert (home.talents[0].spent, home.deprived) == (False, False)
    assert (home.hp, home.stress, home.injuries) == (2, 5, 1)
    assert apply_change(operative(condition="dead"), "end-mission") == operative(condition="dead")


def test_advancement_raises_attributes_hp_and_talents():
    assert apply_change(operative(strength=2, advances=1), "raise-attribute").strength == 3
    expect_rejection(operative(strength=3, advances=1), "raise-attribute", match="an attribute below 3")
    assert apply_change(operative(advances=1), "raise-hp", hp=4).max_hp == 10
    assert triggered_changes(rules_py.resolve("psiops.talents", [2, 4]))["learn-talent"] == (
        "roller",
        {"talent": "Empathy", "earned": True},
    )
    learned = apply_change(operative(advances=1), "learn-talent", talent="Empathy")
    assert learned.talents == (Talent("24"),)
    expect_rejection(learned, "learn-talent", match="got 'Empathy', takes a new talent", talent="24")
    skilled = apply_change(operative(advances=2), "learn-skill", skill="Recon")
    expect_rejection(skilled, "learn-skill", skill="Recon")
    assert apply_change(operative(drive="Icon"), "change-drive", drive="Punk").drive == "45"
    expect_rejection(operative(drive="Icon"), "change-drive", drive="Icon")


# A new operative


def test_new_operative_carries_the_basic_kit_and_the_chosen_items():
    made = Operative.from_fields(pack(weapons=("assault-rifle",), gear=("binoculars",), grenades="frag"))
    assert (made.hp, made.max_hp, made.momentum, made.armor, made.supplies) == (6, 6, 2, 2, 2)
    assert [weapon.name for weapon in made.weapons] == ["Combat knife", "Grenade, frag", "Handgun", "Assault rifle"]
    assert [weapon.damage for weapon in made.weapons] == [1, 1, 1, 2]
    assert {each.name for each in made.carried} | {"Two grenades"} == {
        *rules_py.roll("psiops.character", seed=4).outcome["kit"],
        "Grenade, frag",
        "Assault rifle",
        "Binoculars",
    }
    assert (made.warnings, made.slots_left) == ((), 0)


def test_harmless_grenades_become_an_item():
    made = Operative.from_fields(pack(grenades="riot-agent"))
    assert Item("Two grenades, riot agent") in made.items
    assert [weapon.name for weapon in made.weapons] == ["Combat knife", "Handgun"]


def test_new_operative_chooses_two_items():
    with pytest.raises(rules_py.RulesError, match="gear: got 1, takes at most 0 with weapons=2 .2 items in all"):
        pack(weapons=("shotgun", "handgun"), gear=("rope",))


def test_languages_follow_the_higher_of_two_scores():
    assert Operative(tactics=1, willpower=-1).languages_most == 3
    assert Operative(tactics=-2, willpower=-1).languages_most == 2


# Enemies and swarms


def test_a_lone_foe_checks_morale_when_first_hurt_and_at_half():
    foe = sheet("enemy", lone=True, hp=6, max_hp=6, morale=4)
    hurt = apply_change(foe, "deal-damage", damage=1)
    assert hurt.warnings == ("Morale check: the first loss. 1D6 below 4 holds.",)
    held = apply_change(hurt, "hold")
    assert held.warnings == ()
    half = apply_change(held, "deal-damage", damage=2)
    assert half.warnings == ("Morale check: half is lost. 1D6 below 4 holds.",)
    assert apply_change(half, "hold").checks_due == 0
    assert apply_change(half, "rout").out
    assert sheet("enemy", lone=True, hp=1, never_checks=True).checks_due == 0
    assert sheet("enemy", hp=1).checks_due == 0


def test_a_morale_check_leads_to_holding_or_running():
    assert set(triggered_changes(rules_py.resolve("psiops.morale", [2]))) == {"hold", "brave-fire"}
    assert set(triggered_changes(rules_py.resolve("psiops.morale", [3]))) == {"rout"}


def test_damage_applies_to_the_target_or_the_defender():
    found = triggered_changes(rules_py.resolve("psiops.attack", [6, 5], damage=2))
    assert {change: params for change, (role, params) in found.items() if role == "target"} == {
        "take-damage": {"damage": 8},
        "deal-damage": {"damage": 8},
        "thin-out": {"damage": 8, "rolled": True, "of_round": True, "ignores_armor": False},
        "sacrifice-armor": {"takes_item": True},
    }
    defended = triggered_changes(rules_py.resolve("psiops.defend", [1, 2], enemy_damage=1))
    assert defended["take-damage"] == ("roller", {"damage": 3})
    dead = apply_change(sheet("enemy"), "deal-damage", damage=9)
    assert (dead.hp, dead.out) == (0, True)
    expect_rejection(dead, "deal-damage", match="out of the fight")


@pytest.mark.parametrize(
    ("blows", "hp"),
    [
        ([("Ada", 2), ("Ben", 3), ("Cy", 1)], 3),
        ([("Ada", 2), ("Ada", 2), ("Ben", 3)], 2),
        ([("", 2), ("", 3)], 1),
    ],
)
def test_only_the_highest_damage_counts_each_round(blows, hp):
    guard, ada = sheet("enemy"), operative()
    for by, damage in blows:
        guard = apply_change(guard, "deal-damage", damage=damage, by=by)
        ada = apply_change(ada, "take-damage", damage=damage, by=by)
    assert guard.hp == ada.hp == hp
    again = apply_change(apply_change(guard, "end-round"), "deal-damage", damage=1, by="Ada")
    assert again.hp == hp - 1


def test_swarm_takes_only_the_highest_damage_of_a_round():
    swarm = apply_change(
        apply_change(sheet("swarm", size=14), "thin-out", damage=3, by="Ada"), "thin-out", damage=5, by="Ben"
    )
    assert swarm.hp == 9


def test_sacrificed_armor_undoes_the_attacks_damage():
    hurt = apply_change(
        apply_change(operative(armor=1), "take-damage", damage=2, by="Ben"), "take-damage", damage=8, by="Cy"
    )
    assert (hurt.hp, hurt.past_zero) == (0, 2)
    spared = apply_change(hurt, "sacrifice-armor", blocked=8, by="Cy")
    assert (spared.hp, spared.past_zero, spared.armor, spared.state) == (4, 0, 0, "standing")


def test_hopeless_operatives_always_fail_initiative():
    hopeless = next(row.key for row in table("psiops.panic").rows if row.name == "Hopeless")
    fight = fight_with(ada=operative(name="Ada", panic=[hopeless]), guard=sheet("enemy"))
    params = fill_params(fight, fight.rules.order.mechanic, "ada", None)
    fight = fight.apply({"event": "order", "rolls": [{"by": "ada", "params": params, "faces": [6, 6]}]})
    assert fight.groups == (("guard",),)
    assert rules_py.resolve("psiops.initiative", [6, 6], hopeless=True).outcome["momentum"] == 0


@pytest.mark.parametrize(
    ("kind", "band"), [("melee", "close"), ("rifle", "nearby"), ("heavy", "nearby"), ("none", "nearby")]
)
def test_attack_defaults_to_a_range_the_weapon_reaches(kind, band):
    fight = fight_with(ada=operative(weapons=[Weapon("It", kind)]), guard=sheet("enemy"))
    attack = fight.context.find_mechanic("psiops.attack")
    params = fill_params(fight, attack, "ada", "guard")
    assert params["range_band"] == band
    attack.roll(params)


def test_suppressing_fire_pins_the_target_until_a_morale_check():
    hidden = sheet("enemy", cover=2)
    roll = rules_py.resolve("psiops.attack", [6, 5], suppressing=True, weapon="assault", cover=2, damage=2)
    found = triggered_changes(roll, {"weapons": 0})
    assert found["pin-down"] == ("target", {"damage": 8})
    assert found["spend-ammo"] == ("roller", {"weapon": 0, "ammo": 1})
    pinned = apply_change(hidden, "pin-down", damage=4)
    (said,) = pinned.warnings
    assert said == "Pinned down: 4 damage if it leaves cover or risks anything, and a morale check to act."
    assert apply_change(pinned, "rout") == pinned
    assert (apply_change(pinned, "break-cover").hp, apply_change(pinned, "break-cover").pinned) == (2, 0)
    assert apply_change(pinned, "cease-fire") == hidden
    expect_rejection(sheet("enemy"), "pin-down", match="in cover")
    expect_rejection(hidden, "break-cover")
    expect_rejection(hidden, "cease-fire")


def test_swarm_sheet_matches_the_texts_example():
    swarm = sheet("swarm", size=14)
    assert (swarm.hp, swarm.armor, swarm.damage, swarm.attacks) == (14, 3, 2, 4)
    hit = apply_change(swarm, "thin-out", damage=5)
    assert (hit.hp, hit.armor, hit.damage, hit.attacks) == (9, 2, 1, 3)
    assert hit.warnings == ("Morale check: the first loss. 1D6 below 3 holds.",)
    gone = apply_change(hit, "thin-out", damage=60)
    assert (gone.hp, gone.armor, gone.out, gone.warnings) == (0, None, True, ("Out of the fight.",))
    expect_rejection(gone, "thin-out")


def test_fourth_armor_of_a_large_swarm_reduces_rolled_damage():
    swarm = sheet("swarm", size=18)
    assert (swarm.armor, swarm.armor_in_rolls) == (4, 3)
    assert apply_change(swarm, "thin-out", damage=3, rolled=True).lost == 2
    assert apply_change(swarm, "thin-out", damage=0, rolled=True).lost == 0
    assert apply_change(swarm, "thin-out", damage=3, rolled=True, ignores_armor=True).lost == 3
    assert apply_change(swarm, "thin-out", damage=3).lost == 3


def test_cover_and_stance_end_with_the_fight():
    for made in (operative(), sheet("enemy")):
        placed = apply_change(made, "take-position", cover=3, prone=True)
        assert (placed.cover, placed.prone) == (3, True)
        assert apply_change(placed, "end-fight") == made


# Clocks


@pytest.mark.parametrize(("band", "marks"), [("failure", 0), ("partial", 1), ("success", 2), ("critical", 3)])
def test_action_band_advances_a_clock(band, marks):
    assert apply_change(sheet("clock", segments=6, marked=1), "mark-clock", band=band).marked == 1 + marks


def test_full_clock_rejects_more_marks():
    full = apply_change(sheet("clock", segments=4, marked=3), "mark-clock", band="critical")
    assert (full.marked, full.done, full.warnings) == (4, True, ("Full: the obstacle is overcome.",))
    expect_rejection(full, "mark-clock", match="full")
    with pytest.raises(rules_py.RulesError, match="marked: got 5, takes 0 to 4 with segments=4"):
        sheet("clock", marked=5)


def test_failed_actions_advance_danger_clocks():
    danger = sheet("clock", segments=8, danger=True)
    assert triggered_changes(rules_py.resolve("psiops.action", [1, 1]))["advance-danger"] == ("anybody", {})
    assert apply_change(danger, "advance-danger", segments=2).marked == 2
    expect_rejection(danger, "mark-clock")
    expect_rejection(sheet("clock"), "advance-danger")


# A fight


def fight_with(**sheets):
    fight = create_fight("psiops")
    for who, made in sheets.items():
        fight = fight.apply({"event": "join", "who": who, "sheet": made.to_dict()})
    return fight


def test_failed_initiative_loses_only_the_first_turn():
    fight = fight_with(ada=operative(name="Ada"), ben=operative(name="Ben"), guard=sheet("enemy", name="Guard"))
    assert fight.awaiting_initiative == ("ada", "ben")
    fight = fight.apply(
        {
            "event": "order",
            "rolls": [{"by": "ada", "params": {}, "faces": [4, 4]}, {"by": "ben", "params": {}, "faces": [1, 2]}],
        }
    )
    assert fight.groups == (("ada",), ("guard",))
    for _ in range(2):
        fight = fight.apply({"event": "turn"})
    assert (fight.round, fight.groups) == (2, (("ada", "ben"), ("guard",)))


def test_full_round_is_played_with_sheets_only():
    fight = fight_with(ada=operative(name="Ada", reflexes=1, armor=1), guard=sheet("enemy", name="Guard", armor=1))
    find = fight.context.find_mechanic
    attack, defend = find("psiops.attack"), find("psiops.defend")
    params = fill_params(fight, attack, "ada", "guard", {"attribute": "reflexes"})
    fight = fight.apply(
        {
            "event": "roll",
            "mechanic": "psiops.attack",
            "params": params,
            "faces": [5, 3],
            "by": "ada",
            "at": "guard",
            "chosen": {"attribute": "reflexes", "weapons": 0},
        }
    )
    offers = {offer.change.id: (offer.recipient, offer.params) for offer in find_pending_changes(fight)}
    assert offers == {
        "psiops.deal-damage": ("guard", {"damage": 3, "by": "Ada"}),
        "psiops.gain-momentum": ("ada", {"momentum": 1}),
        "psiops.spend-ammo": ("ada", {"weapon": 0, "ammo": 1}),
    }
    for change, (who, given) in offers.items():
        fight = fight.apply({"event": "change", "change": change, "who": who, "params": given})
    ada = fight.sheet_for("ada")
    assert (fight.sheet_for("guard").hp, ada.momentum, ada.weapons[0].ammo) == (3, 3, 5)
    params = fill_params(fight, defend, "ada", "guard")
    assert params == {
        "attribute": 1,
        "advantage": False,
        "disadvantage": False,
        "armor": 1,
        "cover": 0,
        "enemy_damage": 2,
        "enemy_cover": 0,
        "helpless": False,
    }
    fight = fight.apply(
        {"event": "roll", "mechanic": "psiops.defend", "params": params, "faces": [1, 3], "by": "ada", "at": "guard"}
    )
    assert [(offer.change.id, offer.params) for offer in find_pending_changes(fight)] == [
        ("psiops.take-damage", {"damage": 4, "by": "Guard"}),
        ("psiops.gain-stress", {"source": "failed-roll"}),
        ("psiops.gain-stress", {"source": "damage"}),
    ]
