"""X-M.A.S.: the actions of a fight, with what they require, cost and reach."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.mechanic import Mechanic, Roll
from rules_py.play import Action, Amendment, Attempt, Cost, FightRules, Reach
from rules_py.systems.xmas.combat import attack, crowd, is_hitting_all, is_shared
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import MOST_ADDED, MOST_FURTHER, earns_spirit, test
from rules_py.systems.xmas.sheets.changes import deploy_heavy, heal, is_downed, protect, spend_spirit
from rules_py.systems.xmas.sheets.characters import BEYOND_HARM, STATS, Enemy, Operator, Weapon

Price = dict[str, Any]
Requirement = Callable[[Attempt], str | None]

TALKING = "social"
"""The stat of a test that only talks."""


# Requirements


def require_able_actor(attempt: Attempt) -> str | None:
    """Require that the actor is up and there: not Downed, not taken out, and not gone from the fight."""
    actor, name = attempt.fight.combatants[attempt.actor_key], attempt.actor_name
    if actor.has_withdrawn:
        return f"{name} has left the fight. Let them come back first."
    if isinstance(actor.sheet, Operator):
        return f"{name} is Downed and can't act. An ally can give first aid." if is_downed(actor.sheet) else None
    return f"{name} is out of the fight. Let someone else act." if actor.is_out else None


def require_cost_of_tag(attempt: Attempt) -> str | None:
    """Require that a tag against oneself lowers the roll, for which it earns Spirit."""
    params = attempt.params
    if not params.get("negative_tag") or earns_spirit(params["stat"], params["tags"], negative_tag=True):
        return None
    return f"The -1 changes nothing above +{MOST_ADDED}, so it earns no Spirit. Leave the tag against yourself out."


def require_targets_up(attempt: Attempt) -> str | None:
    """Require that everyone who is acted against can be hurt.

    Reading: nothing hurts a Christmas Ghost, so a ghost can't be a target. Only Blast reaches allies.
    """
    keys = (*((attempt.at,) if attempt.at else ()), *attempt.also)
    reasons = (find_reason_against(attempt, key) for key in keys)
    return next((f"{reason} Choose another target." for reason in reasons if reason), None)


def find_reason_against(attempt: Attempt, key: str) -> str | None:
    """Return the reason why a combatant can't be hurt by an attack, or None."""
    sheet, combatant = attempt.fight.sheet_for(key), attempt.fight.combatants[key]
    if combatant.has_withdrawn:
        return f"{combatant.name} has left the fight."
    if isinstance(sheet, Operator) and sheet.state in BEYOND_HARM:
        return f"{combatant.name} is a {BEYOND_HARM[sheet.state]} and can't be hurt any more."
    if isinstance(sheet, Operator) and attempt.action.rule is not hurt and not is_blast(attempt):
        return f"{combatant.name} is in the squad, and only Blast reaches allies."
    return f"{combatant.name} is out of the fight already." if combatant.is_out else None


def require_one_target(attempt: Attempt) -> str | None:
    """Require a Blast weapon for a single damage roll against several targets."""
    if not attempt.also or is_blast(attempt):
        return None
    return "Only Blast hits everyone around the target. Choose one target, or attack several with automatic fire."


def require_weapon(attempt: Attempt) -> str | None:
    """Require that an operator who attacks has a weapon.

    Reading: each attack deals its weapon's damage, so fists are a weapon, too. Put them on the sheet with the damage
    that Command gives them.
    """
    if not isinstance(attempt.roller, Operator) or attempt.roller.weapons:
        return None
    return f"{attempt.name_for(attempt.by)} has no weapon. Put one on the sheet, even if it is a fist."


def require_ammo(attempt: Attempt) -> str | None:
    """Require that a heavy weapon has ammo: it is ready, or deployed for this scene."""
    weapon = find_weapon(attempt)
    if weapon is None or not weapon.heavy or attempt.roller.heavy_weapon != "empty":
        return None
    again = "Spend 1 Spirit between scenes to reload it, or attack with something else."
    return f"There is no ammo left for {weapon.name}. {again}"


def require_patient(attempt: Attempt) -> str | None:
    """Require that first aid is for a Downed operator who is there; the table can choose one after the roll.

    Alone on a sheet, the patient is somebody at the table.
    """
    if attempt.at is None:
        others = [each for key, each in attempt.fight.combatants.items() if key != attempt.by]
        present = [each.sheet for each in others if not each.has_withdrawn]
        is_needed = any(isinstance(sheet, Operator) and is_downed(sheet) for sheet in present)
        return None if is_needed or not others else "Nobody else is Downed, so nobody needs first aid."
    sheet, patient = attempt.fight.sheet_for(attempt.at), attempt.fight.combatants[attempt.at]
    if patient.has_withdrawn:
        return f"{patient.name} has left the fight."
    if isinstance(sheet, Operator) and is_downed(sheet):
        return None
    return f"Only a Downed operator needs first aid, and {patient.name} isn't one."


