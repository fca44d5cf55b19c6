"""Sideworld, Harm: body parts damaged by severe wounds, and prosthetics."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import ListOf, RowOf, Whole
from rules_py.tables import Row, table

BRAIN_DEATH, TRUNK = "brain-death", "trunk"
RESULTS = {"dead": "Dead", "zero": "Down to zero", "halved": "Halved"}
SAFE_YEARS = 5
PERCENT_OF_FAILURE = 10


class BodyPart(RowOf):
    """The parameter kind of a body part that a character can survive without."""

    def accept(self, value: Any) -> str:
        if (key := super().accept(value)) not in self.choices:
            raise ValueError
        return key

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(key for key in table(self.table_id).keys if key != BRAIN_DEATH)


Parts = tuple[str, ...]


def roll_failure(dice: Dice) -> bool:
    """Roll for the failure of a prosthetic, a chance of one in ten."""
    rolled = dice.die(10, label="fails on a 1")
    dice.say(f"{rolled} on 1D10: the prosthetic {'fails' if rolled == 1 else 'holds'}.")
    return rolled == 1


def assess_damage(row: Row, hit_before: bool, failed: bool) -> tuple[str, str]:
    """Return the effect of a severe wound on a part: a key of the results, and a sentence."""
    if row.key == BRAIN_DEATH:
        return "dead", "Braindead on the spot."
    if not failed and not hit_before:
        return "halved", f"{row['attributes']} halved."
    if row.key == TRUNK:
        return "dead", f"{row['attributes']} down to zero: dead."
    return "zero", f"{row['attributes']} down to zero, until a prosthetic takes the part's place."


@mechanic(
    "sideworld.wound",
    title="Which body part?",
    page="sideworld/harm/#body-parts",
    headline="result",
    graded_by=(),
    words={"result": RESULTS},
    labels={"failed": "Prosthetic fails"},
)
def wound(
    dice: Dice,
    hit_before: Annotated[
        Parts,
        ListOf(
            BodyPart("sideworld.body-parts", "a part hit before"),
            "parts that were hit before",
            20,
            label="Hit before",
        ),
    ] = (),
    prosthetics: Annotated[
        Parts,
        ListOf(
            BodyPart("sideworld.body-parts", "a prosthetic"),
            "parts that are prosthetics",
            20,
            label="Prosthetics",
        ),
    ] = (),
) -> Outcome:
    """Roll 1D100 for the part: its attributes are halved, or zero if it was hit before.

    A prosthetic fails on a 1 of 1D10, which brings its attributes to zero. A trunk at zero is death.

    Reading: the brain has several rows. The text doesn't say whether two different ones count as the same part hit
    twice; the roller says no, your GM may say yes. Nor does the text say how Muscle, which only this table names,
    relates to Strength.
    """
    row = dice.row(table("sideworld.body-parts"))
    dice.say(f"{row.roll} is the {row['part'].lower()}.")
    failed = row.key in prosthetics and roll_failure(dice)
    if row.key in prosthetics:
        dice.add_consequence(f"The prosthetic {'fails' if failed else 'holds'}.")
    result, said = assess_damage(row, row.key in hit_before, failed)
    dice.verdict(f"{row['part']}: {said.removesuffix('.')}")
    return {"part": row["part"], "attributes": row["attributes"], "result": result, "failed": failed}


@mechanic(
    "sideworld.prosthetic",
    title="Prosthetic",
    page="sideworld/harm/#prosthetics",
    headline="fails",
    words={"fails": {"true": "Fails", "false": "Holds"}},
    chance=("holds", {"fails": False}),
    labels={"percent": "Percent a year"},
)
def prosthetic(
    dice: Dice,
    years: Annotated[
        int, Whole(0, 150, "years since it was fitted or overhauled", label="Years since the overhaul")
    ] = 6,
) -> Outcome:
    """Roll for a prosthetic: five years are safe; in each later year it fails with 10%, on a 1 of 1D10."""
    if years <= SAFE_YEARS:
        dice.verdict("The prosthetic holds")
        dice.add_consequence(f"The first {SAFE_YEARS} years are safe.")
        return {"percent": 0, "fails": False}
    failed = roll_failure(dice)
    dice.verdict("The prosthetic fails this year" if failed else "The prosthetic holds for another year")
    if failed:
        dice.add_consequence("The GM chooses when. If it is a trunk, you die.")
    return {"percent": PERCENT_OF_FAILURE, "fails": failed}
