"""COMBAT!: the actions of a fight, one for each combatant in a turn, and what they require."""

from typing import Any

from rules_py.play import Action, Attempt, Cost, FightRules, IndividualInitiative, Limit, actor_is_up
from rules_py.systems.combat.core_rules import skill
from rules_py.systems.combat.derived import initiative
from rules_py.systems.combat.fighting import attack, blow, blunt, stun
from rules_py.systems.combat.sheets.changes import act, find_hindrance, go, sprint
from rules_py.systems.combat.sheets.characters import Character
from rules_py.systems.combat.sheets.combatants import Enemy
from rules_py.tables import table

WHY_NOT = {
    "unconscious": "is unconscious. Healing or medical aid has to give some LIF back first.",
    "dying": "is dying. Healing or medical aid has to give some LIF back first.",
    "dead": "is dead. Let another combatant act.",
}

BODY = tuple(row.key for row in table("combat.attributes").rows if row["group"] == "Body")

# Requirements


def require_up(attempt: Attempt) -> str | None:
    """Require that the actor is up, or acts at the same time as the combatant who took them out."""
    state = attempt.actor.state
    return f"{attempt.actor_name} {WHY_NOT[state]}" if state in WHY_NOT else actor_is_up(attempt)


def require_no_stun(attempt: Attempt) -> str | None:
    """Require that an actor who is up isn't stunned, except by a combatant who acts at the same time."""
    if attempt.actor.state != "up" or not attempt.actor.stunned:
        return None
    return f"{attempt.actor_name} is stunned, and loses this turn's action. End the turn."


def require_breath(attempt: Attempt) -> str | None:
    """Require a turn of sprinting that is left before the next rest."""
    if not isinstance(attempt.actor, Character) or attempt.actor.sprint_left:
        return None
    return f"{attempt.actor_name} is out of breath, and needs a rest first."


def require_life_to_lose(attempt: Attempt) -> str | None:
    """Require a target that is neither dying nor dead. An unconscious one can still lose LIF to deadly damage."""
    if attempt.at is None:
        return None
    name, state = attempt.name_for(attempt.at), attempt.target.state
    if state == "dead":
        return f"{name} is dead. Choose another target."
    return f"{name} is dying, and there is no LIF left to lose. Choose another target." if state == "dying" else None


def require_target(attempt: Attempt) -> str | None:
    """Require a target who is neither dying nor dead, and hasn't left the fight."""
    if attempt.at is not None and attempt.fight.combatants[attempt.at].has_withdrawn:
        return f"{attempt.name_for(attempt.at)} has left the fight. Choose another target."
    return require_life_to_lose(attempt)


def require_target_to_stun(attempt: Attempt) -> str | None:
    """Require a target who is up."""
    if attempt.at is None or attempt.target.state == "up":
        return None
    return f"{attempt.name_for(attempt.at)} is {attempt.target.state}. Only a combatant who is up can be stunned."


# The action of a turn


def count_actions(attempt: Attempt) -> int:
    """Return the number of actions that the actor has in this turn, with those that are taken.

    There is one, and the sheet's `acted` says if it is spent. `combat.stun` has the Reading.
    """
    return attempt.uses if attempt.roller.acted else attempt.uses + 1


def price_of_action(attempt: Attempt) -> dict[str, Any] | None:
    """Return that the turn's action is taken; None before the initiative order exists, as no turn has begun."""
    return {"taken": True} if attempt.fight.counts_uses else None


ONE_ACTION = Limit(count_actions)
SPEND_ACTION = Cost(act, price_of_action, payer="actor", due=lambda attempt, _: price_of_action(attempt))
CAN_ACT = {"actor": require_up, "stun": require_no_stun}


# Combatants who act at the same time


def is_simultaneous(attempt: Attempt) -> bool:
    """Return True if the roller and the target act at the same time."""
    return attempt.at is not None and attempt.fight.is_simultaneous_with(attempt.by, attempt.at)


def find_facts(attempt: Attempt) -> dict[str, bool]:
    """Return the fact that decides which turn a stun costs."""
    return {"simultaneous": is_simultaneous(attempt)}


