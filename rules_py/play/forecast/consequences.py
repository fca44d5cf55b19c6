"""Plays of a simulated fight and their consequences: rolls, their effects, and the rolls that follow or are pending."""

from rules_py.dice import NextRoll
from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.actions import describe_use, find_payments
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import ChangeEvent, RollEvent
from rules_py.play.fight.offers import can_answer, find_automatic_changes, find_pending_rolls
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.caches import SheetCaches
from rules_py.play.forecast.plays import Play, PlayBuilder
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.rollers import Roller
from rules_py.play.forecast.tactics import Tactics
from rules_py.play.sheet import Sheet

MOST_PENDING = 12
"""The maximum number of pending rolls made after one action; the others are made after the next one."""


class PlayPerformer:
    """Performs plays, with everything that follows from them."""

    def __init__(self, tactics: Tactics, builder: PlayBuilder, caches: SheetCaches, recorder: PlayRecorder) -> None:
        self._tactics, self._builder, self._caches, self._recorder = tactics, builder, caches, recorder

    def perform(self, fight: Fight, play: Play, roller: Roller) -> Fight | None:
        """Return the fight after a play and its consequences, or None if its rule forbids it."""
        if play.binding is None:
            return self._perform_change(fight, play)
        return self._perform_roll(fight, play.binding.mechanic, play, roller)

    def perform_pending_rolls(self, before: Fight | None, fight: Fight, roller: Roller) -> Fight:
        """Return the fight after pending rolls: those of groups that changed since `before`, or all if it is None."""
        if not (fight.rules.required_rolls or fight.rules.group_rolls):
            return fight
        for _ in range(MOST_PENDING):
            if not (required := find_pending_rolls(fight, before)):
                break
            pending = required[0]
            play = self._builder.build_pending_roll(fight, pending)
            fight = (play and self._perform_roll(fight, pending.mechanic, play, roller)) or fight
        return fight

    def _perform_change(self, fight: Fight, play: Play) -> Fight | None:
        """Return the fight after an action without a roll and its prices, or None if the rules forbid one of them."""
        attempt = play.attempt
        if attempt is None or not isinstance(attempt.action.rule, Change):
            return None
        change = attempt.action.rule
        after = self._caches.change_fight(fight, change, play.by, play.values)
        if after is None:
            return None
        event: ChangeEvent = {"event": "change", "change": change.id, "who": play.by, **describe_use(attempt)}  # type: ignore[typeddict-item]
        after = after.with_action(event)
        for payment in find_payments(attempt):
            paid = self._caches.change_fight(after, payment.change, payment.payer, dict(payment.params))
            if paid is None:
                return None
            after = paid
        self._recorder.record_change(play, change)
        return after

    def _perform_roll(self, fight: Fight, mechanic: Mechanic, play: Play, roller: Roller) -> Fight | None:
        """Return the fight after a roll and its consequences, or None if its rule or the shared sheet forbids it."""
        if play.params is None:
            return None
        try:
            roll = roller.roll(mechanic, play.params, bool(play.also))
        except LongOddsError:
            raise
        except RulesError:  # such as a choice that the rule forbids
            return None
        after = self._apply_effects(fight.apply_resolved_roll(_build_event(play, roll), roll))
        if after is None:
            return None
        if play.attempt is not None and play.attempt.action.withdraws(roll):
            after = after.with_withdrawal(play.by)
        self._recorder.record_roll(play, roll)
        for following in roll.next_rolls:
            after = self._perform_next_roll(after, following, play.by, play.at, roller)
        return after

    def _apply_effects(self, fight: Fight) -> Fight | None:
        """Return the fight after the automatic changes of its last roll, or None if the shared sheet forbids one."""
        sheets: dict[str, Sheet] = {}

        def find_sheet(key: str) -> Sheet:
            return sheets[key] if key in sheets else fight.sheet_for(key)

        for pending in find_automatic_changes(fight):
            for who in pending.list_concerned(find_sheet):
                try:
                    sheets[who] = self._caches.apply_change(pending.change, find_sheet(who), pending.params)
                except RulesError:
                    if who == BOARD:
                        return None
        return fight.with_sheets(sheets) if sheets else fight

    def _perform_next_roll(self, fight: Fight, following: NextRoll, by: str, at: str | None, roller: Roller) -> Fight:
        """Return the fight after a follow-up roll.

        The target makes it against the roller if their sheets allow it. Otherwise, if it comes at once, the target or
        else the roller makes it without a target.
        """
        mechanic_id = following.mechanic
        if at is None or by not in fight.combatants or at not in fight.combatants:
            return fight
        if any(mechanic.id == mechanic_id for mechanic in fight.rules.required_rolls):
            return fight  # it is made as a pending roll
        action = fight.rules.actions_by_id.get(mechanic_id)
        if action is not None and action.is_answer:
            makers = (each for each in fight.active if any(own.mechanic.id == mechanic_id for own in each.sheet.rolls))
            answering = self._tactics.choose_answering(fight, by, at, makers)
            if answering is None:
                return fight
            at = answering
        actor, target = fight.combatant(by), fight.combatant(at)
        made = {binding.mechanic.id: binding for binding in target.sheet.rolls}.get(mechanic_id)
        if made and can_answer(fight, made.mechanic, at, by):
            return self._make_next_roll(fight, made, at, by, roller)
        for each in (target, actor) if following.at_once else ():
            for binding in each.sheet.rolls:
                if binding.mechanic.id == mechanic_id:
                    return self._make_next_roll(fight, binding, each.key, None, roller)
        return fight

    def _make_next_roll(self, fight: Fight, binding: RollBinding, by: str, at: str | None, roller: Roller) -> Fight:
        """Return the fight after a follow-up roll with the default choices, if its requirements are met."""
        action = fight.rules.actions_by_id.get(binding.mechanic.id)
        chosen = next(self._caches.find_choices(binding, fight.combatant(by).sheet, {}, action), {})
        play = self._builder.build_roll(fight, binding, by, at, chosen)
        return (play and self._perform_roll(fight, binding.mechanic, play, roller)) or fight


def _build_event(play: Play, roll: Roll) -> RollEvent:
    """Build the event of a roll, with the uses that its action takes."""
    event: RollEvent = {
        "event": "roll",
        "mechanic": roll.mechanic,
        "params": roll.params,
        "faces": roll.faces,
        "by": play.by,
        "at": play.at,
        "also": play.also,
        "chosen": play.chosen,
    }
    return event if play.attempt is None else {**event, **describe_use(play.attempt)}
