"""Sideworld sheets of characters, objects, vehicles and walls, and their changes."""

from rules_py.play import FightRules, IndividualInitiative
from rules_py.systems.sideworld.body_parts import wound
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.playing import initiative
from rules_py.systems.sideworld.sheets.characters import Character, Npc
from rules_py.systems.sideworld.sheets.objects import Thing, Vehicle

FIGHT = FightRules(
    "sideworld/fight/",
    {"unit": "Your unit", "others": "The others"},
    {Character: "unit", Npc: "others", Vehicle: ("unit", "others"), Thing: "others"},
    IndividualInitiative(initiative),
    multi_target_rolls={group_attack: "weapons.strikes_several"},
    actions_field="actions",
    required_rolls={wound: "owes_a_part"},
)
