"""Sideworld: the actions of a fight, with what they require and the rounds that they take.

An action is an attack, a spell or a motion, and a character has a number of them in each turn.

Reading: your actions per turn aren't an attribute, so they aren't halved when your attributes are. Loading a weapon,
filling a clip, aiming, taking NE from a store, a manoeuvre of a vehicle and a contest of pilots are one action each.
Saves, the damage of a hit and its near misses take no action. Sneaking isn't counted, because it happens outside
battles.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules_py.mechanic import Mechanic
from rules_py.play import Action, Attempt, Correction, Cost, FightRules, IndividualInitiative, Limit, Reach, Sheet
from rules_py.play.fight.events import Event
from rules_py.systems.sideworld.body_parts import wound
from rules_py.systems.sideworld.carrying import carry
from rules_py.systems.sideworld.combat import attack, damage_roll, to_hit, unarmed
from rules_py.systems.sideworld.firing import MOST_TARGETS, group_attack
from rules_py.systems.sideworld.harm import heal
from rules_py.systems.sideworld.magic import spell
from rules_py.systems.sideworld.near_misses import near_miss
from rules_py.systems.sideworld.playing import initiative, sneak
from rules_py.systems.sideworld.poison import poison
from rules_py.systems.sideworld.sheets.characters import Character, Npc
from rules_py.systems.sideworld.sheets.counters import move, tap_store
from rules_py.systems.sideworld.sheets.damage import aim, fill_clip, fire, fire_turret, load_round, reload
from rules_py.systems.sideworld.sheets.healing import regain_ne
from rules_py.systems.sideworld.sheets.list_items import Weapon
from rules_py.systems.sideworld.sheets.objects import Thing, Vehicle
from rules_py.systems.sideworld.vehicles import contest, drive, ram, turret
from rules_py.text.wording import pluralize

Price = dict[str, Any]
PILOT = "The pilot, if in the fight"


# Actors and targets


def describe_state(sheet: Sheet) -> str:
    """Describe why a combatant can't act, as the end of a sentence; "" if they can."""
    if isinstance(sheet, Thing):
        return "no longer works" if sheet.out else ""
    if not isinstance(sheet, Character) or not sheet.out:
        return ""
    if sheet.state == "dead":
        return "is dead"
    return "is incapacitated and can't act" if sheet.state == "incapacitated" else "is unconscious and can't act"


def require_presence(attempt: Attempt, key: str) -> str | None:
    """Require that a combatant hasn't left the fight."""
    if attempt.fight.combatants[key].has_withdrawn:
        return f"{attempt.name_for(key)} has left the fight."
    return None


def require_able_actor(attempt: Attempt) -> str | None:
    """Require that the actor is in the fight and can act."""
    if (reason := describe_state(attempt.actor)) != "":
        return f"{attempt.actor_name} {reason}."
    return require_presence(attempt, attempt.actor_key)


def require_person(attempt: Attempt) -> str | None:
    """Require that the actor is a character who can act.

    Reading: a vehicle attacks with its turret or by ramming. Other objects don't act.
    """
    if isinstance(attempt.actor, Vehicle):
        return f"{attempt.actor_name} is a vehicle: fire its turret, or ram with it."
    if not isinstance(attempt.actor, Character):
        return f"{attempt.actor_name} is an object and can't act."
    return require_able_actor(attempt)


def require_driver(attempt: Attempt) -> str | None:
    """Require that the actor is a vehicle that works, or a pilot who can act."""
    if not isinstance(attempt.actor, Character | Vehicle):
        return f"{attempt.actor_name} is an object and can't act."
    return require_able_actor(attempt)


def require_able_pilot(attempt: Attempt) -> str | None:
    """Require that the chosen pilot of a vehicle can act."""
    key, pilot = attempt.ally_key, attempt.ally
    if key is None:
        return None
    if not isinstance(attempt.actor, Vehicle):
        return f"{attempt.actor_name} acts without a pilot. Choose none, or act as the vehicle."
    if not isinstance(pilot, Character):
        return f"{attempt.name_for(key)} can't be a pilot. Choose a character."
    if (reason := describe_state(pilot)) != "":
        return f"{attempt.name_for(key)} {reason}. Choose another pilot."
    return require_presence(attempt, key)


