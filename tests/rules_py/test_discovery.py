"""Games of other packages: discovered by entry points, complete like the shipped ones, and rejected if ids clash.

Each test uses its own slug and package, because Python caches imported modules.
"""

import importlib
import json
import sys
import zipfile

import pytest

import rules_py
from rules_py import bridge
from rules_py.discovery import Package
from rules_py.errors import DataError, RulesError
from rules_py.mechanic.calculator import Calculator, Panel
from rules_py.registry.games import Game, find_calculator, find_game, find_mechanic
from rules_py.registry.play import create_fight
from tests.rules_py import moonbase

SHEETS = '''
from typing import Annotated

from rules_py.parameters import Whole
from rules_py.play import Sheet


class Lander(Sheet, id="moon5.lander", title="Lander", page="moon5/airlock/#lander"):
    """What lands."""

    fuel: Annotated[int, Whole(0, 9, "tonnes")] = 3
'''


def test_game_of_another_package_is_discovered(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon1", "moon1_rules")
    assert "moon1" in rules_py.systems()
    assert rules_py.mechanics("moon1") == ("moon1.repair", "moon1.drill")
    assert set(rules_py.mechanics("moon1")) <= set(rules_py.mechanics())
    assert rules_py.resolve("moon1.repair", [3, 4]).outcome == {"total": 9, "fixed": True, "leak": "Hiss"}
    assert sum(rules_py.odds("moon1.repair").outcomes["total"].values()) == 1
    assert rules_py.table_ids("moon1") == ("moon1.leaks",)
    assert rules_py.roll("moon1.leaks", seed=1).outcome["name"] in ("Hiss", "Gale")
    assert find_calculator("moon1.calc").title == "Repairs"
    assert find_game("moon1").pages == ("moon1/airlock/", "moon1/drill/")


def test_game_installed_at_run_time_is_discovered(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    assert "no mechanic called" in json.loads(bridge.roll("moon2.repair", "{}"))["error"]
    moonbase.install(tmp_path, "moon2", "moon2_rules")
    importlib.invalidate_caches()
    assert json.loads(bridge.resolve("moon2.repair", "6,6", "{}"))["roll"]["outcome"]["total"] == 14
    assert json.loads(bridge.roll("moon2.leaks", "{}"))["roll"]["mechanic"] == "moon2.leaks"


def test_sheets_added_at_run_time_are_discovered(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon5", "moon5_rules")
    assert rules_py.sheets("moon5") == ()
    (tmp_path / "moon5_rules" / "sheets.py").write_text(SHEETS)
    importlib.invalidate_caches()
    assert rules_py.sheets("moon5") == ("moon5.lander",)
    assert rules_py.sheet("moon5.lander").fields["fuel"] == 3


def test_game_can_be_loaded_from_a_zip(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "moon3.zip", "w") as archive:
        for path, text in moonbase.game_files("moon3", "moon3_rules").items():
            archive.writestr(path, text)
    monkeypatch.syspath_prepend(tmp_path / "moon3.zip")
    moon = Game(Package("moon3_rules", "moon3"))
    assert list(moon.mechanics) == ["moon3.repair", "moon3.drill"]
    assert moon.tables["moon3.leaks"].row_for_roll(4).name == "Gale"


def test_game_needs_only_its_package(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon4", "moon4")
    moon = Game(Package("moon4"))
    assert (moon.slug, list(moon.mechanics), list(moon.tables), list(moon.calculators), moon.wheel) == (
        "moon4",
        ["moon4.repair", "moon4.drill"],
        ["moon4.leaks"],
        ["moon4.calc"],
        "rules_py_moon4",
    )
    assert moon.find_mechanic("moon4.leaks").resolve([5], {}).outcome["name"] == "Gale"
    assert moon.find_mechanic("moon4.leaks") is moon.find_mechanic("moon4.leaks")


@pytest.mark.parametrize(("slug", "package"), [("builtin", "moon5_rules"), ("moon6", "other_moon6_rules")])
def test_duplicate_slug_error_names_both_packages(tmp_path, monkeypatch, slug, package):
    (tmp_path / "systems" / "builtin").mkdir(parents=True)
    (tmp_path / "systems" / "builtin" / "__init__.py").touch()
    monkeypatch.setattr(sys.modules["rules_py.systems"], "__path__", [str(tmp_path / "systems")])
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon6", "moon6_rules")
    moonbase.install(tmp_path, slug, package)
    with pytest.raises(DataError, match=f"offers the game {slug}, takes a slug other than th") as refusal:
        rules_py.systems()
    assert "moon" in str(refusal.value).split(": ")[0]


SECOND = """
from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic


@mechanic("{id}", title="Again", page="moon/#again", headline="total")
def again(dice: Dice) -> Outcome:
    return {{"total": dice.die(6)}}
"""


MAKER = """
from rules_py.mechanic import mechanic


def make_die(id, sides):
    @mechanic(id, title="Made", page="moon/#made", headline="total")
    def made(dice):
        return {"total": dice.die(sides)}

    return made
"""
MADE = """
from moon13_rules.airlock import repair
from moon13_rules.maker import make_die

small, large = make_die("moon13.small", 4), make_die("moon13.large", 8)
"""


def test_modules_have_what_another_module_builds_for_them_and_not_what_they_import(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    again = "from moon13_rules.made import small\n"
    moonbase.install(tmp_path, "moon13", "moon13_rules", maker=MAKER, made=MADE, made_again=again)
    assert rules_py.mechanics("moon13") == ("moon13.repair", "moon13.drill", "moon13.small", "moon13.large")


@pytest.mark.parametrize(
    ("slug", "id", "said"),
    [
        ("moon7", "moon7.repair", r"got the id moon7.repair a second time, takes another; the first is at .*\.py:11$"),
        ("moon8", "station.action", r"got the id station.action, takes moon8.<name>$"),
        ("moon9", "moon9.leaks", r"got the id moon9.leaks, which is a table's, takes another$"),
    ],
)
def test_duplicate_or_foreign_id_error_names_its_location(tmp_path, monkeypatch, slug, id, said):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, slug, f"{slug}_rules", more=SECOND.format(id=id))
    for ask in (lambda: rules_py.mechanics(slug), lambda: rules_py.roll(f"{slug}.drill")):
        with pytest.raises(DataError, match=rf"more\.py:6: {said}") as refusal:
            ask()
        assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("slug", "id", "said"),
    [
        ("moon10", "moon10.calc", "moon10_rules.more: got a second calculator moon10.calc, takes another id"),
        ("moon11", "station.calc", "moon11_rules: got the calculator station.calc, takes moon11.calc"),
    ],
)
def test_calculator_with_a_wrong_id_is_rejected(tmp_path, monkeypatch, slug, id, said):
    monkeypatch.syspath_prepend(tmp_path)
    more = moonbase.CALCULATOR.replace("{slug}.calc", id).format(slug=slug, package=f"{slug}_rules")
    moonbase.install(tmp_path, slug, f"{slug}_rules", more=more)
    with pytest.raises(DataError) as refusal:
        find_calculator(f"{slug}.calc")
    assert str(refusal.value) == said


def test_calculator_rejects_reserved_parameter_names():
    repair = find_mechanic("station.action")
    with pytest.raises(DataError, match="^moon.calc: got a parameter named vs, takes another name than "):
        Calculator("moon.calc", "Moon", {"All": ("vs",)}, (Panel("P", repair, "total", renames={"modifier": "vs"}),))


FORECAST = """
from rules_py.play import ForecastHints
from station_rules.action import attack

FORECAST = ForecastHints(varies={attack: ("cover",)})
"""


def test_hints_for_forecasts_are_found_and_checked_when_a_game_is_read(tmp_path, monkeypatch):
    assert create_fight("station").context.forecast_hints.find_varied_names("station.attack") == ("cover",)
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon14", "moon14_rules", sheets=FORECAST)
    with pytest.raises(DataError, match="^moon14_rules: FORECAST: got hints for station.attack, takes rules among"):
        create_fight("moon14")


def test_second_declaration_of_hints_is_rejected(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon15", "moon15_rules")
    folder = tmp_path / "moon15_rules" / "sheets"
    folder.mkdir()
    for name in ("__init__", "first", "second"):
        (folder / f"{name}.py").write_text("" if name == "__init__" else FORECAST, encoding="utf-8")
    with pytest.raises(DataError, match="^moon15_rules.sheets.second: got a second FORECAST, takes one in a game$"):
        create_fight("moon15")


def test_unknown_game_is_rejected_by_every_function():
    for ask in (
        lambda: find_game("moon12"),
        lambda: rules_py.mechanics("moon12"),
        lambda: rules_py.roll("moon12.repair"),
        lambda: rules_py.table("moon12.leaks"),
        lambda: find_calculator("moon12.calc"),
    ):
        with pytest.raises(RulesError):
            ask()
    assert rules_py.table_ids("moon12") == ()


def test_game_that_python_does_not_find_is_told_in_a_sentence(tmp_path, monkeypatch, run):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon90", "moon90_rules")
    (tmp_path / "moon90_rules").rename(tmp_path / "elsewhere")
    said = "rules_py: moon90_rules: offers the game moon90, and Python doesn't find it\n"
    assert run("list", "moon90") == (2, "", said)


def test_two_files_of_one_table_are_refused(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    moonbase.install(tmp_path, "moon91", "moon91_rules")
    (tmp_path / "moon91_rules/data/leaks.csv").write_text("d6,Leak\n1-6,Hiss\n")
    with pytest.raises(DataError, match="moon91_rules/data/leaks.toml: takes a name other than that of leaks.csv"):
        rules_py.table("moon91.leaks")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("    return {'total': 1 // 0}\n", "moon92_rules/drill.py:9: ZeroDivisionError: "),
        ("    return {'total': 1\n", "moon93_rules/drill.py:9: SyntaxError: '{' was never closed"),
    ],
)
def test_mistake_in_a_rule_is_told_with_its_place(tmp_path, monkeypatch, run, text, said):
    slug = said[:6]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    rule = f'''from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic


@mechanic("{slug}.fall", title="Fall", page="{slug}/#fall", headline="total")
def fall(dice: Dice) -> Outcome:
    """Fall."""
    dice.die(6)
'''
    moonbase.install(tmp_path, slug, f"{slug}_rules", drill=rule + text)
    status, out, err = run("roll", f"{slug}.fall")
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(f"rules_py: {said}")
