"""First choices: a form for a roll begins with the best attribute and weapon of a sheet, or the earlier choice."""

from random import Random

import rules_py
from rules_py.play.fight.choices import find_first_choices
from rules_py.play.fight.targeting import find_usual_choices
from rules_py.registry.play import find_sheet
from tests.cases import check_each
from tests.systems.random_fights import pick_fields
from tests.systems.table_session import TableSession

SHEETS = [find_sheet(sheet_id) for sheet_id in rules_py.sheets() if find_sheet(sheet_id).rolls]
KNIFE = {"name": "Knife", "kind": "melee", "damage": 0, "full": 0}
RIFLE = {"name": "Rifle", "kind": "assault", "damage": 2}
PACKED = {"name": "Launcher", "kind": "rifle", "damage": 4, "place": "backpack"}
GRENADE = {"name": "Grenade", "kind": "thrown", "damage": 3, "blast": True}


@check_each("kind", SHEETS)
def test_form_begins_with_the_highest_field_and_keeps_what_was_chosen(kind):
    rng = Random(kind.id)
    for _ in range(5):
        sheet = kind.from_fields(pick_fields(kind, rng))
        for binding in sheet.rolls:
            fields = {name: options for name, options in binding.choices.items() if options}
            first = find_first_choices(binding, sheet, {})
            for name, options in fields.items():
                assert getattr(sheet, first[name]) == max(getattr(sheet, option) for option in options)
                for option in options:
                    assert find_first_choices(binding, sheet, {name: option})[name] == option


def find_attack(table: TableSession, by: str, mechanic_id: str):
    binding = next(each for each in table.fight.sheet_for(by).rolls if each.mechanic.id == mechanic_id)
    return find_usual_choices(table.fight, binding, by)


def test_operative_attacks_with_the_best_attribute_and_the_best_weapon_at_hand():
    table = TableSession("psiops")
    ada = table.join("operative", tactics=2, weapons=[KNIFE, PACKED, GRENADE, RIFLE])
    table.join("enemy")
    assert find_attack(table, ada, "psiops.attack") == {"attribute": "tactics", "weapons": 3}


def test_operative_attacks_with_what_the_player_chose_before():
    table = TableSession("psiops")
    ada = table.join("operative", tactics=2, weapons=[KNIFE, RIFLE])
    guard = table.join("enemy")
    table.execute("order")
    chosen = {"attribute": "strength", "weapons": 0}
    table.execute("roll", mechanic="psiops.attack", by=ada, at=guard, chosen=chosen, override=["turn"])
    assert find_attack(table, ada, "psiops.attack") == chosen


def test_empty_weapon_isnt_the_first_choice():
    table = TableSession("psiops")
    ada = table.join("operative", weapons=[KNIFE, {**RIFLE, "ammo": 0}])
    assert find_attack(table, ada, "psiops.attack")["weapons"] == 0


def test_fighter_of_combat_begins_with_the_weapon_of_the_most_damage():
    table = TableSession("combat")
    weapons = [{"name": "Fist"}, {"name": "Sword", "damage": "5d6"}, {"name": "Stick", "damage": "4d6"}]
    bo = table.join("character", strength=3, reflexes=5, weapons=weapons)
    binding = next(each for each in table.sheet(bo).rolls if "weapons" in each.choices)
    assert find_first_choices(binding, table.sheet(bo), {})["weapons"] == 1
