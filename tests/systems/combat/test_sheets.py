"""COMBAT!'s sheets, compared with the text's own examples and with the mechanics they track."""

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_changes
from rules_py.play.fight.targeting import fill_params
from rules_py.registry.play import create_fight, find_change, replay
from rules_py.systems.combat.fighting import blow, blunt


def character(**fields):
    return rules_py.sheet("combat.character", **fields)


def enemy(**fields):
    return rules_py.sheet("combat.enemy", **fields)


def apply_change(sheet, change_id, **params):
    return rules_py.change(sheet, f"combat.{change_id}", **params).sheet


def change_error(sheet, change_id, **params):
    with pytest.raises(rules_py.RulesError) as refused:
        apply_change(sheet, change_id, **params)
    return str(refused.value)


def nelson(**more):
    """Return Sgt. Nelson's sheet from the text's fights: HLT 3, WIL 5, TGH 8."""
    return character(name="Sgt. Nelson", health=3, will=5, strength=4, bought_toughness=3, **more)


def test_sergeant_nelson_example_tracks_stunning_and_deadly_damage():
    fresh = nelson()
    assert (fresh.life, fresh.toughness) == (19, 8)
    punched = apply_change(fresh, "take-damage", damage=19 - fresh.toughness)
    assert (punched.stunning, punched.life_left, punched.state) == (11, 8, "up")
    shot = apply_change(punched, "take-damage", damage=8, harm="deadly")
    assert (shot.stunning, shot.deadly, shot.life_left, shot.state, shot.out) == (11, 8, 0, "unconscious", True)
    assert shot.warnings[0] == "Unconscious, until some LIF is back."
    awake = apply_change(shot, "heal", points=1)
    assert (awake.state, awake.life_left) == ("up", 1)


def test_only_deadly_damage_makes_a_character_dying():
    dying = apply_change(nelson(), "take-damage", damage=19, harm="deadly")
    assert (dying.state, dying.life_left) == ("dying", 0)
    assert change_error(dying, "take-damage").startswith("combat.take-damage: there is no LIF left")
    knocked_out = apply_change(nelson(), "take-damage", damage=50)
    assert (knocked_out.stunning, knocked_out.state) == (19, "unconscious")
    wounded = apply_change(knocked_out, "take-damage", damage=5, harm="deadly")
    assert (wounded.stunning, wounded.deadly, wounded.state) == (14, 5, "unconscious")
    assert apply_change(wounded, "take-damage", damage=14, harm="deadly").state == "dying"


def test_kyles_character_is_stunned_for_one_turn():
    kyle = enemy(name="Kyle", life=20, toughness=5, blunt="yes")
    rolled = blunt.resolve([], {"damage": 17, "toughness": 5, "life_max": 20, "life": 20})
    change = find_change("combat.take-damage", kyle)
    ((_, params),) = change.match_triggers(rolled)
    assert params == {"damage": 12, "harm": "stunning"}
    stunned = change.apply(kyle, params).sheet
    assert (stunned.stunned, stunned.reflexes_now, stunned.warnings) == (
        True,
        0,
        ("Stunned: STR, REF, PRE and INT are 0 and the next action is lost.",),
    )
    assert not apply_change(stunned, "end-turn").stunned
    assert not apply_change(kyle, "take-damage", damage=10).stunned


def test_stun_costs_the_next_turn_after_acting():
    acted = apply_change(nelson(), "act")
    stunned = apply_change(acted, "take-damage", damage=11)
    next_turn = apply_change(stunned, "end-turn")
    assert (stunned.stunned, next_turn.stunned, next_turn.acted) == (True, True, False)
    assert not apply_change(next_turn, "end-turn").stunned
    assert (apply_change(nelson(), "stun", acted=True).stunned_turns, apply_change(nelson(), "stun").stunned_turns) == (
        2,
        1,
    )
    assert change_error(nelson(stunning=19), "stun").endswith("; this one is unconscious")


def test_stun_sets_strength_reflexes_presence_and_intellect_to_0():
    stunned = apply_change(nelson(), "stun")
    assert (stunned.strength_now, stunned.reflexes_now, stunned.presence_now, stunned.intellect_now) == (0, 0, 0, 0)
    assert (stunned.health_now, stunned.will_now, stunned.toughness) == (3, 5, 8)


def test_sergeant_nelson_can_sprint_for_his_health():
    runner = character(reflexes=6, health=5, strength=4)
    assert (runner.move, runner.sprint_left) == (11, 5)
    assert "MOV 11 passes the realistic maximum of 10." in runner.warnings[0]
    step = rules_py.change(runner, "combat.sprint")
    assert step.steps == ("Up to 33 meters. 4 more turns of sprinting left.",)
    ran = runner
    for _ in range(5):
        ran = apply_change(ran, "sprint")
    assert (ran.sprint_left, ran.rest_owed) == (0, 5)
    assert change_error(ran, "sprint").startswith("combat.sprint: the character is out of breath")
    assert apply_change(ran, "rest", minutes=5) == runner
    assert apply_change(ran, "rest", minutes=2).rest_owed == 3
    assert change_error(runner, "rest").startswith("combat.rest: there is no sprint")
    assert change_error(apply_change(runner, "stun"), "sprint").startswith("combat.sprint: the character is stunned")


