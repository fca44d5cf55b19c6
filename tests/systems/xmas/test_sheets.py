"""X-M.A.S.'s sheets against the text's own sentences."""

import pytest

import rules_py


def operator(**fields):
    return rules_py.sheet("xmas.operator", **fields)


def after(sheet, change_id, **params):
    return rules_py.change(sheet, f"xmas.{change_id}", **params).sheet


def test_having_one_wound_left_means_surviving_a_hit_of_any_damage():
    hit = after(operator(wounds=2), "take-damage", damage=12)
    assert (hit.wounds, hit.state) == (3, "lethal")
    assert hit.warnings == ("On Lethal: the next hit downs you.",)


def test_the_hit_after_that_downs_and_a_scene_without_first_aid_makes_a_ghost():
    downed = after(operator(wounds=3), "take-damage", damage=1)
    assert downed.state == "downed"
    assert after(downed, "end-scene").state == "ghost"
    assert after(after(downed, "tend"), "end-scene").state == "lethal"


def test_spirit_starts_at_three_and_buys_and_is_earned_as_the_tables_say():
    assert operator().spirit == 3
    assert after(operator(), "spend-spirit", on="protect").spirit == 2
    assert after(operator(), "gain-spirit", on="childs-faith").spirit == 6
    assert after(operator(heavy_weapon="empty"), "spend-spirit", on="reload").heavy_weapon == "ready"


def test_a_ghost_pays_to_act_on_the_world_and_the_living_cant():
    assert after(operator(ghost=True), "spend-spirit", on="haunt").spirit == 2
    with pytest.raises(rules_py.RulesError, match="haunt"):
        after(operator(), "spend-spirit", on="haunt")
    with pytest.raises(rules_py.RulesError, match="costs 1 Spirit, and there is 0"):
        after(operator(spirit=0), "spend-spirit")


def test_a_wound_healed_ends_being_on_lethal():
    assert after(operator(wounds=3), "heal").state == "standing"
    for sheet in (operator(), operator(wounds=3, downed=True)):
        with pytest.raises(rules_py.RulesError):
            after(sheet, "heal")


def test_a_heavy_weapon_lasts_a_scene():
    deployed = after(operator(), "deploy-heavy")
    assert after(deployed, "end-scene").heavy_weapon == "empty"
    with pytest.raises(rules_py.RulesError):
        after(after(deployed, "end-scene"), "deploy-heavy")


def test_damage_to_enemies_builds_up_to_the_pain_threshold():
    captain = rules_py.sheet("xmas.enemy", kind="captain", pain_threshold=4, armor=1)
    once = after(captain, "fill-threshold", damage=3)
    assert (once.left, once.out) == (1, False)
    assert after(once, "fill-threshold", damage=9).out
    with pytest.raises(rules_py.RulesError):
        after(after(once, "fill-threshold", damage=9), "fill-threshold", damage=1)


def test_the_rough_guide_makes_four_enemies():
    from rules_py.systems.xmas.sheets import Enemy

    assert {name: (made.pain_threshold, made.armor) for name, made in Enemy.build_presets().items()} == {
        "Cannon Fodder": (1, 0),
        "Grunt": (3, 0),
        "Captain": (4, 1),
        "Elite": (6, 2),
    }
