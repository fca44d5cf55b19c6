"""PSIOPS: the actions of a fight, with what they require and cost, and the rules of fights.

Reading: everything that one side does happens at once, so the rolls at 0 HP and for morale come at the end of its turn.
An operative who is hit rolls at 0 HP with the damage that counts. Every attack counts as lethal unless the table says
otherwise.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_py.dice import GivenDice
from rules_py.mechanic import Mechanic, Roll
from rules_py.parameters import check_all
from rules_py.play import (
    Action,
    Amendment,
    Attempt,
    Change,
    Cost,
    FightRules,
    GroupRoll,
    Limit,
    Reach,
    RequiredRoll,
    SideInitiative,
)
from rules_py.play.fight.actions import name_against
from rules_py.play.fight.pools import Clock as ProgressClock
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.combat import NOT_RANGED, attack, defend, morale, psychic_attack
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.harm import revive, tend
from rules_py.systems.psiops.sheets.held_actions import act_now, hold_action, hold_second_attack
from rules_py.systems.psiops.sheets.inventory import Weapon
from rules_py.systems.psiops.sheets.kit import draw_weapon, resupply, spend_ammo, unpack
from rules_py.systems.psiops.sheets.lasting import AFFLICTING, FROZEN, KINETIC_SHIELD, POWERS, find_kind
from rules_py.systems.psiops.sheets.missions import gather_intel, heal, recover, spend_talent, take_rest
from rules_py.systems.psiops.sheets.momentum import (
    calm_down,
    gain_stress,
    overcome,
    spend_momentum,
    take_another_action,
    take_courage,
)
from rules_py.systems.psiops.sheets.operative import ACTIONS, MOST_STRESS, Operative
from rules_py.systems.psiops.sheets.opponents import (
    Enemy,
    Opponent,
    Swarm,
    break_cover,
    find_group_check,
    take_position,
)
from rules_py.systems.psiops.sheets.powers import concentrate
from rules_py.systems.psiops.sheets.progress_clocks import Clock
from rules_py.systems.psiops.stress import stress
from rules_py.systems.psiops.takedown import focus_fire, resolve_own_attack
from rules_py.tables import table

Params = dict[str, Any]
Requirement = Callable[[Attempt], str | None]

# Who is there


def describe_absence(attempt: Attempt, key: str) -> str | None:
    """Return a sentence that says why a combatant is out of the fight, or None if they aren't."""
    combatant = attempt.fight.combatants[key]
    if not combatant.is_out:
        return None
    name, sheet = combatant.name, combatant.sheet
    if combatant.has_withdrawn:
        return f"{name} has left the fight and would have to come back."
    if isinstance(sheet, Operative):
        return {
            "down": f"{name} is at 0 HP: roll for that first.",
            "unconscious": f"{name} is unconscious until an ally brings them round.",
            "incapacitated": f"{name} is incapacitated until they get HP back.",
        }.get(sheet.state, f"{name} is dead.")
    return f"{name} has run away." if isinstance(sheet, Opponent) and sheet.routed else f"{name} is out of the fight."


def is_fighting(attempt: Attempt) -> bool:
    """Return True while an opponent is up."""
    return any(isinstance(each.sheet, Opponent) and not each.is_out for each in attempt.fight.combatants.values())


def is_finishing_turn(attempt: Attempt) -> bool:
    """Return True if the actor has fallen in the turn of their own side, whose results come all at once.

    Only a blast of their own side can take out operatives in it. Opponents fall in it to the damage of suppressing
    fire, once they have acted.
    """
    fight, combatant = attempt.fight, attempt.fight.combatants[attempt.actor_key]
    sheet = combatant.sheet
    if combatant.has_withdrawn:
        return False
    if isinstance(sheet, Opponent):
        return not sheet.routed and attempt.count_uses("action") > 0
    is_own_turn = any(fight.combatants[key].side == combatant.side for key in fight.current_group)
    return is_own_turn and sheet.state == "down" and bool(sheet.blows)


def list_targets(attempt: Attempt) -> Iterator[str]:
    """Yield the keys of all targets."""
    if attempt.at is not None:
        yield attempt.at
    yield from attempt.also


# Requirements


def require_actor(attempt: Attempt) -> str | None:
    """Require that the actor is up."""
    return None if is_finishing_turn(attempt) else describe_absence(attempt, attempt.actor_key)


MINDLESS = ("stunned", "controlled")
"""The effects that allow no action, not even one of the mind."""


def describe_hindrance(
    attempt: Attempt, key: str, sheet: Any, kinds: tuple[str, ...] = (*FROZEN, "controlled")
) -> str | None:
    """Return a sentence that says which effect keeps a combatant from acting, or None."""
    effect = find_kind(sheet, *kinds)
    if effect is None:
        return None
    until = f" until the end of round {attempt.fight.round + effect.rounds - 1}" if effect.rounds else ""
    can_act = " and does what the other side wants" if effect.kind == "controlled" else " and can't do this"
    return f"{attempt.name_for(key)} is {effect.kind}{until}{can_act}."


