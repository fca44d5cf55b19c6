"""COMBAT!: the layouts of the sheets."""

from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.combat.characters import lift
from rules_py.systems.combat.core_rules import attribute, skill
from rules_py.systems.combat.derived import initiative, move
from rules_py.systems.combat.fighting import attack, blow, blunt, life, stun, takedown

HARM = (Gauge("stunning", "life"), Gauge("deadly", "life"), Gauge("stunned_turns"))
"""What blows do to a combatant."""

CHARACTER = Layout(
    Tab(
        "Play",
        Gauges(*HARM, Gauge("sprinted"), "acted"),
        Facts("state", "life_left", "defense_now", "initiative_now", "toughness", "move_now"),
        Cards("weapons", blow),
        Tiles("Attributes", attribute, by="attribute"),
        Tiles("Skills", skill, by="skills"),
        Tiles("Act", initiative, move, lift),
        Happenings("Get hurt", "combat.take-damage", "combat.stun"),
        Happenings("Turn", "combat.act", "combat.go", "combat.sprint", "combat.end-turn"),
        Happenings("Recover", "combat.rest", "combat.heal"),
    ),
    Tab(
        "Build",
        Facts("points_left", "points_spent", "experience", "campaign"),
        Cards("traits"),
        Cards("allegiances"),
        Happenings("Experience", "combat.earn-experience", "combat.raise-attribute"),
    ),
    budget="points_left",
)

ENEMY = Layout(
    Tab(
        "Play",
        Gauges(*HARM, "acted"),
        Facts("state", "life_left"),
        Tiles("Rolls", initiative, blow, attack, blunt, stun, takedown, life),
    ),
)
