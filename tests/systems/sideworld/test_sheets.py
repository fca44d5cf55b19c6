"""Sideworld's sheets, compared with the text's own examples and with the mechanics they track."""

import pytest
from hypothesis import assume, given, strategies as st

import rules_py
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_changes
from rules_py.play.fight.targeting import fill_params
from rules_py.registry.play import create_fight, find_change, replay
from rules_py.systems.sideworld.combat import attack, limit_defence, unarmed
from rules_py.systems.sideworld.sheets.characters import Npc
from rules_py.systems.sideworld.sheets.list_items import ATTRIBUTES


def character(**fields):
    return rules_py.sheet("sideworld.character", **fields)


def apply_change(sheet, change_id, **params):
    return rules_py.change(sheet, f"sideworld.{change_id}", **params).sheet


def change_error(sheet, change_id, **params):
    with pytest.raises(rules_py.RulesError) as refused:
        apply_change(sheet, change_id, **params)
    return str(refused.value)


SWORD = {"name": "Sword", "resilience": 5, "dc": 150}
CRISPS = {"name": "Packet of crisps", "resilience": 1, "dc": 5}


def test_parrying_objects_absorb_damage_until_destroyed():
    sword = apply_change(character(parries=[SWORD]), "take-damage", damage=20, parried=True)
    assert (sword.parries[0].dc, sword.stamina_left) == (135, 40)
    crisps = apply_change(character(parries=[CRISPS]), "take-damage", damage=20, parried=True)
    assert (crisps.parries, crisps.stamina_left) == ((), 26)


def test_parrying_object_does_not_need_to_be_on_the_sheet():
    hit = apply_change(character(), "take-damage", damage=20, parried=True, parry_resilience=1, parry_dc=5)
    assert (hit.parries, hit.stamina_left) == ((), 26)


def test_armour_layers_lose_dc_permanently():
    worn = character(layers=[(5, 10), (2, 30)])
    assert apply_change(worn, "take-damage", damage=4) == worn
    once = apply_change(worn, "take-damage", damage=12)
    assert (once.layers, once.stamina_left) == (((5, 3), (2, 30)), 40)
    twice = apply_change(once, "take-damage", damage=20)  # 20 - 5 - 3 = 12 pass on to the second layer
    assert (twice.layers, twice.stamina_left) == (((2, 20),), 40)
    assert apply_change(worn, "take-damage", damage=7, bare=True).stamina_left == 33


@pytest.mark.parametrize(
    ("damage", "state", "out", "muscle"),
    [
        (20, "healthy", False, 10),
        (21, "hurt", False, 5),
        (30, "hurt", False, 5),
        (31, "incapacitated", True, 5),
        (39, "incapacitated", True, 5),
        (40, "dead", True, 5),
        (400, "dead", True, 5),
    ],
)
def test_stamina_thresholds_change_state_and_attributes(damage, state, out, muscle):
    hit = apply_change(character(), "take-damage", damage=damage)
    assert (hit.state, hit.out, hit.muscle_now, hit.stamina_lost) == (state, out, muscle, min(damage, 40))


def test_severe_damage_requires_a_body_part_roll():
    said = "A severe wound, more than a quarter at once: roll 1D100 for the body part."
    assert said not in rules_py.change(character(), "sideworld.take-damage", damage=10).steps
    assert said in rules_py.change(character(), "sideworld.take-damage", damage=11).steps


def test_dead_characters_reject_further_changes():
    dead = character(stamina_lost=40)
    assert change_error(dead, "take-damage") == "sideworld.take-damage: the character is dead"
    assert change_error(apply_change(character(), "die"), "pass-hours").startswith(
        "sideworld.pass-hours: the character is dead"
    )


