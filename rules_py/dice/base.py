"""The interface through which a rule requests dice."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

Outcome = dict[str, Any]
"""The result of a rule: field -> value."""

Rule = Callable[..., Outcome]
"""A function from dice and parameters to an outcome."""

TooLong = LongOddsError | str
"""The error for odds that would take too long to compute, or its message."""


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
        """Return the pool with its lowest die rerolled to `face`."""
        return Pool(tuple(sorted((*self.kept[1:], face))))


type HitFunction[Stage] = Callable[[Dice, Stage], tuple[Stage, int] | None]
"""A function that `Dice.run_down` calls for each hit."""

type SettleFunction[Stage] = Callable[[Dice, Stage, int], tuple[Stage, int]]
"""A function that `Dice.run_down` calls for the points that are left."""


class Dice:
    """The requests that a rule function can make. Subclasses decide which faces come up."""

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        """Roll `count` dice of `sides` sides; `drop` discards the "lowest" or the "highest"."""
        raise NotImplementedError

    def die(self, sides: int, label: str = "") -> int:
        """Roll one die of `sides` sides and return its face."""
        return self.pool(1, sides, label=label).total

    def total(self, dice: str, label: str = "") -> int:
        """Roll dice notation and add it up."""
        raise NotImplementedError

    def successes(
        self,
        count: int,
        sides: int = 6,
        *,
        at_least: int,
        double_at: int | None = None,
        minus_at: int | None = None,
        explode_at: int | None = None,
        label: str = "",
    ) -> int:
        """Roll dice and return the number of successes; it is 0 without a roll if no die can be one.

        The odds follow the number alone, so they take no longer for many dice.

        Args:
            count: the number of dice.
            sides: the sides of each.
            at_least: the lowest face that counts.
            double_at: the lowest face that counts twice.
            minus_at: the highest face that takes one away.
            explode_at: the lowest face after which one more die is rolled, which may explode, too.
            label: the name of the dice.
        """
        if count < 1 or at_least > sides:
            return 0
        dice = f"{count}d{sides}"
        for sign, face in (("!>=", explode_at), (">=", at_least), (">=", double_at), ("f<=", minus_at)):
            dice += "" if face is None else f"{sign}{face}"
        return self.total(dice, label)

    def explode(self, count: int, sides: int = 6, *, at_least: int | None = None, label: str = "") -> int:
        """Roll dice that explode and add them up: a die is followed by one more after its highest face.

        Args:
            count: the number of dice; it is 0 without a roll if there are none.
            sides: the sides of each.
            at_least: the lowest face that explodes, if it isn't the highest one.
            label: the name of the dice.
        """
        return self.total(f"{count}d{sides}!{'' if at_least is None else f'>={at_least}'}", label) if count > 0 else 0

    def row(self, table: "Table", *, exclude: Iterable["Row"] = (), label: str = "") -> "Row":
        """Roll on a table; rows in `exclude` are rerolled.

        Raises:
            RulesError: the table is only for lookup.
        """
        raise NotImplementedError

    def field(self, rule: Rule, name: str, /, **params: Any) -> Any:
        """Run another rule, a mechanic or a plain function, and return one field of its outcome.

        Prefer this to calling the rule if only that field matters: the odds then follow the field's distribution
        instead of every face behind it. They cache it by the function and its parameters, so a function that is created
        for each run gains nothing.
        """
        raise NotImplementedError

    def fields(self, rule: Rule, names: tuple[str, ...], /, **params: Any) -> Outcome:
        """Run another rule and return the named fields of its outcome together, like `field`."""
        raise NotImplementedError

    def roll_independently[Part](self, part: Callable[["Dice"], Part]) -> Part:
        """Run a part of the rule that determines a field of the outcome independently.

        The result may only be put into the outcome. The odds then follow independent parts one at a time, instead of
        multiplying their possibilities.
        """
        raise NotImplementedError

    def fold[State: Hashable](self, step: Callable[["Dice", State], State], start: State, times: int) -> State:
        """Return the state after `times` steps, each a function of the dice and the previous state."""
        raise NotImplementedError

    def count[State: Hashable](
        self, step: Callable[["Dice", State], State], start: State, done: Callable[[State], bool], at_most: int
    ) -> int | None:
        """Return the number of steps until `done(state)`, or None if it is more than `at_most`."""
        return self.roll_until(step, start, done, at_most)[0]

    def roll_until[State: Hashable](
        self,
        step: Callable[["Dice", State], State],
        start: State,
        done: Callable[[State], bool],
        at_most: int,
        too_long: TooLong = "",
    ) -> tuple[int | None, State]:
        """Count steps like `count`, and also return the last state; the odds follow both together.

        Args:
            step: takes one step, as in `count`.
            start: the first state.
            done: whether a state ends the count.
            at_most: the maximum number of steps.
            too_long: the error, or its message, if the odds would go through too many states. Rolls never raise it.
        """
        raise NotImplementedError

    def limit_odds(self, number: int, most: int, too_long: TooLong) -> None:
        """Reject odds that would go through more than `most` cases. Rolls are never rejected.

        Args:
            number: the number of cases that the odds go through.
            most: the maximum number of cases.
            too_long: the error, or its message.
        """
        raise NotImplementedError

    def run_down[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: TooLong,
    ) -> int | None:
        """Return the number of hits until points have run down to a stage that is `done`.

        It is None if more than `at_most` hits are needed. This is a `count` whose state is a stage and the points left
        in it, and whose steps only subtract points. The odds then depend on the points left, however they came about.

        Args:
            hit: rolls, and returns the stage that loses points and how many, or None if nothing happens.
            settle: maps a stage and the points left (negative for excess points) to the next stage and points, without
                dice.
            start: the first stage and its points.
            done: tells if a stage is the end.
            at_most: the maximum number of hits.
            too_long: the error, or its message, if the odds would take too long to compute. Rolls never raise it.
        """
        return self.run_down_until(hit, settle, start, done, at_most, too_long)[0]

    def run_down_until[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: TooLong,
    ) -> tuple[int | None, Stage]:
        """Count hits like `run_down`, and also return the last stage; the odds follow both together."""
        raise NotImplementedError

    def add_up(self, rolled: Iterable[int], *added: tuple[str, int]) -> int:
        """Return the total of the latest dice and of what is added to them.

        A result then shows the sum: 5 + 1, +1 modifier = 7.

        Args:
            rolled: the faces that count, or the number that `total` returned.
            *added: what the rule adds, as (name, value); zeros aren't shown.
        """
        return sum(rolled) + sum([value for _, value in added])

    def say(self, text: str) -> None:
        """Add a step in words."""

    def verdict(self, text: str) -> None:
        """Set the overall result, in one sentence without a full stop: the first thing a player reads.

        The last verdict is the result. An earlier one, such as that of a rule that is part of this one, becomes a step
        where it was given.
        """

    def add_consequence(self, text: str) -> None:
        """Add a consequence of the outcome, in words; players can roll dice in it.

        A consequence of one of many repeated steps becomes a step of the whole.
        """

    def offer_roll(self, text: str, mechanic: str, *, at_once: bool = False, **preset_params: Any) -> None:
        """Offer the roll that follows.

        Args:
            text: the instruction for the player, which labels the button.
            mechanic: the id of the mechanic or of the table.
            at_once: True to roll without asking for parameters; otherwise the form opens, with the preset parameters
                filled in.
            **preset_params: parameters that this outcome determines.
        """

    def offer_row(self, table: "Table", row: "Row") -> None:
        """Link to the row of a table that the outcome names."""