def require_control(attempt: Attempt) -> str | None:
    """Require that no effect keeps the actor from acting.

    Reading: the stunned take no action. The paralyzed can't attack, retreat or get up; they can talk and use talents,
    also those that attack. Controlled combatants are allies of those who control them, so their attacks are refused,
    and the table plays what they do.
    """
    return describe_hindrance(attempt, attempt.actor_key, attempt.actor)


def require_life(attempt: Attempt) -> str | None:
    """Require that the roller isn't dead."""
    return f"{attempt.name_for(attempt.by)} is dead." if attempt.roller.state == "dead" else None


def is_opportunity(attempt: Attempt) -> bool:
    """Return True for an attack of opportunity.

    Reading: it takes no action of the attacker, who may make it in any turn, and it isn't their second attack.
    """
    return bool(attempt.params.get("opportunity"))


def require_turn(attempt: Attempt) -> str | None:
    """Require that it is the actor's turn, or that they hold an action. The roll for initiative may have lost it."""
    fight, key, name = attempt.fight, attempt.actor_key, attempt.actor_name
    if is_opportunity(attempt) or (isinstance(attempt.actor, Operative) and attempt.actor.holding):
        return None
    combatant = fight.combatants[key]
    if fight.round == 1 and combatant.score == (0,):
        return f"{name} has lost the first turn by the roll for initiative."
    if fight.is_open or not fight.current_group or key in fight.current_group or is_finishing_turn(attempt):
        return None
    if fight.round == 1 and combatant.score is None and isinstance(attempt.actor, Operative):
        return f"{name} has to roll for initiative first."
    way_out = " Hold an action in your own turn to act in this one." if isinstance(attempt.actor, Operative) else ""
    return f"It isn't {name}'s turn.{way_out}"


def require_first_round(attempt: Attempt) -> str | None:
    """Require that initiative is rolled in the first round, once.

    Reading: operatives who join later need no roll: from the second round on, all of them act first.
    """
    name = attempt.name_for(attempt.by)
    if attempt.fight.round > 1:
        return f"Initiative is rolled in the first round. {name} acts with the others now."
    if attempt.fight.combatants[attempt.by].score is not None:
        return f"{name} has rolled for initiative already."
    return None


def require_free_place(attempt: Attempt) -> str | None:
    """Require an operative who has died and whose place nobody has taken, for an emergency insertion."""
    fight, name = attempt.fight, attempt.name_for(attempt.by)
    side = fight.combatants[attempt.by].side
    team = [each for each in fight.combatants.values() if each.side == side]
    if len(team) == 1:
        return None
    rolls = [each.event for each in fight.log if each.event["event"] == "roll" and not each.event.get("amends")]
    own = [each["mechanic"] for each in rolls if each.get("by") == attempt.by and each["mechanic"] != initiative.id]
    if own:
        return f"{name} is in the fight already."
    dead = sum(isinstance(each.sheet, Operative) and each.sheet.state == "dead" for each in team)
    if sum(each["mechanic"] == insertion.id for each in rolls) >= dead:
        return f"No operative has died whose place {name} could take."
    return None


def require_stress_roll(attempt: Attempt) -> str | None:
    """Require that the roll at 6 stress is made.

    Reading: the roll at 6 stress comes at once. The operative can't act or lower their stress before it.
    """
    if not attempt.roller.at_the_limit:
        return None
    return f"{attempt.name_for(attempt.by)} has {MOST_STRESS} stress: roll +WILLPOWER first."


def require_rolls_at_zero(attempt: Attempt) -> str | None:
    """Require that the rolls at 0 HP of the turn before are made."""
    if attempt.fight.has_turn_begun:
        return None
    combatants = attempt.fight.combatants.values()
    down = (each.name for each in combatants if isinstance(each.sheet, Operative) and each.sheet.at_zero)
    return next((f"{name} is at 0 HP: roll for that first." for name in down), None)


def find_check_with_group(attempt: Attempt, key: str) -> RequiredRoll | None:
    """Return the morale check that an opponent has to make with its group, or None."""
    combatant = attempt.fight.combatants[key]
    sheet = combatant.sheet
    if not isinstance(sheet, Enemy) or sheet.party is None or combatant.is_out:
        return None
    group = attempt.fight.find_group(combatant.side, "party", sheet.party)
    return find_group_check([each.sheet for each in group])


def is_check_due(attempt: Attempt, key: str) -> bool:
    """Return True if an opponent has a morale check to make, alone or with its group."""
    return bool(attempt.fight.combatants[key].sheet.checks_due) or find_check_with_group(attempt, key) is not None


def require_morale(attempt: Attempt) -> str | None:
    """Require that an opponent has made the morale check that is due.

    Reading: everything that one side does happens at once, so enemies who lose one of theirs check at the end of the
    turn.
    """
    is_opponent = isinstance(attempt.actor, Opponent)
    if not is_opponent or attempt.fight.has_turn_begun or not is_check_due(attempt, attempt.actor_key):
        return None
    return f"{attempt.actor_name} has to check morale first."


