"""Three tests of faces in the order they fell. Each gives p: how often fair dice would look at least as odd."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import mpmath


def faces_p_value(faces: Sequence[int], sides: int) -> float:
    """Pearson's chi-square test: does each face come up as often as the others?

    Args:
        faces: 1 to `sides`, in the order they fell.
        sides: of the die, at least 2.

    >>> round(faces_p_value([1] * 44 + [2] * 56, 2), 4)
    0.2301
    """
    return _chi_square_p_value(Counter(faces).values(), sides, len(faces))


def pairs_p_value(faces: Sequence[int], sides: int) -> float:
    """The serial test: is each face followed by each as often? Pairs don't overlap, so they are independent.

    >>> pairs_p_value([1, 2] * 500, 2) < 1e-9
    True
    """
    pairs = Counter(zip(faces[::2], faces[1::2], strict=False))
    return _chi_square_p_value(pairs.values(), sides**2, len(faces) // 2)


def runs_p_value(faces: Sequence[int], sides: int) -> float:
    """Wald and Wolfowitz's runs test: are runs of high faces and of low ones as long as chance makes them?

    Args:
        faces: 1 to `sides`, in the order they fell.
        sides: of the die, even, so that half of its faces are high.

    >>> runs_p_value([1, 6] * 500, 6) < 1e-9, runs_p_value([1] * 500 + [6] * 500, 6) < 1e-9
    (True, True)
    """
    is_high = [face > sides // 2 for face in faces]
    high = sum(is_high)
    both = 2 * high * (len(faces) - high)
    if not both:
        return 0.0  # one half alone: no runs to count, and no fair die
    runs = 1 + sum(one is not other for one, other in pairwise(is_high))
    expected = both / len(faces) + 1
    variance = both * (both - len(faces)) / (len(faces) ** 2 * (len(faces) - 1))
    return math.erfc(abs(runs - expected) / math.sqrt(2 * variance))


def _chi_square_p_value(seen: Iterable[int], cells: int, count: int) -> float:
    """What Pearson's statistic of `count` things in `cells` cells says; cells that nothing fell into count as well."""
    expected = count / cells
    statistic = sum(each**2 for each in seen) / expected - count
    return float(mpmath.gammainc((cells - 1) / 2, statistic / 2, mpmath.inf, regularized=True))
