"""A sheet as a block of Obsidian's plugin Fantasy Statblocks."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rules_py.errors import RulesError
from rules_py.formats.dice import RuleDice, find_rule_dice
from rules_py.formats.plain_dice import write_plain_dice
from rules_py.parameters import Parameter
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_text


def write_statblock(sheet: Sheet, source: str = "") -> str:
    """Write a sheet as YAML in a fenced block.

    The plugin's layouts show the traits, which are the values that aren't empty, and the actions, which are the rolls
    with their dice. Texts are JSON strings, which YAML reads, too.

    Args:
        sheet: a sheet of any game, such as an enemy.
        source: the line that says where the game's rules come from, or "".
    """
    entries = [("name", sheet.display_name), ("type", sheet.title)]
    if sheet.meter is not None:
        entries.append(("hp", getattr(sheet, sheet.meter[1])))
    lines = [f"{key}: {_quote(value)}" for key, value in entries]
    lines += _write_list("traits", _iter_traits(sheet))
    lines += _write_list("actions", _iter_actions(sheet))
    lines += [f"source: {_quote(source)}"] if source else []
    return "\n".join(["```statblock", *lines, "```"]) + "\n"


def _write_list(key: str, entries: Iterable[tuple[str, str]]) -> list[str]:
    lines = [line for name, said in entries for line in (f"  - name: {_quote(name)}", f"    desc: {_quote(said)}")]
    return [f"{key}:", *lines] if lines else []


def _quote(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _iter_traits(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for name, parameter in sheet.parameters.items():
        if name != "name" and (value := getattr(sheet, name)):
            yield parameter.label, _describe_value(parameter, value)
    for name, derivation in sheet.derivations.items():
        if name in {*sheet.glance, *sheet.hand} and (value := getattr(sheet, name)):
            yield derivation.label, to_text(value)


def _describe_value(parameter: Parameter, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_describe_entry(parameter, entry) for entry in value)
    return parameter.kind.names().get(to_text(value), to_text(value))


def _describe_entry(parameter: Parameter, entry: Any) -> str:
    """Return an entry of a list in words: its name, and the values of its other parts."""
    parts = [part for name, (part, _) in parameter.kind.entries().items() if name]
    if not parts or not isinstance(entry, tuple):
        text = to_text(entry)
        return parameter.kind.names().get(text, text)
    first, *others = (
        part.names().get(to_text(value), to_text(value)) for part, value in zip(parts, entry, strict=False)
    )
    return f"{first} ({', '.join(each for each in others if each)})" if others else first


def _iter_actions(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for binding in sheet.rolls:
        if binding.mechanic.cumulative:
            continue  # it counts rolls, and is none
        try:
            dice = find_rule_dice(binding.mechanic, binding.fill_known_params(sheet))
        except RulesError:
            continue  # the sheet can't make this roll as it is
        if dice:
            said = ", ".join(map(_describe_dice, dice))
            yield binding.mechanic.title, said


def _describe_dice(dice: RuleDice) -> str:
    """Return dice that Obsidian rolls, with their label; other dice are only text."""
    text = f"`dice: {write_plain_dice(dice.node)}`" if dice.node.is_plain() else str(dice.node)
    return f"{text} {dice.label}" if dice.label else text
