"""The report of a forecast: chances with confidence intervals, as values, sentences and JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.assumption_report import Alternatives, Variable, report_assumptions
from rules_py.play.forecast.estimates import (
    CONFIDENCE,
    JSON_DECIMALS,
    Estimate,
    estimate_from_sample,
    format_estimate,
    make_exact_estimate,
)
from rules_py.play.forecast.results import FightResult, ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS
from rules_py.play.forecast.tactics import Tactics, describe_habits
from rules_py.text.serialization import to_json
from rules_py.text.wording import pluralize

LEAST_SHOWN = 0.0005
"""The lowest chance that gets a sentence."""


@dataclass(frozen=True)
class Forecast:
    """A forecast of a fight.

    Attributes:
        fight: the fight from which it starts.
        tactics: how combatants act in it.
        win_chances: the chance that a side is the only one left, by side.
        flee_chances: the chance that a side flees, by side; empty if sides never flee.
        nobody_chance: the chance that no side is left.
        undecided_chance: the chance that the fight is undecided after the last simulated round.
        defeat_chances: the chance that a combatant is out of the fight at any time, by key; 1 for those already out.
        round_chances: the chance that the fight ends in a round, where 1 is the current one; without undecided fights.
        fights: the number of simulated fights; 0 if the chances are exact.
        seed: the seed, which together with `fights` makes the forecast reproducible; None if the chances are exact.
        within: the requested precision, as half of an interval's width.
        is_sure: True if every side's chance has this precision.
        assumptions: the rolls that combatants make, with their weapons and attributes, in sentences.
        left_out: the titles of the actions that combatants could take and that the forecast doesn't use, and the ways
            to make a roll again.
        without: the key of the combatant who was taken out of the fight beforehand, or "".
        everyone: the names of all combatants by key, with the one who was taken out.
        alternatives: the entries that combatants can use in place of others, such as weapons.
        variables: the other assumptions that can be changed, by side.
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
    assumptions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    without: str = ""
    everyone: Mapping[str, str] = field(default_factory=dict)
    alternatives: tuple[Alternatives, ...] = ()
    variables: tuple[Variable, ...] = ()

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
        """Summarize results: counts of `fights` simulated fights, or exact weights that sum to 1."""

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

    def with_assumptions(self, simulator: FightSimulator, without: str, everyone: Mapping[str, str]) -> "Forecast":
        """Return the forecast with the assumptions behind it.

        Args:
            simulator: the simulator that played its fights.
            without: the key of the combatant who was taken out of the fight beforehand, or "".
            everyone: the names of all combatants by key.
        """
        report = report_assumptions(simulator)
        return replace(
            self,
            assumptions=report.sentences,
            left_out=report.left_out,
            without=without,
            everyone=everyone,
            alternatives=report.alternatives,
            variables=report.variables,
        )

    @property
    def tactics_descriptions(self) -> tuple[str, ...]:
        """The tactics in sentences, with what combatants of this game usually do."""
        focus = self.fight.combatants.get(self.tactics.focus)
        return (
            *self.tactics.descriptions,
            *([f"Enemies attack {focus.name} before all others."] if focus is not None else []),
            *describe_habits(self.fight, self.tactics.answers),
        )

    @property
    def is_exact(self) -> bool:
        """True if the chances are exact."""
        return self.fights == 0

    @property
    def likely_rounds(self) -> tuple[int, int, int] | None:
        """The rounds by which 10 %, 50 % and 90 % of the decided fights are over; None if none are decided."""
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
        """The likely length of the fight from now, in a sentence."""
        likely, name, names = self.likely_rounds, self.fight.rules.round_name, self.fight.rules.round_names
        if likely is None:
            return f"No side wins within {MOST_ROUNDS} {names}."
        first, middle, last = likely
        if self.undecided_chance.chance == 1 or last <= 1:
            return " ".join(filter(None, (f"It ends in this {name}.", self.fight.rules.round_note)))
        span = f"in {name} {last}" if first == last else f"in {names} {first} to {last}"
        parts = (
            f"It mostly ends {span}, half of the time by {name} {middle}.",
            f"This {name} counts as the first.",
            self.fight.rules.round_note,
        )
        return " ".join(filter(None, parts))

    @property
    def left_out_description(self) -> str:
        """The actions that the forecast doesn't use, in a sentence; "" if there are none."""
        return f"Left out: {', '.join(self.left_out)}." if self.left_out else ""

    @property
    def basis_description(self) -> str:
        """The method behind the chances and their precision, in a sentence."""
        if self.is_exact:
            return "Computed exactly over every face of the dice."
        widest = max(share.margin for share in self.win_chances.values())
        return (
            f"{pluralize(self.fights, 'fight')} played, seed {self.seed}; the sides' chances are accurate to "
            f"±{100 * widest:.1f} points in 95 of 100 such forecasts."
        )

    @property
    def undecided_description(self) -> str:
        """The chance of undecided fights, in a sentence; "" if it is negligible."""
        if float(self.undecided_chance.chance) < LEAST_SHOWN:
            return ""
        return (
            f"{format_estimate(self.undecided_chance)} of fights are still undecided after {MOST_ROUNDS} "
            f"{self.fight.rules.round_names}: "
            "perhaps no side can hurt another."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the forecast as JSON: chances as decimals from 0 to 1, each with its interval."""
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
            **({"answers": self.tactics.answers} if self.tactics.answers != "target" else {}),
            **({"focus": self.tactics.focus} if self.tactics.focus else {}),
            **({"choices": to_json(self.tactics.choices)} if self.tactics.choices else {}),
            "people_act": [*self.assumptions, *self.tactics_descriptions],
            "left_out": list(self.left_out),
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