def require_targets(attempt: Attempt) -> str | None:
    """Require that no target is dead or broken, or has left the fight."""
    for key in (attempt.at, *attempt.also):
        if key is None or key not in attempt.fight.combatants:
            continue
        name, sheet = attempt.name_for(key), attempt.fight.sheet_for(key)
        if isinstance(sheet, Thing) and sheet.out:
            return f"{name} is broken already. Choose another target."
        if isinstance(sheet, Character) and sheet.state == "dead":
            return f"{name} is dead already. Choose another target."
        if (reason := require_presence(attempt, key)) is not None:
            return f"{reason} Choose another target."
    return None


def require_moving_target(attempt: Attempt) -> str | None:
    """Require that what is rammed is a vehicle or a character: ramming something stationary is a Save."""
    if attempt.at is None or not isinstance(attempt.target, Thing) or isinstance(attempt.target, Vehicle):
        return None
    return f"{attempt.name_for(attempt.at)} is stationary. To ram it, roll a risky manoeuvre: it is a Save."


# Weapons


def find_weapon(attempt: Attempt) -> Weapon | None:
    """Return the weapon that is used, or None if the roller's sheet has none."""
    found: Weapon | None = attempt.find_entry("weapons") if is_armed(attempt.roller) else None
    return found


def is_armed(sheet: Any) -> bool:
    """Return True if a sheet has weapons."""
    return bool(getattr(sheet, "weapons", ()))


def count_actions(attempt: Attempt) -> int:
    """Return the actions per turn of the combatant whose action it is."""
    return int(getattr(attempt.fight.sheet_for(attempt.limited_key), "actions", 0))


def count_rounds(attempt: Attempt, gun: Weapon) -> int:
    """Return the rounds that a weapon fires. A roll to hit leaves them to the weapon, as it doesn't multiply damage."""
    return int(attempt.params.get("rounds", gun.count_rounds(max(1, count_actions(attempt)))))


def fill_rounds(attempt: Attempt) -> dict[str, Any]:
    """Return the rounds of an action: those of the weapon, as far as its Full Auto allows."""
    gun = find_weapon(attempt)
    return {} if gun is None else {"rounds": gun.count_rounds(max(1, count_actions(attempt)))}


def require_weapon(attempt: Attempt) -> str | None:
    """Require a weapon on the sheet. A character without one attacks unarmed."""
    if is_armed(attempt.roller):
        return None
    way_out = "Attack unarmed, or put" if isinstance(attempt.roller, Character) else "Put"
    return f"{attempt.name_for(attempt.by)} has no weapon. {way_out} one on the sheet."


def require_rate(attempt: Attempt) -> str | None:
    """Require that a weapon fires no more rounds than it can in an action.

    Full Auto is limited to its rate divided by the actions per turn; others fire the rounds on the sheet, or one.
    """
    gun = find_weapon(attempt)
    if gun is not None and gun.rate == 1 and 1 < count_rounds(attempt, gun) < gun.rounds:
        return f"{gun.label} fires a burst of {gun.rounds} rounds, or a single one. Fire one of the two."
    if gun is None or count_rounds(attempt, gun) <= (most := gun.count_most_rounds(max(1, count_actions(attempt)))):
        return None
    if gun.rate > 1:
        return (
            f"{gun.label} fires at most {pluralize(most, 'round')} in an action: its rate of {gun.rate} divided by "
            f"{pluralize(count_actions(attempt), 'action')}. Fire fewer."
        )
    return f"{gun.label} fires {pluralize(most, 'round')} in an action. Fire no more, or change it on the sheet."


def require_spread(attempt: Attempt) -> str | None:
    """Require Full Auto, a blast or a spread for an attack on a group."""
    gun = find_weapon(attempt)
    if gun is None:
        return None
    is_spread = gun.rate > 1 if attempt.params["weapon"] == "full-auto" else attempt.params["radius"] > 0
    return None if is_spread else f"{gun.label} strikes one target at a time. Attack one, or use another weapon."


