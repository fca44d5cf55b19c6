"""The report of a forecast: chances with confidence intervals, as values, sentences and JSON."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.assumptions import Assumption, find_assumptions, name_habit
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS, SimulationState
from rules_py.play.forecast.tactics import Tactics, describe_habits
from rules_py.play.forecast.typical_rolls import find_typical_rolls, find_variable_names
from rules_py.play.forecast.usual_values import (
    UsualValue,
    describe_usual_values,
    find_usual_values,
)
from rules_py.play.roll_titles import title_roll
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json, to_text
from rules_py.text.wording import pluralize

CONFIDENCE = 0.95
_Z = 1.959963984540054
"""The number of standard deviations on each side that contain `CONFIDENCE` of a normal distribution."""

JSON_DECIMALS = 6
"""Decimals of chances in JSON."""


LEAST_SHOWN = 0.0005
"""The lowest chance that gets a sentence."""


@dataclass(frozen=True)
class Estimate:
    """A chance with its 95 % confidence interval; both limits equal the chance if it is exact."""

    chance: Fraction
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float]:
        """Return the estimate as JSON."""
        return {
            "chance": round(float(self.chance), JSON_DECIMALS),
            "low": round(self.low, JSON_DECIMALS),
            "high": round(self.high, JSON_DECIMALS),
        }


def format_estimate(estimate: Estimate) -> str:
    """Format a chance in per cent: with one decimal if it is exact, whole if it is a sample's.

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
    """Estimate a share from `times` of `total`, with Wilson's interval.

    The interval also holds for small samples and rare events.

    >>> share = estimate_from_sample(0, 100)
    >>> float(share.chance), share.low, round(share.high, 3)
    (0.0, 0.0, 0.037)
    """
    found = times / total
    square = _Z * _Z
    middle = (found + square / (2 * total)) / (1 + square / total)
    spread = _Z / (1 + square / total) * math.sqrt(found * (1 - found) / total + square / (4 * total**2))
    return Estimate(
        Fraction(times, total), 0.0 if times == 0 else middle - spread, 1.0 if times == total else middle + spread
    )


def make_exact_estimate(chance: Fraction) -> Estimate:
    """Return the estimate for an exact chance."""
    return Estimate(chance, float(chance), float(chance))


class FightResult(NamedTuple):
    """The result of a fight.

    Attributes:
        winner: the side that is left; "" if no side is, None if the fight is undecided.
        rounds: the round in which it ended, from 1, which is the current round when the forecast began.
        defeated_keys: the combatants who were out of it at any time.
        fled_sides: the sides that fled.
    """

    winner: str | None
    rounds: int
    defeated_keys: frozenset[str]
    fled_sides: frozenset[str]

    @classmethod
    def from_state(cls, state: SimulationState) -> "FightResult":
        """Create the result of a fight that is over."""
        sides = state.active_sides
        winner = None if len(sides) > 1 else next(iter(sides), "")
        return cls(winner, min(MOST_ROUNDS, state.rounds + 1), state.defeated_keys, state.fled_sides)


class Alternatives(NamedTuple):
    """The entries of a list, such as weapons, that a combatant can use for a typical roll.

    Attributes:
        key: the combatant's key.
        list_name: the name of the list on the sheet.
        names: the names of the entries, in order.
        chosen: the index of the entry that the forecast uses.
    """

    key: str
    list_name: str
    names: tuple[str, ...]
    chosen: int


class Variable(NamedTuple):
    """An assumption about a side that a reader can change.

    Attributes:
        side: the side whose combatants it is about.
        assumption: the assumption, with the values that suit any of them.
        chosen: the text of the value that has been chosen for all of them; "" if they keep their own.
        usual: the value that they use if the reader doesn't change it, in players' words.
    """

    side: str
    assumption: Assumption
    chosen: str
    usual: str


