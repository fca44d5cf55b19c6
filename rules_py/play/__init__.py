"""State of play: sheets, the changes that apply to them, and their bindings to rolls.

A sheet is declared once, as typed fields with derived values. A change is a function from a sheet to the next one. The
package is imported only when a sheet is requested.
"""

from rules_py.play.bindings import ChosenWith, RollBinding, Trigger, Without
from rules_py.play.changes import Change, ChangeResult, Log, LogToAll, QuickAction, change
from rules_py.play.fight.actions import (
    Action,
    Amendment,
    Attempt,
    Cost,
    Limit,
    Reach,
    actor_is_up,
    target_is_up,
)
from rules_py.play.fight.config import Correction, FightRules, GroupRoll, RequiredRoll
from rules_py.play.fight.initiative import IndividualInitiative, Order, SideInitiative
from rules_py.play.fight.pools import Clock, DicePool, Track
from rules_py.play.forecast_hints import ForecastHints
from rules_py.play.pieces import CardFact, Condition, Counter
from rules_py.play.sheet import Derived, Sheet, derived, open_question, warning

__all__ = [
    "Action",
    "Amendment",
    "Attempt",
    "CardFact",
    "Change",
    "ChangeResult",
    "ChosenWith",
    "Clock",
    "Condition",
    "Correction",
    "Cost",
    "Counter",
    "Derived",
    "DicePool",
    "FightRules",
    "ForecastHints",
    "GroupRoll",
    "IndividualInitiative",
    "Limit",
    "Log",
    "LogToAll",
    "Order",
    "QuickAction",
    "Reach",
    "RequiredRoll",
    "RollBinding",
    "Sheet",
    "SideInitiative",
    "Track",
    "Trigger",
    "Without",
    "actor_is_up",
    "change",
    "derived",
    "open_question",
    "target_is_up",
    "warning",
]
