"""Dice as other programs spell them. A program leaves out dice that it would roll differently.

Pages that write notes load `rules_py.formats.plain_dice` alone, because few rules have other dice.
"""

from rules_py.formats.plain_dice import write_plain_dice
from rules_py.notation import (
    BinaryOperation,
    ChangingDie,
    Comparison,
    Condition,
    DiceTerm,
    DigitDice,
    Division,
    Explosion,
    Group,
    Labelled,
    Node,
    Number,
    Pool,
    Successes,
)
from rules_py.notation.pools import FATE_FACES, NO_LIMITS, write_keep


class UnknownDiceError(Exception):
    """A program doesn't know some dice."""


class Program:
    """A program that rolls dice, and its spelling of them.

    Attributes:
        name: its name.
    """

    name = ""

    def write(self, node: Node) -> str | None:
        """Write dice as the program understands them, or return None if it doesn't."""
        try:
            return self.write_node(node)
        except UnknownDiceError:
            return None

    def write_node(self, node: Node) -> str:
        """Write dice of any kind.

        Raises:
            UnknownDiceError: the program doesn't know them.
        """
        match node:
            case DiceTerm() | DigitDice() | Number():
                return write_plain_dice(node)
            case BinaryOperation() if node.is_plain():
                return write_plain_dice(node)
            case BinaryOperation(operator, left, right):
                if operator == "+":
                    return f"{self.write_node(left)}+{self.write_node(right)}"
                return operator.join([self.write_part(left), self.write_part(right)])
            case Labelled(part, _, is_trailing) if is_trailing:
                return self.write_node(part)
            case ChangingDie(_, sides):
                return f"1d{sides}"
            case Pool():
                return self.write_pool(node)
        raise UnknownDiceError

    def write_part(self, node: Node) -> str:
        """Write a part of a difference or a product, in brackets if it has parts itself."""
        text = self.write_node(node)
        return f"({text})" if isinstance(node, BinaryOperation | DigitDice) else text

    def write_pool(self, pool: Pool) -> str:
        """Write dice that are changed, chosen or counted one by one.

        Raises:
            UnknownDiceError: the program doesn't know them.
        """
        raise UnknownDiceError

    def write_faces(self, pool: Pool) -> str:
        """Write the dice of a pool without their changes; only Fate dice have other faces."""
        if pool.values and pool.values != FATE_FACES:
            raise UnknownDiceError
        return f"{pool.count}d{'F' if pool.values else pool.sides}"


class _Tabletop(Program):
    """A virtual tabletop: it knows braces, labels and rounding."""

    def write_node(self, node: Node) -> str:
        match node:
            case Group(parts, (start, stop), successes):
                text = f"{{{','.join(map(self.write_node, parts))}}}"
                if start and stop < len(parts):
                    raise UnknownDiceError
                if start or stop < len(parts):
                    text += write_keep((start, stop), len(parts)) or ""
                return text + (self.write_successes(successes) if successes else "")
            case Division(left, right, rounding):
                return f"{rounding}({self.write_part(left)}/{self.write_part(right)})"
            case Labelled(part, label, is_trailing) if not is_trailing:
                return f"{self.write_part(part)}[{label}]"
        return super().write_node(node)

    def write_pool(self, pool: Pool) -> str:
        changes = (pool.reroll, pool.explosion, pool.limits if pool.limits != NO_LIMITS else None)
        if sum(change is not None for change in changes) > 1:
            raise UnknownDiceError  # programs differ on whether further dice are rerolled or limited
        text = self.write_faces(pool)
        if pool.reroll is not None:
            text += self.write_reroll(pool.reroll.when, pool.reroll.is_once)
        if pool.limits != NO_LIMITS:
            text = self.write_limits(text, pool)
        if pool.explosion is not None:
            text += self.write_explosion(pool.explosion, pool)
        if pool.keep is not None:
            if pool.scoring is not None or (pool.keep[0] and pool.keep[1] < pool.count):
                raise UnknownDiceError
            text += write_keep(pool.keep, pool.count) or ""
        return text + (self.write_successes(pool.scoring) if pool.scoring else "")

    def write_reroll(self, when: tuple[Condition, ...], is_once: bool) -> str:
        """Write a reroll."""
        raise NotImplementedError

    def write_limits(self, text: str, pool: Pool) -> str:
        """Write dice with the lowest and the highest result of each."""
        raise NotImplementedError

    def write_explosion(self, explosion: Explosion, pool: Pool) -> str:
        """Write an explosion."""
        raise NotImplementedError

    def write_successes(self, successes: Successes) -> str:
        """Write the results that count."""
        raise NotImplementedError


