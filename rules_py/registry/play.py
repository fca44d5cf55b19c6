"""Registry of the games' sheets, changes and fights by id."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from rules_py.discovery import Package
from rules_py.errors import DataError, EventError, RulesError, UnknownIdError
from rules_py.play.changes import Change, list_changes
from rules_py.play.fight.config import FightContext, FightRules
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast_hints import ForecastHints
from rules_py.play.sheet import Sheet, find_sheets
from rules_py.registry import games
from rules_py.scheduling import Work, run_whole


@dataclass(frozen=True)
class GamePlay:
    """The sheet types, changes and fight rules of a game, and the hints for its forecasts.

    Attributes:
        sheets: its sheet types by id.
        changes: its changes by id.
        fight_rules: the rules of its fights, or None if it has none.
        forecast_hints: the hints for the forecasts of its fights.
    """

    sheets: Mapping[str, type[Sheet]]
    changes: Mapping[str, Change]
    fight_rules: FightRules | None
    forecast_hints: ForecastHints = field(default_factory=ForecastHints)

    def changes_for(self, sheet: type[Sheet]) -> list[Change]:
        """Return the changes for a sheet type, in order of definition."""
        return [change for change in self.changes.values() if issubclass(sheet, change.sheet_types)]


class PlayRegistry(GamePlay):
    """The sheet types, changes, fight rules and hints in a game's package."""

    def __init__(self, package: Package) -> None:
        super().__init__(*_collect_play(package))
        for sheet in self.sheets.values():
            if sheet.layout is not None:
                sheet.layout.check_changes(sheet, [change.id for change in self.changes_for(sheet)])


def _collect_play(
    package: Package,
) -> tuple[dict[str, type[Sheet]], dict[str, Change], FightRules | None, ForecastHints]:
    """Collect the sheet types, changes, fight rules and hints for forecasts that a game's modules declare.

    Raises:
        DataError: an id isn't the game's or is used twice, there is a second FIGHT or FORECAST, or a hint doesn't suit
            the fight; the message has the location.
    """
    sheets: dict[str, type[Sheet]] = {}
    changes: dict[str, Change] = {}
    fight_rules: FightRules | None = None
    hints: ForecastHints | None = None
    for module in package.play_modules:
        for sheet in find_sheets(module):
            if sheets.get(sheet.id) is sheet:
                continue
            _check_id(package, sheet.id, sheet.source_location(), sheets)
            sheets[sheet.id] = sheet
        for change in list_changes(module):
            if changes.get(change.id) is change:
                continue
            _check_id(package, change.id, change.source_location, changes)
            changes[change.id] = change
        fight_rules = _read_declaration(module, "FIGHT", fight_rules)
        hints = _read_declaration(module, "FORECAST", hints)
    if hints is not None:
        hints.check_declaration(f"{package.name}: FORECAST", fight_rules.declared_actions if fight_rules else ())
    return sheets, changes, fight_rules, hints or ForecastHints()


def _read_declaration[T](module: ModuleType, name: str, earlier: T | None) -> T | None:
    """Return what a module declares under a name, or else what an earlier one of the game does.

    Raises:
        DataError: both declare it.
    """
    declared: T | None = getattr(module, name, earlier)
    if earlier is not None and declared is not earlier:
        raise DataError(f"{module.__name__}: got a second {name}, takes one in a game")
    return declared


def _check_id(package: Package, id: str, place: str, existing: Mapping[str, object]) -> None:
    if not id.startswith(f"{package.slug}."):
        raise DataError(f"{place}: got the id {id}, takes {package.slug}.<name>")
    if id in existing:
        raise DataError(f"{place}: got the id {id}, which the game has already, takes another")


@cache
def _load_play(package: Package) -> PlayRegistry:
    return PlayRegistry(package)


def find_play(slug: str) -> PlayRegistry:
    """Return the sheet types, changes and fight rules of a game.

    Raises:
        RulesError: there is no such game.
    """
    package = games.find_game(slug).package
    return _load_play(package) if package.play_modules else PlayRegistry(package)  # its sheets may arrive later


