"""Labels of outcome values and parameters: the names that players read."""

from fractions import Fraction
from typing import Any

from rules_py.mechanic.definition import Mechanic
from rules_py.parameters.parameter import Parameter
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text


def label_for_outcome(mechanic: Mechanic, field: str, value: Any) -> str:
    """Return the label of an outcome value: its name in the mechanic, or the value as text."""
    return _label_for(value, mechanic.names.get(field, {}))


def label_for_value(parameter: Parameter, value: Any) -> str:
    """Return the label of a parameter's value: the name of a choice, or the value as text."""
    return _label_for(value, parameter.kind.names())


def _label_for(value: Any, names: dict[str, str]) -> str:
    """Return a value's name, or the value as text; fractions become decimal numbers if that is exact."""
    text = to_text(value)
    if text in names:
        return names[text]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(_label_for(part, names) for part in value) or "none"
    if isinstance(value, Fraction) and 1000 % value.denominator == 0:
        text = f"{float(value):.3f}".rstrip("0")
    return use_minus_sign(text)
