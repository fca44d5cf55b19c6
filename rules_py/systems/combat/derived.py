"""COMBAT!, Characters: the derived attributes, and the rolls for two of them, Initiative and Move."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import RowOf, Whole
from rules_py.tables import table
from rules_py.text.numbers import format_decimal, simplify_fraction
from rules_py.text.wording import format_term, pluralize

BASE_DEFENSE = 10
"""DEF without REF."""


def halve(number: int) -> int:
    """Return half of a number, rounded up."""
    return (number + 1) // 2


def compute_base_scores(strength: int, reflexes: int, health: int, intellect: int, will: int) -> dict[str, int]:
    """Compute the derived attributes, by the keys of their table."""
    return {
        "defense": reflexes + BASE_DEFENSE,
        "initiative": halve(reflexes + intellect),
        "toughness": halve(strength + will),
        "life": 3 * health + 2 * will,
        "move": reflexes + halve(strength + health),
    }


def attribute_score(name: str, help: str = "") -> Whole:
    """Return the parameter kind of an attribute score."""
    return Whole(0, 15, help or f"your {name}", label=name)


def bought_points(name: str) -> Whole:
    """Return the parameter kind of points bought for a derived attribute."""
    return Whole(0, 75, f"points of {name} bought on top, with Character Points", label=f"{name} bought")


Campaign = Annotated[
    str, RowOf("combat.campaign-levels", "sets your points and the recommended maximum scores", label="Campaign")
]


@mechanic(
    "combat.derived",
    title="Derived attributes",
    page="combat/derived/#derived-attributes",
    headline="defense",
    labels={row.key: row["short"] for row in table("combat.derived-attributes").rows}
    | {"cost": "Character Points", "over": "Above the maximum"},
    groups={
        "Bought with Character Points": (
            "bought_defense",
            "bought_initiative",
            "bought_toughness",
            "bought_life",
            "bought_move",
        )
    },
)
def derived(
    dice: Dice,
    strength: Annotated[int, attribute_score("STR")] = 3,
    reflexes: Annotated[int, attribute_score("REF")] = 3,
    health: Annotated[int, attribute_score("HLT")] = 3,
    presence: Annotated[int, attribute_score("PRE", "your PRE; no derived attribute uses it")] = 3,
    intellect: Annotated[int, attribute_score("INT")] = 3,
    will: Annotated[int, attribute_score("WIL")] = 3,
    campaign: Campaign = "realistic",
    bought_defense: Annotated[int, bought_points("DEF")] = 0,
    bought_initiative: Annotated[int, bought_points("INI")] = 0,
    bought_toughness: Annotated[int, bought_points("TGH")] = 0,
    bought_life: Annotated[int, bought_points("LIF")] = 0,
    bought_move: Annotated[int, bought_points("MOV")] = 0,
) -> Outcome:
    """Compute each derived attribute from its formula and bought points, and list those above the campaign's maximum.

    Reading: every half in these rules rounds up. In MOV only the half of STR + HLT is rounded.
    """
    more = {
        "defense": bought_defense,
        "initiative": bought_initiative,
        "toughness": bought_toughness,
        "life": bought_life,
        "move": bought_move,
    }
    scores: dict[str, int] = {}
    cost, over = 0, []
    for name, base in compute_base_scores(strength, reflexes, health, intellect, will).items():
        row = table("combat.derived-attributes").row(name)
        scores[name] = base + more[name]
        cost += more[name] * row.number("cost")
        plus = f" + {more[name]} bought = {scores[name]}" if more[name] else ""
        dice.say(f"{row['short']} = {row['formula']} = {base}{plus}.")
        if scores[name] > row.number(campaign):
            over.append(name)
            dice.add_consequence(f"{row['short']} {scores[name]} passes the {campaign} maximum of {row[campaign]}.")
    rows = table("combat.derived-attributes")
    dice.verdict(", ".join(f"{rows.row(name)['short']} {score}" for name, score in scores.items()))
    if cost:
        dice.say(f"The points bought on top cost {cost} Character Points.")
    return {**scores, "cost": cost, "over": over}


@mechanic(
    "combat.initiative",
    title="Initiative",
    page="combat/derived/#initiative",
    headline="total",
    labels={"initiative": "INI", "tie_break": "INT, for ties"},
)
def initiative(
    dice: Dice,
    reflexes: Annotated[int, attribute_score("REF")] = 3,
    intellect: Annotated[int, attribute_score("INT")] = 3,
    bonus: Annotated[int, Whole(-30, 30, "points of INI bought, or other bonuses", label="INI bonus")] = 0,
) -> Outcome:
    """Roll INI + 1D6 at the start of a turn; the highest total acts first, in a tie the higher INT.

    With the same INT, you act at the same time. Each of you has an action: an attack, a skill roll, a move or a sprint.
    """
    score = halve(reflexes + intellect) + bonus
    rolled = dice.die(6)
    total = dice.add_up((rolled,), ("INI", score))
    dice.say(f"{rolled} {format_term(score)} (INI) = {total}.")
    dice.verdict(f"Initiative {total}")
    return {"initiative": score, "total": total, "tie_break": intellect}


def compute_speed(meters: int, unit: str) -> int | Fraction:
    """Convert meters per turn to an exact speed in `kph` or `mph`.

    Beyond its last row the movement table continues in the same way: its first row, times the meters.
    """
    rows = table("combat.movement")
    if str(meters) in rows.keys:
        return simplify_fraction(Fraction(rows.row(str(meters))[unit]))
    return simplify_fraction(meters * Fraction(rows.row("1")[unit]))


@mechanic(
    "combat.move",
    title="Move, run, sprint",
    page="combat/moving/#move",
    headline="walk",
    labels={
        "walk": "Move, meters a turn",
        "run": "Run, meters a turn",
        "sprint": "Sprint, meters a turn",
        "walk_kph": "Move, kph",
        "walk_mph": "Move, mph",
        "run_kph": "Run, kph",
        "run_mph": "Run, mph",
        "sprint_kph": "Sprint, kph",
        "sprint_mph": "Sprint, mph",
        "sprint_turns": "Turns you can sprint",
        "rest": "Minutes of rest then",
    },
)
def move(
    dice: Dice,
    move: Annotated[int, Whole(0, 60, "your MOV", label="MOV", unit="m")] = 6,
    health: Annotated[int, Whole(0, 15, "your HLT: the turns you can sprint", label="HLT")] = 3,
) -> Outcome:
    """Compute paces in meters per turn: MOV, twice that running, three times that sprinting for up to HLT turns.

    After a sprint you rest one minute for each turn of it.

    Reading: above the last row of the movement table, speeds go on in the same steps.

    Reading: a move, a run or a sprint takes the action of its turn, because the text calls a Move an action and counts
    the turns that you spend sprinting.
    """
    paces = {"walk": move, "run": 2 * move, "sprint": 3 * move}
    speeds = {
        f"{name}_{unit}": compute_speed(meters, unit) for name, meters in paces.items() for unit in ("kph", "mph")
    }
    for name, meters in paces.items():
        dice.say(
            f"{name.capitalize()} {meters} m a turn: {format_decimal(speeds[f'{name}_kph'])} kph, "
            f"{format_decimal(speeds[f'{name}_mph'])} mph."
        )
    dice.verdict(f"Move {move} m, run {2 * move} m or sprint {3 * move} m a turn")
    dice.add_consequence(f"Sprint for up to {pluralize(health, 'turn')}, then rest for {pluralize(health, 'minute')}.")
    return paces | speeds | {"sprint_turns": health, "rest": health}
