"""The totals of dice notation, with the number of ways to roll each.

The work is done in small steps, so that `rules_py.scheduling` can interrupt it.
"""

import math
from collections.abc import Callable
from itertools import accumulate, chain, repeat
from operator import sub

from rules_py.notation.nodes import BinaryOperation, DiceTerm, DigitDice, Node, Number
from rules_py.probability.convolution import Weights
from rules_py.scheduling import Work


def compute_totals(node: Node) -> Work[Weights]:
    """Compute the number of ways to roll each total."""
    match node:
        case Number(value):
            return {value: 1}
        case DigitDice():
            return dict.fromkeys(node.list_numbers(), 1)
        case DiceTerm(count, sides, keep):
            if keep is None:
                return sum_dice(count, sides)
            return (yield from (sum_highest if keep.side == "highest" else sum_lowest)(count, sides, keep.dice))
        case BinaryOperation("*", left, right):
            return (
                yield from combine_pairs(
                    int.__mul__, (yield from compute_totals(left)), (yield from compute_totals(right))
                )
            )
        case BinaryOperation(operator, left, right):
            return (yield from _add_or_subtract(left, 1 if operator == "+" else -1, right))
    return (yield from node.count_ways())


def sum_dice(count: int, sides: int) -> Weights:
    """Count the ways to each total of `count` dice, in one pass over the totals.

    They are the coefficients of P = ((1 - x^sides) / (1 - x))^count. The identity (1 - x)(1 - x^sides) P' = count P (1
    - sides x^(sides-1) + (sides-1) x^sides) gives each coefficient from those before.
    """
    many = count * (sides - 1) + 1
    ways = [1] + [0] * (many - 1)
    for place in range(1, (many + 1) // 2):
        found = (place - 1 + count) * ways[place - 1]
        if place >= sides:
            found += (place - sides - count * sides) * ways[place - sides]
        if place > sides:
            found += (count * (sides - 1) - (place - sides - 1)) * ways[place - sides - 1]
        ways[place] = found // place
    for place in range(many // 2):  # the ways are symmetric
        ways[-1 - place] = ways[place]
    return {count + place: weight for place, weight in enumerate(ways)}


def sum_highest(count: int, sides: int, keep: int) -> Work[Weights]:
    """Count the ways to each total of the `keep` highest of `count` dice.

    The lowest kept face is enumerated. Some kept dice are above it and add up like dice with as many sides as there are
    faces above. Of the other dice, those that aren't kept may be below it.
    """
    ways: Weights = {}
    for face in range(1, sides + 1):
        for above in range(keep if face < sides else 1):
            of_others = math.comb(count, above) * _count_ways_below(count - above, face - 1, count - keep)
            for total, weight in sum_dice(above, sides - face).items():
                ways[keep * face + total] = ways.get(keep * face + total, 0) + weight * of_others
            yield
    return ways


def sum_lowest(count: int, sides: int, keep: int) -> Work[Weights]:
    """Count the ways to each total of the `keep` lowest of `count` dice.

    They are those of the `keep` highest, with every die turned upside down.
    """
    turned = yield from sum_highest(count, sides, keep)
    return {keep * (sides + 1) - total: weight for total, weight in turned.items()}


def _count_ways_below(count: int, below: int, most: int) -> int:
    """Count the ways that at most `most` of `count` dice show a lower face than the rest.

    The rest all show the same face, and `below` faces are lower.
    """
    ways = of_some = 1
    for dice in range(min(most, count)):
        of_some = of_some * (count - dice) * below // (dice + 1)
        ways += of_some
    return ways


def _add_or_subtract(left: Node, sign: int, right: Node) -> Work[Weights]:
    """Count the ways to each sum or difference of two nodes by the quicker method.

    Adding die by die can be quicker than combining each total with each.
    """
    ones, others = (yield from compute_totals(left)), (yield from compute_totals(right))
    others = {sign * total: weight for total, weight in others.items()}
    ways = [(len(ones) * len(others), combine_pairs(int.__add__, ones, others))]
    for rest, dice in ((ones, right), (others, left)):
        if isinstance(dice, DiceTerm) and dice.keep is None:
            count, sides, turned = dice.count, dice.sides, sign if dice is right else 1
            span = max(rest) - min(rest) + 1 + count * (sides - 1)
            ways.append((count * span, add_dice(rest, count, sides, turned)))
    _, quickest = min(ways, key=lambda way: way[0])
    return (yield from quickest)


def combine_pairs(operation: Callable[[int, int], int], ones: Weights, others: Weights) -> Work[Weights]:
    """Count the ways to each result of an operation, by combining each total with each."""
    ways: Weights = {}
    for one, weight in ones.items():
        for other, share in others.items():
            total = operation(one, other)
            ways[total] = ways.get(total, 0) + weight * share
        yield
    return ways


def add_dice(rest: Weights, count: int, sides: int, sign: int) -> Work[Weights]:
    """Count the ways to each total after adding or subtracting dice one at a time.

    Each total is reached from as many totals as a die has sides.
    """
    start, row = min(rest), [rest.get(total, 0) for total in range(min(rest), max(rest) + 1)]
    for _ in range(count):
        up_to = list(accumulate(chain(row, repeat(0, sides - 1))))
        row = up_to[:sides] + list(map(sub, up_to[sides:], up_to))
        start += 1 if sign > 0 else -sides
        yield
    return {start + place: weight for place, weight in enumerate(row) if weight}


def sum_same(ways: Weights, count: int) -> Work[Weights]:
    """Count the ways to each total of `count` dice that have the same ways.

    They are the coefficients of a power of a polynomial. Each follows from those before (Miller's recurrence).
    """
    lowest = min(ways)
    shares = [(total - lowest, weight) for total, weight in sorted(ways.items())]
    first, others = shares[0][1], shares[1:]
    many = count * (max(ways) - lowest) + 1
    row = [first**count] + [0] * (many - 1)
    for place in range(1, many):
        found = 0
        for step, weight in others:
            if step > place:
                break
            found += (step * (count + 1) - place) * weight * row[place - step]
        row[place] = found // (place * first)
        if place % 64 == 0:
            yield
    return {count * lowest + place: weight for place, weight in enumerate(row) if weight}


def sum_kept(ways: Weights, count: int, start: int, stop: int, scores: Weights) -> Work[Weights]:
    """Count the ways to each total of the dice that count, if `count` dice are sorted from the lowest.

    Args:
        ways: the ways to each result of a die.
        count: the number of dice.
        start: the index of the first die that counts.
        stop: the index after the last one.
        scores: the score of each result.
    """
    placed: list[Weights] = [{0: 1}, *({} for _ in range(count))]
    for result in sorted(ways):
        following: list[Weights] = [{} for _ in range(count + 1)]
        for below, totals in enumerate(placed):
            for more in range(count - below + 1) if totals else ():
                choices = math.comb(count - below, more) * ways[result] ** more
                added = scores[result] * max(0, min(stop, below + more) - max(start, below))
                reached = following[below + more]
                for total, weight in totals.items():
                    reached[total + added] = reached.get(total + added, 0) + weight * choices
            yield
        placed = following
    return placed[count]
