"""The simulator of fights: plays one action at a time, as the tracker would, with everything that follows from it.

Monte Carlo (`monte_carlo`) and enumeration (`exact`) share these steps and differ only in the roller. Requirements,
limits, prices and effects are those of the declared actions, so that the tracker can replay every fight.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from rules_py.errors import ForbiddenError, LongOddsError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.copies import replace
from rules_py.play.fight.actions import Action, Attempt, count_uses_left, describe_use, find_unmet
from rules_py.play.fight.choices import find_choices
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import ChangeEvent, RollEvent
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.fight.offers import (
    PendingRoll,
    can_answer,
    find_automatic_changes,
    find_initiative_changes,
    find_pending_rolls,
    has_deferred_roll,
)
from rules_py.play.fight.reducer import Fight, apply_ending
from rules_py.play.fight.state import Combatant
from rules_py.play.fight.targeting import fill_params, find_area_targets, find_possible_rolls
from rules_py.play.forecast.assumptions import ACTIONS, POOL, name_habit
from rules_py.play.forecast.tactics import Tactics
from rules_py.play.sheet import Sheet

MOST_ROUNDS = 50
"""The number of rounds after which a fight that no side has won is undecided."""

MOST_CACHED = 4_000
"""The size limit of each cache of changes and parameters."""

MOST_PENDING = 12
"""The maximum number of pending rolls made after one action; the others are made after the next one."""

MOST_ACTIONS = 40
"""The maximum number of actions that a combatant takes in a turn."""

Params = dict[str, Any]

DeclaredTargets = tuple[tuple[str, tuple[str, ...]], ...]
"""The targets that combatants have chosen before any result of a turn, by the combatant's key."""


class Roller(Protocol):
    """The interface of a source of rolls."""

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        """Roll a mechanic with checked parameters."""
        ...

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        """Roll for a new initiative order, with checked parameters for each combatant, and return the scores."""
        ...


@dataclass(frozen=True)
class Play:
    """An action that a combatant in a forecast can take now.

    Attributes:
        binding: the binding of its roll; None for an action without a roll.
        attempt: the attempt with all parameters; None if the roll isn't a declared action.
        params: the checked parameters of the roll, or those of the change.
        is_preparation: True if it is no attack, but makes one possible, such as a reload or a morale check.
    """

    binding: RollBinding | None
    attempt: Attempt | None
    by: str
    at: str | None
    chosen: Mapping[str, Any]
    also: tuple[str, ...]
    params: Params
    is_preparation: bool = False


@dataclass(frozen=True, eq=False)
class SimulationState:
    """The state of a simulated fight between two actions.

    Attributes:
        fight: the fight; its log is empty.
        turn_queue: the combatants who still act in this turn, in order; None before the turn begins.
        acted_in_turn: the number of actions that the first of them has taken in this turn.
        rounds: the number of rounds that have ended since the forecast began.
        ending_rounds: the number of rounds that end with the rolls that are pending, if the fight goes on after them.
        side: the side whose phase it is, in games without turns.
        defeated_keys: the combatants who were out of the fight at any time.
        fled_sides: the sides that have fled.
        attack_counts: the number of attacks on each combatant, recorded only for the tactic "spread".
        declared: the targets that each acting combatant has chosen before any result of this turn, the first one first.
        used: the entry of a list with several, such as a weapon, that each combatant has used last.
        is_settled: True once the rolls that were pending are made.
    """

    fight: Fight
    turn_queue: tuple[str, ...] | None = None
    acted_in_turn: int = 0
    rounds: int = 0
    ending_rounds: int = 0
    side: str = ""
    defeated_keys: frozenset[str] = frozenset()
    fled_sides: frozenset[str] = frozenset()
    attack_counts: tuple[tuple[str, int], ...] = ()
    declared: DeclaredTargets = ()
    used: tuple[tuple[str, str, int], ...] = ()
    is_settled: bool = False

    @property
    def active_sides(self) -> tuple[str, ...]:
        """The sides that are left in the fight."""
        return self.fight.active_sides

    @property
    def simultaneous_sheets(self) -> Mapping[str, Sheet] | None:
        """The sheets at the start of the turn of those who act at the same time, or None."""
        return self.fight.turn_sheets or None

    @property
    def is_over(self) -> bool:
        """True if the fight is decided or has reached the last round."""
        return self.is_settled and (self.is_decided or self.rounds >= MOST_ROUNDS)

    @cached_property
    def is_decided(self) -> bool:
        """True if fewer than two sides are left, and no simultaneous action or deferred roll can change that."""
        if len(self.active_sides) > 1 or (self.turn_queue and (self.fight.turn_sheets or self.is_finishing_turn)):
            return False
        return not has_deferred_roll(self.fight)

    @property
    def is_finishing_turn(self) -> bool:
        """True if the combatant who acts has fallen in their own turn; the rules may let them finish it."""
        fight = self.fight
        if not (fight.rules.order.has_turns and self.turn_queue and self.acted_in_turn):
            return False
        return self.turn_queue[0] in fight.combatants and fight.combatants[self.turn_queue[0]].is_out

    @property
    def state_key(self) -> Hashable:
        """The part of the state that determines how the fight continues: states with equal keys are equivalent."""
        fight, order = self.fight, self.fight.rules.order
        scores = [each.score for each in fight.combatants.values()]
        if not fight.awaiting_initiative:
            scores = list(order.rank_scores(scores))
        return (
            tuple(
                (key, each.sheet, score, each.has_withdrawn)
                for (key, each), score in zip(fight.combatants.items(), scores, strict=True)
            ),
            fight.board,
            min(fight.round, order.opening_rounds + 1),
            fight.acted_keys,
            tuple(sorted(fight.uses.items())),
            tuple(fight.turn_sheets.items()),
            self.turn_queue,
            self.acted_in_turn,
            self.side,
            self.defeated_keys,
            self.fled_sides,
            self.attack_counts,
            self.declared,
            self.used,
            self.is_settled,
            self.ending_rounds,
        )


