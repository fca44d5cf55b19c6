"""COMBAT!: the layouts of the sheets."""

from rules_py.play.layout import Advance, Cards, Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.systems.combat.characters import lift
from rules_py.systems.combat.core_rules import attribute, skill
from rules_py.systems.combat.derived import initiative, move
from rules_py.systems.combat.fighting import attack, blow, blunt, life, stun, takedown

LIFE = Gauge("life_left", "life", parts=("deadly", "stunning"), marks=("half",))
"""The bar of LIF, with what blows took of it."""

HARM = ("combat.take-damage", Row("combat.stun", "Get stunned", "Take"), "combat.heal")
"""Rows of what blows do to a combatant, and of what takes it back."""

CHARACTER = Layout(
    Vitals(LIFE, "defense_now", "initiative_now", "toughness", "move_now", "stunned_turns", "sprinted", "acted"),
    Tiles("Attributes", attribute, by="attribute"),
    Tab(
        "Fight",
        Cards("weapons", blow, button="Attack", facts=("damage", "harm")),
        Rows(
            "Turn",
            initiative,
            Row("combat.go", "Move or run", "Move"),
            move,
            Row("combat.sprint", "Sprint", "Sprint"),
            Row("combat.act", "Your action is taken", "Take"),
            "combat.end-turn",
        ),
        Rows("Harm", *HARM, Row("combat.rest", "Catch breath", "Rest")),
    ),
    Tab("Skills", Tiles("Skills", skill, by="skills")),
    Tab(
        "Build",
        Advance("experience", "combat.raise-attribute", title="Experience"),
        Rows("Earn", Row("combat.earn-experience", "Experience Points", "Earn")),
        Cards("traits"),
        Rows("Lifting", lift),
        Texts("points_left", "points_spent", "campaign"),
    ),
    Texts("allegiances", "notes"),
    budget="points_left",
)

ENEMY = Layout(
    Vitals(LIFE, "stunned_turns", "acted"),
    Tab(
        "Fight",
        Rows("Attack", Row(blow, "Attack", "Attack"), Row(attack, "To hit only"), blunt),
        Rows("Turn", initiative, Row("combat.act", "Its action is taken", "Take"), "combat.end-turn"),
        Rows("Harm", *HARM, stun, life, takedown),
    ),
)
