"""X-M.A.S. calculator: your attack, attacks until an enemy is out, its hits on you, and the winner of a fight."""

from rules_py.mechanic.calculator import Calculator, Chance, Panel, TablePreset
from rules_py.systems.xmas.combat import attack, takedown
from rules_py.systems.xmas.fight import fight
from rules_py.systems.xmas.harm import LISTED_DAMAGE, hold_out, hurt

ITS_BLOW = {"enemy": "hit_by"}

CALCULATOR = Calculator(
    "xmas.calc",
    title="X-M.A.S. damage calculator",
    sides={
        "You attack": ("stat", "tags", "damage", "mode", "negative_tag", "reroll", "ap", "operators"),
        "The enemy": ("pain_threshold", "armor", "enemies"),
        "It hits you": ("hit_by", "wounds_left", "lethal"),
    },
    presets={
        "The enemy": (
            TablePreset(
                "Who it is", "xmas.enemies", {"pain_threshold": "pain_threshold", "armor": "armor", "hit_by": "name"}
            ),
        ),
    },
    labels={"hit_by": "Who hits you"},
    panels=(
        Panel(
            "One attack",
            attack,
            "damage",
            (
                Chance("Hits", "band", lambda band: band != "naughty"),
                Chance("Extra Nice", "band", lambda band: band == "extra_nice"),
            ),
            fixed_params={"further_rerolls": 0},
        ),
        Panel(
            "Attacks until it is out",
            takedown,
            "attacks",
            (Chance("Out with the first attack", "attacks", lambda attacks: attacks == 1),),
            fixed_params={"enemy": "none", "horizon": 20},
        ),
        Panel(
            "One hit on you",
            hurt,
            "state",
            (
                Chance("Still standing", "state", lambda state: state == "standing"),
                Chance("On Lethal", "state", lambda state: state == "lethal"),
                Chance("Downed", "state", lambda state: state == "downed"),
            ),
            renames=ITS_BLOW,
            fixed_params={"own_damage": LISTED_DAMAGE},
        ),
        Panel("Hits until you are Downed", hold_out, "hits", renames=ITS_BLOW),
        Panel(
            "The whole fight",
            fight,
            "winner",
            (Chance("You win", "winner", lambda winner: winner == "squad"),),
            fixed_params={"enemy": "none"},
        ),
    ),
)
