"""Prices in words: what an action takes off the numbers of those who pay for it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_py.errors import RulesError
from rules_py.play.fight.actions import Attempt, apply_price, find_payer
from rules_py.play.fight.amendments import OfferedAmendment, prepare_amendment
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.text.wording import decapitalize


def list_prices(attempt: Attempt) -> list[str]:
    """Return what an attempt costs at most, such as "2 momentum"; prices that aren't numbers are left out."""
    return [f"{price.amount} {_write_label(price.label)}" for price in _list_prices(attempt)]


def sum_prices(attempts: Iterable[Attempt]) -> dict[tuple[str, str], int]:
    """Sum what attempts cost at most, by the key of the one who pays and the name of the value."""
    found: dict[tuple[str, str], int] = {}
    for attempt in attempts:
        for price in _list_prices(attempt):
            at = (price.payer, price.name)
            found[at] = found.get(at, 0) + price.amount
    return found


class Price(NamedTuple):
    """The price of an attempt: a number that it takes off a value of a sheet.

    Attributes:
        payer: the key of the one who pays.
        name: the name of the value.
        label: what players call it.
        amount: the difference.
    """

    payer: str
    name: str
    label: str
    amount: int


def _list_prices(attempt: Attempt) -> Iterator[Price]:
    for cost in attempt.action.costs:
        payer, params = find_payer(attempt, cost), cost.most(attempt)
        if payer is None or params is None:
            continue
        before = attempt.fight.sheet_for(payer)
        try:
            after = apply_price(cost.change, before, params)
        except RulesError:
            continue
        for name, parameter in before.parameters.items():
            old, new = getattr(before, name), getattr(after, name)
            if isinstance(old, int) and not isinstance(old, bool) and new < old:
                yield Price(payer, name, parameter.label, old - new)


def _write_label(label: str) -> str:
    """Return a label for the middle of a sentence; a name of several words, "Christmas Spirit", keeps its capitals."""
    words = label.split()
    is_name = len(words) > 1 and all(word[:1] != word[:1].lower() for word in words)
    return label if is_name else decapitalize(label)


def list_amendment_prices(fight: Fight, entry: LogEntry, offered: OfferedAmendment) -> list[str]:
    """Return what it costs to make a roll again, besides what the roll costs anyway."""
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return []
    action = fight.rules.actions_by_id.get(event.get("action") or "")
    if action is None:
        return []
    try:
        before = prepare_amendment(fight, entry, offered.command)[0]
    except RulesError:
        return []
    by, at = str(event.get("by")), event.get("at")
    earlier = Attempt(before, action, by, at, (), read_choices(event), roll.params)
    chosen = {**read_choices(event), **read_choices(offered.command)}
    again = Attempt(before, action, by, at, (), chosen, {**roll.params, **offered.command["params"]})
    paid = list_prices(earlier)
    return [price for price in list_prices(again) if price not in paid]