def require_nerve(attempt: Attempt) -> str | None:
    """Require that a pinned enemy has passed its morale check to act under fire.

    Reading: pinned enemies who never check morale act without the check. They still take the waiting damage.
    """
    enemy = attempt.actor
    if not isinstance(enemy, Enemy) or not enemy.pinned or enemy.never_checks or enemy.braves_fire:
        return None
    return f"{attempt.actor_name} is pinned down: it acts once a morale check holds, or when the fire stops."


def require_target(attempt: Attempt) -> str | None:
    """Require targets that can be attacked: not dead, gone or taken out before this round.

    Reading: players choose all targets before they know the results. So an attack still takes place if its target falls
    in this round. Unconscious and incapacitated operatives can be attacked.
    """
    for key in list_targets(attempt):
        combatant = attempt.fight.combatants[key]
        sheet = combatant.sheet
        is_target = (
            sheet.state != "dead" if isinstance(sheet, Operative) else getattr(sheet, "fell_in_this_round", False)
        )
        if combatant.is_out and (combatant.has_withdrawn or not is_target):
            return f"{describe_absence(attempt, key)} Choose another target."
    return None


def require_defender(attempt: Attempt) -> str | None:
    """Require that the defender is there and alive."""
    combatant = attempt.fight.combatants[attempt.by]
    if combatant.has_withdrawn or combatant.sheet.state == "dead":
        return f"{describe_absence(attempt, attempt.by)} Choose another target."
    return None


def require_ammo(attempt: Attempt) -> str | None:
    """Require a weapon that isn't out of ammo."""
    weapon: Weapon | None = attempt.find_entry("weapons")
    if weapon is None or not weapon.empty:
        return None
    return f"There is no ammo left for {weapon.name}. Restock it or attack with something else."


def require_weapon_at_hand(attempt: Attempt) -> str | None:
    """Require a weapon that isn't in the backpack, from which an action takes it."""
    weapon: Weapon | None = attempt.find_entry("weapons")
    if weapon is None or weapon.place != "backpack":
        return None
    return f"Take {weapon.name} out of the backpack first, for an action."


def refuse_shared_attack(attempt: Attempt) -> str:
    """Refuse the roll of several attackers at once: in a fight each of them attacks, and pays for it, themselves.

    Only the highest damage to a target counts, because the sheets remember every blow of a turn.
    """
    return "This roll is for several attackers. Let each of them attack: the highest damage counts."


def require_cover(attempt: Attempt) -> str | None:
    """Require targets in cover for suppressing fire."""
    for key in list_targets(attempt) if attempt.params.get("suppressing") else ():
        sheet, name = attempt.fight.sheet_for(key), attempt.name_for(key)
        if not isinstance(sheet, Enemy):
            return f"{name} can't be pinned down. Attack without suppressing fire."
        if not sheet.cover:
            return f"{name} isn't in cover. Put it in cover, or attack without suppressing fire."
    return None


def require_talent(attempt: Attempt) -> str | None:
    """Require a talent that isn't spent."""
    talent = attempt.find_entry("talents")
    if talent is None:
        return f"{attempt.name_for(attempt.by)} has no talent on the sheet. Add one first."
    name = table("psiops.talents").row(talent.talent).name
    if any(each.kind == "used" and each.name == name for each in attempt.roller.lasting):
        return f"{name} works once per session. Use another talent."
    if not talent.spent:
        return None
    return f"{name} is spent until a rest. Use another talent, or rest at a rendezvous."


def require_helper(attempt: Attempt) -> str | None:
    """Require that the ally who assists is another operative who is up."""
    key = attempt.ally_key
    if key is None:
        return None
    helper = attempt.fight.combatants[key]
    if key == attempt.by or not isinstance(helper.sheet, Operative):
        return f"{helper.name} can't assist here. Choose another operative, or nobody."
    absence = describe_absence(attempt, key) or describe_hindrance(attempt, key, helper.sheet)
    return absence and f"{absence} Choose another ally, or nobody."


def require_rescuer(attempt: Attempt) -> str | None:
    """Require that the ally who revives or looks after an operative is up.

    Reading: reviving somebody and looking after them takes one action of the ally.
    """
    key = attempt.ally_key
    if key is None:
        return None
    name, sheet = attempt.name_for(key), attempt.fight.combatants[key].sheet
    if not isinstance(sheet, Operative) or key == attempt.by:
        return f"{name} can't do this. Choose another operative."
    if reason := describe_absence(attempt, key) or describe_hindrance(attempt, key, sheet):
        return f"{reason} Choose another ally."
    return None


def require_rescuers_turn(attempt: Attempt) -> str | None:
    """Require that it is the turn of the ally who revives or looks after an operative."""
    key, fight = attempt.ally_key, attempt.fight
    if key is None:
        return None
    name = attempt.name_for(key)
    has_turn = not is_fighting(attempt) or fight.is_open or not fight.current_group or key in fight.current_group
    return None if has_turn else f"It isn't {name}'s turn. Choose another ally, or wait for the operatives' turn."


