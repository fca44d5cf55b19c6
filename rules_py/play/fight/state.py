"""The state of a fight: its combatants, the current turn, possible rolls, and the changes the last roll triggers."""

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
from rules_py.text.quoting import quote_value
from rules_py.text.serialization import to_json

Event = Mapping[str, Any]
"""One event of a fight, as JSON; see `Fight.apply`."""


@dataclass(frozen=True)
class Combatant:
    """A combatant in a fight.

    Attributes:
        key: identifies the combatant within this fight.
        name: the combatant's name, unique in the fight.
        score: the initiative score; None before the roll.
    """

    key: str
    side: str
    sheet: Sheet
    name: str
    score: Score | None = None

    @property
    def is_out(self) -> bool:
        """True if the combatant is out of the fight."""
        return bool(getattr(self.sheet, "out", False))


@dataclass(frozen=True)
class LogEntry:
    """One event in the log, with its messages and results.

    Attributes:
        messages: sentences that say what happened.
        roll: the event's roll; initiative rolls are separate.
        change_results: the results of the changes it applied.
        initiative_rolls: the initiative rolls.
    """

    event: Event
    messages: tuple[str, ...]
    roll: Roll | None = None
    change_results: tuple[ChangeResult, ...] = ()
    initiative_rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class PendingRoll:
    """A roll that has to be made now.

    Attributes:
        recipients: the combatants it is made for; the first one rolls.
        group: all members of their group, including those who are out.
    """

    mechanic: Mechanic
    recipients: tuple[str, ...]
    group: tuple[str, ...]
    requirement: RequiredRoll = field(default_factory=RequiredRoll)


