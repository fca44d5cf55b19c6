"""Error messages for players, with the labels of a form in place of parameter names."""

import re
from collections.abc import Mapping

from rules_py.errors import RulesError
from rules_py.parameters import Parameter
from rules_py.rendering.numbers import use_minus_sign

PARAMETER_ERROR = re.compile(r"(?P<name>\w+): got (?P<got>.*?), (?P<then>takes|and) (?P<rest>.*)", re.DOTALL)
NOTATION_ERROR = re.compile(
    r"(?P<name>\w+): got (?P<got>.*), at character (?P<at>\d+) there is .*; it takes (?P<takes>.*)", re.DOTALL
)
"""An error in dice notation, with its position."""
CHANGE_ERROR = re.compile(r"[a-z_]+\.[a-z-]+: (?P<said>.*)", re.DOTALL)
"""An error of a change: its id and the reason."""
EVENT_PREFIX = re.compile(r"event \d+: ")


def error_message(error: RulesError, parameters: Mapping[str, Parameter]) -> str:
    """Return an error in players' words for a form; errors about other fields stay unchanged.

    Args:
        parameters: the form's parameters by name.
    """
    if error.plain:
        return error.plain
    message = EVENT_PREFIX.sub("", str(error), count=1)
    if forbidden := CHANGE_ERROR.fullmatch(message):
        return _format_sentence(forbidden["said"])
    dice = NOTATION_ERROR.fullmatch(message)
    if dice and dice["name"] in parameters:
        got = dice["got"].strip("'\"") or "nothing"
        return f"{parameters[dice['name']].label} takes {dice['takes']} at character {dice['at']}; you entered {got}."
    parts = PARAMETER_ERROR.fullmatch(message)
    if not parts or parts["name"] not in parameters:
        return str(error)
    parameter = parameters[parts["name"]]
    got, takes = _replace_choices(parts["got"].strip("'\""), parameter), _replace_choices(parts["rest"], parameter)
    if parts["then"] == "and":
        return use_minus_sign(f"{parameter.label}: you entered {got or 'nothing'}, and {takes}.")
    for name, value in re.findall(r"\b(\w+)=([\w.-]+)", takes):
        if other := parameters.get(name):
            takes = takes.replace(f"{name}={value}", f"{other.label} {_replace_choices(value, other)}")
    return use_minus_sign(f"{parameter.label} takes {takes}; you entered {got or 'nothing'}.")


def _format_sentence(text: str) -> str:
    """Format words as a sentence, with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _replace_choices(text: str, parameter: Parameter) -> str:
    """Replace the ids of a parameter's choices by their names."""
    names = {key: name for key, name in parameter.kind.names().items() if not key.lstrip("-").isdigit()}
    return re.sub(r"(?<![\w-])[\w-]+(?![\w-])", lambda match: names.get(match[0], match[0]), text)
