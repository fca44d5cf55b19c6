"""COMBAT!: the printed pages of characters and enemies."""

from typing import Any

from rules_py.play.paper import (
    Bands,
    Box,
    Column,
    Entries,
    Facts,
    Hint,
    Lines,
    Marks,
    Pair,
    Paper,
    Scores,
    Sums,
    Ticks,
)
from rules_py.systems.combat.characters import EXPERIENCE_COST, lift
from rules_py.systems.combat.derived import move
from rules_py.tables import table

BODY, MIND = (
    tuple(row.key for row in table("combat.attributes").rows if row["group"] == group) for group in ("Body", "Mind")
)
SCORES = table("combat.derived-attributes").keys
MOST_LIFE = table("combat.derived-attributes").row("life").number("realistic")
"""The boxes for LIF on a blank page."""


def add_attribute(character: Any, skill: Any) -> int:
    """Return what a skill roll adds to its dice."""
    return int(character.compute_with_traits(skill.attribute) + skill.total)


def find_pace(character: Any, pace: str) -> int:
    """Return how far a character comes in a turn, in meters."""
    return int(move.resolve((), {"move": character.move, "health": character.health_in_effect}).outcome[pace])


def count_run(character: Any) -> int:
    """Return how far a character runs in a turn."""
    return find_pace(character, "run")


def count_sprint(character: Any) -> int:
    """Return how far a character sprints in a turn."""
    return find_pace(character, "sprint")


def count_carried(character: Any) -> Any:
    """Return the weight that a character carries, "" as long as the sheet doesn't say what they can lift."""
    return lift.resolve((), {"lift": character.dead_lift}).outcome["carry"] if character.dead_lift else ""


def count_dragged(character: Any) -> Any:
    """Return the weight that a character drags, "" as long as the sheet doesn't say what they can lift."""
    return lift.resolve((), {"lift": character.dead_lift}).outcome["drag"] if character.dead_lift else ""


OTHERS = 8
"""The lines for further enemies on the page of one."""

CHARACTER_PAPER = Paper(
    Column(
        Box(
            "Attributes",
            Scores(*BODY, title="Body", counted="_in_effect", twice=True),
            Scores(*MIND, title="Mind", counted="_in_effect", twice=True),
            hint="3D6 + twice the attribute",
        ),
        Box(
            "Scores",
            Sums(*SCORES, about=("combat.derived-attributes", "formula"), bought="bought_"),
            Facts(totals={"Run, meters": count_run, "Sprint, meters": count_sprint}),
            Marks("sprinted", "health_in_effect", room=2),
        ),
        Box(
            "LIF",
            Marks("stunning", "life", worse="deadly", new=MOST_LIFE),
            Hint("Stunning /, deadly X. All marked: unconscious. All deadly: dying."),
            Hint("A blow above half of LIF stuns: you lose your next action."),
            Ticks("stunned", "acted", "Unconscious", "Dying"),
        ),
        Box("Target Numbers", Bands("combat.difficulties", "target", "name", across=True)),
        Box(
            "Experience",
            Facts("experience", "skill_points", "points_left"),
            Hint(f"An attribute costs {EXPERIENCE_COST} x its new level."),
            Lines(),
        ),
    ),
    Column(
        Box(
            "Weapons",
            Entries("weapons", "Attribute + skill", "3D6 +", "damage", "harm", "blunt", rows=5),
            hint="meet the target's DEF",
        ),
        Box(
            "Skills",
            Entries(
                "skills",
                "level",
                looks_up=("attribute", ("short",)),
                totals={"3D6 +": add_attribute},
                rows=18,
                beside=True,
            ),
            hint="3D6 + attribute + skill",
        ),
        Pair(
            Box("Advantages", Entries("traits", rows=4)),
            Box("Disadvantages", Entries("Disadvantage", rows=4)),
        ),
        Pair(
            Box("Allegiances", Entries("allegiances", "to", rows=3), hint="the most important first"),
            Box(
                "Gear",
                Facts("dead_lift", totals={"Carry": count_carried, "Drag": count_dragged}),
                Entries("Item", rows=4),
            ),
        ),
        Box("Notes", Lines("notes")),
    ),
    head=("campaign", "Unit", "Player"),
)

ENEMY_PAPER = Paper(
    Column(
        Box("Attack", Scores("attribute", "skill"), Facts("damage", "harm", "blunt")),
        Box(
            "Against attacks",
            Scores("reflexes", "intellect", "toughness", "life"),
            Facts("def_bonus", "initiative_bonus"),
        ),
        Box("LIF", Marks("stunning", "life", worse="deadly"), Ticks("stunned", "acted", "Unconscious", "Dying")),
        Box("Target Numbers", Bands("combat.difficulties", "target", "name", across=True)),
        Box("Notes", Lines()),
    ),
    Column(Box("Others like it", *(Marks("", 15) for _ in range(OTHERS))), Box("The fight", Lines())),
    head=("Unit", "GM"),
)
