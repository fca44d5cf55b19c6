"""A player's answer to a GM's request, and the check of an answer that comes back."""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from rules_py.errors import RulesError, UnknownParameterError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.requests.request import (
    LONGEST_NAME,
    UNREADABLE,
    VERSION,
    RollRequest,
    are_values,
    check_rule,
    is_name,
    read_request,
)
from rules_py.text.serialization import to_text

CHANGED = "This result was changed on its way: its dice aren't the ones that were rolled. Nothing was counted."
OTHER_REQUEST = "This result is for another roll than the one asked for here. Nothing was counted."

MOST_FACES = 10_000
"""The highest number of faces in an answer; rules roll fewer."""

_SIGNS = "".join(chr(code) for code in range(32, 127))
"""The signs of JSON in ASCII."""

_SEAL_BITS = 48
"""The bits of the number that depends on everything in an answer; few enough for exact numbers in JavaScript."""

State = Literal["new", "counted", "late", "foreign"]
"""The state of a valid answer: it counts, it has been counted, another one has been, or it wasn't asked for here."""


class RollAnswer(NamedTuple):
    """A player's answer.

    Attributes:
        request: the request that it answers.
        who: the name of the character who rolled, or "".
        params: the parameters that the player has filled in, as text.
        faces: the faces of the dice.
        seal: a number that depends on everything else in the answer but the faces.
    """

    request: RollRequest
    who: str
    params: Mapping[str, str]
    faces: tuple[int, ...]
    seal: int

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {
            "version": VERSION,
            "request": self.request.to_dict(),
            "who": self.who,
            "params": dict(self.params),
            "faces": list(self.faces),
            "seal": self.seal,
        }


class AnsweredRoll(NamedTuple):
    """An answer with its roll, which is None for the dice of a fight."""

    answer: RollAnswer
    roll: Roll | None


class CheckedAnswer(NamedTuple):
    """A valid answer.

    Attributes:
        state: whether it counts.
        said: the state as a sentence, "" for an answer that counts.
        answer: the answer.
        roll: its roll; None for the dice of a fight.
    """

    state: State
    said: str
    answer: RollAnswer
    roll: Roll | None


def answer_request(
    request: RollRequest, mechanic: Mechanic | None, who: str = "", params: Mapping[str, Any] | None = None
) -> AnsweredRoll:
    """Roll what a GM has asked for. The same answer always has the same dice.

    Args:
        request: the request.
        mechanic: its rule; None for the dice of a fight.
        who: the name of the character who rolls; a request for somebody's roll in a fight has it.
        params: the parameters that the player fills in.

    Raises:
        RulesError: a parameter isn't among those that the player fills in, or doesn't take its value.
    """
    given = params or {}
    for name in given:
        if name not in request.open:
            raise UnknownParameterError(name, request.title, request.open)
    name = request.who if mechanic is None else who.strip()[:LONGEST_NAME]
    if mechanic is None:
        return _roll(request, None, name, {})
    check_rule(request, mechanic)
    return _roll(
        request, mechanic, name, {each: to_text(mechanic.parameters[each].accept(given[each])) for each in given}
    )


def read_answer(data: Any) -> RollAnswer:
    """Read an answer from JSON data.

    Raises:
        RulesError: it isn't an answer, or is larger than any that this site makes.
    """
    parts = {"version", "request", "who", "params", "faces", "seal"}
    if not isinstance(data, Mapping) or "request" not in data:
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    request, faces = read_request(data["request"]), data.get("faces")
    if set(data) != parts or data["version"] != VERSION or type(data["seal"]) is not int:
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    if not isinstance(faces, list) or len(faces) > MOST_FACES or any(type(face) is not int for face in faces):
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    if not is_name(data["who"]) or not are_values(data["params"]):
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    return RollAnswer(request, data["who"], dict(data["params"]), tuple(faces), data["seal"])


def check_answer(
    answer: RollAnswer,
    mechanic: Mechanic | None,
    asked: RollRequest | None,
    counted: Sequence[RollAnswer] = (),
) -> CheckedAnswer:
    """Check an answer that comes back, by rolling again.

    Args:
        answer: the answer.
        mechanic: the rule of its request; None for the dice of a fight.
        asked: the request as the GM's device has it; None if it has none with this id.
        counted: the answers to it that have been counted.

    Raises:
        RulesError: the answer was changed, or it is for another roll than the one asked for.
    """
    if asked is not None and asked != answer.request:
        raise RulesError(OTHER_REQUEST, plain=OTHER_REQUEST)
    if any(name not in answer.request.open for name in answer.params):
        raise RulesError(CHANGED, plain=CHANGED)
    if mechanic is not None:
        check_rule(answer.request, mechanic)
    rolled = _roll(answer.request, mechanic, answer.who, answer.params)
    if rolled.answer != answer:
        raise RulesError(CHANGED, plain=CHANGED)
    state, said = _find_state(answer, asked, counted)
    return CheckedAnswer(state, said, answer, rolled.roll)


def _find_state(answer: RollAnswer, asked: RollRequest | None, counted: Sequence[RollAnswer]) -> tuple[State, str]:
    if asked is None:
        return "foreign", "This roll wasn't asked for on this device, so nothing was counted."
    if answer in counted:
        return "counted", "This result was opened before and is counted once."
    name = answer.who or "A player"
    if any(each.who == answer.who or answer.request.dice for each in counted):
        return "late", f"{name} has sent another result before. The first one counts, and not this one."
    return "new", ""


def start_dice(request: RollRequest, who: str, params: Mapping[str, str]) -> tuple[int, Random]:
    """Return the seal of an answer, and the source of its dice.

    Both depend on everything in the request and the answer but the faces, so that none of it can be changed alone.
    """
    text = json.dumps(
        [
            VERSION,
            request.id,
            request.rule,
            request.title,
            request.who,
            request.page,
            [[name, request.params[name]] for name in sorted(request.params)],
            list(request.open),
            [[name, request.chosen[name]] for name in sorted(request.chosen)],
            [[die.sides, die.label] for die in request.dice],
            who,
            [[name, params[name]] for name in sorted(params)],
        ]
    )
    seed = 1
    for sign in text:
        seed = seed * len(_SIGNS) + _SIGNS.index(sign)
    source = Random(seed)
    return source.getrandbits(_SEAL_BITS), source


def _roll(request: RollRequest, mechanic: Mechanic | None, who: str, params: Mapping[str, str]) -> AnsweredRoll:
    seal, source = start_dice(request, who, params)
    if mechanic is None:
        faces = tuple(source.randrange(die.sides) + 1 for die in request.dice)
        return AnsweredRoll(RollAnswer(request, who, params, faces, seal), None)
    roll = mechanic.roll({**request.params, **params}, source)
    return AnsweredRoll(RollAnswer(request, who, params, roll.faces, seal), roll)
