"""Sideworld changes of the body: damaged parts, prosthetics, and ageing."""

from collections.abc import Iterator
from typing import Annotated, Any

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import EntryOf, Flag, RowOf, Whole
from rules_py.play import Log, Trigger, change
from rules_py.play.bindings import find_entry
from rules_py.systems.sideworld.ageing import OLD_AGE, age_attribute, compute_penalty, natural_death
from rules_py.systems.sideworld.body_parts import (
    BRAIN_DEATH,
    PERCENT_OF_FAILURE,
    SAFE_YEARS,
    BodyPart,
    assess_damage,
    prosthetic,
    wound,
)
from rules_py.systems.sideworld.sheets.characters import Character, is_alive, list_attributes, reject_dead_character
from rules_py.systems.sideworld.sheets.list_items import ATTRIBUTES, Prosthetic
from rules_py.tables import table
from rules_py.text.wording import pluralize


class DamagedPart(RowOf):
    """The parameter kind of a body part, named by its row or by the attributes it halves, as in a wound's outcome."""

    def accept(self, value: Any) -> str:
        rows = table(self.table_id).rows
        return next((row.key for row in rows if row["attributes"] == value), None) or super().accept(value)


WhichProsthetic = Annotated[
    int,
    EntryOf(0, 19, "the prosthetic, by its number from 0", list_field="prosthetics", label="Prosthetic"),
]
PART = BodyPart("sideworld.body-parts", "the part", label="Part")


@change(
    "sideworld.damage-part",
    sheet_types=Character,
    title="Damage a body part",
    page="sideworld/harm/#body-parts",
    triggers=(
        Trigger(
            wound,
            "roller",
            conditions={"failed": (False, True)},
            applies_if=is_alive,
            part="attributes",
            failed="failed",
        ),
    ),
)
def damage_part(
    character: Character,
    say: Log,
    part: Annotated[str, DamagedPart("sideworld.body-parts", "the part", label="Part")] = "arms",
    failed: Annotated[bool, Flag("a prosthetic that fails", label="Prosthetic fails")] = False,
) -> Character:
    """Damage a part: its attributes are halved, or zero if it was hit before or a prosthetic fails.

    A trunk at zero is death.
    """
    reject_dead_character("sideworld.damage-part", character)
    if failed and part not in character.replaced:
        raise ParameterError(
            "failed",
            failed,
            "False",
            note="the part isn't a prosthetic",
            plain="This part isn't a prosthetic, so no prosthetic can fail.",
        )
    result, follows = assess_damage(table("sideworld.body-parts").row(part), part in character.parts_hit, failed)
    say(follows)
    character = character.replace(severe_wounds=max(0, character.severe_wounds - 1))
    if part == BRAIN_DEATH:
        return character.replace(dead=True, severe_wounds=0)
    return character.replace(parts_hit=_add_hits(character.parts_hit, part, 1 if result == "halved" else 2))


@change(
    "sideworld.prosthetic-fails",
    sheet_types=Character,
    title="Prosthetic fails",
    page="sideworld/harm/#prosthetics",
    triggers=(
        Trigger(
            prosthetic,
            "roller",
            conditions={"fails": True},
            applies_if=lambda character: is_alive(character) and bool(character.prosthetics),
            number="prosthetics",
        ),
    ),
)
def prosthetic_fails(character: Character, say: Log, number: WhichProsthetic = 0) -> Character:
    """Fail a prosthetic, which takes its attributes to zero; a trunk that fails is death."""
    reject_dead_character("sideworld.prosthetic-fails", character)
    part = _find_prosthetic("sideworld.prosthetic-fails", character, number).part
    _, follows = assess_damage(table("sideworld.body-parts").row(part), True, True)
    say(follows)
    return character.replace(parts_hit=_add_hits(character.parts_hit, part, 2))


@change("sideworld.fit-prosthetic", sheet_types=Character, title="Fit a prosthetic", page="sideworld/harm/#prosthetics")
def fit_prosthetic(character: Character, say: Log, part: Annotated[str, PART] = "arms") -> Character:
    """Fit a prosthetic in place of a part.

    Reading: with it the part's attributes are restored to their values before any wound, and five safe years begin.
    """
    reject_dead_character("sideworld.fit-prosthetic", character)
    row = table("sideworld.body-parts").row(part)
    say(f"{row['part']} replaced: {row['attributes']} as before.")
    others = tuple(each for each in character.prosthetics if each.part != part)
    return character.replace(
        prosthetics=(*others, Prosthetic(part)),
        parts_hit=_remove_part(character.parts_hit, part),
        treated=_remove_part(character.treated, part),
    )


