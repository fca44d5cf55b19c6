"""The parser of block lines: `::: roller psiops.action attribute=1 hide=modifier title="Kick the door"`."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules_py import RulesError, discovery
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter
from rules_py.registry.games import find_mechanic, systems

from .page import Page

MARK = ":::"


@dataclass(frozen=True)
class BlockKind:
    """A kind of block.

    Attributes:
        name: the word after `:::`.
        render: renders a block's HTML on a page.
        options: the names of the block's options; any other name presets a parameter.
        accepts_presets: whether there are parameters to preset.
        accepts_several_ids: whether more ids may follow, each with its own options and presets.
        check: raises an error for a block that can't be rendered, if that is quicker than rendering it.
    """

    name: str
    render: Callable[["Block", Page], str]
    options: tuple[str, ...]
    accepts_presets: bool = True
    accepts_several_ids: bool = False
    check: Callable[["Block", Page], object] | None = None


@dataclass(frozen=True)
class Block:
    """A parsed block: its kind, id, options and presets; `other_blocks` are those of further ids."""

    kind: BlockKind
    id: str
    options: dict[str, str]
    presets: dict[str, str]
    other_blocks: tuple["Block", ...] = ()


class HasParameters(Protocol):
    """An object whose parameters can be preset: a mechanic or a calculator."""

    @property
    def id(self) -> str:
        """The id used in block lines and error messages."""

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters that may be preset."""

    def check(self, params: dict[str, Any], /) -> dict[str, Any]:
        """Check parameters and return all of them, with defaults filled in."""


def is_block(line: str) -> bool:
    """Return True if a line is one of our blocks, and not a Python name for mkdocstrings, such as `::: os.path.join`.

    >>> is_block("::: roller moonbase.repair"), is_block("::: os.path.join"), is_block("text")
    (True, False, False)
    """
    words = line.strip().removeprefix(MARK).split()
    is_python = len(words) == 1 and "." in words[0] and words[0].partition(".")[0] not in systems()
    return line.strip().startswith(MARK) and not is_python


def parse_block(line: str, kinds: Mapping[str, BlockKind]) -> Block:
    """Parse a block's line; `kinds` are the known kinds by name.

    Raises:
        RulesError: the line is invalid; the message says what is accepted.
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


def without_left_out_games(block: Block) -> Block | None:
    """Return a block without the ids of games that the site leaves out; None if none remains."""
    left_out = discovery.find_left_out()
    kept = [
        each for each in (block, *block.other_blocks) if each.id.rpartition(":")[2].partition(".")[0] not in left_out
    ]
    return replace(kept[0], other_blocks=tuple(kept[1:])) if kept else None


def resolve_presets(block: Block, owner: HasParameters) -> dict[str, Any]:
    """Return the checked values of all parameters of the block's subject, with the block's presets.

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
    """Return the block's mechanic and its checked parameters."""
    mechanic = find_mechanic(block.id)
    return mechanic, resolve_presets(block, mechanic)
