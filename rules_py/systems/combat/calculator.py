"""COMBAT! calculator: chances to hit, LIF lost in a blow, and blows until a target is down."""

from rules_py.mechanic.calculator import Calculator, Chance, Panel
from rules_py.systems.combat.fighting import attack, blow, takedown

CALCULATOR = Calculator(
    "combat.calc",
    title="COMBAT! damage calculator",
    sides={
        "Attacker": ("attribute", "skill", "modifier", "damage", "harm", "blunt"),
        "Target": (
            "reflexes",
            "def_bonus",
            "def_stays",
            "toughness",
            "life_max",
            "life",
            "deadly_so_far",
            "surprised",
            "stunned",
        ),
    },
    panels=(
        Panel(
            "Life lost in one blow",
            blow,
            "lost",
            (
                Chance("Hits", "hit", bool),
                Chance("Takes Life", "lost", lambda lost: lost > 0),
                Chance("Stuns", "stunned", bool),
                Chance("Puts it down", "down", bool),
                Chance("Leaves it dying", "state", lambda state: state == "dying"),
            ),
        ),
        Panel(
            "Blows until it is down",
            takedown,
            "blows",
            (
                Chance("Down at once", "blows", lambda blows: blows == 1),
                Chance("Dying in the end", "state", lambda state: state == "dying"),
            ),
            fixed_params={"horizon": 10},
        ),
        Panel("By how much it hits", attack, "margin", (Chance("Hits", "hit", bool),)),
    ),
)
