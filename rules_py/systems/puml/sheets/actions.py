"""PUML: the actions of a fight, with the dice that they take and what they require."""

from typing import Any

from rules_py.play import Action, Attempt, Cost, DicePool, FightRules, Track, actor_is_up, target_is_up
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import defence, offense, tag_team
from rules_py.systems.puml.phases import AN_ACTION, fight, goal, phase, rest_of_round
from rules_py.systems.puml.sheets.characters import Character, Enemy, Fighter, take_hit
from rules_py.systems.puml.sheets.tracker import (
    UNMARKED,
    Tracker,
    describe_attacker,
    describe_phase,
    describe_team_member,
    mark_goal,
    take_action,
)
from rules_py.systems.puml.twists import complication

Price = dict[str, Any]


def find_side(attempt: Attempt) -> str:
    """Return the phase that an action belongs to; a tag team may act in both."""
    if attempt.action.rule is tag_team:
        return str(attempt.params["side"])
    return "defence" if attempt.action.rule is defence else "offense"


def is_free(attempt: Attempt) -> bool:
    """Return True for a free attack."""
    return attempt.action.rule is offense and attempt.roller.free_attack


def has_third_die(attempt: Attempt) -> bool:
    """Return True if a third die is spent: for advantage in the offense, for disadvantage in the defence."""
    return bool(attempt.params["advantage" if find_side(attempt) == "offense" else "disadvantage"])


def find_attackers(attempt: Attempt) -> tuple[str, str]:
    """Return the names of those whose attack of the phase an action is: the attacker and a tag team's other member.

    A name is "" without such a combatant: other tasks and free attacks are no attack of the phase, and an attack
    without an enemy in the fight isn't noted.
    """
    if attempt.action.rule is action or is_free(attempt) or (find_side(attempt) == "defence" and attempt.at is None):
        return "", ""
    return attempt.actor_name, find_partner_name(attempt)


def find_partner_name(attempt: Attempt) -> str:
    """Return the name of the other member of a tag team that attacks; "" for one that defends, and without a team."""
    is_attacking = attempt.action.rule is tag_team and find_side(attempt) == "offense"
    return attempt.name_for(attempt.ally_key) if is_attacking and attempt.ally_key is not None else ""


def price_of_action(attempt: Attempt) -> Price:
    """Return the price of an action: dice of its phase, and the attack of those who attack."""
    if is_free(attempt):
        return {"side": "offense", "free": True, **UNMARKED}
    side, (who, partner), board = find_side(attempt), find_attackers(attempt), attempt.board
    is_waived = board is not None and (side != board.phase or who in board.acted or partner in board.acted)
    return {
        "side": side,
        "third": has_third_die(attempt),
        "who": who,
        **({"partner": partner} if partner else {}),
        **({"out_of_turn": True} if is_waived else {}),
        **UNMARKED,
    }


def fill_third_die(attempt: Attempt) -> dict[str, Any]:
    """Return the advantage or disadvantage of the third die, which is spent when exactly three dice are left."""
    if attempt.board is None:
        return {}
    if is_free(attempt):
        return {"advantage": False}
    side = find_side(attempt)
    is_spent = attempt.board.count_dice(side) == AN_ACTION + 1
    return {"advantage" if side == "offense" else "disadvantage": is_spent}


def require_phase(attempt: Attempt) -> str | None:
    """Require that it is the phase in which an action belongs. A free attack may be made in each."""
    board = attempt.board
    if board is None or is_free(attempt) or find_side(attempt) == board.phase:
        return None
    return describe_phase(board.phase)


def require_attack(attempt: Attempt) -> str | None:
    """Require that those who attack haven't attacked in this phase."""
    if attempt.board is None:
        return None
    found = (name for name in find_attackers(attempt) if name and name in attempt.board.acted)
    return next((describe_attacker(name) for name in found if name not in attempt.board.teamed), None)


def require_no_team(attempt: Attempt) -> str | None:
    """Require that those who act haven't acted in a tag team in this phase."""
    if attempt.board is None:
        return None
    found = (name for name in (attempt.actor_name, find_partner_name(attempt)) if name in attempt.board.teamed)
    return next((describe_team_member(name) for name in found), None)