def require_zero_hp(attempt: Attempt) -> str | None:
    """Require an operative who has to roll at 0 HP."""
    return None if attempt.roller.at_zero else f"{attempt.name_for(attempt.by)} has no roll at 0 HP to make."


def require_limit(attempt: Attempt) -> str | None:
    """Require an operative who has to roll at 6 stress."""
    operative, name = attempt.roller, attempt.name_for(attempt.by)
    if operative.at_the_limit:
        return None
    if operative.stress == MOST_STRESS:
        return f"{name} has made the roll at {MOST_STRESS} stress already."
    return f"This roll comes at {MOST_STRESS} stress; {name} has {operative.stress}."


def require_fresh_target(attempt: Attempt) -> str | None:
    """Require that a swarm attacks each of its targets once in a turn, and that a blast reaches all before the next.

    Reading: an enemy's blast hits every operative who is up, unless the table says who isn't in its area.
    """
    if isinstance(attempt.actor, Enemy) and attempt.actor.blast:
        return describe_unreached(attempt)
    if not isinstance(attempt.actor, Swarm) or not attempt.uses_against_victim:
        return None
    return (
        f"{attempt.actor_name} has attacked {attempt.name_for(attempt.by)} in this turn already. Choose another target."
    )


def describe_unreached(attempt: Attempt) -> str | None:
    """Return a sentence with the operatives an enemy's blast still has to reach before another begins, or None."""
    blasts, fight = attempt.count_uses(defend.id), attempt.fight
    if attempt.uses_against_victim < blasts or not blasts:
        return None
    side = fight.combatants[attempt.actor_key].side
    left = [
        each.name
        for each in fight.combatants.values()
        if each.side != side
        and isinstance(each.sheet, Operative)
        and not each.is_out
        and attempt.count_uses(name_against(defend.id, each.key)) < blasts
    ]
    return (
        f"The blast of {attempt.actor_name} reaches {' and '.join(left)}, too. Choose another target." if left else None
    )


def require_own_roll_at_zero(attempt: Attempt) -> str | None:
    """Require that the roller has no roll at 0 HP to make."""
    return f"{attempt.name_for(attempt.by)} is at 0 HP: roll for that first." if attempt.roller.at_zero else None


def require_courage(attempt: Attempt) -> str | None:
    """Require an ally who is Courageous."""
    fight = attempt.fight
    allies = [each.sheet for each in fight.combatants.values() if each.key != attempt.by]
    if len(fight.combatants) == 1 or any(
        isinstance(each, Operative) and each.has_effect("Courageous") for each in allies
    ):
        return None
    return f"{attempt.name_for(attempt.by)} has no ally who is Courageous."


def require_first_bonus(attempt: Attempt) -> str | None:
    """Require that the operative has taken no bonus at the rendezvous of this mission.

    Reading: the team can call for one rendezvous in a mission, so each operative gets one bonus in a mission.
    """
    bonus = attempt.roller.rendezvous
    if bonus == "none":
        return None
    name = table("psiops.rest-choices").row(bonus).name
    return f"{attempt.name_for(attempt.by)} has taken a bonus in this mission already: {name}. End the mission first."


# Limits


def count_most_actions(attempt: Attempt) -> int:
    """Return the actor's actions in a turn: two, and those bought with momentum; a swarm has its table's attacks.

    Reading: opponents have two actions in a turn, like operatives. You defend against an enemy's second attack like
    against its first: the disadvantage of a second attack is for the attacker's own roll.
    """
    actor = attempt.actor
    if isinstance(actor, Swarm):
        return actor.attacks or 0
    if not isinstance(actor, Operative):
        return ACTIONS
    return actor.actions if price_of_held_action(attempt) is None else count_held_actions(attempt)


def count_held_actions(attempt: Attempt) -> int:
    """Return the actions for an action that is held: itself, and those left of the operative's own turn.

    Reading: aiming a held attack takes the other action of that turn, so none may have been spent on anything else.
    """
    left: int = attempt.actor.actions - count_uses_in_own_turn(attempt)
    return max(1, left + 1)


def count_uses_in_own_turn(attempt: Attempt) -> int:
    """Return the actions that an operative took in their own turn of this round, which the others' turn follows."""
    uses: int = 0
    ends = 0
    for entry in reversed(attempt.fight.log):
        ends += entry.event["event"] in ("turn", "order")
        if ends == 2:
            break
        uses += entry.event.get("paid", {}).get(attempt.actor_key, 0)
    return uses


def count_attack(attempt: Attempt) -> int:
    """Return the actions that an attack takes; aiming takes another one, and an opportunity takes none."""
    if is_opportunity(attempt):
        return 0
    return 2 if attempt.params.get("aiming") else 1


def count_task(attempt: Attempt) -> int:
    """Return the actions that a task takes: one, while there is a fight.

    Reading: the roll to retreat takes one action, which is the action to disengage.
    """
    return int(is_fighting(attempt))


