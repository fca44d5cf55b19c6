"""A combatant's card: their numbers with a step down and up, and their conditions, changed with a tap."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.parameters import Flag, Whole
from rules_py.play.board.tokens import find_stem
from rules_py.play.fight.reducer import Fight
from rules_py.play.layout import Gauge
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json, to_text

MOST_STEPS = 6
"""The number of values with steps on a card."""


class Step(NamedTuple):
    """A number of a combatant, one less or one more with a tap.

    Attributes:
        now: its value as text.
        most: its maximum as text, or "".
        fewer, more: the commands, or None where the sheet allows no such step.
    """

    label: str
    now: str
    most: str
    fewer: Mapping[str, Any] | None
    more: Mapping[str, Any] | None


class Switch(NamedTuple):
    """A condition that a tap sets or ends.

    Attributes:
        command: the command that does it.
    """

    label: str
    is_on: bool
    command: Mapping[str, Any]


def list_comrades(fight: Fight, key: str) -> tuple[str, ...]:
    """Return the other combatants with the same type of sheet on a combatant's side, who can get the same changes."""
    if key not in fight.combatants:
        return ()
    own = fight.combatants[key]
    return tuple(
        each.key
        for each in fight.combatants.values()
        if each.key != key and each.side == own.side and type(each.sheet) is type(own.sheet)
    )


class Count(NamedTuple):
    """The number of combatants of one kind before a fight begins.

    Attributes:
        fewer, more: the commands that let one leave and another one join.
    """

    number: int
    fewer: Mapping[str, Any]
    more: Mapping[str, Any]


def count_kind(fight: Fight, key: str) -> Count | None:
    """Return how many combatants differ from one by their numbers only; None once the fight has begun."""
    if fight.has_begun or key not in fight.combatants:
        return None
    own = fight.combatants[key]
    stem = find_stem(own.name)
    alike = [
        each
        for each in fight.combatants.values()
        if each.side == own.side and type(each.sheet) is type(own.sheet) and find_stem(each.name) == stem
    ]
    fields = {name: to_json(value) for name, value in own.sheet.fields.items()}
    sheet = {"sheet": own.sheet.id, "fields": {**fields, **({"name": stem} if "name" in fields else {})}}
    more = {"act": "join", "sheet": own.sheet.id, "side": own.side, "data": sheet}
    return Count(len(alike), {"act": "leave", "who": alike[-1].key}, more)


def list_steps(fight: Fight, key: str, also: tuple[str, ...] = ()) -> Iterator[Step]:
    """Yield the numbers of a combatant that change in play: those of the sheet's layout, or else its meter.

    Args:
        fight: the fight.
        key: the combatant.
        also: further combatants who get the change, if a step is one.
    """
    sheet = fight.sheet_for(key)
    gauges = list(sheet.layout.list_gauges()) if sheet.layout else _list_own_gauges(sheet)
    shown = 0
    for gauge in gauges:
        field = gauge.missing or gauge.value
        if shown == MOST_STEPS or field not in sheet.parameters or not _is_number(sheet, field):
            continue
        shown += 1
        most = to_text(gauge.most if isinstance(gauge.most, int) else getattr(sheet, gauge.most)) if gauge.most else ""
        now = to_text(getattr(sheet, gauge.value))
        fewer, more = (_build_step(fight, key, sheet, gauge, by, also) for by in (-1, 1))
        yield Step(sheet.label_for(gauge.value), now, most, fewer, more)


def _list_own_gauges(sheet: Sheet) -> list[Gauge]:
    names = dict.fromkeys((*(sheet.meter or ())[:1], *sheet.hand, *sheet.glance))
    return [Gauge(name) for name in names if name in sheet.parameters]


def _is_number(sheet: Sheet, field: str) -> bool:
    return isinstance(sheet.parameters[field].kind, Whole) and isinstance(getattr(sheet, field), int)


def _build_step(
    fight: Fight, key: str, sheet: Sheet, gauge: Gauge, by: int, also: tuple[str, ...]
) -> dict[str, Any] | None:
    """Return the command of a step, or None if the sheet doesn't allow it."""
    change_id = gauge.fewer if by < 0 else gauge.more
    change = fight.context.changes.get(change_id) if change_id else None
    if change is not None:
        amount = next((name for name, each in change.parameters.items() if isinstance(each.kind, Whole)), "")
        params = {amount: 1} if amount else {}
        try:
            change.apply(sheet, change.with_current_params(params))
        except RulesError:
            return None
        further = {"also": list(also)} if also else {}
        return {"act": "change", "change": change.id, "who": key, "params": params, **further}
    field = gauge.missing or gauge.value
    difference = -by if gauge.missing else by
    try:
        type(sheet).from_fields({**sheet.fields, field: getattr(sheet, field) + difference})
    except RulesError:
        return None
    further = {"also": list(also)} if also else {}
    return {"act": "adjust", "who": key, **further, "field": field, "amount": difference}


def list_switches(fight: Fight, key: str, also: tuple[str, ...] = ()) -> Iterator[Switch]:
    """Yield the conditions of a combatant that are true or false on their sheet; others get them, too."""
    sheet = fight.sheet_for(key)
    further = {"also": list(also)} if also else {}
    for condition in sheet.conditions:
        parameter = sheet.parameters.get(condition.value)
        if parameter is None or not isinstance(parameter.kind, Flag):
            continue
        is_on = bool(getattr(sheet, condition.value))
        label = condition.word or condition.value.replace("_", " ")
        command = {"act": "edit", "who": key, **further, "fields": {condition.value: not is_on}}
        yield Switch(label[:1].upper() + label[1:], is_on, command)
