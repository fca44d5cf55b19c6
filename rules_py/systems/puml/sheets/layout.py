"""PUML: the layouts of the sheets."""

from rules_py.play.layout import Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.play.steps import Step
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import defence, offense, tag_team

HITS = Gauge("hits", "hits_most", more="puml.take-hit", harm=True)
"""The hits of a combatant."""

HARM = (
    "puml.take-hit",
    Row("puml.take-back-hit", "No damage after all", "Take back"),
    Row("puml.count-half-hit", "Half a hit", "Count"),
)
"""Rows of what attacks do to a combatant."""

CHARACTER = Layout(
    Vitals(HITS, "durability_lost", "half_hit", "hampered", "free_attack"),
    Tiles(
        "Your move",
        offense,
        defence,
        action,
        by="attributes",
        names=("Attack", "Defend", "Other task"),
        effects=("offense", "defence"),
    ),
    Tab(
        "Fight",
        Vitals(Gauge("offense_dice", 7), Gauge("defence_dice", 7, harm=True)),
        Rows("Dice", Row("puml.set-own-dice", "A new round", "Set dice")),
        Rows("Hits", *HARM),
        Rows("With a friend", tag_team),
        Rows(
            "After a twist",
            Row("puml.hamper", "Disadvantage next time", "Take"),
            Row("puml.use-disadvantage", "Disadvantage used", "Use"),
            Row("puml.gain-free-attack", "A free attack", "Gain"),
            Row("puml.use-free-attack", "Free attack used", "Use"),
            "puml.lose-durability",
        ),
        Rows("The end", "puml.end-fight"),
    ),
    Texts("notes"),
    omits=("puml.spend-dice",),
    making=(
        Step("Name", "name", why="What the table calls them"),
        Step("Attributes", "attributes", why="Your table names them and says how good you are"),
        Step("Hits", "hits_most", starts=True, why="How many put you out, unless your table says otherwise"),
        Step("Gear and notes", "notes", why="Gear, its durability, traits"),
    ),
)

ENEMY = Layout(
    Vitals(HITS, "gear_destroyed", "half_hit"),
    Tab("Fight", Rows("Hits", *HARM, Row("puml.destroy-gear", "Armor or an accessory", "Destroy"))),
)
