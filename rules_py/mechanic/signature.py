"""The parameters of a rule function, read from its signature at registration."""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, get_type_hints

from rules_py.errors import DataError
from rules_py.parameters.kind import Kind
from rules_py.parameters.parameter import RESERVED, Parameter


def find_source_location(rule: Callable[..., Any]) -> str:
    """Return the source location of a rule function, as file:line."""
    code = getattr(rule, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(rule)


class Signature(NamedTuple):
    """The parameters of a rule, read from its function's signature.

    Attributes:
        parameters: the rule's parameters by name: forwarded ones first, then its own, with those of its records.
        records: the record types of the function's parameters that are records, by the parameters' names.
    """

    parameters: dict[str, Parameter]
    records: dict[str, type[Any]]


def read_signature(
    id: str,
    rule: FunctionType,
    forwarded_parameters: dict[str, Parameter] | None = None,
    omit: tuple[str, ...] = (),
    skip: int = 1,
) -> Signature:
    """Read the signature of a rule.

    Args:
        id: the mechanic's id, for messages.
        forwarded_parameters: the parameters of the mechanic that it forwards to, or None if it doesn't forward.
        omit: forwarded parameters that the rule supplies itself.
        skip: the number of leading function parameters that are not parameters of the rule, such as the dice.

    Raises:
        DataError: the signature isn't that of a rule; the message has its source location.
    """
    hints = get_type_hints(rule, include_extras=True)
    own: dict[str, Parameter] = {}
    records: dict[str, type[Any]] = {}
    handed_on = ""
    for name, parameter in list(inspect.signature(rule).parameters.items())[skip:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            handed_on = name
            continue
        if _is_record(hints.get(name)):
            records[name] = hints[name]
            read = _read_fields(id, rule, hints[name])
        else:
            read = {name: _read_parameter(id, rule, parameter, hints.get(name))}
        for twice in (each for each in read if each in own):
            raise _build_error(id, rule, f"got the parameter {twice} twice, takes it alone or in one record")
        own |= read
    if handed_on and forwarded_parameters is None:
        raise _build_error(
            id, rule, f"got **{handed_on} without forwards_to, takes the mechanic that it hands those on to"
        )
    if forwarded_parameters is not None and not handed_on:
        raise _build_error(id, rule, "got forwards_to without **name to hand on, takes both or neither")
    for name in omit:
        if name not in (forwarded_parameters or {}):
            raise _build_error(id, rule, f"got omit {name}, takes a parameter that forwards_to has")
    forwarded = {name: shared for name, shared in (forwarded_parameters or {}).items() if name not in omit}
    return Signature(forwarded | own, records)


def read_parameters(id: str, rule: FunctionType, skip: int = 1) -> dict[str, Parameter]:
    """Return the parameters of a function that takes no records; `skip` is as in `read_signature`.

    Raises:
        DataError: the signature isn't that of a rule, or has a record; the message has its source location.
    """
    parameters, records = read_signature(id, rule, skip=skip)
    for name in records:
        raise _build_error(id, rule, f"got the parameter {name}, a record, takes its fields")
    return parameters


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _read_fields(id: str, rule: FunctionType, record: type[Any]) -> dict[str, Parameter]:
    """Return the parameters that are the fields of a record, each with a kind and a default."""
    hints = get_type_hints(record, include_extras=True)
    parameters = inspect.signature(record).parameters
    return {name: _read_parameter(id, rule, parameters[name], hints[name]) for name in parameters}


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