def count_defence(attempt: Attempt) -> int:
    """Return the actions that an attack takes from the enemy who makes it: a blast takes one for all its targets."""
    if attempt.at is None or is_opportunity(attempt):
        return 0
    is_same_blast = isinstance(attempt.actor, Enemy) and attempt.actor.blast
    return int(not is_same_blast or attempt.uses_against_victim >= attempt.count_uses(defend.id))


def read_position(attempt: Attempt) -> Mapping[str, Any]:
    """Return the position that a combatant takes."""
    return check_all(take_position.id, take_position.parameters, dict(attempt.params))


def count_position(attempt: Attempt) -> int:
    """Return the actions that a position takes: getting up takes one.

    Reading: going behind cover is part of another action, such as a move or an attack.
    """
    return int(attempt.roller.prone and not read_position(attempt)["prone"])


def is_own_check(attempt: Attempt) -> bool:
    """Return True if a morale check is an enemy's own one, to act under fire."""
    enemy, fight = attempt.roller, attempt.fight
    if not isinstance(enemy, Enemy) or not enemy.pinned:
        return False
    is_acting = fight.has_turn_begun and attempt.by in fight.current_group  # the group checks at the end of its turn
    return bool(attempt.params.get("under_fire")) or is_acting or not is_check_due(attempt, attempt.by)


TASK = Limit(count_most_actions, count=count_task)


# Prices


def price_of_push(attempt: Attempt) -> Params | None:
    """Return the price of the roller's own push, if there is one."""
    return {"on": "push"} if attempt.params.get("spent_momentum") and attempt.ally_key is None else None


def price_of_ammo(attempt: Attempt) -> Params | None:
    """Return the highest price of an attack: 1 ammo, if the weapon's ammo is counted."""
    weapon: Weapon | None = attempt.find_entry("weapons")
    counts = weapon is not None and weapon.full > 0 and not weapon.empty
    return {"weapon": attempt.chosen.get("weapons", 0), "ammo": 1} if counts else None


def due_for_ammo(attempt: Attempt, roll: Roll) -> Params | None:
    """Return the ammo that an attack takes once its result is known; what is thrown or has 1 of 1 is gone after any."""
    price = price_of_ammo(attempt)
    if price is None:
        return None
    if roll.mechanic == focus_fire.id:
        spent = resolve_own_attack(GivenDice(roll.faces), **roll.params)["ammo"]
    else:
        spent = roll.outcome["ammo"]
    return price if spent or attempt.find_entry("weapons").leaves_the_hand else None


def due_for_talent(attempt: Attempt, roll: Roll) -> Params | None:
    """Return the talent that fails, once the result is known."""
    talent = attempt.find_entry("talents")
    if roll.outcome["success"] or talent is None or talent.spent:
        return None
    return {"talent": attempt.chosen.get("talents", 0)}


def price_of_risk(attempt: Attempt) -> Params | None:
    """Return the price that a pinned enemy pays to act: the waiting damage."""
    enemy = attempt.actor
    return {"pinned_by": enemy.pinned_by} if isinstance(enemy, Enemy) and enemy.pinned and not enemy.out else None


def build_cost(change: Change, price: Callable[[Attempt], Params | None], **payer: Any) -> Cost:
    """Build a cost with a price that is the same whatever the result is."""
    return Cost(change, price, due=lambda attempt, _: price(attempt), **payer)


def price_of_held_action(attempt: Attempt) -> Params | None:
    """Return the price of a roll outside the roller's turn: the action that they hold, if they hold one."""
    operative = attempt.roller
    if is_opportunity(attempt):
        return None
    is_interrupting = isinstance(operative, Operative) and attempt.by not in attempt.fight.current_group
    return {} if is_interrupting and operative.holding else None


def price_of_attack_before_held_action(attempt: Attempt) -> Params | None:
    """Return the price of an attack before a held action: an attack with that action is then the second one."""
    operative, is_own_turn = attempt.roller, attempt.by in attempt.fight.current_group
    if not is_own_turn or is_opportunity(attempt) or not isinstance(operative, Operative):
        return None
    return {} if operative.holding and not operative.held_second else None


HELD = build_cost(act_now, price_of_held_action)
BEFORE_HELD = build_cost(hold_second_attack, price_of_attack_before_held_action)
MOMENTUM = (
    build_cost(spend_momentum, price_of_push),
    build_cost(spend_momentum, lambda attempt: None if attempt.ally_key is None else {"on": "assist"}, payer="ally"),
)
AMMO = Cost(spend_ammo, price_of_ammo, due=due_for_ammo)


# What the fight fills in


def fill_help(attempt: Attempt) -> Params:
    """Return what an ally who assists fills in: an advantage, and no momentum from the roll."""
    return {} if attempt.ally_key is None else {"advantage": True, "spent_momentum": True}


def fill_action_roll(attempt: Attempt) -> Params:
    """Return what a fight fills in for an action roll: the disadvantage of the fearful, and an ally's help."""
    fear = {"disadvantage": True} if attempt.roller.fearful and is_fighting(attempt) else {}
    return {**fear, **fill_help(attempt)}


