"""The compiled rules as JavaScript modules: the core, the rules of each page, odds, sheets and fights apart.

A module holds the items that only its own questions need. An item that several of them need is in the module that all
of them import: that of the game, or the core.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType
from typing import Any

import rules_py
from rules_py.bridge import (
    characters,
    encounters,
    fight_past,
    fights,
    forecasts,
    history,
    pasted,
    printing,
    probabilities,
    requests,
    rolls,
    sheets,
)
from rules_py.bridge.answers import answer_in_time_slice
from rules_py.notation.grammar import parse_notation
from rules_py.notation.rare_scanner import scan_rare_dice
from rules_py.play.forecast.exact import MarkovChain
from rules_py.registry import games
from rules_py.registry.play import GamePlay, find_play
from rules_py.rendering.fights.drawers import render_drawer

from ..compile.kinds import is_own_class, list_subclasses
from ..compile.lookups import find_ids
from ..compile.names import UnsupportedError, write_text
from ..compile.program import Item, Program

CORE = "core"
CHANCES = "chances"
DRAWERS = "drawers"
ENCOUNTERS = "encounters"
EXACT_FORECAST = "exact-forecast"
FIGHT_CHANCES = "fight-chances"
FIGHTS = "fights"
FIGHT_PAST = "fight-past"
FORECAST = "forecast"
FORECAST_PARTS = "forecast-parts"
MAKING = "making"
NOTATION = "notation"
ODDS = "odds"
PAPER = "paper"
PASTED = "pasted"
PLAY = "play"
PREVIEWS = "previews"
REQUESTS = "requests"
ROLL_PREVIEWS = "roll-previews"
RUNTIME = "runtime"
SHEETS = "sheets"
ODDS_SUFFIX = "-odds"
"""The end of the name of a module with a game's calculators."""

PLAY_SUFFIX = "-play"
"""The end of the name of a module with a game's sheets, changes and fights."""

RUNTIME_NAME = re.compile(r"\$\.(\w+)")
"""A name of the runtime. No text has one, because the compiler writes texts without a `$`."""

VALUE = re.compile(r"(?<!function )(?<!function\* )(\$f\d+)\b(?!\()")
"""A function that isn't called where its name is."""

QUESTIONS: Mapping[str, tuple[Callable[..., Any], ...]] = {
    CORE: (rolls.roll, rolls.resolve, rolls.asks, rolls.plan, rolls.throw_dice),
    ODDS: (probabilities.odds, probabilities.calculate, probabilities.sweep, history.luck),
    PASTED: (pasted.paste, pasted.scan),
    SHEETS: (
        sheets.sheet,
        sheets.open_sheet,
        sheets.act,
        sheets.read,
        sheets.change,
        sheets.fill,
        sheets.leads,
    ),
    ROLL_PREVIEWS: (sheets.roll_form, sheets.chances),
    FIGHTS: (fights.fight, fights.fight_dice),
    FIGHT_CHANCES: (fights.fight_odds,),
    FIGHT_PAST: (fight_past.past,),
    ENCOUNTERS: (
        encounters.fresh_fight,
        encounters.players_view,
        encounters.shared_view,
        requests.ask_roll,
        requests.ask_in_fight,
        requests.use_answer,
        encounters.foreign_fight,
        encounters.event_list,
    ),
    FORECAST: (fights.forecast,),
    FORECAST_PARTS: (forecasts.forecast_coverage, forecasts.forecast_variations, forecasts.forecast_sample),
    PAPER: (printing.paper, printing.statblock),
    MAKING: (characters.making,),
    REQUESTS: (requests.asked_roll, requests.answer_roll, requests.check_answer),
}
"""The handlers of `rules_py.bridge` that are compiled, by the module that answers them."""

LATER: Mapping[str, tuple[Callable[..., Any], ...]] = {
    NOTATION: (parse_notation, scan_rare_dice),
    DRAWERS: (render_drawer,),
    EXACT_FORECAST: (MarkovChain.compute_results,),
}
"""The functions that few answers need, by the module that has them. A call of a function that isn't here yet ends the
question; the page loads the module, and asks again.
"""

