"""Handlers for rolls that a GM asks a player for: the request, the player's answer, and its return."""

import json
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters, find_parameters
from rules_py.bridge.rolls import build_roll_answer
from rules_py.errors import ParameterError
from rules_py.registry.games import find_mechanic

if TYPE_CHECKING:
    from rules_py.play.requests.answer import CheckedAnswer


def _read_object(text: str) -> dict[str, Any]:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ParameterError("about", data, "an object")
    return data


@answers(find_parameters)
def ask_roll(id: str, params: str, about: str) -> Answer:
    """Return a GM's request for a roll of a rule, with the choices among a character's fields that it may make.

    Args:
        id: the rule.
        params: its parameters as text, as JSON.
        about: the request's `id`, and perhaps `title`, `who` and the choices `chosen`, as JSON.
    """
    from rules_py.play.requests.asking import list_field_choices, list_open_params, title_choices
    from rules_py.play.requests.request import make_request
    from rules_py.registry.requests import list_sheets_of_rule

    mechanic, asked = find_mechanic(id), _read_object(about)
    sheets = list(list_sheets_of_rule(id))
    choices = list_field_choices(sheets, mechanic)
    chosen = {str(name): str(value) for name, value in _read_object(json.dumps(asked.get("chosen") or {})).items()}
    request = make_request(
        str(asked.get("id", "")),
        mechanic,
        json.loads(params),
        title=str(asked.get("title") or title_choices(choices, chosen)),
        who=str(asked.get("who") or ""),
        open=list_open_params(sheets, mechanic),
        chosen=chosen,
    )
    return {
        "request": request.to_dict(),
        "settings": request.describe_settings(mechanic),
        "choices": [{"name": each.name, "label": each.label, "options": dict(each.options)} for each in choices],
    }


@answers(find_no_parameters)
def ask_in_fight(id: str, events: str, command: str, about: str) -> Answer:
    """Return a GM's request for the first dice of a roll in a fight; the id is `slug.fight`.

    Args:
        id: the fight's game.
        events: its events, as JSON.
        command: the command of the roll, as JSON.
        about: the request's `id`, and perhaps `title`, as JSON.
    """
    from rules_py.bridge.fights import read_stored_fight
    from rules_py.play.requests.fights import make_fight_request

    fought, asked = read_stored_fight(id.partition(".")[0], events), _read_object(about)
    request = make_fight_request(str(asked.get("id", "")), fought, json.loads(command), str(asked.get("title") or ""))
    return {"request": request.to_dict(), "settings": [], "choices": []}


@answers(find_parameters)
def asked_roll(id: str, request: str) -> Answer:
    """Return what a player sees of a request; the id is its rule, or "dice" for the dice of a fight."""
    from rules_py.play.requests.request import check_rule, read_request
    from rules_py.registry.requests import find_asked_mechanic

    asked = read_request(json.loads(request))
    mechanic = find_asked_mechanic(asked)
    if mechanic is not None:
        check_rule(asked, mechanic)
    return {
        "title": asked.title,
        "who": asked.who,
        "open": list(asked.open),
        "settings": asked.describe_settings(mechanic) if mechanic else [],
        "home": mechanic.home if mechanic else "",
    }


@answers(find_parameters)
def answer_roll(id: str, request: str, who: str = "", params: str = "{}") -> Answer:
    """Return a player's answer to a request, with its roll; the id is that of `asked_roll`.

    Args:
        id: the rule.
        request: the request, as JSON.
        who: the name of the character who rolls.
        params: the parameters that the player fills in as text, as JSON.
    """
    from rules_py.play.requests.answer import answer_request
    from rules_py.play.requests.request import read_request
    from rules_py.registry.requests import find_asked_mechanic

    asked = read_request(json.loads(request))
    mechanic = find_asked_mechanic(asked)
    made = answer_request(asked, mechanic, who, _read_object(params))
    rolled = build_roll_answer(mechanic, made.roll) if mechanic and made.roll else {}
    return {"answer": made.answer.to_dict(), **rolled}


@answers(find_parameters)
def check_answer(id: str, answer: str, asked: str = "null", counted: str = "[]") -> Answer:
    """Return an answer that came back to the GM, with its roll if it is valid; the id is that of `asked_roll`.

    Args:
        id: the rule.
        answer: the answer, as JSON.
        asked: the request as the GM's device has it, as JSON; "null" if it has none.
        counted: the answers to it that have been counted, as a JSON list.
    """
    from rules_py.registry.requests import find_asked_mechanic

    checked = _check(answer, asked, counted)
    mechanic = find_asked_mechanic(checked.answer.request)
    rolled = build_roll_answer(mechanic, checked.roll) if mechanic and checked.roll else {}
    return {**_describe_checked(checked), **({"rolled": rolled} if rolled else {})}


@answers(find_no_parameters)
def use_answer(id: str, events: str, command: str, answer: str, asked: str, counted: str = "[]") -> Answer:
    """Return the faces of a fight's roll whose first dice a player has rolled; the id is `slug.fight`.

    Args:
        id: the fight's game.
        events: its events, as JSON.
        command: the command of the roll, as JSON.
        answer: the answer, as JSON.
        asked: the request as the GM's device has it, as JSON.
        counted: the answers to it that have been counted, as a JSON list.
    """
    from rules_py.bridge.fights import read_stored_fight
    from rules_py.play.requests.fights import find_faces

    checked = _check(answer, asked, counted)
    fought = read_stored_fight(id.partition(".")[0], events)
    faces = find_faces(fought, json.loads(command), checked.answer) if checked.state == "new" else []
    return {**_describe_checked(checked), "faces": faces}


def _check(answer: str, asked: str, counted: str) -> "CheckedAnswer":
    from rules_py.play.requests.answer import check_answer, read_answer
    from rules_py.play.requests.request import read_request
    from rules_py.registry.requests import find_asked_mechanic

    read = read_answer(json.loads(answer))
    request = json.loads(asked)
    return check_answer(
        read,
        find_asked_mechanic(read.request),
        read_request(request) if request is not None else None,
        [read_answer(each) for each in json.loads(counted)],
    )


def _describe_checked(checked: "CheckedAnswer") -> Answer:
    answer = checked.answer
    return {
        "state": checked.state,
        "said": checked.said,
        "who": answer.who,
        "title": answer.request.title,
    }
