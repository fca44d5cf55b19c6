"""Variations of a forecast: the same fight with one thing changed, on the same seed and with as many fights."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rules_py.parameters import Whole
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.forecast.assumption_report import Variable, report_assumptions
from rules_py.play.forecast.assumptions import list_conditions, name_habit
from rules_py.play.forecast.estimates import JSON_DECIMALS, Estimate
from rules_py.play.forecast.run import LEAST_WITHIN, ForecastOptions, ForecastRun, build_simulator, choose_seed
from rules_py.play.forecast.tactics import TARGETS
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import pluralize

VARIATION_FIGHTS = 200
"""The number of simulated fights of each variation, unless its chances are exact."""

MOST_VARIATIONS = 24
"""The maximum number of variations that are played."""

FEW_VALUES = 3
"""The number of values up to which each one is a variation; of more values, the first and the last one are."""

SMALL_RANGE = 10
"""The size of the range of a number up to which one more than its lowest value is a variation."""


class Variation(NamedTuple):
    """A fight with one thing changed.

    Attributes:
        title: the change, in a few words.
        options: the options of its forecast.
    """

    title: str
    options: ForecastOptions


class VariationResult(NamedTuple):
    """The chances of a variation.

    Attributes:
        title: the change, in a few words.
        win_chances: the chance of each side.
        differences: the difference of each side's chance to that of the unchanged fight, from -1 to 1.
        is_exact: True if the chances are exact.
    """

    title: str
    win_chances: Mapping[str, Estimate]
    differences: Mapping[str, float]
    is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the chances as JSON."""
        return {
            "title": self.title,
            "exact": self.is_exact,
            "sides": {
                side: {**share.to_dict(), "difference": round(self.differences[side], JSON_DECIMALS)}
                for side, share in self.win_chances.items()
            },
        }


def format_difference(difference: float) -> str:
    """Format a difference of chances in points.

    >>> format_difference(0.124), format_difference(-0.05), format_difference(0.001)
    ('+12', '−5', '±0')
    """
    points = round(100 * difference)
    return use_minus_sign(f"{points:+d}") if points else "±0"


