"""Sideworld, on paper: characters, things, vehicles and walls, and what happens to them."""

from rules_py.play import ByScore, FightKind
from rules_py.systems.sideworld.body_parts import wound
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.playing import initiative
from rules_py.systems.sideworld.sheets.characters import Character, Npc
from rules_py.systems.sideworld.sheets.objects import Thing, Vehicle

FIGHT = FightKind(
    "sideworld/fight/",
    {"unit": "Your unit", "others": "The others"},
    {Character: "unit", Npc: "others", Vehicle: ("unit", "others"), Thing: "others"},
    ByScore(initiative),
    several={group_attack: "weapons.strikes_several"},
    actions="actions",
    owed={wound: "owes_a_part"},
)
