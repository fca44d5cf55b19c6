"""Exact odds of a mechanic: the distribution of each outcome field, as fractions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rules_py.dice import Dice
from rules_py.probability.distribution import Chances, Gathered
from rules_py.probability.enumeration import Apart, EveryFace, distribution_of
from rules_py.scheduling import Work, finish, remembered
from rules_py.text.formatting import is_number, json_of, sum_of, text_of

if TYPE_CHECKING:
    from rules_py.mechanic import Mechanic

__all__ = ["Chances", "Odds", "chances_of", "fraction_text", "in_order", "odds_of", "ordered"]


@dataclass(frozen=True)
class Odds:
    """The exact distribution of each outcome field of a mechanic.

    `outcomes` maps a field to its values and their chances (fractions that sum to 1), numbers in
    ascending order, words in the mechanic's own order.
    """

    mechanic: str
    params: dict[str, Any]
    outcomes: dict[str, Chances]

    @classmethod
    def of(cls, mechanic: "Mechanic", params: dict[str, Any]) -> "Odds":
        """The odds of a mechanic, for parameters that are checked.

        Raises:
            LongOddsError: they would take too long.
        """
        return cls(mechanic.id, params, odds_of(mechanic, params))

    @cached_property
    def mean(self) -> dict[str, Fraction]:
        """The mean of each field that is numeric throughout."""
        return {
            field: sum_of(value * chance for value, chance in chances.items())
            for field, chances in self.outcomes.items()
            if all(is_number(value) for value in chances)
        }

    def cumulative(self, field: str) -> dict[int | Fraction, Fraction]:
        """The chance that a numeric field is at most n, for each n it can be; words count as never."""
        chance = Fraction(0)
        return {value: (chance := chance + share) for value, share in self.outcomes[field].items() if is_number(value)}

    def to_dict(self) -> dict[str, Any]:
        """The odds as JSON: values as text, chances as fractions in lowest terms."""
        return {
            "mechanic": self.mechanic,
            "params": json_of(self.params),
            "outcomes": {
                field: {text_of(value): fraction_text(chance) for value, chance in chances.items()}
                for field, chances in self.outcomes.items()
            },
            "mean": {field: fraction_text(mean) for field, mean in self.mean.items()},
        }


def fraction_text(value: Fraction) -> str:
    """A fraction in lowest terms as "n/d", whole numbers too.

    >>> fraction_text(Fraction(2, 4)), fraction_text(Fraction(1))
    ('1/2', '1/1')
    """
    return f"{value.numerator}/{value.denominator}"


def odds_of(mechanic: "Mechanic", params: dict[str, Any]) -> dict[str, Chances]:
    """The distribution of every outcome field of a mechanic whose parameters are already checked.

    Raises:
        LongOddsError: it would take too long.
        TurnOver: it takes another turn (`rules_py.scheduling`).
    """
    for name, parameter in mechanic.parameters.items():
        parameter.refuse_long_odds(params[name])
    return remembered((mechanic, tuple(params.items())), lambda: _worked_out(mechanic, params))


def _worked_out(mechanic: "Mechanic", params: dict[str, Any]) -> Work[dict[str, Chances]]:
    gathered: dict[str, Gathered[Any]] = {}
    for run in EveryFace(whole_outcome=True).runs(lambda dice: mechanic.rule(dice, **params)):
        yield
        if run is None:
            continue
        outcome, weight, denominator = run
        for name, value in outcome.items():
            field = gathered.setdefault(name, Gathered())
            if isinstance(value, Apart):
                for part, share in value.distribution.weights:
                    field.add(part, weight * share, denominator * value.distribution.denominator)
            else:
                field.add(tuple(value) if isinstance(value, list) else value, weight, denominator)
    return {
        name: in_order(field.distribution().chances(), mechanic.names.get(name, ())) for name, field in gathered.items()
    }


def in_order(chances: Chances, words: Iterable[str]) -> Chances:
    """Chances with their numbers ascending, then words in the order of `words`."""
    return {value: chances[value] for value in ordered(chances, words)}


def ordered(values: Iterable[Any], words: Iterable[str]) -> list[Any]:
    """Different values, numbers ascending, then words in the order of `words`."""
    rank = {word: place for place, word in enumerate(words)}

    def key(value: Any) -> tuple[int, Any]:
        return (0, value) if is_number(value) else (1, rank.get(text_of(value), len(rank)))

    return sorted(dict.fromkeys(values), key=key)


def chances_of(part: Callable[[Dice], Any]) -> Chances:
    """The chances of whatever a function of dice gives."""
    return finish(distribution_of(part)).chances()
