"""Actions: their requirements, prices and payers, limits and targets, and the parameters that the fight fills in.

A game declares each action once, in its `FightRules`. Before any die is rolled, `find_unmet` checks the requirements,
the limit and the highest price that the roll can lead to. The changes that the roll triggers are the action's effects.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

from rules_py.error_messages import error_message
from rules_py.errors import DataError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import find_entry
from rules_py.play.changes import Change
from rules_py.play.copies import replace
from rules_py.play.icons import check_icon
from rules_py.play.sheet import Sheet

BOARD = "board"
"""The key of the sheet that everybody shares, in games that have one."""

TURN = "turn"
"""The name of the requirement that it is the actor's turn."""

SUCCESS = "success"
"""The word for a success of which nothing is declared."""

ALLY = "ally"
"""The name of the choice of an ally who takes part in an action, among the choices of its roll."""

Payer = Literal["roller", "target", "actor", "ally", "fight"]
"""The combatant who pays a price: `ally` takes part in the action, and `fight` is the sheet that everybody shares."""

Group = Literal["main", "more", "reaction", "bookkeeping"]
"""The place of an action on the board: a tile in the hand, or one of the groups behind "More"."""

Period = Literal["turn", "phase"]
"""The period after which a limit starts again. A turn is the time until a combatant acts again, in the next round.

In a game with an initiative order, no turn has begun before the order exists, and so nothing is counted.
"""


def name_against(action_id: str, key: str) -> str:
    """Return the name under which an action against a combatant is counted."""
    return f"{action_id} {key}"


class ActingCombatant(Protocol):
    """A combatant, as far as an action needs them."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def sheet(self) -> Sheet: ...

    @property
    def is_out(self) -> bool: ...


class FightView(Protocol):
    """A fight, as far as an action needs it."""

    @property
    def board(self) -> Sheet | None: ...

    @property
    def combatants(self) -> Mapping[str, Any]: ...

    @property
    def log(self) -> Sequence[Any]: ...

    @property
    def round(self) -> int: ...

    @property
    def current_group(self) -> tuple[str, ...]: ...

    @property
    def has_turn_begun(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    @property
    def counts_uses(self) -> bool: ...

    def sheet_for(self, key: Any) -> Sheet:
        """Return the sheet of a combatant, or the one that everybody shares."""

    def count_uses(self, key: str, pool: str) -> int:
        """Return how often a combatant has used something that is limited."""

    def find_group(self, side: str, group_field: str, name: str) -> tuple[Any, ...]:
        """Return the members of a group who haven't left the fight."""

    def find_previous_effects(self, by: str, mechanic_id: str) -> frozenset[str]:
        """Return the ids of the changes that followed from a combatant's last roll of another mechanic."""

    def is_acting_simultaneously(self, key: str) -> bool:
        """Return True if a combatant acts at the same time as others in this turn, even if they have fallen since."""

    def is_simultaneous_with(self, key: str, other: str) -> bool:
        """Return True if two combatants act at the same time in this turn, even if they have fallen since."""

    def acting_sheet_for(self, key: str) -> Sheet:
        """Return the sheet that a combatant acts with: at the start of the turn, if they act at the same time."""

    def is_downtime_after(self, period: str) -> bool:
        """Return True if nothing was rolled since the last end of a period."""

    def is_required_roll(self, mechanic_id: str) -> bool:
        """Return True for a roll that the rules make combatants or groups roll, in anybody's turn."""

    def describe_wait(self, key: str) -> str | None:
        """Return a sentence that says why a combatant has to wait for a turn, or None if they don't have to."""


