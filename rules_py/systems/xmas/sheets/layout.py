"""X-M.A.S.: the layouts of the sheets."""

from typing import Any

from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.xmas.combat import attack
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import test


def carries_heavy_weapon(sheet: Any) -> bool:
    """Return True if an operator has a heavy weapon, which can be deployed."""
    return bool(sheet.carries_heavy_weapon)


OPERATOR = Layout(
    Tab(
        "Play",
        Gauges(Gauge("wounds", "wound_boxes", more="xmas.take-damage"), "spirit", "downed", "ghost"),
        Facts("state", "heavy_weapon", "guy_type"),
        Tiles("Test", test, by="stat"),
        Cards("weapons", attack),
        Tiles("Help an ally", first_aid),
        Cards("items"),
        Cards("certifications"),
        Happenings("Get hurt", "xmas.take-damage", "xmas.take-blast", "xmas.protect"),
        Happenings("Recover", "xmas.tend", "xmas.heal"),
        Happenings("Christmas Spirit", "xmas.gain-spirit", "xmas.receive-spirit", "xmas.spend-spirit"),
        Happenings("Scene", "xmas.deploy-heavy", "xmas.end-scene"),
    ),
    needs={"xmas.deploy-heavy": carries_heavy_weapon},
)

ENEMY = Layout(
    Tab(
        "Play",
        Gauges(Gauge("pain", "pain_threshold", more="xmas.fill-threshold")),
        Facts("left", "armor"),
        Tiles("Rolls", hurt),
    ),
)
