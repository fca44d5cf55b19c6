"""The hand: what the one who acts has left, what they hold, and the ways out of a refusal."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.play.board.draft import Draft, draft_play
from rules_py.play.board.plays import Option, Play, list_ends
from rules_py.play.board.selection import Selection
from rules_py.play.board.view import View
from rules_py.play.board.words import find_card_list, list_cards
from rules_py.play.fight.actions import TURN, Attempt, count_uses_left
from rules_py.play.fight.initiative import SideInitiative
from rules_py.play.fight.offers import find_pending_rolls
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import can_act, find_enemies, find_possible_rolls
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import join_some
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize, pluralize

MOST_GAUGES = 3
"""The number of gauges in a hand."""

FIGHT = "fight"
"""The period that is too long for a button in the hand."""

MOST_WAYS = 3
"""The number of ways out of a refusal that are shown."""


class HandGauge(NamedTuple):
    """A value of the one who acts.

    Attributes:
        now: the value as text.
        most: its maximum as text, or "".
        is_low: True at half of a meter or less.
    """

    label: str
    now: str
    most: str
    is_low: bool


class ActionsLeft(NamedTuple):
    """The actions that are left in this turn.

    Attributes:
        left, most: the numbers; both 0 if nothing is counted.
        words: the same in words, or "".
    """

    left: int
    most: int
    words: str


class WayOut(NamedTuple):
    """A way out of a refusal.

    Attributes:
        label: what players call it.
        command: the command that takes it, or None.
        view: what it changes in the view, or None.
    """

    label: str
    command: Mapping[str, Any] | None = None
    view: View | None = None


def list_gauges(sheet: Sheet) -> list[HandGauge]:
    """Return the values above the actions: the declared ones, or the meter and the glance."""
    meter = sheet.meter or ("", "")
    names = sheet.hand or tuple(name for name in dict.fromkeys((meter[0], *sheet.glance)) if name)
    found = []
    for name in names[:MOST_GAUGES]:
        value = getattr(sheet, name)
        if value in ((), "", None):
            continue
        most = to_text(getattr(sheet, meter[1])) if name == meter[0] else _find_highest(sheet, name)
        is_low = name == meter[0] and 2 * value <= getattr(sheet, meter[1])
        found.append(HandGauge(_shorten(sheet.label_for(name)), to_text(value).replace(",", ", "), most, is_low))
    return found


def _find_highest(sheet: Sheet, name: str) -> str:
    """Return the highest value of a small scale, such as stress, as text; "" for others."""
    kind = sheet.parameters[name].kind if name in sheet.parameters else None
    high = getattr(kind, "high", None)
    return to_text(high) if isinstance(high, int) and high <= 12 else ""


def _shorten(label: str) -> str:
    """Return a label without "left", which a gauge doesn't need."""
    return label.removesuffix(" left").removeprefix("Free ")


def count_actions_left(fight: Fight, selection: Selection) -> ActionsLeft:
    """Return the actions that are left to the one who acts."""
    if not fight.rules.order.has_turns:
        return ActionsLeft(0, 0, "No turns: act when you like")
    for play in selection.main:
        attempt = _build_plain_attempt(fight, play)
        limit = play.action.limit if play.action else None
        if attempt is None or limit is None or limit.per != "turn":
            continue
        uses = count_uses_left(attempt)
        if uses is not None and attempt.limited_key == selection.by:
            left = max(0, uses.left)
            return ActionsLeft(left, uses.most, f"{pluralize(left, limit.pool)} left")
    return ActionsLeft(0, 0, "")


def _build_plain_attempt(fight: Fight, play: Play) -> Attempt | None:
    if play.action is None or play.by not in fight.combatants:
        return None
    try:
        return Attempt(fight, play.action, play.by, play.at, params=_fill_defaults(play))
    except RulesError:
        return None


def _fill_defaults(play: Play) -> dict[str, Any]:
    """Return the default parameters of a play."""
    parameters = play.binding.mechanic.parameters if play.binding else {}
    return {name: parameter.default for name, parameter in parameters.items()}


def describe_uses_left(draft: Draft) -> str:
    """Return the uses that are left of a limit of several that isn't the actor's actions in a turn, or ""."""
    limit = draft.play.action.limit if draft.play.action else None
    if draft.attempt is None or limit is None or (limit.per == "turn" and draft.attempt.limited_key == draft.play.by):
        return ""
    uses = count_uses_left(draft.attempt)
    return f"{max(0, uses.left)} of {uses.most} left" if uses and uses.most > 1 else ""


