"""Sideworld, Harm: poison, its effects, and its decline."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Number, Whole
from rules_py.systems.sideworld.scores import score
from rules_py.tables import Row, table
from rules_py.text.numbers import format_decimal, simplify_fraction
from rules_py.text.wording import decapitalize, pluralize

POISON_PER_UNIT = 3
ENDURANCE_PER_POINT = 3
"""The divisor of Endurance: a third of it drains away each hour."""

Level = Annotated[int, Whole(0, 1000, "Poison Level before any alcohol", label="Poison Level")]
Endurance = Annotated[int, score("Endurance; a third of it drains away each hour", "Endurance")]
Alcohol = Annotated[int, Whole(0, 300, "units of alcohol on top", label="Alcohol", unit="units")]


def add_alcohol(dice: Dice, level: int, alcohol: int) -> int:
    """Return a Poison Level after `alcohol` units of alcohol."""
    total = level + POISON_PER_UNIT * alcohol
    if alcohol:
        dice.say(f"{level} + {POISON_PER_UNIT} × {pluralize(alcohol, 'unit')} = {total}.")
    return total


def find_row(level: int) -> Row:
    """Return the table row of a Poison Level."""
    return table("sideworld.poison-levels").row_for_roll(level)


def find_penalty(level: int) -> int:
    """Return the penalty of a Poison Level on all attributes."""
    row = find_row(level)
    if row.key == "overdose":
        return int(row.bounds[0]) - 1 - level
    return 0 if row["attributes"] == "–" else row.number("attributes")


def list_milder_rows(row: Row) -> list[Row]:
    """Return the rows that follow while poison drains away, in that order."""
    rows = table("sideworld.poison-levels").rows
    return list(reversed(rows[: rows.index(row)]))


def compute_hours(points: int | Fraction, endurance: int) -> int | Fraction | None:
    """Compute the exact hours until these points drain away, or None if they never do."""
    return simplify_fraction(points / Fraction(endurance, ENDURANCE_PER_POINT)) if endurance > 0 else None


def format_hours(hours: int | Fraction) -> str:
    """Format a number of hours for readers."""
    number = format_decimal(hours)
    return f"{number} hour" if number == "1" else f"{number} hours"


@mechanic(
    "sideworld.poison",
    title="Poison",
    page="sideworld/harm/#poison",
    headline="level",
    labels={"level": "Poison Level", "hours": "Hours to clear"},
)
def poison(dice: Dice, level: Level = 0, endurance: Endurance = 10, alcohol: Alcohol = 0) -> Outcome:
    """Look up a Poison Level's effect, and the hours it takes to clear at Endurance ÷ 3 an hour.

    A unit of alcohol is 3 points of poison.

    Reading: nothing is rounded: the hours come out exact. With Endurance 0, poison never clears.

    Reading: taken at its word, the table makes you lightheaded at 0 too, where everyone starts. The roller keeps to the
    table; you may well begin at the first point.
    """
    total = add_alcohol(dice, level, alcohol)
    row, penalty = find_row(total), find_penalty(total)
    hours = compute_hours(total, endurance) if total else 0
    dice.verdict(f"Poison Level {total}: {decapitalize(row['effect']).removesuffix('.')}")
    if penalty:
        dice.add_consequence(f"{penalty} to all attributes{', for good' if row.key == 'overdose' else ''}.")
    if total:
        dice.add_consequence("It never clears." if hours is None else f"It clears in {format_hours(hours)}.")
    return {"level": total, "effect": row["effect"], "penalty": penalty, "hours": "never" if hours is None else hours}


@mechanic(
    "sideworld.poison-later",
    title="Poison, hours later",
    page="sideworld/harm/#poison-later",
    headline="level",
    labels={"level": "Poison Level", "lasting": "For good"},
)
def poison_later(
    dice: Dice,
    level: Level = 25,
    endurance: Endurance = 10,
    alcohol: Alcohol = 0,
    hours: Annotated[
        int | Fraction, Number(0, 1000, "how long it has been draining away", label="After", unit="h")
    ] = 1,
) -> Outcome:
    """Compute the Poison Level after a number of hours, its effect then, and the time until each milder effect begins.

    `penalty` is the penalty on all attributes then; `lasting` is the part of it that an overdose took for good.

    Reading: poison drains evenly, and only full points count: at 30.5 you are still at 30. What an overdose takes off
    your attributes is gone for good and goes by the highest level you reached. You don't come back from 41.
    """
    peak = add_alcohol(dice, level, alcohol)
    at_first = find_row(peak)
    drained = simplify_fraction(Fraction(max(endurance, 0), ENDURANCE_PER_POINT) * hours)
    left = simplify_fraction(max(Fraction(0), Fraction(peak) - drained))
    points = int(left)
    dice.say(
        f"{peak} - {format_decimal(drained)} in {format_hours(hours)} leaves {format_decimal(left)}"
        f"{f', so {pluralize(points, "full point")}' if left != points else ''}."
    )
    if at_first.key == "dead":
        dice.verdict(f"Poison Level {points}: {decapitalize(at_first['effect']).removesuffix('.')}")
        return {"level": points, "effect": at_first["effect"], "penalty": 0, "lasting": 0}
    row = find_row(points)
    lasting = find_penalty(peak) if at_first.key == "overdose" else 0
    penalty = lasting + (0 if row.key == "overdose" else find_penalty(points))
    dice.verdict(f"Poison Level {points}: {decapitalize(row['effect']).removesuffix('.')}")
    if penalty:
        dice.add_consequence(f"{penalty} to all attributes{f', {lasting} of it for good' if lasting else ''}.")
    for milder in list_milder_rows(row):
        begins = compute_hours(peak - int(milder.bounds[1]) - 1, endurance)
        if begins is not None:
            dice.add_consequence(f"After {format_hours(begins)}: {milder['effect']}")
    if left:
        clear = compute_hours(peak, endurance)
        dice.add_consequence("It never clears." if clear is None else f"All clear after {format_hours(clear)}.")
    return {"level": points, "effect": row["effect"], "penalty": penalty, "lasting": lasting}
