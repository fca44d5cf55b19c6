"""X-M.A.S.: the layout of an operator's sheet."""

from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.xmas.combat import attack
from rules_py.systems.xmas.harm import first_aid
from rules_py.systems.xmas.playing import test

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
)