LOADED_WITH: Mapping[str, tuple[str, ...]] = {
    CORE: (),
    CHANCES: (CORE,),
    NOTATION: (CHANCES,),
    ODDS: (CHANCES,),
    PASTED: (ODDS,),
    PLAY: (CORE,),
    SHEETS: (PLAY,),
    FIGHTS: (PLAY,),
    PAPER: (PLAY,),
    MAKING: (SHEETS,),
    PREVIEWS: (CHANCES, PLAY),
    ROLL_PREVIEWS: (PREVIEWS, SHEETS),
    FIGHT_CHANCES: (PREVIEWS, FIGHTS),
    FIGHT_PAST: (FIGHTS,),
    DRAWERS: (FIGHTS,),
    REQUESTS: (CORE,),
    ENCOUNTERS: (REQUESTS, FIGHTS),
    FORECAST: (PLAY,),
    EXACT_FORECAST: (PREVIEWS, FORECAST),
    FORECAST_PARTS: (FIGHT_CHANCES, EXACT_FORECAST),
}
"""The modules without a game, each with those that load with it. `page/js/rules-client/compiled-files.js` loads them.

Any two of them have in common one module and those that load with it, which is where the items go that both need.
"""


@dataclass(frozen=True)
class Registration:
    """An item that a module makes known: a question, its time slices, a rule or a table.

    Attributes:
        kind: "question", "time slices", "mechanic", "calculator", "table", "play" or "later"; or "left out".
        id: the question's name, or the id, or "".
        root: the item's JavaScript, or "".
    """

    kind: str
    id: str
    root: str

    @property
    def statement(self) -> str:
        """The statement that makes it known."""
        if self.kind == "question":
            return f"$.addQuestion({write_text(self.id)}, {self.root});"
        if self.kind == "time slices":
            return f"$.addTimeSlices({self.root});"
        if self.kind == "left out":
            return f"$.leaveOutRule({write_text(self.id)});"
        return f"$.register({write_text(self.kind)}, {write_text(self.id)}, {self.root});"


@dataclass
class Entry:
    """A module: its name and what it makes known.

    Attributes:
        name: the module's name.
        game: the slug of its game, or "".
        base: the module with the items that it shares with other games, one of `LOADED_WITH`.
        is_part: True for the rules of one page.
    """

    name: str
    game: str = ""
    base: str = CORE
    is_part: bool = False
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
            replace(
                entry,
                registrations=[
                    Registration("left out", each.id, "") if each.kind != "table" and each.id in excluded_ids else each
                    for each in entry.registrations
                ],
            )
            for entry in self.entries
        ]
        left_out = {
            each.root: each.id for each in self.registrations if each.kind == "mechanic" and each.id in excluded_ids
        }
        layout = Layout(self.program, kept, left_out)
        return {entry.name: layout.write_module(entry) for entry in kept}

    def list_parts(self, excluded_ids: Collection[str] = ()) -> dict[str, dict[str, list[str]]]:
        """Return the mechanics of each page by game: their ids without the slug, by the name that follows the slug.

        Args:
            excluded_ids: mechanics to leave out, as in `write_modules`.
        """
        found: dict[str, dict[str, list[str]]] = {}
        for entry in filter(lambda entry: entry.game, self.entries):
            parts = found.setdefault(entry.game, {})
            if entry.is_part:
                ids = [
                    each.id for each in entry.registrations if each.kind == "mechanic" and each.id not in excluded_ids
                ]
                parts[entry.name.partition(".")[2]] = [id.partition(".")[2] for id in ids]
        return found


def compile_rules(slugs: Collection[str] | None = None) -> CompiledRules:
    """Compile the core and all games, or some of them.

    Call it in an interpreter that has only imported the games: the program contains the data as it is now.
    """
    found = list(games.iter_games() if slugs is None else map(games.find_game, slugs))
    _import_modules(found)
    while True:
        classes = _list_classes()
        compiled = _compile_games(found)
        if _list_classes() == classes:
            return compiled
        # A function has imported another class, which may override methods of those that the program calls directly.


def _import_modules(found: Iterable[games.Game]) -> None:
    """Import all modules of the core, of some games and of their play, so that the classes of the program are known."""
    for module in walk_packages(rules_py.__path__, "rules_py."):
        if not module.name.startswith("rules_py.systems.") and not module.name.endswith("__main__"):
            import_module(module.name)
    for game in found:
        find_play(game.slug)


def _list_classes() -> set[type]:
    return {each for each in list_subclasses(object) if is_own_class(each)}


def _compile_games(found: Iterable[games.Game]) -> CompiledRules:
    program = Program({function: id for name in LATER for id, function in _list_later(name)})
    entries = [_add_questions(program, name) for name in LOADED_WITH]
    for game in found:
        shared, *parts = _add_pages(program, game)
        _share_consulted(program, shared, parts)
        entries += [shared, *(each for each in parts if each.registrations)]
        entries += [_add_calculators(program, game), _add_play(program, game)]
    return CompiledRules(program, tuple(entries))