@dataclass
class ResultTally:
    """Results of fights, each with its count or its weight."""

    weights: dict[FightResult, Fraction | int] = field(default_factory=dict)

    def add(self, result: FightResult, weight: Fraction | int = 1) -> None:
        """Add a result."""
        self.weights[result] = self.weights.get(result, 0) + weight

    def sum_weights(self, side: str | None) -> Fraction | int:
        """Return the total weight of the results that a side won."""
        return sum(weight for end, weight in self.weights.items() if end.winner == side)


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
    alternatives: tuple["Alternatives", ...] = ()
    variables: tuple["Variable", ...] = ()

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
        rolls, required = _list_typical_rolls(simulator), _list_required_rolls(simulator)
        return replace(
            self,
            assumptions=(
                *_describe_rolls(simulator, rolls),
                *_describe_required_rolls(simulator, required),
                *_describe_changes(simulator),
            ),
            left_out=_list_left_out(simulator),
            without=without,
            everyone=everyone,
            alternatives=tuple(_list_alternatives(simulator)),
            variables=tuple(_list_variables(simulator, (*rolls, *required))),
        )

    @property
    def tactics_descriptions(self) -> tuple[str, ...]:
        """The tactics in sentences, with what combatants of this game usually do."""
        return (*self.tactics.descriptions, *describe_habits(self.fight, self.tactics.answers))

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


class TypicalRoll(NamedTuple):
    """A roll that a combatant typically makes or may have to make, with its choices and usual values by name."""

    by: str
    binding: RollBinding
    chosen: Mapping[str, Any]
    varies: tuple[str, ...]
    values: Mapping[str, UsualValue]


def _list_typical_rolls(simulator: FightSimulator) -> tuple[TypicalRoll, ...]:
    """List the typical rolls of all combatants, each once."""
    fight = simulator.fight
    found: dict[tuple[str, str], TypicalRoll] = {}
    for by, binding, chosen in find_typical_rolls(simulator):
        if (by, binding.mechanic.id) not in found:
            targets = simulator.tactics.rank_targets(fight, fight.combatant(by).side, {})
            values = find_usual_values(fight, by, targets[0].key if targets else None, binding, chosen)
            varies = fight.context.forecast_hints.find_varied_names(binding.mechanic.id)
            found[by, binding.mechanic.id] = TypicalRoll(by, binding, chosen, varies, values)
    return tuple(found.values())


