"""Tactics of combatants in a forecast: their targets, their rolls and when they flee. Each forecast describes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules_py.errors import RulesError
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.sheet import Sheet
from rules_py.text.numbers import is_number
from rules_py.text.quoting import quote_value
from rules_py.text.wording import humanize

TARGETS = {
    "weakest": "whoever is nearest to falling",
    "strongest": "whoever is farthest from falling",
    "spread": "whoever was attacked least so far",
    "first": "the first who is still up, as they came",
}
"""The targets that combatants choose."""

FLEES = {
    "never": "nobody",
    "half": "a side that has lost half of its people",
}
"""The sides that flee, in addition to combatants whom a rule makes flee."""

ALWAYS = (
    "Each does what hurts their target, with what they used last, or else with what they are best at and the first "
    "weapon that is not empty.",
    "Each attack is on one target. What a roll calls for follows at once; what the table decides is left out.",
)
"""Sentences that describe the tactics whatever the options."""


@dataclass(frozen=True)
class Tactics:
    """The tactics of all combatants.

    Attributes:
        target: one of `TARGETS`.
        flees: one of `FLEES`.

    Raises:
        RulesError: a value isn't among them.
    """

    target: str = "weakest"
    flees: str = "never"

    def __post_init__(self) -> None:
        for name, given, known in (("target", self.target, TARGETS), ("flees", self.flees, FLEES)):
            if not isinstance(given, str) or given not in known:
                raise RulesError(f"{name}: got {quote_value(given)}, takes {', '.join(known)}")

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The tactics in sentences."""
        return (
            f"Everybody attacks {TARGETS[self.target]}.",
            f"{humanize(FLEES[self.flees])} flees, besides those whom a rule makes.",
            *ALWAYS,
        )

    def rank_targets(self, fight: Fight, side: str, attack_counts: Mapping[str, int]) -> list[Combatant]:
        """Return the active combatants of other sides, the preferred target first; ties stay in joining order."""
        others = [each for each in fight.active if each.side != side]
        if self.target == "weakest":
            return sorted(others, key=lambda each: compute_points_left(each.sheet))
        if self.target == "strongest":
            return sorted(others, key=lambda each: -compute_points_left(each.sheet))
        if self.target == "spread":
            return sorted(others, key=lambda each: attack_counts.get(each.key, 0))
        return others

    def is_routed(self, size: int, defeated_count: int) -> bool:
        """Return True if a side of `size` combatants flees once `defeated_count` of them are out."""
        return self.flees == "half" and 0 < size <= 2 * defeated_count


def compute_points_left(sheet: Sheet) -> float:
    """Return the points that a combatant can still lose, from their sheet's meter; infinity if it has none."""
    if sheet.meter is None:
        return float("inf")
    value = getattr(sheet, sheet.meter[0])
    return float(value) if is_number(value) else float("inf")


def find_choices(
    binding: RollBinding, sheet: Sheet, last_choices: Mapping[str, Any], is_reaction: bool
) -> Iterator[dict[str, Any]]:
    """Yield possible choices for a roll, the likeliest first: the best field with each entry that isn't empty.

    Previous choices come first. A reaction uses the first field, which is always available.
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
