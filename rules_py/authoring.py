"""Everything that a game's author imports. Its names are stable.

A name stays for at least one minor version after another has taken its place, and using it then gives a
`DeprecationWarning` with the new name. Parameters keep their names, their order and their meaning; new ones have
defaults. A module of the package that isn't named here may change with any version.

>>> from rules_py.authoring import Dice, Whole, mechanic
>>> from rules_py.authoring import Sheet, change, layout
"""

import importlib
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_py import notation as notation
    from rules_py.dice import Dice as Dice
    from rules_py.dice import GivenDice as GivenDice
    from rules_py.dice import Pool as Pool
    from rules_py.dice.decks import (
        draw as draw,
    )
    from rules_py.errors import (
        DataError as DataError,
    )
    from rules_py.errors import (
        ForbiddenError as ForbiddenError,
    )
    from rules_py.errors import (
        LongOddsParameterError as LongOddsParameterError,
    )
    from rules_py.errors import (
        NotationError as NotationError,
    )
    from rules_py.errors import (
        ParameterError as ParameterError,
    )
    from rules_py.errors import (
        RulesError as RulesError,
    )
    from rules_py.mechanic import Mechanic as Mechanic
    from rules_py.mechanic import Outcome as Outcome
    from rules_py.mechanic import Roll as Roll
    from rules_py.mechanic import mechanic as mechanic
    from rules_py.mechanic.calculator import Calculator as Calculator
    from rules_py.mechanic.calculator import Chance as Chance
    from rules_py.mechanic.calculator import Panel as Panel
    from rules_py.mechanic.presets import TablePreset as TablePreset
    from rules_py.parameters import (
        Choice as Choice,
    )
    from rules_py.parameters import (
        EntryOf as EntryOf,
    )
    from rules_py.parameters import (
        Flag as Flag,
    )
    from rules_py.parameters import (
        ListOf as ListOf,
    )
    from rules_py.parameters import (
        NamedWhole as NamedWhole,
    )
    from rules_py.parameters import (
        Notation as Notation,
    )
    from rules_py.parameters import (
        Number as Number,
    )
    from rules_py.parameters import (
        Numbers as Numbers,
    )
    from rules_py.parameters import (
        Record as Record,
    )
    from rules_py.parameters import (
        RowOf as RowOf,
    )
    from rules_py.parameters import (
        Text as Text,
    )
    from rules_py.parameters import (
        Whole as Whole,
    )
    from rules_py.parameters import (
        check_all as check_all,
    )
    from rules_py.play import (
        Action as Action,
    )
    from rules_py.play import (
        Amendment as Amendment,
    )
    from rules_py.play import (
        Attempt as Attempt,
    )
    from rules_py.play import (
        CardFact as CardFact,
    )
    from rules_py.play import (
        Change as Change,
    )
    from rules_py.play import (
        ChangeResult as ChangeResult,
    )
    from rules_py.play import (
        ChosenWith as ChosenWith,
    )
    from rules_py.play import (
        Clock as Clock,
    )
    from rules_py.play import (
        Condition as Condition,
    )
    from rules_py.play import (
        Correction as Correction,
    )
    from rules_py.play import (
        Cost as Cost,
    )
    from rules_py.play import (
        Counter as Counter,
    )
    from rules_py.play import (
        Derived as Derived,
    )
    from rules_py.play import (
        DicePool as DicePool,
    )
    from rules_py.play import (
        FightRules as FightRules,
    )
    from rules_py.play import (
        ForecastHints as ForecastHints,
    )
    from rules_py.play import (
        GroupRoll as GroupRoll,
    )
    from rules_py.play import (
        IndividualInitiative as IndividualInitiative,
    )
    from rules_py.play import (
        Limit as Limit,
    )
    from rules_py.play import (
        Log as Log,
    )
    from rules_py.play import (
        LogToAll as LogToAll,
    )
    from rules_py.play import (
        Order as Order,
    )
    from rules_py.play import (
        QuickAction as QuickAction,
    )
    from rules_py.play import (
        Reach as Reach,
    )
    from rules_py.play import (
        RequiredRoll as RequiredRoll,
    )
    from rules_py.play import (
        RollBinding as RollBinding,
    )
    from rules_py.play import (
        Sheet as Sheet,
    )
    from rules_py.play import (
        SideInitiative as SideInitiative,
    )
    from rules_py.play import (
        Track as Track,
    )
    from rules_py.play import (
        Trigger as Trigger,
    )
    from rules_py.play import (
        Without as Without,
    )
    from rules_py.play import (
        actor_is_up as actor_is_up,
    )
    from rules_py.play import (
        change as change,
    )
    from rules_py.play import (
        derived as derived,
    )
    from rules_py.play import layout as layout
    from rules_py.play import (
        open_question as open_question,
    )
    from rules_py.play import paper as paper
    from rules_py.play import (
        target_is_up as target_is_up,
    )
    from rules_py.play import (
        warning as warning,
    )
    from rules_py.play.bindings import Role as Role
    from rules_py.play.bindings import Source as Source
    from rules_py.play.bindings import find_entry as find_entry
    from rules_py.play.fight.actions import name_against as name_against
    from rules_py.play.fight.events import Event as Event
    from rules_py.play.steps import Kit as Kit
    from rules_py.play.steps import Step as Step
    from rules_py.registry.games import find_mechanic as find_mechanic
    from rules_py.tables import Row as Row
    from rules_py.tables import Table as Table
    from rules_py.tables import table as table
    from rules_py.text.numbers import format_decimal as format_decimal
    from rules_py.text.numbers import simplify_fraction as simplify_fraction
    from rules_py.text.sentences import use_minus_sign as use_minus_sign
    from rules_py.text.wording import (
        LATER as LATER,
    )
    from rules_py.text.wording import (
        conclude_count as conclude_count,
    )
    from rules_py.text.wording import (
        decapitalize as decapitalize,
    )
    from rules_py.text.wording import (
        format_term as format_term,
    )
    from rules_py.text.wording import (
        format_terms as format_terms,
    )
    from rules_py.text.wording import (
        pluralize as pluralize,
    )

