"""COMBAT! sheets of characters and enemies, and their changes."""

from rules_py.play import FightRules, IndividualInitiative
from rules_py.systems.combat.derived import initiative
from rules_py.systems.combat.sheets.characters import Character
from rules_py.systems.combat.sheets.combatants import Enemy

FIGHT = FightRules(
    "combat/fight/",
    {"team": "The team", "enemies": "Enemies"},
    {Character: "team", Enemy: "enemies"},
    IndividualInitiative(initiative, is_rerolled_each_round=True, has_simultaneous_ties=True),
    incapacity_field="stunned",
)