@pytest.mark.parametrize(
    ("face", "names"),
    [
        (20, ["constitution"]),
        (21, ["muscle"]),
        (80, ["run_speed"]),
        (81, ["beauty"]),
        (93, ["intellect", "willpower"]),
        (97, ["wisdom", "charm"]),
        (98, ["reactions"]),
    ],
)
def test_body_part_is_halved_by_one_hit_and_zeroed_by_two(face, names):
    wound = rules_py.resolve("sideworld.wound", [face])
    change = find_change("sideworld.damage-part", character())
    ((_, params),) = change.match_triggers(wound)
    once = change.apply(character(), params).sheet
    assert {name: getattr(once, f"{name}_now") for name in ATTRIBUTES} == dict.fromkeys(ATTRIBUTES, 10) | dict.fromkeys(
        names, 5
    )
    twice = change.apply(once, params).sheet
    assert all(getattr(twice, f"{name}_now") == 0 for name in names)
    assert (twice.state == "dead") == (face == 20)


def test_brain_death_kills_at_once():
    assert apply_change(character(), "damage-part", part="91-92").state == "dead"


def test_failed_prosthetic_zeroes_attributes_until_replaced():
    arms = apply_change(apply_change(character(), "damage-part", part="arms"), "fit-prosthetic", part="arms")
    assert (arms.muscle_now, arms.replaced) == (10, ("arms",))
    assert apply_change(arms, "damage-part", part="arms").muscle_now == 5
    assert apply_change(arms, "damage-part", part="arms", failed=True).muscle_now == 0
    failed = apply_change(arms, "prosthetic-fails")
    assert (failed.muscle_now, apply_change(failed, "fit-prosthetic", part="arms").muscle_now) == (0, 10)
    trunk = apply_change(character(), "fit-prosthetic", part="trunk")
    assert apply_change(trunk, "prosthetic-fails").state == "dead"
    assert change_error(character(), "damage-part", part="legs", failed=True).startswith("failed: got True")
    assert change_error(character(), "overhaul").startswith("sideworld.overhaul: there is no prosthetic on the sheet")


def test_surgery_restores_three_quarters_of_a_part_hit_once():
    treated = apply_change(apply_change(character(muscle=13), "damage-part", part="arms"), "treat-part", part="arms")
    assert treated.muscle_now == 9
    assert change_error(treated, "treat-part", part="arms").startswith("part: got 'arms'")
    assert apply_change(treated, "damage-part", part="arms").muscle_now == 0


def test_recoil_of_bills_rifle_matches_the_example():
    bill = character(weapons=[{"name": "Rifle", "vent": 2, "rounds": 10}])
    burst = apply_change(bill, "fire", rounds=10)
    assert burst.weapons[0].recoil == 8
    shot = apply_change(burst, "fire", rounds=1)
    assert shot.weapons[0].recoil == 8
    assert apply_change(shot, "aim").weapons[0].recoil == 0
    assert apply_change(shot, "end-turn").weapons[0].recoil == 0
    assert change_error(bill, "aim").startswith("sideworld.aim: the weapon has no recoil")
    assert change_error(character(), "fire") == "sideworld.fire: there is no weapon on the sheet"


def test_mounted_weapons_have_no_recoil_and_clips_run_out():
    gun = character(weapons=[{"steady": True, "clip": 30, "loaded": 30}])
    fired = apply_change(gun, "fire", rounds=20)
    assert (fired.weapons[0].recoil, fired.weapons[0].loaded) == (0, 10)
    assert change_error(fired, "fire", rounds=11) == "rounds: got 11, takes at most 10 (the loaded rounds)"
    assert apply_change(fired, "reload").weapons[0].loaded == 30
    assert change_error(gun, "reload").startswith("sideworld.reload: the clip is full")


def test_spells_cost_ne_or_fizzle_and_sleep_restores_it():
    wizard = character(ne=15, ne_full=40)
    assert apply_change(wizard, "cast", cost=15).ne == 0
    assert apply_change(wizard, "cast", cost=16).ne == 7
    assert apply_change(wizard, "pass-hours", hours=2, asleep=True).ne == 35
    assert apply_change(wizard, "pass-hours", hours=3, asleep=True).ne == 40
    assert apply_change(wizard, "pass-hours", hours=3).ne == 15
    assert apply_change(wizard, "chaos", chaos="Drained").ne == 0
    assert apply_change(wizard, "chaos", chaos="restored").ne == 40


