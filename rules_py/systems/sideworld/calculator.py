"""Sideworld calculator: chances to hit, damage through armour, and the time until a target is down."""

from rules_py.mechanic.calculator import Calculator, Chance, Panel, TablePreset
from rules_py.systems.sideworld.combat import attack, to_hit
from rules_py.systems.sideworld.takedown import takedown

CALCULATOR = Calculator(
    "sideworld.calc",
    title="Sideworld damage calculator",
    sides={
        "Attacker": ("attack", "bonus", "modifier", "recoil", "damage", "rounds", "targets", "guided"),
        "Target": ("dodge", "stamina", "stamina_lost", "until", "layers"),
        "If it can parry": ("reactions", "parry_bonus", "parry_resilience", "parry_dc", "parry"),
        "If a miss can catch it": ("radius", "distance", "weapon"),
    },
    presets={
        "Attacker": (
            TablePreset(
                "Mini Gun, by range",
                "sideworld.weapon-blocks",
                {"bonus": "attack-bonus", "damage": "damage"},
                label="range",
                is_transposed=True,
            ),
            TablePreset("A situation", "sideworld.situations", {"modifier": "bonus"}),
        ),
    },
    defaults={"rounds": 10, "layers": ((5, 40),)},
    panels=(
        Panel(
            "Damage delivered by one attack",
            attack,
            "delivered",
            (
                Chance("Hits", "hit", bool),
                Chance("Does damage", "delivered", lambda damage: damage > 0),
                Chance("Severe wound", "severe", bool),
            ),
            fixed_params={"inanimate": False},
        ),
        Panel(
            "The target after one attack",
            attack,
            "state",
            (
                Chance("Hurt or worse", "state", lambda state: state != "healthy"),
                Chance("Incapacitated or dead", "state", lambda state: state in ("incapacitated", "dead")),
                Chance("Dead", "state", lambda state: state == "dead"),
            ),
            fixed_params={"inanimate": False},
        ),
        Panel(
            "How many attacks it takes",
            takedown,
            "attacks",
            (Chance("Enough at once", "attacks", lambda attacks: attacks == 1),),
            fixed_params={"horizon": 10},
        ),
        Panel(
            "By how much it hits",
            to_hit,
            "margin",
            (Chance("Hits", "hit", bool), Chance("Is parried", "parried", bool)),
        ),
    ),
)
