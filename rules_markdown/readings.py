"""Readings: the passages of docstrings that say how a rule is read where a game's text is unclear."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import isfunction
from typing import Any

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play import Change, Sheet
from rules_py.play.sheet import Derived
from rules_py.registry.games import Game, find_game
from rules_py.registry.play import find_play
from rules_py.text.readings import parse_readings

BEGINNING = 100
"""The most characters of a Reading that its fold shows while it is closed."""


@dataclass(frozen=True)
class Reading:
    """A Reading, and the change or the sheet that it is about; a rule's is shown next to its roller and names none."""

    text: str
    subject: str = ""

    @property
    def sentence(self) -> str:
        """The text with a capital letter."""
        return self.text[0].upper() + self.text[1:]

    @property
    def beginning(self) -> str:
        """The beginning of the sentence, for the fold.

        >>> Reading("halves round up").beginning, len(Reading("a dozen words " * 20).beginning) <= BEGINNING
        ('Halves round up', True)
        """
        return textwrap.shorten(self.sentence, BEGINNING, placeholder=" …")


def list_mechanic_readings(mechanic: Mechanic) -> list[Reading]:
    """Return the Readings of a rule."""
    return [Reading(text) for text in parse_readings(mechanic.rule.__doc__)]


def list_change_readings(change: Change) -> list[Reading]:
    """Return the Readings of a change."""
    return [Reading(text, change.title) for text in parse_readings(change.rule.__doc__)]


def list_sheet_readings(sheet: type[Sheet]) -> list[Reading]:
    """Return the Readings of a sheet, of its base classes, and of its derived values and methods."""
    classes = [each for each in sheet.__mro__ if issubclass(each, Sheet) and each is not Sheet]
    found = [Reading(text, sheet.title) for each in classes for text in parse_readings(each.__doc__)]
    for value in (value for each in classes for value in vars(each).values()):
        if isinstance(value, Derived | property) or isfunction(value):
            subject = value.label if isinstance(value, Derived) else sheet.title
            found += [Reading(text, subject) for text in parse_readings(value.__doc__)]
    return found


def list_fight_readings(game: Game) -> list[Reading]:
    """Return the Readings in the module of a game's FIGHT: in its docstring and in those of its functions."""
    found: list[Reading] = []
    for module in (each for each in game.package.play_modules if "FIGHT" in vars(each)):
        functions = (each for each in vars(module).values() if isfunction(each) and each.__module__ == module.__name__)
        found += [Reading(text) for each in (module, *functions) for text in parse_readings(each.__doc__)]
    return found


def find_readings(id: str) -> list[Reading]:
    """Return the Readings of the rule, change or sheet with an id, or of the fight of the game with a slug.

    `sheet:` before the id says which, if several have some; `fight:` comes before the slug of a game.

    Raises:
        RulesError: nothing has the id, or none or several of those that have it have Readings.
    """
    kind, _, name = id.rpartition(":")
    owners = {each: readings for each, readings in _iter_owners(name) if kind in ("", each)}
    if not owners:
        raise RulesError(f"readings: got {id}, takes the id of a rule, a change or a sheet, or fight:<game>")
    found = {each: readings for each, readings in owners.items() if readings}
    if not found:
        raise RulesError(f'readings: got {id}, takes an id whose docstring has a passage "Reading: …"')
    if len(found) > 1:
        raise RulesError(f"readings: got {name}, takes {' or '.join(f'{each}:{name}' for each in found)}")
    return next(iter(found.values()))


def _iter_owners(id: str) -> Iterator[tuple[str, list[Reading]]]:
    slug = id.partition(".")[0]
    game, play = find_game(slug), find_play(slug)
    owners: tuple[tuple[str, Any, Any], ...] = (
        ("mechanic", game.mechanics, list_mechanic_readings),
        ("change", play.changes, list_change_readings),
        ("sheet", play.sheets, list_sheet_readings),
        ("fight", {slug: game}, list_fight_readings),
    )
    for kind, known, list_readings in owners:
        if id in known:
            yield kind, list_readings(known[id])
