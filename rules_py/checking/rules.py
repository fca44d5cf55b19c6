"""Checks of rules: what they declare, and a few rolls and the odds of each within limits of time."""

import ast
import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from rules_py.checking.declarations import check_arguments, check_id
from rules_py.checking.exceptions import find_source, path_in_game
from rules_py.checking.limits import RULE_SECONDS
from rules_py.checking.places import find_literal, locate
from rules_py.checking.problems import Problem, build_problem, describe_problem
from rules_py.checking.session import Session, SkippedError
from rules_py.errors import DataError, LongOddsError, NotationError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.presets import NO_VALUE, TablePreset
from rules_py.parameters import Parameter
from rules_py.probability.odds import compute_odds
from rules_py.registry import games
from rules_py.tables.registry import table
from rules_py.text.serialization import to_text

SEEDS = range(3)
"""The seeds of the rolls of each setting."""

MOST_SETTINGS = 60
"""The maximum number of settings that a rule is rolled with: its defaults, and each value of some parameters."""

END_VALUES = 3
"""The number of lowest and of highest values of a parameter that a rule is rolled with."""

FOREIGN_CHANCE = frozenset({"random", "secrets", "uuid", "urandom", "getrandbits", "SystemRandom"})
"""Names that code with its own chance uses."""


@dataclass
class Seen:
    """The outcomes of a rule so far: its fields, those of every outcome, and the values of each."""

    fields: set[str] = field(default_factory=set)
    common: set[str] | None = None
    values: dict[str, dict[Any, None]] = field(default_factory=dict)
    rolls: list[Roll] = field(default_factory=list)

    def add(self, outcome: Mapping[str, Any]) -> None:
        """Add an outcome."""
        self.fields |= outcome.keys()
        self.common = set(outcome) if self.common is None else self.common & outcome.keys()
        for name, value in outcome.items():
            with suppress(TypeError):  # a value that can't be shown is reported by itself
                self.values.setdefault(name, {})[tuple(value) if isinstance(value, list) else value] = None


def check_rules(session: Session, game: games.Game, trees: Mapping[Path, ast.Module]) -> None:
    """Report the mistakes in the rules of a game."""
    session.count("rule", len(game.mechanics))
    mechanics = game.mechanics.values()
    _check_literals(session, game, trees)
    for mechanic in mechanics:
        before = len(session.report.problems)
        check_rule(session, mechanic)
        if len(session.report.problems) > before:
            session.broken.add(mechanic.id)


def check_defaults(session: Session, owner: str, source_location: str, parameters: Iterable[Parameter]) -> bool:
    """Report defaults that their own parameters don't accept, and return True if there are none."""
    is_right = True
    for parameter in parameters:
        try:
            parameter.accept(parameter.default)
        except RulesError as error:
            is_right = False
            said = f"{owner}: the default of {error}"
            session.add(Problem("FB206", find_literal(source_location, parameter.name, is_annotated=True), said))
        except Exception as error:  # of a kind with arguments of the wrong type
            is_right = False
            said = f"{owner}: {parameter.name}: got a kind that can't check a value ({type(error).__name__}: {error})"
            place = find_literal(source_location, parameter.name, is_annotated=True)
            session.add(Problem("FB214", place, f"{said}, takes its arguments as the guide shows them"))
    return is_right


def check_docstring(session: Session, id: str, rule: Any) -> None:
    """Report a rule or a change without a docstring."""
    if not (rule.__doc__ or "").strip():
        code = rule.__code__
        place = locate(f"{code.co_filename}:{code.co_firstlineno}")
        session.add(Problem("FB207", place, f"{id}: got no docstring, takes a sentence for readers"))


def check_rule(session: Session, mechanic: Mechanic) -> None:
    """Report the mistakes in a rule, which is rolled with several settings, and whose odds are computed."""
    place = locate(mechanic.source_location)
    check_id(session, mechanic.id, mechanic.source_location)
    check_docstring(session, mechanic.id, mechanic.rule)
    if not check_arguments(session, mechanic):
        return
    for line, name in find_foreign_chance(mechanic.rule):
        said = f"{mechanic.id}: got chance from {name}, takes dice from its argument"
        session.add(Problem("FB224", line or place, said))
        return
    has_defaults = check_defaults(session, mechanic.id, mechanic.source_location, mechanic.parameters.values())
    _check_presets(session, mechanic)
    if not has_defaults:
        return
    seen = Seen()
    try:
        said = f"{mechanic.id}: a roll doesn't end within {RULE_SECONDS:g} seconds"
        with session.step(f"roll {mechanic.id}", RULE_SECONDS, Problem("FB222", place, said)):
            _try_rolls(session, mechanic, seen)
        if seen.fields:
            said = f"{mechanic.id}: the odds of its defaults don't end within {RULE_SECONDS:g} seconds"
            with session.step(f"odds {mechanic.id}", RULE_SECONDS, Problem("FB223", place, said), is_located=False):
                _try_odds(session, mechanic, seen)
    except SkippedError:
        session.broken.add(mechanic.id)
    if seen.fields:
        session.fields[mechanic.id], session.values[mechanic.id] = seen.fields, seen.values
        _check_fields(session, mechanic, seen)


