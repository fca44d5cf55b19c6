"""Tactics of combatants in a forecast: their targets, their rolls and when they flee. Each forecast describes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_py.errors import UnknownIdError
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.sheet import Sheet
from rules_py.text.numbers import is_number
from rules_py.text.sentences import join_choices

TARGETS = {
    "weakest": "the enemy with the fewest points left",
    "strongest": "the enemy with the most points left",
    "spread": "the enemy attacked least often so far",
    "first": "the first enemy who is still up, in the order in which they joined",
}
"""The targets that combatants choose."""

FLEES = {
    "never": "Combatants flee only if a rule makes them flee.",
    "half": "A side flees once half of its combatants are out. Others flee only if a rule makes them flee.",
    "first": "A side flees once one of its combatants is out. Others flee only if a rule makes them flee.",
    "last": "The last combatant of a side who is up flees. Others flee only if a rule makes them flee.",
}
"""The options for when sides flee, each in sentences."""

ANSWERS = {
    "target": "the enemy who was attacked",
    "strongest": "the enemy with the most points left",
    "weakest": "the enemy with the fewest points left",
    "none": "no enemy",
}
"""The enemies who hit back after an action that failed, in games with such answers."""

USUAL_TACTICS = (
    "Each combatant takes all of their actions, with the options of their last roll. If there was none, they use their "
    "best value, and of each list the first entry that isn't empty.",
    "An attack on an area hits every enemy who is up and no ally; other attacks have one target. Changes that the "
    "table decides about are left out.",
)
"""Sentences that describe the tactics in all games, whatever the options."""


@dataclass(frozen=True)
class Tactics:
    """The tactics of all combatants.

    Attributes:
        target: one of `TARGETS`.
        flees: one of `FLEES`.
        choices: new values of assumptions about some combatants, by key, such as `{"n1": {"weapons": 1}}`.
        answers: one of `ANSWERS`.
        focus: the key of a combatant that enemies attack before all others, or "".

    Raises:
        RulesError: a value isn't among them.
    """

    target: str = "weakest"
    flees: str = "never"
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    answers: str = "target"
    focus: str = ""

    def __post_init__(self) -> None:
        for name, given, known in (
            ("target", self.target, TARGETS),
            ("flees", self.flees, FLEES),
            ("answers", self.answers, ANSWERS),
        ):
            if not isinstance(given, str) or given not in known:
                raise UnknownIdError(name, given, known)

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The tactics in sentences, without the actions of a game that `describe_habits` describes."""
        return (
            f"Each combatant attacks {TARGETS[self.target]}.",
            FLEES[self.flees],
            *([f"After an action that failed, {ANSWERS[self.answers]} hits back."] if self.answers != "target" else []),
            *USUAL_TACTICS,
            *(["The assumptions that you have changed go before these."] if self.choices else []),
        )

    def rank_targets(self, fight: Fight, side: str, attack_counts: Mapping[str, int]) -> list[Combatant]:
        """Return the active combatants of other sides, the preferred target first; ties stay in joining order."""
        ranked = self._rank_by_points(list(fight.find_enemies(side)), attack_counts)
        return sorted(ranked, key=lambda each: each.key != self.focus) if self.focus else ranked

    def _rank_by_points(self, others: list[Combatant], attack_counts: Mapping[str, int]) -> list[Combatant]:
        if self.target == "weakest":
            return sorted(others, key=lambda each: compute_points_left(each.sheet))
        if self.target == "strongest":
            return sorted(others, key=lambda each: -compute_points_left(each.sheet))
        if self.target == "spread":
            return sorted(others, key=lambda each: attack_counts.get(each.key, 0))
        return others

    def is_routed(self, size: int, defeated_count: int) -> bool:
        """Return True if a side of `size` combatants flees once `defeated_count` of them are out."""
        match self.flees:
            case "half":
                return 0 < size <= 2 * defeated_count
            case "first":
                return defeated_count > 0
            case "last":
                return 0 < defeated_count == size - 1
        return False

    def choose_answering(self, fight: Fight, by: str, at: str, candidates: Iterable[Combatant]) -> str | None:
        """Return the key of the enemy who hits back after an action of `by` against `at` that failed, or None."""
        if self.answers == "target":
            return at
        if self.answers == "none":
            return None
        side = fight.combatant(by).side
        enemies = [each for each in candidates if each.side != side]
        rank = min if self.answers == "weakest" else max
        return rank(enemies, key=lambda each: compute_points_left(each.sheet)).key if enemies else at


def describe_habits(fight: Fight, answers: str) -> tuple[str, ...]:
    """Describe the actions that a game's combatants take if they can't attack, or not unasked, in sentences.

    Args:
        answers: one of `ANSWERS`; the usual one is described in games with such answers only.
    """
    actions = fight.rules.declared_actions
    hints = fight.context.forecast_hints
    fallbacks = [f"“{rule.title}”" for rule in hints.fallbacks]
    preparations = [f"“{change.title}”" for change in hints.preparations]
    shared = dict.fromkeys(
        f"“{each.rule.title}”"
        for action in actions
        for each in action.amendments
        if each.rule is not None and each.asks
    )
    usual_answer = answers == "target" and any(action.is_answer for action in actions)
    return (
        *([f"After an action that failed, {ANSWERS[answers]} hits back."] if usual_answer else []),
        *([f"{join_choices(shared)} is shared out among all enemies who are up."] if shared else []),
        *([f"Those who can't attack as before use {join_choices(fallbacks)}, if that helps."] if fallbacks else []),
        *([f"Nobody uses {join_choices(preparations)} unless you choose it."] if preparations else []),
    )


def compute_points_left(sheet: Sheet) -> float:
    """Return the points that a combatant can still lose, from their sheet's meter; infinity if it has none."""
    if sheet.meter is None:
        return float("inf")
    value = getattr(sheet, sheet.meter[0])
    return float(value) if is_number(value) else float("inf")