def _add_questions(program: Program, name: str) -> Entry:
    entry = Entry(name, base=name)
    for handler in QUESTIONS.get(name, ()):
        entry.registrations.append(Registration("question", handler.__name__, program.add_root(handler)))
    if name == CORE:
        _register(program, entry, "mechanic", "dice", games.find_mechanic("dice"))
        written = program.add_root(answer_in_time_slice)
        entry.registrations.append(Registration("time slices", "", written))
    for id, function in _list_later(name):
        entry.registrations.append(Registration("later", id, program.add_later(function)))
    return entry


def _list_later(name: str) -> Iterable[tuple[str, FunctionType]]:
    """Yield the functions that a module makes known to those that load without it, with their ids."""
    for function in LATER.get(name, ()):
        assert isinstance(function, FunctionType)
        yield f"{name}.{function.__name__}", function


def _add_pages(program: Program, game: games.Game) -> list[Entry]:
    """Add a game's mechanics and tables: those of each page are a module, which loads with the page."""
    shared = Entry(game.slug, game.slug)
    parts: dict[str, Entry] = {}

    def find_part(place: str) -> Entry:
        name = f"{game.slug}.{_name_part(game.slug, place)}"
        return parts.setdefault(name, Entry(name, game.slug, is_part=True))

    rollable = [*game.mechanics.values(), *(game.find_mechanic(each.id) for each in game.tables.values() if each.die)]
    for mechanic in rollable:
        _register(program, find_part(mechanic.page), "mechanic", mechanic.id, mechanic)
    for table in game.tables.values():
        _register(program, find_part(table.page), "table", table.id, table)
    return [shared, *parts.values()]


def _name_part(slug: str, place: str) -> str:
    """Return the name of the part with the rules of a page.

    >>> _name_part("moon", "moon/cargo/#crates"), _name_part("moon", "moon/#crew")
    ('cargo', 'start')
    """
    words = re.findall(r"[\w-]+", place.partition("#")[0])
    return "-".join(words[1:] if words[:1] == [slug] else words) or "start"


def _share_consulted(program: Program, shared: Entry, parts: list[Entry]) -> None:
    """Move the rules and tables that several pages look up to the game's own module, with those that they look up.

    Args:
        program: the program.
        shared: the game's own module, which is still empty.
        parts: the modules of its pages.
    """
    known = [each.id for part in parts for each in part.registrations]
    own = {part.name: {each.id for each in part.registrations} for part in parts}
    consulted = [_find_consulted(program, part.registrations, known) - own[part.name] for part in parts]
    counts = Counter(id for ids in consulted for id in ids)
    pending = [id for id, count in counts.items() if count > 1]
    found: set[str] = set()
    while pending:
        id = pending.pop()
        if id not in found:
            found.add(id)
            registered = [each for part in parts for each in part.registrations if each.id == id]
            pending += _find_consulted(program, registered, known)
    for part in parts:
        shared.registrations += [each for each in part.registrations if each.id in found]
        part.registrations = [each for each in part.registrations if each.id not in found]


def _find_consulted(program: Program, registrations: Iterable[Registration], known: Collection[str]) -> set[str]:
    """Return the known ids that some rules look up."""
    items = (program.items[name] for name in sorted(_find_reached(program, registrations)))
    return {id for item in items for id in find_ids("\n".join([item.head, *item.tail]), known)}


def _find_reached(program: Program, registrations: Iterable[Registration]) -> set[str]:
    """Return the names of the items that some registrations need."""
    pending = [each.root for each in registrations]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found and name in program.items:
            found.add(name)
            pending += program.items[name].uses
    return found


def _add_calculators(program: Program, game: games.Game) -> Entry:
    entry = Entry(game.slug + ODDS_SUFFIX, game.slug, ODDS)
    for calculator in game.calculators.values():
        _register(program, entry, "calculator", calculator.id, calculator)
    return entry


def _add_play(program: Program, game: games.Game) -> Entry:
    entry = Entry(game.slug + PLAY_SUFFIX, game.slug, PLAY)
    found = find_play(game.slug)
    declared = GamePlay(found.sheets, found.changes, found.fight_rules, found.forecast_hints)
    _register(program, entry, "play", game.slug, declared)
    return entry


def _register(program: Program, entry: Entry, kind: str, id: str, value: object) -> None:
    """Add a rule or table to a module, unless it can't be compiled; then the program has the reason."""
    try:
        written = program.add_root(value)
    except UnsupportedError as error:
        program.problems.append(f"{id}: {error}")
        return
    entry.registrations.append(Registration(kind, id, written))