def _try_rolls(session: Session, mechanic: Mechanic, seen: Seen) -> None:
    """Roll a rule with its defaults and with other values of each parameter."""
    for number, params in enumerate(list_settings(mechanic)):
        for seed in SEEDS:
            try:
                rolled = mechanic.roll(params, seed)
                if not _check_outcome(session, mechanic, rolled.outcome) or not _check_dice(session, mechanic, rolled):
                    return
                seen.add(rolled.outcome)
                seen.rolls.append(rolled)
                if number == 0 and not _is_repeated(session, mechanic, rolled):
                    return
            except RulesError as error:
                if number == 0 or isinstance(error, NotationError | DataError):
                    add_failure(session, mechanic, error)
                    return
                break  # the rule rejects these values
            except (Exception, SystemExit) as error:
                add_failure(session, mechanic, error)
                return


def list_settings(mechanic: Mechanic) -> list[dict[str, Any]]:
    """Return settings to roll a rule with: its defaults, and lowest, highest and other values of each parameter."""
    found: list[dict[str, Any]] = [{}]
    for name, parameter in mechanic.parameters.items():
        values = parameter.kind.all_values()
        if len(values) > 2 * END_VALUES:
            values = [*values[:END_VALUES], *values[-END_VALUES:]]
        found += [{name: value} for value in values if value != parameter.default]
    return found[:MOST_SETTINGS]


def _is_repeated(session: Session, mechanic: Mechanic, rolled: Roll) -> bool:
    """Return True if a roll's faces give the same roll again."""
    for _ in range(2):
        again = mechanic.resolve(rolled.faces, {})
        if (again.outcome, again.steps) != (rolled.outcome, rolled.steps):
            differing = [name for name, value in rolled.outcome.items() if again.outcome.get(name) != value]
            said = (
                f"{mechanic.id}: the faces {', '.join(map(str, rolled.faces)) or '(none)'} give another "
                f"{', '.join(differing) or 'text'} the second time, takes dice and parameters only"
            )
            session.add(Problem("FB225", locate(mechanic.source_location), said))
            return False
    return True


def _check_outcome(session: Session, mechanic: Mechanic, outcome: object) -> bool:
    """Return True if an outcome can be shown; report one that can't."""
    if not isinstance(outcome, Mapping) or not outcome:
        raise _NoOutcomeError(outcome)
    for name, value in outcome.items():
        if not isinstance(name, str):
            said = f"{mechanic.id}: got the field {name!r:.60}, takes a name in quotes"
            session.add(Problem("FB229", locate(mechanic.source_location), said))
            return False
        if not _can_be_shown(value):
            said = f"{mechanic.id}: {name}: got {value!r:.60}, takes a number, a word, True or False, or a list of them"
            session.add(Problem("FB229", locate(mechanic.source_location), said))
            return False
    return True


def _check_dice(session: Session, mechanic: Mechanic, rolled: Roll) -> bool:
    """Return False, and report it, if a rule asks for no dice at once, such as by dice.pool(0, 6)."""
    empty = next((each for each in rolled.dice if not each.faces), None)
    if empty is not None:
        said = f"{mechanic.id}: got {empty.label}, takes at least one die"
        session.add(Problem("FB233", locate(mechanic.source_location), said))
    return empty is None


def _can_be_shown(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_can_be_shown, value))
    return value is None or isinstance(value, bool | int | str | Fraction)


def _describe_value(value: object) -> str:
    """Return a value as text, or its type if its text has only an address in memory.

    >>> _describe_value([1]), _describe_value(object())
    ('[1]', 'a value of the type object')
    """
    if inspect.iscoroutine(value):
        value.close()  # or Python warns that nothing waits for it
    text = repr(value)
    return f"a value of the type {type(value).__name__}" if " at 0x" in text else text


class _NoOutcomeError(Exception):
    """An outcome that isn't a dict."""


