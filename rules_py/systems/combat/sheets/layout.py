"""COMBAT!: the layouts of the sheets."""

from rules_py.play.layout import Advance, Cards, Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.play.steps import Step
from rules_py.systems.combat.characters import lift
from rules_py.systems.combat.core_rules import attribute, skill
from rules_py.systems.combat.derived import initiative, move
from rules_py.systems.combat.fighting import attack, blow, blunt, life, stun, takedown
from rules_py.tables import table

LIFE = Gauge("life_left", "life", parts=("deadly", "stunning"), marks=("half",))
"""The bar of LIF, with what blows took of it."""

HARM = ("combat.take-damage", Row("combat.stun", "A stun", "Take"), "combat.heal")
"""Rows of what blows do to a combatant, and of what takes it back."""

SCORES = table("combat.derived-attributes").keys

MAKING = (
    Step(
        "Name and campaign",
        ("name", "campaign"),
        texts=("combat.campaign-levels", ""),
        starts=True,
        why="How much there is to spend, and how high scores go",
    ),
    Step(
        "Attributes",
        {
            group: tuple(row.key for row in table("combat.attributes").rows if row["group"] == group)
            for group in ("Body", "Mind")
        },
        texts=("combat.attributes", "covers"),
        starts=True,
        why="3 is average",
    ),
    Step(
        "Scores that follow",
        tuple(f"bought_{name}" for name in SCORES),
        texts=("combat.derived-attributes", "formula"),
        shows={f"bought_{name}": name for name in SCORES},
        starts=True,
        why="They come from your attributes. Points raise them further.",
    ),
    Step("Skills", ("skills", "skill_points"), why="What you are good at. Your book has their prices."),
    Step("Advantages", "traits", why="What sets you apart"),
    Step("Allegiances", "allegiances", why="Who and what you are loyal to, the most important first"),
    Step("Weapons", "weapons", starts=True, why="What you attack with"),
)
"""The steps of making a character."""

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
            Row("combat.act", "This turn's action", "Use up"),
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
    spent="points_spent",
    making=MAKING,
)

ENEMY = Layout(
    Vitals(LIFE, "stunned_turns", "acted"),
    Tab(
        "Fight",
        Cards("attacks", blow, button="Attack", facts=("damage", "harm")),
        Rows("Attack", Row(blow, "Attack", "Attack"), Row(attack, "To hit only"), blunt),
        Rows("Turn", initiative, Row("combat.act", "This turn's action", "Use up"), "combat.end-turn"),
        Rows("Harm", *HARM, stun, life, takedown),
    ),
)
