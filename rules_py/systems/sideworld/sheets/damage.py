"""Sideworld changes: damage from attacks and blows, and the rounds and recoil of weapons."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import EntryOf, Flag, Whole
from rules_py.play import Log, LogToAll, QuickAction, Trigger, change
from rules_py.play.bindings import find_entry
from rules_py.systems.sideworld.armour import MOST, penetrate, trace_layers
from rules_py.systems.sideworld.carrying import carry
from rules_py.systems.sideworld.combat import (
    MOST_RECOIL,
    attack,
    damage_roll,
    resolve_unarmoured,
    swing,
    to_hit,
    unarmed,
)
from rules_py.systems.sideworld.firing import compute_recoil, group_attack
from rules_py.systems.sideworld.harm import WHAT_STATES_MEAN, is_severe
from rules_py.systems.sideworld.near_misses import near_miss
from rules_py.systems.sideworld.sheets.characters import Character, is_alive, reject_dead_character
from rules_py.systems.sideworld.sheets.list_items import INTERNAL, Parry, Weapon, end_turn_of_effects
from rules_py.systems.sideworld.sheets.objects import Vehicle
from rules_py.systems.sideworld.vehicles import OCCUPANTS, crash, ram, resolve_unarmoured_turret, turret
from rules_py.text.wording import pluralize

HARMED = (
    Trigger(
        attack,
        "target",
        detail_rule=resolve_unarmoured,
        applies_if=is_alive,
        damage="met",
        parried="parried",
        parry_resilience="parry_resilience",
        parry_dc="parry_dc",
    ),
    Trigger(turret, "target", detail_rule=resolve_unarmoured_turret, applies_if=is_alive, damage="met"),
    Trigger(group_attack, "target", is_per_target=True, applies_if=is_alive, damage="damage"),
    Trigger(
        damage_roll,
        "target",
        applies_if=is_alive,
        damage="per_target",
        parried="parried",
        parry_resilience="parry_resilience",
        parry_dc="parry_dc",
    ),
    Trigger(near_miss, "target", applies_if=is_alive, damage="damage"),
    Trigger(
        unarmed,
        "target",
        detail_rule=swing,
        applies_if=is_alive,
        damage="damage",
        parried="parried",
        parry_resilience="parry_resilience",
        parry_dc="parry_dc",
    ),
    Trigger(ram, "target", conditions={"hit": True, "target": "person"}, applies_if=is_alive, damage="rammed"),
    *(
        Trigger(roll, "anybody", is_optional=True, note=OCCUPANTS[seat], damage=seat)
        for roll in (crash, ram)
        for seat in ("seated", "unseated")
    ),
    Trigger(carry, "anybody", is_optional=True, note="thrown", damage="thrown"),
    Trigger(carry, "anybody", is_optional=True, note="dropped", damage="dropped", fixed_params={"bare": True}),
)

MOST_SEVERE = 20

Number = Annotated[int, EntryOf(0, 11, "the weapon, by its number from 0", list_field="weapons", label="Weapon")]


@change(
    "sideworld.take-damage",
    sheet_types=Character,
    title="Take damage",
    page="sideworld/harm/#stamina",
    triggers=HARMED,
    current_params={"disarms": True},
)
def take_damage(
    character: Character,
    say: Log,
    damage: Annotated[int, Whole(0, None, "damage before any armour")] = 10,
    parried: Annotated[bool, Flag("the attack was parried")] = False,
    parry_resilience: Annotated[
        int,
        Whole(0, MOST, "resilience of the parrying object, if it isn't on the sheet", label="Parry's resilience"),
    ] = 0,
    parry_dc: Annotated[int, Whole(0, MOST, "its DC", label="Parry's DC")] = 0,
    bare: Annotated[bool, Flag("armour doesn't count", label="Past all armour")] = False,
    disarms: Annotated[bool, Flag("a weapon that parried and is destroyed strikes no more")] = False,
) -> Character:
    """Apply damage to the parrying object and each layer of armour, which stay damaged; the rest comes off Stamina.

    Reading: a character parries with the first parrying object on the sheet. Destroyed objects and layers leave the
    sheet, an object together with the weapons of its name. Stamina is never less than 0. Armour halves the damage of a
    dropped object, and has no other effect on it.
    """
    reject_dead_character("sideworld.take-damage", character)
    own = find_entry(character, "parries", {})
    held = own or Parry(resilience=parry_resilience, dc=parry_dc)
    front = ((held.resilience, held.dc),) if parried and not bare else ()
    meets = (*front, *(() if bare else character.layers))
    _, _, trace = trace_layers(damage, meets, is_parried=bool(front))
    delivered, standing = penetrate(damage, meets)
    for line in trace:
        say(line)
    hit = character if bare else character.replace(layers=standing[max(0, len(standing) - len(character.layers)) :])
    if front and own:
        left = (own._replace(dc=standing[0][1]),) if len(standing) == len(meets) else ()
        hit = hit.replace(parries=(*left, *character.parries[1:]))
        if disarms and not left:
            hit = drop_weapons(hit, say, own.name)
    lost = min(delivered, character.stamina_left)
    hit = hit.replace(stamina_lost=character.stamina_lost + lost)
    say(f"{delivered} gets through: Stamina {hit.stamina_left} of {hit.stamina}.")
    if hit.state != character.state:
        say(WHAT_STATES_MEAN[hit.state])
    if is_severe(character.stamina, delivered) and hit.state != "dead":
        say("A severe wound, more than a quarter at once: roll 1D100 for the body part.")
        return hit.replace(severe_wounds=min(MOST_SEVERE, hit.severe_wounds + 1))
    return hit


def drop_weapons(character: Character, say: Log, name: str) -> Character:
    """Return the character without the weapons of a name, which are destroyed."""
    kept = tuple(each for each in character.weapons if not name or each.name.casefold() != name.casefold())
    if len(kept) < len(character.weapons):
        say(f"{name} is destroyed, and strikes no more.")
    return character.replace(weapons=kept)


@change("sideworld.die", sheet_types=Character, title="Dies at once", page="sideworld/combat/#surprise")
def die(character: Character, say: Log) -> Character:
    """Kill a character by a fatal surprise attack, old age, or anything else without a damage roll."""
    reject_dead_character("sideworld.die", character)
    say("Dead.")
    return character.replace(dead=True)


@change(
    "sideworld.fire",
    sheet_types=Character,
    title="Fire",
    page="sideworld/weapons/#recoil",
    triggers=(
        Trigger(to_hit, "roller", weapon="weapons"),
        *(Trigger(roll, "roller", weapon="weapons", rounds="rounds") for roll in (attack, group_attack)),
    ),
    current_params={"guns_only": True},
)
def fire(
    character: Character,
    say: Log,
    weapon: Number = 0,
    rounds: Annotated[int, Whole(1, 300, "rounds fired", label="Rounds")] = 1,
    guns_only: Annotated[bool, Flag("weapons that don't fire bullets have no recoil")] = False,
) -> Character:
    """Fire a weapon: the rounds, less the recoil system, add to its recoil, and they leave its clip.

    Only guns that fire bullets have recoil; those mounted on vehicles and those in Manual mode have none.

    Reading: if the sheet doesn't say how a weapon strikes, it fires bullets if its rounds are counted, if it fires
    several at once or if it has a recoil system. Plasma guns don't fire bullets. You can always fire a single round,
    even if the rate of Full Auto divided by your actions is less.
    """
    gun = find_weapon("sideworld.fire", character, weapon)
    reject_excess_rounds(gun, rounds)
    is_steady = gun.steady or (guns_only and not gun.fires_bullets)
    added = 0 if is_steady else compute_recoil(rounds, gun.vent)
    left = gun.loaded - rounds if gun.clip else gun.loaded
    say(f"{pluralize(rounds, 'round')}: {added} more recoil, {gun.recoil + added} this turn.")
    if gun.clip:
        say(f"{pluralize(left, 'round')} left in the clip.")
    return with_weapon(character, weapon, gun._replace(recoil=min(MOST_RECOIL, gun.recoil + added), loaded=left))


@change(
    "sideworld.fire-turret",
    sheet_types=Vehicle,
    title="Fire the turret",
    page="sideworld/weapons/#recoil",
    triggers=(Trigger(turret, "roller", weapon="weapons", rounds="rounds"),),
)
def fire_turret(
    vehicle: Vehicle,
    say: Log,
    weapon: Number = 0,
    rounds: Annotated[int, Whole(1, 300, "rounds fired", label="Rounds")] = 1,
) -> Vehicle:
    """Fire a vehicle's weapon from its clip; weapons mounted on vehicles have no recoil."""
    gun = find_weapon("sideworld.fire-turret", vehicle, weapon)
    if not gun.clip:
        return vehicle
    reject_excess_rounds(gun, rounds)
    say(f"{pluralize(gun.loaded - rounds, 'round')} left in the clip.")
    return with_weapon(vehicle, weapon, gun._replace(loaded=gun.loaded - rounds))


