"""Checks of sheets, changes, fights and examples."""

import ast
import collections.abc
import inspect
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args, get_origin

from rules_py.checking.declarations import check_id
from rules_py.checking.exceptions import find_source, path_in_game
from rules_py.checking.limits import RULE_SECONDS
from rules_py.checking.places import find_literal, locate
from rules_py.checking.problems import Problem, build_problem, describe_problem, split_place
from rules_py.checking.rules import check_defaults, check_docstring, check_preset
from rules_py.checking.session import Session, SkippedError
from rules_py.errors import DataError, RulesError
from rules_py.play.bindings import Trigger
from rules_py.play.changes import Change
from rules_py.play.fight.config import FightRules
from rules_py.play.sheet import Sheet
from rules_py.registry import examples
from rules_py.registry.play import GamePlay

FIGHT_FACTS = frozenset({"name", "at", "by", "ally", "target"})
"""Facts of an action that every fight gives to the changes after it."""


def check_play(session: Session, play: GamePlay, trees: Mapping[Path, ast.Module], fight_place: str) -> None:
    """Report the mistakes in a game's sheets, changes and fights."""
    session.count("sheet", len(play.sheets))
    session.count("change", len(play.changes))
    blank: dict[str, Sheet] = {}
    for id, kind in play.sheets.items():
        if (made := _check_sheet(session, kind)) is not None:
            blank[id] = made
    facts = FIGHT_FACTS | set(_list_texts(trees)) | {name for each in play.sheets.values() for name in each.parameters}
    for change in play.changes.values():
        for trigger in change.triggers:
            _check_trigger(session, facts, change, trigger)
        _check_change(session, play, change, [each for each in blank.values() if isinstance(each, change.sheet_types)])
    if play.fight_rules is not None:
        _check_fight(session, play.fight_rules, fight_place)
        for action in play.fight_rules.declared_actions:
            for part in (action, action.limit, *action.costs):
                if part is not None:
                    _check_functions(session, trees, fight_place, action.rule.id, part)


def check_sheet_ids(session: Session, module: ModuleType) -> None:
    """Report sheets of a module without an id, unless other sheets are based on them."""
    for kind in vars(module).values():
        is_own = isinstance(kind, type) and issubclass(kind, Sheet) and kind.__module__ == module.__name__
        if is_own and not getattr(kind, "id", "") and not kind.__subclasses__():
            place = split_place(f"{module.__name__}:{kind.__name__}: ")[0]
            said = f'{kind.__name__}: got no id, takes class {kind.__name__}(Sheet, id="{session.slug}.<name>", …)'
            session.add(Problem("FB106", place, said))
            session.broken.add(f"{session.slug}.{kind.__name__}")


def _check_functions(session: Session, trees: Mapping[Path, ast.Module], place: str, about: str, value: Any) -> None:
    """Report arguments of an action, or of its limit, that aren't functions."""
    for field in fields(value):
        got = getattr(value, field.name)
        hints = get_args(field.type) if isinstance(field.type, UnionType) else (field.type,)
        if got is None or callable(got) or not any(get_origin(hint) is collections.abc.Callable for hint in hints):
            continue
        said = f"{about}: {field.name}: got {got!r:.60}, takes a function, such as lambda attempt: 1"
        session.add(Problem("FB214", _find_keyword(trees, field.name, got) or place, said))


def _find_keyword(trees: Mapping[Path, ast.Module], name: str, value: object) -> str:
    """Return the file and line of an argument with a constant value, or ""."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == name and getattr(node.value, "value", None) == value:
                return f"{path_in_game(str(path))}:{node.lineno}"
    return ""


def _check_sheet(session: Session, kind: type[Sheet]) -> Sheet | None:
    """Report the mistakes in a sheet, and return one with only defaults, or None if there can't be one."""
    place = split_place(f"{kind.source_location()}: ")[0]
    source = f"{inspect.getsourcefile(kind)}:{place.rpartition(':')[2]}"
    check_id(session, kind.id, source)
    if not check_defaults(session, kind.id, source, kind.parameters.values()):
        session.broken.add(kind.id)
        return None
    made: Sheet | None = None
    try:
        with suppress(SkippedError):
            endless = Problem("FB311", place, f"{kind.id}: a new sheet doesn't end within {RULE_SECONDS:g} seconds")
            with session.step(f"sheet {kind.id}", RULE_SECONDS, endless):
                made = kind()
                _ = made.derived, made.warnings, made.to_dict()
    except Exception as error:
        session.broken.add(kind.id)
        found = describe_problem(error, "FB311", "", kind.id)
        session.add(Problem("FB311", find_source(error)[0] or place, f"{kind.id}: {found.said}", found.suggestion))
        return None
    if made is None:
        session.broken.add(kind.id)
        return None
    for preset in kind.ready:
        check_preset(session, kind.id, source, preset, kind.parameters, "FB314")
    return made


