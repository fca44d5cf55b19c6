"""Play's state: sheets, the changes that happen to them, and how they meet the rules that are rolled.

A sheet is declared once, as typed fields with what follows from them; a change is a function from a sheet to the next.
Loaded only when somebody asks for a sheet.
"""

from rules_py.play.bindings import ChosenWith, RollBinding, Trigger
from rules_py.play.changes import Change, ChangeResult, Log, LogToAll, QuickAction, change
from rules_py.play.fight.config import FightRules, GroupRoll, RequiredRoll
from rules_py.play.fight.initiative import IndividualInitiative, Order, SideInitiative
from rules_py.play.generators import SheetGenerator
from rules_py.play.sheet import Derived, Sheet, derived, warning

__all__ = [
    "Change",
    "ChangeResult",
    "ChosenWith",
    "Derived",
    "FightRules",
    "GroupRoll",
    "IndividualInitiative",
    "Log",
    "LogToAll",
    "Order",
    "QuickAction",
    "RequiredRoll",
    "RollBinding",
    "Sheet",
    "SheetGenerator",
    "SideInitiative",
    "Trigger",
    "change",
    "derived",
    "warning",
]
