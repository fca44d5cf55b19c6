"""Values that combatants use in a forecast if its reader doesn't change them, such as their best attribute."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.choices import find_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import fill_params
from rules_py.play.forecast.assumptions import describe_value
from rules_py.text.sentences import join_choices

MOST_LISTED = 3
"""The maximum number of different values in a description."""


class UsualValue(NamedTuple):
    """The value that a combatant uses if the reader of the forecast doesn't change it.

    Attributes:
        text: the value in players' words.
        is_from_sheet: True if a sheet or the action fills it in; False if it is the default or the combatant's choice.
        is_notable: False for 0, no and nothing.
    """

    text: str
    is_from_sheet: bool = False
    is_notable: bool = True


def find_usual_values(
    fight: Fight, by: str, at: str | None, binding: RollBinding, chosen: Mapping[str, Any]
) -> dict[str, UsualValue]:
    """Return the usual values of a roll: its parameters, or the fields to choose from that fill them.

    Args:
        fight: the fight from which the forecast starts.
        by: the key of the combatant who makes the roll.
        at: the key of its target, or None.
        binding: the binding of the roll.
        chosen: the choices of the forecast, such as the weapon.
    """
    sheet, mechanic = fight.sheet_for(by), binding.mechanic
    action = fight.rules.actions_by_id.get(mechanic.id)
    try:
        filled = fill_params(fight, mechanic, by, at, chosen)
    except RulesError:  # such as a choice that isn't on the sheet
        filled = {}
    found = {}
    for name, parameter in mechanic.parameters.items():
        value = filled.get(name, parameter.default)
        found[name] = UsualValue(describe_value(parameter, value), name in filled, bool(value))
    usual = next(find_choices(binding, sheet, fight.find_last_choices(by, mechanic.id), action), {})
    fields = {name: usual[name] for name, options in binding.choices.items() if options and name in usual}
    return found | {name: UsualValue(sheet.label_for(field)) for name, field in fields.items()}


def describe_usual_values(values: Iterable[UsualValue]) -> str:
    """Describe the usual values of some combatants, as the name of the choice that changes nothing.

    >>> describe_usual_values([UsualValue("10 m", True)])
    '10 m (as on the sheet)'
    >>> describe_usual_values([UsualValue("TOUGH"), UsualValue("SMART"), UsualValue("TOUGH")])
    'TOUGH or SMART (as usual)'
    """
    known = tuple(values)
    names = dict.fromkeys(value.text for value in known)
    reason = "as on the sheet" if all(value.is_from_sheet for value in known) else "as usual"
    return f"{join_choices(names)} ({reason})" if 0 < len(names) <= MOST_LISTED else reason
