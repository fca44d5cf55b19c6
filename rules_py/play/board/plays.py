"""Plays: everything that a combatant can do now, each with its title, its icon and its place on the board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.parameters import EntryOf
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change, QuickAction
from rules_py.play.fight.actions import ALLY, Action, Attempt, find_wait
from rules_py.play.fight.offers import find_recipients
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import find_possible_rolls
from rules_py.play.previews import has_dice
from rules_py.play.sheet import Sheet

MOST_TILES = 5
"""The number of tiles in a hand, besides "More"."""

PlayGroup = Literal["main", "more", "reaction", "bookkeeping", "due"]
"""The place of a play; those that are `due` are rolled only when they have to be."""


class Option(NamedTuple):
    """A way to make a change, such as taking high cover.

    Attributes:
        label: what players call it.
        command: the command that does it.
    """

    label: str
    command: Mapping[str, Any]


@dataclass(frozen=True)
class Play:
    """Something that a combatant can do.

    Attributes:
        id: the id of the roll or the change.
        title: what players call it.
        icon: the name of its icon.
        binding: the binding of its roll; None for a change.
        change: the change; None for a roll.
        by: the key of the combatant who rolls, or who gets the change.
        at: the key of the roll's target, or None.
        action: the declared action, or None.
        is_answered: True for a roll that the target of the action makes, such as a defence.
        options: the ways to make a change.
    """

    id: str
    title: str
    icon: str
    group: PlayGroup
    binding: RollBinding | None
    change: Change | None
    by: str
    at: str | None
    action: Action | None
    is_answered: bool = False
    options: tuple[Option, ...] = ()


def list_plays(fight: Fight, by: str, at: str | None) -> list[Play]:
    """Return what a combatant can do, in the order in which the game declares it.

    Args:
        by: the combatant who acts.
        at: the target of what has one.
    """
    order = {action.id: number for number, action in enumerate(fight.rules.declared_actions)}
    found = [*_list_rolls(fight, by, at), *list_change_plays(fight, by)]
    return sorted(found, key=lambda play: order.get(play.id, len(order)))


def _list_rolls(fight: Fight, by: str, at: str | None) -> Iterator[Play]:
    for binding, roller, target in find_possible_rolls(fight, by, at):
        mechanic = binding.mechanic
        if target is None and not _has_effect(fight, mechanic):
            continue
        action = fight.rules.actions_by_id.get(mechanic.id)
        is_answered = roller != by
        yield Play(
            mechanic.id,
            _title_roll(mechanic, action, is_answered),
            _choose_icon(action, target, is_answered),
            _find_roll_group(fight, mechanic, action, is_answered),
            binding,
            None,
            roller,
            target,
            action,
            is_answered,
        )


def _find_roll_group(fight: Fight, mechanic: Mechanic, action: Action | None, is_answered: bool) -> PlayGroup:
    if mechanic.id in fight.rules.required_ids:
        return "due"
    if is_answered:
        return "main"
    return action.find_group() if action else "more"


def _title_roll(mechanic: Mechanic, action: Action | None, is_answered: bool) -> str:
    """Return the title of a roll; a reaction that somebody acts with has a title of its own."""
    if action is None:
        return mechanic.title
    return action.title_for_actor if is_answered else action.title or mechanic.title


def _choose_icon(action: Action | None, target: str | None, is_answered: bool) -> str:
    if is_answered:
        return "attack"
    if action is not None and action.icon:
        return action.icon
    return "risk" if target is None else "attack"


def _has_effect(fight: Fight, mechanic: Mechanic) -> bool:
    """Return True if a roll belongs in a fight, as it has dice or triggers changes; others only calculate."""
    return bool(fight.context.changes_by_mechanic.get(mechanic.id)) or has_dice(mechanic)


# Changes


def list_change_plays(fight: Fight, by: str) -> Iterator[Play]:
    """Yield the changes of a combatant that are actions, or that a fight offers as buttons."""
    sheet = fight.sheet_for(by)
    for change in list_changes_for(fight, sheet):
        action = fight.rules.actions_by_id.get(change.id)
        if action is not None and not action.suits(sheet):
            continue
        options = tuple(_list_options(fight, by, sheet, change))
        if change.ends or not (options or (action is not None and action.find_group() == "main")):
            continue
        yield Play(
            change.id,
            (action.title if action else "") or change.title,
            (action.icon if action else "") or "swap",
            action.find_group() if action else "bookkeeping",
            None,
            change,
            by,
            None,
            action,
            options=options,
        )


def list_changes_for(fight: Fight, sheet: Sheet) -> list[Change]:
    """Return the changes that apply to a sheet."""
    return [change for change in fight.context.changes.values() if isinstance(sheet, change.sheet_types)]


def _list_options(fight: Fight, key: str, sheet: Sheet, change: Change) -> Iterator[Option]:
    """Yield the ways to make a change that its quick actions name, as far as they would change something."""
    for each in change.quick_actions:
        if each.is_for_all or (each.downtime_after and not fight.is_downtime_after(each.downtime_after)):
            continue
        if each.ally_change:
            yield from _list_ally_options(fight, key, sheet, change, each)
            continue
        for label, params in _list_params(change, each, sheet):
            if has_effect(change, sheet, params) or (each.changes_nothing and is_allowed(change, sheet, params)):
                yield Option(label, {"act": "change", "change": change.id, "who": key, "params": params})


def _list_ally_options(fight: Fight, key: str, sheet: Sheet, change: Change, action: QuickAction) -> Iterator[Option]:
    """Yield an option for each ally who would benefit from the change that goes with a quick action."""
    given = fight.context.changes[action.ally_change]
    if change.id != action.ally_change and not has_effect(change, sheet, action.build_params(sheet)):
        return
    for other in fight.find_allies(key, fight.eligible_for(given)):
        if not has_effect(given, fight.sheet_for(other), {}):
            continue
        command: Mapping[str, Any] = {
            "act": "together",
            "changes": [
                {"change": change.id, "who": key, "params": action.build_params(sheet)},
                {"change": given.id, "who": other, "params": {}},
            ],
        }
        if given.id in fight.rules.actions_by_id:  # its price is what the ally pays
            command = {"act": "change", "change": given.id, "who": other, "chosen": {ALLY: key}}
        yield Option(action.text.format(fight.name_for(other)), command)


def _list_params(change: Change, action: QuickAction, sheet: Sheet) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the label and the parameters of each button; a parameter that is a list entry gets one for each entry."""
    text, params = action.text or change.title, action.build_params(sheet)
    listed = {
        name: parameter.kind
        for name, parameter in change.parameters.items()
        if isinstance(parameter.kind, EntryOf) and name not in params
    }
    for name, kind in listed.items():
        entries = list_entries(kind, sheet)
        for number, entry in entries:
            yield f"{text}: {entry}" if len(entries) > 1 else text, {**params, name: number}
    if not listed:
        yield text, params


