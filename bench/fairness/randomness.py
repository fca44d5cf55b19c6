"""Three statistical tests of a sequence of faces. Each p-value is the chance that fair dice look at least as odd."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import mpmath


def faces_p_value(faces: Sequence[int], sides: int) -> float:
    """Run Pearson's chi-square test of whether all faces are equally frequent.

    Args:
        faces: 1 to `sides`, in the order rolled.
        sides: of the die, at least 2.

    >>> round(faces_p_value([1] * 44 + [2] * 56, 2), 4)
    0.2301
    """
    return _chi_square_p_value(Counter(faces).values(), sides, len(faces))


def pairs_p_value(faces: Sequence[int], sides: int) -> float:
    """Run the serial test of whether all pairs of faces are equally frequent.

    The pairs don't overlap, so they are independent.

    >>> pairs_p_value([1, 2] * 500, 2) < 1e-9
    True
    """
    pairs = Counter(zip(faces[::2], faces[1::2], strict=False))
    return _chi_square_p_value(pairs.values(), sides**2, len(faces) // 2)


def runs_p_value(faces: Sequence[int], sides: int) -> float:
    """Run the Wald–Wolfowitz runs test on high and low faces.

    Args:
        faces: 1 to `sides`, in the order rolled.
        sides: of the die; even, so that half of the faces are high.

    >>> runs_p_value([1, 6] * 500, 6) < 1e-9, runs_p_value([1] * 500 + [6] * 500, 6) < 1e-9
    (True, True)
    """
    is_high = [face > sides // 2 for face in faces]
    high = sum(is_high)
    both = 2 * high * (len(faces) - high)
    if not both:
        return 0.0  # all faces are in one half: there are no runs to count, and the die isn't fair
    runs = 1 + sum(one is not other for one, other in pairwise(is_high))
    expected = both / len(faces) + 1
    variance = both * (both - len(faces)) / (len(faces) ** 2 * (len(faces) - 1))
    return math.erfc(abs(runs - expected) / math.sqrt(2 * variance))


def _chi_square_p_value(seen: Iterable[int], cells: int, count: int) -> float:
    """Return the p-value of Pearson's statistic for `count` items in `cells` cells; empty cells count too."""
    expected = count / cells
    statistic = sum(each**2 for each in seen) / expected - count
    return float(mpmath.gammainc((cells - 1) / 2, statistic / 2, mpmath.inf, regularized=True))