def test_time_heals_stamina_and_drained_attributes():
    hurt = apply_change(
        apply_change(character(stamina_lost=9), "drain", attribute="willpower", points=4),
        "drain",
        attribute="charm",
        points=4,
        spell=True,
    )
    assert (hurt.willpower_now, hurt.charm_now) == (6, 6)
    later = apply_change(hurt, "pass-hours", hours=3)
    assert (later.stamina_lost, later.willpower_now, later.charm_now) == (6, 9, 6)
    assert (
        apply_change(later, "pass-hours", hours=9).stamina_lost,
        apply_change(later, "pass-hours").willpower_now,
    ) == (0, 10)


def test_overdose_reduces_attributes_permanently():
    merry = apply_change(character(), "take-poison", alcohol=4)
    assert (merry.poison, merry.attack_now) == (12, 9)
    assert apply_change(character(), "take-poison", points=30).attack_now == 5
    assert apply_change(character(), "take-poison", points=31).out
    overdose = apply_change(character(), "take-poison", points=38)
    assert (overdose.attack, overdose.attack_now, overdose.state, overdose.out) == (7, 7, "healthy", True)
    assert apply_change(overdose, "take-poison", points=1).attack == 6
    assert apply_change(overdose, "take-poison", points=3).state == "dead"


@given(level=st.integers(0, 40), endurance=st.integers(0, 40), hours=st.integers(0, 30))
def test_poison_on_the_sheet_drains_like_the_mechanic(level, endurance, hours):
    poisoned = character(poison=level, endurance=endurance)
    later = apply_change(poisoned, "pass-hours", hours=hours)
    assert (
        later.poison
        == rules_py.resolve("sideworld.poison-later", [], level=level, hours=hours, endurance=endurance).outcome[
            "level"
        ]
    )
    assert 3 * later.poison + later.poison_thirds == max(0, 3 * level - endurance * hours)


@given(ages=st.lists(st.integers(1, 30), min_size=2, max_size=5), value=st.integers(0, 40))
def test_ageing_in_steps_matches_the_ageing_mechanic(ages, value):
    assume(20 + sum(ages) <= 150)
    older = character(age=20, muscle=value, charm=value, prosthetics=[{"part": "arms"}])
    for years in ages:
        older = apply_change(older, "grow-older", years=years)
    aged = rules_py.resolve("sideworld.ageing", [], age=older.age, attributes=[value]).outcome["attributes"]
    assert (older.charm,) == aged
    assert (older.muscle, older.prosthetics[0].years) == (value, sum(ages))


NAMES = ("attack", "dodge", "initiative", "reactions", "strength", "endurance", "run_speed")


@given(
    value=st.integers(0, 40),
    lost=st.integers(0, 39),
    poison=st.integers(0, 35),
    hands=st.integers(-5, 0),
    hits=st.lists(st.sampled_from(["legs", "brain-reflex"]), max_size=3),
)
def test_sheet_attributes_match_the_attributes_mechanic(value, lost, poison, hands, hits):
    sheet = character(stamina_lost=lost, poison=poison, hands=hands, parts_hit=hits, **dict.fromkeys(NAMES, value))
    of_part = {"legs": "run_speed", "brain-reflex": "reactions"}
    found = rules_py.resolve(
        "sideworld.attributes",
        [],
        stamina=40,
        stamina_lost=lost,
        poison=poison,
        code=hands,
        halved=[of_part[part] for part in set(hits)],
        zeroed=[of_part[part] for part in set(hits) if hits.count(part) > 1],
        **dict.fromkeys(NAMES, value),
    ).outcome
    assert {name: getattr(sheet, f"{name}_now") for name in NAMES} == {name: found[name] for name in NAMES}