# The next turn


def label_end_of_turn(fight: Fight) -> str:
    """Label the button that ends the turn with who is next, or ""."""
    if not fight.rules.order.has_turns or not fight.has_turn_to_end or fight.is_open:
        return ""
    waiting = [group for group in fight.groups if not set(group) & set(fight.current_group)]
    left = [group for group in waiting if any(key not in fight.acted_keys for key in group)]
    if not left:
        return f"End {fight.rules.round_name} {fight.round}"
    following = [key for key in left[0] if key not in fight.acted_keys]
    if isinstance(fight.rules.order, SideInitiative):
        return f"Next: {decapitalize(fight.rules.sides[fight.combatants[following[0]].side])}"
    first, count = fight.name_for(following[0]), len(following)
    return f"Next: {first} and {count - 1} more" if count > 2 else f"Next: {join_some(map(fight.name_for, following))}"


def find_end_in_hand(fight: Fight) -> Option | None:
    """Return the end of the period after which all can act again; None in games with turns, whose button ends them."""
    if fight.rules.order.has_turns:
        return None
    return next((each for each in list_ends(fight) if each.command["of"] != FIGHT), None)


def describe_turn(fight: Fight) -> tuple[str, str]:
    """Describe the round, and whose turn it is."""
    rules = fight.rules
    if not rules.order.has_turns:
        if rules.find_leading_side and fight.board is not None:
            side = rules.find_leading_side(fight.board)
            return "", f"{decapitalize(rules.sides[side])} act"
        return "", "no turns"
    start = f"{rules.round_name.capitalize()} {fight.round}"
    group = fight.current_group if not fight.is_open else ()
    if not group:
        return start, "roll for initiative" if fight.awaiting_initiative else ""
    if isinstance(rules.order, SideInitiative):
        return start, f"{decapitalize(rules.sides[fight.combatants[group[0]].side])} act"
    if len(group) > 1:
        return start, f"{len(group)} act at once"
    return start, f"{fight.name_for(group[0])}’s turn"


def list_waiting(fight: Fight, by: str | None = None) -> list[str]:
    """Return sentences about those, besides the one who acts, who would be left out if the turn ended now."""
    found = []
    idle = [key for key in fight.idle_keys if key != by]
    if len(fight.idle_keys) < len(fight.current_group) and idle:
        found.append(f"Still to act: {', '.join(fight.name_for(key) for key in idle)}.")
    if fight.keys_without_place:
        names = ", ".join(fight.name_for(key) for key in fight.keys_without_place)
        found.append(f"No place in the order yet: {names}.")
    return found


def list_interrupting(fight: Fight, by: str | None, at: str | None) -> list[str]:
    """Return those who may act now although it isn't their turn, or nobody's.

    In games with turns they hold an action or the like; in others, the one who is looked at may act instead.
    """
    if by is None:
        return []
    if fight.rules.order.has_turns and not fight.is_open:
        return [
            each.key
            for each in fight.participants.values()
            if each.key != by
            and each.key not in fight.available_actors
            and not each.is_out
            and fight.rules.may_interrupt(each.sheet)
        ]
    if at is None or fight.combatants[at].is_out or fight.combatants[at].side == fight.combatants[by].side:
        return []
    return [at] if any(roller == at for _, roller, _ in find_possible_rolls(fight, at, by)) else []


# Ways out


def list_ways_out(fight: Fight, selection: Selection, draft: Draft) -> list[WayOut]:
    """Return the ways out of a refusal, the best first."""
    return _unique(_list_ways(fight, selection, draft))


def _unique(ways: Iterator[WayOut]) -> list[WayOut]:
    """Return the first ways, each label once."""
    found: dict[str, WayOut] = {}
    for way in ways:
        found.setdefault(way.label, way)
        if len(found) == MOST_WAYS:
            break
    return list(found.values())


