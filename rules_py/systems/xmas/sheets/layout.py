"""X-M.A.S.: the layouts of the sheets."""

from typing import Any

from rules_py.play.layout import Cards, Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.systems.xmas.combat import attack, crowd
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import test


def carries_heavy_weapon(sheet: Any) -> bool:
    """Return True if an operator has a heavy weapon, which can be deployed."""
    return bool(sheet.carries_heavy_weapon)


OPERATOR = Layout(
    Vitals(Gauge("wounds", "wound_boxes", more="xmas.take-damage", harm=True), "spirit", "downed", "ghost"),
    Tiles("Stats", test, by="stat"),
    Tab(
        "Fight",
        Cards("weapons", attack, crowd, facts=("damage", "mode", "ap", "heavy")),
        Rows("Heavy weapon", Row("xmas.deploy-heavy", "Deploy it for this scene", "Deploy")),
        Rows(
            "Others",
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
    Tab("Gear", Texts("certifications", "items"), Texts("heavy_weapon")),
    Texts("guy_type", "notes"),
    needs={"xmas.deploy-heavy": carries_heavy_weapon},
    helps={"tags": ("certifications", "items.tags"), "negative_tag": ("items.tags",)},
)

ENEMY = Layout(
    Vitals(Gauge("pain", "pain_threshold", more="xmas.fill-threshold", harm=True)),
    Tab(
        "Fight",
        Texts("left", "armor"),
        Rows("It hits", Row(hurt, "It hits an operator")),
        Rows("It is hit", "xmas.fill-threshold"),
    ),
)
