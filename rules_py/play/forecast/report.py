"""What a forecast says: chances with what is known of their uncertainty, as text-free values and as JSON."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.simulator import MOST_ROUNDS, Moment
from rules_py.play.forecast.tactics import Ways
from rules_py.text.wording import counted

CONFIDENCE = 0.95
_Z = 1.959963984540054
"""How many standard deviations to each side hold that share of a normal distribution."""

SAVED = 6
"""Decimals of chances as JSON."""


LEAST_SAID = 0.0005
"""Chances below this are not worth a sentence."""


@dataclass(frozen=True)
class Share:
    """A chance, and between which numbers it is with 95 % confidence; both are the chance itself where it is exact."""

    chance: Fraction
    low: float
    high: float

    @property
    def within(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float]:
        """The chance as JSON."""
        return {
            "chance": round(float(self.chance), SAVED),
            "low": round(self.low, SAVED),
            "high": round(self.high, SAVED),
        }


def percent_said(share: Share) -> str:
    """A chance in per cent: with a decimal where it is exact, else whole, as played fights don't tell more.

    >>> percent_said(exact_share(Fraction(1, 3))), percent_said(counted_share(1, 3)), percent_said(counted_share(0, 9))
    ('33.3%', '33%', '0%')
    """
    chance = float(share.chance)
    if share.chance in (0, 1):
        return f"{chance:.0%}"
    shown = f"{chance:.1%}" if share.within == 0 else f"{chance:.0%}"
    return "<1%" if float(shown[:-1]) == 0 else ">99%" if float(shown[:-1]) == 100 else shown


def counted_share(times: int, of: int) -> Share:
    """The share of so many of all, with Wilson's interval: it holds for few and for rare ones as well.

    >>> share = counted_share(0, 100)
    >>> float(share.chance), share.low, round(share.high, 3)
    (0.0, 0.0, 0.037)
    """
    found = times / of
    middle = (found + _Z**2 / (2 * of)) / (1 + _Z**2 / of)
    spread = _Z / (1 + _Z**2 / of) * math.sqrt(found * (1 - found) / of + _Z**2 / (4 * of**2))
    return Share(Fraction(times, of), 0.0 if times == 0 else middle - spread, 1.0 if times == of else middle + spread)


def exact_share(chance: Fraction) -> Share:
    """A chance that is known exactly."""
    return Share(chance, float(chance), float(chance))


class End(NamedTuple):
    """How a fight ended.

    Attributes:
        winner: the side that is left; "" where none is, None where it was not decided.
        rounds: the round in which it ended, from 1, the one that was under way when the forecast began.
        down: who has been out of it, by key.
        fled: the sides that fled.
    """

    winner: str | None
    rounds: int
    down: frozenset[str]
    fled: frozenset[str]

    @classmethod
    def of(cls, moment: Moment) -> "End":
        """How it ended, when it is over."""
        sides = moment.sides_up
        winner = None if len(sides) > 1 else next(iter(sides), "")
        return cls(winner, min(MOST_ROUNDS, moment.rounds + 1), moment.down, moment.fled)


@dataclass
class Ends:
    """Ends of fights and how often each came, or with which weight."""

    weights: dict[End, Fraction | int] = field(default_factory=dict)

    def add(self, end: End, weight: Fraction | int = 1) -> None:
        """Note an end."""
        self.weights[end] = self.weights.get(end, 0) + weight

    def of_side(self, side: str | None) -> Fraction | int:
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
    ways: Ways
    sides: Mapping[str, Share]
    flees: Mapping[str, Share]
    nobody: Share
    undecided: Share
    people: Mapping[str, Share]
    rounds: Mapping[int, Fraction]
    fights: int
    seed: int | None
    within: float
    sure: bool

    @classmethod
    def of(
        cls, fight: Fight, ways: Ways, ends: Ends, within: float, *, fights: int = 0, seed: int | None = None
    ) -> "Forecast":
        """The forecast that ends come to: of so many fights, or with exact weights that sum to 1."""

        def share(weight: Fraction | int) -> Share:
            return counted_share(int(weight), fights) if fights else exact_share(Fraction(weight))

        def total(ends_: Iterable[End]) -> Fraction | int:
            return sum(ends.weights[end] for end in ends_)

        there = dict.fromkeys(each.side for each in fight.fighting.values())
        sides = {side: share(ends.of_side(side)) for side in fight.kind.sides if side in there}
        rounds: Counter[int] = Counter()
        for end, weight in ends.weights.items():
            if end.winner is not None:
                rounds[end.rounds] += weight  # type: ignore[assignment]  # fractions count as well
        undecided, nobody = share(ends.of_side(None)), share(ends.of_side(""))
        return cls(
            fight,
            ways,
            sides,
            {side: share(total(end for end in ends.weights if side in end.fled)) for side in sides}
            if ways.flees != "never"
            else {},
            nobody,
            undecided,
            {key: share(total(end for end in ends.weights if key in end.down)) for key in fight.fighting},
            {number: Fraction(rounds[number]) / (fights or 1) for number in sorted(rounds)},
            fights,
            seed,
            within,
            all(each.within <= within for each in (*sides.values(), nobody, undecided)),
        )

    @property
    def exact(self) -> bool:
        """Whether the chances are exact."""
        return self.fights == 0

    @property
    def likely_rounds(self) -> tuple[int, int, int] | None:
        """The rounds by which one fight in ten, half of them and nine in ten are over; None if none ever is."""
        over = sum(self.rounds.values())
        if not over:
            return None
        found = []
        for part in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
            so_far = Fraction(0)
            for number, share in self.rounds.items():
                so_far += share
                if so_far >= part * over:
                    found.append(number)
                    break
        return found[0], found[1], found[2]

    @property
    def length_said(self) -> str:
        """How long the fight is likely to last from now, in a sentence."""
        likely = self.likely_rounds
        if likely is None:
            return f"Nobody wins within {MOST_ROUNDS} rounds."
        first, middle, last = likely
        if self.undecided.chance == 1 or last <= 1:
            return "It is over in this round."
        span = f"in round {last}" if first == last else f"in rounds {first} to {last}"
        return f"It mostly ends {span}, half of the time by round {middle}. This round counts as the first."

    @property
    def basis_said(self) -> str:
        """How the chances were found and how sure they are, in a sentence."""
        if self.exact:
            return "Worked out exactly over every face of the dice."
        widest = max(share.within for share in self.sides.values())
        return (
            f"{counted(self.fights, 'fight')} played, seed {self.seed}; the sides' chances are right to "
            f"±{100 * widest:.1f} points in 95 of 100 such forecasts."
        )

    @property
    def undecided_said(self) -> str:
        """What becomes of fights that nobody wins, in a sentence; "" where there is none."""
        if float(self.undecided.chance) < LEAST_SAID:
            return ""
        return (
            f"{percent_said(self.undecided)} of fights are still undecided after {MOST_ROUNDS} rounds: "
            "perhaps nobody can hurt the others."
        )

    def to_dict(self) -> dict[str, Any]:
        """The forecast as JSON: chances as decimals from 0 to 1, each with its interval."""
        fight = self.fight
        return {
            "forecast": fight.slug,
            "exact": self.exact,
            "fights": self.fights,
            "seed": self.seed,
            "confidence": CONFIDENCE,
            "within": self.within,
            "sure": self.sure,
            "most_rounds": MOST_ROUNDS,
            "target": self.ways.target,
            "flees": self.ways.flees,
            "people_act": list(self.ways.said),
            "sides": {
                side: {
                    "title": fight.kind.sides[side],
                    **share.to_dict(),
                    **({"flees": self.flees[side].to_dict()} if self.flees else {}),
                }
                for side, share in self.sides.items()
            },
            "nobody": self.nobody.to_dict(),
            "undecided": self.undecided.to_dict(),
            "people": {
                key: {"name": fight.fighters[key].name, "side": fight.fighters[key].side, "down": share.to_dict()}
                for key, share in self.people.items()
            },
            "rounds": {str(number): round(float(share), SAVED) for number, share in self.rounds.items()},
        }
