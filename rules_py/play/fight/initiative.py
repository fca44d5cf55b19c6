"""Initiative: the orders in which combatants act."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.mechanic import Mechanic

Score = tuple[int, ...]
"""A combatant's initiative score. The highest acts first; the first number decides, and the others break ties."""

Groups = tuple[tuple[str, ...], ...]
"""Combatants' keys in order of action; those who act at the same time form a group."""


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
    """The default order, without turns: any combatant may act.

    Attributes:
        mechanic: the initiative roll, or None.
        is_rerolled_each_round: combatants roll again each round.
    """

    mechanic: Mechanic | None = None
    is_rerolled_each_round: bool = False

    @property
    def has_turns(self) -> bool:
        """True if combatants act one after the other."""
        return False

    @property
    def is_simultaneous(self) -> bool:
        """True if combatants who are tied act at the same time."""
        return False

    @property
    def opening_rounds(self) -> int:
        """The number of rounds at the start that follow other rules than later ones."""
        return 0

    def rank_scores(self, scores: Sequence[Score | None]) -> Sequence[Score | None]:
        """Return normalized scores: score lists that lead to the same order have the same result."""
        return scores

    @property
    def is_by_combatant(self) -> bool:
        """True if each combatant has a place of their own, so that the table can move and link them."""
        return False

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        """Return the score for the outcome of an initiative roll."""
        return ()

    def find_obstacle(self, combatant: HasInitiative, round: int) -> str:
        """Return the reason why the table can't set a combatant's score now, or ""."""
        return "this game has no initiative order: anybody may act next"

    def read_score(self, number: int) -> Score:
        """Return the score for a number that the table sets."""
        return ()

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        """Return the groups that act in a round, in order.

        Args:
            combatants: in the order in which they joined or the GM put them.
        """
        return ()

    def needs_roll(self, combatant: HasInitiative, round: int) -> bool:
        """Return True if a combatant still has to roll for initiative."""
        return self.mechanic is not None and combatant.score is None


@dataclass(frozen=True)
class IndividualInitiative(Order):
    """Initiative by combatant: the highest total first, then the higher `tie_break` if the mechanic has one.

    Attributes:
        has_simultaneous_ties: combatants who are still tied act at the same time; otherwise the GM orders them.
    """

    has_simultaneous_ties: bool = False

    @property
    def has_turns(self) -> bool:
        return True

    @property
    def is_simultaneous(self) -> bool:
        return self.has_simultaneous_ties

    @property
    def is_by_combatant(self) -> bool:
        return True

    def find_obstacle(self, combatant: HasInitiative, round: int) -> str:
        return ""

    def read_score(self, number: int) -> Score:
        return number, 0

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        return outcome["total"], outcome.get("tie_break", 0)

    def rank_scores(self, scores: Sequence[Score | None]) -> Sequence[Score | None]:
        ranks = {score: (rank, 0) for rank, score in enumerate(sorted({each for each in scores if each is not None}))}
        return [None if each is None else ranks[each] for each in scores]

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        tied: dict[Score, list[str]] = {}
        for each in combatants:
            if each.score is not None:
                tied.setdefault(each.score, []).append(each.key)
        ranked = [tied[score] for score in sorted(tied, reverse=True)]
        if self.has_simultaneous_ties:
            return tuple(map(tuple, ranked))
        return tuple((key,) for keys in ranked for key in keys)


@dataclass(frozen=True)
class SideInitiative(Order):
    """Initiative by side. In the first round, only successful combatants of the side that rolls may act.

    Attributes:
        sides: the sides in their order.
        rolling_side: the side that rolls in the first round.
    """

    sides: tuple[str, ...] = ()
    rolling_side: str = ""

    @property
    def has_turns(self) -> bool:
        return True

    @property
    def opening_rounds(self) -> int:
        return 1

    def find_obstacle(self, combatant: HasInitiative, round: int) -> str:
        if round > 1:
            return "from the second round on, whole sides act one after the other"
        if combatant.side != self.rolling_side:
            return "this side doesn't roll for initiative"
        return ""

    def read_score(self, number: int) -> Score:
        return (int(number > 0),)

    def compute_score(self, outcome: Mapping[str, Any]) -> Score:
        return (int(outcome["success"]),)

    def build_groups(self, combatants: Sequence[HasInitiative], round: int) -> Groups:
        acting = [each for each in combatants if round > 1 or each.side != self.rolling_side or (each.score or (0,))[0]]
        groups = (tuple(each.key for each in acting if each.side == side) for side in self.sides)
        return tuple(group for group in groups if group)

    def needs_roll(self, combatant: HasInitiative, round: int) -> bool:
        return super().needs_roll(combatant, round) and round == 1 and combatant.side == self.rolling_side


def join_linked(groups: Groups, leaders: Mapping[str, str]) -> Groups:
    """Return groups in which those who are linked act in the group of their leader, if that leader has a place.

    Args:
        groups: the groups.
        leaders: the leaders' keys by those of the combatants who are linked to them.
    """
    placed = {key for group in groups for key in group}
    moved = {key for key, leader in leaders.items() if leader in placed}
    joined = (
        (
            *(key for key in group if key not in moved),
            *(key for key in leaders if key in moved and leaders[key] in group),
        )
        for group in groups
    )
    return tuple(group for group in joined if group)


def find_score_above(score: Score, scores: Collection[Score]) -> Score:
    """Return a score right above another one: below all of those that are above it.

    >>> find_score_above((7, 2), [(9, 0), (7, 2)]), find_score_above((7, 2), [(7, 2, 0)])
    ((7, 2, 0), (7, 2, -1))
    """
    below = [each[len(score)] for each in scores if len(each) > len(score) and each[: len(score)] == score]
    return (*score, min(below) - 1 if below else 0)
