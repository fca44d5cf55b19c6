"""Where a rule function gets its dice from, and what a rule may ask of them.

A rule never touches a random module. It asks a `Dice` for faces, and which `Dice` it was given
decides what the run means: a roll (`RandomDice`), a reader's own dice (`GivenDice`) or, in
`rules_py.exact_odds`, every face there is.
"""

import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules_py import notation
from rules_py.errors import RulesError
from rules_py.values import quoted

if TYPE_CHECKING:
    from rules_py.mechanic import Mechanic
    from rules_py.tables import Row, Table


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


@dataclass(frozen=True)
class Thrown:
    """Dice as they fell: the faces in order, and those of them that count."""

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    label: str

    def to_dict(self) -> dict[str, Any]:
        return {"sides": self.sides, "faces": list(self.faces), "kept": list(self.kept), "label": self.label}


@dataclass
class Transcript:
    """What happened while a rule ran, for whoever shows it."""

    thrown: list[Thrown] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)


Hit = Callable[["Dice", Any], tuple[Hashable, int] | None]
Settle = Callable[["Dice", Any, int], tuple[Hashable, int]]


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

    def row(self, table: "Table", *, but_not: Iterable["Row"] = (), label: str = "") -> "Row":
        """Roll on a table; rows in `but_not` are rolled again."""
        raise NotImplementedError

    def field(self, mechanic: "Mechanic", name: str, **params: Any) -> Any:
        """Run another mechanic and read one field of its outcome.

        Prefer it to calling the mechanic where only that field matters: the odds then follow the
        field's own distribution and not every face behind it.
        """
        raise NotImplementedError

    def fields(self, mechanic: "Mechanic", names: tuple[str, ...], **params: Any) -> dict[str, Any]:
        """Run another mechanic and read the named fields of its outcome together, as `field` does one."""
        raise NotImplementedError

    def apart(self, part: Callable[["Dice"], Any]) -> Any:
        """Run a part of the rule that decides a field of the outcome by itself.

        The result may only be put into the outcome. Parts that don't influence one another are then
        followed one by one in the odds, and never multiplied out.
        """
        raise NotImplementedError

    def fold(self, step: Callable[["Dice", Hashable], Hashable], start: Hashable, times: int) -> Any:
        """The state after `times` steps, each a function of the dice and the state before."""
        raise NotImplementedError

    def count(self, step: Callable[["Dice", Hashable], Hashable], start: Hashable,
              done: Callable[[Any], bool], at_most: int) -> int | None:
        """How many steps it takes until `done(state)`; None if not within `at_most`."""
        raise NotImplementedError

    def run_down(self, hit: Hit, settle: Settle, start: tuple[Hashable, int], done: Callable[[Any], bool],
                 at_most: int, too_long: str) -> int | None:
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

    def say(self, text: str) -> None:
        """Add a step in words."""

    def then(self, text: str) -> None:
        """Add what follows from the outcome, in words; dice in it can be rolled."""


class PhysicalDice(Dice):
    """Dice that really fall, one face after another, and leave a transcript."""

    def __init__(self) -> None:
        self.transcript = Transcript()

    def face(self, sides: int) -> int:
        """The next face of a die of `sides` sides, 1 to `sides`."""
        raise NotImplementedError

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        faces = tuple(self.face(sides) for _ in range(count))
        kept = list(faces)
        if drop == "lowest":
            kept.remove(min(kept))
        elif drop == "highest":
            kept.remove(max(kept))
        return self._throw(sides, faces, kept, label or f"{count}d{sides}")

    def _throw(self, sides: int, faces: tuple[int, ...], kept: list[int], label: str) -> Pool:
        self.transcript.thrown.append(Thrown(sides, faces, tuple(kept), label))
        return Pool(tuple(sorted(kept)))

    def total(self, dice: str, label: str = "") -> int:
        return self._total(notation.parse(dice), label)

    def _total(self, node: notation.Node, label: str) -> int:
        match node:
            case notation.Number(value):
                return value
            case notation.D66():
                tens, ones = self.face(6), self.face(6)
                self.transcript.thrown.append(Thrown(6, (tens, ones), (tens, ones), label or "d66"))
                return 10 * tens + ones
            case notation.Roll(count, sides, keep):
                faces = tuple(self.face(sides) for _ in range(count))
                kept = list(faces)
                for _ in range(count - keep.count if keep else 0):
                    kept.remove(min(kept) if keep.side == "highest" else max(kept))
                return self._throw(sides, faces, kept, label or str(node)).total
            case notation.Join(operator, left, right):
                a, b = self._total(left, label), self._total(right, label)
                return a + b if operator == "+" else a - b if operator == "-" else a * b

    def row(self, table: "Table", *, but_not: Iterable["Row"] = (), label: str = "") -> "Row":
        taken = set(but_not)
        label = label or table.title
        while (row := table.at(self.total(table.die, label))) in taken:
            self.say(f"{label}: {row.name} is taken, so it is rolled again.")
        return row

    def field(self, mechanic: "Mechanic", name: str, **params: Any) -> Any:
        return mechanic.rule(self, **params)[name]

    def fields(self, mechanic: "Mechanic", names: tuple[str, ...], **params: Any) -> dict[str, Any]:
        outcome = mechanic.rule(self, **params)
        return {name: outcome[name] for name in names}

    def apart(self, part: Callable[[Dice], Any]) -> Any:
        return part(self)

    def fold(self, step: Callable[[Dice, Any], Any], start: Any, times: int) -> Any:
        state = start
        for _ in range(times):
            state = step(self, state)
        return state

    def count(self, step: Callable[[Dice, Any], Any], start: Any,
              done: Callable[[Any], bool], at_most: int) -> int | None:
        state = start
        for number in range(1, at_most + 1):
            state = step(self, state)
            if done(state):
                return number
        return None

    def run_down(self, hit: Hit, settle: Settle, start: tuple[Any, int], done: Callable[[Any], bool],
                 at_most: int, too_long: str) -> int | None:
        def step(dice: Dice, state: tuple[Any, int]) -> tuple[Any, int]:
            stage, left = state
            if (taken := hit(dice, stage)) is None:
                return state
            stage, points = taken
            return settle(dice, stage, left - points)

        return self.count(step, start, lambda state: done(state[0]), at_most)

    def say(self, text: str) -> None:
        self.transcript.steps.append(text)

    def then(self, text: str) -> None:
        self.transcript.follows.append(text)


class RandomDice(PhysicalDice):
    """Fair dice from the operating system's randomness, or repeatable ones from a seed."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def face(self, sides: int) -> int:
        return self._random.randrange(sides) + 1


class GivenDice(PhysicalDice):
    """Dice that lie on somebody's table: faces read in the order in which the rule asks for them."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        if isinstance(faces, str) or not isinstance(faces, Iterable):
            raise RulesError(f"faces: got {quoted(faces)}, takes a list of whole numbers")
        self._faces = list(faces)
        self._next = 0

    def face(self, sides: int) -> int:
        if self._next == len(self._faces):
            raise RulesError(f"faces: got {_many(len(self._faces))}, takes one more, of a d{sides}")
        face = self._faces[self._next]
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
            raise RulesError(
                f"faces: got {quoted(face)} as number {self._next + 1}, takes 1 to {sides} there (a d{sides})"
            )
        self._next += 1
        return face

    def require_all_used(self) -> None:
        """Refuse faces that the rule did not ask for."""
        if self._next < len(self._faces):
            raise RulesError(f"faces: got {_many(len(self._faces))}, takes {_many(self._next)} here")


def _many(count: int) -> str:
    return f"{count} face" if count == 1 else f"{count} faces"
