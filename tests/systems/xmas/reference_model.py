"""Reference model of X-M.A.S., written from the text without rules_py: it counts faces or probabilities."""

from collections import Counter
from itertools import product

D6 = range(1, 7)
TWO_D6 = Counter(a + b for a, b in product(D6, D6))
BANDS_BY_TOTAL = {
    **dict.fromkeys(range(-9, 7), "naughty"),
    7: "mostly_nice",
    8: "mostly_nice",
    9: "mostly_nice",
    10: "nice",
    11: "nice",
    **dict.fromkeys(range(12, 20), "extra_nice"),
}


def count_totals(stat: int = 0, tags: int = 0, negative_tag: bool = False, reroll: bool = False) -> Counter:
    """Count the ways to roll each total of a test."""
    added = stat + tags - (1 if negative_tag else 0)
    added = min(added, 4)
    if not reroll:
        return Counter({rolled + added: ways for rolled, ways in TWO_D6.items()})
    ways: Counter = Counter()
    for first, second in product(TWO_D6, TWO_D6):
        ways[max(first, second) + added] += TWO_D6[first] * TWO_D6[second]
    return ways
