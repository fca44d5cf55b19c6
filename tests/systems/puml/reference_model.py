"""Reference model of PUML, written from the text without rules_py: it enumerates every roll."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from tests.rules_py.brute_force import weighted_chances

D6 = range(1, 7)


def band(first: int, second: int, added: int) -> str:
    """Return the band of two counted dice."""
    if first == 6 and second == 6:
        return "ultra"
    total = first + second + added
    if total <= 6:
        return "failure"
    return "partial" if total <= 9 else "success"


def keep_dice(faces: tuple[int, ...], advantage: bool) -> tuple[int, int]:
    """Return the two counted dice: of three, advantage drops the lowest, disadvantage the highest."""
    in_order = sorted(faces)
    first, second = in_order[-2:] if advantage else in_order[:2]
    return first, second


def enumerate_counted_dice(advantage: bool, disadvantage: bool) -> Iterable[tuple[int, int]]:
    """Return the counted dice of every possible action roll."""
    number = 2 if advantage == disadvantage else 3
    return [keep_dice(faces, advantage) for faces in product(D6, repeat=number)]


@lru_cache
def band_chances(attribute: int, advantage: bool, disadvantage: bool) -> dict[str, Fraction]:
    """Compute the probability of each band of an action roll."""
    all_falls = enumerate_counted_dice(advantage, disadvantage)
    counts = Counter(band(first, second, attribute) for first, second in all_falls)
    return {name: Fraction(count, len(all_falls)) for name, count in counts.items()}


def chances(outcomes: Iterable[dict[str, Any]]) -> dict[str, dict]:
    """Map each field to the probabilities of its typed values, from equally likely outcomes."""
    return weighted_chances((outcome, Fraction(1)) for outcome in outcomes)


def play_phase(side: str, left: int, extra: str, roll: Callable[[bool], str], attackers: int = 99) -> dict[str, int]:
    """Play a phase by the text's rules; `roll` takes whether an action has a third die and returns its band."""
    actions = hits = complications = 0
    while left >= 2 and actions < attackers:
        third = left == 3 or (extra == "always" and left >= 3)
        left -= 3 if third else 2
        name = roll(third)
        actions += 1
        complications += name == "partial"
        if side == "offense":
            hits += name != "failure"
            if name == "failure" and left > 0:
                left -= 1
        else:
            hits += name == "failure"
            if name == "success" and left > 0:
                left -= 1
            if name == "ultra":
                break
    return {"actions": actions, "hits": hits, "complications": complications}
