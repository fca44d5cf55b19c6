"""PUML: the layouts of the sheets."""

from rules_py.play.layout import Cards, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import defence, offense

HITS = (Gauge("hits", "hits_most", more="puml.take-hit"), "half_hit")
"""What attacks do to a combatant."""

CHARACTER = Layout(
    Tab(
        "Play",
        Gauges(*HITS, "hampered", "free_attack", "durability_lost"),
        Tiles("Other task", action, by="attributes"),
        Tiles("Attack", offense, by="attributes"),
        Tiles("Defend", defence, by="attributes"),
        Happenings("Get hurt", "puml.take-hit", "puml.count-half-hit", "puml.take-back-hit"),
        Happenings(
            "After a twist",
            "puml.hamper",
            "puml.use-disadvantage",
            "puml.gain-free-attack",
            "puml.use-free-attack",
            "puml.lose-durability",
        ),
        Happenings("The end", "puml.end-fight"),
    ),
    Tab("Attributes", Cards("attributes")),
)

ENEMY = Layout(Tab("Play", Gauges(*HITS, "gear_destroyed")))