def require_use(attempt: Attempt) -> str | None:
    """Require that Spirit buys something: ammo for an empty heavy weapon, a Wound healed, or a hit taken."""
    match attempt.params.get("on", "reroll"):
        case "reload" if not attempt.fight.is_downtime_after("scene"):
            return "Reload between scenes. End the scene first."
        case "heal":
            return "Choose the ally to heal: this is paid together with their Wound, between scenes."
        case "protect":
            return "Protect an ally when a hit on them is known: taking that hit pays for it."
    return None


def require_downtime(attempt: Attempt) -> str | None:
    """Require that it is between scenes."""
    return None if attempt.fight.is_downtime_after("scene") else "Heal between scenes. End the scene first."


def require_hit(attempt: Attempt) -> str | None:
    """Require a hit on an ally that is taken in their place."""
    if attempt.replaces:
        is_own = find_hit_key(attempt) == attempt.by
        return f"{attempt.actor_name} is the one who is hit. Let an ally take it." if is_own else None
    if len(attempt.fight.combatants) == 1:
        return None  # alone on a sheet, the hit is one at the table
    return "There is no hit to take. Protect an ally when a hit on them is known."


def find_hit_key(attempt: Attempt) -> str:
    """Return the key of the combatant whose hit an attempt replaces, by the hit's event or else by its change."""
    for entry in reversed(attempt.fight.log):
        event = entry.event
        if event["event"] == "change" and attempt.replaces in (entry.id, event["change"]):
            return str(event["who"])
    return ""


def require_known_result(attempt: Attempt) -> str | None:
    """Require that re-rolls after the first are granted one by one, each after a result."""
    if not attempt.params.get("further_rerolls"):
        return None
    return "Each further re-roll comes after the result before it. Roll first, then let an ally grant it."


# Prices and reach


def find_weapon(attempt: Attempt) -> Weapon | None:
    """Return the weapon that an operator has chosen, or None."""
    return attempt.find_entry("weapons") if isinstance(attempt.roller, Operator) else None


def find_mode(attempt: Attempt) -> str:
    """Return how an attack fires: as its roll says, or else as the weapon does."""
    weapon = find_weapon(attempt)
    return str(attempt.params.get("mode") or (weapon.mode if weapon else "single"))


def is_blast(attempt: Attempt) -> bool:
    """Return True if an attack reaches everyone in a radius."""
    return is_hitting_all(find_mode(attempt))


def is_automatic(attempt: Attempt) -> bool:
    """Return True if an attack may share out its damage among several targets."""
    return find_mode(attempt) == "auto"


def price_of_haunting(attempt: Attempt) -> Price | None:
    """Return the price of an act on the physical world, which only a Christmas Ghost pays.

    Reading: a ghost pays for each attack, for first aid and for each test, whatever the result. A test with SOCIAL
    counts as talking and is free.
    """
    if not isinstance(attempt.roller, Operator) or not attempt.roller.ghost:
        return None
    is_talking = attempt.action.rule is test and attempt.chosen.get("stat") == TALKING
    return None if is_talking else {"on": "haunt"}


def price_of_reroll(attempt: Attempt) -> Price | None:
    """Return the price of a re-roll, which an ally pays.

    Reading: a full re-roll is both dice of the test. You keep the first result if it was better, and damage dice that
    you have rolled stay. Each ally can grant another one after the new result. The ally shares the consequences, so an
    enemy who hits you may hit both of you.

    Reading: Spirit is spent at any time, so an ally who is Downed or a Christmas Ghost can grant a re-roll, too.
    """
    return {"on": "reroll"} if attempt.params.get("reroll") or attempt.params.get("further_rerolls") else None


def price_of_deploying(attempt: Attempt) -> Price | None:
    """Return the price of the first attack with a ready heavy weapon: it is deployed, and empty after the scene."""
    weapon = find_weapon(attempt)
    return {} if weapon is not None and weapon.heavy and attempt.roller.heavy_weapon == "ready" else None


def choose_to_fight(sheet: Any) -> dict[str, Any]:
    """Return the best stat of an operator who fights, and the first weapon that has ammo.

    Reading: SOCIAL is for talking, so operators in a forecast attack with the best of their other stats.
    """
    if not isinstance(sheet, Operator):
        return {}
    fighting = [stat for stat in STATS if stat != TALKING]
    loaded = (number for number, each in enumerate(sheet.weapons) if not each.heavy or sheet.heavy_weapon != "empty")
    weapon = next(loaded, None)
    return {
        "stat": max(fighting, key=lambda stat: getattr(sheet, stat)),
        **({} if weapon is None else {"weapons": weapon}),
    }


