"""Sideworld changes of what a sheet counts: NE in staves and amulets, effects that last for some turns, and gear."""

from typing import Annotated

from rules_py.errors import ForbiddenError
from rules_py.parameters import EntryOf, Text, Whole
from rules_py.play import Log, QuickAction, change
from rules_py.play.bindings import find_entry
from rules_py.systems.sideworld.sheets.characters import MOST_EFFECTS, MOST_GEAR, Character, reject_dead_character
from rules_py.systems.sideworld.sheets.list_items import MOST_TURNS, Effect, Store
from rules_py.text.wording import pluralize


@change(
    "sideworld.tap-store",
    sheet_types=Character,
    title="Tap a staff or amulet",
    page="sideworld/magic/#ne",
    quick_actions=(QuickAction(),),
)
def tap_store(
    character: Character,
    say: Log,
    store: Annotated[int, EntryOf(0, 11, "the store, by its number from 0", list_field="stores", label="Store")] = 0,
    points: Annotated[int, Whole(1, 10_000, "the most NE to take from it", label="At most", unit="NE")] = 10_000,
) -> Character:
    """Take NE from a staff or an amulet on the sheet with an action, as far as the body holds it."""
    reject_dead_character("sideworld.tap-store", character)
    if (found := find_entry(character, "stores", {"stores": store})) is None:
        raise ForbiddenError("sideworld.tap-store", "there is no staff or amulet on the sheet")
    tapped: Store = found
    if (taken := min(points, tapped.ne, character.ne_full - character.ne)) <= 0:
        raise ForbiddenError(
            "sideworld.tap-store",
            f"the body holds no more than {character.ne_full} NE" if tapped.ne else f"{tapped.label} holds no NE",
        )
    left = tapped._replace(ne=tapped.ne - taken)
    say(f"{character.ne + taken} NE; {left.label} has {left.ne} left.")
    return character.replace(
        ne=character.ne + taken, stores=(*character.stores[:store], left, *character.stores[store + 1 :])
    )


@change("sideworld.begin-effect", sheet_types=Character, title="An effect begins", page="sideworld/magic/#effects")
def begin_effect(
    character: Character,
    say: Log,
    name: Annotated[str, Text("what lasts, such as a spell", label="Effect")] = "",
    turns: Annotated[int, Whole(1, MOST_TURNS, "turns that it lasts, with the current one", label="Turns")] = 1,
) -> Character:
    """Begin a spell or another effect that lasts for a number of turns, which are counted as they end."""
    begun = Effect(name, turns)
    if len(character.effects) >= MOST_EFFECTS:
        raise ForbiddenError("sideworld.begin-effect", f"a sheet counts at most {MOST_EFFECTS} effects: end one first")
    say(f"{begun.label} lasts {pluralize(turns, 'turn')}.")
    return character.replace(effects=(*character.effects, begun))


@change("sideworld.end-effect", sheet_types=Character, title="An effect ends early", page="sideworld/magic/#effects")
def end_effect(
    character: Character,
    say: Log,
    effect: Annotated[
        int, EntryOf(0, MOST_EFFECTS - 1, "the effect, by its number from 0", list_field="effects", label="Effect")
    ] = 0,
) -> Character:
    """End an effect before its turns are over."""
    if (found := find_entry(character, "effects", {"effects": effect})) is None:
        raise ForbiddenError("sideworld.end-effect", "no effect lasts on this character")
    say(f"{found.label} is over.")
    return character.replace(effects=(*character.effects[:effect], *character.effects[effect + 1 :]))


@change("sideworld.use-gear", sheet_types=Character, title="Use up gear", page="sideworld/carrying/#encumbrance")
def use_gear(
    character: Character,
    say: Log,
    gear: Annotated[
        int, EntryOf(0, MOST_GEAR - 1, "the gear, by its number from 0", list_field="gear", label="Gear")
    ] = 0,
    number: Annotated[int, Whole(1, 999, "how many are used up", label="Number")] = 1,
) -> Character:
    """Use up gear that a character has a number of, such as a first aid kit."""
    if (found := find_entry(character, "gear", {"gear": gear})) is None:
        raise ForbiddenError("sideworld.use-gear", "there is no gear on the sheet")
    if found.number < number:
        raise ForbiddenError("sideworld.use-gear", f"{found.label}: {found.number} left, and this takes {number}")
    left = found._replace(number=found.number - number)
    say(f"{left.label}: {left.number} left.")
    return character.replace(gear=(*character.gear[:gear], left, *character.gear[gear + 1 :]))


@change(
    "sideworld.move",
    sheet_types=Character,
    title="A motion",
    page="sideworld/playing/#turns",
    quick_actions=(QuickAction("Move", changes_nothing=True),),
)
def move(
    character: Character, say: Log, what: Annotated[str, Text("what the action is spent on", label="Motion")] = ""
) -> Character:
    """Spend an action on a motion, or on anything else that has no rule of its own.

    Reading: the text gives no distance, so the GM says how far a motion takes a character.
    """
    reject_dead_character("sideworld.move", character)
    say(f"{what or 'A motion'}. That is one action.")
    return character