@dataclass(frozen=True)
class PendingChange:
    """A change that the last roll triggers, with its recipient and parameters.

    Attributes:
        recipient: the key of the combatant it applies to, or None if the table has to pick one.
        extra_recipients: the other recipients, if the roll was for a group.
        is_optional: the table decides on it; otherwise it is applied automatically.
        is_silent: the log says nothing if the rules forbid it.
        replaced_change: the change of the roll's target that it replaces.
        note: tells apart several triggers of this change by the same roll.
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
    """The state of a fight after its events.

    Attributes:
        slug: the game.
        rules: the game's rules for fights.
        context: the game's changes, sheets and mechanics.
        combatants: by key, in the order in which they joined or the GM put them.
        board: the sheet that everybody shares, or None.
        acted_keys: the combatants who have acted in this round.
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
        """Return the combatant with this key.

        Raises:
            RulesError: the key doesn't exist.
        """
        if not isinstance(key, str) or key not in self.combatants:
            raise RulesError(f"who: got {quote_value(key)}, takes one of {', '.join(self.combatants) or 'nobody'}")
        return self.combatants[key]

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
        return {key: each for key, each in self.combatants.items() if each.side not in self.rules.bystander_sides}

    @property
    def bystanders(self) -> tuple[Combatant, ...]:
        """The bystanders of the fight."""
        return tuple(each for each in self.combatants.values() if each.side in self.rules.bystander_sides)

    @cached_property
    def active(self) -> tuple[Combatant, ...]:
        """The combatants who aren't out of the fight."""
        return tuple(each for each in self.participants.values() if not each.is_out)

    @cached_property
    def groups(self) -> Groups:
        """The groups that act in this round, in order, without combatants who are out."""
        return self.rules.order.build_groups(self.active, self.round)

    @property
    def current_group(self) -> tuple[str, ...]:
        """The combatants whose turn it is."""
        for group in self.groups:
            if left := tuple(key for key in group if key not in self.acted_keys):
                return left
        return ()

    @property
    def awaiting_initiative(self) -> tuple[str, ...]:
        """The combatants who still have to roll for initiative."""
        return tuple(each.key for each in self.active if self.rules.order.needs_roll(each, self.round))

    def fill_params(
        self,
        mechanic: Mechanic,
        by: str | None,
        at: str | None,
        chosen: Mapping[str, Any] | None = None,
        extra_targets: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Return the parameters that the sheets of roller and target fill. Lists of targets have `at` first.

        Raises:
            RulesError: a key doesn't exist, or a choice isn't among the options.
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
        """Return the parameters that a target's sheet fills in a roll against it."""
        sheet = self.sheet_for(key)
        return {
            name: value
            for fills in sheet.met_by
            if fills.mechanic is mechanic
            for name, value in fills.fill_params(sheet).items()
        }

    @property
    def pending_rolls(self) -> tuple[PendingRoll, ...]:
        """The rolls that have to be made now, such as a wound's body part, dying or nerves."""
        own = (
            PendingRoll(mechanic, (each.key,), (each.key,))
            for each in self.combatants.values()
            for mechanic, name in self.rules.required_rolls.items()
            if getattr(each.sheet, name, False)
        )
        return (*own, *self._find_group_rolls())

    def _find_group_rolls(self) -> Iterable[PendingRoll]:
        """Yield the rolls that groups have to make now."""
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
        """Return the pending group roll of this mechanic that `by` takes part in, or None."""
        if not any(roll.mechanic.id == mechanic_id for roll in self.rules.group_rolls):
            return None
        return next(
            (due for due in self._find_group_rolls() if due.mechanic.id == mechanic_id and by in due.recipients), None
        )

    def can_hit_several(self, binding: RollBinding, by: str, chosen: Mapping[str, Any] | None = None) -> bool:
        """Return True if a roll with these choices can have several targets."""
        if binding.mechanic not in self.rules.multi_target_rolls:
            return False
        name, _, part = (self.rules.multi_target_rolls[binding.mechanic] or "").partition(".")
        return not part or bool(getattr(find_entry(self.sheet_for(by), name, chosen or {}), part, False))

    def find_possible_rolls(self, by: str, at: str | None) -> list[tuple[RollBinding, str, str | None]]:
        """Return the rolls available when `by` acts against `at`, each with its roller and target.

        Rolls between the two come first, including the target's reactions; rolls without a target come last.
        """
        roller = self.sheet_for(by)
        met = {fills.mechanic for fills in self.sheet_for(at).met_by} if at else set()
        own = [
            fills
            for fills in roller.rolls
            if fills.mechanic not in self.rules.reactions and fills.mechanic.cumulative is None
        ]  # a cumulative roll ("how long will it take?") changes nothing
        against = [(fills, by, at) for fills in own if fills.mechanic in met]
        answers = (
            [(fills, at, by) for fills in self.sheet_for(at).rolls if fills.mechanic in self.rules.reactions]
            if at and self.combatants[at].side != self.combatants[by].side
            else []
        )
        return [*against, *answers, *((fills, by, None) for fills in own if fills.mechanic not in met)]

    @property
    def is_open(self) -> bool:
        """True if initiative rolls are pending and no combatant has rolled yet."""
        return bool(self.awaiting_initiative) and not any(each.score for each in self.active)

    @property
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
    def current_actor(self) -> str | None:
        """The combatant to show first: the one who may act and has waited longest."""
        return min(
            self.available_actors, key=self.find_last_roll_index, default=next((each.key for each in self.active), None)
        )

    def default_action(self, key: str) -> "tuple[RollBinding, str, str] | None":
        """Return a combatant's first possible roll against their default target, or None.

        The tuple has the binding, the roller and the roll's target.
        """
        at = self.default_target(key)
        found = [(fills, by, target) for fills, by, target in self.find_possible_rolls(key, at) if target is not None]
        return next(iter(found), None)

    def find_last_choices(self, by: str, mechanic_id: str) -> dict[str, Any]:
        """Return the choices of a combatant's last roll of this mechanic."""
        rolls = (entry.event for entry in reversed(self.log) if entry.roll and entry.roll.mechanic == mechanic_id)
        return next((dict(event.get("chosen") or {}) for event in rolls if event.get("by") == by), {})

    def find_last_roll_index(self, key: str) -> int:
        """Return the index, from 0, of the combatant's last action in the log; -1 if they haven't acted."""
        return max(
            (number for number, entry in enumerate(self.log) if self.find_actor_and_target(entry)[0] == key), default=-1
        )

    def find_actor_and_target(self, entry: LogEntry) -> tuple[str | None, str | None]:
        """Return who acted against whom in a roll. A combatant who reacts makes the roll, but doesn't act."""
        if entry.roll is None:
            return None, None
        by, at = entry.event.get("by"), entry.event.get("at")
        is_answer = any(mechanic.id == entry.roll.mechanic for mechanic in self.rules.reactions)
        return (at, by) if is_answer else (by, at)

    def default_target(self, key: str) -> str | None:
        """Return the target their side last acted against if it is up, otherwise the first active enemy."""
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
        """Return True if nothing was rolled since the last end of a period.

        Without such an end, the beginning of the fight counts.
        """
        since = takewhile(
            lambda entry: not (entry.event["event"] == "end" and entry.event.get("of") == period), reversed(self.log)
        )
        return not any(entry.roll or entry.initiative_rolls for entry in since)

    @property
    def pending_changes(self) -> tuple[PendingChange, ...]:
        """The changes that the last roll triggers; empty once another event happens."""
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
        """Resolve a roll against its further targets. A roll with a list of targets is the same for each."""
        mechanic = self.context.find_mechanic(roll.mechanic)
        found = []
        for key in extra_targets:
            met = self._fill_target_params(mechanic, key)
            is_listed = any(isinstance(value, tuple) for value in met.values())
            found.append((key, roll if is_listed else mechanic.resolve(roll.faces, {**roll.params, **met})))
        return found

    @property
    def _follow_up_entries(self) -> list[LogEntry]:
        """The log entries since the last roll for the changes it triggered, the latest first.

        They include changes whose recipients the table picks one by one.
        """

        def is_follow_up(entry: LogEntry) -> bool:
            change = self.context.changes.get(str(entry.event.get("change")))
            return entry.roll is None and bool(
                entry.event.get("follows") or (change and any(after.role == "anybody" for after in change.triggers))
            )

        return list(takewhile(is_follow_up, reversed(self.log)))

    def candidates_for(self, change: PendingChange) -> tuple[str, ...]:
        """Return the candidates for a change whose target the table must choose: everyone who doesn't have it yet."""
        have = {entry.event["who"] for entry in self._follow_up_entries if entry.event["change"] == change.change.id}
        takers = tuple(key for key in self.eligible_for(change.change) if key not in have)
        rolled = next(entry.event for entry in reversed(self.log) if entry.roll)
        other = self.combatants.get(rolled.get({"ally": "by", "guard": "at"}.get(change.role, "")) or "")
        return takers if other is None else self.find_allies(other.key, takers)

    def find_allies(self, key: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return the candidates on a combatant's side, without the combatant."""
        return tuple(
            each for each in candidates if each != key and self.combatants[each].side == self.combatants[key].side
        )

    def eligible_for(self, change: Change) -> tuple[str, ...]:
        """Return the keys of the combatants that a change can apply to."""
        return tuple(key for key, each in self.combatants.items() if isinstance(each.sheet, change.sheet_types))

    def affected_by(self, change: Change, params: Mapping[str, Any]) -> tuple[tuple[str, ...], RulesError | None]:
        """Return the keys that a change would modify, and the first rejection by the rules or None."""
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
        """The periods that can be ended for everybody, other than turns and rounds."""
        kinds = {type(each.sheet) for each in self.combatants.values()} | ({type(self.board)} if self.board else set())
        found = (
            change.ends
            for change in self.context.changes.values()
            if change.ends and any(issubclass(kind, change.sheet_types) for kind in kinds)
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
                    "sheet": each.sheet.to_dict(),
                }
                for key, each in self.combatants.items()
            },
            "log": [list(entry.messages) for entry in self.log],
        }
