"""A made-up game, installed like a distribution: a rule with every kind of parameter, and a table of special cases."""

from pathlib import Path

RULES = '''"""A rule with a parameter of every kind."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Flag, ListOf, Notation, Number, Numbers, Whole


@mechanic("made-up.all", title='All <kinds> & "more"', page="made-up/#all", headline="total")
def all_kinds(
        dice: Dice,
        number: Annotated[int, Whole(-2, 5, "a number", label="Target's REF", unit="m")] = 3,
        open_number: Annotated[int, Whole(0, None, "a number without an end")] = 0,
        decimals: Annotated[int, Number(0, 9, "a number with decimals")] = 2,
        yes: Annotated[bool, Flag("yes or no")] = True,
        few: Annotated[str, Choice(("red", "blue"), "one of two", label="Colour")] = "blue",
        many: Annotated[str, Choice(tuple("abcdefgh"), "one of eight")] = "c",
        notation: Annotated[str, Notation("dice", label="Dice")] = "2d6",
        numbers: Annotated[tuple[int, ...], ListOf(Whole(0, 9, "a number"), "some numbers", most=4)] = (1, 2),
        pairs: Annotated[tuple[tuple[int, int], ...],
                         ListOf(Numbers(("resilience", "dc"), "a layer"), "some layers")] = ((5, 150), (1, 5)),
) -> Outcome:
    """Two dice."""
    return {"total": dice.pool(2).total}
'''
ODD = """id = "made-up.odd"
title = "Odd & <b>ends</b>"
die = "d4"
page = "made-up/#odd"
source = "Made up"
columns = { name = "Name", effect = "What <i>happens</i>" }
note = "Lasts 1D6 <turns>."

[[rows]]
roll = "1-"
key = "low"
name = "<script>alert(1)</script>"
effect = 'It says "boo" & takes 2D6+1 <hours>.'

[[rows]]
roll = "2-3"
key = "mid_way"
name = "Middle"
effect = "-1"

[[rows]]
roll = "4+"
name = "High"
effect = "Nothing"
note = "Or 1D3 & more."
"""
FILES = {
    "made_up_rules/__init__.py": '"""Made up."""\n',
    "made_up_rules/kinds.py": RULES,
    "made_up_rules/data/odd.toml": ODD,
    "made_up_rules-1.0.dist-info/entry_points.txt": "[rules_py.games]\nmade-up = made_up_rules\n",
}
LEAKS = """id = "leaky.leaks"
title = "Leaks"
die = "d4"
page = "leaky/"
source = "Made up"
columns = { name = "Leak" }

[[rows]]
roll = "1-3"
name = "Hiss"
"""
LEAKY = {
    "leaky_rules/__init__.py": '"""Made up."""\n',
    "leaky_rules/data/leaks.toml": LEAKS,
    "leaky_rules-1.0.dist-info/entry_points.txt": "[rules_py.games]\nleaky = leaky_rules\n",
}
"""A game whose only table lacks a row."""


def install(folder: Path, files: dict[str, str]) -> Path:
    """Install a game's files into a folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder
