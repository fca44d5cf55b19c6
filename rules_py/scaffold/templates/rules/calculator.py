"""New Game: the calculator."""

from rules_py.authoring import Calculator, Chance, Panel

from .checks import attack, repair

CALCULATOR = Calculator(
    "newgame.calc",
    title="New Game calculator",
    sides={"The hero": ("skill",), "Against": ("difficulty", "defence")},
    panels=(
        Panel("A repair", repair, "fixed", (Chance("Fixed", "fixed", bool),)),
        Panel("An attack", attack, "harm", (Chance("A hit", "hit", bool),)),
    ),
)
