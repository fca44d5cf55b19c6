"""Prices while a player buys a sheet: what each step and each entry of a list costs, from the sheet's own rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_py.errors import RulesError
from rules_py.parameters import ListOf, Whole

if TYPE_CHECKING:
    from rules_py.play.sheet import Sheet


@dataclass(frozen=True)
class Price:
    """The price of a part of a sheet.

    Attributes:
        field: the sheet's field.
        entry: the index of a list's entry, which costs this; None for a number, whose next point costs this.
        cost: in points; negative if points come back.
    """

    field: str
    entry: int | None
    cost: int


def list_prices(sheet: "Sheet", left: str) -> Iterator[Price]:
    """Yield the prices of a sheet's fields, apart from those without one.

    The rules are asked for each: how many points would be left with one more point, or without an entry.

    Args:
        sheet: the sheet as it is now.
        left: the derived value with the points that are left.
    """
    now = getattr(sheet, left)
    for name, parameter in sheet.parameters.items():
        value = getattr(sheet, name)
        if isinstance(parameter.kind, Whole):
            if (other := _count_left(sheet, left, name, value + 1)) is not None and other != now:
                yield Price(name, None, now - other)
        elif isinstance(parameter.kind, ListOf):
            for number in range(len(value)):
                without = _count_left(sheet, left, name, (*value[:number], *value[number + 1 :]))
                if without is not None and without != now:
                    yield Price(name, number, without - now)


def _count_left(sheet: "Sheet", left: str, field: str, value: Any) -> int | None:
    """Return the points that are left with another value; None if the sheet doesn't accept it."""
    try:
        return int(getattr(sheet.replace(**{field: value}), left))
    except RulesError:
        return None
