"""Configuration of a game's fights, and the parts of the game that a fight uses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.errors import DataError, UnknownIdError
from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change
from rules_py.play.fight.actions import BOARD, Action
from rules_py.play.fight.events import Event
from rules_py.play.fight.initiative import Order
from rules_py.play.fight.pools import Clock, Pool, Track
from rules_py.play.forecast_hints import ForecastHints
from rules_py.play.sheet import Sheet

__all__ = ["BOARD", "Correction", "FightContext", "FightRules", "GroupRoll", "RequiredRoll"]

GUIDE = "docs/authoring/sheets.md#actions"
"""The section of the authoring guide about declared actions."""


@dataclass(frozen=True)
class RequiredRoll:
    """A roll that a group has to make.

    Attributes:
        params: the roll's parameters that depend on the group.
        facts: values that the changes triggered by it may use.
        reason: the reason in a few words.
    """

    params: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class GroupRoll:
    """A roll that one combatant makes for a whole group. Its changes apply to all members who are up.

    Attributes:
        mechanic: the roll.
        group_field: the sheet's value that names the combatant's group within their side; None if they have none.
        find_required: returns the roll that a group has to make, or None. It gets the sheets of all members, including
            those who are out, but not those who have left the fight.
        counts: returns False for the parameters of a roll that a member makes for themselves alone.
    """

    mechanic: Mechanic
    group_field: str
    find_required: Callable[[Sequence[Any]], RequiredRoll | None]
    counts: Callable[[Mapping[str, Any]], bool] = lambda _: True


@dataclass(frozen=True)
class Correction:
    """A rule that was corrected after fights could be stored. A fight that began by the earlier rule says so.

    Attributes:
        rule: the rule as it is now, as the end of a sentence.
        concerns: returns True for the events of a fight that the earlier rule has decided about.
    """

    rule: str
    concerns: Callable[[Sequence[Event]], bool]


PAYS_FIRST = Correction(
    "an action that can't be paid for or completed no longer happens",
    lambda events: any(event["event"] == "roll" and event.get("refused") for event in events),
)
"""The correction of all games: before version 0.2, a roll counted even if a change that followed was refused."""


@dataclass(frozen=True)
class FightRules:
    """Rules of a game's fights.

    Attributes:
        page: the page of its fights.
        sides: the names of the sides by id: `operatives` → "Operatives".
        sides_by_sheet: the sheets that can join, each with its side or several sides, the default one first.
        order: the initiative order.
        board: a sheet that everybody shares.
        bystander_sides: sides that don't fight and are only shown to everybody, such as clocks.
        find_leading_side: returns the side that acts according to the shared sheet; without it, the first side acts.
        required_rolls: rolls that a combatant has to make before anything else while this value of their sheet is true.
        group_rolls: rolls that one combatant has to make for a whole group before anything else.
        declared_actions: the actions that combatants take, each declared once; there is at least one. A roll that takes
            a list of targets includes all of them. Other rolls are resolved again against each target, with the same
            faces.
        objects: sheets that can be attacked, but neither act nor decide how a fight ends, such as doors.
        can_be_attacked: returns False for the sheet of a combatant who can't be attacked, such as a ghost. Their side
            wins once all enemies are out, even if none of them can act.
        may_interrupt: returns True for the sheet of a combatant who may act in another's turn, such as with an action
            that they hold.
        round_name, round_names: the game's word for a round, in the singular and the plural.
        round_note: a sentence that explains the word, or "".
        pools: what the fight shares, in its bar; by default the glance of the shared sheet in words.
        health: the words for a combatant's health: unhurt, hurt, and hurt by half or more.
        ends: what it is called if a side is left alone, by its id, such as "Victory".
        deferred_rolls: those of `required_rolls` and `group_rolls` that wait until everybody whose turn it is has
            acted.
        unoffered_rolls: rolls of sheets that a fight doesn't offer, such as one that plays a whole phase at once.
        corrections: the rules that were corrected since the game's first release, besides `PAYS_FIRST`.

    Raises:
        DataError: there is no action, or an action has a limit by turn and the order has no turns.
    """

    page: str
    sides: Mapping[str, str]
    sides_by_sheet: Mapping[type[Sheet], str | tuple[str, ...]]
    order: Order = field(default_factory=Order)
    board: type[Sheet] | None = None
    bystander_sides: tuple[str, ...] = ()
    find_leading_side: Callable[[Any], str] | None = None
    required_rolls: Mapping[Mechanic, str] = field(default_factory=dict)
    group_rolls: tuple[GroupRoll, ...] = ()
    declared_actions: tuple[Action, ...] = ()
    objects: tuple[type[Sheet], ...] = ()
    can_be_attacked: Callable[[Any], bool] = lambda _: True
    deferred_rolls: tuple[Mechanic, ...] = ()
    may_interrupt: Callable[[Any], bool] = lambda _: False
    unoffered_rolls: tuple[Mechanic, ...] = ()
    corrections: tuple[Correction, ...] = ()
    round_name: str = "round"
    round_names: str = "rounds"
    round_note: str = ""
    pools: tuple[Pool, ...] = ()
    health: tuple[str, str, str] = ("Unhurt", "Hurt", "Badly hurt")
    ends: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for action in self.declared_actions:
            if action.limit is not None and action.limit.per == "turn" and not self.order.has_turns:
                raise DataError(
                    f"{self.page}: got {action.id} with a limit by turn and no order, takes an order with turns, "
                    f"such as IndividualInitiative, or a limit per phase; {GUIDE} has an example"
                )
        if not self.declared_actions:
            raise DataError(
                f"{self.page}: got FightRules without declared_actions, takes an Action for each roll that combatants "
                f"make against others; {GUIDE} has an example"
            )
        for side in self.ends:
            if side not in self.sides:
                raise DataError(f"{self.page}: names the end of {side}, takes a side: {', '.join(self.sides)}")
        self._check_pools()

    def _check_pools(self) -> None:
        """Check that a sheet has the values of each pool: the shared sheet, or one of bystanders.

        Raises:
            DataError: no sheet has them.
        """
        kinds = [*([self.board] if self.board else []), *self.sides_by_sheet]
        for pool in self.pools:
            names = (
                [pool.filled, pool.segments]
                if isinstance(pool, Clock)
                else [pool.marked, pool.spaces]
                if (isinstance(pool, Track))
                else [pool.left, pool.most]
            )
            if not any(all(kind.has_value(name) for name in names) for kind in kinds):
                raise DataError(f"{self.page}: got a pool of {' and '.join(names)}, takes two values of one sheet")

    @cached_property
    def required_ids(self) -> frozenset[str]:
        """The ids of the rolls that combatants or groups have to make."""
        return frozenset(each.id for each in (*self.required_rolls, *(group.mechanic for group in self.group_rolls)))

    @cached_property
    def actions_by_id(self) -> Mapping[str, Action]:
        """The declared actions by the ids of their rolls or changes."""
        return {action.id: action for action in self.declared_actions}

    @cached_property
    def ids_against_others(self) -> frozenset[str]:
        """The ids of the actions that combatants take against others, apart from reactions."""
        met = {binding.mechanic.id for sheet in self.sides_by_sheet for binding in sheet.met_by}
        return frozenset(each.id for each in self.declared_actions if each.id in met and not each.reacts({}))

    def can_roll_initiative(self, kind: type[Sheet]) -> bool:
        """Return True if a type of sheet can roll for initiative. On a side of others, some can't."""
        mechanic = self.order.mechanic
        return any(binding.mechanic is mechanic for binding in kind.rolls) or not any(
            binding.mechanic is mechanic for each in self.sides_by_sheet for binding in each.rolls
        )

    def is_reaction(self, mechanic_id: str, params: Mapping[str, Any]) -> bool:
        """Return True if a roll with these parameters is a reaction to an action of its target."""
        action = self.actions_by_id.get(mechanic_id)
        return action is not None and action.reacts(params)

    def find_corrections(self, events: Sequence[Event]) -> tuple[Correction, ...]:
        """Return the corrections that concern a fight with these events."""
        return tuple(each for each in (*self.corrections, PAYS_FIRST) if each.concerns(events))

    def sides_for(self, sheet: type[Sheet]) -> tuple[str, ...]:
        """Return the sides that a type of sheet can join, the default one first.

        Raises:
            RulesError: it can't join fights.
        """
        if sheet not in self.sides_by_sheet:
            raise UnknownIdError("sheet", sheet.id, (each.id for each in self.sides_by_sheet))
        sides = self.sides_by_sheet[sheet]
        return (sides,) if isinstance(sides, str) else sides


@dataclass(frozen=True)
class FightContext:
    """The parts of a game that a fight uses: its changes, sheets and mechanics, and the hints for its forecasts."""

    changes: Mapping[str, Change]
    find_sheet: Callable[[str], type[Sheet]]
    find_change: Callable[[Any, Sheet], Change]
    find_mechanic: Callable[[str], Mechanic]
    forecast_hints: ForecastHints = field(default_factory=ForecastHints)

    @cached_property
    def ending_changes(self) -> tuple[Change, ...]:
        """The changes that are applied at the end of a period."""
        return tuple(change for change in self.changes.values() if change.ends)

    @cached_property
    def changes_by_mechanic(self) -> Mapping[str, tuple[Change, ...]]:
        """The changes that each mechanic's roll may trigger."""
        found: dict[str, dict[str, Change]] = {}
        for change in self.changes.values():
            for after in change.triggers:
                found.setdefault(after.mechanic.id, {})[change.id] = change
        return {mechanic: tuple(changes.values()) for mechanic, changes in found.items()}