@given(dodge=st.integers(0, 40), lost=st.integers(0, 39), poison=st.integers(0, 40), hands=st.integers(-5, 0))
def test_halved_target_values_match_the_sheet(dodge, lost, poison, hands):
    sheet = character(dodge=dodge, reactions=dodge, stamina_lost=lost, poison=poison, hands=hands)
    halved = limit_defence({"dodge": sheet.dodge_whole, "reactions": sheet.reactions_whole, "parry": True}, sheet.state)
    assert (halved["dodge"], halved["reactions"]) == (sheet.dodge_now, sheet.reactions_now)


LAYERS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 20)), max_size=3)


@pytest.mark.parametrize("roll", [attack, unarmed], ids=lambda roll: roll.id)
@given(seed=st.integers(0, 10_000), layers=LAYERS, lost=st.integers(0, 30), parry=st.booleans(), held=LAYERS)
def test_delivered_damage_equals_the_stamina_lost(roll, seed, layers, lost, parry, held):
    target = character(
        layers=layers,
        stamina_lost=lost,
        reactions=20,
        parries=[{"resilience": resilience, "dc": dc} for resilience, dc in held],
    )
    (fills,) = (fills for fills in target.met_by if fills.mechanic is roll)
    rolled = roll.roll(fills.fill_params(target) | {"attack": 20, "parry": parry}, seed)
    change = find_change("sideworld.take-damage", target)
    delivered = rolled.outcome["delivered"]
    for _, params in change.match_triggers(rolled):
        hit = change.apply(target, params).sheet
        assert hit.stamina_lost == min(40, lost + delivered)
        if delivered:
            assert hit.layers == ()
        assert sum(dc for _, dc in hit.layers) <= sum(dc for _, dc in target.layers)
        assert roll is unarmed or hit.state == rolled.outcome["state"]
        break
    else:
        assert delivered == 0


def test_near_miss_damages_armour():
    target = character(layers=[(5, 100)])
    miss = attack.resolve([1, 3, 6, 6], {"radius": 5, "distance": 40, "layers": target.layers})
    change = find_change("sideworld.take-damage", target)
    ((_, params),) = change.match_triggers(miss)
    assert (miss.outcome["caught"], change.apply(target, params).sheet.layers) == (True, ((5, 93),))


def test_objects_break_at_0_dc_and_ignore_damage_below_resilience():
    gun = rules_py.sheet("sideworld.object", name="Mini Gun", resilience=20, dc=250)
    assert apply_change(gun, "damage-object", damage=19) == gun
    assert apply_change(gun, "damage-object", damage=20).dc == 230
    broken = apply_change(gun, "damage-object", damage=251)
    assert (broken.dc, broken.out, broken.warnings) == (0, True, ("It no longer works.",))
    assert change_error(broken, "damage-object").startswith("sideworld.damage-object: it is broken")


def test_bomb_makes_the_expected_hole_in_a_wall():
    wall = rules_py.sheet("sideworld.wall", dc_per_m2=10)
    bombed = rules_py.change(wall, "sideworld.damage-wall", damage=100)
    assert (bombed.sheet.hole, bombed.steps) == (10, ("The hole is 10 m² now.",))


def test_weaving_vehicle_dodges_with_half_reactions_at_half_speed():
    jeep = rules_py.sheet("sideworld.vehicle", reactions=14, manual=True, handling=2, kph=75)
    assert (jeep.dodge, jeep.fastest) == (0, 75)
    weaving = apply_change(jeep, "weave-or-not")
    found = rules_py.resolve("sideworld.weave", [], reactions=14, manual=True, handling=2, kph=75).outcome
    assert (weaving.dodge, weaving.fastest) == (found["dodge"], found["top_speed"])
    assert apply_change(weaving, "damage-object", damage=6).dc == 144
    assert apply_change(weaving, "weave-or-not") == jeep


