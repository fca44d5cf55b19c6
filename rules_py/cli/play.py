"""What the commands about sheets answer: their JSON, and how to write it as text."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rules_py
from rules_py.cli.commands import Result, read_params
from rules_py.errors import RulesError
from rules_py.play import Sheet
from rules_py.play.sheet import read_sheet
from rules_py.registry.play import find_change, find_sheet, read_fight
from rules_py.text.formatting import as_name, text_of, whole_of

if TYPE_CHECKING:
    from rules_py.play.forecast.report import Forecast, Share

LARGEST_FILE = 1_000_000
"""Bytes of a sheet's file."""


def list_sheets(given: argparse.Namespace) -> Result:
    """The kinds of sheet of a game, or of all."""
    ids = rules_py.sheets(given.slug)
    return list(ids), lambda: "\n".join(f"{id}  {find_sheet(id).title}" for id in ids)


def sheet(given: argparse.Namespace) -> Result:
    """A sheet from its fields."""
    made = rules_py.sheet(given.id, **read_params(given.params))
    return made.to_dict(), lambda: _text(made)


def list_changes(given: argparse.Namespace) -> Result:
    """What can happen to a kind of sheet."""
    ids = rules_py.changes(given.id)
    return list(ids), lambda: "\n".join(f"{id}  {find_change(id, find_sheet(given.id)()).title}" for id in ids)


def change(given: argparse.Namespace) -> Result:
    """A sheet's file after a change."""
    made = rules_py.change(read_sheet(_read(given.file), find_sheet), given.id, **read_params(given.params))
    return made.to_dict(), lambda: "\n".join([*made.steps, _text(made.sheet)])


def fight(given: argparse.Namespace) -> Result:
    """What a fight's file comes to."""
    made = read_fight(_read(given.file))

    def text() -> str:
        lines = [said for entry in made.log for said in entry.said]
        for each in made.fighters.values():
            lines += [f"{each.name} ({made.kind.sides[each.side]}{', out' if each.is_out else ''})"]
            lines += [f"  {warning}" for warning in each.sheet.warnings]
        return "\n".join(lines)

    return made.to_dict(), text


def forecast(given: argparse.Namespace) -> Result:
    """What a fight's file will come to."""
    params = read_params(given.params)
    for name in params:
        if name not in ASKED:
            raise RulesError(f"{as_name(name)}: not a parameter of forecast, it takes {', '.join(ASKED)}")
    asked = {name: ASKED[name](text) for name, text in params.items()}
    made = rules_py.forecast(_read(given.file), seed=given.seed, **asked)
    return made.to_dict(), lambda: _forecast_text(made)


def _forecast_text(made: "Forecast") -> str:
    from rules_py.play.forecast.report import LEAST_SAID, percent_said

    def interval(share: "Share") -> str:
        return "" if made.exact else f"  ({share.low:.1%} to {share.high:.1%})"

    lines = []
    for side, share in made.sides.items():
        flees = f", flees {percent_said(made.flees[side])}" if made.flees else ""
        lines.append(f"{made.fight.kind.sides[side]}: {percent_said(share)}{interval(share)}{flees}")
        lines += [
            f"  {each.name} goes down: {percent_said(made.people[key])}{interval(made.people[key])}"
            for key, each in made.fight.fighters.items()
            if each.side == side
        ]
    if float(made.nobody.chance) >= LEAST_SAID:
        lines.append(f"Nobody is left: {percent_said(made.nobody)}{interval(made.nobody)}")
    lines += [said for said in (made.undecided_said, made.length_said, made.basis_said) if said]
    return "\n".join([*lines, *made.ways.said])


def _number(text: str) -> Any:
    """A number from text; what is none is left as it is, and refused by its name."""
    try:
        return whole_of(text) if "." not in text else float(text)
    except ValueError:
        return text


ASKED: dict[str, Callable[[str], Any]] = {
    "target": str,
    "flees": str,
    "at_most": _number,
    "within": _number,
    "exact": lambda text: {"true": True, "false": False}.get(text, text),
}
"""What may be said of a forecast, and how it is read."""


def _text(sheet: Sheet) -> str:
    lines = [f"{sheet.title} ({sheet.id})"]
    lines += [f"{name} = {text_of(value)}" for name, value in {**sheet.fields, **sheet.derived}.items()]
    return "\n".join([*lines, *sheet.warnings])


def _read(file: str) -> Any:
    """JSON from a file, or from standard input where the file is "-"."""
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise RulesError(
            f"file: got {file!r}, takes a file that can be read ({getattr(error, 'strerror', None) or error})"
        ) from None
    if len(content) > LARGEST_FILE:
        raise RulesError(f"file: got {file!r}, takes one of at most {LARGEST_FILE} bytes")
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise RulesError(f"file: got {file!r}, takes one with JSON in it") from None
