"""No change takes more of a counter than the sheet has: what isn't there can't be spent."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import RulesError
from rules_py.parameters import Choice, Flag, ListOf, Record, RowOf, Whole
from rules_py.play import Change, Sheet
from rules_py.registry.play import find_play

AMPLE = (100, 12, 6, 3)
"""More of a counter than a single change takes, as far as the field allows it."""

HURT = {"hp": 0, "condition": "incapacitated"}
GUN = {"clip": 6, "loaded": 3, "spares": 1, "part_spares": 1, "part_rounds": 2}
SITUATIONS: dict[str, list[dict[str, Any]]] = {
    "combat.character": [{"experience": 100}],
    "psiops.operative": [
        {"hp": 0, "past_zero": 3},
        {**HURT, "lasting": [{"kind": "bleeding", "rounds": 3}]},
        {"injuries": 3, "max_hp": 9},
        {"holding": "the door opens"},
        {"weapons": [{"ammo": 3, "place": "backpack"}]},
        {"talents": [{"talent": "16"}]},
        {"lasting": [{"name": "Power", "concentration": True}]},
        {"lasting": [{"name": "Invisibility", "concentration": True}]},
    ],
    "sideworld.character": [
        {"parts_hit": ["arms"]},
        {"poison": 12},
        {"ne": 3, "ne_full": 30, "stores": [{"ne": 20, "full": 20}]},
        {"weapons": [{**GUN, "feed": "internal"}]},
        {"weapons": [{**GUN, "feed": "spares"}]},
    ],
    "sideworld.vehicle": [{"weapons": [{**GUN, "feed": "internal"}]}],
    "xmas.operator": [{"weapons": [{"heavy": True}]}],
}
"""The fields of sheets on which changes apply that need something special."""

FALLS_AS_FAR_AS_IT_CAN = {
    # harm: the rest of it is lost, or counted elsewhere
    ("combat.take-damage", "stunning"),  # deadly damage takes its place
    ("psiops.deal-damage", "hp"),
    ("psiops.sacrifice-armor", "past_zero"),
    ("psiops.take-damage", "hp"),
    ("sideworld.damage-object", "dc"),
    ("puml.take-action", "defence_dice"),  # the die that a success of the players takes, besides the price
    ("puml.take-action", "offense_dice"),  # the die that a failure costs, besides the price
    ("puml.spend-dice", "defence_dice"),  # the same dice, of a player who counts them on a sheet
    ("puml.spend-dice", "offense_dice"),
    # harm that heals, stress that passes, and what is over: at most all of it
    ("combat.heal", "deadly"),
    ("combat.heal", "stunning"),
    ("combat.rest", "sprinted"),
    ("psiops.end-round", "rounds"),
    ("psiops.recover", "stress"),
    ("psiops.take-courage", "stress"),
    ("psiops.take-rest", "fatigue"),
    ("psiops.take-rest", "stress"),
    ("sideworld.damage-part", "severe_wounds"),
    ("sideworld.first-aid", "stamina_lost"),
    ("sideworld.pass-hours", "poison"),
    ("sideworld.pass-hours", "stamina_lost"),
    # as much as there is, which the change asks for
    ("sideworld.tap-store", "ne"),
    # a spell that costs more than there is takes half of it, by the rule
    ("sideworld.cast", "ne"),
}
"""The changes and counters for which the rules say that a counter falls as far as it can."""


def find_counters(sheet: Sheet) -> Iterator[tuple[str, int | None, str]]:
    """Yield the counters of a sheet: a field, or the number of a list's entry and its part."""
    for name, parameter in sheet.parameters.items():
        if isinstance(parameter.kind, Whole) and parameter.kind.low <= 0:
            yield name, None, ""
        elif isinstance(parameter.kind, ListOf):
            for number, entry in enumerate(getattr(sheet, name)):
                for part, (kind, _) in parameter.kind.entries().items():
                    if part and isinstance(kind, Whole) and kind.low <= 0 and hasattr(entry, part):
                        yield name, number, part


def read(sheet: Sheet, counter: tuple[str, int | None, str]) -> int | None:
    """Return the value of a counter, or None if its entry has left the sheet."""
    name, number, part = counter
    if number is None:
        return int(getattr(sheet, name))
    entries = getattr(sheet, name)
    return int(getattr(entries[number], part)) if number < len(entries) else None


def write(sheet: Sheet, counter: tuple[str, int | None, str], value: int) -> Sheet | None:
    """Return a sheet with another value in a counter, or None if the sheet doesn't take it."""
    name, number, part = counter
    entries = list(getattr(sheet, name)) if number is not None else []
    if number is not None:
        entries[number] = entries[number]._replace(**{part: value})
    try:
        return sheet.replace(**{name: value if number is None else tuple(entries)})
    except RulesError:
        return None