@change("sideworld.overhaul", sheet_types=Character, title="Overhaul a prosthetic", page="sideworld/harm/#prosthetics")
def overhaul(character: Character, say: Log, number: WhichProsthetic = 0) -> Character:
    """Overhaul a prosthetic, which starts the five safe years again."""
    reject_dead_character("sideworld.overhaul", character)
    made = _find_prosthetic("sideworld.overhaul", character, number)._replace(years=0)
    say("Overhauled: five safe years.")
    return character.replace(prosthetics=(*character.prosthetics[:number], made, *character.prosthetics[number + 1 :]))


@change("sideworld.treat-part", sheet_types=Character, title="Treat a body part", page="sideworld/harm/#healing")
def treat_part(character: Character, say: Log, part: Annotated[str, PART] = "arms") -> Character:
    """Treat a part that was hit once: surgery and a long rest bring it back to three quarters.

    Reading: the three quarters are rounded down, and a second hit takes them to zero all the same.
    """
    reject_dead_character("sideworld.treat-part", character)
    if character.parts_hit.count(part) != 1 or part in character.treated:
        raise ParameterError(
            "part",
            part,
            "a part that was hit once and isn't treated yet",
            plain="Only a part that was hit once, and isn't treated yet, can be treated.",
        )
    row = table("sideworld.body-parts").row(part)
    say(f"{row['part']} treated: {row['attributes']} at three quarters.")
    return character.replace(treated=(*character.treated, part))


@change("sideworld.grow-older", sheet_types=Character, title="Grow older", page="sideworld/harm/#ageing")
def grow_older(
    character: Character, say: Log, years: Annotated[int, Whole(1, 150, "years that pass", unit="years")] = 1
) -> Character:
    """Age a character: each step of the ageing table takes 1 off every attribute above 3 that isn't a prosthetic's.

    Prosthetics age as well. It says which rolls the years past 70 and past the safe years of a prosthetic ask for.

    Reading: all attributes count as basic ones.
    """
    reject_dead_character("sideworld.grow-older", character)
    penalty = compute_penalty(character.age + years) - compute_penalty(character.age)
    spared = {name for part in character.replaced for name in list_attributes(part)}
    older = {name: age_attribute(getattr(character, name), penalty) for name in ATTRIBUTES if name not in spared}
    say(f"{pluralize(character.age + years, 'year')} old" + (f": {penalty} to attributes." if penalty else "."))
    parts = tuple(each._replace(years=each.years + years) for each in character.prosthetics)
    aged = character.replace(age=character.age + years, prosthetics=parts, **older)
    for line in describe_rolls_of_age(aged, years):
        say(line)
    return aged


def describe_rolls_of_age(aged: Character, years: int) -> Iterator[str]:
    """Yield a sentence for each roll that the last years of a character ask for."""
    if aged.age > OLD_AGE:
        first = max(OLD_AGE, aged.age - years) + 1
        lowest, highest = (find_chance_of_death(aged, age) for age in (first, aged.age))
        if first == aged.age:
            yield f"Natural death: a {highest}% chance at {aged.age}. Roll 1D100."
        elif lowest == highest:
            yield f"Natural death: a {highest}% chance in each year from {first} to {aged.age}. Roll 1D100 for each."
        else:
            yield f"Natural death: from {lowest}% at {first} to {highest}% at {aged.age}. Roll 1D100 for each year."
    for each in aged.prosthetics:
        if (late := min(years, each.years - SAFE_YEARS)) > 0:
            part = table("sideworld.body-parts").row(each.part)["part"]
            times = "once" if late == 1 else f"for each of {late} years"
            yield f"{part}, a prosthetic past its safe years: {PERCENT_OF_FAILURE}% to fail. Roll 1D10 {times}."


def find_chance_of_death(aged: Character, age: int) -> int:
    """Return the chance of natural death at an age, in percent."""
    odds = natural_death.resolve((), {"age": age, "prosthetic_trunk": aged.trunk_replaced})
    return min(100, int(odds.outcome["percent"]))


def _add_hits(parts: tuple[str, ...], part: str, times: int) -> tuple[str, ...]:
    return (*parts, *(part,) * max(0, times - parts.count(part)))


def _remove_part(parts: tuple[str, ...], part: str) -> tuple[str, ...]:
    return tuple(each for each in parts if each != part)


def _find_prosthetic(change: str, character: Character, number: int) -> Prosthetic:
    if (found := find_entry(character, "prosthetics", {"prosthetics": number})) is None:
        raise ForbiddenError(change, "there is no prosthetic on the sheet")
    made: Prosthetic = found
    return made
