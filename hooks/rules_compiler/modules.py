"""The compiled rules as JavaScript modules: the core and each game, and the odds and the play of both apart.

A module holds the items that only its own questions need. An item that several of them need is in the module that all
of them import.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_py.bridge import chances, fights, rolls, sheets
from rules_py.bridge.answers import answer_in_time_slice
from rules_py.registry import games
from rules_py.registry.play import GamePlay, find_play

from .names import UnsupportedError
from .program import Program

CORE = "core"
ODDS = "odds"
PLAY = "play"
RUNTIME = "runtime"
ODDS_SUFFIX = "-odds"
"""The end of the name of a module with a game's calculators."""

PLAY_SUFFIX = "-play"
"""The end of the name of a module with a game's sheets, changes and fights."""

QUESTIONS: Mapping[str, tuple[Callable[..., Any], ...]] = {
    CORE: (rolls.roll, rolls.resolve, rolls.asks, rolls.plan),
    ODDS: (chances.odds, chances.calculate, chances.sweep),
    PLAY: (sheets.sheet, sheets.read, sheets.change, sheets.make, sheets.fill, sheets.leads, fights.fight),
}
"""The handlers of `rules_py.bridge` that are compiled, by the module that answers them."""


@dataclass(frozen=True)
class Registration:
    """An item that a module makes known: a question, its time slices, a rule or a table.

    Attributes:
        kind: "question", "time slices", "mechanic", "calculator", "table" or "play".
        id: the question's name, or the id, or "".
        root: the item's JavaScript.
    """

    kind: str
    id: str
    root: str

    @property
    def statement(self) -> str:
        """The statement that makes it known."""
        if self.kind == "question":
            return f"$.addQuestion({json.dumps(self.id)}, {self.root});"
        if self.kind == "time slices":
            return f"$.addTimeSlices({self.root});"
        return f"$.register({json.dumps(self.kind)}, {json.dumps(self.id)}, {self.root});"


@dataclass
class Entry:
    """A module: its name and what it makes known."""

    name: str
    registrations: list[Registration] = field(default_factory=list)


@dataclass(frozen=True)
class CompiledRules:
    """The program of the core and all games, and the modules that it is written to."""

    program: Program
    entries: tuple[Entry, ...]

    @property
    def registrations(self) -> Iterable[Registration]:
        """Everything that the modules make known."""
        return (each for entry in self.entries for each in entry.registrations)

    def write_modules(self, excluded_ids: Collection[str] = ()) -> dict[str, str]:
        """Return the modules by name, without the runtime.

        Args:
            excluded_ids: mechanics, calculators and games' play to leave out.
        """
        kept = [
            Entry(
                entry.name,
                [each for each in entry.registrations if each.kind == "table" or each.id not in excluded_ids],
            )
            for entry in self.entries
        ]
        places = _place_items(self.program, kept)
        return {entry.name: _write_module(self.program, entry, places) for entry in kept}


def compile_rules() -> CompiledRules:
    """Compile the core and all games.

    Call it in an interpreter that has only imported the games: the program contains the data as it is now.
    """
    program = Program()
    entries = [_add_questions(program, name) for name in QUESTIONS]
    for game in games.iter_games():
        entries += [_add_game(program, game), _add_calculators(program, game), _add_play(program, game)]
    return CompiledRules(program, tuple(entries))


def _add_questions(program: Program, name: str) -> Entry:
    entry = Entry(name)
    for handler in QUESTIONS[name]:
        entry.registrations.append(Registration("question", handler.__name__, program.add_root(handler)))
    if name == CORE:
        _register(program, entry, "mechanic", "dice", games.find_mechanic("dice"))
    if name == ODDS:
        written = program.add_root(answer_in_time_slice)
        entry.registrations.append(Registration("time slices", "", written))
    return entry


def _add_game(program: Program, game: games.Game) -> Entry:
    entry = Entry(game.slug)
    rollable = [*game.mechanics.values(), *(game.find_mechanic(each.id) for each in game.tables.values() if each.die)]
    for mechanic in rollable:
        _register(program, entry, "mechanic", mechanic.id, mechanic)
    for table in game.tables.values():
        _register(program, entry, "table", table.id, table)
    return entry


def _add_calculators(program: Program, game: games.Game) -> Entry:
    entry = Entry(game.slug + ODDS_SUFFIX)
    for calculator in game.calculators.values():
        _register(program, entry, "calculator", calculator.id, calculator)
    return entry


def _add_play(program: Program, game: games.Game) -> Entry:
    entry = Entry(game.slug + PLAY_SUFFIX)
    found = find_play(game.slug)
    _register(program, entry, "play", game.slug, GamePlay(found.sheets, found.changes, found.fight_rules))
    return entry


def _register(program: Program, entry: Entry, kind: str, id: str, value: object) -> None:
    """Add a rule or table to a module, unless it can't be compiled; then the program has the reason."""
    try:
        written = program.add_root(value)
    except UnsupportedError as error:
        program.problems.append(f"{id}: {error}")
        return
    entry.registrations.append(Registration(kind, id, written))


def _place_items(program: Program, entries: list[Entry]) -> dict[str, str]:
    """Return the module of each item: the only one that reaches it, or else the one that the others import."""
    reached: dict[str, set[str]] = {}
    for entry in entries:
        pending = [each.root for each in entry.registrations]
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in seen or name not in program.items:
                continue
            seen.add(name)
            reached.setdefault(name, set()).add(entry.name)
            pending += program.items[name].uses
    return {name: _choose_module(modules) for name, modules in reached.items()}


def _choose_module(modules: set[str]) -> str:
    if len(modules) == 1:
        return next(iter(modules))
    games = {name.removesuffix(ODDS_SUFFIX).removesuffix(PLAY_SUFFIX) for name in modules}
    if len(games) == 1:
        return next(iter(games))
    for shared, suffix in ((ODDS, ODDS_SUFFIX), (PLAY, PLAY_SUFFIX)):
        if all(name == shared or name.endswith(suffix) for name in modules):
            return shared
    return CORE


def _write_module(program: Program, entry: Entry, places: Mapping[str, str]) -> str:
    own = [item for item in program.items.values() if places.get(item.name) == entry.name]
    uses = {name for item in own for name in item.uses} | {each.root for each in entry.registrations}
    imports = _write_imports(entry.name, uses, places)
    exports = [item.name for item in own]
    return "\n".join(
        [
            f'import * as $ from "./{RUNTIME}.js";',
            *imports,
            *(item.head for item in own),
            *(statement for item in own for statement in item.tail),
            *(each.statement for each in entry.registrations),
            f"export {{{', '.join(exports)}}};" if exports else "",
        ]
    )


def _write_imports(own: str, uses: Iterable[str], places: Mapping[str, str]) -> list[str]:
    by_module: dict[str, list[str]] = {}
    for name in sorted(uses):
        if name in places and places[name] != own:
            by_module.setdefault(places[name], []).append(name)
    return [f'import {{{", ".join(names)}}} from "./{module}.js";' for module, names in by_module.items()]