def require_third_die(attempt: Attempt) -> str | None:
    """Require that a third die can be spent if it is, and is spent if three dice are left.

    Outside a fight, no dice are counted.
    """
    if attempt.board is None:
        return None
    has_third = has_third_die(attempt)
    if is_free(attempt):
        return "A free attack takes no dice, so it has no third one. Roll without advantage." if has_third else None
    side = find_side(attempt)
    left = attempt.board.count_dice(side)
    if has_third and left <= AN_ACTION:
        return f"A third die makes it {AN_ACTION + 1} dice, and this phase has {left} left. Roll without it."
    if left == AN_ACTION + 1 and not has_third:
        effect = "advantage" if side == "offense" else "disadvantage"
        return f"{AN_ACTION + 1} dice are left, and the action takes them all. Roll with {effect}."
    return None


def require_partner(attempt: Attempt) -> str | None:
    """Require that the other member of a tag team is up, and isn't the roller."""
    if attempt.ally_key == attempt.by:
        return "A tag team has two members. Choose another ally."
    if attempt.ally_key is None:
        return None
    partner = attempt.fight.combatants[attempt.ally_key]
    if partner.has_withdrawn:
        return f"{partner.name} has left the fight. Choose another ally."
    return f"{partner.name} is out of the fight. Choose another ally." if partner.is_out else None


def fill_from_partner(attempt: Attempt) -> dict[str, Any]:
    """Return what the other member of a tag team fills in: the best attribute, and a disadvantage that is left over."""
    partner = attempt.ally
    if not isinstance(partner, Character):
        return {"hampered": attempt.roller.hampered}
    best = max((each.value for each in partner.attributes), default=0)
    return {"second": best, "hampered": attempt.roller.hampered or partner.hampered}


def choose_best_attribute(fighter: Fighter) -> dict[str, int]:
    """Return the choice of the highest attribute, which a character in a forecast acts with."""
    values = [each.value for each in getattr(fighter, "attributes", ())]
    return {"attributes": values.index(max(values))} if values else {}


def find_effects_before(attempt: Attempt) -> dict[str, bool]:
    """Return the facts about the roll that brought a complication: whether it dealt damage and marked the goal."""
    effects = attempt.fight.find_previous_effects(attempt.by, complication.id)
    return {"dealt": take_hit.id in effects, "marked": mark_goal.id in effects and attempt.board.goal_marked > 0}


UP = {"actor": actor_is_up, "target": target_is_up}
ON_TURN = {
    "phase": require_phase,
    "attack": require_attack,
    "tag-team": require_no_team,
    "third-die": require_third_die,
}
DICE = (
    Cost(
        take_action,
        price_of_action,
        payer="fight",
        due=lambda attempt, roll: {**price_of_action(attempt), "band": roll.outcome["band"]},
    ),
)
ACTIONS = (
    Action(
        offense,
        requires={**UP, **ON_TURN},
        fills=fill_third_die,
        choose=choose_best_attribute,
        costs=DICE,
        facts=lambda attempt: {"is_free": attempt.roller.free_attack},
        is_extra=is_free,
        title="Attack",
        icon="attack",
        cards="attributes",
        chance="hit",
    ),
    Action(
        defence,
        requires={**UP, **ON_TURN},
        fills=fill_third_die,
        choose=choose_best_attribute,
        costs=DICE,
        reacts=lambda _: True,
        title="Defend",
        icon="resist",
        cards="attributes",
        chance="unhurt",
    ),
    Action(
        tag_team,
        requires={**UP, **ON_TURN, "partner": require_partner},
        costs=DICE,
        fills=lambda attempt: {**fill_from_partner(attempt), **fill_third_die(attempt)},
        ally="The other member of the tag team",
        needs_ally=True,
        reacts=lambda params: params.get("side") == "defence",
        title="Tag team",
        says="Tag team: {target}",
        title_for_actor="Attack a team",
        icon="team",
        cards="attributes",
    ),
    Action(
        action,
        requires={"actor": actor_is_up, **ON_TURN},
        fills=fill_third_die,
        costs=DICE,
        title="Try",
        icon="risk",
        cards="attributes",
    ),
    Action(complication, facts=find_effects_before),
)

FIGHT = FightRules(
    "puml/fight/",
    {"players": "Players and allies", "enemies": "Enemies"},
    {Character: "players", Enemy: "enemies"},
    board=Tracker,
    find_leading_side=lambda tracker: "players" if tracker.phase == "offense" else "enemies",
    declared_actions=ACTIONS,
    unoffered_rolls=(phase, fight, rest_of_round, goal),
    pools=(
        DicePool("offense_dice", "offense_starts", side="players", title="Offense"),
        DicePool("defence_dice", "defence_starts", side="enemies", title="Defence"),
        Track("goal_marked", "goal_spaces", "goal"),
    ),
    ends={"players": "Victory", "enemies": "Defeat"},
)
"""There is no initiative: the dice decide the phase, and the table decides who attacks in it."""
