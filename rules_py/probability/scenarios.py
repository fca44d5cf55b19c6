"""Set-ups that a reader lays over one another: other parameters of the same, or dice of the reader's own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.probability.odds import Chances, Odds
from rules_py.registry.games import find
from rules_py.text.formatting import can_be_shown, is_number, quoted

if TYPE_CHECKING:
    from rules_py.errors import LongOddsError
    from rules_py.mechanic.calculator import Calculator, Panel

    type Answers = list[tuple[Panel, Odds | LongOddsError]]

MOST_SET_UPS = 5
LONGEST_NAME = 40
"""Characters of a set-up's name."""


class SetUp(NamedTuple):
    """What a reader calls it, and its parameters; or dice, whose total stands for whatever is a number."""

    name: str
    params: dict[str, Any] | None = None
    dice: str = ""


def read_set_ups(said: Sequence[dict[str, Any]]) -> list[SetUp]:
    """Set-ups from JSON: `{"name": "Rookie", "params": {…}}` or `{"name": "Club", "dice": "2d6"}`.

    Raises:
        RulesError: they are more than five, or one has no name, a long one, or nothing to be set to.
    """
    if len(said) > MOST_SET_UPS:
        raise RulesError(f"set-ups: got {len(said)}, takes at most {MOST_SET_UPS}, laid over one another")
    found = []
    for each in said:
        name = each.get("name", "")
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not can_be_shown(name):
            raise RulesError(f"set-up: got {quoted(name)}, takes a name of 1 to {LONGEST_NAME} characters in one line")
        found.append(SetUp(name, each.get("params"), each.get("dice", "")))
    return found


def odds_of_each(mechanic: Mechanic, set_ups: Sequence[SetUp]) -> list[tuple[str, Odds]]:
    """Name and odds of each set-up; the first is one of the mechanic.

    Raises:
        RulesError: it takes no such parameters, or its odds are too long.
    """
    own = Odds.of(mechanic, mechanic.check(set_ups[0].params or {}))
    numeric = [field for field, chances in own.outcomes.items() if _is_numeric(chances)]
    return [
        (set_ups[0].name, own),
        *(
            (
                each.name,
                _dice_as(each.dice, numeric) if each.params is None else Odds.of(mechanic, mechanic.check(each.params)),
            )
            for each in set_ups[1:]
        ),
    ]


def answers_of_each(calculator: "Calculator", set_ups: Sequence[SetUp]) -> "list[tuple[str, Answers]]":
    """Name and answers of each set-up, the first one of the calculator; dice answer where its panels are numbers.

    Raises:
        RulesError: it takes no such parameters, or all odds are too long.
    """
    own = calculator.answer(calculator.check(set_ups[0].params or {}))
    found = [(set_ups[0].name, own)]
    for each in set_ups[1:]:
        if each.params is None:
            as_fields = [
                [panel.field] if isinstance(odds, Odds) and _is_numeric(odds.outcomes[panel.field]) else []
                for panel, odds in own
            ]
            answers: Answers = [
                (panel, _dice_as(each.dice, fields)) for (panel, _), fields in zip(own, as_fields, strict=True)
            ]
        else:
            answers = calculator.answer(calculator.check(each.params))
        found.append((each.name, answers))
    return found


def _dice_as(notation: str, fields: Sequence[str]) -> Odds:
    """Dice whose total stands in the place of fields."""
    dice = find("dice")
    params = dice.check({"notation": notation})
    return Odds("dice", params, dict.fromkeys(fields, Odds.of(dice, params).outcomes["total"]))


def _is_numeric(chances: Chances) -> bool:
    return all(is_number(value) for value in chances)