def fill_attack(attempt: Attempt) -> Params:
    """Return what a fight fills in for an attack: whether it is a later one in this turn, and an ally's help.

    Reading: a third attack, with an action bought with momentum, has disadvantage like the second.
    """
    return {"second_attack": is_later_attack(attempt), **fill_help(attempt)}


def is_later_attack(attempt: Attempt) -> bool:
    """Return True if the roller has attacked in this round already.

    Reading: a held attack after an attack is the second one of the round, so it has disadvantage.
    """
    held_second = price_of_held_action(attempt) is not None and attempt.roller.held_second
    return held_second or count_attacks(attempt) > 0


def count_attacks(attempt: Attempt) -> int:
    """Return the number of attacks that the actor has made in this turn."""
    return sum(attempt.count_uses(roll.id) for roll in (attack, psychic_attack, focus_fire))


def fill_defence(attempt: Attempt) -> Params:
    """Return what a fight fills in for a defence; nothing helps those who can't defend."""
    if attempt.roller.helpless:
        return {"advantage": False, "disadvantage": False}
    return fill_help(attempt)


def fill_dying(attempt: Attempt) -> Params:
    """Return what a fight fills in for the roll to stay conscious, which is an action roll."""
    fear = {"conscious_disadvantage": True} if attempt.roller.fearful and is_fighting(attempt) else {}
    assist = {} if attempt.ally_key is None else {"conscious_advantage": True, "spent_momentum": True}
    return {**fear, **assist}


def find_lasting(attempt: Attempt) -> Params:
    """Return whether a talent lasts, and the effect that it has on a target."""
    talent = attempt.find_entry("talents")
    if talent is None:
        return {}
    power = POWERS.get(talent.talent)
    lasts = None if power is None else "rolled" if power.is_rolled else "fixed"
    if talent.talent == KINETIC_SHIELD:
        lasts = "shield"
    return {"lasts": lasts, "afflicts": AFFLICTING.get(talent.talent), "talent": talent.talent}


def find_moods(attempt: Attempt) -> Params:
    """Return whether the roller's success encourages allies, and whether an ally who is up insults the roller."""
    if not isinstance(attempt.roller, Operative):
        return {}
    allies = [
        each.sheet
        for each in attempt.fight.combatants.values()
        if each.key != attempt.by and isinstance(each.sheet, Operative) and not each.is_out
    ]
    return {
        "encourages": bool(allies) and attempt.roller.has_effect("Courageous") > 0,
        "is_insulted": any(each.has_effect("Insulting") > 0 for each in allies),
    }


def find_invisible(attempt: Attempt) -> Params:
    """Return whether the attacker is invisible."""
    return {"is_invisible": attempt.roller.is_invisible}


def fill_morale(attempt: Attempt) -> Params:
    """Return what a fight fills in for a morale check: whether it is an enemy's own one, or its group's morale."""
    if is_own_check(attempt):
        return {"under_fire": True}
    check = find_check_with_group(attempt, attempt.by)
    return {} if check is None else dict(check.params)


# The actions

HELP = "An ally who assists, for 1 momentum"
ABLE = {
    "actor": require_actor,
    "control": require_control,
    "turn": require_turn,
    "stress": require_stress_roll,
    "zero-hp": require_rolls_at_zero,
}
AWARE = {**ABLE, "control": lambda attempt: describe_hindrance(attempt, attempt.actor_key, attempt.actor, MINDLESS)}
SHOOTING = {"target": require_target, "ammo": require_ammo, "backpack": require_weapon_at_hand}


def build_help(advantage: str, is_roll: Callable[[Roll], bool] = lambda _: True) -> tuple[Amendment, ...]:
    """Build a push and an assist for a roll once the result is known: the third die is rolled then.

    Args:
        advantage: the parameter that is the advantage of the action roll.
        is_roll: returns True if the action roll was made.
    """

    def can_be_helped(roll: Roll) -> bool:
        return roll.params.get("spent_momentum") is False and roll.params.get(advantage) is False and is_roll(roll)

    params = {"spent_momentum": True, advantage: True}
    return (
        Amendment("Push yourself", params, is_offered=can_be_helped),
        Amendment("Assist", params, needs_ally=True, is_offered=can_be_helped),
    )


def can_suppress(roll: Roll) -> bool:
    """Return True for a ranged attack that does damage to a target in cover, which it can pin down instead."""
    is_ranged = roll.params["weapon"] not in NOT_RANGED
    return is_ranged and roll.params["cover"] > 0 and roll.outcome["damage"] > 0


PIN_DOWN = Amendment("Pin it down instead", {"suppressing": True}, requires=("cover",), is_offered=can_suppress)
AFTERWARDS = build_help("advantage")
TO_STAY_CONSCIOUS = build_help("conscious_advantage", lambda roll: roll.outcome["state"] in ("standing", "unconscious"))
"""The roll at 0 HP itself is no action roll, so that momentum helps with the one to stay conscious alone."""