def build_sheets(kind: type[Sheet]) -> Iterator[Sheet]:
    """Yield sheets to spend from: with an entry in each list, and with ample counters, flags and choices."""
    yield from map(kind.from_fields, SITUATIONS.get(kind.id, ()))
    lists = {
        name: (each.kind.entry.item_type(),)
        for name, each in kind.parameters.items()
        if isinstance(each.kind, ListOf) and isinstance(each.kind.entry, Record)
    }
    plain = full = kind.from_fields(lists)
    for counter in find_counters(plain):
        fitting = (made for value in AMPLE if (made := write(plain, counter, value)) is not None)
        yield next(fitting, plain)
    for counter in find_counters(full):
        fitting = (made for value in AMPLE if (made := write(full, counter, value)) is not None)
        full = next(fitting, full)
    yield full
    for name, parameter in kind.parameters.items():
        values: tuple[Any, ...] = ()
        if isinstance(parameter.kind, Flag):
            values = (True,)
        elif isinstance(parameter.kind, Choice):
            values = parameter.kind.choices
        for value in values:
            try:
                yield full.replace(**{name: value})
            except RulesError:
                continue


def list_params(change: Change) -> list[dict[str, Any]]:
    """List parameters of a change: every combination of its flags, choices and rows, and a few numbers."""
    options: dict[str, list[Any]] = {}
    for name, parameter in change.parameters.items():
        kind = parameter.kind
        options[name] = [parameter.default]
        if isinstance(kind, Flag):
            options[name] = [False, True]
        elif isinstance(kind, Choice):
            options[name] = list(kind.choices)
        elif isinstance(kind, RowOf):
            options[name] = list(kind.names())[:12]
        elif isinstance(kind, Whole) and type(kind) is Whole:
            options[name] = sorted({parameter.default, kind.low, min(3, kind.high or 3)})
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())][:400]


def apply(change: Change, sheet: Sheet, params: dict[str, Any]) -> Sheet | None:
    """Return the sheet after a change, or None if it is refused."""
    try:
        return change.apply(sheet, params).sheet
    except RulesError:
        return None


def find_underpaid(change: Change, kind: type[Sheet], *, is_new: bool = True) -> Iterator[tuple[str, str]]:
    """Yield the counters that a change lowers by less than its price, because there isn't more.

    Changes that set a counter to a value of the rules have no price.
    """
    for sheet, given in product(build_sheets(kind), list_params(change)):
        params = change.with_current_params(given) if is_new else given
        if (after := apply(change, sheet, params)) is None:
            continue
        for counter in find_counters(sheet):
            had, left = read(sheet, counter), read(after, counter)
            if had is None or left is None or left >= had:
                continue
            for value in range(had - left):
                if (poor := write(sheet, counter, value)) is None or (spent := apply(change, poor, params)) is None:
                    continue
                if (now := read(spent, counter)) is not None and now != left and value - now < had - left:
                    yield change.id, counter[2] or counter[0]


@pytest.mark.parametrize("slug", rules_py.systems())
def test_search_applies_each_change(slug):
    untried = [
        f"{change.id} to {kind.id}"
        for change in find_play(slug).changes.values()
        for kind in change.sheet_types
        if all(
            apply(change, sheet, change.with_current_params(params)) is None
            for sheet, params in product(build_sheets(kind), list_params(change))
        )
    ]
    assert untried == []


@pytest.mark.parametrize("slug", rules_py.systems())
def test_change_takes_what_a_sheet_has_or_is_refused(slug):
    found = {
        each
        for change in find_play(slug).changes.values()
        for kind in change.sheet_types
        for each in find_underpaid(change, kind)
    }
    assert found == {each for each in FALLS_AS_FAR_AS_IT_CAN if each[0].startswith(f"{slug}.")}


def test_search_finds_rewards_that_were_given_without_an_advance():
    rewards = [find_play("psiops").changes[f"psiops.{name}"] for name in ("raise-hp", "raise-attribute", "learn-skill")]
    for reward in rewards:
        (kind,) = reward.sheet_types
        assert (reward.id, "advances") in set(find_underpaid(reward, kind, is_new=False))


@pytest.mark.parametrize("reward", ["raise-attribute", "raise-hp", "learn-talent", "learn-skill"])
def test_reward_without_an_advance_is_refused_with_the_way_to_earn_one(reward):
    answer = json.loads(ANSWERS["change"]("psiops.operative", "{}", f"psiops.{reward}", "{}"))
    assert "No advance is left to spend: earn one by acting on the drive in a mission." in answer["error"]
    fields = json.dumps({"advances": 1})
    given = json.loads(ANSWERS["change"]("psiops.operative", fields, f"psiops.{reward}", "{}"))
    assert given["sheet"]["fields"]["advances"] == 0


def test_stored_reward_without_an_advance_replays_as_before():
    operative = rules_py.sheet("psiops.operative")
    stored = find_play("psiops").changes["psiops.raise-hp"].apply(operative, {"hp": 4}).sheet
    assert (stored.max_hp, stored.advances) == (operative.max_hp + 4, 0)