def test_arelius_sheet_has_defense_17():
    assert character(reflexes=7).defense == 17


def test_trait_raises_jims_reflexes():
    jim = character(reflexes=5, traits=[{"name": "Physical Advantage", "cost": 5, "raises": "reflexes", "by": 2}])
    assert (jim.reflexes_in_effect, jim.defense, jim.warnings) == (7, 17, ())
    assert (
        "REF 8 is above the recommended realistic maximum of 7." in character(reflexes=6, traits=jim.traits).warnings[0]
    )
    with pytest.raises(rules_py.RulesError, match="reflexes: got 14, takes at most 13 .traits add 2."):
        character(reflexes=14, traits=jim.traits)


def test_raising_toms_strength_costs_20_experience_points():
    tom = character(strength=3, experience=25)
    raised = apply_change(tom, "raise-attribute", attribute="strength")
    assert (raised.strength, raised.experience) == (4, 5)
    assert change_error(raised, "raise-attribute", attribute="STRENGTH") == (
        "combat.raise-attribute: STR 5 costs 25 Experience Points; you have 5"
    )
    assert apply_change(apply_change(raised, "earn-experience", points=20), "raise-attribute").strength == 5


@given(
    raises=st.lists(
        st.tuples(st.sampled_from(["strength", "reflexes", "health", "will"]), st.integers(1, 3)), max_size=3
    )
)
def test_levels_paid_for_with_experience_cost_no_character_points(raises):
    built = character(strength=5, reflexes=5, health=4, presence=3, intellect=3, will=3, experience=1000)
    spent = built.points_spent
    assert spent == 230 and built.warnings == (), "23 levels for 10 points each"
    cost, grown = 0, built
    for attribute, levels in raises:
        level = getattr(grown, attribute)
        cost += sum(5 * each for each in range(level + 1, level + levels + 1))
        grown = apply_change(grown, "raise-attribute", attribute=attribute, levels=levels)
    assert (grown.points_spent, grown.points_left, grown.experience) == (230, 0, 1000 - cost)
    assert not any("more than the recommended 230" in each for each in grown.warnings)
    for name in {name for name, _ in raises}:
        is_warned = any(f"{name[:3].upper()} " in each for each in grown.warnings) or name == "health"
        assert getattr(grown, name) <= 7 or is_warned, "the maximum counts all levels"


def test_levels_from_experience_are_part_of_the_attribute():
    with pytest.raises(rules_py.RulesError, match="raised: got .*, takes STR at most 1 time with strength=1"):
        character(strength=1, raised=["strength", "strength"])


def test_skill_above_10_is_advantages():
    """The text: a skill of 7 with an advantage of +5 is 12; an edge gives +6, so 10 and an edge are 16."""
    ((fills,),) = [[each for each in character().rolls if each.mechanic.id == "combat.skill"]]
    for level, bonus, total, warns in ((7, 5, 12, False), (10, 6, 16, False), (11, 0, 11, True), (15, 0, 15, True)):
        made = character(skills=[{"name": "Pistols", "level": level, "bonus": bonus}])
        assert fills.fill_params(made, {"skills": 0})["skill"] == total
        warning = f"Without what advantages add, a skill normally ends at 10: Pistols {level}."
        assert (warning in made.warnings) is warns
    rolled = rules_py.resolve("combat.skill", [1, 1, 1], attribute=3, skill=16, target=22)
    assert rolled.outcome == {"total": 22, "success": True, "margin": 0}


@pytest.mark.parametrize("mechanic", ["combat.blow", "combat.attack", "combat.takedown", "combat.skill"])
def test_roll_can_be_made_without_any_skill_of_the_sheet(mechanic):
    """A character with a single skill, such as Brawling, shoots a pistol with the attribute alone."""
    (fills,) = [each for each in character().rolls if each.mechanic.id == mechanic]
    made = character(skills=[{"name": "Brawling", "level": 4}])
    skills = [fills.fill_params(made, {"skills": number})["skill"] for number in (0, NO_ENTRY)]
    assert skills == [4, 0] and fills.label_for_no_entry("skills") == "No skill"


def test_every_attribute_at_0_has_a_warning():
    for name, short in (("strength", "STR"), ("reflexes", "REF"), ("presence", "PRE"), ("will", "WIL")):
        assert any(f"{short} 0: " in each for each in character(**{name: 0}).warnings), name


