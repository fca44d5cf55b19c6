"""Checks of calculators: the parameters and fields of mechanics that they name."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules_py.checking.exceptions import find_source
from rules_py.checking.places import find_literal
from rules_py.checking.problems import Problem, build_problem, describe_problem
from rules_py.checking.rules import check_preset
from rules_py.checking.session import Session
from rules_py.errors import RulesError
from rules_py.mechanic.calculator import Calculator, Chance
from rules_py.registry import games


def check_calculators(session: Session, game: games.Game) -> None:
    """Report the mistakes in the calculators of a game."""
    done: set[str] = set()
    for module in game.package.modules:
        if isinstance(made := getattr(module, "CALCULATOR", None), Calculator) and made.id not in done:
            done.add(made.id)
            lines = Path(str(module.__file__)).read_text("utf-8").splitlines()
            line = next((n for n, each in enumerate(lines, 1) if each.startswith("CALCULATOR")), 1)
            _check_calculator(session, made, f"{module.__file__}:{line}")


def _check_calculator(session: Session, calculator: Calculator, source_location: str) -> None:
    def report(what: str, name: str, known: Iterable[str]) -> None:
        names = list(dict.fromkeys(known))
        said = f"{calculator.id}: {what}: got {name!r}, takes one of {', '.join(names)}"
        session.add(build_problem("FB230", find_literal(source_location, name), said, name, names))

    if any(panel.mechanic.id in session.broken for panel in calculator.panels):
        session.broken.add(calculator.id)
        return
    before = len(session.report.problems)
    for panel in calculator.panels:
        mechanic = panel.mechanic
        for what, named in (("renames", panel.renames), ("fixed_params", panel.fixed_params)):
            for name in named:
                if name not in mechanic.parameters:
                    report(f"panel {panel.title}: {what}", name, mechanic.parameters)
        for field in (panel.field, *(chance.field for chance in panel.chances)):
            known = session.fields.get(mechanic.id, {field})
            if field not in known:
                report(f"panel {panel.title}: field", field, sorted(known))
        for chance in panel.chances:
            _check_chance(session, calculator, chance, session.values.get(mechanic.id, {}).get(chance.field, ()))
    if len(session.report.problems) > before:
        session.broken.add(calculator.id)
        return
    offered = [name for panel in calculator.panels for name in panel.parameters()]
    names = [name for those in calculator.sides.values() for name in those]
    for name in names:
        if name not in offered:
            report("sides", name, offered)
    for name in offered:
        if name not in names and len(session.report.problems) == before:
            report("sides: a panel needs a parameter that no side has", name, names)
    for what, own in (("defaults", calculator.defaults), ("labels", calculator.labels)):
        for name in own:
            if name not in names:
                report(what, name, names)
    for side in calculator.presets:
        if side not in calculator.sides:
            report("presets", side, calculator.sides)
    if len(session.report.problems) > before:
        session.broken.add(calculator.id)
        return
    for presets in calculator.presets.values():
        for preset in presets:
            check_preset(session, calculator.id, source_location, preset, calculator.parameters)
    try:
        calculator.check({name: each.default for name, each in calculator.parameters.items()})
    except RulesError as error:
        session.add(build_problem("FB206", find_literal(source_location, "defaults"), f"{calculator.id}: {error}"))


def _check_chance(session: Session, calculator: Calculator, chance: Chance, values: Iterable[Any]) -> None:
    """Report the condition of a chance that fails for a value of its field."""
    for value in values:
        try:
            chance.is_met(value)
        except Exception as error:
            found = describe_problem(error, "FB232", "", calculator.id)
            said = f"{calculator.id}: the chance {chance.title} fails for {value!r:.60}: {found.said}"
            session.add(Problem("FB232", find_source(error)[0], said, found.suggestion))
            return