def declare_action_roll(
    rule: Mechanic,
    requires: Mapping[str, Requirement],
    *,
    costs: tuple[Cost, ...] = (),
    fills: Callable[[Attempt], Params] = fill_action_roll,
    facts: Callable[[Attempt], Params] = lambda _: {},
    amendments: tuple[Amendment, ...] = AFTERWARDS,
    **parts: Any,
) -> Action:
    """Declare an action roll: its roller can push it, and an ally can assist."""
    assisted = {**requires, "ally": require_helper}
    paid = (*costs, *MOMENTUM)
    known = lambda attempt: {**find_moods(attempt), **facts(attempt)}  # noqa: E731
    return Action(rule, assisted, costs=paid, fills=fills, facts=known, ally=HELP, amendments=amendments, **parts)


def is_blast(attempt: Attempt) -> bool:
    """Return True if the attack's weapon hits everybody in an area, allies too.

    Reading: there is one roll, so the first target decides whether it is against someone prone. Nobody else defends.
    """
    weapon: Weapon | None = attempt.find_entry("weapons")
    return weapon is not None and weapon.blast


AT_RENDEZVOUS = {
    "life": require_life,
    "zero-hp": require_own_roll_at_zero,
    "peace": lambda attempt: "The fight isn't over: there is no rendezvous in it." if is_fighting(attempt) else None,
    "rendezvous": require_first_bonus,
}


def declare_relief(rule: Change, title: str = "", **more: Requirement) -> Action:
    """Declare a change that lowers stress; the roll at 6 stress comes first."""
    requires = {"life": require_life, "stress": require_stress_roll, **more}
    return Action(rule, requires, is_free=True, title=title, icon="steady", group="reaction")


ATTACKING = Limit(count_most_actions, count=count_attack)

RESCUE = "The ally who does it"


def declare_rescue(rule: Change) -> Action:
    """Declare a change that an ally makes with one of their actions, such as reviving an operative."""
    return Action(
        rule,
        {"rescuer": require_rescuer, "turn": require_rescuers_turn},
        limit=Limit(
            lambda attempt: attempt.ally.actions if isinstance(attempt.ally, Operative) else ACTIONS,
            count=count_task,
            who="ally",
        ),
        ally=RESCUE,
        needs_ally=True,
        icon="aid",
        group="more",
    )


