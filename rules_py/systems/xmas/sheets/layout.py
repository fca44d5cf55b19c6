"""X-M.A.S.: the layouts of the sheets."""

from typing import Any

from rules_py.play.layout import CardChange, Cards, Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.play.steps import Step
from rules_py.systems.xmas.combat import attack, crowd
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import test
from rules_py.tables import table


def carries_heavy_weapon(sheet: Any) -> bool:
    """Return True if an operator has a heavy weapon, which can be deployed."""
    return bool(sheet.carries_heavy_weapon)


OPERATOR = Layout(
    Vitals(Gauge("wounds", "wound_boxes", more="xmas.take-damage", harm=True), "spirit", "downed", "ghost"),
    Tiles("Stats", test, by="stat"),
    Tab(
        "Fight",
        Cards(
            "weapons",
            attack,
            crowd,
            facts=("damage", "mode", "ap"),
            changes=(CardChange("xmas.deploy-heavy", "heavy", "Deploy for this scene"),),
            states={"heavy": "heavy_weapon"},
        ),
        Rows(
            "Harm and help",
            first_aid,
            Row("xmas.tend", "First aid worked on you", "Take"),
            "xmas.take-damage",
            Row("xmas.take-blast", "In an ally's Blast", "Take"),
        ),
        Rows("The scene", "xmas.end-scene"),
    ),
    Tab(
        "Spirit",
        Rows("Earn", "xmas.gain-spirit", Row("xmas.receive-spirit", "From Command", "Gain")),
        Rows(
            "Spend",
            "xmas.spend-spirit",
            Row("xmas.protect", "Protect an ally", "Protect"),
            Row("xmas.heal", "An ally heals you", "Heal"),
        ),
    ),
    Tab("Gear", Texts("certifications", "items")),
    Texts("guy_type", "notes"),
    needs={"xmas.deploy-heavy": carries_heavy_weapon},
    helps={"tags": ("certifications", "items.tags"), "negative_tag": ("items.tags",)},
    making=(
        Step("Name and Guy Type", ("name", "guy_type"), why="Playing your type to the hilt earns Spirit"),
        Step("Stats", table("xmas.stats").keys, texts=("xmas.stats", "use"), why="From your copy of the game"),
        Step("Certifications", "certifications", why="Your training helps where it fits"),
        Step(
            "Items and tags",
            "items",
            words={"items.tags": ("Slow", "Heavy")},
            why="A tag helps when it fits, and earns Spirit when it gets in the way",
        ),
        Step("Weapons", "weapons", why="Their damage, and how they fire"),
    ),
)

ENEMY = Layout(
    Vitals(Gauge("pain", "pain_threshold", more="xmas.fill-threshold", harm=True)),
    Tab(
        "Fight",
        Texts("left", "armor"),
        Cards("attacks", hurt, button="Hit", facts=("damage",)),
        Rows("It hits", Row(hurt, "It hits an operator")),
        Rows("It is hit", "xmas.fill-threshold"),
    ),
)
