"""PSIOPS: what a new operative carries and speaks."""

from typing import Annotated, Any

from rules_py.errors import ParameterError
from rules_py.parameters import Choice, ListOf, RowOf
from rules_py.systems.psiops.character import count_kit_armor
from rules_py.systems.psiops.sheets.inventory import Item, Weapon, build_weapon, find_place_with_room
from rules_py.tables import table

ATTRIBUTES = ("strength", "reflexes", "tactics", "willpower")
CHOSEN_ITEMS = 2
"""The number of pieces of equipment that the player chooses."""

GRENADES = ("frag", "riot-agent", "smoke", "stun")
GRENADES_CARRIED = 2

WORN = ("backpack", "boots", "combat-fatigues")
ON_THE_BODY = ("body-armor", "helmet")
BUNDLED = ("snacks",)
"""Items without a slot."""


def pack(
    weapons: Annotated[
        tuple[str, ...], ListOf(RowOf("psiops.weapons", "a weapon"), "weapons that you choose", most=CHOSEN_ITEMS)
    ] = (),
    gear: Annotated[
        tuple[str, ...], ListOf(RowOf("psiops.gear", "an item"), "gear that you choose", most=CHOSEN_ITEMS)
    ] = (),
    grenades: Annotated[
        str, Choice(("none", *GRENADES), "which kind the two grenades of the basic kit are; none yet")
    ] = "none",
) -> dict[str, Any]:
    """Build what a new operative carries: the basic kit, and the chosen items where there is room.

    Raises:
        ParameterError: more items than the rules give.
    """
    if len(weapons) + len(gear) > CHOSEN_ITEMS:
        raise ParameterError(
            "gear",
            len(gear),
            f"at most {CHOSEN_ITEMS - len(weapons)}",
            given={"weapons": len(weapons)},
            note=f"{CHOSEN_ITEMS} items in all",
            plain=f"You choose {CHOSEN_ITEMS} items in all, weapons and gear together; you entered "
            f"{len(weapons) + len(gear)}.",
        )
    arms, items = build_basic_kit(grenades)
    for key in weapons:
        arms.append(build_weapon(key, find_place_with_room([*arms, *items], "hands", "body", "backpack")))
    for key in gear:
        place = find_place_with_room([*arms, *items], "backpack", "hands", "body")
        items.append(Item(table("psiops.gear").row(key).name, place))
    return {"weapons": arms, "items": items, "armor": count_kit_armor()}


def count_languages(tactics: int, willpower: int) -> int:
    """Return the number of languages: your native one, a second, and one for each point of WILLPOWER or TACTICS.

    The higher of the two counts, and one below 0 takes none away.
    """
    return 2 + max(0, tactics, willpower)


def build_basic_kit(grenades: str) -> tuple[list[Weapon], list[Item]]:
    """Build the kit that every mission starts with, each item in its place; without grenades if none are chosen."""
    light = table("psiops.damage-modifiers").row("light").number("damage")
    weapons, items = [], []
    for row in table("psiops.basic-kit").rows:
        if row.key == "combat-knife":
            weapons.append(Weapon(row.name, "melee", light, 0, 0))
        elif row.key == "handgun":
            weapons.append(build_weapon(row.key, "body"))
        elif row.key == "two-grenades" and grenades == "frag":
            weapons.append(
                build_weapon("grenade-frag", "backpack")._replace(ammo=GRENADES_CARRIED, full=GRENADES_CARRIED)
            )
        elif row.key == "two-grenades" and grenades != "none":
            items.append(Item(f"{row.name}, {grenades.replace('-', ' ')}"))
        elif row.key != "two-grenades":
            place = "body" if row.key in (*WORN, *ON_THE_BODY) else "backpack"
            items.append(Item(row.name, place, 0 if row.key in (*WORN, *BUNDLED) else 1))
    return weapons, items
