"""COMBAT!, on paper: characters and enemies, and what happens to them."""

from rules_py.play import ByScore, FightKind
from rules_py.systems.combat.derived import initiative
from rules_py.systems.combat.sheets.characters import Character
from rules_py.systems.combat.sheets.combatants import Enemy

FIGHT = FightKind(
    "combat/fight/",
    {"team": "The team", "enemies": "Enemies"},
    {Character: "team", Enemy: "enemies"},
    ByScore(initiative, each_round=True, together=True),
    held="stunned",
)
