"""The sites that are compared: how to make a first roll on each, and how to open a calculator."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page

from bench.baseline_site import build_baseline_site
from bench.project import SITE
from rules_py.mechanic.calculator import Calculator
from rules_py.parameters import Parameter
from rules_py.registry import games
from rules_py.text.serialization import to_text

PYTHON = "/assets/python/"
RULES = "/assets/rules/"
"""The paths of the files with Python, and with compiled rules."""

SERVICE_WORKER = "service-worker.js"
ODDS_SELECTORS = (".fb-odds-body", "table")


@dataclass(frozen=True)
class Site:
    """A folder to serve, how to roll on its first page, and how to open a calculator.

    Attributes:
        roll: the selectors of the element, its button, its result area and the answer.
        numbers: the selectors of a calculator and of its numbers.
        calculator: the address of a calculator with a reader's own values.
    """

    name: str
    folder: Path
    roll: tuple[str, str, str, str]
    numbers: tuple[str, str]
    calculator: str

    @property
    def has_service_worker(self) -> bool:
        return (self.folder / SERVICE_WORKER).is_file()


def our_site(folder: Path = SITE) -> Site:
    """Return the built site."""
    calculator = find_calculator(find_home_mechanic(folder))
    address = f"{calculator.id.partition('.')[0]}/calc/?{urlencode(choose_own_values(calculator))}"
    roll = ("fb-roller", ".fb-roll", ".fb-result", ".fb-headline")
    return Site("Fieldbook", folder, roll, ("fb-calc", ".fb-calc-body"), address)


def stock_site() -> Site:
    """Build a site with stock Pyodide that rolls our home page's mechanic and has its game's calculator."""
    mechanic = find_home_mechanic(SITE)
    calculator = find_calculator(mechanic)
    folder = build_baseline_site(mechanic, calculator.id)
    address = f"?{urlencode(choose_own_values(calculator))}"
    return Site("Stock Pyodide", folder, ("main", "button", "output", "p"), ("main", "output"), address)


def find_home_mechanic(folder: Path) -> str:
    """Return the id of the mechanic that a site's home page rolls."""
    home = (folder / "index.html").read_text(encoding="utf-8")
    (mechanic, *_) = re.findall(r'<fb-roller [^>]*mechanic="([^"]+)"', home)
    return str(mechanic)


def find_calculator(mechanic: str) -> Calculator:
    """Return the first calculator of a mechanic's game."""
    game = games.find_game(mechanic.partition(".")[0])
    return next(iter(game.calculators.values()))


def choose_own_values(calculator: Calculator) -> dict[str, str]:
    """Return a value next to the default for the first parameter of each side that has a series of values."""
    sides = ([calculator.parameters[name] for name in names] for names in calculator.sides.values())
    swept = (next((each for each in side if each.kind.sweep(each.default)), None) for side in sides)
    return {parameter.name: to_text(_choose_next_value(parameter)) for parameter in swept if parameter}


def _choose_next_value(parameter: Parameter) -> object:
    values = parameter.sweep(parameter.default)
    return values[(values.index(parameter.default) + 1) % len(values)]


def measure_first_roll(page: Page, url: str, site: Site) -> float:
    """Return the milliseconds from the start of a visit until the first roll is painted, tapped as soon as possible."""
    page.add_init_script(f"bench.tapAtOnce(...{list(site.roll)})")
    page.goto(url, wait_until="commit")
    return float(page.evaluate("bench.within(bench.first, 'the first roll')"))


def measure_calculator(page: Page, url: str, site: Site) -> float:
    """Return the milliseconds from the start of a visit to a calculator until its address's numbers are painted."""
    page.add_init_script(f"bench.expectNumbers(...{list(site.numbers)})")
    page.goto(url + site.calculator, wait_until="commit")
    return float(page.evaluate("bench.within(bench.first, 'the calculator')"))


def measure_changed_odds(roller: Locator) -> float:
    """Open a roller's odds, tap a control, and return the milliseconds until the new odds are painted."""
    roller.evaluate("(root) => { root.querySelector('.fb-odds').open = true; }")
    control = roller.evaluate("(root) => bench.next(root.querySelector('form'), 0)")
    _, painted, *_ = roller.evaluate("(root, parts) => bench.tap(root, ...parts)", [control, *ODDS_SELECTORS])
    return float(painted)
