"""A made-up game in its own package, as another distribution would install it."""

from pathlib import Path

AIRLOCK = '''"""Moonbase, Airlocks."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Whole
from rules_py.tables import table


@mechanic("{slug}.repair", title="Repair", page="{slug}/airlock/#repair", headline="fixed",
          words={{"fixed": {{"false": "Still leaking", "true": "Sealed"}}}})
def repair(dice: Dice, skill: Annotated[int, Whole(0, 5, "your repair skill")] = 2) -> Outcome:
    """Two dice plus your skill; nine or more seals the leak."""
    total = dice.pool(2).total + skill
    return {{"total": total, "fixed": total >= 9, "leak": table("{slug}.leaks").row_for_roll(1).name}}


@mechanic("{slug}.drill", title="Drill", page="{slug}/drill/#drill", headline="depth")
def drill(dice: Dice) -> Outcome:
    """A die."""
    return {{"depth": dice.die(6)}}
'''
CALCULATOR = '''"""Moonbase's calculator."""

from rules_py.mechanic.calculator import Calculator, Panel
from {package}.airlock import repair

CALCULATOR = Calculator("{slug}.calc", "Repairs", {{"You": ("skill",)}}, (Panel("Repair", repair, "total"),))
'''
LEAKS = """id = "{slug}.leaks"
title = "Leaks"
die = "d6"
page = "{slug}/airlock/#leaks"
source = "Made up"
columns = {{ name = "Leak", effect = "What happens" }}

[[rows]]
roll = "1-3"
name = "Hiss"
effect = "It lasts 1D6 minutes."

[[rows]]
roll = "4-6"
name = "Gale"
effect = "Run."
"""
ENTRY_POINTS = "[console_scripts]\nmoon = moon:main\n\n[rules_py.games]\n{slug} = {package}\n"


def game_files(slug: str, package: str) -> dict[str, str]:
    """Return the game's files by their path in site-packages."""
    made = {
        f"{package}/__init__.py": '"""Moonbase, made up."""\n',
        f"{package}/airlock.py": AIRLOCK,
        f"{package}/calculator.py": CALCULATOR,
        f"{package}/data/leaks.toml": LEAKS,
        f"{package}-1.0.dist-info/entry_points.txt": ENTRY_POINTS,
    }
    return {path: text.format(slug=slug, package=package) if "{" in text else text for path, text in made.items()}


def install(folder: Path, slug: str, package: str, **more: str) -> None:
    """Install a game into a folder, with additional modules by name."""
    for path, text in (
        game_files(slug, package) | {f"{package}/{name}.py": text for name, text in more.items()}
    ).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
