"""Handlers for rolls: random faces, given faces, plans of plain dice, and the dice that a rule requests."""

import json
from typing import Any

from rules_py.bridge.answers import Answer, answers, find_parameters
from rules_py.dice import DieSlot, GivenDice, RandomDice, read_faces
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.grades import compute_roll_tone, find_roll_grade
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_roll, render_roll, summarize_sum, verdict_for
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text


@answers(find_parameters)
def roll(id: str, params: str, seed: int | None = None) -> Answer:
    """Roll a mechanic, a table or "dice"; `params` is a JSON object of values as text."""
    return build_roll_answer(find_mechanic(id), find_mechanic(id).roll(json.loads(params), seed))


@answers(find_parameters)
def resolve(id: str, faces: str, params: str) -> Answer:
    """Resolve faces that were already rolled (`4,5`)."""
    return build_roll_answer(find_mechanic(id), find_mechanic(id).resolve(read_faces(faces), json.loads(params)))


@answers(find_parameters)
def plan(id: str, notation: str) -> Answer:
    """Return dice notation as a plan that a page rolls without Python; `id` is "dice"."""
    from rules_py.notation import build_plan, parse

    return {"plan": build_plan(parse(notation))}


@answers(find_parameters)
def throw_dice(id: str, notation: str, faces: str = "") -> Answer:
    """Roll notation that is no plain plan, or read the faces that a reader rolled (`4,5,`); `id` is "dice"."""
    from rules_py.notation import parse

    node = parse(notation)
    dice = GivenDice(read_faces(faces)) if faces else RandomDice()
    total = node.roll(dice, "")
    if isinstance(dice, GivenDice):
        dice.require_all_used()
    return {
        "total": str(total),
        "text": use_minus_sign(node.describe_total(total)),
        "thrown": [each.to_dict() for each in dice.transcript.dice_results],
        "steps": dice.transcript.steps,
    }


@answers(find_parameters)
def asks(id: str, rolled_dice: str, params: str) -> Answer:
    """Return the dice that a rule requests.

    `rolled_dice` is a JSON list of the dice that show a face: label, sides, face.
    """
    slots = [DieSlot(die["sides"], die["label"], die["face"]) for die in json.loads(rolled_dice)]
    return find_mechanic(id).find_requested_dice(slots, json.loads(params)).to_dict()


def build_roll_answer(mechanic: Mechanic, roll: Roll) -> Answer:
    """Return a roll with its HTML, its announcement and the request that repeats it."""
    return {
        "roll": roll.to_dict(),
        "html": render_roll(mechanic, roll),
        "said": describe_roll(mechanic, roll),
        "about": describe_roll_request(mechanic, roll),
    }


def describe_roll_request(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    """Return what a log needs to show and to repeat a roll.

    `given` has the parameters that differ from their defaults, as text.
    """
    given = {name: to_text(value) for name, value in roll.params.items() if value != mechanic.parameters[name].default}
    return {
        "title": mechanic.title,
        "verdict": verdict_for(mechanic, roll),
        "home": mechanic.home,
        "given": given,
        "tone": compute_roll_tone(mechanic, roll.outcome),
        "grade": find_roll_grade(mechanic, roll.outcome),
        "sum": summarize_sum(mechanic, roll),
    }