class _Foundry(_Tabletop):
    name = "Foundry"

    def write_node(self, node: Node) -> str:
        if isinstance(node, Comparison):
            return f"{{{self.write_node(node.node)}}}cs{node.when}"
        return super().write_node(node)

    def write_reroll(self, when: tuple[Condition, ...], is_once: bool) -> str:
        if len(when) > 1:
            raise UnknownDiceError  # it would reroll for each of them in turn
        return ("r" if is_once else "rr") + when[0].write_short()

    def write_limits(self, text: str, pool: Pool) -> str:
        lowest, highest = pool.limits.lowest, pool.limits.highest
        return text + ("" if lowest is None else f"min{lowest}") + ("" if highest is None else f"max{highest}")

    def write_explosion(self, explosion: Explosion, pool: Pool) -> str:
        adds_to_die = explosion.style == "compound" and (pool.keep is not None or pool.scoring is not None)
        if adds_to_die or explosion.style == "penetrate":
            raise UnknownDiceError
        return ("xo" if explosion.style == "once" else "x") + str(explosion.when or "")

    def write_successes(self, successes: Successes) -> str:
        if successes.double is not None:
            raise UnknownDiceError
        return f"cs{successes.when}" + (f"df{successes.minus}" if successes.minus else "")


class _Roll20(_Tabletop):
    name = "Roll20"

    def write_reroll(self, when: tuple[Condition, ...], is_once: bool) -> str:
        return "".join(("ro" if is_once else "r") + self.write_condition(each, "") for each in when)

    def write_limits(self, text: str, pool: Pool) -> str:
        lowest, highest = pool.limits.lowest, pool.limits.highest
        if pool.count > 1 or pool.keep is not None or pool.scoring is not None:
            raise UnknownDiceError
        if lowest is not None:
            text = f"{{{text},{lowest}}}kh1"
        return text if highest is None else f"{{{text},{highest}}}kl1"

    def write_explosion(self, explosion: Explosion, pool: Pool) -> str:
        marks = {"each": "!", "compound": "!!", "penetrate": "!p"}
        if explosion.style not in marks:
            raise UnknownDiceError
        if explosion.when is not None:
            return marks[explosion.style] + self.write_condition(explosion.when, "")
        return marks[explosion.style] + (str(pool.sides) if pool.scoring else "")

    def write_successes(self, successes: Successes) -> str:
        if successes.double is not None:
            raise UnknownDiceError
        minus = f"f{self.write_condition(successes.minus, '')}" if successes.minus else ""
        return self.write_condition(successes.when, "=") + minus

    @staticmethod
    def write_condition(when: Condition, equal: str) -> str:
        """Write a condition; Roll20's < and > include the number."""
        match when.sign:
            case "=":
                return f"{equal}{when.number}"
            case "<" | "<=":
                return f"<{when.number - (when.sign == '<')}"
        return f">{when.number + (when.sign == '>')}"


class _Obsidian(Program):
    name = "Obsidian"

    def write_pool(self, pool: Pool) -> str:
        changes = [each for each in (pool.reroll, pool.explosion, pool.keep, pool.scoring) if each is not None]
        if pool.limits != NO_LIMITS or len(changes) > 1 or (changes and pool.values):
            raise UnknownDiceError  # a condition behind another one would be part of it
        text = self.write_faces(pool)
        if pool.reroll is not None:
            return text + ("r" if pool.reroll.is_once else "ri") + "".join(map(str, pool.reroll.when))
        if pool.explosion is not None:
            if pool.explosion.style == "penetrate":
                raise UnknownDiceError
            mark = "!" if pool.explosion.style == "once" else "!i"
            return text + mark + str(pool.explosion.when or "")
        if pool.keep is not None:
            if pool.keep[0] and pool.keep[1] < pool.count:
                raise UnknownDiceError
            return text + (write_keep(pool.keep, pool.count) or "")
        return text + (self.write_successes(pool.scoring) if pool.scoring is not None else "")

    @staticmethod
    def write_successes(successes: Successes) -> str:
        """Write the results that count, and a number that takes one away."""
        if successes.double is not None or (successes.minus is not None and successes.minus.sign != "="):
            raise UnknownDiceError
        return str(successes.when) + (f"-={successes.minus.number}" if successes.minus else "")


FOUNDRY, ROLL20, OBSIDIAN = _Foundry(), _Roll20(), _Obsidian()
