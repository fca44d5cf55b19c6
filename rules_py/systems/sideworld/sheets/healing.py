"""Sideworld changes: healing over time, first aid, poison, drained attributes, and NE."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from rules_py.errors import ForbiddenError
from rules_py.parameters import Choice, Flag, RowOf, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.systems.sideworld.harm import HEALED_PER_HOUR, heal
from rules_py.systems.sideworld.magic import NE_PER_HOUR, pay_ne, scramble, sleep, spell
from rules_py.systems.sideworld.poison import ENDURANCE_PER_POINT, POISON_PER_UNIT, find_penalty, find_row, poison
from rules_py.systems.sideworld.sheets.characters import (
    MOST_STAMINA,
    Character,
    is_alive,
    reject_dead_character,
)
from rules_py.systems.sideworld.sheets.list_items import ATTRIBUTES, Drain
from rules_py.tables import table
from rules_py.text.wording import pluralize

A_NIGHT = 8


@change(
    "sideworld.pass-hours",
    sheet_types=Character,
    title="Hours pass",
    page="sideworld/harm/#healing",
    triggers=(
        Trigger(heal, "roller", is_optional=True, hours="hours"),
        Trigger(sleep, "roller", is_optional=True, fixed_params={"asleep": True}, hours="hours"),
    ),
    quick_actions=(
        QuickAction("An hour passes", is_for_all=True),
        QuickAction(f"{A_NIGHT} hours of sleep", {"hours": A_NIGHT, "asleep": True}, is_for_all=True),
    ),
    current_params={"hourly": True, "by_attribute": True},
)
def pass_hours(
    character: Character,
    say: Log,
    hours: Annotated[int, Whole(0, 1000, "hours that pass", unit="h")] = 1,
    asleep: Annotated[bool, Flag("the character sleeps through them")] = False,
    hourly: Annotated[bool, Flag("poison falls by the Endurance of each hour")] = False,
    by_attribute: Annotated[bool, Flag("several drains of an attribute heal one after another")] = False,
) -> Character:
    """Regain 1 point of Stamina and of drained attributes an hour, lose poison, and asleep regain NE.

    Poison falls by a third of Endurance an hour. An overdose is over once the Poison Level is out of its range.

    Reading: poison falls by the Endurance of each hour as it begins, without the penalty of the poison itself, and only
    full points count. Points that a spell took off attributes stay off. An attribute gets 1 point back in an hour,
    however many attacks drained it; different attributes heal side by side.
    """
    reject_dead_character("sideworld.pass-hours", character)
    thirds = ENDURANCE_PER_POINT * character.poison + character.poison_thirds
    left = (
        drain_poison(character, thirds, hours, by_attribute=by_attribute)
        if hourly
        else thirds - max(0, character.endurance_now) * hours
    )
    level, level_thirds = divmod(max(0, left), ENDURANCE_PER_POINT)
    ne = max(character.ne, min(character.ne_full, character.ne + NE_PER_HOUR * hours)) if asleep else character.ne
    effects = () if hours else character.effects
    after = heal_hours(character, hours, by_attribute=by_attribute).replace(
        poison=level, poison_thirds=level_thirds, ne=ne, effects=effects
    )
    if hourly and not _find_permanent_penalty(level):
        after = after.replace(overdose=0)
    say(f"{pluralize(hours, 'hour')}: Stamina {after.stamina_left} of {after.stamina}.")
    if thirds:
        say(f"Poison Level {after.poison}. {find_row(after.poison)['effect']}")
    if ne != character.ne:
        say(f"{ne} NE.")
    for each in character.effects if hours else ():
        say(f"{each.label} is over.")
    return after


def heal_hours(character: Character, hours: int, *, by_attribute: bool = True) -> Character:
    """Return a character whose Stamina and drained attributes have healed for a number of hours.

    Args:
        by_attribute: an attribute heals 1 point an hour; False if each drain of it does.
    """
    healed = HEALED_PER_HOUR * hours
    return character.replace(
        stamina_lost=max(0, character.stamina_lost - healed),
        drained=tuple(heal_drains(character.drained, healed, by_attribute=by_attribute)),
    )


def heal_drains(drained: Sequence[Drain], points: int, *, by_attribute: bool) -> Iterator[Drain]:
    """Yield the drains that are left after a number of points have come back, the earliest drain first."""
    left = dict.fromkeys(ATTRIBUTES, points)
    for each in drained:
        back = 0 if each.spell else min(each.points, left[each.attribute] if by_attribute else points)
        left[each.attribute] -= back
        if each.points > back:
            yield each._replace(points=each.points - back)


def drain_poison(character: Character, thirds: int, hours: int, *, by_attribute: bool) -> int:
    """Return the thirds of a point of poison that are left after a number of hours, in which the Endurance heals."""
    drains = [each.points for each in character.drained if not each.spell]
    healing = max(character.stamina_lost, sum(drains))
    changing = min(hours, -(-healing // HEALED_PER_HOUR))
    for passed in range(changing):
        thirds -= max(0, heal_hours(character, passed, by_attribute=by_attribute).endurance_against_poison)
    healed = heal_hours(character, changing, by_attribute=by_attribute)
    return max(0, thirds - max(0, healed.endurance_against_poison) * (hours - changing))


@change(
    "sideworld.take-poison",
    sheet_types=Character,
    title="Poison or alcohol",
    page="sideworld/harm/#poison",
    triggers=(Trigger(poison, "roller", is_optional=True, alcohol="alcohol"),),
    current_params={"by_peak": True},
)
def take_poison(
    character: Character,
    say: Log,
    points: Annotated[int, Whole(0, 1000, "points of poison", label="Points")] = 0,
    alcohol: Annotated[int, Whole(0, 300, "units of alcohol", unit="units")] = 0,
    by_peak: Annotated[bool, Flag("an overdose counts at its highest level")] = False,
) -> Character:
    """Add poison to the Poison Level, 3 points for a unit of alcohol. An overdose lowers attributes for good.

    Reading: the loss by an overdose comes off each attribute at once, down to 0. It goes by the highest level of the
    overdose: a level that is reached again takes nothing more, until the Poison Level has been out of its range.
    """
    reject_dead_character("sideworld.take-poison", character)
    level = character.poison + points + POISON_PER_UNIT * alcohol
    row, before = find_row(level), _find_permanent_penalty(character.poison)
    if by_peak and before:
        before = min(before, -character.overdose)
    for_good = _find_permanent_penalty(level) - before
    say(f"Poison Level {level}. {row['effect']}")
    after = character.replace(poison=level)
    if by_peak:
        for_good = min(0, for_good)
        after = after.replace(overdose=-min(before, _find_permanent_penalty(level)))
    if for_good and row.key != "dead":
        say(f"{for_good} to all attributes for good.")
        after = after.replace(**{name: max(0, getattr(character, name) + for_good) for name in ATTRIBUTES})
    return after


def _find_permanent_penalty(level: int) -> int:
    """Return the permanent penalty of a Poison Level on attributes."""
    return find_penalty(level) if find_row(level).key == "overdose" else 0


@change("sideworld.first-aid", sheet_types=Character, title="First aid", page="sideworld/harm/#healing")
def first_aid(
    character: Character,
    say: Log,
    points: Annotated[int, Whole(1, MOST_STAMINA, "Stamina that the aid brings back", label="Stamina")] = 1,
) -> Character:
    """Speed up the healing of Stamina with the First Aid or Paramedic skill and a suitable kit.

    Reading: the text gives no number, so the table decides how much Stamina the aid brings back and how often it helps.
    It isn't an action of a fight, as it speeds up the healing of hours. A kit isn't used up unless you say so.
    """
    reject_dead_character("sideworld.first-aid", character)
    if not character.stamina_lost:
        raise ForbiddenError("sideworld.first-aid", "there is no lost Stamina to bring back")
    healed = character.replace(stamina_lost=max(0, character.stamina_lost - points))
    say(f"First aid: Stamina {healed.stamina_left} of {healed.stamina}.")
    return healed


@change("sideworld.drain", sheet_types=Character, title="Drain an attribute", page="sideworld/harm/#healing")
def drain(
    character: Character,
    say: Log,
    attribute: Annotated[str, Choice(tuple(ATTRIBUTES), "the attribute to drain")] = "willpower",
    points: Annotated[int, Whole(1, 40, "points that it loses", label="Points")] = 1,
    spell: Annotated[bool, Flag("a spell does it, so hours don't heal it", label="By a spell")] = False,
) -> Character:
    """Drain points of an attribute for a time: they come back at 1 an hour, unless a spell took them."""
    reject_dead_character("sideworld.drain", character)
    say(f"{ATTRIBUTES[attribute]}: {points} less" + (", and hours don't bring it back." if spell else " for a time."))
    return character.replace(drained=(*character.drained, Drain(attribute, points, spell)))


@change(
    "sideworld.cast",
    sheet_types=Character,
    title="Pay for a spell",
    page="sideworld/magic/#spells",
    triggers=(Trigger(spell, "roller", applies_if=is_alive, cost="cost"),),
)
def cast(
    character: Character,
    say: Log,
    cost: Annotated[int, Whole(0, None, "the NE that the spell takes", label="Spell's NE", unit="NE")] = 1,
) -> Character:
    """Pay a spell's NE; if it costs more than you have, it fizzles, and half of your NE is lost, rounded up."""
    reject_dead_character("sideworld.cast", character)
    works, left = pay_ne(character.ne, cost)
    say(f"{'Cast' if works else 'Fizzled'}: {left} NE left.")
    return character.replace(ne=left)


