"""A fight as it stands: who is in it, whose turn it is, what they can roll, and what the last roll leads to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Role, RollBinding, find_entry
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.fight.config import BOARD, FightContext, FightRules, RequiredRoll
from rules_py.play.fight.initiative import Groups, Score
from rules_py.play.sheet import Sheet
from rules_py.text.formatting import quote_value, to_json

Event = Mapping[str, Any]
"""One thing that happened, as JSON: see `Fight.after`."""


@dataclass(frozen=True)
class Combatant:
    """Somebody in a fight.

    Attributes:
        key: their own in this fight.
        name: what they are called, which nobody else in the fight is.
        score: what they rolled for the order; None until they did.
    """

    key: str
    side: str
    sheet: Sheet
    name: str
    score: Score | None = None

    @property
    def is_out(self) -> bool:
        """Whether they act no more."""
        return bool(getattr(self.sheet, "out", False))


@dataclass(frozen=True)
class LogEntry:
    """One event in the log, with what it came to in words.

    Attributes:
        roll: what it rolled, but for the order's rolls.
        for_order: those.
    """

    event: Event
    messages: tuple[str, ...]
    roll: Roll | None = None
    change_results: tuple[ChangeResult, ...] = ()
    initiative_rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class PendingRoll:
    """A roll that is owed now.

    Attributes:
        who: for whom it is made, the first of them by whom.
        group: all to whom they belong, those who are out included.
    """

    mechanic: Mechanic
    recipients: tuple[str, ...]
    group: tuple[str, ...]
    requirement: RequiredRoll = field(default_factory=RequiredRoll)


@dataclass(frozen=True)
class PendingChange:
    """A change that the last roll leads to: of whom (None: whom the table picks), and with which parameters.

    Attributes:
        also: to whom else it happens, where the roll was for a group.
        if_wanted: whether the table decides about it; else it follows by itself.
        quietly: whether nothing is said where the rules forbid it.
        instead: the change of the roll's target that it takes the place of.
        note: which of several ways it is in which the roll leads to this change.
    """

    change: Change
    role: Role
    recipient: str | None
    params: dict[str, Any]
    extra_recipients: tuple[str, ...] = ()
    is_optional: bool = False
    is_silent: bool = False
    replaced_change: str = ""
    note: str = ""


@dataclass(frozen=True)
class FightState:
    """A fight as it stands after its events.

    Attributes:
        kind: how its game fights.
        known: what the fight needs of its game: its sheets and changes.
        fighters: by key, in the order in which they joined or were placed by hand.
        done: who has acted in this round.
    """

    slug: str
    rules: FightRules
    context: FightContext
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    board: Sheet | None = None
    round: int = 1
    acted_keys: frozenset[str] = frozenset()
    log: tuple[LogEntry, ...] = ()

    def combatant(self, key: Any) -> Combatant:
        """The fighter of a key.

        Raises:
            RulesError: there is none.
        """
        if not isinstance(key, str) or key not in self.combatants:
            raise RulesError(f"who: got {quote_value(key)}, takes one of {', '.join(self.combatants) or 'nobody'}")
        return self.combatants[key]

    def sheet_for(self, key: Any) -> Sheet:
        """The sheet of a fighter, or the one that everybody shares.

        Raises:
            RulesError: there is none.
        """
        if key == BOARD and self.board is not None:
            return self.board
        return self.combatant(key).sheet

    @cached_property
    def participants(self) -> Mapping[str, Combatant]:
        """Those who fight, by key: everybody but what stands beside."""
        return {key: each for key, each in self.combatants.items() if each.side not in self.rules.bystander_sides}

    @property
    def bystanders(self) -> tuple[Combatant, ...]:
        """What stands beside the fight."""
        return tuple(each for each in self.combatants.values() if each.side in self.rules.bystander_sides)

    @cached_property
    def active(self) -> tuple[Combatant, ...]:
        """Those who aren't out of the fight."""
        return tuple(each for each in self.participants.values() if not each.is_out)

    @cached_property
    def groups(self) -> Groups:
        """Who acts in this round, in order; whoever is out of the fight is left out."""
        return self.rules.order.build_groups(self.active, self.round)

    @property
    def current_group(self) -> tuple[str, ...]:
        """Whose turn it is."""
        for group in self.groups:
            if left := tuple(key for key in group if key not in self.acted_keys):
                return left
        return ()

    @property
    def awaiting_initiative(self) -> tuple[str, ...]:
        """Who has no place in the order yet."""
        return tuple(each.key for each in self.active if self.rules.order.needs_roll(each, self.round))

    def fill_params(
        self,
        mechanic: Mechanic,
        by: str | None,
        at: str | None,
        chosen: Mapping[str, Any] | None = None,
        extra_targets: Sequence[str] = (),
    ) -> dict[str, Any]:
        """What the sheets of roller and target fill in of a roll. Lists have all targets, `also` behind `at`.

        Raises:
            RulesError: there is nobody of these keys, or a choice is not on offer.
        """
        found: dict[str, Any] = {}
        asked: list[tuple[Sheet, tuple[RollBinding, ...], Mapping[str, Any] | None]] = []
        if self.board is not None:
            asked.append((self.board, self.board.met_by, None))
        if at is not None:
            asked.append((self.sheet_for(at), self.sheet_for(at).met_by, None))
        if by is not None:
            asked.append((self.sheet_for(by), self.sheet_for(by).rolls, chosen))
        for sheet, all_fills, choice in asked:
            for fills in all_fills:
                if fills.mechanic is mechanic:
                    found |= fills.fill_params(sheet, choice)
        for key in extra_targets:
            for name, value in self._fill_target_params(mechanic, key).items():
                if isinstance(value, tuple) and isinstance(found.get(name), tuple):
                    found[name] += value
        return found

    def _fill_target_params(self, mechanic: Mechanic, key: str) -> dict[str, Any]:
        """What somebody fills in of a roll against them."""
        sheet = self.sheet_for(key)
        return {
            name: value
            for fills in sheet.met_by
            if fills.mechanic is mechanic
            for name, value in fills.fill_params(sheet).items()
        }

    @property
    def pending_rolls(self) -> tuple[PendingRoll, ...]:
        """What has to be rolled now, and by whom: a wound's body part, dying, nerves."""
        own = (
            PendingRoll(mechanic, (each.key,), (each.key,))
            for each in self.combatants.values()
            for mechanic, name in self.rules.required_rolls.items()
            if getattr(each.sheet, name, False)
        )
        return (*own, *self._find_group_rolls())

    def _find_group_rolls(self) -> Iterable[PendingRoll]:
        """What groups have to roll now."""
        for roll in self.rules.group_rolls:
            groups: dict[tuple[str, str], list[Combatant]] = {}
            for each in self.combatants.values():
                if (name := getattr(each.sheet, roll.group_field, None)) is not None:
                    groups.setdefault((each.side, name), []).append(each)
            for group in groups.values():
                up = tuple(each.key for each in group if not each.is_out)
                if up and (due := roll.find_required([each.sheet for each in group])):
                    yield PendingRoll(roll.mechanic, up, tuple(each.key for each in group), due)

    def _find_group_roll(self, by: str | None, mechanic_id: str) -> PendingRoll | None:
        """What somebody's group owes, where a roll of theirs is that."""
        if not any(roll.mechanic.id == mechanic_id for roll in self.rules.group_rolls):
            return None
        return next(
            (due for due in self._find_group_rolls() if due.mechanic.id == mechanic_id and by in due.recipients), None
        )

    def can_hit_several(self, binding: RollBinding, by: str, chosen: Mapping[str, Any] | None = None) -> bool:
        """Whether a roll can be against several at once, with what the roller chose for it."""
        if binding.mechanic not in self.rules.multi_target_rolls:
            return False
        name, _, part = (self.rules.multi_target_rolls[binding.mechanic] or "").partition(".")
        return not part or bool(getattr(find_entry(self.sheet_for(by), name, chosen or {}), part, False))

    def find_possible_rolls(self, by: str, at: str | None) -> list[tuple[RollBinding, str, str | None]]:
        """What can be rolled when somebody acts against somebody: the roll, who rolls, and against whom.

        First what concerns both, which an answer does in reverse; then what somebody rolls for themselves.
        """
        roller = self.sheet_for(by)
        met = {fills.mechanic for fills in self.sheet_for(at).met_by} if at else set()
        own = [
            fills
            for fills in roller.rolls
            if fills.mechanic not in self.rules.reactions and fills.mechanic.cumulative is None
        ]  # "how long will it take?" does nothing
        against = [(fills, by, at) for fills in own if fills.mechanic in met]
        answers = (
            [(fills, at, by) for fills in self.sheet_for(at).rolls if fills.mechanic in self.rules.reactions]
            if at and self.combatants[at].side != self.combatants[by].side
            else []
        )
        return [*against, *answers, *((fills, by, None) for fills in own if fills.mechanic not in met)]

    @property
    def is_open(self) -> bool:
        """Whether nobody has rolled for the order yet, though somebody has to."""
        return bool(self.awaiting_initiative) and not any(each.score for each in self.active)

    @property
    def available_actors(self) -> tuple[str, ...]:
        """Who may act now: whose turn it is; where nobody waits for a turn, all of the side that leads who are up.

        Nobody, as long as a round's order is still to be rolled by everybody who rolls for it.
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
    def current_actor(self) -> str | None:
        """Whom one looks at first: of those who may act whoever has not done so for the longest time."""
        return min(
            self.available_actors, key=self.find_last_roll_index, default=next((each.key for each in self.active), None)
        )

    def default_action(self, key: str) -> "tuple[RollBinding, str, str] | None":
        """What somebody does when it is their turn: the first roll against whom they face, as the roller rolls it."""
        at = self.default_target(key)
        found = [(fills, by, target) for fills, by, target in self.find_possible_rolls(key, at) if target is not None]
        return next(iter(found), None)

    def find_last_choices(self, by: str, mechanic_id: str) -> dict[str, Any]:
        """What somebody last filled a roll with."""
        rolls = (entry.event for entry in reversed(self.log) if entry.roll and entry.roll.mechanic == mechanic_id)
        return next((dict(event.get("chosen") or {}) for event in rolls if event.get("by") == by), {})

    def find_last_roll_index(self, key: str) -> int:
        """The place in the log of what somebody did last, from 0; -1 where they did nothing yet."""
        return max(
            (number for number, entry in enumerate(self.log) if self.find_actor_and_target(entry)[0] == key), default=-1
        )

    def find_actor_and_target(self, entry: LogEntry) -> tuple[str | None, str | None]:
        """Who acted against whom in a roll: who answers a deed rolls, but does not act."""
        if entry.roll is None:
            return None, None
        by, at = entry.event.get("by"), entry.event.get("at")
        is_answer = any(mechanic.id == entry.roll.mechanic for mechanic in self.rules.reactions)
        return (at, by) if is_answer else (by, at)

    def default_target(self, key: str) -> str | None:
        """Whom somebody's side last acted against if they are up, else the first of another side who is."""
        side = self.combatant(key).side
        up = [each.key for each in self.active if each.side != side]
        faced = (self.find_actor_and_target(entry) for entry in reversed(self.log))
        last = (
            target
            for actor, target in faced
            if actor is not None and actor in self.combatants and self.combatants[actor].side == side and target in up
        )
        return next(last, next(iter(up), None))

    def is_downtime_after(self, period: str) -> bool:
        """Whether nothing was rolled since the last end of something, such as a scene, or since the fight began."""
        since = takewhile(
            lambda entry: not (entry.event["event"] == "end" and entry.event.get("of") == period), reversed(self.log)
        )
        return not any(entry.roll or entry.initiative_rolls for entry in since)

    @property
    def pending_changes(self) -> tuple[PendingChange, ...]:
        """The changes that the last roll leads to, until something else happens."""
        followed = self._follow_up_entries
        was_tapped = any(not entry.event.get("follows") for entry in followed)
        last = self.log[-1 - len(followed)] if len(followed) < len(self.log) else None
        if last is None or last.roll is None:
            return ()
        event, roll = last.event, last.roll
        acts, _ = self.find_actor_and_target(last)
        named = {"name": self.combatants[str(acts)].name} if acts in self.combatants else {}
        happened = {(entry.event["change"], entry.event["who"]) for entry in followed}
        group = self._find_group_roll(event.get("by"), roll.mechanic)
        others = tuple(key for key in group.recipients if key != event["by"]) if group else ()
        found = []
        chosen = named | (dict(group.requirement.facts) if group else {}) | (event.get("chosen") or {})
        read = [(event.get("at"), roll), *self._resolve_against(event.get("also", ()), roll)]
        for change in self.context.changes_by_mechanic.get(roll.mechanic, ()):
            for number, (target, against) in enumerate(read):
                for after, params in change.match_triggers(against, chosen, number):
                    who = {"roller": event.get("by"), "target": target, "fight": BOARD}.get(after.role)
                    if (
                        (number and after.role != "target")
                        or (change.id, who) in happened
                        or (who is not None and not isinstance(self.sheet_for(who), change.sheet_types))
                        or (after.replaced_change and (after.replaced_change, target) not in happened)
                        or (after.role == "anybody" and not self.eligible_for(change))
                        or (was_tapped and after.role != "anybody")
                    ):
                        continue
                    also = others if after.role == "roller" else ()
                    found.append(
                        PendingChange(
                            change,
                            after.role,
                            who,
                            params,
                            also,
                            after.is_optional,
                            after.is_silent,
                            after.replaced_change,
                            after.note,
                        )
                    )
        return tuple(found)

    def _resolve_against(self, extra_targets: Iterable[str], roll: Roll) -> list[tuple[str, Roll]]:
        """A roll against its other targets: the same where it has a list of them, else with what each fills in."""
        mechanic = self.context.find_mechanic(roll.mechanic)
        found = []
        for key in extra_targets:
            met = self._fill_target_params(mechanic, key)
            is_listed = any(isinstance(value, tuple) for value in met.values())
            found.append((key, roll if is_listed else mechanic.resolve(roll.faces, {**roll.params, **met})))
        return found

    @property
    def _follow_up_entries(self) -> list[LogEntry]:
        """The changes since the last roll that it led to, those for which the table picks one after the other included.

        The latest first.
        """

        def is_follow_up(entry: LogEntry) -> bool:
            change = self.context.changes.get(str(entry.event.get("change")))
            return entry.roll is None and bool(
                entry.event.get("follows") or (change and any(after.role == "anybody" for after in change.triggers))
            )

        return list(takewhile(is_follow_up, reversed(self.log)))

    def candidates_for(self, change: PendingChange) -> tuple[str, ...]:
        """Of whom the table picks where it is not clear to whom a change happens: of those who don't have it yet."""
        have = {entry.event["who"] for entry in self._follow_up_entries if entry.event["change"] == change.change.id}
        takers = tuple(key for key in self.eligible_for(change.change) if key not in have)
        rolled = next(entry.event for entry in reversed(self.log) if entry.roll)
        other = self.combatants.get(rolled.get({"ally": "by", "guard": "at"}.get(change.role, "")) or "")
        return takers if other is None else self.find_allies(other.key, takers)

    def find_allies(self, key: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Those of somebody's side besides themselves."""
        return tuple(
            each for each in candidates if each != key and self.combatants[each].side == self.combatants[key].side
        )

    def eligible_for(self, change: Change) -> tuple[str, ...]:
        """Whom a change is for, by key."""
        return tuple(key for key, each in self.combatants.items() if isinstance(each.sheet, change.sheet_types))

    def affected_by(self, change: Change, params: Mapping[str, Any]) -> tuple[tuple[str, ...], RulesError | None]:
        """Whom a change does something to, where the rules allow it; else why they don't."""
        found, refusal = [], None
        for key in (*self.eligible_for(change), *([BOARD] if isinstance(self.board, change.sheet_types) else [])):
            sheet = self.sheet_for(key)
            try:
                changed = change.apply(sheet, dict(params))
            except RulesError as refused:
                refusal = refusal or refused
                continue
            if changed.sheet != sheet:
                found.append(key)
        return tuple(found), refusal

    @property
    def endable_periods(self) -> tuple[str, ...]:
        """What can be brought to an end for everybody, besides turns and rounds."""
        kinds = {type(each.sheet) for each in self.combatants.values()} | ({type(self.board)} if self.board else set())
        found = (
            change.ends
            for change in self.context.changes.values()
            if change.ends and any(issubclass(kind, change.sheet_types) for kind in kinds)
        )
        return tuple(name for name in dict.fromkeys(found) if name not in ("turn", "round"))

    def to_dict(self) -> dict[str, Any]:
        """The fight as JSON."""
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
                    "sheet": each.sheet.to_dict(),
                }
                for key, each in self.combatants.items()
            },
            "log": [list(entry.messages) for entry in self.log],
        }
