"""Scenarios that a reader compares: other parameters for the same odds, or custom dice."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py.errors import ParameterError
from rules_py.mechanic import Mechanic
from rules_py.probability.odds import Chances, Odds
from rules_py.registry.games import find_mechanic
from rules_py.text.numbers import is_number
from rules_py.text.quoting import is_printable, shorten

if TYPE_CHECKING:
    from rules_py.errors import LongOddsError
    from rules_py.mechanic.calculator import Calculator, Panel

    type Answers = list[tuple[Panel, Odds | LongOddsError]]

MAX_SCENARIOS = 5
LONGEST_NAME = 40
"""The maximum number of characters in a scenario's name."""


class Scenario(NamedTuple):
    """The name and parameters of a scenario, or dice whose total replaces each numeric field."""

    name: str
    params: dict[str, Any] | None = None
    dice: str = ""


def read_comparison(params: dict[str, Any], compare_to: Any, name: str = "") -> list[Scenario]:
    """Read the scenarios of a request: the form's own, and those that the reader compares it with.

    Args:
        params: the parameters of the form.
        compare_to: None; the parameters of one other scenario; or a list of other scenarios, as `read_scenarios` reads
            them. The name of a single other scenario is optional if the form's own has none.
        name: the name of the form's own scenario.

    Raises:
        ParameterError: there are more than five scenarios, or a name is missing, too long or not one printable line.
    """
    if not isinstance(compare_to, list):
        return [Scenario("", each) for each in (params, compare_to) if each is not None]
    if not name and len(compare_to) == 1 and not compare_to[0].get("name") and "params" in compare_to[0]:
        return [Scenario("", params), Scenario("", compare_to[0]["params"])]
    return read_scenarios([{"name": name, "params": params}, *compare_to])


def read_scenarios(payload: Sequence[dict[str, Any]]) -> list[Scenario]:
    """Read scenarios from JSON data.

    Each is `{"name": "Rookie", "params": {…}}` or `{"name": "Club", "dice": "2d6"}`.

    Raises:
        ParameterError: there are more than five, or a name is missing, too long or not one printable line.
    """
    if len(payload) > MAX_SCENARIOS:
        raise ParameterError(
            "set-ups",
            len(payload),
            f"at most {MAX_SCENARIOS}",
            plain=f"You can compare up to {MAX_SCENARIOS} set-ups. Remove one to add another.",
        )
    found = []
    for each in payload:
        name = each.get("name", "")
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not is_printable(name):
            raise ParameterError(
                "set-up",
                name,
                f"a name of 1 to {LONGEST_NAME} characters in one line",
                plain=f"The name of a set-up takes 1 to {LONGEST_NAME} characters in one line; you entered "
                f"{shorten(name) or 'nothing'}.",
            )
        found.append(Scenario(name, each.get("params"), each.get("dice", "")))
    return found


def compute_scenario_odds(mechanic: Mechanic, scenarios: Sequence[Scenario]) -> list[tuple[str, Odds]]:
    """Compute the name and the odds of each scenario; the first one has the mechanic's parameters.

    Raises:
        RulesError: parameters or dice are not accepted, or the odds would take too long.
    """
    own = Odds.compute(mechanic, mechanic.check(scenarios[0].params or {}))
    numeric = [field for field, chances in own.outcomes.items() if _is_numeric(chances)]
    return [
        (scenarios[0].name, own),
        *(
            (
                each.name,
                _compute_dice_odds(each.dice, numeric)
                if each.params is None
                else Odds.compute(mechanic, mechanic.check(each.params)),
            )
            for each in scenarios[1:]
        ),
    ]


def compute_scenario_answers(calculator: "Calculator", scenarios: Sequence[Scenario]) -> "list[tuple[str, Answers]]":
    """Compute the name and the answers of each scenario; the first has the calculator's parameters.

    Dice only answer panels whose field is a number.

    Raises:
        RulesError: parameters or dice are not accepted, or all odds would take too long.
    """
    own = calculator.answer(calculator.check(scenarios[0].params or {}))
    found = [(scenarios[0].name, own)]
    for each in scenarios[1:]:
        if each.params is None:
            as_fields = [
                [panel.field] if isinstance(odds, Odds) and _is_numeric(odds.outcomes[panel.field]) else []
                for panel, odds in own
            ]
            answers: Answers = [
                (panel, _compute_dice_odds(each.dice, fields))
                for (panel, _), fields in zip(own, as_fields, strict=True)
            ]
        else:
            answers = calculator.answer(calculator.check(each.params))
        found.append((each.name, answers))
    return found


def _compute_dice_odds(notation: str, fields: Sequence[str]) -> Odds:
    """Compute the odds of dice whose total replaces each of the fields."""
    dice = find_mechanic("dice")
    params = dice.check({"notation": notation})
    odds = Odds.compute(dice, params)
    return Odds("dice", params, dict.fromkeys(fields, odds.outcomes["total"]), odds.limits)


def _is_numeric(chances: Chances) -> bool:
    return all(is_number(value) for value in chances)