def list_ends(fight: Fight) -> list[Option]:
    """Return the ends of periods for everybody, such as that of a fight."""
    return [Option(f"End the {of}", {"act": "end", "of": of}) for of in fight.endable_periods]


def list_actions_for_all(fight: Fight) -> list[Option]:
    """Return the quick actions that everybody takes at once, such as a rest, as far as they would change something."""
    found = []
    for change in fight.context.changes.values():
        for each in change.quick_actions:
            if not each.is_for_all or not find_recipients(fight, change, each.fixed_params)[0]:
                continue
            command: dict[str, Any] = {"act": "each", "change": change.id, "params": each.fixed_params}
            if each.mechanic is not None:
                command["mechanic"] = each.mechanic.id
            found.append(Option(each.text or f"{change.title}, everybody", command))
    return found


def list_entries(kind: EntryOf, sheet: Sheet) -> list[tuple[str, str]]:
    """Return the indices, as text, and the names of the entries in a sheet's list."""
    return [(str(number), name) for number, name in enumerate(sheet.name_entries(kind.list_field))]


def is_allowed(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> bool:
    """Return True if the rules allow a change."""
    try:
        change.apply(sheet, change.with_current_params(params))
    except RulesError:
        return False
    return True


def has_effect(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> bool:
    """Return True if the rules allow a change and it has an effect."""
    try:
        return change.apply(sheet, change.with_current_params(params)).sheet != sheet
    except RulesError:
        return False


def has_to_wait(fight: Fight, change: Change, key: str, params: Mapping[str, Any]) -> bool:
    """Return True if a change is an action that has to wait for a combatant's turn."""
    action = fight.rules.actions_by_id.get(change.id)
    if action is None or key not in fight.combatants:
        return False
    return find_wait(Attempt(fight, action, key, params=params)) is not None
