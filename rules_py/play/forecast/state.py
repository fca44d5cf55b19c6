"""The state of a simulated fight between two actions."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_py.play.copies import replace
from rules_py.play.fight.offers import has_deferred_roll
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet

MOST_ROUNDS = 50
"""The number of rounds after which a fight that no side has won is undecided."""

DeclaredTargets = tuple[tuple[str, tuple[str, ...]], ...]
"""The targets that combatants have chosen before any result of a turn, by the combatant's key."""


NUMBER = "number"
"""The key of a sheet's number in its `memo`, if a forecast has numbered it: equal sheets have the same number."""


def identify_sheet(sheet: Sheet) -> Hashable:
    """Return the part of a key that stands for a sheet: its number if it has one, because that takes less time."""
    number: Hashable = sheet.memo.get(NUMBER, sheet)
    return number


@dataclass(frozen=True, eq=False)
class SimulationState:
    """The state of a simulated fight between two actions.

    Attributes:
        fight: the fight; its log is empty.
        turn_queue: the combatants who still act in this turn, in order; None before the turn begins.
        acted_in_turn: the number of actions that the first of them has taken in this turn.
        rounds: the number of rounds that have ended since the forecast began.
        ending_rounds: the number of rounds that end with the rolls that are pending, if the fight goes on after them.
        side: the side whose phase it is, in games without turns.
        defeated_keys: the combatants who were out of the fight at any time.
        fled_sides: the sides that have fled.
        attack_counts: the number of attacks on each combatant, recorded only for the tactic "spread".
        declared: the targets that each acting combatant has chosen before any result of this turn, the first one first.
        used: the entry of a list with several, such as a weapon, that each combatant has used last.
        is_settled: True once the rolls that were pending are made.
    """

    fight: Fight
    turn_queue: tuple[str, ...] | None = None
    acted_in_turn: int = 0
    rounds: int = 0
    ending_rounds: int = 0
    side: str = ""
    defeated_keys: frozenset[str] = frozenset()
    fled_sides: frozenset[str] = frozenset()
    attack_counts: tuple[tuple[str, int], ...] = ()
    declared: DeclaredTargets = ()
    used: tuple[tuple[str, str, int], ...] = ()
    is_settled: bool = False

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Results that depend on this state alone, which the simulator keeps with it."""
        return {}

    @property
    def active_sides(self) -> tuple[str, ...]:
        """The sides that are left in the fight."""
        return self.fight.active_sides

    @property
    def is_over(self) -> bool:
        """True if the fight is decided or has reached the last round."""
        return self.is_settled and (self.is_decided or self.rounds >= MOST_ROUNDS)

    @cached_property
    def is_decided(self) -> bool:
        """True if fewer than two sides are left, and no simultaneous action or deferred roll can change that."""
        if len(self.active_sides) > 1 or (self.turn_queue and (self.fight.turn_sheets or self.is_finishing_turn)):
            return False
        return not has_deferred_roll(self.fight)

    @property
    def is_finishing_turn(self) -> bool:
        """True if the combatant who acts has fallen in their own turn; the rules may let them finish it."""
        fight = self.fight
        if not (fight.rules.order.has_turns and self.turn_queue and self.acted_in_turn):
            return False
        return self.turn_queue[0] in fight.combatants and fight.combatants[self.turn_queue[0]].is_out

    @property
    def state_key(self) -> Hashable:
        """The part of the state that determines how the fight continues: states with equal keys are equivalent."""
        fight, order = self.fight, self.fight.rules.order
        scores = [each.score for each in fight.combatants.values()]
        if not fight.awaiting_initiative:
            scores = list(order.rank_scores(scores))
        return (
            tuple(
                (key, identify_sheet(each.sheet), score, each.has_withdrawn)
                for (key, each), score in zip(fight.combatants.items(), scores, strict=True)
            ),
            fight.board and identify_sheet(fight.board),
            min(fight.round, order.opening_rounds + 1),
            fight.acted_keys,
            tuple(sorted(fight.uses.items())),
            tuple((key, identify_sheet(sheet)) for key, sheet in fight.turn_sheets.items()),
            self.turn_queue,
            self.acted_in_turn,
            self.side,
            self.defeated_keys,
            self.fled_sides,
            self.attack_counts,
            self.declared,
            self.used,
            self.is_settled,
            self.ending_rounds,
        )

    def count_ending_rounds(self) -> "SimulationState":
        """Return the state with the rounds counted that have ended, unless the fight ended with them."""
        if not self.ending_rounds:
            return self
        counted = 0 if self.is_decided else self.ending_rounds
        return replace(self, rounds=self.rounds + counted, ending_rounds=0)

    def drop_first(self) -> "SimulationState":
        """Return the state in which the first combatant in the turn queue has no action left."""
        return replace(self, turn_queue=(self.turn_queue or ())[1:], acted_in_turn=0)
