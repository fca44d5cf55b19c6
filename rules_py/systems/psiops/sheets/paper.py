"""PSIOPS: the printed pages of operatives and enemies."""

from rules_py.play.paper import (
    Bands,
    Box,
    Column,
    Entries,
    Facts,
    Lines,
    Marks,
    Pair,
    Paper,
    Scores,
    Slots,
    Texts,
    Ticks,
)
from rules_py.systems.psiops.sheets.creation import ATTRIBUTES
from rules_py.systems.psiops.sheets.inventory import SLOTS

OTHERS = 8
"""The lines for further enemies on the page of one."""

OPERATIVE_PAPER = Paper(
    Column(
        Box(
            "Attributes",
            Scores(*ATTRIBUTES, about=("psiops.attributes", "use")),
            Bands("psiops.bands", "name", "meaning", "momentum"),
            hint="2D6 + attribute",
        ),
        Box(
            "In play",
            Marks("hp", "max_hp", lost=True, room=4, hint="mark losses"),
            Marks("injuries", 4, hint="-1 max HP"),
            Marks("stress", limit=True, hint="full: roll"),
            Marks("momentum", 10, start=True),
            Marks("supplies", 4, start=True),
            Marks("fatigue", 4, hint="1 slot each"),
        ),
        Box("Armor", Facts("armor", "armor_now", "cover"), Bands("psiops.cover", "armor", "name", across=True)),
        Box("Now", Ticks("prone", "deprived", "next_advantage", "advanced", "condition", "panic", "transcendence")),
        Box("Notes", Lines("notes")),
    ),
    Column(
        Box(
            "Weapons",
            Entries(
                "weapons",
                "damage",
                looks_up=("kind", ("close", "nearby", "far", "remote")),
                marks=("ammo", "full"),
                rows=5,
            ),
            hint="miss or partial: mark 1 ammo",
        ),
        Box("Talents", Texts("talents", "effect", spent="spent", rows=2), hint="2D6 + WILLPOWER, 7 or more"),
        Pair(
            Box("Skills", Texts("skills", "covers", rows=2), hint="re-roll one die"),
            Box("Languages", Texts("languages", rows=3)),
        ),
        Box("Drive", Texts("drive", "backstory", "advance"), Marks("advances", 8)),
        Box(
            "Slots",
            Slots(SLOTS, "weapons", "items", by="place", size="slots"),
            hint="the backpack costs an action",
        ),
        Box("Mission", Lines()),
    ),
    head=("drive", "Player"),
)

ENEMY_PAPER = Paper(
    Column(
        Box("HP", Marks("hp", "max_hp", lost=True, room=6)),
        Box("Numbers", Scores("morale", "armor", "damage", "cover")),
        Box("Now", Ticks("prone", "routed", "never_checks", "leads", "lone", "blast", "braves_fire")),
        Box("Cover", Bands("psiops.cover", "armor", "name", across=True)),
        Box("Notes", Lines()),
    ),
    Column(
        Box("Others like it", *(Marks("", 6, room=4) for _ in range(OTHERS))),
        Box("Your damage", Bands("psiops.attack-results")),
        Box("Powers and effects", Entries("lasting", "kind", "rounds", rows=3)),
        Box("The fight", Lines()),
    ),
    head=("group", "GM"),
)
