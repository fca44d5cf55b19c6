"""A made-up table and a factory for made-up mechanics that no game has."""

from rules_py.mechanic import Mechanic
from rules_py.tables import parse_table

LETTERS = parse_table(
    """
id = "toy.letters"
title = "Letters"
die = "d4"
page = "toy/#letters"
source = "Made up"
columns = { letter = "Letter", sound = "Sound" }

[[rows]]
roll = "1-2"
letter = "A"
sound = "ah"

[[rows]]
roll = "3"
key = "bee"
letter = "B"
sound = "+2"

[[rows]]
roll = "4"
letter = "C"
sound = "-1"
note = "Or as in city."
""",
    "letters.toml",
    "toy.letters",
)


def make_mechanic(rule, parameters=None, **more) -> Mechanic:
    """Create a mechanic from a rule function."""
    return Mechanic("toy", "Toy", rule, "toy/", parameters or {}, headline="", **more)