class FightSimulator:
    """Simulates fights with given tactics. Results of pure functions are cached.

    Attributes:
        performed: the ids of the rolls and changes that combatants have made so far.
    """

    def __init__(self, fight: Fight, tactics: Tactics) -> None:
        """Take a fight with combatants on at least two sides.

        Raises:
            RulesError: there are fewer sides.
        """
        there: dict[str, int] = {}
        for each in fight.participants.values():
            if not isinstance(each.sheet, fight.rules.objects):
                there[each.side] = there.get(each.side, 0) + 1
        if len(there) < 2:
            raise ForbiddenError("forecast", "a forecast needs combatants on at least two sides")
        self.fight, self.tactics = fight, tactics
        self.performed: set[str] = set()
        self._side_sizes = there
        self._varied = self._collect_varied_params(fight)
        self._most_actions = {
            key: each[ACTIONS] for key, each in tactics.choices.items() if ACTIONS in each and key in fight.combatants
        }
        self._last_choices = {
            (key, fills.mechanic.id): {
                **(fight.find_last_choices(key, fills.mechanic.id) if fight.log else {}),
                **{name: value for name, value in tactics.choices.get(key, {}).items() if name in fills.choices},
            }
            for key, each in fight.combatants.items()
            for fills in each.sheet.rolls
        }
        self._change_cache: dict[Hashable, Sheet | RulesError] = {}
        self._ending_cache: dict[Hashable, ChangeResult] = {}
        self._params_cache: dict[Hashable, Params] = {}
        self._unusual_cache: dict[Sheet, frozenset[str]] = {}
        self._attack_cache: dict[Hashable, list[tuple[RollBinding, bool]]] = {}
        self.start = self._build_start(fight)

    def _collect_varied_params(self, fight: Fight) -> dict[tuple[str, str], Params]:
        """Return the parameters that the reader of the forecast has changed, by roller and roll."""
        found = {}
        for key, choices in self.tactics.choices.items():
            for binding in fight.combatants[key].sheet.rolls if key in fight.combatants else ():
                varied = fight.context.forecast_hints.find_varied_names(binding.mechanic.id)
                if params := {name: choices[name] for name in varied if name in choices}:
                    found[key, binding.mechanic.id] = params
        return found

    def step(self, state: SimulationState, roller: Roller) -> SimulationState:
        """Make the next roll and apply its consequences; return the state before the following roll."""
        fight = state.fight
        if not state.is_settled:
            settled = replace(state, fight=self._apply_pending_rolls(None, fight, roller), is_settled=True)
            state = _count_ending_rounds(settled)
        elif fight.awaiting_initiative:
            state = replace(state, fight=self._roll_initiative(fight, roller))
        elif state.turn_queue:
            state = self._act(state, state.turn_queue[0], roller)
        return self._advance_to_next_roll(self._mark_defeated(state))

    def _advance_to_next_roll(self, state: SimulationState) -> SimulationState:
        """Advance to the state before the next roll: begin and end turns, and skip combatants who can't act."""
        while state.is_settled and not (state.is_over or state.fight.awaiting_initiative):
            if state.turn_queue is None:
                state = self._begin_turn(state)
            elif not state.turn_queue:
                state = self._end_turn(state)
            elif self._can_act(state, state.turn_queue[0]):
                break
            else:
                state = _drop_first(state)
        return state

    def needs_faces(self, mechanic: Mechanic) -> bool:
        """Return True if a change after the roll needs its faces in addition to its outcome."""
        changes = self.start.fight.context.changes_by_mechanic.get(mechanic.id, ())
        return any(
            after.detail_rule is not None and after.mechanic is mechanic for each in changes for after in each.triggers
        )

    # Turns

    def _roll_initiative(self, fight: Fight, roller: Roller) -> Fight:
        """Roll initiative for the combatants who haven't, and return the fight."""
        keys, mechanic = fight.awaiting_initiative, fight.rules.order.mechanic
        if mechanic is None:
            return fight
        self.performed.add(mechanic.id)
        given = [self._fill_params(fight, mechanic, key, None, {}) for key in keys]
        is_triggering = bool(fight.context.changes_by_mechanic.get(mechanic.id))
        if is_triggering or any(each.score is not None for each in fight.combatants.values()):
            for key, params in zip(keys, given, strict=True):
                roll = roller.roll(mechanic, params)
                fight = fight.with_initiative(key, roll)
                for pending in find_initiative_changes(fight, key, roll) if is_triggering else ():
                    fight = self._apply_pending_change(fight, pending.change, key, pending.params) or fight
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
            left = list(moment.turn_queue or ())
            for entry in fight.log[began + 1 :]:
                key, event = fight.find_actor_and_target(entry)[0], entry.event
                if key is None or key not in left or event["event"] != "roll":
                    continue
                if not self._counts_uses(fight, key):
                    left.remove(key)
                elif "action" not in event:  # in a fight stored before version 0.2, a roll counts as one use
                    counted: RollEvent = {**event, "action": event["mechanic"], "paid": {key: 1}}
                    moment = replace(moment, fight=moment.fight.with_action(counted))
            moment = replace(moment, turn_queue=tuple(left))
        return self._remove_fleeing_sides(moment)

    def _begin_turn(self, state: SimulationState) -> SimulationState:
        fight, kind = state.fight, state.fight.rules
        acting = fight.available_actors
        if kind.order.is_simultaneous and len(acting) > 1 and not fight.turn_sheets:
            fight = replace(fight, turn_sheets={key: fight.combatant(key).sheet for key in acting})
        side = fight.combatant(acting[0]).side if acting and not kind.order.has_turns else ""
        rounds = state.rounds
        if side and state.side:
            order = list(kind.sides)
            rounds += order.index(side) <= order.index(state.side)
        declared = self._declare_targets(state, acting) if fight.context.forecast_hints.declares_first else ()
        return replace(
            state, fight=fight, turn_queue=tuple(acting), acted_in_turn=0, side=side, rounds=rounds, declared=declared
        )

    def _counts_uses(self, fight: Fight, key: str) -> bool:
        """Return True if a limit counts a combatant's actions, rather than a field of their sheet."""
        rolls = {binding.mechanic.id for binding in fight.combatant(key).sheet.rolls}
        return any(action.limit is not None and action.id in rolls for action in fight.rules.declared_actions)

    def _declare_targets(self, state: SimulationState, acting: Sequence[str]) -> DeclaredTargets:
        """Return the targets that each acting combatant chooses before any result is known, the first one first."""
        counts = dict(state.attack_counts)
        found = []
        for key in acting:
            targets = self.tactics.rank_targets(state.fight, state.fight.combatant(key).side, counts)
            if targets:
                found.append((key, tuple(each.key for each in targets)))
                counts[targets[0].key] = counts.get(targets[0].key, 0) + 1
        return tuple(found)

    def _end_turn(self, state: SimulationState) -> SimulationState:
        fight = state.fight
        after = replace(state, turn_queue=None, declared=())
        if fight.rules.order.has_turns and not fight.has_turn_to_end:
            return replace(after, rounds=state.rounds + 1)  # no combatant has a place in the order
        if fight.rules.order.has_turns:
            ended = replace(fight.end_turn(self._apply_ending)[0], log=())
            after = replace(after, fight=ended, ending_rounds=ended.round - fight.round)
            after = self._mark_defeated(replace(after, is_settled=_find_next_pending_roll(ended) is None))
            return _count_ending_rounds(after) if after.is_settled else after
        if (
            fight.rules.find_leading_side
            and "phase" in fight.endable_periods
            and fight.available_actors
            and fight.combatant(fight.available_actors[0]).side == state.side
        ):
            ended = replace(fight.apply({"event": "end", "of": "phase"}), log=())
            return self._mark_defeated(replace(after, fight=ended))
        return replace(after, fight=replace(fight, uses={}))

    def _can_act(self, state: SimulationState, key: str) -> bool:
        """Return True if a combatant in the turn queue may still act.

        Those who act at the same time may, and so may those who have fallen in their own turn, if the rules let them.
        """
        fight = state.fight
        if key not in fight.combatants:
            return False
        if fight.is_acting_simultaneously(key) or state.is_finishing_turn:
            return True
        return not fight.combatant(key).is_out and (fight.rules.order.has_turns or key in fight.available_actors)

    # Actions

    def _act(self, state: SimulationState, key: str, roller: Roller) -> SimulationState:
        """Let a combatant take the first possible action; without one, their turn is over."""
        for play in self.find_plays(state, key):
            done = self._perform(state.fight, play, roller)
            if done is None:
                continue
            after = self._record_play(state, self._apply_pending_rolls(state.fight, done, roller), key, play)
            return after if self._can_act_again(after, key, play) else _drop_first(after)
        return _drop_first(state)

    def _can_act_again(self, state: SimulationState, key: str, play: Play) -> bool:
        """Return True if a limit leaves a combatant further actions in this turn, or this one took nothing of it."""
        if state.acted_in_turn >= MOST_ACTIONS:
            return False
        if play.is_preparation or (play.attempt is not None and play.attempt.action.is_extra(play.attempt)):
            return bool(state.turn_queue) and self._can_act(state, key)
        limit = play.attempt.action.limit if play.attempt else None
        if play.attempt is None or limit is None:
            return False
        uses = count_uses_left(replace(play.attempt, fight=state.fight))
        if uses is None or (uses.left <= 0 and not play.attempt.action.target_limit):
            return False  # with a limit for each target, an attack on another one may be part of the last action
        return bool(state.turn_queue) and self._can_act(state, key)

    def _record_play(self, state: SimulationState, fight: Fight, key: str, play: Play) -> SimulationState:
        """Return the state with the fight after an action, and its parts recorded that later choices depend on."""
        counts, used = state.attack_counts, state.used
        victim = play.at if play.by == key else play.by
        if self.tactics.target == "spread" and victim is not None:
            known = dict(counts)
            counts = tuple(sorted({**known, victim: known.get(victim, 0) + 1}.items()))
        if play.by == key and play.binding is not None:
            sheet = fight.combatant(key).sheet if key in fight.combatants else None
            for name, fields in play.binding.choices.items():
                if not fields and name in play.chosen and len(getattr(sheet, name, ())) > 1:
                    rest = tuple(each for each in used if each[:2] != (key, name))
                    used = tuple(sorted((*rest, (key, name, play.chosen[name]))))
        return replace(state, fight=fight, attack_counts=counts, used=used, acted_in_turn=state.acted_in_turn + 1)

    def find_plays(self, state: SimulationState, key: str) -> Iterator[Play]:
        """Yield the actions that a combatant can take now, the preferred one first.

        Preparations that the reader of the forecast has asked for come first, and the reload of an empty weapon that
        they used last. Then come attacks on the targets in order, and last the actions of those who can't attack.
        """
        fight = state.fight
        actor = fight.combatant(key)
        used = {name: number for by, name, number in state.used if by == key}
        if self._has_habits:
            yield from self._find_preparations(fight, key, used)
        if any(_is_entry_empty(actor.sheet, name, number) for name, number in used.items()):
            yield from self._find_fallbacks(fight, key, used)
        targets = self._find_targets(state, actor)
        for target in targets:
            yield from self._find_attack_plays(fight, actor, target, used)
        for target in targets:
            yield from self._find_ways_out(fight, actor, target)
        yield from self._find_fallbacks(fight, key, {})

    def _find_targets(self, state: SimulationState, actor: Combatant) -> list[Combatant]:
        """Return the targets of a combatant, the preferred one first.

        Combatants who have declared their targets stay with the first one, even if that target has fallen since. They
        go on to the next one if it can't be attacked for another reason, or if they have attacked it often enough.
        """
        fight = state.fight
        declared = [fight.combatants[key] for key in dict(state.declared).get(actor.key, ()) if key in fight.combatants]
        if not declared:
            return self.tactics.rank_targets(fight, actor.side, dict(state.attack_counts))
        first = declared[0]
        return declared if not first.is_out or self._has_reached_target_limit(fight, actor, first) else [first]

    def _has_reached_target_limit(self, fight: Fight, actor: Combatant, target: Combatant) -> bool:
        """Return True if a combatant has attacked a target as often in this turn as an action allows."""
        for binding, is_reaction in self._find_attacks(fight, actor, target):
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            if action is None or not action.target_limit:
                continue
            attempt = self._build_usual_attempt(fight, action, binding, actor, target, is_reaction)
            if attempt and action.target_limit in {each.name for each in find_unmet(attempt, self._apply_price)}:
                return True
        return False

    def find_typical_rolls(self) -> Iterator[tuple[str, RollBinding, Mapping[str, Any]]]:
        """Yield the rolls that combatants typically make, each with the roller's key and the choices.

        They are the first attack of each combatant on their first target, no matter whether it is possible now.
        """
        fight = self.start.fight
        for actor in fight.active:
            targets = self.tactics.rank_targets(fight, actor.side, {})
            for target in targets[:1]:
                for binding, is_reaction in self._find_attacks(fight, actor, target)[:1]:
                    rollers = [each.key for each in targets] if is_reaction else [actor.key]
                    for by in rollers:
                        own = self._find_own_binding(fight, by, binding)
                        last = self._last_choices.get((by, binding.mechanic.id), {})
                        action = fight.rules.actions_by_id.get(binding.mechanic.id)
                        if own is not None:
                            yield by, own, next(find_choices(own, fight.sheet_for(by), last, action), {})

    def find_variable_names(self) -> dict[str, frozenset[str]]:
        """Return the names of the assumptions that matter in the rolls of each active combatant.

        Those are the typical rolls, and the rolls that they may have to make.
        """
        hints = self.fight.context.forecast_hints
        habits = frozenset({ACTIONS, *(name_habit(action.rule) for action in self.fight.rules.declared_actions)})
        found = {each.key: habits for each in self.start.fight.active}
        for by, binding, _ in self.find_typical_rolls():
            found[by] = found.get(by, habits).union(binding.choices, hints.find_varied_names(binding.mechanic.id))
        for each in self.start.fight.active:
            for binding in each.sheet.rolls:
                if binding.mechanic in self.fight.rules.required_rolls:
                    found[each.key] = found[each.key].union(hints.find_varied_names(binding.mechanic.id))
        return found

    def _find_own_binding(self, fight: Fight, by: str, binding: RollBinding) -> RollBinding | None:
        return next((each for each in fight.sheet_for(by).rolls if each.mechanic is binding.mechanic), None)

    def _find_attack_plays(
        self, fight: Fight, actor: Combatant, target: Combatant, used: Mapping[str, int]
    ) -> Iterator[Play]:
        """Yield the attacks on a target that nothing stands in the way of.

        An attack on one target gives way to one on everyone with the same choices.
        """
        later: list[Play] = []
        attacks = self._find_attacks(fight, actor, target)
        for number, (binding, is_reaction) in enumerate(attacks):
            by, at = (target.key, actor.key) if is_reaction else (actor.key, target.key)
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            last = {**self._last_choices.get((by, binding.mechanic.id), {}), **({} if is_reaction else used)}
            sheet = fight.acting_sheet_for(by)
            for chosen in find_choices(binding, sheet, last, action):
                also = find_area_targets(fight, binding, by, at, chosen)
                play = self._build_play(fight, binding, by, at, chosen, also)
                if play is None:
                    continue
                if (
                    number
                    and play.attempt is not None
                    and not also
                    and play.attempt.action.reach.allows_several(play.attempt)
                ):
                    later.append(play)
                    continue
                if not also:
                    yield from self._find_wider_plays(fight, (each for each, _ in attacks[number + 1 :]), play)
                yield play
        yield from later

    def _find_wider_plays(self, fight: Fight, bindings: Iterable[RollBinding], play: Play) -> Iterator[Play]:
        """Yield the same attack on everyone in an area by other rolls, such as automatic fire that is shared out."""
        for binding in bindings:
            if binding.choices.keys() != play.chosen.keys() or play.at is None:
                continue
            if also := find_area_targets(fight, binding, play.by, play.at, play.chosen):
                wider = self._build_play(fight, binding, play.by, play.at, play.chosen, also)
                if wider is not None:
                    yield wider

    def _build_play(
        self,
        fight: Fight,
        binding: RollBinding,
        by: str,
        at: str | None,
        chosen: Mapping[str, Any],
        also: tuple[str, ...] = (),
    ) -> Play | None:
        """Return a roll with all its parameters, or None if a requirement isn't met.

        Parameters that the reader of the forecast has changed are left as they were if the roll isn't possible with
        them.
        """
        mechanic = binding.mechanic
        action = fight.rules.actions_by_id.get(mechanic.id)
        varied = self._varied.get((by, mechanic.id))
        for changed in (varied, None) if varied else (None,):
            try:
                params = self._fill_params(fight, mechanic, by, at, chosen, also)
                if changed:
                    params = mechanic.check({**params, **changed})
            except RulesError:  # such as a value out of range
                continue
            attempt = Attempt(fight, action, by, at, also, chosen, params) if action else None
            if attempt is None or not (self._is_beyond_actions(attempt) or find_unmet(attempt, self._apply_price)):
                return Play(binding, attempt, by, at, chosen, also, params)
        return None

    def _is_beyond_actions(self, attempt: Attempt) -> bool:
        """Return True if an attempt takes more actions than the reader of the forecast gives the combatant."""
        if not self._most_actions:
            return False
        most, limit = self._most_actions.get(attempt.limited_key), attempt.action.limit
        if most is None or limit is None or limit.pool != POOL:
            return False
        count: int = limit.count(attempt)
        return count > 0 and attempt.uses + count > int(most)

    @cached_property
    def _has_habits(self) -> bool:
        """True if the reader of the forecast wants a preparation, such as aiming."""
        names = {name_habit(change) for change in self.fight.context.forecast_hints.preparations}
        return any(choices.get(name) is True for choices in self.tactics.choices.values() for name in names)

    def _find_preparations(self, fight: Fight, key: str, chosen: Mapping[str, Any]) -> Iterator[Play]:
        """Yield the preparations that the reader of the forecast wants and that are of use now, such as aiming."""
        choices = self.tactics.choices.get(key, {})
        for change, choose in fight.context.forecast_hints.preparations.items():
            if choices.get(name_habit(change)) is True:
                yield from self._find_changes(fight, key, fight.rules.actions_by_id[change.id], choose, chosen)

    def _find_changes(
        self,
        fight: Fight,
        key: str,
        action: Action,
        choose: Callable[[Attempt], Mapping[str, Any] | None],
        chosen: Mapping[str, Any],
    ) -> Iterator[Play]:
        """Yield an action without a roll, with the parameters that `choose` returns, if it is possible."""
        if not (isinstance(action.rule, Change) and isinstance(fight.combatant(key).sheet, action.rule.sheet_types)):
            return
        probe = Attempt(fight, action, key, chosen=chosen)
        if (given := choose(probe)) is None:
            return
        attempt = replace(probe, params=given)
        if not (self._is_beyond_actions(attempt) or find_unmet(attempt, self._apply_price)):
            yield Play(None, attempt, key, None, chosen, (), dict(given), True)

    def _find_fallbacks(self, fight: Fight, key: str, chosen: Mapping[str, Any]) -> Iterator[Play]:
        """Yield the actions of a combatant who can't attack, such as a reload, that they don't do without."""
        choices = self.tactics.choices.get(key, {})
        for rule, choose in fight.context.forecast_hints.fallbacks.items():
            if choices.get(name_habit(rule)) is False:
                continue
            action = fight.rules.actions_by_id[rule.id]
            if isinstance(rule, Change):
                yield from self._find_changes(fight, key, action, choose, chosen)
            elif choose(Attempt(fight, action, key, chosen=chosen)) is not None:
                yield from self._find_preparing_roll(fight, key, rule)

    def _find_preparing_roll(self, fight: Fight, key: str, mechanic: Mechanic) -> Iterator[Play]:
        """Yield a combatant's roll without a target that may make an attack possible."""
        for binding in fight.combatant(key).sheet.rolls:
            if binding.mechanic is mechanic and (play := self._build_play(fight, binding, key, None, {})):
                yield replace(play, is_preparation=True)

    def _find_ways_out(self, fight: Fight, actor: Combatant, target: Combatant) -> Iterator[Play]:
        """Yield the rolls by which a combatant may meet what an attack on a target requires, such as a morale check."""
        for binding, is_reaction in self._find_attacks(fight, actor, target):
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            if action is None or not action.ways_out:
                continue
            attempt = self._build_usual_attempt(fight, action, binding, actor, target, is_reaction)
            unmet = {each.name for each in find_unmet(attempt, self._apply_price)} if attempt else set()
            if unmet and unmet <= action.ways_out.keys():
                for name in sorted(unmet):
                    yield from self._find_preparing_roll(fight, actor.key, action.ways_out[name])

    def _build_usual_attempt(
        self,
        fight: Fight,
        action: Action,
        binding: RollBinding,
        actor: Combatant,
        target: Combatant,
        is_reaction: bool,
    ) -> Attempt | None:
        """Return an attack on a target with the likeliest choices, or None if a parameter isn't accepted."""
        by, at = (target.key, actor.key) if is_reaction else (actor.key, target.key)
        chosen = next(find_choices(binding, fight.acting_sheet_for(by), {}, action), {})
        try:
            params = self._fill_params(fight, binding.mechanic, by, at, chosen)
        except RulesError:
            return None
        return Attempt(fight, action, by, at, (), chosen, params)

    def _find_attacks(self, fight: Fight, actor: Combatant, target: Combatant) -> list[tuple[RollBinding, bool]]:
        """Return the rolls with which `actor` may hurt `target`, each with True if the target makes the roll."""
        unusual = self._find_unusual_actions(actor.sheet)
        kinds = type(actor.sheet), type(target.sheet), actor.side == target.side, fight.board, unusual
        found = self._attack_cache.get(kinds)
        if found is None:
            found = []
            for fills, by, at in find_possible_rolls(fight, actor.key, target.key):
                if by == actor.key and fills.mechanic.id in unusual:
                    continue
                role = "target" if by == actor.key else "roller"
                changes = fight.context.changes_by_mechanic.get(fills.mechanic.id, ()) if at is not None else ()
                if any(
                    after.mechanic is fills.mechanic and after.role == role and not after.is_optional
                    for each in changes
                    if issubclass(type(target.sheet), each.sheet_types)
                    for after in each.triggers
                ):
                    found.append((fills, by != actor.key))
            self._attack_cache[kinds] = found
        return found

    def _find_unusual_actions(self, sheet: Sheet) -> frozenset[str]:
        """Return the ids of the actions that a combatant with this sheet doesn't take unasked."""
        unusual = self._unusual_cache.get(sheet)
        if unusual is None:
            if len(self._unusual_cache) >= MOST_CACHED:
                self._unusual_cache.clear()
            actions = self.fight.rules.declared_actions
            unusual = frozenset(each.id for each in actions if not (each.suits(sheet) and each.is_usual(sheet)))
            self._unusual_cache[sheet] = unusual
        return unusual

    def _perform(self, fight: Fight, play: Play, roller: Roller) -> Fight | None:
        """Return the fight after an action and its consequences, or None if its rule forbids it."""
        if play.binding is None:
            return self._perform_change(fight, play)
        return self._apply_roll(fight, play.binding.mechanic, play, roller)

    def _perform_change(self, fight: Fight, play: Play) -> Fight | None:
        """Return the fight after an action without a roll."""
        attempt = play.attempt
        if attempt is None or not isinstance(attempt.action.rule, Change):
            return None
        change = attempt.action.rule
        after = self._apply_pending_change(fight, change, play.by, play.params)
        if after is None:
            return None
        self.performed.add(change.id)
        use = describe_use(attempt)
        event: ChangeEvent = {"event": "change", "change": change.id, "who": play.by, **use}  # type: ignore[typeddict-item]
        return after.with_action(event)

    def _apply_roll(self, fight: Fight, mechanic: Mechanic, play: Play, roller: Roller) -> Fight | None:
        """Return the fight after a roll and its consequences, or None if its rule or the shared sheet forbids it."""
        by, at = play.by, play.at
        try:
            roll = roller.roll(mechanic, play.params)
        except LongOddsError:
            raise
        except RulesError:  # such as a choice that the rule forbids
            return None
        event: RollEvent = {
            "event": "roll",
            "mechanic": mechanic.id,
            "params": roll.params,
            "faces": roll.faces,
            "by": by,
            "at": at,
            "also": play.also,
            "chosen": play.chosen,
        }
        if play.attempt is not None:
            event = {**event, **describe_use(play.attempt)}
        after = fight.apply_resolved_roll(event, roll)
        for offer in find_automatic_changes(after):
            for who in (str(offer.recipient), *offer.extra_recipients):
                if not offer.concerns(after.sheet_for(who)):
                    continue
                changed = self._apply_pending_change(after, offer.change, who, offer.params)
                if changed is None and who == BOARD:
                    return None
                after = changed or after
        self.performed.add(mechanic.id)
        if play.attempt is not None and play.attempt.action.withdraws(roll):
            gone = replace(after.combatant(by), has_withdrawn=True)
            after = replace(after, combatants={**after.combatants, by: gone})
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
        action = fight.rules.actions_by_id.get(mechanic_id)
        if action is not None and action.is_answer:
            makers = (each for each in fight.active if any(own.mechanic.id == mechanic_id for own in each.sheet.rolls))
            answering = self.tactics.choose_answering(fight, by, at, makers)
            if answering is None:
                return fight
            at = answering
        roller, target = fight.combatant(by), fight.combatant(at)
        made = {fills.mechanic.id: fills for fills in target.sheet.rolls}.get(mechanic_id)
        if made and can_answer(fight, made.mechanic, at, by):
            return self._make_next_roll(fight, made, at, by, dice_roller)
        for each in (target, roller) if at_once else ():
            for fills in each.sheet.rolls:
                if fills.mechanic.id == mechanic_id:
                    return self._make_next_roll(fight, fills, each.key, None, dice_roller)
        return fight

    def _make_next_roll(self, fight: Fight, binding: RollBinding, by: str, at: str | None, roller: Roller) -> Fight:
        """Return the fight after a follow-up roll with the default choices, if its requirements are met."""
        action = fight.rules.actions_by_id.get(binding.mechanic.id)
        chosen = next(find_choices(binding, fight.combatant(by).sheet, {}, action), {})
        play = self._build_play(fight, binding, by, at, chosen)
        return (play and self._apply_roll(fight, binding.mechanic, play, roller)) or fight

    def _apply_pending_rolls(self, before: Fight | None, fight: Fight, roller: Roller) -> Fight:
        """Return the fight after pending rolls: those of groups that changed since `before`, or all if it is None."""
        if not (fight.rules.required_rolls or fight.rules.group_rolls):
            return fight
        for _ in range(MOST_PENDING):
            if (owed := _find_next_pending_roll(fight, before)) is None:
                break
            play = self._build_pending_play(fight, owed)
            fight = (play and self._apply_roll(fight, owed.mechanic, play, roller)) or fight
        return fight

    def _build_pending_play(self, fight: Fight, owed: PendingRoll) -> Play | None:
        """Return a pending roll with all its parameters, or None if a parameter isn't accepted."""
        by, mechanic = owed.recipients[0], owed.mechanic
        given = {**self._varied.get((by, mechanic.id), {}), **owed.requirement.params}
        try:
            params = self._fill_params(fight, mechanic, by, None, {})
            return Play(None, None, by, None, {}, (), mechanic.check({**params, **given}) if given else params)
        except RulesError:  # such as a value out of range
            return None

    # Caches

    def _fill_params(
        self,
        fight: Fight,
        mechanic: Mechanic,
        by: str,
        at: str | None,
        chosen: Mapping[str, Any],
        also: tuple[str, ...] = (),
    ) -> Params:
        """Return the parameters that the sheets and the action fill, checked, from the cache if possible.

        Raises:
            RulesError: a parameter isn't accepted.
        """
        action = fight.rules.actions_by_id.get(mechanic.id)
        turn: tuple[Hashable, ...] = ()
        if action is not None and action.fills is not None:
            turn = (by, at, *sorted(fight.uses.items()))
            if at:
                turn += (fight.is_simultaneous_with(by, at), fight.acting_sheet_for(at))
            else:  # such a roll may depend on all combatants, such as a morale check that is due for a group
                turn += (fight.current_group, *((each.sheet, each.is_out) for each in fight.combatants.values()))
        about = (
            mechanic.id,
            fight.acting_sheet_for(by),
            at and fight.sheet_for(at),
            fight.board,
            *chosen.items(),
            *(fight.sheet_for(key) for key in also),
            *turn,
        )
        params = self._params_cache.get(about)
        if params is None:
            if len(self._params_cache) >= MOST_CACHED:
                self._params_cache.clear()
            params = self._params_cache[about] = mechanic.check(fill_params(fight, mechanic, by, at, chosen, also))
        return params

    def _apply_price(self, change: Change, sheet: Sheet, params: Mapping[str, Any]) -> Sheet:
        """Return a sheet after a change, from the cache if possible.

        Raises:
            RulesError: the rules forbid the change.
        """
        about = (
            change.id,
            sheet,
            *[(name, tuple(value) if isinstance(value, list) else value) for name, value in params.items()],
        )
        found = self._change_cache.get(about)
        if found is None:
            if len(self._change_cache) >= MOST_CACHED:
                self._change_cache.clear()
            try:
                found = change.apply(sheet, dict(params)).sheet
            except RulesError as error:
                found = error
            self._change_cache[about] = found
        if isinstance(found, RulesError):
            raise found
        return found

    def _apply_ending(self, change: Change, sheet: Sheet) -> ChangeResult:
        """Return the result of a change at the end of a turn or a round, from the cache if possible."""
        about = change.id, sheet
        found = self._ending_cache.get(about)
        if found is None:
            if len(self._ending_cache) >= MOST_CACHED:
                self._ending_cache.clear()
            found = self._ending_cache[about] = apply_ending(change, sheet)
        return found

    def _apply_pending_change(self, fight: Fight, change: Change, who: str, params: Mapping[str, Any]) -> Fight | None:
        """Return the fight after a change of a combatant or the shared sheet, or None if the rules forbid it."""
        try:
            return fight.with_sheet(who, self._apply_price(change, fight.sheet_for(who), params))
        except RulesError:
            return None

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
        if self.tactics.flees == "never":
            return state
        for side in state.active_sides:
            there = self._side_sizes[side]
            up = [each.key for each in state.fight.active if each.side == side]
            if len(state.active_sides) > 1 and self.tactics.is_routed(there, there - len(up)):
                left = {key: each for key, each in state.fight.combatants.items() if key not in up}
                state = replace(
                    state, fight=replace(state.fight, combatants=left), fled_sides=state.fled_sides | {side}
                )
        return state


def _count_ending_rounds(state: SimulationState) -> SimulationState:
    """Return the state with the rounds counted that have ended, unless the fight ended with them."""
    if not state.ending_rounds:
        return state
    counted = 0 if state.is_decided else state.ending_rounds
    return replace(state, rounds=state.rounds + counted, ending_rounds=0)


def _drop_first(state: SimulationState) -> SimulationState:
    """Return the state in which the first combatant in the turn queue has no action left."""
    return replace(state, turn_queue=(state.turn_queue or ())[1:], acted_in_turn=0)


def _is_entry_empty(sheet: Sheet, name: str, number: int) -> bool:
    """Return True if an entry of a sheet's list, such as a weapon, is empty."""
    entries = getattr(sheet, name, ())
    return number < len(entries) and bool(getattr(entries[number], "empty", False))


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