def fill_targets(attempt: Attempt) -> dict[str, Any]:
    """Return the targets of an attack on several, in order: enemies with their Armor, and allies without any."""
    if attempt.at is None:
        return {}
    sheets = (attempt.fight.sheet_for(key) for key in (attempt.at, *attempt.also))
    return {"targets": tuple(describe_target(sheet) for sheet in sheets)}


def describe_target(sheet: Any) -> tuple[int, int]:
    """Return the damage that a target can take, at least 1, and its Armor."""
    if isinstance(sheet, Enemy):
        return max(1, sheet.left), sheet.armor
    return max(1, sheet.boxes_left), 0


HAUNT = Cost(spend_spirit, price_of_haunting, due=lambda attempt, _: price_of_haunting(attempt))
REROLL = Cost(spend_spirit, price_of_reroll, payer="ally", due=lambda attempt, _: price_of_reroll(attempt))
DEPLOY = Cost(deploy_heavy, price_of_deploying, due=lambda attempt, _: price_of_deploying(attempt))


def fill_reroll(roll: Roll) -> dict[str, Any]:
    """Return the parameters of a roll with one more re-roll."""
    if not roll.params["reroll"]:
        return {"reroll": True}
    return {"further_rerolls": roll.params["further_rerolls"] + 1}


AGAIN = Amendment(
    "Re-roll",
    fills=fill_reroll,
    needs_ally=True,
    can_help=lambda sheet: isinstance(sheet, Operator),
    is_offered=lambda roll: roll.params["further_rerolls"] < MOST_FURTHER,
)
SHARE = Amendment(
    "Share it out",
    asks="shares",
    rule=crowd,
    is_offered=lambda roll: is_shared(roll.params["mode"], roll.outcome["band"]),
)

ABLE = {"actor": require_able_actor}
TESTING = {**ABLE, "tag": require_cost_of_tag, "reroll": require_known_result}
ARMED = {**TESTING, "weapon": require_weapon, "ammo": require_ammo, "target": require_targets_up}


def declare_attack(rule: Mechanic, requires: Mapping[str, Requirement], **about: Any) -> Action:
    """Declare an attack with a weapon, with what all attacks cost and offer."""
    return Action(
        rule,
        requires=requires,
        costs=(HAUNT, DEPLOY, REROLL),
        choose=choose_to_fight,
        amendments=(AGAIN, SHARE),
        cards="weapons",
        chance="hit",
        chips=TAGS,
        **about,
    )


TAGS = ("tags", "negative_tag")
ACTIONS = (
    declare_attack(
        attack,
        {**ARMED, "radius": require_one_target},
        reach=Reach(several=is_blast, everyone=is_blast),
        title="Attack",
        icon="attack",
    ),
    declare_attack(
        crowd,
        ARMED,
        reach=Reach(several=is_automatic, everyone=is_automatic, spares_allies=True),
        fills=fill_targets,
        title="Spread fire",
        says="Fire at {target}",
        icon="spray",
    ),
    Action(
        test,
        requires=TESTING,
        costs=(HAUNT, REROLL),
        amendments=(AGAIN,),
        title="Test",
        icon="risk",
        chips=TAGS,
    ),
    Action(
        first_aid,
        requires={**TESTING, "patient": require_patient},
        costs=(HAUNT, REROLL),
        amendments=(AGAIN,),
        title="First aid",
        says="First aid {target}",
        icon="aid",
        chance="saved",
        chips=TAGS,
    ),
    Action(
        hurt,
        requires={**ABLE, "target": require_targets_up},
        is_answer=True,
        title="Hit",
        says="Hit {target}",
        icon="attack",
        due="Who hits {name}?",
    ),
    Action(spend_spirit, requires={"use": require_use}, icon="spirit", group="reaction"),
    Action(
        heal,
        requires={"scene": require_downtime},
        costs=(Cost(spend_spirit, lambda _: {"on": "heal"}, payer="ally"),),
    ),
    Action(protect, requires={**ABLE, "hit": require_hit}),
    Action(deploy_heavy, requires=ABLE, title="Deploy", icon="heavy"),
)

FIGHT = FightRules(
    "xmas/fight/",
    {"squad": "The squad", "enemies": "Enemies"},
    {Operator: "squad", Enemy: "enemies"},
    declared_actions=ACTIONS,
    can_be_attacked=lambda sheet: not getattr(sheet, "ghost", False),
    round_name="pass",
    round_names="passes",
    round_note="In a pass, each of the squad has the spotlight once.",
    ends={"squad": "Victory", "enemies": "Defeat"},
)
"""There is no turn order. Blast attacks everyone in its radius; automatic fire is shared out among several targets."""
