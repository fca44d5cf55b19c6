"""Notation that has other notation as its parts: choices, comparisons, division, powers, labels, repeated rolls."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules_py.notation.nodes import ATOM, POWER, PRODUCT, SUM, Node, Roller, has_dice, write_part
from rules_py.notation.pools import MOST_WORK, Condition, Successes, describe_successes, write_keep, write_number
from rules_py.notation.rare import RareNode
from rules_py.probability.convolution import Weights
from rules_py.probability.totals import combine_pairs, compute_totals, sum_same
from rules_py.scheduling import Work


class Composite(RareNode):
    """Notation with parts, of which the first with dice varies."""

    def replace_parts(self, parts: tuple[Node, ...]) -> "Composite":
        """Return the same notation with other parts."""
        raise NotImplementedError

    def compute_reach(self) -> int:
        return max(*map(abs, self.compute_bounds()), *[part.compute_reach() for part in self.list_parts()])

    def vary_dice_count(self) -> Iterator[Node]:
        parts = self.list_parts()
        at = next((at for at, part in enumerate(parts) if has_dice(part)), None)
        if at is None:
            yield self
        else:
            for other in parts[at].vary_dice_count():
                yield self.replace_parts((*parts[:at], other, *parts[at + 1 :]))


@dataclass(frozen=True)
class Wrapped(Composite):
    """Notation around one part, which may change its total."""

    node: Node

    def map_total(self, total: int) -> int:
        """Return the total that a total of the part leads to."""
        return total

    def roll(self, dice: Roller, label: str) -> int:
        return self.map_total(self.node.roll(dice, label))

    def count_ways(self) -> Work[Weights]:
        ways = yield from compute_totals(self.node)
        found: Weights = {}
        for total, weight in ways.items():
            mapped = self.map_total(total)
            found[mapped] = found.get(mapped, 0) + weight
        return found

    def list_parts(self) -> tuple[Node, ...]:
        return (self.node,)

    def replace_parts(self, parts: tuple[Node, ...]) -> Composite:
        return replace(self, node=parts[0])


@dataclass(frozen=True)
class Group(Composite):
    """Several totals, of which some count: {d8,d6}kh1, or max(2d6,7).

    Attributes:
        parts: the notation of each total.
        keep: the totals that count if they are sorted from the lowest: the index of the first, and that after the last.
        scoring: the totals to count, or None to add them up.
    """

    parts: tuple[Node, ...]
    keep: tuple[int, int]
    scoring: Successes | None = None

    def __str__(self) -> str:
        text, count = ",".join(map(str, self.parts)), len(self.parts)
        if self.scoring is None and self.keep in ((0, 1), (count - 1, count)):
            return f"{'max' if self.keep[0] else 'min'}({text})"
        kept = "" if self.keep == (0, count) else write_keep(self.keep, count)
        return f"{{{text}}}{kept}{self.scoring or ''}"

    def roll(self, dice: Roller, label: str) -> int:
        totals = [part.roll(dice, label) for part in self.parts]
        start, stop = self.keep
        counted = sorted(totals)[start:stop]
        total = sum([self._score(each) for each in counted])
        shown, kept = ", ".join(map(write_number, totals)), ", ".join(map(write_number, counted))
        chosen = "" if len(counted) == len(totals) else f", of which {kept} counts"
        dice.say(f"{self}: {shown}{chosen}{f', which makes {self.describe_total(total)}' if self.scoring else ''}.")
        return total

    def _score(self, total: int) -> int:
        return self.scoring.score(total) if self.scoring else total

    def describe_total(self, total: int) -> str:
        return describe_successes(total) if self.scoring else str(total)

    def count_ways(self) -> Work[Weights]:
        """Combine the parts one after another, with the totals that may still count."""
        start, stop = self.keep
        count = len(self.parts)
        most_high, most_low = count - start, stop
        seen: dict[tuple[int, ...], int] = {(): 1}
        for part in self.parts:
            ways = yield from compute_totals(part)
            longer: dict[tuple[int, ...], int] = {}
            for totals, weight in seen.items():
                for total, share in ways.items():
                    left = tuple(sorted((*totals, total)))
                    if stop == count:
                        left = left[-most_high:]
                    elif start == 0:
                        left = left[:most_low]
                    longer[left] = longer.get(left, 0) + weight * share
                yield
            seen = longer
        found: Weights = {}
        for totals, weight in seen.items():
            counted = totals if len(totals) < count else totals[start:stop]
            score = sum([self._score(each) for each in counted])
            found[score] = found.get(score, 0) + weight
        return found

    def compute_bounds(self) -> tuple[int, int]:
        start, stop = self.keep
        bounds = [part.compute_bounds() for part in self.parts]
        if self.scoring is not None:
            kept = stop - start
            return (-kept if self.scoring.minus else 0), kept * (2 if self.scoring.double else 1)
        return sum(sorted(low for low, _ in bounds)[start:stop]), sum(sorted(high for _, high in bounds)[start:stop])

    def has_long_odds(self) -> bool:
        start, stop = self.keep
        remembered = len(self.parts) if start and stop < len(self.parts) else stop - start
        states = 1
        for part in self.parts[: remembered + 1]:
            states *= part.estimate_total_count()
        return states * len(self.parts) > MOST_WORK

    def list_parts(self) -> tuple[Node, ...]:
        return self.parts

    def replace_parts(self, parts: tuple[Node, ...]) -> Composite:
        return replace(self, parts=parts)


@dataclass(frozen=True)
class Comparison(Wrapped):
    """1 if a total fits a condition, or else 0: (1d20+5)>=15."""

    when: Condition

    def map_total(self, total: int) -> int:
        return int(self.when.includes(total))

    def __str__(self) -> str:
        return f"({self.node}){self.when}"

    def roll(self, dice: Roller, label: str) -> int:
        total = self.node.roll(dice, label)
        fits = self.map_total(total)
        dice.say(f"{self}: {write_number(total)} is {'a success' if fits else 'no success'}.")
        return fits

    def describe_total(self, total: int) -> str:
        return describe_successes(total)

    def compute_bounds(self) -> tuple[int, int]:
        return 0, 1


@dataclass(frozen=True)
class CountedDice(Wrapped):
    """Dice whose number is rolled, too: (1d4)d6."""

    sides: int

    def __str__(self) -> str:
        return f"({self.node})d{self.sides}"

    def roll(self, dice: Roller, label: str) -> int:
        count = self.node.roll(dice, label)
        if count == 0:
            dice.say(f"{self}: there is no D{self.sides} to roll.")
            return 0
        known = label or f"{count}d{self.sides}"
        faces = dice.throw(count, self.sides, known)
        dice.record(self.sides, faces, faces, known)
        return sum(faces)

    def count_ways(self) -> Work[Weights]:
        """Add up the ways for each number of dice, as if all dice of the highest number were always rolled."""
        counts = yield from compute_totals(self.node)
        most = max(counts)
        found: Weights = {}
        for count, weight in counts.items():
            ways = (yield from sum_same(dict.fromkeys(range(1, self.sides + 1), 1), count)) if count else {0: 1}
            times = weight * self.sides ** (most - count)
            for total, share in ways.items():
                found[total] = found.get(total, 0) + times * share
        return found

    def compute_bounds(self) -> tuple[int, int]:
        lowest, highest = self.node.compute_bounds()
        return lowest, highest * self.sides

    def has_long_odds(self) -> bool:
        lowest, highest = self.node.compute_bounds()
        return (highest - lowest + 1) * highest * self.sides**2 > MOST_WORK


@dataclass(frozen=True)
class Division(Composite):
    """A quotient, rounded down unless the notation says otherwise: 8d6/2, ceil(8d6/2)."""

    left: Node
    right: Node
    rounding: Literal["floor", "ceil", "round"] = "floor"

    def __str__(self) -> str:
        text = f"{write_part(self.left, PRODUCT)}/{write_part(self.right, PRODUCT + 1)}"
        return text if self.rounding == "floor" else f"{self.rounding}({text})"

    def get_binding(self) -> int:
        return PRODUCT if self.rounding == "floor" else ATOM

    def divide(self, left: int, right: int) -> int:
        """Divide and round; `round` rounds a half up.

        >>> from rules_py.notation import parse
        >>> [parse(f"{rounding}(7/2)").divide(7, 2) for rounding in ("floor", "ceil", "round")]
        [3, 4, 4]
        """
        if self.rounding == "ceil":
            return -(-left // right)
        return (2 * left + right) // (2 * right) if self.rounding == "round" else left // right

    def roll(self, dice: Roller, label: str) -> int:
        left = self.left.roll(dice, label)
        right = self.right.roll(dice, label)
        total = self.divide(left, right)
        if total * right != left:
            how = {"floor": "down", "ceil": "up", "round": "to the nearest number"}[self.rounding]
            quotient = f"{write_number(left)} divided by {write_number(right)}"
            dice.say(f"{self}: {quotient} is {write_number(total)}, rounded {how}.")
        return total

    def count_ways(self) -> Work[Weights]:
        ones, others = (yield from compute_totals(self.left)), (yield from compute_totals(self.right))
        return (yield from combine_pairs(self.divide, ones, others))

    def compute_bounds(self) -> tuple[int, int]:
        ends = [self.divide(a, b) for a in self.left.compute_bounds() for b in self.right.compute_bounds()]
        return min(ends), max(ends)

    def list_parts(self) -> tuple[Node, ...]:
        return self.left, self.right

    def replace_parts(self, parts: tuple[Node, ...]) -> Composite:
        return replace(self, left=parts[0], right=parts[1])


@dataclass(frozen=True)
class Power(Wrapped):
    """A total multiplied with itself: 1d6^2."""

    exponent: int

    def map_total(self, total: int) -> int:
        power: int = total**self.exponent
        return power

    def __str__(self) -> str:
        text = str(self.node)
        return f"{text if text.isalnum() else f'({text})'}^{self.exponent}"

    def get_binding(self) -> int:
        return POWER

    def compute_bounds(self) -> tuple[int, int]:
        lowest, highest = self.node.compute_bounds()
        ends = [self.map_total(lowest), self.map_total(highest)]
        if lowest < 0 < highest:
            ends.append(0)
        return min(ends), max(ends)

    def estimate_total_count(self) -> int:
        return self.node.estimate_total_count()


@dataclass(frozen=True)
class Labelled(Wrapped):
    """Notation with a label: 2d6[fire], or 1d20+5 Stealth for all of it."""

    label: str
    is_trailing: bool = False

    def __str__(self) -> str:
        if self.is_trailing:
            return f"{self.node} {self.label}"
        return f"{write_part(self.node, POWER)}[{self.label}]"

    def get_binding(self) -> int:
        return SUM if self.is_trailing else ATOM

    def roll(self, dice: Roller, label: str) -> int:
        return self.node.roll(dice, label or self.label)

    def describe_total(self, total: int) -> str:
        return self.node.describe_total(total)

    def compute_bounds(self) -> tuple[int, int]:
        return self.node.compute_bounds()


@dataclass(frozen=True)
class Repeat(Wrapped):
    """The same roll several times, with each total in the steps and their sum as the total: 6x4d6kh3."""

    times: int

    def __str__(self) -> str:
        return f"{self.times}x{self.node}"

    def get_binding(self) -> int:
        return SUM

    def roll(self, dice: Roller, label: str) -> int:
        totals = [self.node.roll(dice, label) for _ in range(self.times)]
        dice.say(f"{self}: {', '.join(map(write_number, totals))}.")
        return sum(totals)

    def describe_total(self, total: int) -> str:
        return f"{total} in all"

    def count_ways(self) -> Work[Weights]:
        ways = yield from compute_totals(self.node)
        return (yield from sum_same(ways, self.times))

    def compute_bounds(self) -> tuple[int, int]:
        lowest, highest = self.node.compute_bounds()
        return self.times * lowest, self.times * highest

    def has_long_odds(self) -> bool:
        return self.times * self.node.estimate_total_count() ** 2 > MOST_WORK