def require_possible_parry(attempt: Attempt) -> str | None:
    """Require that a target that parries can act, has something to parry with, and sees a slow attack coming.

    Reading: a target can parry with an object that isn't on its sheet, if you enter the object's numbers with the
    attack. A parry takes none of the target's actions.
    """
    key, target = attempt.at, attempt.target
    if not attempt.params.get("parry") or key is None:
        return None
    name, without = attempt.name_for(key), "Roll without the parry."
    if not isinstance(target, Character):
        return f"{name} can't parry. {without}"
    if (reason := describe_state(target)) != "":
        return f"{name} {reason}, and so can't parry. {without}"
    gun = find_weapon(attempt) if attempt.action.rule is not unarmed else None
    if gun is not None and gun.is_fast:
        return f"{gun.label} strikes too fast to be parried. {without}"
    if target.parries or any(attempt.params.get(each) for each in ("parry_bonus", "parry_resilience", "parry_dc")):
        return None
    return f"{name} has nothing to parry with. Put it on the sheet, or roll without the parry."


def price_of_shot(attempt: Attempt) -> Price | None:
    """Return the rounds that a shot takes and adds to the recoil; None for weapons without rounds and recoil."""
    gun = find_weapon(attempt)
    if gun is None or not isinstance(attempt.roller, Character) or not (gun.clip or gun.has_recoil):
        return None
    rounds = count_rounds(attempt, gun)
    return {"weapon": attempt.chosen.get("weapons", 0), "rounds": rounds, "guns_only": True}


def price_of_turret(attempt: Attempt) -> Price | None:
    """Return the rounds that a vehicle's turret takes, if they are counted."""
    gun = find_weapon(attempt)
    if gun is None or not isinstance(attempt.roller, Vehicle) or not gun.clip:
        return None
    return {"weapon": attempt.chosen.get("weapons", 0), "rounds": count_rounds(attempt, gun)}


def fill_from_pilot(attempt: Attempt) -> dict[str, Any]:
    """Return the Reactions of the chosen pilot of a vehicle."""
    pilot = attempt.ally
    return {"reactions": pilot.reactions_now} if isinstance(pilot, Character) else {}


def fill_turret(attempt: Attempt) -> dict[str, Any]:
    """Return the Reactions of the pilot and the rounds of the turret."""
    return {**fill_from_pilot(attempt), **(fill_rounds(attempt) if isinstance(attempt.roller, Vehicle) else {})}


ACTION, PILOTS_ACTION = Limit(count_actions), Limit(count_actions, who="ally")
SHOT = Cost(fire, price_of_shot, due=lambda attempt, _: price_of_shot(attempt))
BURST = Cost(fire_turret, price_of_turret, due=lambda attempt, _: price_of_turret(attempt))
STRIKES = {"actor": require_person, "target": require_targets, "parry": require_possible_parry}
SHOOTS = {**STRIKES, "weapon": require_weapon, "rate": require_rate}
DRIVES = {"actor": require_driver, "pilot": require_able_pilot}


def declare_driving(
    rule: Mechanic, title: str, *, has_target: bool, moves: Callable[[Attempt], str | None] | None = None
) -> Action:
    """Declare a roll of a vehicle, which takes an action of its pilot.

    Args:
        moves: requires that the target moves; None if it doesn't matter.
    """
    requires = {**DRIVES, "target": require_targets} if has_target else DRIVES
    return Action(
        rule,
        requires=requires if moves is None else {**requires, "moving": moves},
        limit=PILOTS_ACTION,
        fills=fill_from_pilot,
        ally=PILOT,
        is_usual=is_never_usual,
        title=title,
        icon="move",
    )


def is_never_usual(_: Any) -> bool:
    """Return False: no combatant takes such an action unasked."""
    return False


def begins_with_blast(sheet: Any) -> bool:
    """Return True if the first weapon of a sheet that isn't empty has a Blast Radius or Spread."""
    first = next((each for each in getattr(sheet, "weapons", ()) if not each.empty), None)
    return first is not None and bool(first.radius)


