"""The author's line: `::: roller psiops.action attribute=1 hide=modifier title="Kick the door"`."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter
from rules_py.registry.games import find_mechanic

from .page import Page

MARK = ":::"


@dataclass(frozen=True)
class BlockKind:
    """A kind of block.

    Attributes:
        name: the word behind the mark.
        html: what a block of the kind shows on a page.
        options: the names that are the block's own; any other name presets a parameter.
        takes_presets: whether there are parameters to preset.
        takes_several: whether further ids may follow, each with options and presets of its own.
    """

    name: str
    render: Callable[["Block", Page], str]
    options: tuple[str, ...]
    accepts_presets: bool = True
    accepts_several_ids: bool = False


@dataclass(frozen=True)
class Block:
    """A block's kind, the id it is about, its own options and the presets; the blocks of further ids."""

    kind: BlockKind
    id: str
    options: dict[str, str]
    presets: dict[str, str]
    other_blocks: tuple["Block", ...] = ()


class HasParameters(Protocol):
    """What presets are for: a mechanic, a calculator."""

    @property
    def id(self) -> str:
        """What it is called in lines and refusals."""

    @property
    def parameters(self) -> dict[str, Parameter]:
        """What may be preset."""

    def check(self, params: dict[str, Any], /) -> dict[str, Any]:
        """All parameters with their checked values."""


def parse_block(line: str, kinds: Mapping[str, BlockKind]) -> Block:
    """Read a block's line; `kinds` are those there are, by name.

    Raises:
        RulesError: it says what was wrong and what is accepted.
    """
    try:
        words = shlex.split(line.strip().removeprefix(MARK))
    except ValueError as error:
        raise RulesError(f"block: got {line.strip()!r} ({error}), takes closed quotes") from None
    if len(words) < 2 or words[0] not in kinds:
        raise RulesError(f"block: got {line.strip()!r}, takes {MARK} {', '.join(kinds)} and an id")
    kind, first, *parts = kinds[words[0]], *words[1:]
    blocks = [Block(kind, first, {}, {})]
    for part in parts:
        name, equals, value = part.partition("=")
        if equals and name in blocks[-1].options | blocks[-1].presets:
            raise RulesError(f"{name}: got it twice, takes one value")
        if equals:
            (blocks[-1].options if name in kind.options else blocks[-1].presets)[name] = value
        elif kind.accepts_several_ids:
            blocks.append(Block(kind, part, {}, {}))
        else:
            raise RulesError(f"block: got {part!r}, takes name=value after the id")
    block = replace(blocks[0], other_blocks=tuple(blocks[1:]))
    if block.presets and not kind.accepts_presets:
        unknown = next(iter(block.presets))
        raise RulesError(f"{unknown}: not an option of {MARK} {kind.name}, it takes {', '.join(kind.options)}")
    return block


def resolve_presets(block: Block, owner: HasParameters) -> dict[str, Any]:
    """All parameters of what the block is about, as it presets them.

    Raises:
        RulesError: a name is neither an option nor a parameter, or a value is not accepted.
    """
    for name in block.presets:
        if name not in owner.parameters:
            taken = ", ".join(owner.parameters) or "no parameters"
            raise RulesError(
                f"{name}: not a parameter of {owner.id}, it takes {taken}; "
                f"{MARK} {block.kind.name} itself takes {', '.join(block.kind.options)}"
            )
    return owner.check(dict(block.presets))


def resolve_mechanic(block: Block) -> tuple[Mechanic, dict[str, Any]]:
    """The block's mechanic and its checked parameters."""
    mechanic = find_mechanic(block.id)
    return mechanic, resolve_presets(block, mechanic)
