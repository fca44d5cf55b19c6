"""Commands about rolls that a GM asks a player for: the request, the answer, and its check.

Each command imports what it needs, since rolls need no requests.
"""

import argparse
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from rules_py.cli.commands import Result, read_params
from rules_py.cli.files import read_json
from rules_py.registry.games import find_mechanic

if TYPE_CHECKING:
    from rules_py.mechanic import Roll
    from rules_py.play.requests.answer import RollAnswer

ID_BITS = 64


def ask(args: argparse.Namespace) -> Result:
    """Ask a player for a roll."""
    from rules_py.play.requests.asking import list_open_params
    from rules_py.play.requests.request import make_request
    from rules_py.registry.requests import list_sheets_of_rule

    mechanic = find_mechanic(args.id)
    source = SystemRandom() if args.seed is None else Random(args.seed)
    request = make_request(
        f"{source.getrandbits(ID_BITS):020d}",
        mechanic,
        read_params(args.params),
        title=args.title or "",
        who=args.who or "",
        open=list_open_params(list_sheets_of_rule(args.id), mechanic),
    )

    def format_text() -> str:
        asked = ", ".join([request.title, *request.describe_settings(mechanic)])
        lines = [f"{request.who}: {asked}" if request.who else asked]
        return "\n".join([*lines, *(f"  {name}: from the player" for name in request.open)])

    return request.to_dict(), format_text


def answer(args: argparse.Namespace) -> Result:
    """Roll what a GM has asked for."""
    from rules_py.play.requests.answer import answer_request
    from rules_py.play.requests.request import read_request
    from rules_py.registry.requests import find_asked_mechanic

    request = read_request(read_json(args.file))
    made = answer_request(request, find_asked_mechanic(request), args.who or "", read_params(args.params))
    return made.answer.to_dict(), lambda: _format_answer(made.answer, made.roll)


def check(args: argparse.Namespace) -> Result:
    """Check an answer by rolling it again."""
    from rules_py.play.requests.answer import check_answer, read_answer
    from rules_py.play.requests.request import read_request
    from rules_py.registry.requests import find_asked_mechanic

    asked, sent = read_request(read_json(args.request)), read_answer(read_json(args.answer))
    counted = [read_answer(read_json(file)) for file in args.counted]
    checked = check_answer(sent, find_asked_mechanic(sent.request), asked, counted)
    data = {"state": checked.state, "said": checked.said, "roll": checked.roll.to_dict() if checked.roll else None}
    return data, lambda: "\n".join(filter(None, [_format_answer(sent, checked.roll), checked.said]))


def _format_answer(answer: "RollAnswer", roll: "Roll | None") -> str:
    from rules_py.rendering.rolls import describe_roll

    who = f"{answer.who}: " if answer.who else ""
    if roll is None:
        return f"{who}{answer.request.title}: {', '.join(map(str, answer.faces))}"
    return f"{who}{describe_roll(find_mechanic(roll.mechanic), roll)}"
