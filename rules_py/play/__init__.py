"""State of play: sheets, the changes that apply to them, and their bindings to rolls.

A sheet is declared once, as typed fields with derived values. A change is a function from a sheet to the next one. The
package is imported only when a sheet is requested.
"""

from rules_py.play.bindings import (
    ChosenWith as ChosenWith,
    RollBinding as RollBinding,
    Trigger as Trigger,
    Without as Without,
)
from rules_py.play.changes import (
    Change as Change,
    ChangeResult as ChangeResult,
    Log as Log,
    LogToAll as LogToAll,
    QuickAction as QuickAction,
    change as change,
)
from rules_py.play.fight.actions import (
    Action as Action,
    Amendment as Amendment,
    Attempt as Attempt,
    Cost as Cost,
    Limit as Limit,
    Reach as Reach,
    actor_is_up as actor_is_up,
    target_is_up as target_is_up,
)
from rules_py.play.fight.config import (
    Correction as Correction,
    FightRules as FightRules,
    GroupRoll as GroupRoll,
    RequiredRoll as RequiredRoll,
)
from rules_py.play.fight.initiative import (
    IndividualInitiative as IndividualInitiative,
    Order as Order,
    SideInitiative as SideInitiative,
)
from rules_py.play.fight.pools import Clock as Clock, DicePool as DicePool, Track as Track
from rules_py.play.forecast_hints import ForecastHints as ForecastHints
from rules_py.play.pieces import CardFact as CardFact, Condition as Condition, Counter as Counter
from rules_py.play.sheet import (
    Derived as Derived,
    Sheet as Sheet,
    derived as derived,
    open_question as open_question,
    warning as warning,
)
