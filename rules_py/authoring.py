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
    from rules_py.dice import Dice as Dice, GivenDice as GivenDice, Pool as Pool
    from rules_py.dice.decks import draw as draw
    from rules_py.errors import (
        DataError as DataError,
        ForbiddenError as ForbiddenError,
        LongOddsParameterError as LongOddsParameterError,
        NotationError as NotationError,
        ParameterError as ParameterError,
        RulesError as RulesError,
    )
    from rules_py.mechanic import Mechanic as Mechanic, Outcome as Outcome, Roll as Roll, mechanic as mechanic
    from rules_py.mechanic.calculator import Calculator as Calculator, Chance as Chance, Panel as Panel
    from rules_py.mechanic.presets import TablePreset as TablePreset
    from rules_py.parameters import (
        Choice as Choice,
        EntryOf as EntryOf,
        Flag as Flag,
        ListOf as ListOf,
        NamedWhole as NamedWhole,
        Notation as Notation,
        Number as Number,
        Numbers as Numbers,
        Record as Record,
        RowOf as RowOf,
        Text as Text,
        Whole as Whole,
        check_all as check_all,
    )
    from rules_py.play import (
        Action as Action,
        Amendment as Amendment,
        Attempt as Attempt,
        CardFact as CardFact,
        Change as Change,
        ChangeResult as ChangeResult,
        ChosenWith as ChosenWith,
        Clock as Clock,
        Condition as Condition,
        Correction as Correction,
        Cost as Cost,
        Counter as Counter,
        Derived as Derived,
        DicePool as DicePool,
        FightRules as FightRules,
        ForecastHints as ForecastHints,
        GroupRoll as GroupRoll,
        IndividualInitiative as IndividualInitiative,
        Limit as Limit,
        Log as Log,
        LogToAll as LogToAll,
        Order as Order,
        QuickAction as QuickAction,
        Reach as Reach,
        RequiredRoll as RequiredRoll,
        RollBinding as RollBinding,
        Sheet as Sheet,
        SideInitiative as SideInitiative,
        Track as Track,
        Trigger as Trigger,
        Without as Without,
        actor_is_up as actor_is_up,
        change as change,
        derived as derived,
        layout as layout,
        open_question as open_question,
        paper as paper,
        target_is_up as target_is_up,
        warning as warning,
    )
    from rules_py.play.bindings import Role as Role, Source as Source, find_entry as find_entry
    from rules_py.play.fight.actions import name_against as name_against
    from rules_py.play.fight.events import Event as Event
    from rules_py.play.steps import Kit as Kit, Step as Step
    from rules_py.registry.examples import find_differences as find_differences, list_examples as list_examples
    from rules_py.registry.games import find_mechanic as find_mechanic
    from rules_py.tables import Row as Row, Table as Table, table as table
    from rules_py.text.numbers import format_decimal as format_decimal, simplify_fraction as simplify_fraction
    from rules_py.text.sentences import use_minus_sign as use_minus_sign
    from rules_py.text.wording import (
        LATER as LATER,
        conclude_count as conclude_count,
        decapitalize as decapitalize,
        format_term as format_term,
        format_terms as format_terms,
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
    "rules_py.registry.examples": "find_differences list_examples",
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