def test_full_exchange_of_a_fight_updates_both_sheets():
    rifle = {"name": "Rifle", "bonus": 4, "damage": "2d6", "rounds": 3, "vent": 1}
    fight = create_fight("sideworld")
    for who, sheet in (
        ("anna", character(name="Anna", attack=14, weapons=[rifle])),
        ("ben", character(name="Ben", layers=[(2, 10)])),
    ):
        fight = fight.apply({"event": "join", "who": who, "sheet": sheet.to_dict()})
    fight = fight.apply(
        {
            "event": "order",
            "rolls": [{"by": "anna", "params": {}, "faces": [15]}, {"by": "ben", "params": {}, "faces": [4]}],
        }
    )
    assert fight.current_group == ("anna",)
    filled = fill_params(fight, attack, "anna", "ben", {"weapons": 0})
    assert (filled["attack"], filled["bonus"], filled["rounds"], filled["layers"]) == (14, 4, 3, ((2, 10),))
    fight = fight.apply(
        {
            "event": "roll",
            "mechanic": "sideworld.attack",
            "by": "anna",
            "at": "ben",
            "chosen": {"weapons": 0},
            "params": filled,
            "faces": [10, 10, 6, 4],
        }
    )
    for offer in find_pending_changes(fight):
        fight = fight.apply(
            {"event": "change", "change": offer.change.id, "who": offer.recipient, "params": offer.params}
        )
    ben, anna = fight.combatants["ben"].sheet, fight.combatants["anna"].sheet
    assert (ben.layers, ben.stamina_left, anna.weapons[0].recoil) == ((), 22, 2)  # 30 - 2 - 10 = 18
    fight = fight.apply({"event": "turn"}).apply({"event": "turn"})
    assert fight.combatants["anna"].sheet.weapons[0].recoil == 0 and fight.round == 2


def test_npcs_join_the_other_side_in_groups():
    fight = replay(
        "sideworld",
        execute(
            create_fight("sideworld"), {"act": "join", "sheet": "sideworld.npc", "name": "Guard", "count": 5}
        ).events,
    )
    assert {(each.side, type(each.sheet)) for each in fight.combatants.values()} == {("others", Npc)}
    assert set(rules_py.changes("sideworld.npc")) == set(rules_py.changes("sideworld.character"))


def test_automatic_changes_follow_a_command_once():
    events = []
    for about in ({"sheet": "sideworld.character", "name": "Anna"}, {"sheet": "sideworld.vehicle", "name": "Jeep"}):
        events += execute(replay("sideworld", events), {"act": "join", **about}).events

    def follows(mechanic, faces, at=None, **params):
        added = execute(
            replay("sideworld", events),
            {
                "act": "rolled",
                "mechanic": f"sideworld.{mechanic}",
                "by": "n1",
                "at": at,
                "faces": faces,
                "params": params,
            },
        ).events
        offers = find_pending_changes(replay("sideworld", [*events, *added]))
        return (
            [(event["change"], event["who"], event["params"]) for event in added[1:]],
            [(offer.change.id, offer.params) for offer in offers if offer.is_optional],
        )

    seats = [("sideworld.take-damage", {"disarms": True, "damage": damage}) for damage in (4, 24)]
    assert follows("crash", [*[1] * 6, *[2] * 2, *[3] * 2], kph=30) == ([], seats)
    assert follows("ram", [20, 1, *[1] * 4, *[2] * 2, *[3] * 2], "n2", kph=20) == (
        [("sideworld.damage-object", "n2", {"damage": 4})],
        seats,
    )
    assert follows("wound", [40]) == ([("sideworld.damage-part", "n1", {"part": "Muscle", "failed": False})], [])
    events += execute(
        replay("sideworld", events), {"act": "edit", "who": "n1", "fields": {"weapons": [{"name": "Sword"}]}}
    ).events
    assert follows("attack", [1, 20], "n2") == ([], [])  # a miss; a sword takes no rounds
    assert follows("heal", [], points=9) == (
        [],
        [("sideworld.pass-hours", {"hourly": True, "by_attribute": True, "hours": 9})],
    )


DRAINS = st.lists(
    st.fixed_dictionaries(
        {
            "attribute": st.sampled_from(["willpower", "endurance", "charm"]),
            "points": st.integers(1, 9),
            "spell": st.booleans(),
        }
    ),
    max_size=6,
)


