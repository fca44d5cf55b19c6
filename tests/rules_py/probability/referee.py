"""Distributions computed by icepool and by dyce, two independent referees of ours."""

from functools import cache, reduce
from operator import add

import icepool
from dyce import H, P

from rules_py.notation import BinaryOperation, DiceTerm, DigitDice, KeepRule, Node, Number


@cache
def build_die(node: Node) -> "icepool.Die":
    """Return the distribution of the totals of dice notation."""
    match node:
        case Number(value):
            return icepool.Die([value])
        case DigitDice(count, sides):
            return sum(icepool.d(sides) * 10**place for place in range(count))
        case DiceTerm(count, sides, None):
            return count @ icepool.d(sides)
        case DiceTerm(count, sides, KeepRule(side, keep)):
            pool = icepool.d(sides).pool(count)
            return (pool.highest(keep) if side == "highest" else pool.lowest(keep)).sum()
        case BinaryOperation(operator, left, right):
            one, other = build_die(left), build_die(right)
            return one + other if operator == "+" else one - other if operator == "-" else one * other
    raise ValueError(node)


@cache
def build_histogram(node: Node) -> "H[int]":
    """Return the distribution of the totals of dice notation, by dyce."""
    match node:
        case Number(value):
            return H({value: 1})
        case DigitDice(count, sides):
            digits = [H(sides) * H({10**place: 1}) for place in range(count)]
            return reduce(add, digits)
        case DiceTerm(count, sides, None):
            return count @ H(sides)
        case DiceTerm(count, sides, KeepRule(side, keep)):
            kept = slice(count - keep, count) if side == "highest" else slice(0, keep)
            rolls = (count @ P(H(sides))).rolls_with_counts(kept)
            return H.from_counts((sum(roll), weight) for roll, weight in rolls)
        case BinaryOperation(operator, left, right):
            one, other = build_histogram(left), build_histogram(right)
            return one + other if operator == "+" else one - other if operator == "-" else one * other
    raise ValueError(node)


def build_pool(count: int, sides: int, drop: str | None) -> "icepool.Die":
    """Return the distribution of the kept faces of a pool, lowest first; `drop` is as in `Dice.pool`."""
    pool = icepool.d(sides).pool(count)
    if drop:
        pool = pool.highest(count - 1) if drop == "lowest" else pool.lowest(count - 1)
    return pool.expand()
