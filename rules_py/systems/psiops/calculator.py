"""PSIOPS calculator: chances to hit, damage, and the time until a target is down."""

from rules_py.mechanic.calculator import Calculator, Chance, Panel, TablePreset
from rules_py.systems.psiops.combat import attack, defend
from rules_py.systems.psiops.swarm import swarm_takedown
from rules_py.systems.psiops.takedown import takedown

TARGET = {
    "attribute": "its_attribute",
    "modifier": "its_modifier",
    "enemy_damage": "damage",
    "enemy_cover": "own_cover",
    "advantage": "its_advantage",
    "disadvantage": "its_disadvantage",
    "skill": "its_skill",
}

CALCULATOR = Calculator(
    "psiops.calc",
    title="PSIOPS damage calculator",
    sides={
        "Attacker": (
            "attribute",
            "modifier",
            "damage",
            "weapon",
            "range_band",
            "own_cover",
            "attacks",
            "skill",
            "advantage",
            "disadvantage",
            "aiming",
            "prone",
            "ignores_armor",
        ),
        "Target": ("hp", "armor", "cover", "target_prone"),
        "If the target is a swarm": ("size",),
        "If the target is a player": (
            "its_attribute",
            "its_modifier",
            "its_skill",
            "its_advantage",
            "its_disadvantage",
        ),
    },
    presets={
        "Attacker": (*attack.presets, TablePreset("Weapon type", "psiops.damage-modifiers", {"damage": "damage"})),
    },
    labels={
        "its_attribute": "Target's attribute",
        "its_modifier": "Target's modifier",
        "its_skill": "Target's skill",
        "its_advantage": "Target's advantage",
        "its_disadvantage": "Target's disadvantage",
    },
    panels=(
        Panel(
            "One attack",
            attack,
            "damage",
            (
                Chance("Hits", "band", lambda band: band != "failure"),
                Chance("Does damage", "damage", lambda damage: damage > 0),
            ),
            fixed_params={"second_attack": False, "spent_momentum": False, "suppressing": False, "opportunity": False},
        ),
        Panel(
            "Rounds until it is down",
            takedown,
            "rounds",
            (Chance("Down in the first round", "rounds", lambda rounds: rounds == 1),),
            fixed_params={"second_attack": False, "horizon": 20},
        ),
        Panel(
            "Rounds until a swarm is gone",
            swarm_takedown,
            "rounds",
            (Chance("Gone in the first round", "rounds", lambda rounds: rounds == 1),),
            fixed_params={"horizon": 20},
        ),
        Panel(
            "A player defends against it",
            defend,
            "damage",
            (
                Chance("Takes no damage", "damage", lambda damage: damage == 0),
                Chance("Advantage on the next roll", "next_advantage", bool),
            ),
            renames=TARGET,
            fixed_params={"spent_momentum": False, "helpless": False, "opportunity": False},
        ),
    ),
)
