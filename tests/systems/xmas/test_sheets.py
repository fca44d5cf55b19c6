"""X-M.A.S.'s sheets, compared with the text's own sentences."""

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.play import replay
from tests.systems.table_session import TableSession


def operator(**fields):
    return rules_py.sheet("xmas.operator", **fields)


def apply_change(sheet, change_id, **params):
    return rules_py.change(sheet, f"xmas.{change_id}", **params).sheet


def test_last_free_wound_survives_any_hit():
    hit = apply_change(operator(wounds=2), "take-damage", damage=12)
    assert (hit.wounds, hit.state) == (3, "lethal")
    assert hit.warnings == ("On Lethal: the next hit downs you.",)


def test_downed_operator_without_first_aid_becomes_a_ghost():
    downed = apply_change(operator(wounds=3), "take-damage", damage=1)
    assert downed.state == "downed"
    assert apply_change(downed, "end-scene").state == "ghost"
    assert apply_change(apply_change(downed, "tend"), "end-scene").state == "lethal"


def test_spirit_starts_at_3_and_changes_as_the_tables_say():
    assert operator().spirit == 3
    assert apply_change(operator(), "spend-spirit", on="protect").spirit == 2
    assert apply_change(operator(), "gain-spirit", on="childs-faith").spirit == 6
    assert apply_change(operator(heavy_weapon="empty"), "spend-spirit", on="reload").heavy_weapon == "ready"


def test_command_hands_out_spirit():
    assert apply_change(operator(spirit=0), "receive-spirit").spirit == 1
    assert apply_change(operator(), "receive-spirit", amount=2).spirit == 5


def test_gear_has_its_tags_on_the_sheet():
    assert (operator().guy_type, operator().certifications, operator().items) == ("", (), ())
    made = operator(certifications=["Demolitions"], items=[{"name": "Shield", "tags": "Heavy, Slow"}])
    assert made.items[0].tags == "Heavy, Slow"


def test_ghost_without_spirit_is_out_until_it_earns_some():
    ghost = operator(wounds=3, ghost=True, spirit=1)
    assert not ghost.out
    spent = apply_change(ghost, "spend-spirit", on="haunt")
    assert spent.out and not apply_change(spent, "gain-spirit").out


def test_only_ghosts_can_spend_spirit_to_haunt():
    assert apply_change(operator(ghost=True), "spend-spirit", on="haunt").spirit == 2
    with pytest.raises(rules_py.RulesError, match="haunt"):
        apply_change(operator(), "spend-spirit", on="haunt")
    with pytest.raises(rules_py.RulesError, match="costs 1 Spirit; you have 0"):
        apply_change(operator(spirit=0), "spend-spirit")


def test_healing_a_wound_ends_on_lethal():
    assert apply_change(operator(wounds=3), "heal").state == "standing"
    for sheet in (operator(), operator(wounds=3, downed=True)):
        with pytest.raises(rules_py.RulesError):
            apply_change(sheet, "heal")


def test_heavy_weapon_lasts_one_scene():
    with pytest.raises(rules_py.RulesError, match="no weapon on the sheet is heavy"):
        apply_change(operator(), "deploy-heavy")
    deployed = apply_change(operator(weapons=[{"heavy": True}]), "deploy-heavy")
    assert apply_change(deployed, "end-scene").heavy_weapon == "empty"
    with pytest.raises(rules_py.RulesError):
        apply_change(apply_change(deployed, "end-scene"), "deploy-heavy")


def test_enemy_damage_accumulates_up_to_the_pain_threshold():
    captain = rules_py.sheet("xmas.enemy", kind="captain", pain_threshold=4, armor=1)
    once = apply_change(captain, "fill-threshold", damage=3)
    assert (once.left, once.out) == (1, False)
    assert apply_change(once, "fill-threshold", damage=9).out
    with pytest.raises(rules_py.RulesError):
        apply_change(apply_change(once, "fill-threshold", damage=9), "fill-threshold", damage=1)


def test_enemy_table_provides_four_ready_made_enemies():
    from rules_py.systems.xmas.sheets.characters import Enemy

    assert {name: (made.pain_threshold, made.armor) for name, made in Enemy.build_presets().items()} == {
        "Cannon Fodder": (1, 0),
        "Grunt": (3, 0),
        "Captain": (4, 1),
        "Elite": (6, 2),
    }


@pytest.mark.parametrize("loaded", ["ready", "deployed"])
def test_reload_of_a_loaded_heavy_weapon_takes_no_spirit(loaded):
    with pytest.raises(RulesError, match="the heavy weapon has ammo, so there is nothing to reload"):
        apply_change(operator(heavy_weapon=loaded), "spend-spirit", on="reload")


def test_reload_in_a_stored_fight_takes_spirit_as_it_did():
    """A stored fight replays to the same state: earlier versions took Spirit for a loaded weapon, too."""
    join = {"event": "join", "who": "ada", "sheet": {"sheet": "xmas.operator", "fields": {}}}
    spend = {"event": "change", "change": "xmas.spend-spirit", "who": "ada", "params": {"on": "reload"}}
    assert replay("xmas", [join, spend]).sheet_for("ada").spirit == 2


@pytest.mark.parametrize(("spirit", "lost"), [(96, 0), (97, 1), (98, 2), (99, 3)])
def test_full_sheet_keeps_the_most_spirit_and_says_what_is_lost(spirit, lost):
    result = rules_py.change(operator(spirit=spirit), "xmas.gain-spirit", on="childs-faith")
    assert result.sheet.spirit == 99
    assert result.steps[0].endswith(f"the most that a sheet counts; {lost} is lost." if lost else ": 99 Spirit now.")


def test_faith_restores_spirit_of_those_with_nearly_the_most():
    table = TableSession("xmas")
    ada, bo = table.join("operator", name="Ada", spirit=97), table.join("operator", name="Bo")
    table.execute("each", change="xmas.gain-spirit", params={"on": "childs-faith"})
    assert (table.sheet(ada).spirit, table.sheet(bo).spirit) == (99, 6)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "captain"}, ("Captain usually has Pain Threshold 4 and Armor 1; this one has 3 and 0.",)),
        ({"kind": "elite"}, ("Elite usually has Pain Threshold 6 and Armor 2; this one has 3 and 0.",)),
        ({"kind": "captain", "pain_threshold": 5}, ()),
        ({"kind": "grunt"}, ()),
    ],
)
def test_enemy_with_the_numbers_of_another_kind_says_so(fields, said):
    assert rules_py.sheet("xmas.enemy", **fields).warnings == said