def fill_from_turn(attempt: Attempt) -> dict[str, Any]:
    """Return the target's stun at the start of the turn, if the target acts at the same time as the roller."""
    if attempt.at is None or not is_simultaneous(attempt):
        return {}
    target: Any = attempt.fight.acting_sheet_for(attempt.at)
    return {"stunned": target.stunned}


def fill_blow(attempt: Attempt) -> dict[str, Any]:
    """Return what the fight decides about a blow, such as that a dying target stays so after stunning damage."""
    is_dying = attempt.at is not None and attempt.target.state == "dying"
    return fill_from_turn(attempt) | ({"harm": "deadly"} if is_dying else {})


def fill_motion(attempt: Attempt) -> dict[str, Any]:
    """Return that a combatant moves although their sheet forbids it, once nothing else stands in their way.

    Those who act at the same time as the combatant who took them out still move, and the table may waive a requirement.
    """
    return {"anyway": True} if find_hindrance(attempt.roller, attempt.action.rule is sprint) else {}


# Choices


def choose_best(sheet: object) -> dict[str, Any]:
    """Return the best attribute of the Body Group and its best skill; the text allows these for an attack.

    REF comes first if several are the best. A character without a skill of the Body Group uses the best skill.
    """
    if not isinstance(sheet, Character):
        return {}
    likeliest_first = sorted((f"{name}_now" for name in BODY), key=lambda name: name != "reflexes_now")
    numbers = range(len(sheet.skills))
    fitting = [number for number in numbers if sheet.skills[number].attribute in BODY] or numbers
    best = max(fitting, key=lambda number: sheet.skills[number].total, default=None)
    attribute = max(likeliest_first, key=lambda name: int(getattr(sheet, name)))
    return {"attribute": attribute} | ({} if best is None else {"skills": best})


def is_never_usual(_: Any) -> bool:
    """Return False: no combatant makes this roll unasked."""
    return False


ACTIONS = (
    Action(
        blow,
        requires={**CAN_ACT, "target": require_target},
        limit=ONE_ACTION,
        costs=(SPEND_ACTION,),
        fills=fill_blow,
        facts=find_facts,
        choose=choose_best,
        title="Attack",
        icon="attack",
        cards="weapons",
        chance="hit",
    ),
    Action(
        attack,
        requires={**CAN_ACT, "target": require_target},
        limit=ONE_ACTION,
        costs=(SPEND_ACTION,),
        fills=fill_from_turn,
        choose=choose_best,
        is_usual=is_never_usual,
        title="To hit only",
        says="Roll to hit {target}",
        icon="attack",
        group="more",
        chance="hit",
    ),
    Action(
        skill, requires=CAN_ACT, limit=ONE_ACTION, costs=(SPEND_ACTION,), title="Skill", says="Use {card}", icon="risk"
    ),
    Action(
        go,
        requires=CAN_ACT,
        limit=ONE_ACTION,
        costs=(SPEND_ACTION,),
        fills=fill_motion,
        title="Move",
        icon="move",
    ),
    Action(
        sprint,
        requires={**CAN_ACT, "breath": require_breath},
        limit=ONE_ACTION,
        costs=(SPEND_ACTION,),
        fills=fill_motion,
        title="Sprint",
        icon="flee",
    ),
    Action(
        blunt,
        {"target": require_life_to_lose},
        facts=find_facts,
        is_usual=is_never_usual,
        is_free=True,
        title="Blunt blow",
        says="A blunt blow hits {target}",
        icon="attack",
        cards="weapons",
    ),
    Action(
        stun,
        {"target": require_target_to_stun},
        fills=lambda attempt: {"acted": "yes"} if is_simultaneous(attempt) else {},
        is_usual=is_never_usual,
        is_free=True,
        title="Stun",
        says="Stun {target}",
        icon="skull",
    ),
)
"""The actions, and the two rolls that tell what they lead to.

The damage of an attack that has hit and the turn that a stun costs are parts of the action before them. An attribute
roll isn't an action: a stun lowers it and doesn't forbid it.
"""

FIGHT = FightRules(
    "combat/fight/",
    {"team": "The team", "enemies": "Enemies"},
    {Character: "team", Enemy: "enemies"},
    IndividualInitiative(initiative, is_rerolled_each_round=True, has_simultaneous_ties=True),
    declared_actions=ACTIONS,
    ends={"team": "Victory", "enemies": "Defeat"},
)