ACTIONS_OF_FIGHT = (
    declare_action_roll(
        attack,
        {**ABLE, **SHOOTING, "cover": require_cover},
        limit=ATTACKING,
        costs=(AMMO, HELD, BEFORE_HELD),
        fills=fill_attack,
        facts=find_invisible,
        reach=Reach(several=is_blast, everyone=is_blast, shared=("target_prone",)),
        amendments=(*AFTERWARDS, PIN_DOWN),
        is_extra=is_opportunity,
        title="Attack",
        icon="attack",
        cards="weapons",
        chance="hit",
        chips=("aiming", "opportunity"),
    ),
    Action(
        focus_fire,
        {**ABLE, **SHOOTING, "attackers": refuse_shared_attack},
        limit=ATTACKING,
        costs=(AMMO, HELD, BEFORE_HELD),
        fills=lambda attempt: {"second_attack": is_later_attack(attempt)},
        facts=find_invisible,
        suits=lambda _: False,
        group="more",
        icon="team",
        cards="weapons",
        chance="hit",
    ),
    declare_action_roll(
        defend,
        {
            # Some damage has no attacker, such as that of a trap.
            "actor": lambda attempt: None if attempt.at is None else require_actor(attempt),
            "control": lambda attempt: None if attempt.at is None else require_control(attempt),
            "turn": lambda attempt: None if attempt.at is None else require_turn(attempt),
            "defender": require_defender,
            "swarm": require_fresh_target,
            "zero-hp": require_rolls_at_zero,
            "morale": require_morale,
            "nerve": require_nerve,
        },
        limit=Limit(count_most_actions, count=count_defence),
        costs=(build_cost(break_cover, price_of_risk, payer="actor"),),
        fills=fill_defence,
        reacts=lambda _: True,
        is_extra=is_opportunity,
        ways_out={"nerve": morale},
        target_limit="swarm",
        title="Defend",
        icon="resist",
    ),
    declare_action_roll(action, AWARE, limit=TASK, costs=(HELD,), title="Try", icon="risk", chips=("skill",)),
    declare_action_roll(
        psionic,
        {**AWARE, "talent": require_talent},
        limit=TASK,
        costs=(Cost(spend_talent, lambda _: None, due=due_for_talent), HELD),
        facts=find_lasting,
        title="Talent",
        says="{card}",
        icon="talent",
        cards="talents",
    ),
    declare_action_roll(
        psychic_attack,
        {**AWARE, "target": require_target, "talent": require_talent},
        limit=ATTACKING,
        costs=(Cost(spend_talent, lambda _: None, due=due_for_talent), HELD, BEFORE_HELD),
        fills=fill_attack,
        facts=find_invisible,
        suits=lambda sheet: isinstance(sheet, Operative) and any(each.damage is not None for each in sheet.talents),
        title="Strike",
        says="{card}: {target}",
        icon="magic",
        cards="talents",
        chance="hit",
    ),
    declare_action_roll(
        retreat,
        ABLE,
        limit=TASK,
        costs=(HELD,),
        withdraws=lambda roll: bool(roll.outcome["success"]),
        title="Retreat",
        icon="flee",
        group="more",
        chance="away",
    ),
    declare_action_roll(initiative, {"actor": require_actor, "first-round": require_first_round}, is_free=True),
    declare_action_roll(insertion, {"actor": require_actor, "place": require_free_place}, is_free=True),
    declare_action_roll(
        determination,
        {},
        costs=(build_cost(spend_momentum, lambda attempt: {"on": "determination"}),),
        is_free=True,
        title="Resist a consequence",
        icon="resist",
        group="reaction",
    ),
    declare_action_roll(
        stress,
        {"life": require_life, "limit": require_limit},
        is_free=True,
        title="Roll to keep it together",
        due=f"{{name}} has {MOST_STRESS} stress",
        icon="steady",
    ),
    declare_action_roll(
        dying,
        {"zero-hp": require_zero_hp},
        fills=fill_dying,
        amendments=TO_STAY_CONSCIOUS,
        is_free=True,
        title="Roll to stay alive",
        due="{name} is at 0 HP",
        icon="steady",
    ),
    Action(
        morale,
        {"actor": lambda attempt: describe_absence(attempt, attempt.by)},
        limit=Limit(lambda _: 1, pool="morale check under fire", count=lambda attempt: int(is_own_check(attempt))),
        fills=fill_morale,
        title="Check morale",
        due="{name}: will they hold?",
        icon="steady",
        group="more",
        chance="holds",
    ),
    Action(
        take_position,
        {
            # To get up takes an action; others can be laid or pulled somewhere by the table.
            "actor": lambda attempt: require_actor(attempt) if count_position(attempt) else None,
            "control": lambda attempt: require_control(attempt) if count_position(attempt) else None,
            "turn": lambda attempt: require_turn(attempt) if count_position(attempt) else None,
            "nerve": lambda attempt: require_nerve(attempt) if read_position(attempt)["cover"] == 0 else None,
        },
        limit=Limit(count_most_actions, count=count_position),
        costs=(
            Cost(break_cover, lambda attempt: price_of_risk(attempt) if read_position(attempt)["cover"] == 0 else None),
        ),
        ways_out={"nerve": morale},
        title="Cover",
        icon="cover",
    ),
    Action(
        take_another_action, {"actor": require_actor, "turn": require_turn}, is_free=True, icon="move", group="reaction"
    ),
    Action(
        hold_action,
        AWARE,
        limit=TASK,
        costs=(Cost(hold_second_attack, lambda attempt: {} if count_attacks(attempt) else None),),
        title="Hold",
        says="Hold an action",
        icon="hold",
    ),
    Action(concentrate, AWARE, limit=TASK, title="Keep a talent up", icon="think", group="more"),
    *(declare_rescue(rule) for rule in (revive, tend)),
    Action(draw_weapon, ABLE, limit=TASK, title="Take out a weapon", icon="swap", group="more"),
    Action(unpack, ABLE, limit=TASK, title="Unpack an item", icon="lift", group="more"),
    Action(gain_stress, {"life": require_life}, is_free=True, title="1 stress"),
    *(Action(bonus, AT_RENDEZVOUS, is_free=True) for bonus in (heal, gather_intel, resupply)),
    declare_relief(calm_down, "Calm down"),
    declare_relief(overcome),
    declare_relief(take_courage, ally=require_courage),
    Action(take_rest, {"life": require_life, "stress": require_stress_roll, **AT_RENDEZVOUS}, is_free=True),
    declare_relief(
        recover, stress=lambda attempt: require_stress_roll(attempt) if attempt.params.get("of") == "stress" else None
    ),
)
"""All actions of a fight. A determination roll is the player's, so the operative may be in any state."""


def can_interrupt(sheet: Any) -> bool:
    """Return True for an operative who holds an action, or who has a melee weapon ready for an opportunity."""
    if not isinstance(sheet, Operative):
        return False
    return sheet.holding != "" or any(each.kind == "melee" and each.place == "hands" for each in sheet.weapons)


FIGHT = FightRules(
    "psiops/fight/",
    {"operatives": "Operatives", "enemies": "Enemies", "clocks": "Clocks"},
    {Operative: "operatives", Enemy: "enemies", Swarm: "enemies", Clock: "clocks"},
    SideInitiative(initiative, sides=("operatives", "enemies"), rolling_side="operatives"),
    bystander_sides=("clocks",),
    required_rolls={dying: "at_zero", stress: "at_the_limit", morale: "checks_due"},
    may_interrupt=can_interrupt,
    group_rolls=(GroupRoll(morale, "party", find_group_check, counts=lambda params: not params["under_fire"]),),
    declared_actions=ACTIONS_OF_FIGHT,
    deferred_rolls=(dying, morale),
    pools=(ProgressClock("marked", "segments"),),
    ends={"operatives": "Victory", "enemies": "Defeat"},
)
"""The operatives who win initiative act first, then the enemies; from the second round on, all operatives act first."""
