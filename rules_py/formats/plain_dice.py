"""Plain dice as other programs spell them: those have no dice for digits."""

from rules_py.notation import BinaryOperation, DigitDice, Node


def write_plain_dice(node: Node) -> str:
    """Write plain dice for Foundry, Roll20 and Obsidian.

    >>> from rules_py import notation
    >>> write_plain_dice(notation.parse("d66")), write_plain_dice(notation.parse("3d6kh2*10+1"))
    ('1d6*10+1d6', '3d6kh2*10+1')
    """
    match node:
        case DigitDice(count, sides):
            places = [10**place for place in reversed(range(count))]
            return "+".join(f"1d{sides}*{place}" if place > 1 else f"1d{sides}" for place in places)
        case BinaryOperation(operator, left, right):
            parts = write_plain_dice(left), write_plain_dice(right)
            if operator == "+":
                return "+".join(parts)
            return operator.join(
                f"({part})" if isinstance(each, BinaryOperation | DigitDice) else part
                for part, each in zip(parts, (left, right), strict=True)
            )
    return str(node)
