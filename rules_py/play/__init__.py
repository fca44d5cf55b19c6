"""Play's state: sheets, the changes that happen to them, and how they meet the rules that are rolled.

A sheet is declared once, as typed fields with what follows from them; a change is a function from a sheet to the next.
Loaded only when somebody asks for a sheet.
"""

from rules_py.play.bindings import After, Along, Fills
from rules_py.play.changes import AtHand, Change, Changed, Say, Tell, change
from rules_py.play.fight.config import Due, FightKind, GroupRoll
from rules_py.play.fight.initiative import ByScore, BySide, Order
from rules_py.play.generators import MadeBy
from rules_py.play.sheet import Derived, Sheet, derived, warning

__all__ = [
    "After",
    "Along",
    "AtHand",
    "ByScore",
    "BySide",
    "Change",
    "Changed",
    "Derived",
    "Due",
    "FightKind",
    "Fills",
    "GroupRoll",
    "MadeBy",
    "Order",
    "Say",
    "Sheet",
    "Tell",
    "change",
    "derived",
    "warning",
]