def _describe_rolls(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> tuple[str, ...]:
    """Describe the rolls that combatants typically make, with all who make the same one in one sentence.

    The values that a reader can change are part of it, unless they are 0 or no.
    """
    names = _NamesByText()
    for by, binding, chosen, varies, values in rolls:
        combatant = simulator.fight.combatant(by)
        title = title_roll(binding, combatant.sheet, chosen)
        changed = simulator.tactics.choices.get(by, {})
        stated = (name for name in varies if name not in changed and values[name].is_notable)
        names.add(f"{title}.{_describe_values(binding, values, stated)}", combatant.name)
    return names.describe(": ")


def _list_required_rolls(simulator: FightSimulator) -> tuple[TypicalRoll, ...]:
    """List the rolls that each combatant may have to make, such as at 0 HP."""
    fight = simulator.fight
    return tuple(
        TypicalRoll(
            key,
            binding,
            {},
            fight.context.forecast_hints.find_varied_names(binding.mechanic.id),
            find_usual_values(fight, key, None, binding, {}),
        )
        for key, combatant in fight.participants.items()
        for binding in combatant.sheet.rolls
        if binding.mechanic in fight.rules.required_rolls
    )


def _describe_required_rolls(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> tuple[str, ...]:
    """Describe the defaults of rolls that combatants have to make, such as that an attack was lethal.

    Those that are 0 or no are left out, and so are those that the reader has changed.
    """
    names = _NamesByText()
    for by, binding, _, _, values in rolls:
        changed = simulator.tactics.choices.get(by, {})
        stated = [
            name
            for name, value in values.items()
            if value.is_notable and not value.is_from_sheet and name not in changed
        ]
        if stated:
            text = f"{binding.mechanic.title}.{_describe_values(binding, values, stated)}"
            names.add(text, simulator.fight.combatant(by).name)
    return names.describe(": ")


def _describe_values(binding: RollBinding, values: Mapping[str, UsualValue], names: Iterable[str]) -> str:
    return "".join(f" {binding.mechanic.parameters[name].label}: {values[name].text}." for name in names)


class _NamesByText:
    """Sentences, each with the names of all combatants that it is about."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, None]] = {}

    def add(self, text: str, name: str) -> None:
        """Add a sentence about a combatant."""
        self._names.setdefault(text, {})[name] = None

    def describe(self, between: str) -> tuple[str, ...]:
        """Return each sentence once, after the names and the text between them."""
        return tuple(f"{_join_names(tuple(names))}{between}{text}" for text, names in self._names.items())


MOST_NAMED = 3
"""The maximum number of combatants that a sentence names."""


def _join_names(names: tuple[str, ...]) -> str:
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"


def _list_left_out(simulator: FightSimulator) -> tuple[str, ...]:
    """Return the titles of the actions that combatants could take and that the forecast doesn't use.

    It uses those of its fights, and the rolls and reloads that it makes once they are needed. It makes no roll again.
    """
    rules, participants = simulator.fight.rules, simulator.fight.participants
    due = {*rules.required_rolls, *(each.mechanic for each in rules.group_rolls), rules.order.mechanic}
    choices, fallbacks = simulator.tactics.choices, simulator.fight.context.forecast_hints.fallbacks
    found: dict[str, None] = {}
    for action in rules.declared_actions:
        takers = [key for key, each in participants.items() if _can_take(action, each.sheet)]
        is_unused = action.id not in simulator.recorder.performed and action.rule not in due
        if is_unused and any(
            action.rule not in fallbacks or choices.get(key, {}).get(name_habit(action.rule)) is False for key in takers
        ):
            found[action.rule.title] = None
    for action in rules.declared_actions:
        if any(_can_take(action, each.sheet) for each in participants.values()):
            for amendment in action.amendments:
                if amendment.rule is None:
                    found[amendment.label] = None
    return tuple(found)


def _can_take(action: Action, sheet: Sheet) -> bool:
    """Return True if a fight offers an action to the combatant with this sheet."""
    if isinstance(action.rule, Change):
        return isinstance(sheet, action.rule.sheet_types) and action.suits(sheet)
    return any(binding.mechanic is action.rule for binding in sheet.rolls) and action.suits(sheet)


def _list_alternatives(simulator: FightSimulator) -> Iterator[Alternatives]:
    """Yield the lists with several entries from which combatants choose for their typical rolls, each list once."""
    listed: set[tuple[str, str]] = set()
    for by, binding, chosen in find_typical_rolls(simulator):
        for name, fields in binding.choices.items():
            entries = () if fields else getattr(simulator.fight.sheet_for(by), name)
            if len(entries) > 1 and chosen.get(name, NO_ENTRY) != NO_ENTRY and (by, name) not in listed:
                listed.add((by, name))
                yield Alternatives(by, name, simulator.fight.sheet_for(by).name_entries(name), chosen[name])


def _describe_changes(simulator: FightSimulator) -> tuple[str, ...]:
    """Describe the assumptions that have been changed, with all combatants who share them in one sentence."""
    names = _NamesByText()
    for key, choices in simulator.tactics.choices.items():
        if key not in simulator.fight.combatants:
            continue
        known = find_assumptions(simulator.fight, key)
        changes = [
            f"{known[name].label}: {known[name].values.get(text, text)}"
            for name, value in choices.items()
            if not known[name].is_entry and (text := to_text(value))
        ]
        if changes:
            names.add(f"{'; '.join(changes)}.", simulator.fight.combatant(key).name)
    return names.describe(", changed: ")


def _list_variables(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> Iterator[Variable]:
    """Yield the assumptions that can be changed for a side, of all combatants whose typical roll is known.

    Entries such as weapons are left out, because each combatant has their own.
    """
    fight, choices = simulator.fight, simulator.tactics.choices
    usual: dict[tuple[str, str], list[UsualValue]] = {}
    for by, binding, _, varies, values in rolls:
        for name in (*binding.choices, *varies):
            if name in values:
                usual.setdefault((by, name), []).append(values[name])
    found: dict[tuple[str, str], Assumption] = {}
    members: dict[tuple[str, str], list[str]] = {}
    for key, used in find_variable_names(simulator).items():
        side = fight.combatant(key).side
        for name, assumption in find_assumptions(fight, key).items():
            if assumption.is_entry or name not in used:
                continue
            known = found.get((side, name))
            options = {**known.values, **assumption.values} if known else assumption.values
            found[side, name] = replace(assumption, values=options)
            members.setdefault((side, name), []).append(key)
            usual.setdefault((key, name), [UsualValue(assumption.usual)])
    for side in fight.rules.sides:
        for (owner, name), assumption in found.items():
            if owner == side:
                keys = members[owner, name]
                texts = {to_text(choices.get(key, {}).get(name, "")) for key in keys}
                of_all = describe_usual_values(value for key in keys for value in usual[key, name])
                yield Variable(side, assumption, min(texts) if len(texts) == 1 else "", of_all)
