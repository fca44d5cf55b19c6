"""PSIOPS changes of an operative: ammo, supplies and carried items."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import EntryOf, RowOf, Text, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.systems.psiops.combat import attack
from rules_py.systems.psiops.sheets.inventory import (
    FULL_AMMO,
    SLOTS,
    Filled,
    Item,
    Place,
    Weapon,
    build_weapon,
    count_filled_slots,
    find_place_with_room,
)
from rules_py.systems.psiops.sheets.operative import Operative
from rules_py.systems.psiops.sheets.rendezvous import Noted, note_bonus
from rules_py.tables import table
from rules_py.text.wording import pluralize

EQUIPMENT, AMMO = "psiops/equipment/", "psiops/combat/#ammo"

Numbered = Annotated[int, EntryOf(0, 19, "the weapon, by its number from 0", list_field="weapons", label="Weapon")]


def find_weapon(change_id: str, operative: Operative, number: int) -> Weapon:
    """Return a weapon by its index.

    Raises:
        ForbiddenError: the operative has no weapon.
        ParameterError: the weapon doesn't exist, or it has no ammo to count.
    """
    if not operative.weapons:
        raise ForbiddenError(change_id, "there is no weapon on the sheet")
    if number >= len(operative.weapons):
        raise ParameterError(
            "weapon",
            number,
            f"the number of a weapon from 0 to {len(operative.weapons) - 1}",
            plain="This weapon isn't on the sheet.",
        )
    weapon = operative.weapons[number]
    if weapon.full == 0:
        raise ParameterError(
            "weapon", weapon.name, "a weapon with ammo to count", plain=f"There is no ammo to count for {weapon.name}."
        )
    return weapon


def with_ammo(operative: Operative, number: int, ammo: int) -> Operative:
    """Return the operative with this amount of ammo in a weapon."""
    weapons = list(operative.weapons)
    weapons[number] = weapons[number]._replace(ammo=ammo)
    return operative.replace(weapons=weapons)


@change(
    "psiops.spend-ammo",
    sheet_types=Operative,
    title="Check off ammo",
    page=AMMO,
    triggers=(Trigger(attack, "roller", weapon="weapons", ammo="ammo", carries_out="Check off {ammo} ammo."),),
)
def spend_ammo(
    operative: Operative,
    say: Log,
    weapon: Numbered = 0,
    ammo: Annotated[int, Whole(1, FULL_AMMO, "ammo checked off")] = 1,
) -> Operative:
    """Check off 1 ammo after a failed or partial attack, or suppressing fire.

    Reading: a weapon printed with 1 of 1 is gone once it is used, whatever was rolled. Of several grenades, each throw
    takes one.
    """
    spent = find_weapon("psiops.spend-ammo", operative, weapon)
    if spent.empty:
        raise ForbiddenError("psiops.spend-ammo", f"there is no ammo left for {spent.name}")
    if spent.ammo < ammo:
        raise ParameterError(
            "ammo",
            ammo,
            f"at most {spent.ammo}",
            note=f"the ammo left in {spent.name}",
            plain=f"There is {spent.ammo} ammo left for {spent.name}; you entered {ammo}.",
        )
    left = spent.ammo - ammo
    say(f"{spent.name}: {left} of {spent.full} ammo." + ("" if left else " Out of ammo."))
    return with_ammo(operative, weapon, left)


@change("psiops.find-ammo", sheet_types=Operative, title="Find ammo", page=AMMO)
def find_ammo(operative: Operative, say: Log, weapon: Numbered = 0) -> Operative:
    """Add 1 to a weapon's ammo, for ammunition found during a mission.

    Reading: never beyond the weapon's full ammo.
    """
    found = find_weapon("psiops.find-ammo", operative, weapon)
    if found.ammo >= found.full:
        raise ParameterError(
            "weapon", found.name, "a weapon that isn't full", plain=f"There is no ammo missing for {found.name}."
        )
    say(f"{found.name}: {found.ammo + 1} of {found.full} ammo.")
    return with_ammo(operative, weapon, found.ammo + 1)


@change(
    "psiops.resupply",
    sheet_types=Operative,
    title="Resupply at the rendezvous",
    page="psiops/harm/#recovery",
)
def resupply(operative: Operative, say: Log, weapon: Numbered = 0, noted: Noted = False) -> Operative:
    """Refill one ranged weapon, or one item of limited use, at a rendezvous."""
    empty = find_weapon("psiops.resupply", operative, weapon)
    say(f"{empty.name}: {empty.full} of {empty.full} ammo.")
    supplied = with_ammo(operative, weapon, max(empty.ammo, empty.full))
    return note_bonus(supplied, say, "resupply") if noted else supplied


@change(
    "psiops.draw-weapon",
    sheet_types=Operative,
    title="Take a weapon out of the backpack",
    page=f"{EQUIPMENT}#inventory",
    quick_actions=(QuickAction("Take out"),),
)
def draw_weapon(
    operative: Operative,
    say: Log,
    weapon: Annotated[
        int, EntryOf(0, 19, "the weapon, by its number from 0", list_field="weapons", label="Weapon")
    ] = 0,
) -> Operative:
    """Take a weapon out of the backpack, which is an action in a fight; it goes into the hands or onto the body."""
    if weapon >= len(operative.weapons) or operative.weapons[weapon].place != "backpack":
        raise ForbiddenError("psiops.draw-weapon", "this weapon isn't in the backpack")
    place = find_place_with_room(operative.carried, "hands", "body")
    weapons = list(operative.weapons)
    weapons[weapon] = weapons[weapon]._replace(place=place)
    say(f"{weapons[weapon].name} is out of the backpack.")
    return operative.replace(weapons=weapons)


@change("psiops.unpack", sheet_types=Operative, title="Take an item out of the backpack", page=f"{EQUIPMENT}#inventory")
def unpack(
    operative: Operative,
    say: Log,
    item: Annotated[int, EntryOf(0, 39, "the item, by its number from 0", list_field="items", label="Item")] = 0,
) -> Operative:
    """Take an item out of the backpack, which is an action in a fight; it goes into the hands or onto the body."""
    if item >= len(operative.items) or operative.items[item].place != "backpack":
        raise ForbiddenError("psiops.unpack", "this item isn't in the backpack")
    items = list(operative.items)
    items[item] = items[item]._replace(place=find_place_with_room(operative.carried, "hands", "body"))
    say(f"{items[item].name} is out of the backpack.")
    return operative.replace(items=items)


def reject_overload(operative: Operative, place: str, slots: int) -> None:
    """Raise a ParameterError if a place, or the operative as a whole, has too few free slots."""
    room = max(0, min(SLOTS[place] - count_filled_slots(operative.carried, place), operative.slots_left))
    if slots > room:
        needed = pluralize(slots, "slot")
        raise ParameterError(
            "place",
            place,
            f"a place with {needed} free",
            note=f"this one has {room}",
            plain=f"It needs {needed}, and this place has {room or 'none'} free.",
        )


@change(
    "psiops.use-supply", sheet_types=Operative, title="Use a tactical supply", page=f"{EQUIPMENT}#tactical-supplies"
)
def use_supply(
    operative: Operative,
    say: Log,
    item: Annotated[str, Text("the item it turns out to be; empty if it is used up at once")] = "",
    place: Place = "hands",
    slots: Filled = 1,
) -> Operative:
    """Cross off a supply for an item that the GM calls standard; you have it from now on."""
    if operative.supplies == 0:
        raise ForbiddenError("psiops.use-supply", "there is no tactical supply left")
    left = operative.replace(supplies=operative.supplies - 1)
    say(f"{item or 'A supply'}: {left.supplies} tactical {'supply' if left.supplies == 1 else 'supplies'} left.")
    if not item:
        return left
    reject_overload(operative, place, slots)
    return left.replace(items=(*operative.items, Item(item, place, slots)))


@change("psiops.take-weapon", sheet_types=Operative, title="Take a weapon", page=f"{EQUIPMENT}#weapons")
def take_weapon(
    operative: Operative,
    say: Log,
    weapon: Annotated[str, RowOf("psiops.weapons", "a weapon of the list")] = "assault-rifle",
    place: Place = "body",
    slots: Filled = 1,
) -> Operative:
    """Take a weapon of the list, full and with its figures, if there are slots for it."""
    reject_overload(operative, place, slots)
    taken = build_weapon(weapon, place)._replace(slots=slots)
    say(f"{taken.name} taken.")
    return operative.replace(weapons=(*operative.weapons, taken))


@change("psiops.take-gear", sheet_types=Operative, title="Take gear", page=f"{EQUIPMENT}#gear")
def take_gear(
    operative: Operative,
    say: Log,
    gear: Annotated[str, RowOf("psiops.gear", "an item of the list")] = "rope",
    place: Place = "backpack",
    slots: Filled = 1,
) -> Operative:
    """Take an item of the list, if there are slots for it."""
    reject_overload(operative, place, slots)
    name = table("psiops.gear").row(gear).name
    say(f"{name} taken.")
    return operative.replace(items=(*operative.items, Item(name, place, slots)))
