"""Arrangements of a table by hand: the order, sides, conditions, notes, and the dice that are rolled."""

from collections.abc import Iterable

from rules_py.errors import ForbiddenError, ParameterError, UnknownIdError
from rules_py.play.copies import replace
from rules_py.play.fight.events import (
    CONDITION,
    NOTE,
    ROUNDS,
    SCORE,
    ConditionEvent,
    DiceEvent,
    InitiativeEvent,
    LinkEvent,
    MoveEvent,
    NoteEvent,
    PlaceEvent,
    SideEvent,
    read_value,
)
from rules_py.play.fight.initiative import Score, find_score_above
from rules_py.play.fight.state import Combatant, FightState, LogEntry, OwnCondition

MOST_CONDITIONS = 20
"""The maximum number of conditions that the table names for a combatant."""


# Initiative


def set_initiative[F: FightState](fight: F, event: InitiativeEvent) -> tuple[F, LogEntry]:
    """Return a fight after the table has set a combatant's initiative."""
    combatant = fight.combatant(event["who"])
    if obstacle := fight.rules.order.find_obstacle(combatant, fight.round):
        raise ForbiddenError("initiative", obstacle)
    score = fight.rules.order.read_score(read_value("score", SCORE, event.get("score")))
    after = _mark_passed(fight, with_score(fight, combatant.key, score), combatant.key)
    words = (
        f"initiative {score[0]}" if fight.rules.order.is_by_combatant else "acts first" if score[0] else "acts later"
    )
    return after, LogEntry(event, (f"{combatant.name}: {words}.",))


def with_score[F: FightState](fight: F, key: str, score: Score) -> F:
    """Return a fight with the score of a combatant and of those who act in their turn."""
    scored = {
        each.key: replace(each, score=score)
        for each in fight.combatants.values()
        if each.key == key or each.leader == key
    }
    return replace(fight, combatants={**fight.combatants, **scored})


def place[F: FightState](fight: F, event: PlaceEvent) -> tuple[F, LogEntry]:
    """Return a fight in which one of two tied combatants acts before the other."""
    moved, other = fight.combatant(event["who"]), fight.combatant(event["before"])
    if moved.key == other.key or moved.score is None or moved.score != other.score:
        raise ForbiddenError("place", f"{moved.name} isn't tied with {other.name}")
    return _put_before(fight, moved.key, other.key), LogEntry(event, (f"{moved.name} acts before {other.name}.",))


def move[F: FightState](fight: F, event: MoveEvent) -> tuple[F, LogEntry]:
    """Return a fight in which a combatant acts before another one, whatever they rolled."""
    moved, other = fight.combatant(event["who"]), fight.combatant(event["before"])
    order = fight.rules.order
    if not order.is_by_combatant:
        obstacle = "a side acts together in this game" if order.has_turns else ""
        raise ForbiddenError("move", obstacle or order.find_obstacle(moved, fight.round))
    if moved.leader is not None and fight.has_leader(moved):
        raise ForbiddenError("move", f"{moved.name} acts with {fight.combatants[moved.leader].name}")
    if moved.key == other.key or moved.score is None or other.score is None:
        raise ForbiddenError("move", f"{moved.name} and {other.name} need a place in the order first")
    after = fight
    if moved.score != other.score or order.is_simultaneous:
        scores = [each.score for each in fight.combatants.values() if each.score is not None]
        after = with_score(fight, moved.key, find_score_above(other.score, scores))
    after = _mark_passed(fight, _put_before(after, moved.key, other.key), moved.key)
    return after, LogEntry(event, (f"{moved.name} acts before {other.name}.",))


def _put_before[F: FightState](fight: F, key: str, other: str) -> F:
    """Return a fight whose list of combatants has one right before another; the list orders those who are tied."""
    moved = fight.combatants[key]
    placed: dict[str, Combatant] = {}
    for each_key, each in fight.combatants.items():
        if each_key == other:
            placed[key] = moved
        if each_key != key:
            placed[each_key] = each
    return replace(fight, combatants=placed)


def link[F: FightState](fight: F, event: LinkEvent) -> tuple[F, LogEntry]:
    """Return a fight in which a combatant acts in the turn of another one, or on their own again."""
    linked, leader_key = fight.combatant(event["who"]), event.get("leader")
    if not fight.rules.order.is_by_combatant:
        obstacle = "a side acts together in this game" if fight.rules.order.has_turns else ""
        raise ForbiddenError("link", obstacle or fight.rules.order.find_obstacle(linked, fight.round))
    if leader_key is None:
        if linked.leader is None:
            raise ForbiddenError("link", f"{linked.name} acts alone already")
        after = _with_combatant(fight, replace(linked, leader=None))
        return after, LogEntry(event, (f"{linked.name} acts alone again.",))
    leader = fight.combatant(leader_key)
    if leader.key == linked.key or leader.leader is not None:
        raise ForbiddenError("link", f"{leader.name} acts with another combatant already")
    if any(each.leader == linked.key for each in fight.combatants.values()):
        raise ForbiddenError("link", f"others act with {linked.name} already")
    after = _with_combatant(fight, replace(linked, leader=leader.key, score=leader.score))
    return _mark_passed(fight, after, linked.key), LogEntry(event, (f"{linked.name} acts with {leader.name}.",))