def _list_ways(fight: Fight, selection: Selection, draft: Draft) -> Iterator[WayOut]:
    play = draft.play
    if fight.is_open and fight.awaiting_initiative:
        yield WayOut(label_initiative(fight), {"act": "order"})
    yield from list_declared_ways(fight, draft)
    yield from _list_required_rolls(fight)
    if draft.missing and play.binding is not None:
        yield WayOut("Enter it", view={"do": play.id, "open": "form"})
    yield from _list_other_cards(fight, selection, draft)
    yield from _list_other_targets(fight, selection, draft)
    if (label := label_end_of_turn(fight)) and selection.by in fight.current_group:
        yield WayOut(label, {"act": "turn"})
    yield from _list_other_actors(fight, selection)
    if (end := find_end_in_hand(fight)) is not None:
        yield WayOut(end.label, end.command)
    if label and any(each.name == TURN for each in draft.unmet):
        yield WayOut(label, {"act": "turn"})
    for other in selection.tiles:
        if other.id != play.id and not selection.draft_play(other).is_refused:
            yield WayOut(other.title, view={"do": other.id, "chosen": None, "params": None})


def label_initiative(fight: Fight) -> str:
    """Label the button that rolls for initiative."""
    mechanic = fight.rules.order.mechanic
    title = decapitalize(mechanic.title) if mechanic else ""
    waiting = fight.awaiting_initiative
    names = "" if fight.is_open else f": {join_some(fight.name_for(key) for key in waiting)}"
    return f"Roll for {title}{names}"


def list_declared_ways(fight: Fight, draft: Draft) -> Iterator[WayOut]:
    """Yield the rolls that the action declares as ways to meet its requirements."""
    if draft.attempt is None:
        return
    for name, mechanic in draft.attempt.action.ways_out.items():
        if any(each.name == name for each in draft.unmet):
            action = fight.rules.actions_by_id.get(mechanic.id)
            title = (action.title if action else "") or mechanic.title
            yield WayOut(title, {"act": "roll", "mechanic": mechanic.id, "by": draft.attempt.actor_key})


def _list_required_rolls(fight: Fight) -> Iterator[WayOut]:
    for owed in find_pending_rolls(fight):
        action = fight.rules.actions_by_id.get(owed.mechanic.id)
        title = (action.title if action else "") or owed.mechanic.title
        command: dict[str, Any] = {"act": "roll", "mechanic": owed.mechanic.id, "by": owed.recipients[0]}
        if owed.requirement.params:
            command["params"] = dict(owed.requirement.params)
        yield WayOut(f"{fight.name_for(owed.recipients[0])}: {decapitalize(title)}", command)


def _list_other_cards(fight: Fight, selection: Selection, draft: Draft) -> Iterator[WayOut]:
    """Yield the other cards with which nothing stands in the way."""
    if draft.play.binding is None or not find_card_list(draft.play):
        return
    for card in list_cards(fight, draft):
        name, value = card.choice
        if card.is_chosen:
            continue
        chosen = {**draft.chosen, name: value}
        view = {**selection.view, "do": draft.play.id, "chosen": chosen}
        if not draft_play(fight, draft.play, view).is_refused:
            yield WayOut(f"Use {card.name}", view={"do": draft.play.id, "chosen": chosen})
            return


def _list_other_targets(fight: Fight, selection: Selection, draft: Draft) -> Iterator[WayOut]:
    """Yield another target against which nothing stands in the way."""
    play, by = draft.play, selection.by
    if play.binding is None or play.at is None or by is None or by not in fight.combatants:
        return
    for key in find_enemies(fight, by):
        if key == selection.at or not _can_be_met(fight, play, key):
            continue
        roller, target = (key, by) if play.is_answered else (by, key)
        other = Play(
            play.id,
            play.title,
            play.icon,
            play.group,
            play.binding,
            None,
            roller,
            target,
            play.action,
            play.is_answered,
        )
        if not draft_play(fight, other, selection.view).is_refused:
            yield WayOut(f"{play.title} {fight.name_for(key)}", view={"at": key, "also": None, "do": play.id})
            return


def _can_be_met(fight: Fight, play: Play, key: str) -> bool:
    """Return True if a play can be made against a combatant: not each sheet of a side makes or meets its roll."""
    sheet = fight.sheet_for(key)
    if play.is_answered:
        return play.binding in sheet.rolls
    return play.binding is not None and any(met.mechanic is play.binding.mechanic for met in sheet.met_by)


def _list_other_actors(fight: Fight, selection: Selection) -> Iterator[WayOut]:
    """Yield another combatant who may act now and can."""
    for key in fight.available_actors:
        if key != selection.by and can_act(fight, key):
            yield WayOut(f"{fight.name_for(key)} acts", view=build_actor_view(key))
            return


def build_actor_view(key: str) -> View:
    """Return the change of a view that hands the turn to a combatant."""
    return {"by": key, "at": None, "also": None, "do": None, "chosen": None, "params": None, "open": ""}