class Layout:
    """The module of each item, and the modules that each module imports."""

    def __init__(self, program: Program, entries: list[Entry], left_out: Mapping[str, str]) -> None:
        """Take the program, the modules' contents, and the ids of mechanics to leave out by their items.

        Other rules, sheets and fights may have such a mechanic too. It stops them when they run it.
        """
        self._program, self._left_out = program, left_out
        self._entries = {entry.name: entry for entry in entries}
        users: dict[str, list[Entry]] = {}
        for entry in entries:
            for name in _find_reached(program, entry.registrations):
                users.setdefault(name, []).append(entry)
        self._places = {name: _choose_module(those) for name, those in users.items()}
        self._values = {each.root for entry in entries for each in entry.registrations}
        for item in program.items.values():
            self._values |= {name for text in (item.head, *item.tail) for name in VALUE.findall(text)}
        self._homes = {
            each.id: entry.name
            for entry in entries
            for each in entry.registrations
            if each.kind in ("mechanic", "table")
        }

        self._imported = {
            name
            for entry in entries
            for name in self._find_uses(entry, self._list_own(entry))
            if self._places.get(name) != entry.name
        }

    def write_module(self, entry: Entry) -> str:
        """Return the text of a module, which exports what other modules import."""
        own = self._list_own(entry)
        uses = self._find_uses(entry, own)
        exports = [item.name for item in own if item.name in self._imported]
        return _import_runtime(
            [
                *self._write_imports(entry, uses),
                *(item.head for item in own),
                *(statement for item in own for statement in self._list_statements(item)),
                *(
                    f'$.leaveOut({item.name}, "rule", $.describeLeftOut({write_text(self._left_out[item.name])}));'
                    for item in own
                    if item.name in self._left_out
                ),
                *(each.statement for each in entry.registrations),
                f"export {{{', '.join(exports)}}};" if exports else "",
            ]
        )

    def _list_statements(self, item: Item) -> list[str]:
        """Return the statements that complete an item; only a function that is passed on needs its signature."""
        is_needed = item.needs_signature == "always" or (
            item.needs_signature == "as value" and item.name in self._values
        )
        return item.statements if is_needed else item.tail

    def _list_own(self, entry: Entry) -> list[Item]:
        return [item for item in self._program.items.values() if self._places.get(item.name) == entry.name]

    def _find_uses(self, entry: Entry, own: list[Item]) -> set[str]:
        return {name for item in own for name in item.uses} | {each.root for each in entry.registrations}

    def _write_imports(self, entry: Entry, uses: Iterable[str]) -> list[str]:
        by_module: dict[str, list[str]] = {name: [] for name in self._list_consulted(entry)}
        for name in sorted(uses):
            if name in self._places and self._places[name] != entry.name:
                by_module.setdefault(self._places[name], []).append(name)
        return [
            f'import {{{", ".join(names)}}} from "./{module}.js";' if names else f'import "./{module}.js";'
            for module, names in by_module.items()
        ]

    def _list_consulted(self, entry: Entry) -> list[str]:
        """Return the modules with rules and tables that an entry looks up; a fight may look up all of its game."""
        if entry.base == PLAY and entry.game:
            return [each.name for each in self._entries.values() if each.is_part and each.game == entry.game]
        ids = _find_consulted(self._program, entry.registrations, self._homes) if entry.game else ()
        return sorted({self._homes[id] for id in ids} - {entry.name})


def _import_runtime(lines: Iterable[str]) -> str:
    """Return the text of a module that imports its runtime's names one by one, which makes them short once minified.

    >>> print(_import_runtime(['$.add($.one, "two");']))
    import { add as $_add, one as $_one } from "./runtime.js";
    $_add($_one, "two");
    """
    text = "\n".join(lines)
    names = ", ".join(f"{name} as $_{name}" for name in sorted(set(RUNTIME_NAME.findall(text))))
    return f'import {{ {names} }} from "./{RUNTIME}.js";\n{RUNTIME_NAME.sub(r"$_\1", text)}'


def _choose_module(entries: list[Entry]) -> str:
    """Return the module of an item that some entries need."""
    if len(entries) == 1:
        return entries[0].name
    games = {entry.game for entry in entries}
    if len(games) == 1 and games != {""}:
        own = [entry for entry in entries if entry.base == CORE]
        return own[0].name if len(own) == 1 else entries[0].game
    common = set.intersection(*(_list_loaded(entry.base) for entry in entries))
    return max(common, key=lambda name: len(_list_loaded(name)))


def _list_loaded(base: str) -> set[str]:
    """Return the modules that load with a module, and itself."""
    return {base}.union(*map(_list_loaded, LOADED_WITH[base]))
