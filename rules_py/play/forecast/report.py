"""What a forecast says: chances with what is known of their uncertainty, as text-free values and as JSON."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.simulator import MOST_ROUNDS, SimulationState
from rules_py.play.forecast.tactics import Tactics
from rules_py.text.wording import pluralize

CONFIDENCE = 0.95
_Z = 1.959963984540054
"""How many standard deviations to each side hold that share of a normal distribution."""

JSON_DECIMALS = 6
"""Decimals of chances as JSON."""


LEAST_SHOWN = 0.0005
"""Chances below this are not worth a sentence."""


@dataclass(frozen=True)
class Estimate:
    """A chance, and between which numbers it is with 95 % confidence; both are the chance itself where it is exact."""

    chance: Fraction
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float]:
        """The chance as JSON."""
        return {
            "chance": round(float(self.chance), JSON_DECIMALS),
            "low": round(self.low, JSON_DECIMALS),
            "high": round(self.high, JSON_DECIMALS),
        }


def format_estimate(estimate: Estimate) -> str:
    """A chance in per cent: with a decimal where it is exact, else whole, as played fights don't tell more.

    >>> format_estimate(make_exact_estimate(Fraction(1, 3)))
    '33.3%'
    >>> format_estimate(estimate_from_sample(1, 3)), format_estimate(estimate_from_sample(0, 9))
    ('33%', '0%')
    """
    chance = float(estimate.chance)
    if estimate.chance in (0, 1):
        return f"{chance:.0%}"
    shown = f"{chance:.1%}" if estimate.margin == 0 else f"{chance:.0%}"
    return "<1%" if float(shown[:-1]) == 0 else ">99%" if float(shown[:-1]) == 100 else shown


def estimate_from_sample(times: int, total: int) -> Estimate:
    """The share of so many of all, with Wilson's interval: it holds for few and for rare ones as well.

    >>> share = estimate_from_sample(0, 100)
    >>> float(share.chance), share.low, round(share.high, 3)
    (0.0, 0.0, 0.037)
    """
    found = times / total
    middle = (found + _Z**2 / (2 * total)) / (1 + _Z**2 / total)
    spread = _Z / (1 + _Z**2 / total) * math.sqrt(found * (1 - found) / total + _Z**2 / (4 * total**2))
    return Estimate(
        Fraction(times, total), 0.0 if times == 0 else middle - spread, 1.0 if times == total else middle + spread
    )


def make_exact_estimate(chance: Fraction) -> Estimate:
    """A chance that is known exactly."""
    return Estimate(chance, float(chance), float(chance))


class FightResult(NamedTuple):
    """How a fight ended.

    Attributes:
        winner: the side that is left; "" where none is, None where it was not decided.
        rounds: the round in which it ended, from 1, the one that was under way when the forecast began.
        down: who has been out of it, by key.
        fled: the sides that fled.
    """

    winner: str | None
    rounds: int
    defeated_keys: frozenset[str]
    fled_sides: frozenset[str]

    @classmethod
    def from_state(cls, state: SimulationState) -> "FightResult":
        """How it ended, when it is over."""
        sides = state.active_sides
        winner = None if len(sides) > 1 else next(iter(sides), "")
        return cls(winner, min(MOST_ROUNDS, state.rounds + 1), state.defeated_keys, state.fled_sides)


@dataclass
class ResultTally:
    """Ends of fights and how often each came, or with which weight."""

    weights: dict[FightResult, Fraction | int] = field(default_factory=dict)

    def add(self, result: FightResult, weight: Fraction | int = 1) -> None:
        """Note an end."""
        self.weights[result] = self.weights.get(result, 0) + weight

    def sum_weights(self, side: str | None) -> Fraction | int:
        """The weight of the ends that a side won."""
        return sum(weight for end, weight in self.weights.items() if end.winner == side)


@dataclass(frozen=True)
class Forecast:
    """What a fight will come to.

    Attributes:
        sides: the chance that a side is left alone, by side.
        flees: the chance that a side flees, of those who may.
        nobody: the chance that nobody is left.
        undecided: the chance that it goes on for more rounds than anybody plays.
        people: the chance that somebody is out of the fight at some time, by key; 1 for whoever is already.
        rounds: the chance that it ends in a round, the one that is under way being 1; undecided ones aside.
        fights: how many were played; 0 where the chances are exact.
        seed: with it and the same number of fights everything is the same again; None where the chances are exact.
        sure: whether every side's chance is as certain as was asked for.
    """

    fight: Fight
    tactics: Tactics
    win_chances: Mapping[str, Estimate]
    flee_chances: Mapping[str, Estimate]
    nobody_chance: Estimate
    undecided_chance: Estimate
    defeat_chances: Mapping[str, Estimate]
    round_chances: Mapping[int, Fraction]
    fights: int
    seed: int | None
    within: float
    is_sure: bool

    @classmethod
    def summarize(
        cls,
        fight: Fight,
        tactics: Tactics,
        results: ResultTally,
        within: float,
        *,
        fights: int = 0,
        seed: int | None = None,
    ) -> "Forecast":
        """The forecast that ends come to: of so many fights, or with exact weights that sum to 1."""

        def build_estimate(weight: Fraction | int) -> Estimate:
            return estimate_from_sample(int(weight), fights) if fights else make_exact_estimate(Fraction(weight))

        def sum_results(ends_: Iterable[FightResult]) -> Fraction | int:
            return sum(results.weights[end] for end in ends_)

        there = dict.fromkeys(each.side for each in fight.participants.values())
        sides = {side: build_estimate(results.sum_weights(side)) for side in fight.rules.sides if side in there}
        rounds: Counter[int] = Counter()
        for end, weight in results.weights.items():
            if end.winner is not None:
                rounds[end.rounds] += weight  # type: ignore[assignment]  # fractions count as well
        undecided, nobody = build_estimate(results.sum_weights(None)), build_estimate(results.sum_weights(""))
        return cls(
            fight,
            tactics,
            sides,
            {
                side: build_estimate(sum_results(end for end in results.weights if side in end.fled_sides))
                for side in sides
            }
            if tactics.flees != "never"
            else {},
            nobody,
            undecided,
            {
                key: build_estimate(sum_results(end for end in results.weights if key in end.defeated_keys))
                for key in fight.participants
            },
            {number: Fraction(rounds[number]) / (fights or 1) for number in sorted(rounds)},
            fights,
            seed,
            within,
            all(each.margin <= within for each in (*sides.values(), nobody, undecided)),
        )

    @property
    def is_exact(self) -> bool:
        """Whether the chances are exact."""
        return self.fights == 0

    @property
    def likely_rounds(self) -> tuple[int, int, int] | None:
        """The rounds by which one fight in ten, half of them and nine in ten are over; None if none ever is."""
        over = sum(self.round_chances.values())
        if not over:
            return None
        found = []
        for part in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
            so_far = Fraction(0)
            for number, share in self.round_chances.items():
                so_far += share
                if so_far >= part * over:
                    found.append(number)
                    break
        return found[0], found[1], found[2]

    @property
    def length_description(self) -> str:
        """How long the fight is likely to last from now, in a sentence."""
        likely = self.likely_rounds
        if likely is None:
            return f"Nobody wins within {MOST_ROUNDS} rounds."
        first, middle, last = likely
        if self.undecided_chance.chance == 1 or last <= 1:
            return "It is over in this round."
        span = f"in round {last}" if first == last else f"in rounds {first} to {last}"
        return f"It mostly ends {span}, half of the time by round {middle}. This round counts as the first."

    @property
    def basis_description(self) -> str:
        """How the chances were found and how sure they are, in a sentence."""
        if self.is_exact:
            return "Worked out exactly over every face of the dice."
        widest = max(share.margin for share in self.win_chances.values())
        return (
            f"{pluralize(self.fights, 'fight')} played, seed {self.seed}; the sides' chances are right to "
            f"±{100 * widest:.1f} points in 95 of 100 such forecasts."
        )

    @property
    def undecided_description(self) -> str:
        """What becomes of fights that nobody wins, in a sentence; "" where there is none."""
        if float(self.undecided_chance.chance) < LEAST_SHOWN:
            return ""
        return (
            f"{format_estimate(self.undecided_chance)} of fights are still undecided after {MOST_ROUNDS} rounds: "
            "perhaps nobody can hurt the others."
        )

    def to_dict(self) -> dict[str, Any]:
        """The forecast as JSON: chances as decimals from 0 to 1, each with its interval."""
        fight = self.fight
        return {
            "forecast": fight.slug,
            "exact": self.is_exact,
            "fights": self.fights,
            "seed": self.seed,
            "confidence": CONFIDENCE,
            "within": self.within,
            "sure": self.is_sure,
            "most_rounds": MOST_ROUNDS,
            "target": self.tactics.target,
            "flees": self.tactics.flees,
            "people_act": list(self.tactics.descriptions),
            "sides": {
                side: {
                    "title": fight.rules.sides[side],
                    **share.to_dict(),
                    **({"flees": self.flee_chances[side].to_dict()} if self.flee_chances else {}),
                }
                for side, share in self.win_chances.items()
            },
            "nobody": self.nobody_chance.to_dict(),
            "undecided": self.undecided_chance.to_dict(),
            "people": {
                key: {"name": fight.combatants[key].name, "side": fight.combatants[key].side, "down": share.to_dict()}
                for key, share in self.defeat_chances.items()
            },
            "rounds": {str(number): round(float(share), JSON_DECIMALS) for number, share in self.round_chances.items()},
        }
