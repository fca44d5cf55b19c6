"""Requests for the rolls of a fight: their first dice, and the roll that an answer's dice make."""

from collections.abc import Mapping
from typing import Any

from rules_py.errors import ParameterError, RulesError
from rules_py.play.fight.commands import prepare_roll
from rules_py.play.fight.fields import check_fields
from rules_py.play.fight.reducer import Fight
from rules_py.play.requests.answer import RollAnswer, start_dice
from rules_py.play.requests.request import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_DICE,
    NO_DICE,
    AskedDie,
    RollRequest,
    read_request,
)

OTHER_DICE = "The fight has moved on, and this roll takes other dice now. Ask for it again."
ONE_ROLL = "the command of one roll"


def make_fight_request(id: str, fight: Fight, command: Mapping[str, Any], title: str = "") -> RollRequest:
    """Make a request for the first dice of a roll in a fight: those that it takes whatever they show.

    Args:
        id: a random text of 8 to 40 letters and digits.
        fight: the fight.
        command: the command of the roll.
        title: what the player rolls; by default the rule's title.

    Raises:
        RulesError: the command isn't that of a roll, or the roll takes no dice.
    """
    _check_command(fight, command)
    mechanic, _, params = prepare_roll(fight, command)
    slots = mechanic.find_requested_dice((), dict(params)).slots[:MOST_DICE]
    if not slots:
        raise RulesError(NO_DICE, plain=NO_DICE)
    by = fight.combatants.get(command.get("by") or "")
    who = by.name if by is not None and by.side == next(iter(fight.rules.sides), "") else ""
    dice = tuple(AskedDie(slot.sides, slot.label[:LONGEST_NAME]) for slot in slots)
    made = RollRequest(
        id,
        "",
        (title.strip() or mechanic.title)[:LONGEST_TITLE],
        who[:LONGEST_NAME],
        fight.rules.page.partition("#")[0],
        dice=dice,
    )
    return read_request(made.to_dict())


def find_faces(fight: Fight, command: Mapping[str, Any], answer: RollAnswer) -> list[int]:
    """Return all faces of a fight's roll whose first dice a player has rolled; the others follow from the answer.

    Raises:
        RulesError: the roll takes other dice now.
    """
    _check_command(fight, command)
    mechanic, _, params = prepare_roll(fight, command)
    _, source = start_dice(answer.request, answer.who, answer.params)
    roll = mechanic.roll(dict(params), source)
    fallen = [(thrown.sides, face) for thrown in roll.dice for face in thrown.faces]
    first = fallen[: len(answer.faces)]
    if first != [(die.sides, face) for die, face in zip(answer.request.dice, answer.faces, strict=True)]:
        raise RulesError(OTHER_DICE, plain=OTHER_DICE)
    return list(roll.faces)


def _check_command(fight: Fight, command: Mapping[str, Any]) -> None:
    if not isinstance(command, Mapping) or command.get("act") != "roll":
        raise ParameterError("act", command, ONE_ROLL)
    check_fields(command, fight.combatants)