_HOMES = {
    "rules_py.dice": "Dice GivenDice Pool",
    "rules_py.dice.decks": "draw",
    "rules_py.errors": "DataError ForbiddenError LongOddsParameterError NotationError ParameterError RulesError",
    "rules_py.mechanic": "Mechanic Outcome Roll mechanic",
    "rules_py.mechanic.calculator": "Calculator Chance Panel",
    "rules_py.mechanic.presets": "TablePreset",
    "rules_py.parameters": (
        "Choice EntryOf Flag ListOf NamedWhole Notation Number Numbers Record RowOf Text Whole check_all"
    ),
    "rules_py.play": (
        "Action Amendment Attempt CardFact Change ChangeResult ChosenWith Clock Condition Correction Cost "
        "Counter Derived DicePool FightRules ForecastHints GroupRoll IndividualInitiative Limit Log LogToAll "
        "Order QuickAction Reach RequiredRoll RollBinding Sheet SideInitiative Track Trigger Without "
        "actor_is_up change derived open_question target_is_up warning"
    ),
    "rules_py.play.bindings": "Role Source find_entry",
    "rules_py.play.fight.actions": "name_against",
    "rules_py.play.fight.events": "Event",
    "rules_py.registry.games": "find_mechanic",
    "rules_py.play.steps": "Kit Step",
    "rules_py.tables": "Row Table table",
    "rules_py.text.numbers": "format_decimal simplify_fraction",
    "rules_py.text.sentences": "use_minus_sign",
    "rules_py.text.wording": "LATER conclude_count decapitalize format_term format_terms pluralize",
}
"""The names of each module. A game's rules need no sheets, so nothing is imported before it is asked for."""

_MODULES = {
    "layout": "rules_py.play.layout",
    "notation": "rules_py.notation",
    "paper": "rules_py.play.paper",
}
"""The names that are modules, because some of their parts are called like other things."""

_RENAMED: dict[str, str] = {}
"""The new name of each one that the next minor version leaves out."""

_PLACES = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_PLACES | _MODULES)  # noqa: PLE0605 - a list of the two


def __getattr__(name: str) -> Any:
    """Import a name from its module when it is first asked for (PEP 562).

    Raises:
        AttributeError: authors have no such name.
    """
    if name in _RENAMED:
        new = _RENAMED[name]
        warnings.warn(
            f"rules_py.authoring.{name} is now {new}; the next minor version leaves the old name out",
            DeprecationWarning,
            stacklevel=2,
        )
        return __getattr__(new)
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
    return getattr(importlib.import_module(_PLACES[name]), name)
