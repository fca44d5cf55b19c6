"""X-M.A.S.: the printed pages of operators and enemies."""

from rules_py.play.paper import Bands, Box, Column, Entries, Facts, Lines, Marks, Paper, Scores, Texts, Ticks
from rules_py.systems.xmas.playing import MOST_ADDED
from rules_py.tables import table

OTHERS = 8
"""The lines for further enemies on the page of one."""

OPERATOR_PAPER = Paper(
    Column(
        Box("Stats", Scores(*table("xmas.stats").keys, about=("xmas.stats", "use"))),
        Box("The test", Bands("xmas.bands"), hint=f"+{MOST_ADDED} is the most you can add"),
        Box("Wounds", Marks("wounds", "wound_boxes"), Ticks("lethal", "downed", "ghost")),
        Box(
            "Christmas Spirit",
            Marks("spirit", 10, start=True),
            Bands("xmas.spirit-gains", "name", "gain", title="Earn"),
            Bands("xmas.spirit-spends", "name", "when", "cost", title="Spend"),
        ),
        Box("One-liners used", Lines()),
    ),
    Column(
        Box("Guy Type", Texts("guy_type"), hint="play it to the hilt"),
        Box("Certifications", Texts("certifications", rows=4), hint="each +1 if it fits"),
        Box("Items and their tags", Entries("items", rows=6), hint="a tag helps +1, or is turned against you -1"),
        Box("Weapons", Entries("weapons", rows=5), Ticks("heavy_weapon"), Bands("xmas.weapon-tags")),
        Box("Enemies Command throws at you", Bands("xmas.enemies")),
        Box("Notes", Lines("notes")),
    ),
    head=("Squad", "Player"),
)

ENEMY_PAPER = Paper(
    Column(
        Box("This enemy", Facts("kind", "damage"), Scores("pain_threshold", "armor")),
        Box("Pain", Marks("pain", "pain_threshold", room=4)),
        Box("Enemies", Bands("xmas.enemies")),
        Box("Notes", Lines()),
    ),
    Column(Box("Others like it", *(Marks("", 6, room=4) for _ in range(OTHERS))), Box("The scene", Lines())),
    head=("Scene", "Command"),
)
