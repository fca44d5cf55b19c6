"""Dice that are changed, chosen or counted one by one: rerolls, limits, explosions, other faces, successes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules_py.notation.nodes import STEPS, Node, Roller
from rules_py.notation.rare import RareNode
from rules_py.probability.convolution import Weights
from rules_py.probability.totals import sum_kept, sum_same
from rules_py.scheduling import Work

MOST_EXPLOSIONS = 10
"""The number of times that a die explodes in a row at most, in rolls as in odds."""

MOST_WORK = 4_000_000
"""The number of additions that the odds of a pool take at most, roughly."""

LEAST_SHARE = 2000
"""Odds come with the limit of explosions if one of this many rolls reaches it."""

FATE_FACES = (-1, 0, 1)
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Condition:
    """Numbers that a sign selects, such as >=5."""

    sign: Literal["=", "<", "<=", ">", ">="]
    number: int

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"

    def includes(self, value: int) -> bool:
        """Return True if the condition selects a number.

        >>> Condition(">=", 5).includes(5), Condition("<", 5).includes(5)
        (True, False)
        """
        if self.sign == "=":
            return value == self.number
        if self.sign in ("<", "<="):
            return value < self.number or (self.sign == "<=" and value == self.number)
        return value > self.number or (self.sign == ">=" and value == self.number)

    def write_short(self) -> str:
        """Return the text where a plain number means that number, such as 1 in r1."""
        return str(self.number) if self.sign == "=" else str(self)


@dataclass(frozen=True)
class Reroll:
    """Faces that are rolled again: once, or until another one shows."""

    when: tuple[Condition, ...]
    is_once: bool

    def __str__(self) -> str:
        return "".join([f"{'ro' if self.is_once else 'r'}{when.write_short()}" for when in self.when])

    def includes(self, face: int) -> bool:
        """Return True if a face is rolled again."""
        return any(when.includes(face) for when in self.when)

    def weigh(self, ways: Weights) -> Weights:
        """Return the ways to each face in the end, from the ways to each face at first."""
        left = {face: weight for face, weight in ways.items() if not self.includes(face)}
        if not self.is_once:
            return left
        all_ways = sum(ways.values())
        again = all_ways - sum(left.values())
        return {face: weight * ((all_ways if face in left else 0) + again) for face, weight in ways.items()}


@dataclass(frozen=True)
class Limits:
    """The lowest and the highest result of a die; a die beyond them counts as the limit."""

    lowest: int | None = None
    highest: int | None = None

    def __str__(self) -> str:
        lowest = "" if self.lowest is None else f"mi{self.lowest}"
        return lowest + ("" if self.highest is None else f"ma{self.highest}")

    def apply(self, value: int) -> int:
        """Return a result within the limits.

        >>> Limits(lowest=10).apply(3), Limits(highest=5).apply(3)
        (10, 3)
        """
        if self.lowest is not None and value < self.lowest:
            return self.lowest
        return self.highest if self.highest is not None and value > self.highest else value


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Explosion:
    """Faces after which one more die is rolled.

    Attributes:
        when: the faces, or None for the highest one.
        style: "each" if the further die explodes too, "once" if it doesn't, "compound" if its result is added to the
            first one's, "penetrate" if each further die counts one less.
    """

    when: Condition | None = None
    style: Literal["each", "once", "compound", "penetrate"] = "each"

    def __str__(self) -> str:
        mark = {"each": "!", "once": "!o", "compound": "!!", "penetrate": "!p"}[self.style]
        return mark + (self.when.write_short() if self.when else "")

    @property
    def most(self) -> int:
        """The number of further dice for each die at most."""
        return 1 if self.style == "once" else MOST_EXPLOSIONS

    def continues(self, face: int, highest: int) -> bool:
        """Return True if one more die follows a face of a die with this highest one."""
        return self.when.includes(face) if self.when else face == highest


@dataclass(frozen=True)
class Successes:
    """Results that count as successes, instead of being added up.

    Attributes:
        when: the results that count one.
        double: those of them that count two, or None.
        minus: results that take one away, or None.
    """

    when: Condition
    double: Condition | None = None
    minus: Condition | None = None

    def __str__(self) -> str:
        return f"{self.when}{self.double or ''}{f'f{self.minus.write_short()}' if self.minus else ''}"

    def score(self, value: int) -> int:
        """Return the number of successes of a result.

        >>> counted = Successes(Condition(">=", 8), Condition("=", 10), Condition("=", 1))
        >>> [counted.score(value) for value in (1, 7, 8, 10)]
        [-1, 0, 1, 2]
        """
        if self.when.includes(value):
            return 2 if self.double and self.double.includes(value) else 1
        return -1 if self.minus and self.minus.includes(value) else 0


class Shown:
    """The faces that one die of a pool and its further dice show while they are rolled.

    Attributes:
        faces: the faces, numbered from 1, that count.
        values: their results.
    """

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.values: list[int] = []


@dataclass(frozen=True)
class Pool(RareNode):
    """Dice that are changed, chosen or counted one by one.

    Attributes:
        count: the number of dice.
        sides: the sides of each.
        values: the numbers on the faces, if they aren't 1 to `sides`.
        reroll: the faces that are rolled again.
        limits: the lowest and the highest result.
        explosion: the faces that explode.
        keep: the dice that count if they are sorted from the lowest: the index of the first, and that after the last.
        scoring: the results to count, or None to add up the results.
    """

    count: int
    sides: int
    values: tuple[int, ...] = ()
    reroll: Reroll | None = None
    limits: Limits = NO_LIMITS
    explosion: Explosion | None = None
    keep: tuple[int, int] | None = None
    scoring: Successes | None = None

    def __str__(self) -> str:
        parts = self.reroll, self.limits, self.explosion, write_keep(self.keep, self.count), self.scoring
        return f"{self.count}d{self._write_sides()}{''.join(str(part) for part in parts if part is not None)}"

    def _write_sides(self) -> str:
        if not self.values:
            return str(self.sides)
        return "F" if self.values == FATE_FACES else f"{{{','.join(map(str, self.values))}}}"

    @property
    def names(self) -> tuple[str, ...]:
        """The signs on the faces, or () for the numbers from 1."""
        if self.values == FATE_FACES:
            return (MINUS, "0", "+")
        return tuple([str(value).replace("-", MINUS) for value in self.values])

    def list_values(self) -> list[int]:
        """Return the numbers on the faces, in the order of the faces."""
        return list(self.values) or list(range(1, self.sides + 1))

    # Rolls

    def roll(self, dice: Roller, label: str) -> int:
        known = label or f"{self.count}d{self._write_sides()}"
        if self.names:
            known += f" ({', '.join(f'{face} is {name}' for face, name in enumerate(self.names, 1))})"
        thrown = list(dice.throw(self.count, self.sides, known))
        notes: list[str] = []
        rolled = [self._finish_die(dice, face, thrown, notes, f"{known}, one more") for face in thrown[: self.count]]
        if self.keep is not None:
            start, stop = self.keep
            order = sorted(range(self.count), key=lambda at: rolled[at].values[0])
            chosen = set(order[start:stop])
            rolled = [each for at, each in enumerate(rolled) if at in chosen]
        values = [value for each in rolled for value in each.values]
        faces = tuple([face for each in rolled for face in each.faces])
        dice.record(self.sides, tuple(thrown), faces, label or str(self), self.names)
        if self.scoring is None:
            total = sum(values)
        else:
            total = sum([self.scoring.score(value) for value in values])
            notes.append(self._describe_successes(values, total))
        if notes:
            dice.say(f"{self}: {'; '.join(notes)}.")
        return total

    def _finish_die(self, dice: Roller, face: int, thrown: list[int], notes: list[str], label: str) -> Shown:
        """Reroll and explode a die, and return the faces that count with their values."""
        shown, values = Shown(), self.list_values()
        highest = max(values)
        most = self.explosion.most if self.explosion else 0
        for extra in range(most + 1):
            face = self._reroll(dice, face, thrown, notes, label)
            value = self.limits.apply(values[face - 1])
            if value != values[face - 1]:
                notes.append(f"{write_number(values[face - 1])} counts as {write_number(value)}")
            shown.faces.append(face)
            shown.values.append(value - (1 if extra and self._is_penetrating() else 0))
            if not self.explosion or not self.explosion.continues(values[face - 1], highest):
                break
            if extra == most:
                if most > 1:
                    notes.append(f"a die explodes at most {most} times in a row")
                break
            exploded = values[face - 1]
            face = self._throw_more(dice, thrown, label)
            notes.append(f"{write_number(exploded)} explodes, and one more die shows {write_number(values[face - 1])}")
        if self.explosion and self.explosion.style == "compound":
            shown.values = [sum(shown.values)]
        return shown

    def _reroll(self, dice: Roller, face: int, thrown: list[int], notes: list[str], label: str) -> int:
        values = self.list_values()
        while self.reroll is not None and self.reroll.includes(values[face - 1]):
            again = self._throw_more(dice, thrown, label)
            notes.append(f"{write_number(values[face - 1])} is rerolled and shows {write_number(values[again - 1])}")
            face = again
            if self.reroll.is_once:
                break
        return face

    def _throw_more(self, dice: Roller, thrown: list[int], label: str) -> int:
        (face,) = dice.throw(1, self.sides, label)
        thrown.append(face)
        return face

    def _is_penetrating(self) -> bool:
        return self.explosion is not None and self.explosion.style == "penetrate"

    def _describe_successes(self, values: list[int], total: int) -> str:
        assert self.scoring is not None
        scored = [value for value in values if self.scoring.score(value) > 0]
        failed = [value for value in values if self.scoring.score(value) < 0]
        said = f"{_list_numbers(scored)} {'counts' if len(scored) == 1 else 'count'}" if scored else "nothing counts"
        if failed:
            said += f", {_list_numbers(failed)} {'takes' if len(failed) == 1 else 'take'} away"
        return f"{said}, which makes {self.describe_total(total)}"

    def describe_total(self, total: int) -> str:
        """Return a total in words.

        >>> from rules_py.notation import parse
        >>> parse("6d6>=5").describe_total(1), parse("4dF").describe_total(-2)
        ('1 success', '-2')
        """
        return describe_successes(total) if self.scoring else str(total)

    # Odds

    def count_ways(self) -> Work[Weights]:
        draws = self._count_draws()
        if self.keep is None:
            ways = self._count_die_ways(draws)
            return (yield from sum_same(ways, self.count))
        results = self._count_results(draws)
        scores = {result: self._score(result) for result in results}
        return (yield from sum_kept(results, self.count, *self.keep, scores))

    def _count_draws(self) -> Weights:
        """Count the ways to each number that a die shows after rerolls."""
        ways: Weights = {}
        for value in self.list_values():
            ways[value] = ways.get(value, 0) + 1
        return self.reroll.weigh(ways) if self.reroll else ways

    def _count_results(self, draws: Weights) -> Weights:
        """Count the ways to each result of a die whose further dice are added to it."""
        if self.explosion is None:
            found: Weights = {}
            for value, weight in draws.items():
                result = self.limits.apply(value)
                found[result] = found.get(result, 0) + weight
            return found
        return self._count_chain(draws, is_scored=False)

    def _count_die_ways(self, draws: Weights) -> Weights:
        """Count the ways to each score of a die and its further dice."""
        if self.explosion is not None and self.explosion.style != "compound":
            return self._count_chain(draws, is_scored=True)
        found: Weights = {}
        for result, weight in self._count_results(draws).items():
            score = self._score(result)
            found[score] = found.get(score, 0) + weight
        return found

    def _count_chain(self, draws: Weights, is_scored: bool) -> Weights:
        """Count the ways to each sum of a die and its further dice, from the last possible one to the first."""
        assert self.explosion is not None
        all_draws, highest, most = sum(draws.values()), max(self.list_values()), self.explosion.most
        ways: Weights = {}
        for value, weight in draws.items():
            counted = self._count_draw(value, True, is_scored)
            ways[counted] = ways.get(counted, 0) + weight
        for left in range(most):
            is_further = left < most - 1
            longer: Weights = {}
            for value, weight in draws.items():
                counted = self._count_draw(value, is_further, is_scored)
                if self.explosion.continues(value, highest):
                    for total, share in ways.items():
                        longer[counted + total] = longer.get(counted + total, 0) + weight * share
                else:
                    longer[counted] = longer.get(counted, 0) + weight * all_draws ** (left + 1)
            ways = longer
        return ways

    def _count_draw(self, value: int, is_further: bool, is_scored: bool) -> int:
        """Return what a number counts on the first die, or on a further one."""
        result = self.limits.apply(value) - (1 if is_further and self._is_penetrating() else 0)
        return self._score(result) if is_scored else result

    def _score(self, result: int) -> int:
        return self.scoring.score(result) if self.scoring else result

    def compute_bounds(self) -> tuple[int, int]:
        draws = self._count_draws()
        counted = self.count if self.keep is None else self.keep[1] - self.keep[0]
        lowest, highest = self._bound_die(draws)
        return counted * lowest, counted * highest

    def _bound_die(self, draws: Weights) -> tuple[int, int]:
        if self.explosion is None:
            found = [self._score(self.limits.apply(value)) for value in draws]
            return min(found), max(found)
        if self.explosion.style == "compound" and self.scoring is not None:
            return (-1 if self.scoring.minus else 0), (2 if self.scoring.double else 1)
        is_scored = self.explosion.style != "compound"
        first = [self._count_draw(value, False, is_scored) for value in draws]
        further = [self._count_draw(value, True, is_scored) for value in draws]
        most = self.explosion.most
        return min(first) + most * min(0, *further), max(first) + most * max(0, *further)

    def compute_reach(self) -> int:
        return self.count * max(map(abs, self._bound_die(self._count_draws())))

    def has_long_odds(self) -> bool:
        draws = self._count_draws()
        lowest, highest = self._bound_die(draws)
        span = highest - lowest + 1
        if self.explosion is not None:
            values = self.list_values()
            exploding = sum([self.explosion.continues(value, max(values)) for value in draws])
            if exploding * span * self.explosion.most > MOST_WORK // 4:
                return True
        if self.keep is None:
            return self.count * span * min(span, len(draws) * MOST_EXPLOSIONS) > MOST_WORK
        return len(draws) * self.count**2 * (self.keep[1] - self.keep[0]) * span > 2 * MOST_WORK

    # Variants and words

    def vary_dice_count(self) -> Iterator[Node]:
        if self.keep is None:
            yield from (replace(self, count=dice) for dice in range(max(1, self.count - STEPS), self.count + STEPS + 1))
        else:
            yield self

    def list_limits(self) -> list[str]:
        if self.explosion is None or self.explosion.style == "once":
            return []
        draws, highest, most = self._count_draws(), max(self.list_values()), self.explosion.most
        exploding = sum([weight for value, weight in draws.items() if self.explosion.continues(value, highest)])
        if LEAST_SHARE * self.count * exploding**most < sum(draws.values()) ** most:
            return []  # no percentage would show it
        return [f"A die explodes at most {MOST_EXPLOSIONS} times in a row, in rolls as in odds."]


def write_keep(keep: tuple[int, int] | None, count: int) -> str | None:
    """Write the sorted dice that count, such as kh3, or dh1dl1 for those in the middle.

    >>> write_keep((1, 4), 4), write_keep((0, 1), 4), write_keep((1, 3), 4)
    ('kh3', 'kl1', 'dl1dh1')
    """
    if keep is None:
        return None
    start, stop = keep
    if stop == count:
        return f"kh{stop - start}"
    return f"kl{stop}" if start == 0 else f"dl{start}dh{count - stop}"


def describe_successes(count: int) -> str:
    """Return a number of successes in words.

    >>> describe_successes(1), describe_successes(-2)
    ('1 success', '-2 successes')
    """
    return f"{count} success{'' if count == 1 else 'es'}"


def write_number(value: int) -> str:
    """Return a number with a minus sign."""
    return str(value).replace("-", MINUS)


def _list_numbers(values: list[int]) -> str:
    return ", ".join(map(write_number, sorted(values)))
