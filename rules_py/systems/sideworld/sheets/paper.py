"""Sideworld: the printed page of a character."""

from rules_py.play.paper import Bands, Box, Column, Entries, Facts, Halves, Lines, Marks, Pair, Paper, Ticks

BLANK_NE = 30
"""The boxes for NE on a blank page."""

CHARACTER_PAPER = Paper(
    Column(
        Box(
            "Attributes",
            Halves("attack", "dodge", "initiative", "reactions", title="In a fight", now="_now"),
            Halves("strength", "endurance", "run_speed", "constitution", "muscle", title="Body", now="_now"),
            Halves("alertness", "intellect", "willpower", "wisdom", title="Mind", now="_now"),
            Halves("beauty", "charm", title="Manner", now="_now"),
            hint="save: 1D20 below it",
        ),
        Box(
            "Stamina",
            Marks("stamina_lost", "stamina", below={2: "all attributes are halved", 4: "you can't act"}),
            hint="mark what you lose",
        ),
        Box("NE", Marks("ne", "ne_full", lost=True, new=BLANK_NE), hint="mark what you spend"),
        Box("Poison Level", Facts("poison"), Bands("sideworld.poison-levels")),
        Box("Turn", Facts("Initiative", "Recoil"), Lines()),
    ),
    Column(
        Box(
            "Weapons",
            Entries("weapons", "To, m", "bonus", "damage", "rounds", "rate", "clip", "loaded", rows=4),
            hint="1D20 + Attack + bonus, above 1D20 + Dodge",
        ),
        Pair(
            Box("Armor, outside in", Entries("layers", "DC left", rows=3)),
            Box("To parry with", Entries("parries", rows=3)),
        ),
        Pair(
            Box("Body parts", Ticks("parts_hit", times=2, column="attributes"), hint="hit: halved, twice: 0"),
            Box("Situations", Bands("sideworld.situations", "bonus", "name"), hint="on your attack"),
        ),
        Pair(
            Box("Effects", Entries("effects", rows=2)),
            Box("NE stores", Entries("stores", rows=2)),
        ),
        Box(
            "Gear",
            Facts("hands"),
            Entries("gear", "number", "{ }", rows=4),
            hint="the number in { }: in your hands, it slows you",
        ),
        Box("Notes", Lines("notes")),
    ),
    head=("age", "actions", "Player"),
)
