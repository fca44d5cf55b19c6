"""A fight played on, an act at a time, by the rules that roll and the changes that follow.

The same steps are taken with dice that fall (`simulated`) and with every face of them (`exact`): what differs is whose
hand rolls.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Fills
from rules_py.play.changes import Change
from rules_py.play.fight.commands import happening
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import DueRoll, Fighter
from rules_py.play.forecast.tactics import Ways, choices_of
from rules_py.play.sheet import Sheet

MOST_ROUNDS = 50
"""Rounds after which a fight that nobody has won is left undecided."""

MOST_KEPT = 4_000
"""How many changes of sheets are remembered."""

MOST_OWED = 12
"""Rolls that somebody owes after one act; who still does then owes them after the next."""


class Hand(Protocol):
    """Whoever rolls."""

    def roll(self, mechanic: Mechanic, given: dict[str, Any]) -> Roll:
        """Roll a mechanic."""
        ...

    def scores(self, order: Order, given: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        """Roll for a new order, each with what is given, and say what the rolls are worth."""
        ...


@dataclass(frozen=True, eq=False)
class Moment:
    """A fight between two acts.

    Attributes:
        fight: as it stands; its log has nothing of what came before.
        to_act: who is still to act in this turn, one after the other; None before it begins.
        acts_together: those of them who act at the same time, as they were when it began.
        rounds: how many rounds have ended since the forecast began.
        side: whose phase it is, where nobody waits for a turn.
        down: who has been out of the fight, by key.
        fled: sides that have fled.
        attacked: how often somebody was attacked, where that matters.
        is_settled: whether what people owed before the forecast began is rolled.
    """

    fight: Fight
    to_act: tuple[str, ...] | None = None
    acts_together: Mapping[str, Sheet] | None = None
    rounds: int = 0
    side: str = ""
    down: frozenset[str] = frozenset()
    fled: frozenset[str] = frozenset()
    attacked: tuple[tuple[str, int], ...] = ()
    is_settled: bool = False

    @cached_property
    def sides_up(self) -> tuple[str, ...]:
        """The sides of which somebody is up."""
        return tuple(dict.fromkeys(each.side for each in self.fight.up))

    @property
    def is_over(self) -> bool:
        """Whether it is decided, or has gone on for too long."""
        return self.is_settled and (self.is_decided or self.rounds >= MOST_ROUNDS)

    @property
    def is_decided(self) -> bool:
        """Whether fewer than two sides are left, and nobody who acts at the same time can change that."""
        return len(self.sides_up) < 2 and not (self.acts_together and self.to_act)

    @property
    def state(self) -> Hashable:
        """What decides how it goes on: moments in which this is the same go on alike, whatever came before."""
        fight, order = self.fight, self.fight.kind.order
        scores = [each.score for each in fight.fighters.values()]
        if not fight.still_to_roll:
            scores = list(order.ranked(scores))
        return (
            tuple((key, each.sheet, score) for (key, each), score in zip(fight.fighters.items(), scores, strict=True)),
            fight.board,
            min(fight.round, order.opening + 1),
            fight.done,
            self.to_act,
            tuple((self.acts_together or {}).items()),
            self.side,
            self.down,
            self.fled,
            self.attacked,
            self.is_settled,
        )


class Playing:
    """Plays fights on, with people who act in certain ways. What is pure is worked out once."""

    def __init__(self, fight: Fight, ways: Ways) -> None:
        """Take a fight with people of at least two sides.

        Raises:
            RulesError: there are fewer.
        """
        there: dict[str, int] = {}
        for each in fight.fighting.values():
            there[each.side] = there.get(each.side, 0) + 1
        if len(there) < 2:
            titles = ", ".join(fight.kind.sides[side] for side in there) or "nobody"
            raise RulesError(f"forecast: got {titles}, takes a fight with people on at least two sides")
        self.fight, self.ways = fight, ways
        self._there = there
        self._before = (
            {
                (key, fills.mechanic.id): fight.chosen_before(key, fills.mechanic.id)
                for key, each in fight.fighters.items()
                for fills in each.sheet.rolls
            }
            if fight.log
            else {}
        )
        self._changed: dict[Hashable, Sheet | None] = {}
        self._filled: dict[Hashable, dict[str, Any]] = {}
        self._hurting: dict[Hashable, list[tuple[Fills, bool]]] = {}
        self.start = self._begun(fight)

    def step(self, moment: Moment, hand: Hand) -> Moment:
        """The next that is rolled, with all that follows until there is something to roll again."""
        fight = moment.fight
        if not moment.is_settled:
            moment = replace(moment, fight=self._owed(None, fight, hand), is_settled=True)
        elif fight.still_to_roll:
            moment = replace(moment, fight=self._ordered(fight, hand))
        elif moment.to_act:
            moment = self._act(replace(moment, to_act=moment.to_act[1:]), moment.to_act[0], hand)
        return self._until_a_roll(self._looked_at(moment))

    def _until_a_roll(self, moment: Moment) -> Moment:
        """The moment in which somebody rolls next: turns begin and end, and who can't act waits."""
        while not (moment.is_over or moment.fight.still_to_roll):
            if moment.to_act is None:
                moment = self._turn_begins(moment)
            elif not moment.to_act:
                moment = self._turn_ends(moment)
            elif self._may_act(moment, moment.to_act[0]):
                break
            else:
                moment = replace(moment, to_act=moment.to_act[1:])
        return moment

    def looks_at_faces(self, mechanic: Mechanic) -> bool:
        """Whether some change after a roll needs its faces, and not only what it came to."""
        changes = self.start.fight.known.led_to.get(mechanic.id, ())
        return any(after.again is not None and after.mechanic is mechanic for each in changes for after in each.after)

    # Who acts

    def _ordered(self, fight: Fight, hand: Hand) -> Fight:
        """The fight once everybody has a place in the order."""
        keys, mechanic = fight.still_to_roll, fight.kind.order.mechanic
        if mechanic is None:
            return fight
        given = [self._given(fight, mechanic, key, None, {}) for key in keys]
        if any(each.score is not None for each in fight.fighters.values()):
            for key, params in zip(keys, given, strict=True):
                fight = fight.placed(key, hand.roll(mechanic, params))
            return fight
        scores = dict(zip(keys, hand.scores(fight.kind.order, given), strict=True))
        return replace(
            fight,
            fighters={
                key: replace(each, score=scores[key]) if key in scores else each for key, each in fight.fighters.items()
            },
        )

    def _begun(self, fight: Fight) -> Moment:
        """The moment in which a forecast begins: whoever has acted in this turn already doesn't do so again."""
        out = frozenset(each.key for each in fight.fighters.values() if each.is_out)
        moment = Moment(replace(fight, log=()), down=out, is_settled=_owing(fight) is None)
        if not fight.kind.order.has_turns:
            moment = replace(self._turn_begins(moment), to_act=tuple(sorted(fight.due, key=fight.last_roll_of)))
        elif fight.acting and not fight.still_to_roll:
            began = max(
                (number for number, entry in enumerate(fight.log) if entry.event["event"] in ("turn", "order")),
                default=-1,
            )
            moment = self._turn_begins(moment)
            acted = [fight.actor_and_target(entry)[0] for entry in fight.log[began + 1 :]]
            left = list(moment.to_act or ())
            for key in acted:
                if key in left:
                    left.remove(key)
            moment = replace(moment, to_act=tuple(left))
        return self._fled(moment)

    def _turn_begins(self, moment: Moment) -> Moment:
        fight, kind = moment.fight, moment.fight.kind
        acting = fight.due
        often = [getattr(fight.of(key).sheet, kind.actions, 1) if kind.actions else 1 for key in acting]
        sides = {fight.of(key).side for key in acting}
        together = {key: fight.of(key).sheet for key in acting} if kind.order.has_turns and len(sides) > 1 else None
        side = fight.of(acting[0]).side if acting and not kind.order.has_turns else ""
        rounds = moment.rounds
        if side and moment.side:
            order = list(kind.sides)
            rounds += order.index(side) <= order.index(moment.side)
        to_act = tuple(key for key, times in zip(acting, often, strict=True) for _ in range(max(1, times)))
        return replace(moment, to_act=to_act, acts_together=together, side=side, rounds=rounds)

    def _turn_ends(self, moment: Moment) -> Moment:
        fight = moment.fight
        after = replace(moment, to_act=None, acts_together=None)
        if fight.kind.order.has_turns and not fight.acting and not fight.done:
            return replace(after, rounds=moment.rounds + 1)  # nobody has a place in the order
        if fight.kind.order.has_turns:
            ended = replace(fight.after({"event": "turn"}), log=())
            return self._looked_at(replace(after, fight=ended, rounds=moment.rounds + ended.round - fight.round))
        if fight.kind.leading and "phase" in fight.ends and fight.due and fight.of(fight.due[0]).side == moment.side:
            ended = replace(fight.after({"event": "end", "of": "phase"}), log=())
            return self._looked_at(replace(after, fight=ended))
        return after

    def _may_act(self, moment: Moment, key: str) -> bool:
        """Whether somebody whose turn it was when it began still acts: who acts at the same time does."""
        fight = moment.fight
        if key not in fight.fighters:
            return False
        sheet = fight.of(key).sheet
        if moment.acts_together is not None:
            sheet = moment.acts_together[key]
        elif fight.of(key).is_out or (not fight.kind.order.has_turns and key not in fight.due):
            return False
        return not (fight.kind.held and getattr(sheet, fight.kind.held, False))

    # What they do

    def _act(self, moment: Moment, key: str, hand: Hand) -> Moment:
        """What somebody does: the first roll that hurts the first target whom one can."""
        fight = moment.fight
        actor = fight.of(key)
        for target in self.ways.targets(fight, actor.side, dict(moment.attacked)):
            for fills, is_answer in self._hurts(fight, actor, target):
                by, at = (target.key, key) if is_answer else (key, target.key)
                before = self._before.get((by, fills.mechanic.id), {})
                own = moment.acts_together[key] if moment.acts_together and not is_answer else None
                done = next(
                    (
                        done
                        for chosen in choices_of(fills, fight.of(by).sheet, before, is_answer)
                        if (done := self._rolled(fight, fills.mechanic, by, at, chosen, hand, own))
                    ),
                    None,
                )
                if done is None:
                    continue
                attacked = moment.attacked
                if self.ways.target == "spread":
                    counts = dict(attacked)
                    attacked = tuple(sorted({**counts, target.key: counts.get(target.key, 0) + 1}.items()))
                return replace(moment, fight=self._owed(fight, done, hand), attacked=attacked)
        return moment

    def _hurts(self, fight: Fight, actor: Fighter, target: Fighter) -> list[tuple[Fills, bool]]:
        """The rolls with which somebody may hurt somebody, and whether the one who is attacked makes them."""
        kinds = type(actor.sheet), type(target.sheet), actor.side == target.side
        if kinds not in self._hurting:
            found = []
            for fills, by, at in fight.possible(actor.key, target.key):
                role = "target" if by == actor.key else "roller"
                changes = fight.known.led_to.get(fills.mechanic.id, ()) if at is not None else ()
                if any(
                    after.mechanic is fills.mechanic and after.role == role
                    for each in changes
                    if issubclass(type(target.sheet), each.of)
                    for after in each.after
                ):
                    found.append((fills, by != actor.key))
            self._hurting[kinds] = found
        return self._hurting[kinds]

    def _rolled(
        self,
        fight: Fight,
        mechanic: Mechanic,
        by: str,
        at: str | None,
        chosen: Mapping[str, Any],
        hand: Hand,
        own: Sheet | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Fight | None:
        """The fight after a roll with all that it leads to; None where its rule or the sheet that all share forbids it.

        Args:
            own: the roller's sheet as it was, where they act at the same time as others.
            params: what somebody's group decides of the roll.
        """
        given = {**self._given(fight, mechanic, by, at, chosen), **(params or {})}
        if own is not None:
            filled = (fills.params(own, chosen) for fills in own.rolls if fills.mechanic is mechanic)
            given = {name: value for each in (given, *filled) for name, value in each.items()}
        try:
            roll = hand.roll(mechanic, given)
        except LongOddsError:
            raise
        except RulesError:  # out of range, say
            return None
        event = {"event": "roll", "mechanic": mechanic.id, "by": by, "at": at, "chosen": chosen}
        after = fight.rolled(event, roll)
        for offer in happening(after):
            for who in (str(offer.who), *offer.also):
                changed = self._change(offer.change, after.sheet_of(who), offer.params)
                if changed is None and who == BOARD:
                    return None
                if changed is not None:
                    after = after.with_sheet(who, changed)
        for following in roll.next_rolls:
            after = self._follows(after, following.mechanic, following.at_once, by, at, hand)
        return after

    def _follows(self, fight: Fight, mechanic_id: str, at_once: bool, by: str, at: str | None, hand: Hand) -> Fight:
        """The fight after a roll that another one calls for.

        Whoever was rolled against makes it against the roller, where it is such a roll; else, if it comes at once,
        they make it for themselves, or the roller does.
        """
        if at is None or by not in fight.fighters or at not in fight.fighters:
            return fight
        if any(mechanic.id == mechanic_id for mechanic in fight.kind.owed):
            return fight  # it is made where it is owed
        roller, target = fight.of(by), fight.of(at)
        made = {fills.mechanic.id: fills for fills in target.sheet.rolls}.get(mechanic_id)
        if made and any(fills.mechanic is made.mechanic for fills in roller.sheet.met_by):
            return self._rolled(fight, made.mechanic, at, by, _first(made, target.sheet), hand) or fight
        for each in (target, roller) if at_once else ():
            for fills in each.sheet.rolls:
                if fills.mechanic.id == mechanic_id:
                    return self._rolled(fight, fills.mechanic, each.key, None, _first(fills, each.sheet), hand) or fight
        return fight

    def _owed(self, before: Fight | None, fight: Fight, hand: Hand) -> Fight:
        """The fight after the rolls that people owe now: those whom an act has changed, or all of them."""
        if not (fight.kind.owed or fight.kind.for_groups):
            return fight
        for _ in range(MOST_OWED):
            if (owed := _owing(fight, before)) is None:
                break
            fight = self._rolled(fight, owed.mechanic, owed.who[0], None, {}, hand, params=owed.due.params) or fight
        return fight

    def _given(
        self, fight: Fight, mechanic: Mechanic, by: str, at: str | None, chosen: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What the sheets fill a roll with."""
        about = (mechanic.id, fight.sheet_of(by), at and fight.sheet_of(at), fight.board, *chosen.items())
        if about not in self._filled:
            if len(self._filled) >= MOST_KEPT:
                self._filled.clear()
            self._filled[about] = fight.filled(mechanic, by, at, chosen)
        return self._filled[about]

    def _change(self, change: Change, sheet: Sheet, params: dict[str, Any]) -> Sheet | None:
        """A sheet after a change; None where the rules forbid it."""
        about = (
            change.id,
            sheet,
            *((name, tuple(value) if isinstance(value, list) else value) for name, value in params.items()),
        )
        if about not in self._changed:
            if len(self._changed) >= MOST_KEPT:
                self._changed.clear()
            try:
                self._changed[about] = change.apply(sheet, params).sheet
            except RulesError:
                self._changed[about] = None
        return self._changed[about]

    # What has become of them

    def _looked_at(self, moment: Moment) -> Moment:
        """The moment with whoever is out by now noted."""
        out = [each.key for each in moment.fight.fighters.values() if each.is_out and each.key not in moment.down]
        return self._fled(replace(moment, down=moment.down | set(out)) if out else moment)

    def _fled(self, moment: Moment) -> Moment:
        """The moment after those who give up have left."""
        for side in moment.sides_up:
            there = self._there[side]
            up = [each.key for each in moment.fight.up if each.side == side]
            if len(moment.sides_up) > 1 and self.ways.have_lost(there, there - len(up)):
                left = {key: each for key, each in moment.fight.fighters.items() if key not in up}
                moment = replace(moment, fight=replace(moment.fight, fighters=left), fled=moment.fled | {side})
        return moment


def _first(fills: Fills, sheet: Sheet) -> dict[str, Any]:
    """What somebody fills a roll with that follows from another one."""
    return next(choices_of(fills, sheet, {}, True), {})


def _owing(fight: Fight, before: Fight | None = None) -> DueRoll | None:
    """A roll that is owed: by those who have changed since, or by whomever."""
    return next(
        (
            owed
            for owed in fight.due_rolls
            if before is None or any(before.fighters.get(key) is not fight.fighters[key] for key in owed.group)
        ),
        None,
    )
