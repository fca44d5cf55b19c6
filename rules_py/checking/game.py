"""The check of one game: its modules, tables, rules, sheets, fights, examples and licence, and what plug-ins check."""

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rules_py.checking import calculators, modules, play, rules, tables
from rules_py.checking.exceptions import path_in_game
from rules_py.checking.places import find_literal, locate
from rules_py.checking.problems import Problem, describe_problem, split_place
from rules_py.checking.session import Session
from rules_py.errors import DataError, RulesError
from rules_py.formats.licences import LICENCE_FILE, Licence, find_licence
from rules_py.mechanic.definition import find_registered_mechanics
from rules_py.registry import games
from rules_py.registry.examples import list_examples
from rules_py.registry.play import find_play

PARTS = {"rules_site.page_checks": "pages are", "rules_js.checking": "the compiler is"}
"""The words for the parts of a check that other packages do."""

type Checker = Callable[[Session], None]


def check_game(session: Session) -> None:
    """Check a game and add what is found to the session's report; an empty slug is for pages of no game."""
    if session.slug:
        session.is_loaded = _check_package(session)
    for checker in find_checkers(session):
        checker(session)


def find_checkers(session: Session) -> Iterator[Checker]:
    """Yield the checks of the installed plug-ins."""
    for name in session.checkers:
        try:
            is_installed = find_spec(name) is not None
        except ModuleNotFoundError:  # of its package
            continue
        if is_installed:
            try:
                yield import_module(name).check
            except ModuleNotFoundError as error:
                session.report.notes.append(f"{PARTS[name]} left out, because {error.name} isn't installed")


def _check_package(session: Session) -> bool:
    """Check a game's package, and return True if its rules and sheets can be loaded."""
    folder = modules.find_folder(session.slug)
    if folder is None:
        raise RulesError(f"game: got {session.slug!r}, takes one of {', '.join(games.systems())}")
    tables.check_tables(session, folder)
    is_loaded = modules.check_syntax(session, folder) and modules.import_modules(session, folder)
    if is_loaded:
        _check_licence(session)
        is_loaded = _check_declarations(session, folder, modules.parse_modules(folder))
    return is_loaded


def _check_licence(session: Session) -> None:
    try:
        licence = find_licence(session.slug)
    except DataError as error:
        session.add_error(error, "FB111")
        return
    if licence != Licence():
        package = games.find_game(session.slug).package
        for part in licence.list_missing_parts():
            said = f"{part}: got nothing, takes it in a file with the terms {licence.terms.name}"
            session.add(Problem("FB112", f"{package.path_for(LICENCE_FILE)}:1", said))


def _check_declarations(session: Session, folder: Path, trees: Mapping[Path, ast.Module]) -> bool:
    """Check what a game's modules declare, and return True if its rules and sheets can be loaded."""
    game = games.find_game(session.slug)
    try:
        rules.check_rules(session, game, trees)
        calculators.check_calculators(session, game)
        _ = game.calculators
    except DataError as error:
        session.add_error(error, "FB109")
        return False
    if not game.mechanics and not game.tables and not session.report.problems:
        place = path_in_game(str(folder / "__init__.py"))
        session.add(Problem("FB110", place, f"{game.slug}: got neither rules nor tables, takes one of either"))
    try:
        declared = find_play(session.slug)
    except DataError as error:
        found = describe_problem(error, "FB309")
        name = "FORECAST" if "FORECAST" in found.said or "hints" in found.said else "FIGHT"
        session.add(found if found.place else replace(found, place=find_assignment(trees, name)))
        return False
    for module in game.package.play_modules:
        play.check_sheet_ids(session, module)
        for mechanic in find_registered_mechanics(module):
            said = f"{mechanic.id}: got a rule in {module.__name__}, takes one in another module"
            session.add(Problem("FB231", locate(mechanic.source_location), said))
    play.check_play(session, declared, trees, find_assignment(trees, "FIGHT"))
    if declared.fight_rules is not None and not session.report.errors:  # which examples would repeat
        play.check_examples(session)
    return True


def find_assignment(trees: Mapping[Path, ast.Module], name: str) -> str:
    """Return the file and line where a module assigns a name, or ""."""
    for path, tree in trees.items():
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                return f"{path_in_game(str(path))}:{node.lineno}"
    return ""


def list_named_pages(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield the id, the place of the declaration and the page of each rule, table, change and sheet of a game."""
    folder = modules.find_folder(session.slug)
    game = games.find_game(session.slug)
    files = tables.find_data_files(session.slug, folder) if folder else {}
    for mechanic in game.mechanics.values():
        yield mechanic.id, find_literal(mechanic.source_location, mechanic.page), mechanic.page
    for id in game.tables:
        if id not in session.broken and (path := files.get(id)):
            lines = path.read_text(encoding="utf-8").splitlines()
            line = next((number for number, each in enumerate(lines, 1) if each.startswith("page")), 1)
            yield id, f"{path_in_game(str(path))}:{line}", game.tables[id].page
    declared = find_play(session.slug)
    for change in declared.changes.values():
        yield change.id, find_literal(change.source_location, change.page), change.page
    for kind in declared.sheets.values():
        yield kind.id, split_place(f"{kind.source_location()}: ")[0], kind.page
    with suppress(DataError):  # of an example that can't be read
        for example in list_examples(session.slug):
            yield "rule", split_place(f"{example.location}: ")[0], example.rule
    if declared.fight_rules is not None and folder is not None:
        place = find_assignment(modules.parse_modules(folder), "FIGHT")
        yield "FIGHT", place, declared.fight_rules.page
