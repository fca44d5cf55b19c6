"""COMBAT!: who hits whom, what a blow takes off Life, and how many it takes."""

from rules_py.calculator import Calculator, Chance, Panel
from rules_py.systems.combat.derived import attack, blow, takedown

CALCULATOR = Calculator(
    "combat.calc",
    title="COMBAT! damage calculator",
    sides={
        "Attacker": ("attribute", "skill", "modifier", "damage"),
        "Target": ("reflexes", "def_bonus", "toughness", "life_max", "life", "surprised", "stunned"),
    },
    panels=(
        Panel("Life lost in one blow", blow, "lost",
              (Chance("Hits", "hit", bool), Chance("Takes Life", "lost", lambda lost: lost > 0),
               Chance("Stuns", "stunned", bool), Chance("Puts it down", "down", bool))),
        Panel("Blows until it is down", takedown, "blows",
              (Chance("Down at once", "blows", lambda blows: blows == 1),), fixed={"horizon": 10}),
        Panel("By how much it hits", attack, "margin", (Chance("Hits", "hit", bool),)),
    ),
)