@dataclass(frozen=True)
class Attempt:
    """An action before its dice are rolled: everything that its requirements, limit and prices may depend on.

    Attributes:
        by: the key of the combatant who rolls.
        at: the key of the roll's target, or None.
        also: the keys of further targets.
        chosen: the choices for the roller's sheet, and the key of an ally under `ALLY`.
        params: the parameters of the roll.
        replaces: the id of an event whose change this change replaces, or "".
    """

    fight: FightView
    action: "Action"
    by: str
    at: str | None = None
    also: tuple[str, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    replaces: str = ""

    @cached_property
    def roller(self) -> Any:
        """The sheet of the combatant who rolls."""
        return self.fight.sheet_for(self.by)

    @cached_property
    def target(self) -> Any:
        """The sheet of the roll's target, or None."""
        return None if self.at is None else self.fight.sheet_for(self.at)

    @cached_property
    def actor_key(self) -> str:
        """The key of the combatant who acts. In a reaction, such as a defence, that is the roll's target."""
        return self.at if self.at is not None and self.action.is_reaction(self.params) else self.by

    @property
    def victim_key(self) -> str | None:
        """The key of the combatant who is acted against, or None."""
        return self.by if self.actor_key == self.at else self.at

    @cached_property
    def actor(self) -> Any:
        """The sheet of the combatant who acts, as it was when they began to act."""
        return self.fight.acting_sheet_for(self.actor_key)

    @property
    def ally_key(self) -> str | None:
        """The key of the ally who takes part, or None."""
        return self.chosen.get(ALLY)

    @property
    def ally(self) -> Any:
        """The sheet of the ally who takes part, or None."""
        return None if self.ally_key is None else self.fight.sheet_for(self.ally_key)

    @property
    def board(self) -> Any:
        """The sheet that everybody shares, or None."""
        return self.fight.board

    @cached_property
    def limited_key(self) -> str:
        """The key of the combatant whose uses the action's limit counts."""
        limit = self.action.limit
        return (find_role(self, limit.who) if limit else None) or self.actor_key

    @property
    def uses(self) -> int:
        """The number of times that what the action's limit counts has been used."""
        return self.count_uses()

    def count_uses(self, pool: str = "", key: str = "") -> int:
        """Return how often a combatant has used something that is limited.

        Args:
            pool: the name of what is used; by default that of the action's own limit, or the action's id.
            key: the combatant; by default the one whose uses the action's limit counts.
        """
        return self.fight.count_uses(key or self.limited_key, pool or self.action.pool)

    @property
    def uses_against_victim(self) -> int:
        """The number of times the actor has taken this action against the same combatant in this turn."""
        return self.count_uses(name_against(self.action.id, self.victim_key or ""))

    def find_entry(self, name: str) -> Any:
        """Return the chosen entry of a list on the roller's sheet, or None if the list is empty."""
        return find_entry(self.roller, name, self.chosen)

    def name_for(self, key: str) -> str:
        """Return a combatant's name."""
        return str(self.fight.combatants[key].name)

    @property
    def actor_name(self) -> str:
        """The name of the combatant who acts."""
        return self.name_for(self.actor_key)


PriceFunction = Callable[[Change, Sheet, Mapping[str, Any]], Sheet]
"""A function that applies the change of a price to its payer's sheet; it raises a RulesError if they can't pay."""

Requirement = Callable[[Attempt], str | None]
"""A requirement of an action: returns a sentence for players that says what is missing, or None."""


@dataclass(frozen=True)
class Limit:
    """A limit on how often a combatant may act.

    Attributes:
        most: the number of uses in the period.
        pool: the name of what is used, in the singular; actions with the same pool share the limit.
        count: the number of uses that an action takes.
        per: the period.
        who: the combatant whose uses are counted; the actor if there is no such combatant.
    """

    most: Callable[[Attempt], int]
    pool: str = "action"
    count: Callable[[Attempt], int] = lambda _: 1
    per: Period = "turn"
    who: Payer = "actor"


@dataclass(frozen=True)
class Cost:
    """A price of an action, booked by a change.

    Attributes:
        change: the change that books it.
        most: returns the change's parameters for the highest price that the roll can lead to, or None if it is free.
            The payer must be able to pay it before the roll.
        payer: the combatant who pays.
        due: returns the change's parameters for the price after the roll, or None. By default the change's triggers
            decide. It may read the roll's faces only if a trigger of a change has a `detail_rule` for this roll.
    """

    change: Change
    most: Callable[[Attempt], Mapping[str, Any] | None]
    payer: Payer = "roller"
    due: Callable[[Attempt, Roll], Mapping[str, Any] | None] | None = None


@dataclass(frozen=True)
class Reach:
    """The targets that an action may have.

    Attributes:
        several: returns True if an attempt may have several targets; None if it never may.
        everyone: returns True if it reaches everyone in an area: all enemies who are up are chosen at first, and allies
            can be added.
        most: returns the highest number of targets, or None if there is no limit.
        spares_allies: True if allies can't be added to everyone in the area, as they can to those around an explosion.
        shared: the parameters that the first target decides for all of them, since there is one roll.
    """

    several: Callable[[Attempt], bool] | None = None
    everyone: Callable[[Attempt], bool] = lambda _: False
    most: Callable[[Attempt], int | None] = lambda _: None
    spares_allies: bool = False
    shared: tuple[str, ...] = ()

    def allows_several(self, attempt: Attempt) -> bool:
        """Return True if an attempt may have several targets."""
        return self.several is not None and self.several(attempt)


@dataclass(frozen=True, eq=False)
class Amendment:
    """A way to make a roll again once its result is known, such as a re-roll. The faces stay, and dice are added.

    Attributes:
        label: its name for players.
        params: the parameters that change.
        fills: returns more parameters that change, from the roll.
        asks: the parameter for which the table enters a number for each target, such as shares; "" for none.
        rule: the rule that the roll becomes, such as an attack on several targets; None for its own.
        needs_ally: True if an ally takes part, such as the ally who pays.
        requires: the names of those of the action's requirements that have to be met for it.
        can_help: returns True for the sheet of an ally who can take part although they are out of the fight.
        is_offered: returns True for a roll that it suits.
    """

    label: str
    params: Mapping[str, Any] = field(default_factory=dict)
    fills: Callable[[Roll], Mapping[str, Any]] = lambda _: {}
    asks: str = ""
    rule: Mechanic | None = None
    needs_ally: bool = False
    requires: tuple[str, ...] = ()
    can_help: Callable[[Any], bool] = lambda _: False
    is_offered: Callable[[Roll], bool] = lambda _: True


@dataclass(frozen=True, eq=False)
class Action:
    """An action that combatants take, declared once.

    Attributes:
        rule: the roll that it makes, or the change that it is if nothing is rolled.
        requires: what an attempt needs, by a short name that the log notes if the table waives it. An action with a
            limit by turn also needs the turn of the combatant whose uses are counted; a requirement named `turn` takes
            the place of that.
        limit: how often it may be taken; None if there is no limit.
        fills: returns parameters that the fight decides, such as the disadvantage of a second attack.
        costs: what it costs.
        reach: the targets that it may have.
        ally: the label of the choice of an ally who takes part; "" if no ally does.
        needs_ally: True if it can't be taken without an ally.
        reacts: returns True for parameters with which its roll is a reaction to the target's action.
        facts: returns values that the triggers of changes may use besides the outcome and the parameters.
        suits: returns False for the sheet of a combatant who isn't offered it, such as an attack with a weapon without
            any.
        is_usual: returns False for the sheet of a combatant who never takes it unasked, such as when all act.
        withdraws: returns True if the roller leaves the fight after this roll.
        choose: returns the choices that a sheet begins with, and makes in a forecast, such as the best attribute that
            the rules allow. By default it is the best field, and the first entry of a list that isn't empty. A form
            begins with the entry of the highest `worth`, if entries have that property.
        target_limit: the name of the requirement that limits how often the actor may attack each target in a turn, so
            that they declare further targets; "" if there is no such limit.
        is_answer: True if any enemy can make its roll after an action that failed, not just the action's target.
        is_free: True if it takes nothing of a turn, such as a roll that has to be made.
        is_extra: returns True for an attempt that takes nothing of the actor's turn, such as a free attack.
        ways_out: rolls by which the actor may meet a requirement, by the requirement's name, such as a morale check.
        amendments: the ways to make its roll again once the result is known.
        title: what players call it, in one word or two; by default the title of the rule.
        title_for_actor: of a reaction, what the combatant calls it whose action it answers, such as "Attack" for the
            target's defence.
        says: the sentence of its button, with the name of the card as `{card}` and those of the targets as `{target}`;
            by default the title and the targets.
        icon: one of `rules_py.play.icons.ICONS`; by default that of its kind.
        group: its place on the board; see `find_group`.
        cards: the list of the sheet whose entries are the cards to act with; by default the first list of the binding.
        chance: the word for a success, such as "hit", unless the mechanic declares its own chance.
        due: the sentence that says why a roll has to be made, with the name of the combatant as `{name}`.
        chips: the parameters of the roll to have at hand; the others are in its form.
    """

    rule: Mechanic | Change
    requires: Mapping[str, Requirement] = field(default_factory=dict)
    limit: Limit | None = None
    fills: Callable[[Attempt], Mapping[str, Any]] | None = None
    costs: tuple[Cost, ...] = ()
    reach: Reach = Reach()
    ally: str = ""
    needs_ally: bool = False
    reacts: Callable[[Mapping[str, Any]], bool] = lambda _: False
    facts: Callable[[Attempt], Mapping[str, Any]] | None = None
    suits: Callable[[Any], bool] = lambda _: True
    is_usual: Callable[[Any], bool] = lambda _: True
    withdraws: Callable[[Roll], bool] = lambda _: False
    choose: Callable[[Any], Mapping[str, Any]] | None = None
    target_limit: str = ""
    is_answer: bool = False
    is_free: bool = False
    is_extra: Callable[[Attempt], bool] = lambda _: False
    ways_out: Mapping[str, Mechanic] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()
    title: str = ""
    title_for_actor: str = "Attack"
    says: str = ""
    icon: str = ""
    group: Group | Literal[""] = ""
    cards: str = ""
    chance: str = SUCCESS
    due: str = ""
    chips: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_icon(self.icon, self.id)
        for name in self.chips:
            if name not in self.rule.parameters:
                raise DataError(
                    f"{self.id}: got the chip {name}, takes a parameter: {', '.join(self.rule.parameters) or 'none'}"
                )
        word = self.rule.chance[0] if isinstance(self.rule, Mechanic) and self.rule.chance else ""
        if word and self.chance != SUCCESS:
            raise DataError(f"{self.id}: got the chance {self.chance}, takes none: the roll declares {word}")

    @property
    def id(self) -> str:
        """The id of the roll or the change."""
        return self.rule.id

    def find_group(self) -> Group:
        """Return its place on the board: its own, or else by its kind.

        What takes a part of a turn is in the hand, and reactions are with the reactions. Changes that take nothing are
        bookkeeping, and rolls that take nothing are behind "More".
        """
        if self.group:
            return self.group
        if isinstance(self.rule, Change):
            return "main" if self.limit else "bookkeeping"
        if self.is_free:
            return "more"
        return "reaction" if self.reacts({}) else "main"

    @property
    def pool(self) -> str:
        """The name of what the limit counts; without a limit, the action's id."""
        return self.limit.pool if self.limit else self.id

    @cached_property
    def limit_name(self) -> str:
        """The name of the limit in an override: what it counts. No requirement has the same name."""
        return _find_free_name(self.pool, (*self.requires, TURN))

    @cached_property
    def cost_names(self) -> tuple[str, ...]:
        """The name of each price in an override: the id of its change, with a number if an earlier one has it."""
        names: list[str] = []
        for cost in self.costs:
            names.append(_find_free_name(cost.change.id, (*self.requires, TURN, self.limit_name, *names)))
        return tuple(names)

    @cached_property
    def named_costs(self) -> tuple[tuple[str, Cost], ...]:
        """The prices, each after its name in an override."""
        return tuple(zip(self.cost_names, self.costs, strict=True))

    @cached_property
    def booked_changes(self) -> frozenset[tuple[str, str]]:
        """The changes of the prices that the action itself books, each with "" for any recipient."""
        return frozenset((cost.change.id, "") for cost in self.costs if cost.due)

    def is_reaction(self, params: Mapping[str, Any]) -> bool:
        """Return True if a roll with these parameters is a reaction to the target's action."""
        return self.reacts(params)


def _find_free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that isn't taken: the name itself, or the name with a number after it."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


class ActionUse(TypedDict):
    """The parts of an event that say which action it is, and which uses of its limit it took."""

    action: str
    paid: dict[str, int]


def describe_use(attempt: Attempt) -> ActionUse:
    """Return the parts of an event that say which action an attempt is, and what it takes."""
    limit = attempt.action.limit
    is_extra = attempt.action.is_free or attempt.action.is_extra(attempt)
    is_counted = attempt.fight.counts_uses and not is_extra
    paid = {attempt.limited_key: limit.count(attempt) if limit else 1} if is_counted else {}
    return {"action": attempt.action.id, "paid": paid}


class Unmet(NamedTuple):
    """A requirement that isn't met.

    Attributes:
        name: its name in an override.
        reason: a sentence for players: what is missing, and what would help.
    """

    name: str
    reason: str


class UsesLeft(NamedTuple):
    """The number of uses that a combatant has left of the most that they may make."""

    left: int
    most: int


def apply_price(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> Sheet:
    """Return a payer's sheet after a price.

    Raises:
        RulesError: the payer can't pay it.
    """
    return change.apply(sheet, dict(params)).sheet


def find_unmet(attempt: Attempt, apply: PriceFunction = apply_price) -> tuple[Unmet, ...]:
    """Return the requirements of an attempt that aren't met: its own, then its turn, its limit and its prices.

    Args:
        apply: applies the change of a price to its payer's sheet, like `apply_price`.
    """
    return tuple(_find_unmet(attempt, apply))


def _find_unmet(attempt: Attempt, apply: PriceFunction) -> Iterator[Unmet]:
    action = attempt.action
    if action.needs_ally and attempt.ally_key is None:
        yield Unmet(ALLY, f"Choose an ally: {action.ally}.")
    for name, requirement in action.requires.items():
        if (reason := requirement(attempt)) is not None:
            yield Unmet(name, reason)
    if TURN not in action.requires and (reason := find_wait(attempt)) is not None:
        yield Unmet(TURN, reason)
    if (uses := count_uses_left(attempt)) is not None and action.limit is not None:
        count = action.limit.count(attempt)
        if count > uses.left:
            yield Unmet(action.limit_name, _describe_limit(attempt, action.limit, uses, count))
    yield from _find_unaffordable(attempt, apply)


def find_wait(attempt: Attempt) -> str | None:
    """Return a sentence that says why an attempt has to wait for a turn, or None if it doesn't have to.

    An action that takes a part of a turn needs the turn of the combatant whose uses are counted. Reactions, rolls that
    have to be made and actions that are free don't wait, unless they have a requirement of their own.
    """
    action = attempt.action
    if TURN in action.requires:
        return action.requires[TURN](attempt)
    if action.limit is None or action.limit.per != "turn" or not attempt.fight.counts_uses:
        return None
    is_unasked = action.is_free or action.is_reaction(attempt.params) or attempt.fight.is_required_roll(action.id)
    if is_unasked or action.is_extra(attempt):
        return None
    return attempt.fight.describe_wait(attempt.limited_key) if action.limit.count(attempt) > 0 else None


def _describe_limit(attempt: Attempt, limit: Limit, uses: UsesLeft, count: int) -> str:
    name = attempt.name_for(attempt.limited_key)
    noun = limit.pool if uses.most == 1 else f"{limit.pool}s"
    if uses.left > 0:
        return f"{name} needs {count} {limit.pool}s for this and has {uses.left} left in this {limit.per}."
    if uses.most <= 0:
        return f"{name} has no {limit.pool} in this {limit.per}."
    return f"{name} has used {'the' if uses.most == 1 else f'all {uses.most}'} {noun} of this {limit.per}."


def count_uses_left(attempt: Attempt) -> UsesLeft | None:
    """Return the uses that are left of what the action's limit counts, or None if nothing is limited now."""
    limit = attempt.action.limit
    if limit is None or not attempt.fight.counts_uses:
        return None
    most = limit.most(attempt)
    return UsesLeft(most - attempt.uses, most)


def has_reached_target_limit(attempt: Attempt) -> bool:
    """Return True if the actor has attacked the target as often as the action allows, so that others are next."""
    name = attempt.action.target_limit
    return name != "" and attempt.action.requires[name](attempt) is not None


def find_payer(attempt: Attempt, cost: Cost) -> str | None:
    """Return the key of the combatant who pays a price; None if there is no such combatant."""
    return find_role(attempt, cost.payer)


class Payment(NamedTuple):
    """A price that a combatant, or the sheet that everybody shares, pays for an action without a roll."""

    change: Change
    payer: str
    params: Mapping[str, Any]


def find_payments(attempt: Attempt, waived: Collection[str] = ()) -> Iterator[Payment]:
    """Yield the prices of an action without a roll, apart from those that the table waives by their names."""
    for name, cost in attempt.action.named_costs:
        payer, params = find_payer(attempt, cost), cost.most(attempt)
        if payer is not None and params is not None and name not in waived:
            yield Payment(cost.change, payer, params)


def fill_change(attempt: Attempt, given: Mapping[str, Any]) -> Attempt:
    """Return the attempt of an action without a roll, with what the fight decides except for the given parameters."""
    fills = attempt.action.fills
    if fills is None or not (filled := fills(attempt)):
        return attempt
    return replace(attempt, params={**attempt.params, **filled, **given})


def find_role(attempt: Attempt, role: Payer) -> str | None:
    """Return the key of the combatant in a role, or of the sheet that everybody shares; None if there is none."""
    match role:
        case "roller":
            return attempt.by
        case "target":
            return attempt.at
        case "actor":
            return attempt.actor_key
        case "ally":
            return attempt.ally_key
        case "fight":
            return BOARD if attempt.board is not None else None


def _find_unaffordable(attempt: Attempt, apply: PriceFunction) -> Iterator[Unmet]:
    """Yield the prices that their payers can't pay. A payer of several prices has to pay all of them."""
    sheets: dict[str, Sheet] = {}
    for name, cost in attempt.action.named_costs:
        params = cost.most(attempt)
        if params is None:
            continue
        key = find_payer(attempt, cost)
        if cost.payer == "ally" and key in (None, attempt.by):
            yield Unmet(name, "Choose an ally who pays for this.")
            continue
        if key is None:
            continue
        sheet = sheets.get(key) or attempt.fight.sheet_for(key)
        try:
            sheets[key] = apply(cost.change, sheet, params)
        except RulesError as error:
            yield Unmet(name, error_message(error, cost.change.parameters))


# Requirements that many games share


def actor_is_up(attempt: Attempt) -> str | None:
    """Require that the actor isn't out of the fight, or acts at the same time as the combatant who took them out."""
    if attempt.fight.is_acting_simultaneously(attempt.actor_key):
        return None
    return f"{attempt.actor_name} is out of the fight." if attempt.fight.combatants[attempt.actor_key].is_out else None


def target_is_up(attempt: Attempt) -> str | None:
    """Require that the combatant who is acted against isn't out of the fight."""
    key = attempt.victim_key
    if key is None or key not in attempt.fight.combatants or not attempt.fight.combatants[key].is_out:
        return None
    return f"{attempt.name_for(key)} is out of the fight already. Choose another target."
