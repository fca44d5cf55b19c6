"""Handler for the history of rolls: the dice that have fallen on a device, against fair dice."""

import json
from typing import Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.errors import ParameterError
from rules_py.probability.luck import DiceCount

MOST_SIDES = 1_000
MOST_DICE = 10_000_000


@answers(find_no_parameters)
def luck(id: str, dice: str) -> Answer:
    """Return how unusual dice are that have fallen: as JSON, as an HTML fragment and in words.

    Args:
        id: "dice".
        dice: a JSON object of faces by the number of sides; how often each face came up, from face 1: `{"4": [2, 0, 1,
            5]}`.
    """
    from rules_py.rendering.luck import describe_luck, render_luck

    read = [_read_count(sides, faces) for sides, faces in _read_object(json.loads(dice)).items()]
    kinds = sorted((each for each in read if each.count), key=lambda each: each.sides)
    return {
        "luck": [
            {
                "sides": each.sides,
                "count": each.count,
                "total": each.total,
                "at_least": float(each.chance_at_least),
                "exact": each.is_exact,
            }
            for each in kinds
        ],
        "html": render_luck(kinds),
        "said": describe_luck(kinds),
    }


def _read_object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ParameterError("dice", data, "faces by the number of sides")
    return data


def _read_count(sides: str, faces: Any) -> DiceCount:
    """Read how often each face of a kind of dice came up.

    Raises:
        RulesError: the numbers don't fit the dice.
    """
    number = int(sides) if sides.isdecimal() and len(sides) <= len(str(MOST_SIDES)) else 0
    if not 1 <= number <= MOST_SIDES:
        raise ParameterError("sides", sides, f"a whole number from 1 to {MOST_SIDES}")
    are_counts = isinstance(faces, list) and all(type(each) is int and 0 <= each <= MOST_DICE for each in faces)
    if not are_counts or len(faces) != number:
        raise ParameterError("faces", faces, f"{number} whole numbers: how often each face came up")
    return DiceCount(number, tuple(faces))