@given(drained=DRAINS, hours=st.integers(0, 30))
def test_an_attribute_heals_one_point_an_hour_whatever_drained_it(drained, hours):
    healed = apply_change(character(drained=drained), "pass-hours", hours=hours)
    for attribute in ("willpower", "endurance", "charm"):
        for spell in (False, True):
            before = sum(each["points"] for each in drained if (each["attribute"], each["spell"]) == (attribute, spell))
            after = sum(each.points for each in healed.drained if (each.attribute, each.spell) == (attribute, spell))
            assert after == (before if spell else max(0, before - hours))


def test_five_drains_of_one_give_one_point_back_in_an_hour():
    drained = [{"attribute": "willpower", "points": 1}] * 5
    assert apply_change(character(drained=drained), "pass-hours", hours=1).willpower_now == 6
    stored = {"hourly": True, "hours": 1, "by_attribute": False}
    assert apply_change(character(drained=drained), "pass-hours", **stored).willpower_now == 10


@pytest.mark.parametrize(
    ("age", "years", "said"),
    [
        (69, 1, []),
        (69, 2, ["Natural death: a 5% chance at 71. Roll 1D100."]),
        (71, 3, ["Natural death: from 10% at 72 to 20% at 74. Roll 1D100 for each year."]),
        (88, 5, ["Natural death: from 95% at 89 to 100% at 93. Roll 1D100 for each year."]),
    ],
)
def test_years_past_70_ask_for_natural_death(age, years, said):
    steps = rules_py.change(rules_py.sheet("sideworld.character", age=age), "sideworld.grow-older", years=years).steps
    assert [step for step in steps if "Natural death" in step] == said


@pytest.mark.parametrize(
    ("before", "years", "said"),
    [
        (3, 2, []),
        (4, 2, ["Trunk, a prosthetic past its safe years: 10% to fail. Roll 1D10 once."]),
        (9, 2, ["Trunk, a prosthetic past its safe years: 10% to fail. Roll 1D10 for each of 2 years."]),
    ],
)
def test_years_past_the_safe_ones_ask_for_a_prosthetic(before, years, said):
    sheet = rules_py.sheet("sideworld.character", age=75, prosthetics=[{"part": "trunk", "years": before}])
    steps = rules_py.change(sheet, "sideworld.grow-older", years=years).steps
    assert [step for step in steps if "prosthetic" in step] == said
    assert f"Natural death: a 3% chance in each year from 76 to {75 + years}. Roll 1D100 for each." in steps


def test_parrying_object_has_its_own_line_before_layer_1():
    fields = {"layers": "5/10", "parries": [{"name": "Sword", "resilience": 5, "dc": 10}]}
    sheet = rules_py.sheet("sideworld.character", **fields)
    steps = rules_py.change(sheet, "sideworld.take-damage", damage=40, parried=True).steps
    assert [step.partition(":")[0] for step in steps[:2]] == ["What parried", "Layer 1"]
    blow = rules_py.resolve("sideworld.damage", [6, 6], parried=True, parry_resilience=5, parry_dc=2, layers="1/50")
    assert [step.partition(":")[0] for step in blow.steps if "resilience" in step] == ["What parried", "Layer 1"]


@pytest.mark.parametrize(("damage", "left"), [(15, ["Sword", "Sword, thrown", "Bow"]), (16, ["Sword, thrown", "Bow"])])
def test_weapon_destroyed_by_parrying_strikes_no_more(damage, left):
    """A sword of resilience 5 and DC 11 takes 15 damage, and is gone at 16."""
    weapons = [{"name": name} for name in ("Sword", "Sword, thrown", "Bow")]
    parries = [{"name": "sword", "resilience": 5, "dc": 11}]
    sheet = rules_py.sheet("sideworld.character", weapons=weapons, parries=parries)
    hit = rules_py.change(sheet, "sideworld.take-damage", damage=damage, parried=True).sheet
    assert [each.name for each in hit.weapons] == left
    stored = find_change("sideworld.take-damage", sheet).apply(sheet, {"damage": damage, "parried": True}).sheet
    assert len(stored.weapons) == 3  # a stored fight replays as before
