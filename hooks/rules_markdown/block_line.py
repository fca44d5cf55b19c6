"""The author's line: `::: roller psiops.action attribute=1 hide=modifier title="Kick the door"`."""

import shlex
from dataclasses import dataclass, replace
from typing import Any

from rules_py import RulesError
from rules_py.games import find
from rules_py.mechanic import Mechanic

MARK = ":::"
OPTIONS = {
    "table": {"title"},
    "roller": {"title", "hide"},
    "odds": {"title", "field", "over", "by"},
    "calculator": {"title"},
    "order": {"title", "hide", "again"},
    "compare": {"title", "field", "plus", "advantage"},
}
TAKES_SEVERAL = {"compare"}


@dataclass(frozen=True)
class Block:
    """A block's kind, the id it is about, its own options and the mechanic's presets; the blocks of further ids."""

    kind: str
    id: str
    options: dict[str, str]
    presets: dict[str, str]
    others: tuple["Block", ...] = ()


def parse(line: str) -> Block:
    """Read a block's line.

    Raises:
        RulesError: it says what was wrong and what is accepted.
    """
    try:
        words = shlex.split(line.strip().removeprefix(MARK))
    except ValueError as error:
        raise RulesError(f"block: got {line.strip()!r} ({error}), takes closed quotes") from None
    if len(words) < 2 or words[0] not in OPTIONS:
        raise RulesError(f"block: got {line.strip()!r}, takes ::: {', '.join(OPTIONS)} and an id")
    kind, first, *parts = words
    blocks = [Block(kind, first, {}, {})]
    for part in parts:
        name, equals, value = part.partition("=")
        if equals and name in blocks[-1].options | blocks[-1].presets:
            raise RulesError(f"{name}: got it twice, takes one value")
        if equals:
            (blocks[-1].options if name in OPTIONS[kind] else blocks[-1].presets)[name] = value
        elif kind in TAKES_SEVERAL:
            blocks.append(Block(kind, part, {}, {}))
        else:
            raise RulesError(f"block: got {part!r}, takes name=value after the id")
    block = replace(blocks[0], others=tuple(blocks[1:]))
    if kind == "table" and block.presets:
        raise RulesError(f"{next(iter(block.presets))}: not an option of a table, it takes {', '.join(OPTIONS['table'])}")
    return block


def mechanic_of(block: Block) -> tuple[Mechanic, dict[str, Any]]:
    """The block's mechanic and its checked parameters."""
    mechanic = find(block.id)
    return mechanic, mechanic.check(block.presets)


def parameter_values(mechanic: Mechanic, text: str, option: str) -> tuple[str, list[Any]]:
    """What `over=attribute` or `over=armor:0-3` runs through: the parameter and its values.

    Raises:
        RulesError: no such parameter, or not a range of it.
    """
    name, colon, limits = text.partition(":")
    if name not in mechanic.parameters:
        raise RulesError(f"{option}: got {name!r}, takes a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}")
    parameter = mechanic.parameters[name]
    if colon and ".." not in limits and "," in limits:
        return name, [parameter.accept(value) for value in limits.split(",")]
    about = parameter.describe()
    if about["kind"] == "bool":
        return name, [False, True]
    if about["kind"] == "choice":
        return name, about["choices"]
    if about["kind"] != "int":
        raise RulesError(f"{option}: got {name!r}, takes a parameter that is a number, a choice or a yes or no")
    low, high = about["range"]
    if colon:
        ends = limits.split("..") if ".." in limits else limits.rsplit("-", 1)
        if len(ends) != 2:
            raise RulesError(f"{option}: got {text!r}, takes a range such as {name}:0..3")
        low, high = (parameter.accept(end) for end in ends)
    if high is None or high - low > 60 or high < low:
        raise RulesError(f"{option}: got {text!r}, takes a range of at most 60 numbers such as {name}:0..3")
    return name, list(range(low, high + 1))