@change("sideworld.regain-ne", sheet_types=Character, title="NE from a store", page="sideworld/magic/#ne")
def regain_ne(
    character: Character, say: Log, points: Annotated[int, Whole(1, 10_000, "the NE taken from it", unit="NE")] = 10
) -> Character:
    """Regain NE from a staff or an amulet with an action.

    Reading: a store never gives you more than your body holds.
    """
    reject_dead_character("sideworld.regain-ne", character)
    if character.ne >= character.ne_full:
        raise ForbiddenError("sideworld.regain-ne", f"the body holds no more than {character.ne_full} NE")
    ne = min(character.ne_full, character.ne + points)
    say(f"{ne} NE.")
    return character.replace(ne=ne)


@change(
    "sideworld.chaos",
    sheet_types=Character,
    title="Magical chaos",
    page="sideworld/magic/#chaos",
    triggers=(Trigger(scramble, "target", conditions={"scrambled": True}, chaos="chaos"),),
)
def chaos(
    character: Character,
    say: Log,
    chaos: Annotated[str, RowOf("sideworld.chaos", "what happens to the spell's target", label="Chaos")] = "drained",
) -> Character:
    """Apply the chaos of a scrambled spell: NE is lost or restored; the table plays all other effects.

    Reading: the NE that comes back is all that the body and each store on the sheet holds. "1D20th" of the damage, for
    a target that shrinks, means the damage divided by 1D20.
    """
    row = table("sideworld.chaos").row(chaos)
    say(f"{row.name}. {row['effect']}")
    if row.key == "drained":
        return character.replace(ne=0, stores=tuple(each._replace(ne=0) for each in character.stores))
    if row.key == "restored":
        stores = tuple(each._replace(ne=max(each.ne, each.full)) for each in character.stores)
        return character.replace(ne=max(character.ne, character.ne_full), stores=stores)
    return character
