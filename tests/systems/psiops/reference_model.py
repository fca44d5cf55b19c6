"""Reference model of PSIOPS, written from the game's text without rules_py; odds are compared with it."""

FLAGS = [False, True]
ATTRIBUTES = range(-3, 4)


def dice_sides(advantage: bool, disadvantage: bool) -> tuple[int, ...]:
    """Return the dice on the table: 2D6, or 3D6 with either an advantage or a disadvantage."""
    return (6, 6) if advantage == disadvantage else (6, 6, 6)


def keep_dice(faces: tuple[int, ...], advantage: bool) -> tuple[int, int]:
    """Return the two counted dice, lower first: an advantage drops the lowest of three, a disadvantage the highest."""
    in_order = sorted(faces)
    low, high = in_order[-2:] if advantage else in_order[:2]
    return low, high


def roll_total(
    faces: tuple[int, ...], added: int, advantage: bool, skill: bool, threshold: int = 10
) -> tuple[int, int, int]:
    """Return the two counted dice, lower first, and the total; the last face is the skill's die, rolled or not.

    A skill rerolls the lower die if the total is below `threshold`.
    """
    *first, again = faces
    low, high = keep_dice(tuple(first), advantage)
    if skill and low + high + added < threshold:
        low, high = sorted((again, high))
    return low, high, low + high + added


def momentum(total: int, spent: bool) -> int:
    return 0 if spent else choose_by_total(total, 0, 1, 2, 3)


def choose_by_total(total: int, failure, partial, success, critical):
    """Return the value for a 6 or less, a 7 to 9, a 10 to 12 or a 13 or more."""
    if total <= 6:
        return failure
    if total <= 9:
        return partial
    if total <= 12:
        return success
    return critical


def band(total: int) -> str:
    return choose_by_total(total, "failure", "partial", "success", "critical")
