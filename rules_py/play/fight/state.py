"""A fight as it stands: who is in it, whose turn it is, what they can roll, and what the last roll leads to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Fills, Role, entry_of
from rules_py.play.changes import Change, Changed
from rules_py.play.fight.config import BOARD, Due, FightKind, Known
from rules_py.play.fight.initiative import Groups, Score
from rules_py.play.sheet import Sheet
from rules_py.text.formatting import json_of, quoted

Event = Mapping[str, Any]
"""One thing that happened, as JSON: see `Fight.after`."""


@dataclass(frozen=True)
class Fighter:
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
class Entry:
    """One event in the log, with what it came to in words.

    Attributes:
        roll: what it rolled, but for the order's rolls.
        for_order: those.
    """

    event: Event
    said: tuple[str, ...]
    roll: Roll | None = None
    changed: tuple[Changed, ...] = ()
    for_order: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class DueRoll:
    """A roll that is owed now.

    Attributes:
        who: for whom it is made, the first of them by whom.
        group: all to whom they belong, those who are out included.
    """

    mechanic: Mechanic
    who: tuple[str, ...]
    group: tuple[str, ...]
    due: Due = field(default_factory=Due)


@dataclass(frozen=True)
class Offer:
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
    who: str | None
    params: dict[str, Any]
    also: tuple[str, ...] = ()
    if_wanted: bool = False
    quietly: bool = False
    instead: str = ""
    note: str = ""


@dataclass(frozen=True)
class Standing:
    """A fight as it stands after its events.

    Attributes:
        kind: how its game fights.
        known: what the fight needs of its game: its sheets and changes.
        fighters: by key, in the order in which they joined or were placed by hand.
        done: who has acted in this round.
    """

    slug: str
    kind: FightKind
    known: Known
    fighters: Mapping[str, Fighter] = field(default_factory=dict)
    board: Sheet | None = None
    round: int = 1
    done: frozenset[str] = frozenset()
    log: tuple[Entry, ...] = ()

    def of(self, key: Any) -> Fighter:
        """The fighter of a key.

        Raises:
            RulesError: there is none.
        """
        if not isinstance(key, str) or key not in self.fighters:
            raise RulesError(f"who: got {quoted(key)}, takes one of {', '.join(self.fighters) or 'nobody'}")
        return self.fighters[key]

    def sheet_of(self, key: Any) -> Sheet:
        """The sheet of a fighter, or the one that everybody shares.

        Raises:
            RulesError: there is none.
        """
        if key == BOARD and self.board is not None:
            return self.board
        return self.of(key).sheet

    @cached_property
    def fighting(self) -> Mapping[str, Fighter]:
        """Those who fight, by key: everybody but what stands beside."""
        return {key: each for key, each in self.fighters.items() if each.side not in self.kind.beside}

    @property
    def beside(self) -> tuple[Fighter, ...]:
        """What stands beside the fight."""
        return tuple(each for each in self.fighters.values() if each.side in self.kind.beside)

    @cached_property
    def up(self) -> tuple[Fighter, ...]:
        """Those who aren't out of the fight."""
        return tuple(each for each in self.fighting.values() if not each.is_out)

    @cached_property
    def groups(self) -> Groups:
        """Who acts in this round, in order; whoever is out of the fight is left out."""
        return self.kind.order.groups(self.up, self.round)

    @property
    def acting(self) -> tuple[str, ...]:
        """Whose turn it is."""
        for group in self.groups:
            if left := tuple(key for key in group if key not in self.done):
                return left
        return ()

    @property
    def still_to_roll(self) -> tuple[str, ...]:
        """Who has no place in the order yet."""
        return tuple(each.key for each in self.up if self.kind.order.rolls(each, self.round))

    def filled(
        self,
        mechanic: Mechanic,
        by: str | None,
        at: str | None,
        chosen: Mapping[str, Any] | None = None,
        also: Sequence[str] = (),
    ) -> dict[str, Any]:
        """What the sheets of roller and target fill in of a roll. Lists have all targets, `also` behind `at`.

        Raises:
            RulesError: there is nobody of these keys, or a choice is not on offer.
        """
        found: dict[str, Any] = {}
        asked: list[tuple[Sheet, tuple[Fills, ...], Mapping[str, Any] | None]] = []
        if self.board is not None:
            asked.append((self.board, self.board.met_by, None))
        if at is not None:
            asked.append((self.sheet_of(at), self.sheet_of(at).met_by, None))
        if by is not None:
            asked.append((self.sheet_of(by), self.sheet_of(by).rolls, chosen))
        for sheet, all_fills, choice in asked:
            for fills in all_fills:
                if fills.mechanic is mechanic:
                    found |= fills.params(sheet, choice)
        for key in also:
            for name, value in self._met(mechanic, key).items():
                if isinstance(value, tuple) and isinstance(found.get(name), tuple):
                    found[name] += value
        return found

    def _met(self, mechanic: Mechanic, key: str) -> dict[str, Any]:
        """What somebody fills in of a roll against them."""
        sheet = self.sheet_of(key)
        return {
            name: value
            for fills in sheet.met_by
            if fills.mechanic is mechanic
            for name, value in fills.params(sheet).items()
        }

    @property
    def due_rolls(self) -> tuple[DueRoll, ...]:
        """What has to be rolled now, and by whom: a wound's body part, dying, nerves."""
        own = (
            DueRoll(mechanic, (each.key,), (each.key,))
            for each in self.fighters.values()
            for mechanic, name in self.kind.owed.items()
            if getattr(each.sheet, name, False)
        )
        return (*own, *self._due_of_groups())

    def _due_of_groups(self) -> Iterable[DueRoll]:
        """What groups have to roll now."""
        for roll in self.kind.for_groups:
            groups: dict[tuple[str, str], list[Fighter]] = {}
            for each in self.fighters.values():
                if (name := getattr(each.sheet, roll.group, None)) is not None:
                    groups.setdefault((each.side, name), []).append(each)
            for group in groups.values():
                up = tuple(each.key for each in group if not each.is_out)
                if up and (due := roll.due([each.sheet for each in group])):
                    yield DueRoll(roll.mechanic, up, tuple(each.key for each in group), due)

    def _due_of(self, by: str | None, mechanic_id: str) -> DueRoll | None:
        """What somebody's group owes, where a roll of theirs is that."""
        if not any(roll.mechanic.id == mechanic_id for roll in self.kind.for_groups):
            return None
        return next((due for due in self._due_of_groups() if due.mechanic.id == mechanic_id and by in due.who), None)

    def strikes_several(self, fills: Fills, by: str, chosen: Mapping[str, Any] | None = None) -> bool:
        """Whether a roll can be against several at once, with what the roller chose for it."""
        if fills.mechanic not in self.kind.several:
            return False
        name, _, part = (self.kind.several[fills.mechanic] or "").partition(".")
        return not part or bool(getattr(entry_of(self.sheet_of(by), name, chosen or {}), part, False))

    def possible(self, by: str, at: str | None) -> list[tuple[Fills, str, str | None]]:
        """What can be rolled when somebody acts against somebody: the roll, who rolls, and against whom.

        First what concerns both, which an answer does in reverse; then what somebody rolls for themselves.
        """
        roller = self.sheet_of(by)
        met = {fills.mechanic for fills in self.sheet_of(at).met_by} if at else set()
        own = [
            fills
            for fills in roller.rolls
            if fills.mechanic not in self.kind.answers and fills.mechanic.cumulative is None
        ]  # "how long will it take?" does nothing
        against = [(fills, by, at) for fills in own if fills.mechanic in met]
        answers = (
            [(fills, at, by) for fills in self.sheet_of(at).rolls if fills.mechanic in self.kind.answers]
            if at and self.fighters[at].side != self.fighters[by].side
            else []
        )
        return [*against, *answers, *((fills, by, None) for fills in own if fills.mechanic not in met)]

    @property
    def is_open(self) -> bool:
        """Whether nobody has rolled for the order yet, though somebody has to."""
        return bool(self.still_to_roll) and not any(each.score for each in self.up)

    @property
    def due(self) -> tuple[str, ...]:
        """Who may act now: whose turn it is; where nobody waits for a turn, all of the side that leads who are up.

        Nobody, as long as a round's order is still to be rolled by everybody who rolls for it.
        """
        if self.kind.order.has_turns:
            return () if self.is_open else self.acting
        sides = [*([self.kind.leading(self.board)] if self.kind.leading and self.board else []), *self.kind.sides]
        first = next((side for side in sides for each in self.up if each.side == side), None)
        return tuple(each.key for each in self.up if each.side == first)

    @property
    def now(self) -> str | None:
        """Whom one looks at first: of those who may act whoever has not done so for the longest time."""
        return min(self.due, key=self.last_roll_of, default=next((each.key for each in self.up), None))

    def deed(self, key: str) -> "tuple[Fills, str, str] | None":
        """What somebody does when it is their turn: the first roll against whom they face, as the roller rolls it."""
        at = self.facing(key)
        found = [(fills, by, target) for fills, by, target in self.possible(key, at) if target is not None]
        return next(iter(found), None)

    def chosen_before(self, by: str, mechanic_id: str) -> dict[str, Any]:
        """What somebody last filled a roll with."""
        rolls = (entry.event for entry in reversed(self.log) if entry.roll and entry.roll.mechanic == mechanic_id)
        return next((dict(event.get("chosen") or {}) for event in rolls if event.get("by") == by), {})

    def last_roll_of(self, key: str) -> int:
        """The place in the log of what somebody did last, from 0; -1 where they did nothing yet."""
        return max(
            (number for number, entry in enumerate(self.log) if self.actor_and_target(entry)[0] == key), default=-1
        )

    def actor_and_target(self, entry: Entry) -> tuple[str | None, str | None]:
        """Who acted against whom in a roll: who answers a deed rolls, but does not act."""
        if entry.roll is None:
            return None, None
        by, at = entry.event.get("by"), entry.event.get("at")
        is_answer = any(mechanic.id == entry.roll.mechanic for mechanic in self.kind.answers)
        return (at, by) if is_answer else (by, at)

    def facing(self, key: str) -> str | None:
        """Whom somebody's side last acted against if they are up, else the first of another side who is."""
        side = self.of(key).side
        up = [each.key for each in self.up if each.side != side]
        faced = (self.actor_and_target(entry) for entry in reversed(self.log))
        last = (
            target
            for actor, target in faced
            if actor is not None and actor in self.fighters and self.fighters[actor].side == side and target in up
        )
        return next(last, next(iter(up), None))

    def is_between(self, ends: str) -> bool:
        """Whether nothing was rolled since the last end of something, such as a scene, or since the fight began."""
        since = takewhile(
            lambda entry: not (entry.event["event"] == "end" and entry.event.get("of") == ends), reversed(self.log)
        )
        return not any(entry.roll or entry.for_order for entry in since)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The changes that the last roll leads to, until something else happens."""
        followed = self._followed
        was_tapped = any(not entry.event.get("follows") for entry in followed)
        last = self.log[-1 - len(followed)] if len(followed) < len(self.log) else None
        if last is None or last.roll is None:
            return ()
        event, roll = last.event, last.roll
        acts, _ = self.actor_and_target(last)
        named = {"name": self.fighters[str(acts)].name} if acts in self.fighters else {}
        happened = {(entry.event["change"], entry.event["who"]) for entry in followed}
        group = self._due_of(event.get("by"), roll.mechanic)
        others = tuple(key for key in group.who if key != event["by"]) if group else ()
        found = []
        chosen = named | (dict(group.due.facts) if group else {}) | (event.get("chosen") or {})
        read = [(event.get("at"), roll), *self._read_against(event.get("also", ()), roll)]
        for change in self.known.led_to.get(roll.mechanic, ()):
            for number, (target, against) in enumerate(read):
                for after, params in change.offered(against, chosen, number):
                    who = {"roller": event.get("by"), "target": target, "fight": BOARD}.get(after.role)
                    if (
                        (number and after.role != "target")
                        or (change.id, who) in happened
                        or (who is not None and not isinstance(self.sheet_of(who), change.of))
                        or (after.instead and (after.instead, target) not in happened)
                        or (after.role == "anybody" and not self.takers(change))
                        or (was_tapped and after.role != "anybody")
                    ):
                        continue
                    also = others if after.role == "roller" else ()
                    found.append(
                        Offer(
                            change,
                            after.role,
                            who,
                            params,
                            also,
                            after.if_wanted,
                            after.quietly,
                            after.instead,
                            after.note,
                        )
                    )
        return tuple(found)

    def _read_against(self, also: Iterable[str], roll: Roll) -> list[tuple[str, Roll]]:
        """A roll against its other targets: the same where it has a list of them, else with what each fills in."""
        mechanic = self.known.find_mechanic(roll.mechanic)
        found = []
        for key in also:
            met = self._met(mechanic, key)
            is_listed = any(isinstance(value, tuple) for value in met.values())
            found.append((key, roll if is_listed else mechanic.resolve(roll.faces, {**roll.params, **met})))
        return found

    @property
    def _followed(self) -> list[Entry]:
        """The changes since the last roll that it led to, those for which the table picks one after the other included.

        The latest first.
        """

        def belongs(entry: Entry) -> bool:
            change = self.known.changes.get(str(entry.event.get("change")))
            return entry.roll is None and bool(
                entry.event.get("follows") or (change and any(after.role == "anybody" for after in change.after))
            )

        return list(takewhile(belongs, reversed(self.log)))

    def picks(self, offer: Offer) -> tuple[str, ...]:
        """Of whom the table picks where it is not clear to whom a change happens: of those who don't have it yet."""
        have = {entry.event["who"] for entry in self._followed if entry.event["change"] == offer.change.id}
        takers = tuple(key for key in self.takers(offer.change) if key not in have)
        rolled = next(entry.event for entry in reversed(self.log) if entry.roll)
        other = self.fighters.get(rolled.get({"ally": "by", "guard": "at"}.get(offer.role, "")) or "")
        return takers if other is None else self.others_of(other.key, takers)

    def others_of(self, key: str, among: Iterable[str]) -> tuple[str, ...]:
        """Those of somebody's side besides themselves."""
        return tuple(each for each in among if each != key and self.fighters[each].side == self.fighters[key].side)

    def takers(self, change: Change) -> tuple[str, ...]:
        """Whom a change is for, by key."""
        return tuple(key for key, each in self.fighters.items() if isinstance(each.sheet, change.of))

    def open_to(self, change: Change, given: Mapping[str, Any]) -> tuple[tuple[str, ...], RulesError | None]:
        """Whom a change does something to, where the rules allow it; else why they don't."""
        found, refusal = [], None
        for key in (*self.takers(change), *([BOARD] if isinstance(self.board, change.of) else [])):
            sheet = self.sheet_of(key)
            try:
                changed = change.apply(sheet, dict(given))
            except RulesError as refused:
                refusal = refusal or refused
                continue
            if changed.sheet != sheet:
                found.append(key)
        return tuple(found), refusal

    @property
    def ends(self) -> tuple[str, ...]:
        """What can be brought to an end for everybody, besides turns and rounds."""
        kinds = {type(each.sheet) for each in self.fighters.values()} | ({type(self.board)} if self.board else set())
        found = (
            change.ends
            for change in self.known.changes.values()
            if change.ends and any(issubclass(kind, change.of) for kind in kinds)
        )
        return tuple(name for name in dict.fromkeys(found) if name not in ("turn", "round"))

    def to_dict(self) -> dict[str, Any]:
        """The fight as JSON."""
        return {
            "fight": self.slug,
            "round": self.round,
            "acting": list(self.acting),
            "order": [list(group) for group in self.groups],
            "still_to_roll": list(self.still_to_roll),
            "board": self.board.to_dict() if self.board else None,
            "fighters": {
                key: {
                    "name": each.name,
                    "side": each.side,
                    "out": each.is_out,
                    "score": json_of(each.score),
                    "sheet": each.sheet.to_dict(),
                }
                for key, each in self.fighters.items()
            },
            "log": [list(entry.said) for entry in self.log],
        }
