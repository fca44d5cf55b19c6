"""Who acts when: the orders that games have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from rules_py.mechanic import Mechanic

Score = tuple[int, ...]
"""What sorts somebody in an order, highest first; the first number says it, the others break ties."""

Groups = tuple[tuple[str, ...], ...]
"""Fighters by key, in the order in which they act; those who act at the same time together."""


class HasInitiative(Protocol):
    """A combatant, as far as an order needs them.

    Attributes:
        key: identifies the combatant within the fight.
        score: the initiative that they rolled; None until they have.
    """

    @property
    def key(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def score(self) -> Score | None: ...


@dataclass(frozen=True)
class Order:
    """No order: whoever the table looks at acts.

    Attributes:
        mechanic: what is rolled for a place in the order; None where nothing is.
        each_round: whether it is rolled again each round.
    """

    mechanic: Mechanic | None = None
    is_rerolled_each_round: bool = False

    @property
    def has_turns(self) -> bool:
        """Whether one acts after the other."""
        return False

    @property
    def opening_rounds(self) -> int:
        """How many rounds there are at the start that don't go as all later ones do."""
        return 0

    def rank_scores(self, scores: Sequence[Score | None]) -> Sequence[Score | None]:
        """Scores that come to the same order, the same ones for all that do."""
        return scores

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        """What a roll for the order is worth."""
        return ()

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        """Who acts in a round, one group after the other; fighters stand as they joined or were placed by hand."""
        return ()

    def needs_roll(self, combatant: HasInitiative, round: int) -> bool:
        """Whether somebody still has to roll for a place."""
        return self.mechanic is not None and combatant.score is None


@dataclass(frozen=True)
class IndividualInitiative(Order):
    """The highest total first, then the higher `tie_break` where the mechanic gives one.

    Attributes:
        together: whether those who are still tied act at the same time; else they stand as the GM places them.
    """

    has_simultaneous_ties: bool = False

    @property
    def has_turns(self) -> bool:
        return True

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        return outcome["total"], outcome.get("tie_break", 0)

    def rank_scores(self, scores: Sequence[Score | None]) -> Sequence[Score | None]:
        ranks = {score: (rank, 0) for rank, score in enumerate(sorted({each for each in scores if each is not None}))}
        return [None if each is None else ranks[each] for each in scores]

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        ranked = sorted((each for each in combatants if each.score is not None), key=_sort_key, reverse=True)
        if not self.has_simultaneous_ties:
            return tuple((each.key,) for each in ranked)
        return tuple(tuple(each.key for each in tied) for _, tied in groupby(ranked, _sort_key))


@dataclass(frozen=True)
class SideInitiative(Order):
    """Whole sides act, one after the other. In the first round a side that rolls acts only with those who succeed.

    Attributes:
        sides: the sides in their order.
        rolling: the side that rolls in the first round.
    """

    sides: tuple[str, ...] = ()
    rolling_side: str = ""

    @property
    def has_turns(self) -> bool:
        return True

    @property
    def opening_rounds(self) -> int:
        return 1

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        return (int(outcome["success"]),)

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        acting = [each for each in combatants if round > 1 or each.side != self.rolling_side or (each.score or (0,))[0]]
        groups = (tuple(each.key for each in acting if each.side == side) for side in self.sides)
        return tuple(group for group in groups if group)

    def needs_roll(self, combatant: HasInitiative, round: int) -> bool:
        return super().needs_roll(combatant, round) and round == 1 and combatant.side == self.rolling_side


def _sort_key(combatant: HasInitiative) -> Score:
    return combatant.score or ()
