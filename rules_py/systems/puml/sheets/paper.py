"""PUML: the printed pages of characters and enemies."""

from rules_py.play.paper import Bands, Box, Column, Lines, Marks, Pair, Paper, Scores, Ticks
from rules_py.tables import table

MOST_DICE = max(row.number("dice") for row in table("puml.threat-levels").rows)
GOAL_SPACES, GOAL_ROOM, GOALS = 6, 2, 3
"""The spaces of a goal and the room for more, which the referee sets, and the number of goals."""
GEAR, DURABILITY = 5, 4
"""The lines for gear, and the boxes of each, as the rules for it aren't in the chapter."""

OTHERS = 8
"""The lines for further enemies on the page of one."""

CHARACTER_PAPER = Paper(
    Column(
        Box("Attributes", Scores("attributes", rows=6), hint="your table names them"),
        Box("Hits", Marks("hits", "hits_most", room=2), Ticks("half_hit", "hampered", "free_attack")),
        Box("Dice of this phase", Marks("Offense", MOST_DICE), Marks("Defence", MOST_DICE)),
        Box(
            "Gear and durability",
            *(Marks("", DURABILITY) for _ in range(GEAR)),
            Marks("durability_lost", 8),
        ),
        Box("Threat of a side", Bands("puml.threat-levels", "dice", "level"), hint="dice when a phase begins"),
        Box("Allies", Lines()),
    ),
    Column(
        Box("What a roll does", Bands("puml.outcomes", rolls="puml.bands"), hint="2D6 + attribute"),
        Pair(
            Box("Complications", Bands("puml.complications", to_tick=True)),
            Box("Something amazing", Bands("puml.ultra-successes", to_tick=True)),
        ),
        Box("Spending dice", Bands("puml.spending")),
        Box(
            "Goals in a fight",
            *(Marks("", GOAL_SPACES, room=GOAL_ROOM) for _ in range(GOALS)),
            hint="mark 1 for each success",
        ),
        Box("Notes", Lines("notes")),
    ),
    head=("Concept", "Player"),
)

ENEMY_PAPER = Paper(
    Column(
        Box("Hits", Marks("hits", "hits_most", room=3), Ticks("half_hit")),
        Box("Gear destroyed", Marks("gear_destroyed", 6)),
        Box("Threat of a side", Bands("puml.threat-levels", "dice", "level"), hint="dice when a phase begins"),
        Box("Notes", Lines()),
    ),
    Column(Box("Others beside it", *(Marks("", 2, room=3) for _ in range(OTHERS))), Box("The fight", Lines())),
    head=("Fight", "Referee"),
)
