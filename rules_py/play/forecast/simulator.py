"""The simulator of fights: plays one action at a time, with the rolls and the changes they trigger.

Monte Carlo (`monte_carlo`) and enumeration (`exact`) share these steps and differ only in the roller.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from rules_py.errors import ForbiddenError, LongOddsError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import RollEvent
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.fight.offers import PendingRoll, find_automatic_changes, find_pending_rolls
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.fight.targeting import fill_params, find_possible_rolls
from rules_py.play.forecast.tactics import Tactics, find_choices
from rules_py.play.sheet import Sheet

MOST_ROUNDS = 50
"""The number of rounds after which a fight that no side has won is undecided."""

MOST_CACHED = 4_000
"""The size limit of each cache of changes and parameters."""

MOST_PENDING = 12
"""The maximum number of pending rolls made after one action; the others are made after the next one."""


class Roller(Protocol):
    """The interface of a source of rolls."""

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        """Roll a mechanic."""
        ...

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        """Roll for a new initiative order, with parameters for each combatant, and return the scores."""
        ...


@dataclass(frozen=True, eq=False)
class SimulationState:
    """The state of a simulated fight between two actions.

    Attributes:
        fight: the fight; its log is empty.
        turn_queue: the combatants who still act in this turn, in order; None before the turn begins.
        simultaneous_sheets: the sheets at the start of the turn of those who act at the same time, or None.
        rounds: the number of rounds that have ended since the forecast began.
        side: the side whose phase it is, in games without turns.
        defeated_keys: the combatants who were out of the fight at any time.
        fled_sides: the sides that have fled.
        attack_counts: the number of attacks on each combatant, recorded only for the tactic "spread".
        is_settled: True once the rolls that were pending when the forecast began are made.
    """

    fight: Fight
    turn_queue: tuple[str, ...] | None = None
    simultaneous_sheets: Mapping[str, Sheet] | None = None
    rounds: int = 0
    side: str = ""
    defeated_keys: frozenset[str] = frozenset()
    fled_sides: frozenset[str] = frozenset()
    attack_counts: tuple[tuple[str, int], ...] = ()
    is_settled: bool = False

    @cached_property
    def active_sides(self) -> tuple[str, ...]:
        """The sides with active combatants."""
        return tuple(dict.fromkeys(each.side for each in self.fight.active))

    @property
    def is_over(self) -> bool:
        """True if the fight is decided or has reached the last round."""
        return self.is_settled and (self.is_decided or self.rounds >= MOST_ROUNDS)

    @property
    def is_decided(self) -> bool:
        """True if fewer than two sides are left, and no simultaneous action can change that."""
        return len(self.active_sides) < 2 and not (self.simultaneous_sheets and self.turn_queue)

    @property
    def state_key(self) -> Hashable:
        """The part of the state that determines how the fight continues: states with equal keys are equivalent."""
        fight, order = self.fight, self.fight.rules.order
        scores = [each.score for each in fight.combatants.values()]
        if not fight.awaiting_initiative:
            scores = list(order.rank_scores(scores))
        return (
            tuple(
                (key, each.sheet, score) for (key, each), score in zip(fight.combatants.items(), scores, strict=True)
            ),
            fight.board,
            min(fight.round, order.opening_rounds + 1),
            fight.acted_keys,
            self.turn_queue,
            tuple((self.simultaneous_sheets or {}).items()),
            self.side,
            self.defeated_keys,
            self.fled_sides,
            self.attack_counts,
            self.is_settled,
        )


class FightSimulator:
    """Simulates fights with given tactics. Results of pure functions are cached."""

    def __init__(self, fight: Fight, tactics: Tactics) -> None:
        """Take a fight with combatants on at least two sides.

        Raises:
            RulesError: there are fewer sides.
        """
        there: dict[str, int] = {}
        for each in fight.participants.values():
            there[each.side] = there.get(each.side, 0) + 1
        if len(there) < 2:
            raise ForbiddenError("forecast", "a forecast needs combatants on at least two sides")
        self.fight, self.tactics = fight, tactics
        self._side_sizes = there
        self._last_choices = (
            {
                (key, fills.mechanic.id): fight.find_last_choices(key, fills.mechanic.id)
                for key, each in fight.combatants.items()
                for fills in each.sheet.rolls
            }
            if fight.log
            else {}
        )
        self._change_cache: dict[Hashable, Sheet | None] = {}
        self._params_cache: dict[Hashable, dict[str, Any]] = {}
        self._attack_cache: dict[Hashable, list[tuple[RollBinding, bool]]] = {}
        self.start = self._build_start(fight)

    def step(self, state: SimulationState, roller: Roller) -> SimulationState:
        """Make the next roll and apply its consequences; return the state before the following roll."""
        fight = state.fight
        if not state.is_settled:
            state = replace(state, fight=self._apply_pending_rolls(None, fight, roller), is_settled=True)
        elif fight.awaiting_initiative:
            state = replace(state, fight=self._roll_initiative(fight, roller))
        elif state.turn_queue:
            state = self._act(replace(state, turn_queue=state.turn_queue[1:]), state.turn_queue[0], roller)
        return self._advance_to_next_roll(self._mark_defeated(state))

    def _advance_to_next_roll(self, state: SimulationState) -> SimulationState:
        """Advance to the state before the next roll: begin and end turns, and skip combatants who can't act."""
        while not (state.is_over or state.fight.awaiting_initiative):
            if state.turn_queue is None:
                state = self._begin_turn(state)
            elif not state.turn_queue:
                state = self._end_turn(state)
            elif self._can_act(state, state.turn_queue[0]):
                break
            else:
                state = replace(state, turn_queue=state.turn_queue[1:])
        return state

    def needs_faces(self, mechanic: Mechanic) -> bool:
        """Return True if a change after the roll needs its faces in addition to its outcome."""
        changes = self.start.fight.context.changes_by_mechanic.get(mechanic.id, ())
        return any(
            after.detail_rule is not None and after.mechanic is mechanic for each in changes for after in each.triggers
        )

    # Turns

    def _roll_initiative(self, fight: Fight, roller: Roller) -> Fight:
        """Roll initiative for everybody who hasn't, and return the fight."""
        keys, mechanic = fight.awaiting_initiative, fight.rules.order.mechanic
        if mechanic is None:
            return fight
        given = [self._fill_params(fight, mechanic, key, None, {}) for key in keys]
        if any(each.score is not None for each in fight.combatants.values()):
            for key, params in zip(keys, given, strict=True):
                fight = fight.with_initiative(key, roller.roll(mechanic, params))
            return fight
        scores = dict(zip(keys, roller.roll_scores(fight.rules.order, given), strict=True))
        return replace(
            fight,
            combatants={
                key: replace(each, score=scores[key]) if key in scores else each
                for key, each in fight.combatants.items()
            },
        )

    def _build_start(self, fight: Fight) -> SimulationState:
        """Build the state in which the forecast begins; combatants who have acted in this turn don't act again."""
        out = frozenset(each.key for each in fight.combatants.values() if each.is_out)
        moment = SimulationState(
            replace(fight, log=()), defeated_keys=out, is_settled=_find_next_pending_roll(fight) is None
        )
        if not fight.rules.order.has_turns:
            moment = replace(
                self._begin_turn(moment),
                turn_queue=tuple(sorted(fight.available_actors, key=fight.find_last_roll_index)),
            )
        elif fight.current_group and not fight.awaiting_initiative:
            began = max(
                (number for number, entry in enumerate(fight.log) if entry.event["event"] in ("turn", "order")),
                default=-1,
            )
            moment = self._begin_turn(moment)
            acted = [fight.find_actor_and_target(entry)[0] for entry in fight.log[began + 1 :]]
            left = list(moment.turn_queue or ())
            for key in acted:
                if key in left:
                    left.remove(key)
            moment = replace(moment, turn_queue=tuple(left))
        return self._remove_fleeing_sides(moment)

    def _begin_turn(self, state: SimulationState) -> SimulationState:
        fight, kind = state.fight, state.fight.rules
        acting = fight.available_actors
        often = [
            getattr(fight.combatant(key).sheet, kind.actions_field, 1) if kind.actions_field else 1 for key in acting
        ]
        sides = {fight.combatant(key).side for key in acting}
        together = (
            {key: fight.combatant(key).sheet for key in acting} if kind.order.has_turns and len(sides) > 1 else None
        )
        side = fight.combatant(acting[0]).side if acting and not kind.order.has_turns else ""
        rounds = state.rounds
        if side and state.side:
            order = list(kind.sides)
            rounds += order.index(side) <= order.index(state.side)
        to_act = tuple(key for key, times in zip(acting, often, strict=True) for _ in range(max(1, times)))
        return replace(state, turn_queue=to_act, simultaneous_sheets=together, side=side, rounds=rounds)

    def _end_turn(self, state: SimulationState) -> SimulationState:
        fight = state.fight
        after = replace(state, turn_queue=None, simultaneous_sheets=None)
        if fight.rules.order.has_turns and not fight.current_group and not fight.acted_keys:
            return replace(after, rounds=state.rounds + 1)  # no combatant has a place in the order
        if fight.rules.order.has_turns:
            ended = replace(fight.apply({"event": "turn"}), log=())
            return self._mark_defeated(replace(after, fight=ended, rounds=state.rounds + ended.round - fight.round))
        if (
            fight.rules.find_leading_side
            and "phase" in fight.endable_periods
            and fight.available_actors
            and fight.combatant(fight.available_actors[0]).side == state.side
        ):
            ended = replace(fight.apply({"event": "end", "of": "phase"}), log=())
            return self._mark_defeated(replace(after, fight=ended))
        return after

    def _can_act(self, state: SimulationState, key: str) -> bool:
        """Return True if a combatant in the turn queue can still act; those who act at the same time can."""
        fight = state.fight
        if key not in fight.combatants:
            return False
        sheet = fight.combatant(key).sheet
        if state.simultaneous_sheets is not None:
            sheet = state.simultaneous_sheets[key]
        elif fight.combatant(key).is_out or (not fight.rules.order.has_turns and key not in fight.available_actors):
            return False
        return not (fight.rules.incapacity_field and getattr(sheet, fight.rules.incapacity_field, False))

    # Actions

    def _act(self, state: SimulationState, key: str, roller: Roller) -> SimulationState:
        """Let a combatant act: make the first possible roll that hurts the first possible target."""
        fight = state.fight
        actor = fight.combatant(key)
        for target in self.tactics.rank_targets(fight, actor.side, dict(state.attack_counts)):
            for fills, is_answer in self._find_attacks(fight, actor, target):
                by, at = (target.key, key) if is_answer else (key, target.key)
                before = self._last_choices.get((by, fills.mechanic.id), {})
                own = state.simultaneous_sheets[key] if state.simultaneous_sheets and not is_answer else None
                done = next(
                    (
                        done
                        for chosen in find_choices(fills, fight.combatant(by).sheet, before, is_answer)
                        if (done := self._apply_roll(fight, fills.mechanic, by, at, chosen, roller, own))
                    ),
                    None,
                )
                if done is None:
                    continue
                attacked = state.attack_counts
                if self.tactics.target == "spread":
                    counts = dict(attacked)
                    attacked = tuple(sorted({**counts, target.key: counts.get(target.key, 0) + 1}.items()))
                return replace(state, fight=self._apply_pending_rolls(fight, done, roller), attack_counts=attacked)
        return state

    def _find_attacks(self, fight: Fight, actor: Combatant, target: Combatant) -> list[tuple[RollBinding, bool]]:
        """Return the rolls with which `actor` may hurt `target`, each with True if the target makes the roll."""
        kinds = type(actor.sheet), type(target.sheet), actor.side == target.side
        if kinds not in self._attack_cache:
            found = []
            for fills, by, at in find_possible_rolls(fight, actor.key, target.key):
                role = "target" if by == actor.key else "roller"
                changes = fight.context.changes_by_mechanic.get(fills.mechanic.id, ()) if at is not None else ()
                if any(
                    after.mechanic is fills.mechanic and after.role == role
                    for each in changes
                    if issubclass(type(target.sheet), each.sheet_types)
                    for after in each.triggers
                ):
                    found.append((fills, by != actor.key))
            self._attack_cache[kinds] = found
        return self._attack_cache[kinds]

    def _apply_roll(
        self,
        fight: Fight,
        mechanic: Mechanic,
        by: str,
        at: str | None,
        chosen: Mapping[str, Any],
        roller: Roller,
        roller_sheet: Sheet | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Fight | None:
        """Return the fight after a roll and its consequences, or None if its rule or the shared sheet forbids it.

        Args:
            roller_sheet: the roller's sheet at the start of the turn, if they act at the same time as others.
            params: parameters that depend on the roller's group.
        """
        given = {**self._fill_params(fight, mechanic, by, at, chosen), **(params or {})}
        if roller_sheet is not None:
            filled = (
                fills.fill_params(roller_sheet, chosen) for fills in roller_sheet.rolls if fills.mechanic is mechanic
            )
            given = {name: value for each in (given, *filled) for name, value in each.items()}
        try:
            roll = roller.roll(mechanic, given)
        except LongOddsError:
            raise
        except RulesError:  # such as a value out of range
            return None
        event: RollEvent = {
            "event": "roll",
            "mechanic": mechanic.id,
            "params": roll.params,
            "faces": roll.faces,
            "by": by,
            "at": at,
            "chosen": chosen,
        }
        after = fight.apply_resolved_roll(event, roll)
        for offer in find_automatic_changes(after):
            for who in (str(offer.recipient), *offer.extra_recipients):
                changed = self._apply_change(offer.change, after.sheet_for(who), offer.params)
                if changed is None and who == BOARD:
                    return None
                if changed is not None:
                    after = after.with_sheet(who, changed)
        for following in roll.next_rolls:
            after = self._apply_next_roll(after, following.mechanic, following.at_once, by, at, roller)
        return after

    def _apply_next_roll(
        self, fight: Fight, mechanic_id: str, at_once: bool, by: str, at: str | None, dice_roller: Roller
    ) -> Fight:
        """Return the fight after a follow-up roll.

        The target makes it against the roller if their sheets allow it. Otherwise, if it comes at once, the target or
        else the roller makes it without a target.
        """
        if at is None or by not in fight.combatants or at not in fight.combatants:
            return fight
        if any(mechanic.id == mechanic_id for mechanic in fight.rules.required_rolls):
            return fight  # it is made as a pending roll
        roller, target = fight.combatant(by), fight.combatant(at)
        made = {fills.mechanic.id: fills for fills in target.sheet.rolls}.get(mechanic_id)
        if made and any(fills.mechanic is made.mechanic for fills in roller.sheet.met_by):
            return (
                self._apply_roll(fight, made.mechanic, at, by, _find_first_choice(made, target.sheet), dice_roller)
                or fight
            )
        for each in (target, roller) if at_once else ():
            for fills in each.sheet.rolls:
                if fills.mechanic.id == mechanic_id:
                    return (
                        self._apply_roll(
                            fight, fills.mechanic, each.key, None, _find_first_choice(fills, each.sheet), dice_roller
                        )
                        or fight
                    )
        return fight

    def _apply_pending_rolls(self, before: Fight | None, fight: Fight, roller: Roller) -> Fight:
        """Return the fight after pending rolls: those of groups that changed since `before`, or all if it is None."""
        if not (fight.rules.required_rolls or fight.rules.group_rolls):
            return fight
        for _ in range(MOST_PENDING):
            if (owed := _find_next_pending_roll(fight, before)) is None:
                break
            fight = (
                self._apply_roll(
                    fight, owed.mechanic, owed.recipients[0], None, {}, roller, params=owed.requirement.params
                )
                or fight
            )
        return fight

    def _fill_params(
        self, fight: Fight, mechanic: Mechanic, by: str, at: str | None, chosen: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the parameters that the sheets fill, from the cache if possible."""
        about = (mechanic.id, fight.sheet_for(by), at and fight.sheet_for(at), fight.board, *chosen.items())
        if about not in self._params_cache:
            if len(self._params_cache) >= MOST_CACHED:
                self._params_cache.clear()
            self._params_cache[about] = fill_params(fight, mechanic, by, at, chosen)
        return self._params_cache[about]

    def _apply_change(self, change: Change, sheet: Sheet, params: dict[str, Any]) -> Sheet | None:
        """Return a sheet after a change, or None if the rules forbid the change."""
        about = (
            change.id,
            sheet,
            *((name, tuple(value) if isinstance(value, list) else value) for name, value in params.items()),
        )
        if about not in self._change_cache:
            if len(self._change_cache) >= MOST_CACHED:
                self._change_cache.clear()
            try:
                self._change_cache[about] = change.apply(sheet, params).sheet
            except RulesError:
                self._change_cache[about] = None
        return self._change_cache[about]

    # Consequences

    def _mark_defeated(self, state: SimulationState) -> SimulationState:
        """Return the state with newly defeated combatants recorded."""
        out = [
            each.key for each in state.fight.combatants.values() if each.is_out and each.key not in state.defeated_keys
        ]
        return self._remove_fleeing_sides(
            replace(state, defeated_keys=state.defeated_keys | set(out)) if out else state
        )

    def _remove_fleeing_sides(self, state: SimulationState) -> SimulationState:
        """Return the state after the sides that give up have left."""
        for side in state.active_sides:
            there = self._side_sizes[side]
            up = [each.key for each in state.fight.active if each.side == side]
            if len(state.active_sides) > 1 and self.tactics.is_routed(there, there - len(up)):
                left = {key: each for key, each in state.fight.combatants.items() if key not in up}
                state = replace(
                    state, fight=replace(state.fight, combatants=left), fled_sides=state.fled_sides | {side}
                )
        return state


def _find_first_choice(binding: RollBinding, sheet: Sheet) -> dict[str, Any]:
    """Return the default choices for a follow-up roll."""
    return next(find_choices(binding, sheet, {}, True), {})


def _find_next_pending_roll(fight: Fight, before: Fight | None = None) -> PendingRoll | None:
    """Return the next pending roll, only of groups that changed since `before` if it is set; None if there is none."""
    return next(
        (
            owed
            for owed in find_pending_rolls(fight)
            if before is None or any(before.combatants.get(key) is not fight.combatants[key] for key in owed.group)
        ),
        None,
    )
