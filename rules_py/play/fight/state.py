"""The state of a fight: its combatants, its log and the current turn.

`targeting` has the rolls that combatants can make, `offers` the rolls and changes that are pending.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from rules_py.mechanic import Roll
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.fight.actions import ALLY
from rules_py.play.fight.config import BOARD, FightContext, FightRules
from rules_py.play.fight.events import Event, RollEvent, build_key_error, read_choices
from rules_py.play.fight.initiative import Groups, Score, join_linked
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json


class OwnCondition(NamedTuple):
    """A condition that the table has named.

    Attributes:
        last_round: the number of the round at whose end it is over; None if it lasts until the table ends it.
    """

    name: str
    last_round: int | None


@dataclass(frozen=True)
class Combatant:
    """A combatant in a fight.

    Attributes:
        key: identifies the combatant within this fight.
        name: the combatant's name, unique in the fight.
        score: the initiative score; None before the roll.
        has_withdrawn: True if the combatant has left the order and can come back.
        leader: the key of the combatant in whose turn this one acts, or None.
        own_conditions: the conditions that the table has named.
        note: a note of the GM, or "".
    """

    key: str
    side: str
    sheet: Sheet
    name: str
    score: Score | None = None
    has_withdrawn: bool = False
    leader: str | None = None
    own_conditions: tuple[OwnCondition, ...] = ()
    note: str = ""

    @cached_property
    def is_out(self) -> bool:
        """True if the combatant is out of the fight, at least for now."""
        return self.has_withdrawn or self.sheet.is_out


@dataclass(frozen=True)
class LogEntry:
    """One event in the log, with its messages and results.

    Attributes:
        messages: sentences that say what happened.
        id: the event's id; an event without one gets its number.
        roll: the event's roll; initiative rolls are separate.
        change_results: the results of the changes it applied.
        initiative_rolls: the initiative rolls.
        is_reaction: True for a roll that reacts to the action of its target, such as a defence.
        round: the round in which it happened.
    """

    event: Event
    messages: tuple[str, ...]
    id: str = ""
    roll: Roll | None = None
    change_results: tuple[ChangeResult, ...] = ()
    initiative_rolls: tuple[Roll, ...] = ()
    is_reaction: bool = False
    round: int = 1


def is_of_play(entry: LogEntry) -> bool:
    """Return True for an entry of a fight that has begun; others prepare it, such as a combatant who joins."""
    return bool(
        entry.roll
        or entry.initiative_rolls
        or entry.event.get("action")
        or entry.event["event"] in ("turn", "end", "withdraw", "return", "initiative")
    )


class PastAction(NamedTuple):
    """A roll in the log.

    Attributes:
        log_index: its index in the log.
        actor: the key of the combatant who acted in it, or None.
        target: the key of their target, or None.
    """

    log_index: int
    actor: str | None
    target: str | None


@dataclass(frozen=True)
class FightState:
    """The state of a fight after its events.

    Attributes:
        slug: the game.
        rules: the game's rules for fights.
        context: the game's changes, sheets and mechanics.
        combatants: by key, in the order in which they joined or the GM put them.
        board: the sheet that everybody shares, or None.
        acted_keys: the combatants who have acted in this round.
        uses: the number of uses of limited actions, by combatant and by the name of what is used; and how often they
            took each action, by its id and by `name_against`.
        turn_sheets: the sheets with which combatants act at the same time, as they were when the turn began.
        has_real_dice: True if the table rolls its own dice.
        removed: those who were removed from the fight, by key, as they were then.
    """

    slug: str
    rules: FightRules
    context: FightContext
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    board: Sheet | None = None
    round: int = 1
    acted_keys: frozenset[str] = frozenset()
    uses: Mapping[tuple[str, str], int] = field(default_factory=dict)
    turn_sheets: Mapping[str, Sheet] = field(default_factory=dict)
    has_real_dice: bool = False
    removed: Mapping[str, Combatant] = field(default_factory=dict)
    log: tuple[LogEntry, ...] = ()

    def combatant(self, key: Any) -> Combatant:
        """Return the combatant with this key.

        Raises:
            RulesError: the key doesn't exist.
        """
        found = self.combatants.get(key) if isinstance(key, str) else None
        if found is None:
            raise build_key_error(key, self.combatants)
        return found

    def sheet_for(self, key: Any) -> Sheet:
        """Return the sheet of a combatant, or the one that everybody shares.

        Raises:
            RulesError: the key doesn't exist.
        """
        if key == BOARD and self.board is not None:
            return self.board
        return self.combatant(key).sheet

    @cached_property
    def participants(self) -> Mapping[str, Combatant]:
        """The combatants who fight, by key: everybody except the bystanders."""
        if not self.rules.bystander_sides:
            return self.combatants
        return {key: each for key, each in self.combatants.items() if each.side not in self.rules.bystander_sides}

    def find_group(self, side: str, group_field: str, name: str) -> tuple[Combatant, ...]:
        """Return the members of a group, also those who are out, but not those who have left the fight."""
        return tuple(
            each
            for each in self.combatants.values()
            if each.side == side and not each.has_withdrawn and getattr(each.sheet, group_field, None) == name
        )

    def list_groups(self, group_field: str) -> list[list[Combatant]]:
        """Return the members of each group, also those who are out, but not those who have left the fight."""
        found: dict[tuple[str, str], list[Combatant]] = {}
        for each in self.combatants.values():
            if (name := getattr(each.sheet, group_field, None)) is not None:
                members = found.setdefault((each.side, name), [])
                if not each.has_withdrawn:
                    members.append(each)
        return list(found.values())

    @property
    def bystanders(self) -> tuple[Combatant, ...]:
        """The bystanders of the fight."""
        return tuple(each for each in self.combatants.values() if each.side in self.rules.bystander_sides)

    @cached_property
    def active(self) -> tuple[Combatant, ...]:
        """The combatants who aren't out of the fight and decide how it ends."""
        return tuple(
            each
            for each in self.participants.values()
            if not each.is_out and not isinstance(each.sheet, self.rules.objects)
        )

    @cached_property
    def active_sides(self) -> tuple[str, ...]:
        """The sides with active combatants.

        If nobody is active, a side is left whose members can't be attacked, such as ghosts.
        """
        if active := tuple(dict.fromkeys(each.side for each in self.active)):
            return active
        left = {each.side for each in self.participants.values() if not self.rules.can_be_attacked(each.sheet)}
        return tuple(sorted(left)) if len(left) == 1 else ()

    @cached_property
    def groups(self) -> Groups:
        """The groups that act in this round, in order, without combatants who are out.

        Those who act at the same time stay in their group until the turn ends, no matter who falls first. Objects have
        no place in it, unless they rolled for initiative, as they did before a game declared them as objects.
        """
        acting = tuple(
            each
            for each in self.participants.values()
            if (not each.is_out or self.is_acting_simultaneously(each.key))
            and (each.score is not None or not isinstance(each.sheet, self.rules.objects))
        )
        groups = self.rules.order.build_groups(acting, self.round)
        linked = {each.key: each.leader for each in acting if each.leader is not None}
        return join_linked(groups, linked) if linked else groups

    def is_acting_simultaneously(self, key: str) -> bool:
        """Return True if a combatant acts at the same time as others in this turn, even if they have fallen since."""
        return key in self.turn_sheets and not self.combatants[key].has_withdrawn

    def is_simultaneous_with(self, key: str, other: str) -> bool:
        """Return True if two combatants act at the same time in this turn, even if they have fallen since."""
        acting = tuple(self.turn_sheets) or (self.current_group if self.rules.order.is_simultaneous else ())
        return key != other and key in acting and other in acting

    def acting_sheet_for(self, key: str) -> Sheet:
        """Return the sheet that a combatant acts with: at the start of the turn, if they act at the same time."""
        sheet = self.sheet_for(key)
        return self.turn_sheets.get(key, sheet)

    def count_uses(self, key: str, pool: str) -> int:
        """Return how often a combatant has used something that is limited, in the current period."""
        return self.uses.get((key, pool), 0)

    @property
    def counts_uses(self) -> bool:
        """True if the uses of limited actions count now; before an initiative order exists, no turn has begun."""
        return not self.rules.order.has_turns or bool(self.acted_keys or self.uses or self.groups)

    @cached_property
    def has_turn_begun(self) -> bool:
        """True if a combatant whose turn it is has acted, and the order isn't still to be rolled for.

        Those who have fallen since count, too, while it is still the turn of others on their side, or until the turn is
        ended if nobody is left in it.
        """
        is_rolled = self.round > 1 or any(each.score is not None for each in self.participants.values())
        if not self.rules.order.has_turns or self.is_open or (self.rules.order.mechanic is not None and not is_rolled):
            return False
        group = self.current_group
        sides = {self.combatants[key].side for key in group}
        acted = [self.combatants[key] for key, _ in self.uses if key in self.combatants]
        return any(each.key in group or (each.is_out and (not group or each.side in sides)) for each in acted)

    @property
    def has_begun(self) -> bool:
        """True if a combatant has rolled, acted or withdrawn, or a turn or a period has ended."""
        return any(map(is_of_play, self.log))

    @property
    def next_event_id(self) -> str:
        """The id of the next event: the number after that of the last event."""
        last = self.log[-1].id.removeprefix("e") if self.log else "0"
        return f"e{(int(last) if last.isdecimal() else len(self.log)) + 1}"

    def find_entry(self, event_id: str) -> LogEntry | None:
        """Return the log entry of an event, or None if there is no such event."""
        return next((entry for entry in reversed(self.log) if entry.id == event_id), None)

    @cached_property
    def current_group(self) -> tuple[str, ...]:
        """The combatants whose turn it is."""
        for group in self.groups:
            if left := tuple(key for key in group if key not in self.acted_keys):
                return left
        return ()

    def is_required_roll(self, mechanic_id: str) -> bool:
        """Return True for a roll that the rules make combatants or groups roll, in anybody's turn."""
        return mechanic_id in self.rules.required_ids

    def describe_wait(self, key: str) -> str | None:
        """Return a sentence that says why a combatant has to wait for a turn, or None if they don't have to.

        Nobody waits before the order exists, or while nobody has a turn. Those who are out have no turn to wait for,
        and objects have none at all.
        """
        if not self.rules.order.has_turns or key in self.turn_sheets or key in self.current_group:
            return None
        waiting = self.participants.get(key)
        if waiting is None or waiting.is_out or self.is_open or not self.current_group:
            return None
        is_object = waiting.score is None and isinstance(waiting.sheet, self.rules.objects)
        if is_object or self.rules.may_interrupt(waiting.sheet):
            return None
        if key in self.keys_without_place:
            return f"{waiting.name} has no place in the order yet. Roll for initiative first."
        return f"It isn't {waiting.name}'s turn."

    @cached_property
    def idle_keys(self) -> tuple[str, ...]:
        """The combatants whose turn it is together with others and who have taken no action in it."""
        group = self.current_group
        if len(group) < 2:
            return ()
        mechanic = self.rules.order.mechanic
        busy = {key for key, _ in self.uses}
        for entry in takewhile(lambda entry: entry.event["event"] != "turn", reversed(self.log)):
            if entry.roll is not None and (mechanic is None or entry.roll.mechanic != mechanic.id):
                busy.add(self.find_actor_and_target(entry)[0] or "")
        return tuple(key for key in group if key not in busy)

    @property
    def keys_without_place(self) -> tuple[str, ...]:
        """The combatants who have no place in the order that exists, because they still have to roll for it."""
        return () if self.is_open else self.awaiting_initiative

    @cached_property
    def awaiting_initiative(self) -> tuple[str, ...]:
        """The combatants who still have to roll for initiative."""
        order = self.rules.order
        if order.mechanic is None:
            return ()
        return tuple(
            each.key
            for each in self.active
            if order.needs_roll(each, self.round)
            and not self.has_leader(each)
            and self.rules.can_roll_initiative(type(each.sheet))
        )

    def has_leader(self, combatant: Combatant) -> bool:
        """Return True if a combatant acts in the turn of another one who is up."""
        leader = self.combatants.get(combatant.leader or "")
        return leader is not None and not leader.is_out

    @property
    def is_open(self) -> bool:
        """True if initiative rolls are pending and no combatant has rolled yet."""
        return bool(self.awaiting_initiative) and not any(each.score for each in self.active)

    @cached_property
    def available_actors(self) -> tuple[str, ...]:
        """The combatants who may act now.

        In games with turns it is the current group, or empty while everybody still has to roll for the round's order.
        Otherwise it is all active combatants of the leading side.
        """
        if self.rules.order.has_turns:
            return () if self.is_open else self.current_group
        sides = [
            *([self.rules.find_leading_side(self.board)] if self.rules.find_leading_side and self.board else []),
            *self.rules.sides,
        ]
        first = next((side for side in sides for each in self.active if each.side == side), None)
        return tuple(each.key for each in self.active if each.side == first)

    @property
    def has_turn_to_end(self) -> bool:
        """True if it is the turn of combatants, or those whose turn it was have all fallen in it."""
        return bool(self.current_group or self.acted_keys or self.uses)

    @property
    def current_actor(self) -> str | None:
        """The combatant to show first: the one who may act and has waited longest."""
        return min(
            self.available_actors, key=self.find_last_roll_index, default=next((each.key for each in self.active), None)
        )

    def find_last_choices(self, by: str, mechanic_id: str) -> dict[str, Any]:
        """Return the choices of a combatant's last roll of this mechanic, except the ally who took part.

        Rolls against others share what they choose from the same options, such as the weapon of an attack on one target
        and on several.
        """
        options = self._find_shared_options(by, mechanic_id)
        chosen: dict[str, Any] = {}
        for other, event in self._last_rolls.get(by, {}).items():
            is_same = other == mechanic_id
            shared = options.get(other, frozenset())
            chosen |= {name: value for name, value in read_choices(event).items() if is_same or name in shared}
        return {name: value for name, value in chosen.items() if name != ALLY}

    def _find_shared_options(self, by: str, mechanic_id: str) -> dict[str, frozenset[str]]:
        """Return the choices that other rolls of a combatant against others share with one, by the rolls' ids."""
        if by not in self.combatants or mechanic_id not in self.rules.ids_against_others:
            return {}
        choices = {each.mechanic.id: each.choices for each in self.combatants[by].sheet.rolls}
        own = choices.get(mechanic_id, {}).items()
        return {
            id: frozenset(name for name, _ in own & others.items())
            for id, others in choices.items()
            if id in self.rules.ids_against_others
        }

    @cached_property
    def _last_rolls(self) -> dict[str | None, dict[str, RollEvent]]:
        """The last roll of each mechanic by roller, the latest last."""
        found: dict[str | None, dict[str, RollEvent]] = {}
        for entry in self.log:
            event = entry.event
            if event["event"] == "roll":
                rolls = found.setdefault(event.get("by"), {})
                rolls.pop(event["mechanic"], None)
                rolls[event["mechanic"]] = event
        return found

    def find_last_roll_index(self, key: str) -> int:
        """Return the index, from 0, of the combatant's last action in the log; -1 if they haven't acted."""
        return self._last_action_indices.get(key, -1)

    @cached_property
    def _last_action_indices(self) -> dict[str | None, int]:
        """The indices of the last actions in the log, by actor."""
        return {action.actor: action.log_index for action in self.past_actions}

    @cached_property
    def last_break_index(self) -> int:
        """The index of the last end of a turn or a period, or of the last order, in the log; -1 without one."""
        ends = ("turn", "end", "order")
        return next((at for at in reversed(range(len(self.log))) if self.log[at].event["event"] in ends), -1)

    @cached_property
    def past_actions(self) -> tuple[PastAction, ...]:
        """The rolls in the log, with those who acted in them."""
        rolls = ((index, entry) for index, entry in enumerate(self.log) if entry.event["event"] == "roll")
        return tuple(PastAction(index, *self.find_actor_and_target(entry)) for index, entry in rolls)

    def find_actor_and_target(self, entry: LogEntry) -> tuple[str | None, str | None]:
        """Return the actor and the target of a roll. A combatant who reacts makes the roll, but doesn't act."""
        event = entry.event
        if event["event"] != "roll":
            return None, None
        by, at = event.get("by"), event.get("at")
        return (at, by) if entry.is_reaction else (by, at)

    def find_previous_effects(self, by: str, mechanic_id: str) -> frozenset[str]:
        """Return the ids of the changes that followed from a combatant's last roll of another mechanic."""
        numbers = (
            number
            for number in reversed(range(len(self.log)))
            if (event := self.log[number].event)["event"] == "roll"
            and event.get("by") == by
            and event["mechanic"] != mechanic_id
        )
        first = next(numbers, len(self.log)) + 1
        follow_ups = takewhile(lambda entry: bool(entry.event.get("follows")), self.log[first:])
        return frozenset(entry.event["change"] for entry in follow_ups if entry.event["event"] == "change")

    def is_downtime_after(self, period: str) -> bool:
        """Return True if nothing was rolled since the last end of a period.

        Without such an end, the beginning of the fight counts.
        """
        since = takewhile(
            lambda entry: not (entry.event["event"] == "end" and entry.event["of"] == period), reversed(self.log)
        )
        return not any(entry.roll or entry.initiative_rolls for entry in since)

    def find_enemies(self, side: str) -> tuple[Combatant, ...]:
        """Return the enemies of a side who are up and can be attacked."""
        return tuple(each for each in self.active if each.side != side and self.rules.can_be_attacked(each.sheet))

    def find_allies(self, key: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return the candidates on a combatant's side, without the combatant."""
        return tuple(
            each for each in candidates if each != key and self.combatants[each].side == self.combatants[key].side
        )

    def eligible_for(self, change: Change) -> tuple[str, ...]:
        """Return the keys of the combatants that a change can apply to."""
        return tuple(key for key, each in self.combatants.items() if isinstance(each.sheet, change.sheet_types))

    @property
    def endable_periods(self) -> tuple[str, ...]:
        """The periods that can be ended for everybody, other than turns and rounds."""
        kinds = {type(each.sheet) for each in self.combatants.values()} | ({type(self.board)} if self.board else set())
        found = (
            change.ends
            for change in self.context.ending_changes
            if any(issubclass(kind, change.sheet_types) for kind in kinds)
        )
        return tuple(name for name in dict.fromkeys(found) if name not in ("turn", "round"))

    def to_dict(self) -> dict[str, Any]:
        """Return the fight as JSON."""
        return {
            "fight": self.slug,
            "round": self.round,
            "acting": list(self.current_group),
            "order": [list(group) for group in self.groups],
            "still_to_roll": list(self.awaiting_initiative),
            "board": self.board.to_dict() if self.board else None,
            "fighters": {
                key: {
                    "name": each.name,
                    "side": each.side,
                    "out": each.is_out,
                    "score": to_json(each.score),
                    **_describe_arrangement(each),
                    "sheet": each.sheet.to_dict(),
                }
                for key, each in self.combatants.items()
            },
            "log": [list(entry.messages) for entry in self.log],
            **({"real_dice": True} if self.has_real_dice else {}),
        }


def _describe_arrangement(combatant: Combatant) -> dict[str, Any]:
    """Return what the table has arranged for a combatant, as JSON; nothing if it hasn't."""
    parts = {
        "leader": combatant.leader,
        "conditions": [{"name": each.name, "last_round": each.last_round} for each in combatant.own_conditions],
        "note": combatant.note,
    }
    return {name: value for name, value in parts.items() if value}