def reject_excess_rounds(gun: Weapon, rounds: int) -> None:
    """Raise a ParameterError for more rounds than are loaded, if the clip is counted."""
    if gun.clip and rounds > gun.loaded:
        raise ParameterError(
            "rounds",
            rounds,
            f"at most {gun.loaded}",
            note="the loaded rounds",
            plain=f"{gun.label} has {pluralize(gun.loaded, 'round')} loaded, and this takes {rounds}. Reload it or "
            "fire fewer."
            if gun.loaded
            else f"There is no ammo left for {gun.label}. Reload it or attack with something else.",
        )


@change(
    "sideworld.aim",
    sheet_types=Character,
    title="Aim",
    page="sideworld/weapons/#recoil",
    quick_actions=(QuickAction(),),
)
def aim(character: Character, say: Log, weapon: Number = 0) -> Character:
    """Aim a gun, which clears its recoil."""
    gun = find_weapon("sideworld.aim", character, weapon)
    if not gun.recoil:
        raise ForbiddenError("sideworld.aim", "the weapon has no recoil to clear")
    say("Aimed: no recoil.")
    return with_weapon(character, weapon, gun._replace(recoil=0))


@change(
    "sideworld.reload",
    sheet_types=(Character, Vehicle),
    title="Reload",
    page="sideworld/weapons/#reloading",
    quick_actions=(QuickAction(),),
)
def reload[S: (Character, Vehicle)](armed: S, say: Log, weapon: Number = 0) -> S:
    """Load a full clip or magazine with one action; if spare clips are counted, it is the fullest of them.

    Reading: the clip that comes out is kept with its rounds. The rounds in clips that aren't full count together.
    """
    gun = find_weapon("sideworld.reload", armed, weapon)
    if gun.clip and gun.feed == INTERNAL:
        raise ForbiddenError("sideworld.reload", "its magazine is internal: load it a round at a time")
    if gun.loaded >= gun.clip:
        raise ForbiddenError(
            "sideworld.reload", "the clip is full already" if gun.clip else "the rounds of this weapon aren't counted"
        )
    if not gun.counts_spares:
        say(f"A fresh clip: {pluralize(gun.clip, 'round')}. That is one action.")
        return with_weapon(armed, weapon, gun._replace(loaded=gun.clip))
    if (reloaded := gun.swap_clip()) is None:
        raise ForbiddenError("sideworld.reload", "no spare clip is fuller: fill a clip first")
    say(f"Another clip: {pluralize(reloaded.loaded, 'round')}. {describe_spares(reloaded)} That is one action.")
    return with_weapon(armed, weapon, reloaded)