def _check_change(session: Session, play: GamePlay, change: Change, sheets: Iterable[Sheet]) -> None:
    place = locate(change.source_location)
    check_id(session, change.id, change.source_location)
    check_docstring(session, change.id, change.rule)
    if check_defaults(session, change.id, change.source_location, change.all_parameters.values()):
        with suppress(SkippedError):
            endless = Problem("FB312", place, f"{change.id} doesn't end within {RULE_SECONDS:g} seconds")
            with session.step(f"change {change.id}", RULE_SECONDS, endless):
                for sheet in sheets:
                    _try_change(session, change, sheet, place)
    names = [each.ally_change for each in change.quick_actions] + [each.replaced_change for each in change.triggers]
    for name in names:
        if name and name not in play.changes:
            said = f"{change.id}: got the change {name!r}, takes one of {', '.join(play.changes)}"
            session.add(build_problem("FB315", find_literal(change.source_location, name), said, name, play.changes))


def _list_texts(trees: Mapping[Path, ast.Module]) -> Iterator[str]:
    """Yield the texts and names of arguments in a game's modules, apart from those of triggers.

    A game's actions give facts by their names, which the changes after them read.
    """
    pending: list[ast.AST] = list(trees.values())
    for node in pending:  # it grows
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Trigger":
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        pending += ast.iter_child_nodes(node)


def _try_change(session: Session, change: Change, sheet: Sheet, place: str) -> None:
    try:
        after = change.rule(
            sheet, lambda said: None, **{name: each.default for name, each in change.all_parameters.items()}
        )
    except RulesError:
        return  # the rules forbid it for such a sheet
    except Exception as error:
        if "log_detail" in str(error):
            return
        found = describe_problem(error, "FB312", "", change.id)
        session.add(Problem("FB312", find_source(error)[0] or place, f"{change.id} fails: {found.said}"))
        return
    if not isinstance(after, Sheet):
        said = f"{change.id}: got {after!r:.60}, takes the next sheet"
        session.add(Problem("FB313", place, said))


def _check_trigger(session: Session, facts: Collection[str], change: Change, trigger: Trigger) -> None:
    fields = session.fields.get(trigger.mechanic.id)
    if fields is None or trigger.detail_rule is not None:
        return  # its fields aren't known
    known = {*fields, *trigger.mechanic.parameters}
    for name in (*trigger.sources.values(), *trigger.conditions):
        if name not in known and name not in facts:
            said = (
                f"{change.id}: reads {name!r} after {trigger.mechanic.id}, takes a field or a parameter of it: "
                f"{', '.join(sorted(known))}"
            )
            session.add(build_problem("FB310", find_literal(change.source_location, name), said, name, known))


def _check_fight(session: Session, rules: FightRules, place: str) -> None:
    sides = [
        side for those in rules.sides_by_sheet.values() for side in ((those,) if isinstance(those, str) else those)
    ]
    ordered = getattr(rules.order, "sides", ()) or ()
    for side in (*sides, *rules.bystander_sides, *ordered):
        if side not in rules.sides:
            said = f"FIGHT: got the side {side!r}, takes one of {', '.join(rules.sides)}"
            session.add(build_problem("FB320", place, said, side, rules.sides))


def check_examples(session: Session) -> None:
    """Report examples that can't be read or aren't true."""
    try:
        found = examples.list_examples(session.slug)
    except DataError as error:
        session.add_error(error, "FB330")
        return
    if found:
        session.count("example", len(found))
    for example in found:
        place = split_place(f"{example.location}: ")[0]
        endless = Problem("FB331", place, f"{example.title} It doesn't end within {RULE_SECONDS:g} seconds")
        with suppress(SkippedError), session.step(f"example {place}", RULE_SECONDS, endless):
            try:
                for difference in examples.find_differences(example):
                    session.add(Problem("FB331", place, f"{example.title} {difference}"))
            except RulesError as error:
                session.add(Problem("FB330", place, str(error)))
            except Exception as error:
                session.add_error(error, "FB331", "", "")
