"""Refusals as a page shows them: what was wrong by the names that its form has, where the message has a rule's own."""

import re
from collections.abc import Mapping

from rules_py.errors import RulesError
from rules_py.parameters import Parameter
from rules_py.rendering.numbers import with_minus

REFUSAL = re.compile(r"(?P<name>\w+): got (?P<got>.*?), (?P<then>takes|and) (?P<rest>.*)", re.DOTALL)
NOTATION = re.compile(
    r"(?P<name>\w+): got (?P<got>.*), at character (?P<at>\d+) there is .*; it takes (?P<takes>.*)", re.DOTALL
)
"""How dice notation is refused: with the place where it goes wrong."""
OF_A_RULE = re.compile(r"[a-z_]+\.[a-z-]+: (?P<said>.*)", re.DOTALL)
"""What a change forbids: its id, then why."""
OF_AN_EVENT = re.compile(r"event \d+: ")


def refusal_said(error: RulesError, parameters: Mapping[str, Parameter]) -> str:
    """A refusal in players' words, for the fields of a form; one that names none of them stays as it is.

    Args:
        parameters: the form's, by name.
    """
    if error.plain:
        return error.plain
    message = OF_AN_EVENT.sub("", str(error), count=1)
    if forbidden := OF_A_RULE.fullmatch(message):
        return _sentence(forbidden["said"])
    dice = NOTATION.fullmatch(message)
    if dice and dice["name"] in parameters:
        got = dice["got"].strip("'\"") or "nothing"
        return f"{parameters[dice['name']].label} takes {dice['takes']} at character {dice['at']}; you entered {got}."
    parts = REFUSAL.fullmatch(message)
    if not parts or parts["name"] not in parameters:
        return str(error)
    parameter = parameters[parts["name"]]
    got, takes = _called(parts["got"].strip("'\""), parameter), _called(parts["rest"], parameter)
    if parts["then"] == "and":
        return with_minus(f"{parameter.label}: you entered {got or 'nothing'}, and {takes}.")
    for name, value in re.findall(r"\b(\w+)=([\w.-]+)", takes):
        if other := parameters.get(name):
            takes = takes.replace(f"{name}={value}", f"{other.label} {_called(value, other)}")
    return with_minus(f"{parameter.label} takes {takes}; you entered {got or 'nothing'}.")


def _sentence(said: str) -> str:
    """Words as a sentence: with a capital and a full stop."""
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


def _called(text: str, parameter: Parameter) -> str:
    """A text with a parameter's choices by their names."""
    names = {key: name for key, name in parameter.kind.names().items() if not key.lstrip("-").isdigit()}
    return re.sub(r"(?<![\w-])[\w-]+(?![\w-])", lambda match: names.get(match[0], match[0]), text)