def _mark_passed[F: FightState](before: F, after: F, key: str) -> F:
    """Return a fight in which a combatant acts in the next round if their new place in this one has passed."""
    current = before.current_group
    if not before.acted_keys or not current or key in current or key in before.acted_keys:
        return after
    groups = list(after.groups)
    places = {member: number for number, group in enumerate(groups) for member in group}
    if key not in places or current[0] not in places or places[key] >= places[current[0]]:
        return after
    return replace(after, acted_keys=after.acted_keys | {key})


# Sides, conditions, notes, dice


def change_side[F: FightState](fight: F, event: SideEvent) -> tuple[F, LogEntry]:
    """Return a fight in which a combatant has changed sides."""
    combatant, side = fight.combatant(event["who"]), event["side"]
    if side not in fight.rules.sides:
        raise UnknownIdError("side", side, fight.rules.sides)
    if combatant.side == side:
        raise ForbiddenError("side", f"{combatant.name} is on this side already")
    if (side in fight.rules.bystander_sides) != (combatant.side in fight.rules.bystander_sides):
        raise ForbiddenError("side", f"{combatant.name} can't join {fight.rules.sides[side]}")
    after = _with_combatant(fight, replace(combatant, side=side))
    return after, LogEntry(event, (f"{combatant.name} changes sides: {fight.rules.sides[side]}.",))


def list_other_sides(fight: FightState, combatant: Combatant) -> list[str]:
    """Return the sides that a combatant can change to."""
    is_bystander = combatant.side in fight.rules.bystander_sides
    return [
        side
        for side in fight.rules.sides
        if side != combatant.side and (side in fight.rules.bystander_sides) == is_bystander
    ]


def set_condition[F: FightState](fight: F, event: ConditionEvent) -> tuple[F, LogEntry]:
    """Return a fight in which combatants get a condition that the table has named, or lose it."""
    name = read_value("name", CONDITION, event.get("name"))
    if not name:
        raise ParameterError("name", event.get("name"), "a name", plain="Name the condition.")
    rounds = event.get("rounds")
    last = None
    if rounds not in (None, "") and not event.get("over"):
        if not fight.rules.order.has_turns:
            raise ForbiddenError("condition", "this game counts no rounds; end the condition by hand")
        last = fight.round + read_value("rounds", ROUNDS, rounds) - 1
    after, names = fight, []
    for key in (event["who"], *event.get("also", ())):
        combatant = after.combatant(key)
        others = tuple(each for each in combatant.own_conditions if each.name != name)
        if event.get("over"):
            if len(others) == len(combatant.own_conditions):
                raise ForbiddenError("condition", f"{combatant.name} isn't {name}")
            own = others
        else:
            own = (*others, OwnCondition(name, last))
        if len(own) > MOST_CONDITIONS:
            raise ForbiddenError("condition", f"{combatant.name} has {MOST_CONDITIONS} conditions already")
        after = _with_combatant(after, replace(combatant, own_conditions=own))
        names.append(combatant.name)
    who = ", ".join(names)
    if event.get("over"):
        return after, LogEntry(event, (f"{who}: no longer {name}.",))
    until = (f"Until the end of {fight.rules.round_name} {last}.",) if last is not None else ()
    return after, LogEntry(event, (f"{who}: {name}.", *until))


def end_conditions(combatants: Iterable[Combatant], round: int) -> tuple[dict[str, Combatant], list[str]]:
    """End the conditions that last until the end of a round.

    Returns:
        The combatants who lose one, by their keys, and the sentences about them.
    """
    changed: dict[str, Combatant] = {}
    said: list[str] = []
    for each in combatants:
        over = [own.name for own in each.own_conditions if own.last_round is not None and own.last_round <= round]
        if over:
            left = tuple(own for own in each.own_conditions if own.name not in over)
            changed[each.key] = replace(each, own_conditions=left)
            said += [f"{each.name}: no longer {name}." for name in over]
    return changed, said


def write_note[F: FightState](fight: F, event: NoteEvent) -> tuple[F, LogEntry]:
    """Return a fight with a note about a combatant; the log doesn't repeat it."""
    combatant = fight.combatant(event["who"])
    text = read_value("text", NOTE, event.get("text", ""))
    if text == combatant.note:
        raise ForbiddenError("note", f"the note about {combatant.name} says so already")
    word = "a note" if text else "no note any more"
    return _with_combatant(fight, replace(combatant, note=text)), LogEntry(event, (f"{combatant.name}: {word}.",))


def set_dice[F: FightState](fight: F, event: DiceEvent) -> tuple[F, LogEntry]:
    """Return a fight in which the table rolls its own dice, or no longer."""
    if event["real"] == fight.has_real_dice:
        raise ForbiddenError("dice", "this fight is played like that already")
    words = "The table rolls its own dice." if event["real"] else "The dice are rolled here again."
    return replace(fight, has_real_dice=event["real"]), LogEntry(event, (words,))


def _with_combatant[F: FightState](fight: F, combatant: Combatant) -> F:
    return replace(fight, combatants={**fight.combatants, combatant.key: combatant})