def list_sheet_ids(slug: str | None = None) -> tuple[str, ...]:
    """Return the ids of a game's sheet types, or of all games'.

    Raises:
        RulesError: there is no such game.
    """
    slugs = games.systems() if slug is None else (games.find_game(slug).slug,)
    return tuple(id for each in slugs for id in find_play(each).sheets)


def find_sheet(sheet_id: str) -> type[Sheet]:
    """Return the sheet type with an id.

    Raises:
        RulesError: there is no such sheet type.
    """
    slug = sheet_id.partition(".")[0] if isinstance(sheet_id, str) else ""
    if games.has_game(slug):
        known = find_play(slug).sheets
        if sheet_id in known:
            return known[sheet_id]
        raise UnknownIdError("sheet", sheet_id, known, takes=f"one of {', '.join(known) or 'none'}")
    raise UnknownIdError(
        "sheet",
        sheet_id,
        takes=f"a game's id and one of its sheets with a dot between (games: {', '.join(games.systems())})",
    )


def find_change(change_id: str, sheet: Sheet) -> Change:
    """Return the change with an id, for a sheet.

    Raises:
        RulesError: the sheet's game has no such change.
    """
    known = find_play(sheet.id.partition(".")[0]).changes
    if isinstance(change_id, str) and change_id in known:
        return known[change_id]
    ids = [change.id for change in find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))]
    raise UnknownIdError("change", change_id, ids, takes=f"one of {', '.join(ids) or 'none'}")


def list_change_ids(sheet_id: str) -> tuple[str, ...]:
    """Return the ids of the changes for a sheet type.

    Raises:
        RulesError: there is no such sheet type.
    """
    sheet = find_sheet(sheet_id)
    return tuple(change.id for change in find_play(sheet_id.partition(".")[0]).changes_for(sheet))


def create_fight(slug: str) -> Fight:
    """Create a fight in which nothing has happened yet.

    Raises:
        RulesError: there is no such game, or it has no rules for fights.
    """
    play = find_play(slug)
    if play.fight_rules is None:
        fighting = [each for each in games.systems() if find_play(each).fight_rules]
        raise UnknownIdError(
            "fight", slug, fighting, none="none", plain="This game has no fights." if slug in games.systems() else ""
        )
    board = play.fight_rules.board() if play.fight_rules.board else None
    context = FightContext(play.changes, find_sheet, find_change, games.find_mechanic, play.forecast_hints)
    return Fight(slug, play.fight_rules, context, board=board)


def replay(slug: str, events: Iterable[Mapping[str, object]], start: Fight | None = None) -> Fight:
    """Apply events in order and return the resulting fight.

    Args:
        slug: the game.
        events: the events, as JSON.
        start: a fight of the game after the events before these; None if these are the first.

    Raises:
        RulesError: the game or an event is not accepted; the message names the event by its number from 1.
    """
    return run_whole(replay_in_steps(slug, events, start))


def replay_in_steps(slug: str, events: Iterable[Mapping[str, object]], start: Fight | None = None) -> Work[Fight]:
    """Apply events like `replay`, as work that yields after each of them.

    Raises:
        RulesError: as in `replay`.
    """
    fight = start or create_fight(slug)
    for number, event in enumerate(events, len(fight.log) + 1):
        try:
            fight = fight.apply(event)
        except RulesError as refusal:
            raise EventError(number, refusal) from None
        yield
    return fight


FIGHT_PARTS = {"fight", "events", "undone"}


def read_fight(data: Any) -> Fight:
    """Read a fight from its JSON data: `{"fight": slug, "events": [...]}`, perhaps with the events that were `undone`.

    Raises:
        RulesError: the data isn't a fight; the message says what is wrong.
    """
    return run_whole(read_fight_in_steps(data))


def read_fight_in_steps(data: Any) -> Work[Fight]:
    """Read a fight like `read_fight`, as work that yields after each event.

    Raises:
        RulesError: as in `read_fight`.
    """
    if not isinstance(data, dict) or not isinstance(data.get("events"), list) or set(data) - FIGHT_PARTS:
        raise RulesError(
            "fight: takes JSON with fight (a game) and events (a list)", plain="The stored fight can't be read."
        )
    return (yield from replay_in_steps(data.get("fight", ""), data["events"]))