@change(
    "sideworld.load-round",
    sheet_types=(Character, Vehicle),
    title="Load a round",
    page="sideworld/weapons/#reloading",
    quick_actions=(QuickAction(),),
)
def load_round[S: (Character, Vehicle)](armed: S, say: Log, weapon: Number = 0) -> S:
    """Load a round into an internal magazine with one action."""
    gun = find_weapon("sideworld.load-round", armed, weapon)
    if not gun.clip or gun.feed != INTERNAL:
        raise ForbiddenError("sideworld.load-round", "this weapon has no internal magazine whose rounds are counted")
    if gun.loaded >= gun.clip:
        raise ForbiddenError("sideworld.load-round", "the magazine is full already")
    say(f"{pluralize(gun.loaded + 1, 'round')} of {gun.clip} in the magazine. That is one action.")
    return with_weapon(armed, weapon, gun._replace(loaded=gun.loaded + 1))


@change(
    "sideworld.fill-clip",
    sheet_types=Character,
    title="Fill a clip",
    page="sideworld/weapons/#reloading",
    quick_actions=(QuickAction(),),
)
def fill_clip(character: Character, say: Log, weapon: Number = 0) -> Character:
    """Fill rounds into a clip with one action: as many as your Reactions.

    Reading: once no spare clip is left to fill, you fill the clip in the weapon. Loose rounds aren't counted.
    """
    gun = find_weapon("sideworld.fill-clip", character, weapon)
    if not gun.counts_spares:
        raise ForbiddenError("sideworld.fill-clip", "the spare clips of this weapon aren't counted")
    if character.reactions_now <= 0:
        raise ForbiddenError("sideworld.fill-clip", "without Reactions you can't fill a clip")
    if (filled := gun.fill_clip(character.reactions_now)) is None:
        raise ForbiddenError("sideworld.fill-clip", "all clips are full already")
    say(f"{pluralize(filled.loaded, 'round')} loaded. {describe_spares(filled)} That is one action.")
    return with_weapon(character, weapon, filled)


