"""Hypothesis strategies for parameters, built only from the parameters' descriptions."""

from fractions import Fraction
from typing import Any

from hypothesis import settings, strategies as st

from rules_py.text.numbers import simplify_fraction

OPEN_END = 40  # stands in for the upper end of an open range

TRIAL_EXAMPLES = 100
"""The examples of a property from which a run is a trial."""


def scale_examples(number: int) -> int:
    """Return the number of examples of a property that needs a number of its own: twenty times as many in a trial."""
    return 20 * number if settings.default.max_examples >= TRIAL_EXAMPLES else number


def parameter_values(parameter: dict[str, Any]) -> st.SearchStrategy:
    """Return a strategy for a parameter's valid values, based only on its description."""
    match parameter["kind"]:
        case "int":
            low, high = parameter["range"]
            return st.integers(low, OPEN_END if high is None else high)
        case "number":
            low, high = parameter["range"]
            thousandths = st.integers(1000 * low, 1000 * high)
            return st.integers(low, high) | thousandths.map(lambda part: Fraction(part, 1000)).map(simplify_fraction)
        case "bool":
            return st.booleans()
        case "choice":
            return st.sampled_from(parameter["choices"])
        case "numbers":
            low, high = parameter["range"]
            return st.tuples(*(st.integers(low, min(high, OPEN_END)) for _ in parameter["parts"]))
        case "list":
            return st.lists(parameter_values(parameter["entry"]), max_size=min(parameter["most"], 4))
        case "notation":
            return st.sampled_from(["2d6", "1d4+1", "1d20", "3d6kh2", "2d6*4", "5"])
        case "text":
            return st.text("aé !<&'/,\"", max_size=min(parameter["most"], 20)).map(str.strip)
        case "record":
            return st.fixed_dictionaries({part["name"]: parameter_values(part) for part in parameter["parts"]})
        case kind:
            raise AssertionError(f"{parameter['name']} is of a kind unknown here: {kind}")
