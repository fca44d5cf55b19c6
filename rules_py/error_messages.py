"""Error messages for players, built from the fields of errors, with the labels of a form instead of parameter names."""

import re
from collections.abc import Mapping
from typing import Any

from rules_py.errors import (
    DataError,
    EventError,
    FaceError,
    ForbiddenError,
    FormField,
    LongOddsParameterError,
    NotationError,
    ParameterError,
    RulesError,
    UnknownIdError,
    UnknownParameterError,
)
from rules_py.text.quoting import shorten
from rules_py.text.sentences import format_sentence, join_choices, use_minus_sign
from rules_py.text.wording import decapitalize, humanize

NOUNS = {"who": "combatant", "act": "action", "ready": "ready-made sheet"}
"""The words for players for arguments that name something by its id, if it isn't the argument's own name."""

NO_FIELDS: Mapping[str, FormField] = {}


def error_message(error: RulesError, parameters: Mapping[str, FormField] = NO_FIELDS) -> str:
    """Return an error as a sentence for players.

    Args:
        parameters: the parameters of the form that the player filled in, by name.
    """
    if error.plain:
        return error.plain
    match error:
        case EventError():
            return f"Event {error.number} of this fight isn't valid. {error_message(error.cause, parameters)}"
        case ForbiddenError():
            return format_sentence(error.reason)
        case NotationError():
            return _describe_notation_error(error, parameters)
        case FaceError():
            return f"A d{error.sides} shows 1 to {error.sides}; you typed {_shorten_for_players(error.value)}."
        case ParameterError():
            return use_minus_sign(_describe_parameter_error(error, parameters))
        case UnknownParameterError():
            return f"There is no field “{_shorten_for_players(error.name)}” here."
        case UnknownIdError():
            return _describe_unknown_id(error, parameters)
        case DataError():
            return "This game can't be loaded, because one of its files has a mistake."
    return format_sentence(str(error))


_LIMIT = re.compile(r"(?:at most|a number of at most|1 to|several|a single)\b")
"""The beginning of what notation takes if it is too long or too large."""


def _describe_notation_error(error: NotationError, parameters: Mapping[str, FormField]) -> str:
    entered = f"you entered {_shorten_for_players(error.text)}."
    if error.unknown:
        return f"{error.unknown[:1].upper()}{error.unknown[1:]}; {entered}"
    field = parameters.get(error.name)
    label = field.label if field else humanize(error.name)
    if error.entry_number:
        label = _label_entry(f"{label} {error.entry_number}", error.field)
    expected = error.expected.replace("the end here", "nothing more")
    if _LIMIT.match(expected):
        return f"{label} takes {expected}; {entered}"
    before, behind = error.text[: error.position].strip(), error.text[error.position :].strip()
    if not before:
        return f"{label} takes {expected}; {entered}"
    found = f", not “{shorten(behind)}”" if behind else ""
    return f"{label}: after “{shorten(before)}”, write {expected}{found}."


def _describe_parameter_error(error: ParameterError, parameters: Mapping[str, FormField]) -> str:
    field = parameters.get(error.name) or error.field
    label = field.label if field else humanize(error.name)
    if error.entry_error is not None:
        return _describe_entry_error(f"{label} {error.entry_number}", error.entry_error)
    entered = f"you entered {_describe_value(error.value, field)}"
    if error.problem:
        return f"{label}: {entered}, and {error.problem}."
    limits = " and ".join(
        f"{other.label if other else humanize(name)} {_describe_value(value, other)}"
        for name, value in error.given.items()
        for other in (parameters.get(name),)
    )
    takes = _describe_accepted(error, field) + (f" with {limits}" if limits else "")
    if isinstance(error, LongOddsParameterError):
        return f"For {error.odds or 'odds'}, {label} takes {takes}; {entered}."
    return f"{label} takes {takes}{f' ({error.note})' if error.note else ''}; {entered}."


def _describe_entry_error(label: str, error: ParameterError) -> str:
    entry = _label_entry(label, error.field)
    return (
        f"{entry} takes {_describe_accepted(error, error.field)}; "
        f"you entered {_describe_value(error.value, error.field)}."
    )


def _label_entry(label: str, field: FormField | None) -> str:
    """Return the label of a field of a list's entry, or of the entry itself if it has no fields."""
    return f"{label}: {field.label}" if field and field.label else label


def _describe_accepted(error: ParameterError, field: FormField | None) -> str:
    if error.field is not None and not isinstance(error, LongOddsParameterError):
        return error.field.describe_accepted_for_players()
    return error.takes or join_choices(_describe_value(choice, field) for choice in error.choices)


def _describe_value(value: Any, field: FormField | None) -> str:
    """Return a value in players' words: the name of a choice, or else its text."""
    return field.describe_value(value) if field else _shorten_for_players(value)


def _shorten_for_players(value: Any) -> str:
    return "nothing" if value is None or value == "" else shorten(value)


def _describe_unknown_id(error: UnknownIdError, parameters: Mapping[str, FormField]) -> str:
    value = "" if error.value is None else shorten(error.value)
    if not error.noun and (field := parameters.get(error.name)):
        return f"{field.label} has no choice “{value}”." if value else f"{field.label} needs a choice."
    noun = error.noun or NOUNS.get(error.name) or decapitalize(humanize(error.name))
    place = f" {error.place}" if error.place else ""
    return f"There is no {noun} called “{value}”{place}." if value else f"The name of the {noun} is missing."