def describe_spares(gun: Weapon) -> str:
    """Describe the spare clips of a weapon in a sentence."""
    full = f"{pluralize(gun.spares, 'full spare clip')}"
    if not gun.part_spares:
        return f"{full} left."
    return f"{full} left, and {pluralize(gun.part_spares, 'clip')} to fill with {pluralize(gun.part_rounds, 'round')}."


@change(
    "sideworld.end-turn", sheet_types=Character, title="End the turn", page="sideworld/weapons/#recoil", ends="round"
)
def end_turn(character: Character, say: LogToAll) -> Character:
    """End a turn of three seconds, which clears all recoil. Effects that last for a number of turns have one less left.

    Reading: the turn in which an effect begins is its first.
    """
    if any(weapon.recoil for weapon in character.weapons):
        say.log_detail("No more recoil.")
    for each in character.effects:
        if each.turns > 1:
            say.log_detail(f"{each.label}: {pluralize(each.turns - 1, 'turn')} left.")
        else:
            say(f"{each.label} is over.")
    return character.replace(
        weapons=tuple(weapon._replace(recoil=0) for weapon in character.weapons),
        effects=end_turn_of_effects(character.effects),
    )


def find_weapon(change: str, armed: Character | Vehicle, number: int) -> Weapon:
    """Return a weapon by its index.

    Raises:
        ForbiddenError: there is no such weapon.
    """
    if (gun := find_entry(armed, "weapons", {"weapons": number})) is None:
        raise ForbiddenError(change, "there is no weapon on the sheet")
    found: Weapon = gun
    return found


def with_weapon[S: (Character, Vehicle)](armed: S, number: int, weapon: Weapon) -> S:
    """Return a character or vehicle with one weapon replaced."""
    return armed.replace(weapons=(*armed.weapons[:number], weapon, *armed.weapons[number + 1 :]))
