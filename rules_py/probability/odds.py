"""Exact odds of a mechanic: the distribution of each outcome field, as fractions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rules_py.dice import Dice
from rules_py.probability.distribution import Chances as Chances, WeightAccumulator
from rules_py.probability.enumeration import (
    ExhaustiveDice,
    IndependentField,
    compute_distribution,
    compute_field_distribution,
)
from rules_py.scheduling import Work, run_memoized, run_to_completion
from rules_py.text.numbers import is_number, sum_fractions
from rules_py.text.serialization import to_json, to_text

if TYPE_CHECKING:
    from rules_py.mechanic import Mechanic


@dataclass(frozen=True)
class Odds:
    """The exact distribution of each outcome field of a mechanic.

    Attributes:
        outcomes: field → value → chance. The chances of a field are fractions that sum to 1; numbers are in ascending
            order, words in the mechanic's order.
        limits: sentences about limits of the rolls and the odds, such as how often a die explodes.
    """

    mechanic: str
    params: dict[str, Any]
    outcomes: dict[str, Chances]
    limits: tuple[str, ...] = ()

    @classmethod
    def compute(cls, mechanic: "Mechanic", params: dict[str, Any]) -> "Odds":
        """Compute the odds of a mechanic for checked parameters.

        Raises:
            LongOddsError: the odds would take too long.
            TimeSliceExpired: they need another time slice (`rules_py.scheduling`).
        """
        return cls(mechanic.id, params, compute_odds(mechanic, params), list_limits(mechanic, params))

    @cached_property
    def mean(self) -> dict[str, Fraction]:
        """The mean of each field whose values are all numbers."""
        return {
            field: sum_fractions(value * chance for value, chance in chances.items())
            for field, chances in self.outcomes.items()
            if all(is_number(value) for value in chances)
        }

    def compute_cumulative(self, field: str) -> dict[int | Fraction, Fraction]:
        """Return the chance that a numeric field is at most n, for each possible n.

        Words count as never.
        """
        chance = Fraction(0)
        return {value: (chance := chance + share) for value, share in self.outcomes[field].items() if is_number(value)}

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as JSON data: values as text, chances as fractions in lowest terms, and any limits."""
        found = {
            "mechanic": self.mechanic,
            "params": to_json(self.params),
            "outcomes": {
                field: {to_text(value): format_fraction(chance) for value, chance in chances.items()}
                for field, chances in self.outcomes.items()
            },
            "mean": {field: format_fraction(mean) for field, mean in self.mean.items()},
        }
        return {**found, "limits": list(self.limits)} if self.limits else found


def list_limits(mechanic: "Mechanic", params: dict[str, Any]) -> tuple[str, ...]:
    """Return sentences about the limits of rolls and odds for checked parameters."""
    return tuple(
        [each for name, parameter in mechanic.parameters.items() for each in parameter.kind.list_limits(params[name])]
    )


def format_fraction(value: Fraction) -> str:
    """Format a fraction in lowest terms as "n/d", whole numbers included.

    >>> format_fraction(Fraction(2, 4)), format_fraction(Fraction(1))
    ('1/2', '1/1')
    """
    return f"{value.numerator}/{value.denominator}"


def compute_odds(mechanic: "Mechanic", params: dict[str, Any]) -> dict[str, Chances]:
    """Compute the distribution of every outcome field of a mechanic for checked parameters.

    Raises:
        LongOddsError: the odds would take too long.
        TimeSliceExpired: they need another time slice (`rules_py.scheduling`).
    """
    for name, parameter in mechanic.parameters.items():
        parameter.reject_long_odds(params[name])
    return run_memoized((mechanic, tuple(params.items())), lambda: _compute_chances(mechanic, params))


def compute_joint_chances(mechanic: "Mechanic", fields: tuple[str, ...], params: dict[str, Any]) -> Chances:
    """Compute the distribution of some outcome fields together, as tuples of their values, for checked parameters.

    Raises:
        LongOddsError: the odds would take too long.
        TimeSliceExpired: they need another time slice (`rules_py.scheduling`).
    """
    for name, parameter in mechanic.parameters.items():
        parameter.reject_long_odds(params[name])
    given = tuple(params.items())
    return run_memoized(
        (mechanic, fields, given), lambda: compute_field_distribution(mechanic, fields, given)
    ).chances()


def _compute_chances(mechanic: "Mechanic", params: dict[str, Any]) -> Work[dict[str, Chances]]:
    gathered: dict[str, WeightAccumulator[Any]] = {}
    for run in ExhaustiveDice(whole_outcome=True).enumerate_runs(lambda dice: mechanic(dice, **params)):
        yield
        if run is None:
            continue
        outcome, weight, denominator = run
        for name, value in outcome.items():
            field = gathered.setdefault(name, WeightAccumulator())
            if isinstance(value, IndependentField):
                for part, share in value.distribution.weights:
                    field.add(part, weight * share, denominator * value.distribution.denominator)
            else:
                field.add(tuple(value) if isinstance(value, list) else value, weight, denominator)
    return {
        name: sort_chances(field.distribution().chances(), mechanic.names.get(name, ()))
        for name, field in gathered.items()
    }


def sort_chances(chances: Chances, words: Iterable[str]) -> Chances:
    """Sort chances: numbers ascending, then words in the order of `words`."""
    return {value: chances[value] for value in sort_values(chances, words)}


def sort_values(values: Iterable[Any], words: Iterable[str]) -> list[Any]:
    """Sort values without duplicates: numbers ascending, then words in the order of `words`."""
    rank = {word: place for place, word in enumerate(words)}

    def key(value: Any) -> tuple[int, Any]:
        return (0, value) if is_number(value) else (1, rank.get(to_text(value), len(rank)))

    return sorted(dict.fromkeys(values), key=key)


def compute_chances(part: Callable[[Dice], Any]) -> Chances:
    """Compute the chances of the results of a function of dice."""
    return run_to_completion(compute_distribution(part)).chances()
