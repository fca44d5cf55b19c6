"""How people act in a forecast: whom they attack, with what, and when they flee. Simple, and told with every answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules_py.errors import RulesError
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.sheet import Sheet
from rules_py.text.formatting import humanize, is_number, quote_value

TARGETS = {
    "weakest": "whoever is nearest to falling",
    "strongest": "whoever is farthest from falling",
    "spread": "whoever was attacked least so far",
    "first": "the first who is still up, as they came",
}
"""Whom everybody attacks."""

FLEES = {
    "never": "nobody",
    "half": "a side that has lost half of its people",
}
"""Who flees, besides those whom a rule makes."""

ALWAYS = (
    "Each does what hurts their target, with what they used last, or else with what they are best at and the first "
    "weapon that is not empty.",
    "Each attack is on one target. What a roll calls for follows at once; what the table decides is left out.",
)
"""What is said of how people act, whatever was chosen."""


@dataclass(frozen=True)
class Tactics:
    """How people act.

    Attributes:
        target: one of `TARGETS`.
        flees: one of `FLEES`.

    Raises:
        RulesError: it is another one.
    """

    target: str = "weakest"
    flees: str = "never"

    def __post_init__(self) -> None:
        for name, given, known in (("target", self.target, TARGETS), ("flees", self.flees, FLEES)):
            if not isinstance(given, str) or given not in known:
                raise RulesError(f"{name}: got {quote_value(given)}, takes {', '.join(known)}")

    @property
    def descriptions(self) -> tuple[str, ...]:
        """How people act, in sentences."""
        return (
            f"Everybody attacks {TARGETS[self.target]}.",
            f"{humanize(FLEES[self.flees])} flees, besides those whom a rule makes.",
            *ALWAYS,
        )

    def rank_targets(self, fight: Fight, side: str, attack_counts: Mapping[str, int]) -> list[Combatant]:
        """Those of other sides who are up, whom one goes for first in front; who came first among equals."""
        others = [each for each in fight.active if each.side != side]
        if self.target == "weakest":
            return sorted(others, key=lambda each: compute_points_left(each.sheet))
        if self.target == "strongest":
            return sorted(others, key=lambda each: -compute_points_left(each.sheet))
        if self.target == "spread":
            return sorted(others, key=lambda each: attack_counts.get(each.key, 0))
        return others

    def is_routed(self, size: int, defeated_count: int) -> bool:
        """Whether a side of so many flees once so many of it are out."""
        return self.flees == "half" and 0 < size <= 2 * defeated_count


def compute_points_left(sheet: Sheet) -> float:
    """The points that somebody can still take, as the meter of their sheet has them; without end where it has none."""
    if sheet.meter is None:
        return float("inf")
    value = getattr(sheet, sheet.meter[0])
    return float(value) if is_number(value) else float("inf")


def find_choices(
    binding: RollBinding, sheet: Sheet, last_choices: Mapping[str, Any], is_reaction: bool
) -> Iterator[dict[str, Any]]:
    """What somebody may fill a roll with, the likeliest first: with the best field, and each entry that is not empty.

    What they did before comes first. An answer goes with the field that stands first, which is the one that always can.
    """
    found: dict[str, Any] = {}
    lists: dict[str, list[int]] = {}
    for name, fields in binding.choices.items():
        if fields:
            values = [getattr(sheet, field) for field in fields]
            best = 0 if is_reaction or not all(is_number(value) for value in values) else values.index(max(values))
            found[name] = last_choices[name] if last_choices.get(name) in fields else fields[best]
        elif entries := getattr(sheet, name):
            ready = [number for number, entry in enumerate(entries) if not getattr(entry, "empty", False)]
            lists[name] = sorted(ready, key=lambda number: number != last_choices.get(name))
    for numbers in product(*lists.values()):
        yield found | dict(zip(lists, numbers, strict=True))