def _try_odds(session: Session, mechanic: Mechanic, seen: Seen) -> None:
    """Compute the odds of a rule's defaults."""
    try:
        odds = compute_odds(mechanic, mechanic.check({}))
    except LongOddsError as error:
        said = f"{mechanic.id}: the odds of its defaults take too long: {error}"
        session.add(Problem("FB223", locate(mechanic.source_location), said))
    except Exception as error:
        add_failure(session, mechanic, error)
    else:
        for name, chances in odds.items():
            seen.fields.add(name)
            seen.values.setdefault(name, {}).update(dict.fromkeys(chances))


def add_failure(session: Session, mechanic: Mechanic, error: BaseException) -> None:
    """Add the problem that a rule's exception is about."""
    session.broken.add(mechanic.id)
    place = locate(mechanic.source_location)
    in_game = find_source(error)[0] or place
    if any(each.place == in_game for each in session.report.problems):
        return  # a library that doesn't exist, for example
    if isinstance(error, DataError):
        session.add(describe_problem(error, "FB220", "", mechanic.id))  # of a table, which has its own place
    elif isinstance(error, _NoOutcomeError) or "'NoneType' object has no attribute 'items'" in str(error):
        got = _describe_value(error.args[0]) if isinstance(error, _NoOutcomeError) else "None"
        session.add(Problem("FB221", place, f"{mechanic.id}: got {got:.60}, takes an outcome such as {{'total': 7}}"))
    elif isinstance(error, RulesError):
        number = "FB226" if isinstance(error, NotationError) else "FB228"
        found = describe_problem(error, number, "", mechanic.id)
        session.add(Problem(number, in_game, f"{mechanic.id}: {error}", found.suggestion))
    else:
        found = describe_problem(error, "FB220", "", mechanic.id)
        number = found.number if isinstance(error, SystemExit) else "FB220"
        session.add(Problem(number, in_game, f"{mechanic.id} fails: {found.said}", found.suggestion))


def _check_fields(session: Session, mechanic: Mechanic, seen: Seen) -> None:
    """Report declarations that name no field of the outcome, and words without a name."""
    known = sorted(seen.fields)

    def report(number: str, what: str, name: str) -> None:
        said = f"{mechanic.id}: {what}: got {name!r}, takes a field of its outcome: {', '.join(known)}"
        session.add(build_problem(number, find_literal(mechanic.source_location, name), said, name, known))

    if mechanic.headline not in (seen.common or ()):
        report("FB208", "headline", mechanic.headline)
    for what, names in (("words", mechanic.words), ("labels", mechanic.labels)):
        for name in names:
            if name not in seen.fields:
                report("FB209", what, name)
    for what, those in (
        ("cumulative", (mechanic.cumulative,) if mechanic.cumulative else ()),
        ("listed_fields", mechanic.listed_fields),
        ("graded_by", mechanic.graded_by or ()),
        ("opposed", mechanic.opposed),
        ("chance", tuple(mechanic.chance[1]) if mechanic.chance else ()),
    ):
        for name in those:
            if name not in seen.fields:
                report("FB210", what, name)
    _check_words(session, mechanic, seen)


def _check_words(session: Session, mechanic: Mechanic, seen: Seen) -> None:
    for name, words in mechanic.words.items():
        try:
            names = table(words).names if isinstance(words, str) else words
        except RulesError as error:
            if words not in session.broken:
                found = describe_problem(error, "FB228", "", mechanic.id)
                place = find_literal(mechanic.source_location, str(words))
                session.add(Problem("FB228", place, f"{mechanic.id}: words: {error}", found.suggestion))
            continue
        for value in seen.values.get(name, {}):
            for part in value if isinstance(value, tuple) else (value,):
                text = to_text(part)
                if isinstance(part, str | bool) and text and text not in names:
                    said = f"{mechanic.id}: words of {name}: got {text!r} without a name, takes {', '.join(names)}"
                    place = find_literal(mechanic.source_location, name)
                    session.add(build_problem("FB213", place, said, text, names))
    for tone in mechanic.tones:
        names = mechanic.names.get((*mechanic.grading_fields, "")[0], {})
        if tone not in names:
            said = f"{mechanic.id}: tones: got {tone!r}, takes a word of its grading field: {', '.join(names)}"
            session.add(build_problem("FB210", find_literal(mechanic.source_location, tone), said, tone, names))


def _check_presets(session: Session, mechanic: Mechanic) -> None:
    for preset in mechanic.presets:
        check_preset(session, mechanic.id, mechanic.source_location, preset, mechanic.parameters)