def test_sheet_points_match_the_points_mechanic():
    build = dict(
        strength=4,
        reflexes=6,
        health=5,
        presence=3,
        intellect=4,
        will=5,
        bought_life=3,
        bought_defense=1,
        campaign="cinematic",
    )
    made = character(skill_points=30, traits=[{"cost": 10}, {"cost": 2}], **build)
    assert made.points_spent == 270 + 6 + 5 + 12 + 30
    assert made.points_left == 315 - 323
    assert made.warnings[0] == "The build costs 8 Character Points more than the recommended 315."
    scores = rules_py.resolve("combat.derived", [], **build).outcome
    assert {name: getattr(made, name) for name in ("defense", "initiative", "toughness", "life", "move")} == {
        name: scores[name] for name in ("defense", "initiative", "toughness", "life", "move")
    }


def test_zero_attributes_warn_and_zero_life_is_rejected():
    assert "HLT 0: You are dead." in character(health=0).warnings[-1]
    with pytest.raises(rules_py.RulesError, match="health: got 0, takes 1 or more with will=0"):
        character(health=0, will=0)
    with pytest.raises(rules_py.RulesError, match="stunning: got 9, takes at most 8"):
        character(stunning=9, deadly=7)


@given(
    seed=st.integers(0, 10_000),
    health=st.integers(1, 9),
    will=st.integers(0, 9),
    lost=st.integers(0, 10),
    harm=st.sampled_from(["stunning", "deadly"]),
    damage=st.sampled_from(["1d6", "3d6", "8d6"]),
)
def test_blow_reduces_life_on_the_sheet_as_rolled(seed, health, will, lost, harm, damage):
    target = character(health=health, will=will)
    target = target.replace(stunning=min(lost, target.life - 1))
    (fills,) = (fills for fills in target.met_by if fills.mechanic is blow)
    rolled = blow.roll(fills.fill_params(target) | {"attribute": 9, "skill": 9, "damage": damage, "harm": harm}, seed)
    change = find_change("combat.take-damage", target)
    if not (offered := change.match_triggers(rolled)):
        assert rolled.outcome["lost"] == 0
        return
    hit = change.apply(target, offered[0][1]).sheet
    assert (hit.life_left, hit.state, hit.stunned) == (
        rolled.outcome["life_left"],
        rolled.outcome["state"],
        rolled.outcome["stunned"],
    )


def test_full_turn_of_a_fight_updates_both_sheets():
    fight = create_fight("combat")
    hero = character(
        name="Hero", reflexes=5, skills=[{"name": "Brawling", "level": 6}], weapons=[{"name": "Club", "damage": "6d6"}]
    )
    for who, sheet in (("hero", hero), ("thug", enemy(name="Thug", toughness=2))):
        fight = fight.apply({"event": "join", "who": who, "sheet": sheet.to_dict()})
    order = {
        "event": "order",
        "rolls": [{"by": "hero", "params": {"reflexes": 5}, "faces": [6]}, {"by": "thug", "params": {}, "faces": [1]}],
    }
    fight = fight.apply(order)
    assert fight.current_group == ("hero",)
    filled = fill_params(fight, blow, "hero", "thug", {"attribute": "reflexes_now"})
    assert (filled["attribute"], filled["skill"], filled["damage"], filled["toughness"], filled["life"]) == (
        5,
        6,
        "6d6",
        2,
        15,
    )
    fight = fight.apply(
        {
            "event": "roll",
            "mechanic": "combat.blow",
            "by": "hero",
            "at": "thug",
            "params": filled,
            "faces": [4, 4, 4, 2, 2, 2, 2, 2, 2],
        }
    )
    (offer,) = find_pending_changes(fight)
    fight = fight.apply({"event": "change", "change": offer.change.id, "who": offer.recipient, "params": offer.params})
    thug = fight.combatants["thug"].sheet
    assert (thug.life_left, thug.stunned, thug.stunned_turns) == (5, True, 1)
    fight = fight.apply({"event": "turn"})
    assert (fight.current_group, fight.combatants["hero"].sheet.acted) == (("thug",), True)
    fight = fight.apply({"event": "turn"})
    assert (fight.round, fight.combatants["thug"].sheet.stunned, fight.combatants["hero"].sheet.acted) == (
        2,
        False,
        False,
    )
    assert set(fight.awaiting_initiative) == {"hero", "thug"}


def test_stun_roll_is_prefilled_from_whether_the_target_acted():
    events = []
    for name in ("Ada", "Bo"):
        events += execute(replay("combat", events), {"act": "join", "sheet": "combat.character", "name": name}).events
    events += execute(replay("combat", events), {"act": "change", "change": "combat.act", "who": "n2"}).events
    added = execute(replay("combat", events), {"act": "roll", "mechanic": "combat.stun", "by": "n1", "at": "n2"}).events
    assert (added[0]["params"]["acted"], added[1]["change"], added[1]["who"]) == ("yes", "combat.stun", "n2")
    assert replay("combat", [*events, *added]).combatants["n2"].sheet.stunned_turns == 2
