"""PUML calculator: one action and a whole phase on either side, the rounds of a fight, and its winner."""

from rules_py.mechanic.calculator import Calculator, Chance, Panel, TablePreset
from rules_py.systems.puml.combat import defence, offense
from rules_py.systems.puml.phases import fight, phase, takedown

DEFENDER = {
    "attribute": "defence_attribute",
    "modifier": "defence_modifier",
    "advantage": "defence_advantage",
    "disadvantage": "defence_disadvantage",
}
OFFENSE_DICE = {"dice": "offense_dice", "extra": "offense_third_die", "attackers": "offense_attackers"}
DEFENCE_DICE = {
    "dice": "defence_dice",
    "extra": "defence_third_die",
    "attackers": "defence_attackers",
    "attribute": "defence_attribute",
}

CALCULATOR = Calculator(
    "puml.calc",
    title="PUML combat calculator",
    sides={
        "Your offense": (
            "attribute",
            "modifier",
            "offense_dice",
            "offense_attackers",
            "hits",
            "offense_third_die",
            "advantage",
            "disadvantage",
        ),
        "Your defence": (
            "defence_attribute",
            "defence_modifier",
            "defence_dice",
            "defence_attackers",
            "hits_taken",
            "defence_third_die",
            "defence_advantage",
            "defence_disadvantage",
        ),
    },
    presets={
        "Your offense": (TablePreset("Your side is", "puml.threat-levels", {"offense_dice": "dice"}, label="level"),),
        "Your defence": (TablePreset("The enemy is", "puml.threat-levels", {"defence_dice": "dice"}, label="level"),),
    },
    labels={
        "offense_dice": "Dice in your tracker",
        "offense_attackers": "How many of you attack",
        "offense_third_die": "Third die in offense",
        "defence_attribute": "Attribute in defence",
        "defence_modifier": "Modifier in defence",
        "defence_dice": "Dice in the enemy's tracker",
        "defence_attackers": "How many enemies attack",
        "defence_third_die": "Third die in defence",
        "defence_advantage": "Advantage in defence",
        "defence_disadvantage": "Disadvantage in defence",
    },
    panels=(
        Panel(
            "One offense action",
            offense,
            "band",
            (
                Chance("Deals damage", "damage", bool),
                Chance("With a complication", "complication", bool),
                Chance("Ultra success", "band", lambda band: band == "ultra"),
            ),
        ),
        Panel(
            "One defence action",
            defence,
            "band",
            (
                Chance("Takes no damage", "damage", lambda damage: not damage),
                Chance("With a complication", "complication", bool),
                Chance("Ends their phase", "phase_switch", bool),
            ),
            renames=DEFENDER,
            fixed_params={"hampered": False},
        ),
        Panel(
            "Hits you deal in an offense phase",
            phase,
            "hits",
            (Chance("Deals a hit or more", "hits", bool), Chance("A complication or more", "complications", bool)),
            renames=OFFENSE_DICE,
            fixed_params={"side": "offense"},
        ),
        Panel(
            "Hits you take in a defence phase",
            phase,
            "hits",
            (
                Chance("Takes no hit", "hits", lambda hits: hits == 0),
                Chance("A complication or more", "complications", bool),
            ),
            renames=DEFENCE_DICE,
            fixed_params={"side": "defence"},
        ),
        Panel(
            "Rounds until you have dealt enough hits",
            takedown,
            "rounds",
            (Chance("In the first round", "rounds", lambda rounds: rounds == 1),),
            renames=OFFENSE_DICE,
            fixed_params={"side": "offense", "horizon": 20},
        ),
        Panel(
            "Who is out first",
            fight,
            "winner",
            (Chance("You win", "winner", lambda winner: winner == "you"),),
            fixed_params={"side": "offense", "horizon": 20},
        ),
    ),
)