def check_preset(
    session: Session,
    owner: str,
    source_location: str,
    preset: TablePreset,
    parameters: Mapping[str, Parameter],
    number: str = "FB212",
) -> None:
    """Report a preset list of no table, column or parameter, and cells that a parameter doesn't accept."""

    def report(said: str, name: str, known: Iterable[str] = ()) -> None:
        place = find_literal(source_location, name)
        session.add(build_problem(number, place, f"{owner}: preset {preset.title}: {said}", name, known))

    if preset.table_id in session.broken:
        return
    try:
        source = table(preset.table_id)
    except RulesError:
        known = list(games.find_game(session.slug).tables)
        report(f"table: got {preset.table_id!r}, takes one of {', '.join(known)}", preset.table_id, known)
        return
    names = [row.key for row in source.rows] if preset.is_transposed else [*source.columns]
    for column in (*preset.columns.values(), *([preset.label] if preset.label else [])):
        if column not in names:
            report(f"column: got {column!r}, takes one of {', '.join(names)}", column, names)
            return
    if preset.list_parameter:
        return
    for name in preset.columns:
        if name not in parameters:
            report(f"parameter: got {name!r}, takes one of {', '.join(parameters)}", name, parameters)
            return
    for label, cells in preset.entries():
        for name, column in preset.columns.items():
            if cells[column] == NO_VALUE:
                continue
            try:
                parameters[name].accept(cells[column])
            except RulesError as error:
                report(f"{label}: {error}", preset.table_id)
                session.broken.add(preset.table_id)
                return


# Code


def find_foreign_chance(rule: Any) -> Iterator[tuple[str, str]]:
    """Yield the place and the name of each use of chance in a rule, and in the functions of its game that it uses."""
    home = rule.__module__.partition(".")[0] if not rule.__module__.startswith("rules_py.") else "rules_py.systems"
    pending, done = [rule], set()
    for function in pending:  # it grows
        if not isinstance(function, types.FunctionType) or function in done:
            continue
        done.add(function)
        for code in _list_codes(function.__code__):
            for name in code.co_names:
                value = function.__globals__.get(name)
                module = getattr(value, "__module__", None) or type(value).__module__
                is_module = isinstance(value, types.ModuleType) and value.__name__ in FOREIGN_CHANCE
                is_imported = value is None and name in FOREIGN_CHANCE
                if is_module or is_imported or (value is not None and module in ("random", "secrets", "uuid")):
                    yield _find_use(code, name), name
                elif isinstance(value, Mechanic):
                    continue
                elif getattr(value, "__module__", "").startswith(home):
                    pending.append(value)


def _list_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _list_codes(each)


def _find_use(code: types.CodeType, name: str) -> str:
    """Return the file and line where code uses a name."""
    lines: list[str] = []
    start = code.co_firstlineno
    with suppress(OSError, TypeError):
        lines, start = inspect.getsourcelines(code)
    at = next((n for n, line in enumerate(lines, max(1, start)) if name in line), code.co_firstlineno)
    return f"{path_in_game(code.co_filename) or code.co_filename}:{at}"


def _check_literals(session: Session, game: games.Game, trees: Mapping[Path, ast.Module]) -> None:
    """Report rolls that rules offer, and tables that modules read, that don't exist."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in ("offer_roll", "table"):
                continue
            place = f"{path_in_game(str(path))}:{node.lineno}"
            if name == "offer_roll" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                _check_offer(session, game, place, node)
            elif name == "table" and node.args and isinstance(node.args[0], ast.Constant):
                id = node.args[0].value
                if isinstance(id, str) and id.startswith(f"{game.slug}.") and id not in game.tables:
                    said = f"table: got {id!r}, takes one of {', '.join(game.tables)}"
                    session.add(build_problem("FB228", place, said, id, game.tables))


def _check_offer(session: Session, game: games.Game, place: str, node: ast.Call) -> None:
    id = node.args[1].value  # type: ignore[attr-defined]
    known = [*game.mechanics, *game.tables]
    if not isinstance(id, str) or id in session.broken:
        return
    if not games.has_mechanic(id):
        said = f"offer_roll: got {id!r}, takes one of {', '.join(known)}"
        session.add(build_problem("FB227", place, said, id, known))
        return
    parameters = games.find_mechanic(id).parameters
    for keyword in node.keywords:
        if keyword.arg and keyword.arg not in (*parameters, "at_once"):
            said = f"offer_roll: got {keyword.arg} for {id}, takes {', '.join(parameters) or 'no parameters'}"
            session.add(build_problem("FB227", place, said, keyword.arg, parameters))
