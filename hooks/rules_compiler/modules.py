"""The compiled rules as JavaScript modules: the core and each game, and the odds of both apart.

A module holds the items that only its own questions need. An item that several of them need is in the module that all
of them import.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_py.bridge import chances, rolls
from rules_py.bridge.answers import answer_in_time_slice
from rules_py.registry import games

from .names import UnsupportedError
from .program import Program

CORE = "core"
ODDS = "odds"
RUNTIME = "runtime"
ODDS_SUFFIX = "-odds"
"""The end of the name of a module with a game's calculators."""

QUESTIONS: Mapping[str, tuple[Callable[..., Any], ...]] = {
    CORE: (rolls.roll, rolls.resolve, rolls.asks, rolls.plan),
    ODDS: (chances.odds, chances.calculate, chances.sweep),
}
"""The handlers of `rules_py.bridge` that are compiled, by the module that answers them."""


@dataclass
class Entry:
    """A module: the JavaScript of the items that it makes known, and of the statements that do so."""

    name: str
    roots: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CompiledRules:
    """The modules by name, without the runtime, and the constructs that aren't supported, each with its place."""

    modules: dict[str, str]
    problems: tuple[str, ...]


def compile_rules(excluded_ids: Collection[str] = ()) -> CompiledRules:
    """Compile the core and all games.

    Call it in an interpreter that has only imported the games: the program contains the data as it is now.

    Args:
        excluded_ids: mechanics and calculators to leave out.
    """
    program = Program()
    entries = [_add_questions(program, name) for name in QUESTIONS]
    for game in games.iter_games():
        entries += [_add_game(program, game, excluded_ids), _add_calculators(program, game, excluded_ids)]
    places = _place_items(program, entries)
    return CompiledRules(
        {entry.name: _write_module(program, entry, places) for entry in entries}, tuple(program.problems)
    )


def _add_questions(program: Program, name: str) -> Entry:
    entry = Entry(name)
    for handler in QUESTIONS[name]:
        written = program.add_root(handler)
        entry.roots.append(written)
        entry.statements.append(f'$.addQuestion("{handler.__name__}", {written});')
    if name == CORE:
        _register(program, entry, "mechanic", "dice", games.find_mechanic("dice"))
    if name == ODDS:
        written = program.add_root(answer_in_time_slice)
        entry.roots.append(written)
        entry.statements.append(f"$.addTimeSlices({written});")
    return entry


def _add_game(program: Program, game: games.Game, excluded_ids: Collection[str]) -> Entry:
    entry = Entry(game.slug)
    rollable = [*game.mechanics.values(), *(game.find_mechanic(each.id) for each in game.tables.values() if each.die)]
    for mechanic in rollable:
        if mechanic.id not in excluded_ids:
            _register(program, entry, "mechanic", mechanic.id, mechanic)
    for table in game.tables.values():
        _register(program, entry, "table", table.id, table)
    return entry


def _add_calculators(program: Program, game: games.Game, excluded_ids: Collection[str]) -> Entry:
    entry = Entry(game.slug + ODDS_SUFFIX)
    for calculator in game.calculators.values():
        if calculator.id not in excluded_ids:
            _register(program, entry, "calculator", calculator.id, calculator)
    return entry


def _register(program: Program, entry: Entry, kind: str, id: str, value: object) -> None:
    """Add a rule or table to a module, unless it can't be compiled; then the program has the reason."""
    try:
        written = program.add_root(value)
    except UnsupportedError as error:
        program.problems.append(f"{id}: {error}")
        return
    entry.roots.append(written)
    entry.statements.append(f"$.register({json.dumps(kind)}, {json.dumps(id)}, {written});")


def _place_items(program: Program, entries: list[Entry]) -> dict[str, str]:
    """Return the module of each item: the only one that reaches it, or else the one that the others import."""
    reached: dict[str, set[str]] = {}
    for entry in entries:
        pending = list(entry.roots)
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
    games = {name.removesuffix(ODDS_SUFFIX) for name in modules}
    if len(games) == 1:
        return next(iter(games))
    return ODDS if all(name == ODDS or name.endswith(ODDS_SUFFIX) for name in modules) else CORE


def _write_module(program: Program, entry: Entry, places: Mapping[str, str]) -> str:
    own = [item for item in program.items.values() if places.get(item.name) == entry.name]
    uses = {name for item in own for name in item.uses} | set(entry.roots)
    imports = _write_imports(entry.name, uses, places)
    exports = [item.name for item in own]
    return "\n".join(
        [
            f'import * as $ from "./{RUNTIME}.js";',
            *imports,
            *(item.head for item in own),
            *(statement for item in own for statement in item.tail),
            *entry.statements,
            f"export {{{', '.join(exports)}}};" if exports else "",
        ]
    )


def _write_imports(own: str, uses: Iterable[str], places: Mapping[str, str]) -> list[str]:
    by_module: dict[str, list[str]] = {}
    for name in sorted(uses):
        if name in places and places[name] != own:
            by_module.setdefault(places[name], []).append(name)
    return [f'import {{{", ".join(names)}}} from "./{module}.js";' for module, names in by_module.items()]