class VariationRun:
    """A resumable comparison of variations, one after the other; the first one is the unchanged fight.

    If the chances of that one aren't exact, all variations are simulated.

    Attributes:
        fight: the fight.
        seed: the seed of all variations.
        fights: the number of simulated fights of each variation that isn't exact.
        variations: the variations.
        left_out: the number of further variations, which aren't played.
        results: the results so far, in the same order.
    """

    def __init__(self, fight: Fight, options: ForecastOptions, fights: int = 0) -> None:
        """Take a fight, the options of its forecast, and the number of fights of each variation.

        The number is by default that of the options, `VARIATION_FIGHTS` at most.

        Raises:
            RulesError: there are fewer than two sides, or an option doesn't suit this fight.
        """
        self.fight, self.seed = fight, choose_seed(options)
        self.fights = fights or min(options.at_most, VARIATION_FIGHTS)
        fixed = replace(options, seed=self.seed, at_most=self.fights, within=LEAST_WITHIN)
        found = list_variations(fight, fixed)
        self.variations, self.left_out = tuple(found[:MOST_VARIATIONS]), max(0, len(found) - MOST_VARIATIONS)
        self.results: list[VariationResult] = []
        self._run: ForecastRun | None = None

    @property
    def is_done(self) -> bool:
        """True if no variation is left."""
        return len(self.results) == len(self.variations)

    def advance(self) -> None:
        """Play the next variation.

        Raises:
            TimeSliceExpired: the time slice is over; the next call resumes the work.
        """
        title, options = self.variations[len(self.results)]
        if self._run is None:
            is_simulated = self.results and not self.results[0].is_exact
            self._run = ForecastRun(self.fight, replace(options, exact=False) if is_simulated else options)
        while not self._run.is_done:
            self._run.advance()
        made = self._run.build_chances()
        chances = made.win_chances
        usual = self.results[0].win_chances if self.results else chances
        differences = {side: float(share.chance - usual[side].chance) for side, share in chances.items()}
        self.results.append(VariationResult(title, chances, differences, made.is_exact))
        self._run = None

    @property
    def description(self) -> str:
        """The method behind the chances and the differences, and the number of changes left out, in sentences."""
        more = f" {pluralize(self.left_out, 'further change')} left out." if self.left_out else ""
        if all(each.is_exact for each in self.results):
            return f"Computed exactly over every face of the dice.{more}"
        points = math.ceil(100 * self.chance_margin)
        return (
            f"{self.fights} fights in each row that isn't exact, seed {self.seed}; "
            f"a difference of up to {points} points may be chance.{more}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the chances so far as JSON."""
        return {
            "seed": self.seed,
            "fights": self.fights,
            "may_be_chance": round(self.chance_margin, JSON_DECIMALS),
            "left_out": self.left_out,
            "variations": [each.to_dict() for each in self.results],
        }

    @property
    def chance_margin(self) -> float:
        """The largest difference to the unchanged fight that may be chance, from 0 to 1."""
        usual = self.results[0].win_chances if self.results else {}
        margins = [
            math.sqrt(share.margin * share.margin + usual[side].margin * usual[side].margin)
            for each in self.results
            for side, share in each.win_chances.items()
        ]
        return max(margins, default=0.0)


def list_variations(fight: Fight, options: ForecastOptions) -> list[Variation]:
    """Return the variations of a fight: the unchanged one, without or against somebody, other targets, other values.

    Args:
        fight: the fight.
        options: the options of the unchanged forecast.

    Raises:
        RulesError: there are fewer than two sides, or an option doesn't suit this fight.
    """
    report = report_assumptions(build_simulator(fight, options))
    return [
        Variation("As it is", options),
        *_vary_people(fight, options),
        *_vary_targets(fight, options),
        *(found for each in report.variables for found in _vary_assumption(fight, options, each)),
    ]


def list_groups(fight: Fight) -> Iterator[tuple[Combatant, ...]]:
    """Yield the combatants who are up, those of one side with equal sheets apart from their names together."""
    groups: dict[tuple[str, str, str], list[Combatant]] = {}
    for each in fight.active:
        if not isinstance(each.sheet, fight.rules.objects):
            fields = {name: value for name, value in each.sheet.fields.items() if name != "name"}
            groups.setdefault((each.side, each.sheet.id, to_text(repr(fields))), []).append(each)
    for group in groups.values():
        yield tuple(group)


def _vary_people(fight: Fight, options: ForecastOptions) -> Iterator[Variation]:
    """Yield the fight without each combatant who isn't the last one of a side, one of those who are alike."""
    if options.without:
        yield Variation(f"With {fight.combatant(options.without).name}", replace(options, without=""))
        return
    groups = tuple(list_groups(fight))
    for group in groups:
        first = group[0]
        if sum(len(each) for each in groups if each[0].side == first.side) > 1:
            alike = f", one of {len(group)} alike" if len(group) > 1 else ""
            yield Variation(f"Without {first.name}{alike}", replace(options, without=first.key))


def _vary_targets(fight: Fight, options: ForecastOptions) -> Iterator[Variation]:
    """Yield the fight with other targets: a combatant who is like nobody else on their side, or another preference."""
    groups = tuple(list_groups(fight))
    for group in groups:
        first, others = group[0], [each for each in groups if each[0].side == group[0].side]
        if len(group) == 1 and len(others) > 1 and first.key not in (options.without, options.focus):
            yield Variation(f"Everyone attacks {first.name} first", replace(options, focus=first.key))
    for name, text in TARGETS.items():
        if name != options.target or options.focus:
            yield Variation(f"Everyone attacks {text}", replace(options, target=name, focus=""))


def _vary_assumption(fight: Fight, options: ForecastOptions, variable: Variable) -> Iterator[Variation]:
    """Yield the fight with other values of a condition, a preparation or a parameter that varies, for all of a side."""
    side, assumption = variable.side, variable.assumption
    members = [each.sheet for each in fight.participants.values() if each.side == side]
    hints = fight.context.forecast_hints
    names = {
        *(name for sheet in members for name in list_conditions(sheet)),
        *(name_habit(rule) for rule in hints.preparations),
        *(name for names in hints.varies.values() for name in names),
    }
    if assumption.name not in names:
        return
    for text in _list_other_values(variable):
        chosen = {key: dict(values) for key, values in options.choices.items()}
        for key, each in fight.participants.items():
            if each.side == side and key in chosen:
                chosen[key].pop(assumption.name, None)
        chosen[side] = {**chosen.get(side, {}), assumption.name: text}
        value = assumption.values.get(text, text)
        title = f"{fight.rules.sides[side]}, {assumption.label}: {value}"
        yield Variation(title, replace(options, choices=chosen))


def _list_other_values(variable: Variable) -> list[str]:
    """Return the texts of the values that differ from the usual or chosen one: few of many."""
    assumption = variable.assumption
    kind = assumption.parameter.kind if assumption.parameter is not None else None
    if assumption.values:
        now = variable.chosen or next(
            (text for text, name in assumption.values.items() if variable.usual.split(" (")[0] == name), ""
        )
        texts = [text for text in assumption.values if text != now]
        return texts if len(texts) <= FEW_VALUES else [texts[0], texts[-1]]
    if isinstance(kind, Whole) and kind.high is not None and kind.high - kind.low <= SMALL_RANGE:
        is_lowest = assumption.parameter is not None and assumption.parameter.default == kind.low
        text = str(kind.low + 1)
        return [text] if is_lowest and text != variable.chosen else []
    return []
