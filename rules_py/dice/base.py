"""What a rule may ask of its dice."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

Outcome = dict[str, Any]
"""The result of a rule: field -> value."""

Rule = Callable[..., Outcome]
"""A function from dice and parameters to an outcome."""


@dataclass(frozen=True)
class Pool:
    """The faces of a pool that count, lowest first.

    >>> Pool((2, 5)).total, Pool((2, 5)).lowest, Pool((2, 5)).highest
    (7, 2, 5)
    """

    kept: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.kept)

    @property
    def lowest(self) -> int:
        return self.kept[0]

    @property
    def highest(self) -> int:
        return self.kept[-1]

    def replace_lowest(self, face: int) -> "Pool":
        """The pool after its lowest die was rolled again and shows `face`."""
        return Pool(tuple(sorted((*self.kept[1:], face))))


type HitFunction[Stage] = Callable[[Dice, Stage], tuple[Stage, int] | None]
"""What `Dice.run_down` calls for each hit."""

type SettleFunction[Stage] = Callable[[Dice, Stage, int], tuple[Stage, int]]
"""What `Dice.run_down` calls for the points that are left."""


class Dice:
    """What a rule function may ask for. Subclasses decide which faces come up."""

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        """Roll `count` dice of `sides` sides; `drop` takes "lowest" or "highest" off the table."""
        raise NotImplementedError

    def die(self, sides: int, label: str = "") -> int:
        """Roll one die of `sides` sides and read its face."""
        return self.pool(1, sides, label=label).total

    def total(self, dice: str, label: str = "") -> int:
        """Roll dice notation and add it up."""
        raise NotImplementedError

    def row(self, table: "Table", *, exclude: Iterable["Row"] = (), label: str = "") -> "Row":
        """Roll on a table; rows in `but_not` are rolled again.

        Raises:
            RulesError: the table is only looked up.
        """
        raise NotImplementedError

    def field(self, rule: Rule, name: str, /, **params: Any) -> Any:
        """Run another rule, a mechanic or a plain function, and read one field of its outcome.

        Prefer it to calling the rule where only that field matters: the odds then follow the
        field's own distribution and not every face behind it. They cache it by the function and its
        parameters, so a function made anew for each run gains nothing.
        """
        raise NotImplementedError

    def fields(self, rule: Rule, names: tuple[str, ...], /, **params: Any) -> Outcome:
        """Run another rule and read the named fields of its outcome together, as `field` does one."""
        raise NotImplementedError

    def roll_independently[Part](self, part: Callable[["Dice"], Part]) -> Part:
        """Run a part of the rule that decides a field of the outcome by itself.

        The result may only be put into the outcome. Parts that don't influence one another are then
        followed one by one in the odds, and never multiplied out.
        """
        raise NotImplementedError

    def fold[State: Hashable](self, step: Callable[["Dice", State], State], start: State, times: int) -> State:
        """The state after `times` steps, each a function of the dice and the state before."""
        raise NotImplementedError

    def count[State: Hashable](
        self, step: Callable[["Dice", State], State], start: State, done: Callable[[State], bool], at_most: int
    ) -> int | None:
        """How many steps it takes until `done(state)`; None if not within `at_most`."""
        raise NotImplementedError

    def roll_until[State: Hashable](
        self,
        step: Callable[["Dice", State], State],
        start: State,
        done: Callable[[State], bool],
        at_most: int,
        too_long: str = "",
    ) -> tuple[int | None, State]:
        """`count`, and the state in which it ended; the odds follow them together.

        Args:
            too_long: the refusal, where the odds would go through too many states. A roll never does.
        """
        raise NotImplementedError

    def run_down[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: str,
    ) -> int | None:
        """How many hits it takes until points have run down to a stage that is `done`; None if not within `at_most`.

        It is a `count` whose state is a stage and the points left in it, and whose steps only take points off: the
        odds then go by what is left, however it came about.

        Args:
            hit: rolls, and gives the stage in which points come off and how many; None where nothing happens.
            settle: the stage and the points left (below 0: so many too many) → those that follow. No dice.
            start: the first stage and its points.
            too_long: the refusal, where the odds would take too long to work out. A roll never does.
        """
        raise NotImplementedError

    def run_down_until[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: str,
    ) -> tuple[int | None, Stage]:
        """`run_down`, and the stage in which it ended; the odds follow them together."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Add a step in words."""

    def verdict(self, text: str) -> None:
        """Say what it all comes to, in one sentence without a full stop: the first thing that a player reads.

        The last one stands: that of a rule which is a part of another one is a step of it, in its place.
        """

    def add_consequence(self, text: str) -> None:
        """Add what follows from the outcome, in words; dice in it can be rolled.

        What follows from one of many repeated steps is itself a step of the whole.
        """

    def offer_roll(self, text: str, mechanic: str, *, at_once: bool = False, **preset_params: Any) -> None:
        """Offer the roll that follows.

        Args:
            text: what a player is told to do: the button says it.
            mechanic: the id of the mechanic or of the table.
            at_once: nothing has to be asked first; else its form opens, with the preset parameters filled in.
            **preset_params: parameters that this outcome settles.
        """

    def offer_row(self, table: "Table", row: "Row") -> None:
        """Lead to the row of a table that the outcome names."""
