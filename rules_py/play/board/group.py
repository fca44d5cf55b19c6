"""A group that acts at once: a row for each, with the target that they aim at. Targets are spread out at first."""

from collections.abc import Mapping
from typing import NamedTuple

from rules_py.errors import RulesError
from rules_py.play.board.draft import Draft, draft_play
from rules_py.play.board.plays import Play, list_plays
from rules_py.play.board.view import View
from rules_py.play.board.words import name_card
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import can_act, find_default_action, find_default_target, find_enemies


class PlanRow(NamedTuple):
    """The action of a member of a group.

    Attributes:
        key: the member.
        draft: what they do, or None if nothing is possible.
        target: the key of the combatant that they aim at, or None.
        card: the name of what they act with, or "".
        candidates: the keys of the combatants that they can aim at.
        reason: why they can't act, or "".
    """

    key: str
    draft: Draft | None
    target: str | None
    card: str
    candidates: tuple[str, ...]
    reason: str


class Plan(NamedTuple):
    """The actions of a group that acts at once.

    Attributes:
        side: the id of the side, or "" if they are of several sides.
        rows: a row for each member.
        aims: the target of each member who can act, by their keys.
        is_simultaneous: True if they act at the same time by the rules.
    """

    side: str
    rows: tuple[PlanRow, ...]
    aims: Mapping[str, str]
    is_simultaneous: bool


def find_group(fight: Fight) -> tuple[str, ...]:
    """Return the combatants who may act at once now; () if there are fewer than two."""
    ready = tuple(key for key in fight.available_actors if can_act(fight, key))
    return ready if len(ready) > 1 else ()


def is_group_first(fight: Fight, group: tuple[str, ...]) -> bool:
    """Return True if a group acts at once unless the table wants single turns: other sides, and simultaneous turns."""
    first = next(iter(fight.rules.sides), "")
    are_foes = all(fight.combatants[key].side != first for key in group)
    return bool(group) and (are_foes or (fight.rules.order.is_simultaneous and fight.rules.order.has_turns))


def plan_group(fight: Fight, group: tuple[str, ...], view: View) -> Plan:
    """Return what a group does, with the targets that the view names."""
    aims: dict[str, str] = {}
    counts: dict[str, int] = {}
    rows = []
    wanted = view.get("aims") or {}
    for key in (*group, *(each for each in fight.available_actors if each not in group)):
        candidates = find_enemies(fight, key)
        target = wanted.get(key) if wanted.get(key) in candidates else _spread(fight, key, candidates, counts)
        if key not in group or target is None:
            rows.append(PlanRow(key, None, None, "", (), "can’t act now"))
            continue
        draft = _find_attack(fight, key, target)
        aims[key] = target
        counts[target] = counts.get(target, 0) + 1
        card = name_card(fight, draft) if draft else ""
        reason = " ".join(each.reason for each in draft.unmet) if draft else ""
        rows.append(PlanRow(key, draft, target, card, candidates, reason))
    sides = list(dict.fromkeys(fight.combatants[key].side for key in group))
    return Plan(sides[0] if len(sides) == 1 else "", tuple(rows), aims, fight.rules.order.is_simultaneous)


def _spread(fight: Fight, key: str, candidates: tuple[str, ...], counts: Mapping[str, int]) -> str | None:
    """Return the target that the fewest of the group aim at; their own last one comes first."""
    first = find_default_target(fight, key)
    return min(candidates, key=lambda each: (counts.get(each, 0), each != first), default=None)


def _find_attack(fight: Fight, key: str, target: str) -> Draft | None:
    """Return the usual action of a combatant against a target."""
    default = find_default_action(fight, key)
    usual = default[0].mechanic.id if default else ""
    plays = [play for play in list_plays(fight, key, target) if play.group == "main" and play.at is not None]
    play: Play | None = next((each for each in plays if each.id == usual), next(iter(plays), None))
    try:
        return draft_play(fight, play, {}) if play else None
    except RulesError:
        return None