ACTIONS = (
    Action(
        attack,
        requires=SHOOTS,
        limit=ACTION,
        costs=(SHOT,),
        fills=fill_rounds,
        suits=is_armed,
        title="Attack",
        icon="attack",
        cards="weapons",
        chance="hit",
    ),
    Action(
        unarmed,
        requires=STRIKES,
        limit=ACTION,
        is_usual=lambda sheet: not is_armed(sheet),
        title="Unarmed",
        says="Strike {target}",
        icon="attack",
        chance="hit",
    ),
    Action(
        group_attack,
        requires={
            "actor": require_person,
            "target": require_targets,
            "weapon": require_weapon,
            "spread": require_spread,
            "rate": require_rate,
        },
        limit=ACTION,
        costs=(SHOT,),
        fills=fill_rounds,
        reach=Reach(
            several=lambda attempt: (gun := find_weapon(attempt)) is not None and gun.strikes_several,
            everyone=lambda attempt: (gun := find_weapon(attempt)) is not None and bool(gun.radius),
            most=lambda _: MOST_TARGETS,
        ),
        suits=lambda sheet: any(each.strikes_several for each in getattr(sheet, "weapons", ())),
        is_usual=begins_with_blast,
        title="Spread",
        says="Attack {target}",
        icon="blast",
        cards="weapons",
        chance="hit",
    ),
    Action(aim, requires={"actor": require_person}, limit=ACTION, suits=is_armed, title="Aim", icon="aim"),
    Action(move, requires={"actor": require_person}, limit=ACTION, title="Move", icon="move"),
    Action(reload, requires={"actor": require_driver}, limit=ACTION, suits=is_armed, title="Reload", icon="swap"),
    Action(
        spell, requires={"actor": require_person}, limit=ACTION, is_usual=is_never_usual, title="Spell", icon="magic"
    ),
    Action(
        to_hit,
        requires=SHOOTS,
        limit=ACTION,
        costs=(SHOT,),
        suits=is_armed,
        is_usual=is_never_usual,
        title="To hit only",
        says="Roll to hit {target}",
        icon="attack",
        group="more",
        cards="weapons",
        chance="hit",
    ),
    Action(
        damage_roll,
        requires={"target": require_targets},
        fills=fill_rounds,
        suits=is_armed,
        is_usual=is_never_usual,
        title="Damage only",
        says="Roll the damage for {target}",
        icon="attack",
        group="more",
        cards="weapons",
    ),
    Action(
        near_miss,
        requires={"target": require_targets},
        fills=fill_rounds,
        suits=is_armed,
        is_usual=is_never_usual,
        title="Near miss",
        says="A near miss: {target}",
        icon="blast",
        group="more",
        cards="weapons",
    ),
    Action(
        sneak,
        requires={"actor": require_person},
        is_usual=is_never_usual,
        title="Sneak",
        says="Sneak past {target}",
        icon="move",
        group="more",
    ),
    Action(
        turret,
        requires={
            **DRIVES,
            "target": require_targets,
            "weapon": lambda attempt: require_weapon(attempt) if isinstance(attempt.roller, Vehicle) else None,
            "rate": require_rate,
        },
        limit=PILOTS_ACTION,
        costs=(BURST,),
        fills=fill_turret,
        ally=PILOT,
        suits=lambda sheet: not isinstance(sheet, Vehicle) or is_armed(sheet),
        is_usual=is_never_usual,
        title="Turret",
        says="Fire the turret at {target}",
        icon="heavy",
        cards="weapons",
        chance="hit",
    ),
    declare_driving(ram, "Ram", has_target=True, moves=require_moving_target),
    declare_driving(contest, "Outdrive", has_target=True),
    declare_driving(drive, "Manoeuvre", has_target=False),
    Action(load_round, requires={"actor": require_driver}, limit=ACTION, group="more"),
    Action(fill_clip, requires={"actor": require_person}, limit=ACTION, group="more"),
    Action(regain_ne, requires={"actor": require_person}, limit=ACTION, icon="magic", group="more"),
    Action(tap_store, requires={"actor": require_person}, limit=ACTION, icon="magic", group="more"),
)


def has_joined_with_initiative(events: Sequence[Event]) -> bool:
    """Return True if an object joined before version 0.2, when objects rolled for initiative and events had no ids."""
    ids = {Thing.id, Vehicle.id}
    return any(each["event"] == "join" and "id" not in each and each["sheet"]["sheet"] in ids for each in events)


FIGHT = FightRules(
    "sideworld/fight/",
    {"unit": "Your unit", "others": "The others"},
    {Character: "unit", Npc: "others", Vehicle: ("unit", "others"), Thing: "others"},
    IndividualInitiative(initiative),
    required_rolls={wound: "owes_a_part"},
    declared_actions=ACTIONS,
    unoffered_rolls=(initiative, heal, poison, carry),
    objects=(Thing,),
    ends={"unit": "Victory", "others": "Defeat"},
    corrections=(Correction("doors and vehicles no longer roll for initiative", has_joined_with_initiative),),
)
