"""PUML: the actions of a fight, with the dice that they take and what they require."""

from typing import Any

from rules_py.mechanic import Roll
from rules_py.play import Action, Attempt, Cost, FightRules, actor_is_up, target_is_up
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import defence, offense, tag_team
from rules_py.systems.puml.phases import AN_ACTION
from rules_py.systems.puml.sheets.characters import Character, Enemy, Fighter, take_hit
from rules_py.systems.puml.sheets.tracker import UNMARKED, Tracker, mark_goal, take_action
from rules_py.systems.puml.twists import complication

Price = dict[str, Any]


def price_of_attack(attempt: Attempt) -> Price | None:
    """Return the price of an attack: dice of the offense, and the roller's attack of the phase. A free one is free."""
    if attempt.roller.free_attack:
        return None
    return {"side": "offense", "third": attempt.params["advantage"], "who": attempt.actor_name, **UNMARKED}


def due_for_attack(attempt: Attempt, roll: Roll) -> Price | None:
    """Return the price of an attack once its result is known."""
    price = price_of_attack(attempt)
    return price and price | {"band": roll.outcome["band"]}


def price_of_defence(attempt: Attempt) -> Price:
    """Return the price that the attacking enemy pays: dice of the defence, and its attack of the phase."""
    return {"side": "defence", "third": attempt.params["disadvantage"], "who": attempt.actor_name}


def price_of_team(attempt: Attempt) -> Price:
    """Return the price of a tag team's roll; in the offense it is the attack of both members."""
    if attempt.params["side"] == "defence":
        return price_of_defence(attempt)
    return {
        "side": "offense",
        "third": attempt.params["advantage"],
        "who": attempt.actor_name,
        "partner": find_partner_name(attempt),
    }


def price_of_task(attempt: Attempt) -> Price:
    """Return the price of a task other than an attack: dice of the offense."""
    return {"side": "offense", "third": attempt.params["advantage"]}


def find_partner_name(attempt: Attempt) -> str:
    """Return the name of the other member of a tag team that attacks; "" for one that defends."""
    is_attacking = attempt.params["side"] == "offense" and attempt.ally_key is not None
    return attempt.name_for(str(attempt.ally_key)) if is_attacking else ""


def require_third_die(attempt: Attempt) -> str | None:
    """Require that three dice are left for an action that takes a third one. Outside a fight, no dice are counted."""
    if attempt.board is None:
        return None
    third = "advantage" if attempt.board.phase == "offense" else "disadvantage"
    left = attempt.board.dice
    if not attempt.params[third] or left > AN_ACTION:
        return None
    return f"A third die makes it {AN_ACTION + 1} dice, and this phase has {left} left. Roll without it."


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
ACTIONS = (
    Action(
        offense,
        requires={**UP, "third-die": require_third_die},
        choose=choose_best_attribute,
        varies=("modifier", "advantage"),
        costs=(Cost(take_action, price_of_attack, payer="fight", due=due_for_attack),),
        facts=lambda attempt: {"is_free": attempt.roller.free_attack},
    ),
    Action(
        defence,
        requires={**UP, "third-die": require_third_die},
        choose=choose_best_attribute,
        varies=("modifier", "disadvantage"),
        costs=(Cost(take_action, price_of_defence, payer="fight"),),
        reacts=lambda _: True,
    ),
    Action(
        tag_team,
        requires={**UP, "third-die": require_third_die, "partner": require_partner},
        costs=(Cost(take_action, price_of_team, payer="fight"),),
        fills=fill_from_partner,
        facts=lambda attempt: {"partner": find_partner_name(attempt)},
        ally="The other member of the tag team",
        needs_ally=True,
        reacts=lambda params: params.get("side") == "defence",
    ),
    Action(
        action,
        requires={"actor": actor_is_up},
        costs=(Cost(take_action, price_of_task, payer="fight"),),
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
)
"""There is no initiative: the dice decide the phase, and the table decides who attacks in it."""
