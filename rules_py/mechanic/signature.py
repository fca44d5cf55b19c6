"""A rule function's parameters, read from its signature when it is registered."""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, get_type_hints

from rules_py.errors import DataError
from rules_py.parameters import RESERVED, Kind, Parameter


def find_source_location(rule: Callable[..., Any]) -> str:
    """Where a rule function stands, as file:line."""
    code = getattr(rule, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(rule)


def read_parameters(
    id: str, rule: FunctionType, forwarded_parameters: dict[str, Parameter] | None, omit: tuple[str, ...], skip: int = 1
) -> dict[str, Parameter]:
    """The parameters of a rule: those that it hands on as `**name`, then its own.

    Args:
        id: the mechanic, for messages.
        forwarded: the parameters of the mechanic that it forwards to; None where it names none.
        omit: those of them that it gives itself.
        taken: how many of the function's first parameters are none of the rule's, such as the dice.

    Raises:
        DataError: the signature is not one of a rule; the message has its place.
    """
    hints = get_type_hints(rule, include_extras=True)
    own: dict[str, Parameter] = {}
    handed_on = ""
    for name, parameter in list(inspect.signature(rule).parameters.items())[skip:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            handed_on = name
        else:
            own[name] = _read_parameter(id, rule, parameter, hints.get(name))
    if handed_on and forwarded_parameters is None:
        raise _build_error(
            id, rule, f"got **{handed_on} without forwards_to, takes the mechanic that it hands those on to"
        )
    if forwarded_parameters is not None and not handed_on:
        raise _build_error(id, rule, "got forwards_to without **name to hand on, takes both or neither")
    for name in omit:
        if name not in (forwarded_parameters or {}):
            raise _build_error(id, rule, f"got omit {name}, takes a parameter that forwards_to has")
    return {name: shared for name, shared in (forwarded_parameters or {}).items() if name not in omit} | own


def _read_parameter(id: str, rule: FunctionType, parameter: inspect.Parameter, hint: Any) -> Parameter:
    name, kinds = parameter.name, [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Kind)]
    if name in RESERVED:
        raise _build_error(id, rule, f"got a parameter named {name}, takes another name than {', '.join(RESERVED)}")
    if not kinds:
        raise _build_error(id, rule, f"got the parameter {name} without a kind, takes Annotated[type, kind]")
    if parameter.default is inspect.Parameter.empty:
        raise _build_error(id, rule, f"got the parameter {name} without a default, takes one")
    return Parameter(name, kinds[0], parameter.default)


def _build_error(id: str, rule: FunctionType, message: str) -> DataError:
    return DataError(f"{find_source_location(rule)}: {id}: {message}")
