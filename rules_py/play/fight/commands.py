"""Commands of a fight: each becomes events. An action, its price and everything that follows are one command."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NotRequired, TypedDict, cast

from rules_py.dice import DiceSource, FaceQueue
from rules_py.errors import ForbiddenError, ParameterError, RefusedActionError, RulesError, UnknownIdError
from rules_py.mechanic import Mechanic, Roll
from rules_py.parameters import Whole
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.actions import (
    ALLY,
    Attempt,
    describe_use,
    fill_change,
    find_payments,
    find_unmet,
    has_reached_target_limit,
)
from rules_py.play.fight.amendments import prepare_amendment
from rules_py.play.fight.events import (
    EVENTS,
    ChangeEvent,
    Event,
    InitiativeRoll,
    JoinEvent,
    RollEvent,
    SheetJson,
    Values,
    read_choices,
    read_event,
    read_value,
    read_values,
)
from rules_py.play.fight.fields import check_fields
from rules_py.play.fight.offers import (
    PendingChange,
    find_automatic_changes,
    find_initiative_changes,
    find_pending_changes,
    find_recipients,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import (
    build_attempt,
    fill_params,
    find_area_targets,
    find_default_actions,
    find_usual_choices,
    refill_params,
)
from rules_py.play.fight.updates import StoredSheet, find_updates
from rules_py.play.sheet import Sheet, read_sheet
from rules_py.scheduling import Work, run_whole
from rules_py.text.serialization import to_json

if TYPE_CHECKING:
    from rules_py.dice.manual import DiceRequest, DieSlot

DIFFERENCE = Whole(-999, 999, "how much a number goes down or up", label="How much")


class RollParts(TypedDict):
    """The parts that all rolls of a combatant have.

    Attributes:
        params: parameters that differ from what the sheets and the action fill in.
        override: the names of requirements that the table waives.
    """

    mechanic: str
    by: NotRequired[str | None]
    at: NotRequired[str | None]
    also: NotRequired[Sequence[str]]
    chosen: NotRequired[Values]
    params: NotRequired[Values]
    override: NotRequired[Sequence[str]]


class RollCommand(RollParts):
    """A combatant rolls.

    Attributes:
        faces: the faces of its dice; without them, the dice are rolled.
    """

    act: Literal["roll"]
    faces: NotRequired[Sequence[int]]


class RolledCommand(RollParts):
    """A roll whose faces were rolled elsewhere, with all of its parameters."""

    act: Literal["rolled"]
    faces: Sequence[int]


class AmendCommand(TypedDict):
    """The last roll is made again with other parameters, such as a re-roll that an ally pays for.

    Its faces stay as they are, and dice that the new parameters add are rolled.

    Attributes:
        roll: the id of the roll's event.
        mechanic: another rule that the roll becomes, such as an attack on several targets.
        also: other further targets.
        params: parameters that differ from those of the roll.
        chosen: choices that differ, such as the ally who pays.
        faces: the faces of the added dice, if they were rolled elsewhere.
    """

    act: Literal["amend"]
    roll: str
    params: Values
    mechanic: NotRequired[str]
    also: NotRequired[Sequence[str]]
    chosen: NotRequired[Values]
    faces: NotRequired[Sequence[int]]


class ChangeCommand(TypedDict):
    """A change applies to a combatant; it may be an action without a roll.

    Attributes:
        chosen: the choices of an action, such as the ally who pays.
    """

    act: Literal["change"]
    change: str
    who: str
    also: NotRequired[Sequence[str]]
    chosen: NotRequired[Values]
    params: NotRequired[Values]
    instead: NotRequired[str]
    override: NotRequired[Sequence[str]]


class AllCommand(TypedDict):
    """Each combatant who may act repeats their last action once; undone together.

    Those who may attack each target only so often, such as swarms, attack as many targets as their limit allows.

    Attributes:
        aims: the targets that they attack first, by their keys.
    """

    act: Literal["all"]
    aims: NotRequired[Mapping[str, str]]


class EachCommand(TypedDict):
    """A change applies to each combatant that it affects, as far as the rules allow it; undone together.

    Attributes:
        mechanic: a roll that each of them makes for it first.
    """

    act: Literal["each"]
    change: str
    params: NotRequired[Values]
    mechanic: NotRequired[str]


class TogetherCommand(TypedDict):
    """Several changes apply, or none of them; undone together."""

    act: Literal["together"]
    changes: Sequence[Values]


class SeriesCommand(TypedDict):
    """Several rolls are made one after the other, as far as the rules still allow them; undone together.

    Attributes:
        rolls: a command for each.
    """

    act: Literal["series"]
    rolls: Sequence[RollCommand]


class OrderCommand(TypedDict):
    """Each combatant who still has to roll for initiative does so.

    Attributes:
        only: the keys of those who roll now; without it, all of them.
    """

    act: Literal["order"]
    only: NotRequired[Sequence[str]]


class JoinCommand(TypedDict):
    """A combatant joins.

    Attributes:
        sheet: the id of the sheet.
        ready: a row of the sheet's tables.
        data: a sheet's JSON, in place of `ready`.
        fields: fields of the sheet that differ from those, such as from a form.
        note: the GM's note about the combatant.
    """

    act: Literal["join"]
    sheet: str
    ready: NotRequired[str]
    data: NotRequired[SheetJson]
    fields: NotRequired[Values]
    name: NotRequired[str]
    count: NotRequired[int | str]
    side: NotRequired[str]
    note: NotRequired[str]


class UpdateCommand(TypedDict):
    """A combatant gets what has changed on the stored sheet that they joined as.

    Attributes:
        data: the stored sheet as it is now.
        since: the fields that it had when it last matched the combatant.
    """

    act: Literal["update"]
    who: str
    data: SheetJson
    since: Values


class AdjustCommand(TypedDict):
    """A number of one or more combatants goes down or up by hand; undone together.

    It stops where their sheets allow no more.

    Attributes:
        also: the keys of further combatants.
        field: the number's name on their sheets.
        amount: the difference, also as text from a form.
    """

    act: Literal["adjust"]
    who: str
    also: NotRequired[Sequence[str]]
    field: str
    amount: int | str


class PrepareCommand(TypedDict):
    """Combatants of a fight that hasn't begun get what has changed on their stored sheets; undone together.

    A combatant whose changed fields the fight has changed, too, isn't updated. Nor is anybody once the fight has begun.

    Attributes:
        stored: the stored sheets by the combatants' keys.
    """

    act: Literal["prepare"]
    stored: Mapping[str, StoredSheet]


Command = (
    RollCommand
    | RolledCommand
    | AmendCommand
    | ChangeCommand
    | AllCommand
    | EachCommand
    | TogetherCommand
    | SeriesCommand
    | OrderCommand
    | JoinCommand
    | UpdateCommand
    | AdjustCommand
    | PrepareCommand
)
"""A command as JSON. The names of the other events are commands, too, and take the same parts."""

UncheckedCommand = Mapping[str, Any]
"""A command before its parts are checked."""


class MissingDiceError(RulesError):
    """A command of a fight in which the table rolls its own dice lacks their faces.

    Attributes:
        request: the dice.
    """

    def __init__(self, request: "DiceRequest") -> None:
        from rules_py.dice.manual import describe_missing

        self.request = request
        needed = describe_missing(request)
        super().__init__(
            f"faces: got none, takes those of {needed}", plain=f"The table rolls its own dice here: {needed}."
        )


class CommandResult(NamedTuple):
    """A fight after a command.

    Attributes:
        fight: the fight.
        events: the events that the command has added.
    """

    fight: Fight
    events: list[Event]


class Recorder:
    """A fight while a command adds events to it. All events after the first are undone together with it.

    Attributes:
        fight: the fight after the events so far.
        events: the events so far, with their ids.
    """

    def __init__(self, fight: Fight, events: Sequence[Event] = ()) -> None:
        """Begin with a fight, and with the events that the command has added to it."""
        self.fight, self.events = fight, list(events)

    def add(self, event: Event, *rolls: Roll) -> None:
        """Add an event, with the rolls in it if they have just been made.

        Raises:
            RulesError: the event isn't valid in this fight.
        """
        added = cast(Event, {**event, "follows": True}) if self.events else event
        added = cast(Event, {"id": self.fight.next_event_id, **added})
        self.fight = self.fight.apply(added, rolls)
        self.events.append(added)

    def copy(self) -> "Recorder":
        """Return a copy, for a part of a command that may be refused."""
        return Recorder(self.fight, self.events)

    def take_over(self, other: "Recorder") -> None:
        """Continue with the fight and the events of a copy."""
        self.fight, self.events = other.fight, other.events


def execute(fight: Fight, command: UncheckedCommand, seed: int | None = None) -> CommandResult:
    """Return a fight after a command, and the events that the command adds to it. The given fight isn't modified.

    The types of commands describe their parts. Any event is also a command, with `act` in place of `event`. With
    `faces`, a command's dice aren't rolled: they show these faces in the order in which they fall.

    Args:
        fight: the fight.
        command: the command, as JSON.
        seed: a whole number that seeds all of its rolls; without it, the operating system's randomness is used.

    Raises:
        RefusedActionError: a requirement of an action isn't met; nothing happens, and `override` can waive it.
        MissingDiceError: the table rolls its own dice, and the command lacks faces.
        RulesError: the command can't be executed; the message says why.
    """
    return run_whole(execute_in_steps(fight, command, seed))


def execute_in_steps(fight: Fight, command: UncheckedCommand, seed: int | None = None) -> Work[CommandResult]:
    """Execute a command like `execute`, as work that yields after each combatant of a command for many.

    Raises:
        RulesError: as in `execute`.
    """
    if fight.has_real_dice and isinstance(command, Mapping) and command.get("faces") is None:
        request = request_dice(fight, command)
        if request.missing_slots:
            raise MissingDiceError(request)
    recorder = Recorder(fight)
    yield from record_in_steps(recorder, command, None if seed is None else Random(seed))
    return CommandResult(recorder.fight, recorder.events)


def request_dice(fight: Fight, command: UncheckedCommand, rolled_slots: "Iterable[DieSlot]" = ()) -> "DiceRequest":
    """Return the dice that a command rolls, up to the first ones that lack a face. Nothing happens.

    Args:
        fight: the fight.
        command: the command, without faces.
        rolled_slots: the dice that show a face, in the order in which they were requested.

    Raises:
        RulesError: as for `execute`.
    """
    from rules_py.dice.manual import find_dice_for_rolls

    return find_dice_for_rolls(lambda dice: record(Recorder(fight), command, dice), rolled_slots)


def record(recorder: Recorder, command: UncheckedCommand, rng: DiceSource = None) -> None:
    """Add the events of a command to a fight, as `execute` does. A refused command may have added a part of them.

    Args:
        recorder: the fight.
        command: the command, as JSON.
        rng: the source of its dice; with `faces`, the command needs none.

    Raises:
        RulesError: the command can't be executed; the message says why.
    """
    run_whole(record_in_steps(recorder, command, rng))


def record_in_steps(recorder: Recorder, command: UncheckedCommand, rng: DiceSource = None) -> Work[None]:
    """Add the events of a command like `record`, as work that yields after each combatant of a command for many.

    Raises:
        RulesError: as in `record`.
    """
    if not isinstance(command, Mapping):
        raise ParameterError("act", command, "a command with act and its arguments")
    name, combatants = command.get("act"), recorder.fight.combatants
    if not isinstance(name, str) or name not in ACTS:
        raise UnknownIdError("act", name, ACTS)
    if name in COMMANDS:
        check_fields(command, combatants)
        command = _drop_emptied_choices(command)
        if (queue := _read_queue(name, command)) is not None:
            command = {part: value for part, value in command.items() if part != "faces"}
        work = COMMANDS[name](recorder, command, queue or rng)
        if work is not None:
            yield from work
        if queue is not None:
            queue.require_all_used()
    else:
        data = {"event": name, **{part: value for part, value in command.items() if part != "act"}}
        recorder.add(read_event(data, combatants))


def _read_queue(name: str, command: UncheckedCommand) -> FaceQueue | None:
    """Return the known faces of all dice of a command; None if they are rolled, or if it reads its faces itself."""
    if command.get("faces") is None or name in READING_FACES:
        return None
    return FaceQueue(command["faces"])


def _drop_emptied_choices(command: UncheckedCommand) -> UncheckedCommand:
    """Return a command without the choices of lists that a form left empty."""
    return {**command, "chosen": read_choices(command)} if command.get("chosen") else command


# Actions


def prepare_roll(fight: Fight, command: UncheckedCommand) -> tuple[Mechanic, Attempt | None, Mapping[str, Any]]:
    """Return the mechanic of a roll's command, its attempt if it is an action, and all parameters of the roll.

    Raises:
        RulesError: a key doesn't exist, or a choice or a parameter isn't accepted.
    """
    mechanic = fight.context.find_mechanic(_read_text(command, "mechanic"))
    also = _read_extra_targets(command)
    by, at, chosen = command.get("by"), command.get("at"), read_choices(command)
    given = read_values(command, "params")
    attempt = build_attempt(fight, mechanic, by, at, chosen, also, given) if by is not None else None
    params = attempt.params if attempt else {**fill_params(fight, mechanic, by, at, chosen, also, given), **given}
    return mechanic, attempt, params


def _roll_mechanic(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    mechanic, attempt, params = prepare_roll(recorder.fight, command)
    waived = _find_waived(attempt, command)
    _announce(recorder.fight, command.get("by"), rng)
    _record_roll(recorder, command, mechanic.roll(dict(params), rng), attempt, waived)


def _announce(fight: Fight, by: Any, rng: DiceSource) -> None:
    """Tell known or entered dice who rolls them."""
    if isinstance(rng, FaceQueue):
        rng.announce(fight.combatants[by].name if by in fight.combatants else "")


def _resolve_roll(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    fight = recorder.fight
    mechanic = fight.context.find_mechanic(_read_text(command, "mechanic"))
    roll = mechanic.resolve(command.get("faces") or (), read_values(command, "params"))
    attempt = _build_known_attempt(fight, command, mechanic, roll)
    _record_roll(recorder, command, roll, attempt, _find_waived(attempt, command))


def _build_known_attempt(fight: Fight, command: UncheckedCommand, mechanic: Mechanic, roll: Roll) -> Attempt | None:
    """Return the attempt of a roll that was made elsewhere, with exactly its parameters."""
    by = command.get("by")
    action = fight.rules.actions_by_id.get(mechanic.id)
    if action is None or by is None or by not in fight.combatants:
        return None
    at, also, chosen = command.get("at"), tuple(_read_extra_targets(command)), read_choices(command)
    for key in (at, *also, chosen.get(ALLY)):
        if key is not None:
            fight.sheet_for(key)
    return Attempt(fight, action, by, at, also, chosen, roll.params)


def _find_waived(attempt: Attempt | None, command: UncheckedCommand) -> dict[str, str]:
    """Return the requirements of an attempt that aren't met and that the command waives.

    Raises:
        RefusedActionError: a requirement isn't met and isn't waived.
    """
    if attempt is None:
        return {}
    override = command.get("override") or ()
    unmet = {each.name: each.reason for each in find_unmet(attempt)}
    if any(name not in override for name in unmet):
        raise RefusedActionError(attempt.action.id, unmet)
    return unmet


def _record_roll(
    recorder: Recorder,
    command: UncheckedCommand,
    roll: Roll,
    attempt: Attempt | None,
    waived: Mapping[str, str],
    amends: str = "",
    payments: Iterable[Event] = (),
) -> None:
    """Add a roll, its price and everything that follows and needs no decision.

    Args:
        recorder: the fight.
        command: the command that makes the roll.
        roll: the roll.
        attempt: the attempt of the action; None for a roll that isn't one.
        waived: the requirements that the table waives, with their reasons.
        amends: the id of the earlier roll that this one takes the place of.
        payments: the changes that pay for that.
    """
    event = _build_roll_event(roll)
    if command.get("by"):
        event["by"] = command["by"]
    if command.get("at"):
        event["at"] = command["at"]
    if command.get("also"):
        event["also"] = command["also"]
    if chosen := read_choices(command):
        event["chosen"] = chosen
    if amends:
        event["amends"] = amends
    if attempt is not None:
        use = describe_use(attempt)
        event["action"], event["paid"] = use["action"], {} if amends else use["paid"]
        if waived:
            event["override"] = dict(waived)
    recorder.add(event, roll)
    automatic = find_automatic_changes(recorder.fight)
    for each in payments:
        recorder.add(each)
    for pending in automatic:
        if concerned := pending.list_concerned(recorder.fight.sheet_for):
            change = _build_follow_up(pending, concerned[0])
            if concerned[1:]:
                change["also"] = concerned[1:]
            recorder.add(change)
    if attempt and attempt.action.withdraws(roll) and not recorder.fight.combatants[attempt.by].has_withdrawn:
        recorder.add({"event": "withdraw", "who": attempt.by, "follows": True})


def _amend_roll(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    """Make the last roll again with other parameters; its faces stay, and further dice are rolled."""
    fight = recorder.fight
    entry = fight.find_entry(_read_text(command, "roll"))
    if entry is None or entry.roll is None or entry.event["event"] != "roll":
        raise ParameterError(
            "roll", command.get("roll"), "the id of a roll", plain="This roll isn't in the log any more."
        )
    if any(each.event.get("amends") == entry.id for each in fight.log):
        raise ForbiddenError("amend", "this roll has been made again already")
    event, mechanic = entry.event, fight.context.find_mechanic(command.get("mechanic") or entry.roll.mechanic)
    before, payments = prepare_amendment(fight, entry, command)
    chosen = read_choices(event) | read_choices(command)
    again: dict[str, Any] = {part: event[part] for part in ("by", "at", "also") if event.get(part)}
    kept: Mapping[str, Any] = entry.roll.params
    if "also" in command or mechanic.id != entry.roll.mechanic:
        again["also"] = _read_extra_targets(command)
        kept = refill_params(before, mechanic, again.get("by"), again.get("at"), chosen, again["also"], kept)
    params = {**kept, **read_values(command, "params")}
    _announce(fight, again.get("by"), rng)
    roll = mechanic.extend(entry.roll.dice, params, command.get("faces"), rng)
    again["chosen"] = chosen
    attempt = _build_known_attempt(before, again, mechanic, roll)
    _record_roll(recorder, again, roll, attempt, _find_waived_prices(attempt, command), entry.id, payments)


def _find_waived_prices(attempt: Attempt | None, command: UncheckedCommand) -> dict[str, str]:
    """Return the prices that can't be paid and that the command waives; an amended roll checks nothing else.

    Raises:
        RefusedActionError: a price can't be paid and isn't waived.
    """
    if attempt is None:
        return {}
    prices = attempt.action.cost_names
    unmet = {each.name: each.reason for each in find_unmet(attempt) if each.name in prices}
    if any(name not in (command.get("override") or ()) for name in unmet):
        raise RefusedActionError(attempt.action.id, unmet)
    return unmet


def _apply_change(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    """Apply a change, which may be an action without a roll."""
    fight = recorder.fight
    given = {part: value for part, value in command.items() if part not in ("act", "override", "chosen")}
    event = read_event({**given, "event": "change"}, fight.combatants)
    if event["event"] != "change":
        return
    event = _roll_open_params(fight, _with_current_params(fight, event), rng)
    action = fight.rules.actions_by_id.get(event["change"])
    if action is None or event["who"] not in fight.combatants:
        recorder.add(event)
        return
    sheet = fight.sheet_for(event["who"])
    fight.context.find_change(event["change"], sheet).check_sheet(sheet)
    chosen = read_choices(command)
    if ally := chosen.get(ALLY):
        fight.combatant(ally)
    attempt = Attempt(
        fight, action, event["who"], chosen=chosen, params=event.get("params", {}), replaces=event.get("instead") or ""
    )
    filled = fill_change(attempt, read_values(command, "params"))
    if filled is not attempt:
        attempt, event = filled, {**event, "params": to_json(dict(filled.params))}
    waived = _find_waived(attempt, command)
    event = {**event, **describe_use(attempt)}
    if waived:
        event["override"] = dict(waived)
    recorder.add(event)
    for payment in find_payments(attempt, waived):
        paid: ChangeEvent = {
            "event": "change",
            "change": payment.change.id,
            "who": payment.payer,
            "follows": True,
            "params": to_json(dict(payment.params)),
        }
        recorder.add(paid)


def _with_current_params(fight: Fight, event: ChangeEvent) -> ChangeEvent:
    """Return the event of a new change with the parameters that new changes get."""
    change = fight.context.changes.get(event["change"])
    if change is None or not change.current_params:
        return event
    return {**event, "params": to_json(change.with_current_params(event.get("params", {})))}


def _roll_open_params(fight: Fight, event: ChangeEvent, rng: DiceSource) -> ChangeEvent:
    """Return the event of a change with the parameters that it rolls itself, if they are left open."""
    change = fight.context.changes.get(event["change"])
    if change is None or not change.own_dice:
        return event
    _announce(fight, event["who"], rng)
    params, rolled = change.roll_open_params(fight.sheet_for(event["who"]), event.get("params", {}), rng)
    made: ChangeEvent = {**event, "params": to_json(params)}
    return {**made, "rolled": rolled} if rolled else made


def _act_for_all(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> Work[None]:
    refusal: RulesError | None = None
    aims = read_values(command, "aims")
    for key in recorder.fight.available_actors:
        is_going_on = key in recorder.fight.available_actors  # an earlier action may have taken away the chance to act
        while is_going_on:
            is_going_on = False
            for binding, by, at in find_default_actions(recorder.fight, key, aims.get(key)):
                attempt = recorder.copy()
                try:
                    act = _build_default_command(recorder.fight, binding, by, at)
                    _roll_with_way_out(attempt, key, act, rng)
                except RulesError as error:
                    refusal = refusal or error
                    continue
                recorder.take_over(attempt)
                is_going_on = _has_reached_target_limit(recorder.fight, act)
                break
            yield
    if not recorder.events:
        raise refusal or ForbiddenError("all", "no combatant can act against another now")


def _build_default_command(fight: Fight, binding: RollBinding, by: str, at: str) -> dict[str, Any]:
    """Return the command of a roll with the choices of the last one, and otherwise the best ones."""
    chosen = find_usual_choices(fight, binding, by)
    also = find_area_targets(fight, binding, by, at, chosen)
    command = {"mechanic": binding.mechanic.id, "by": by, "at": at, "chosen": chosen}
    return {**command, "also": list(also)} if also else command


def _has_reached_target_limit(fight: Fight, command: UncheckedCommand) -> bool:
    """Return True if the actor has attacked the target as often as an action allows, so that others are next."""
    action = fight.rules.actions_by_id[command["mechanic"]]
    return has_reached_target_limit(Attempt(fight, action, command["by"], command["at"]))


def _roll_with_way_out(recorder: Recorder, key: str, command: UncheckedCommand, rng: DiceSource) -> None:
    """Make a roll; if a requirement isn't met, the actor first makes the roll that may meet it."""
    try:
        _roll_mechanic(recorder, command, rng)
        return
    except RefusedActionError as refusal:
        ways_out = recorder.fight.rules.actions_by_id[refusal.id].ways_out
        if not refusal.unmet.keys() <= ways_out.keys():
            raise
        mechanics = {ways_out[name].id: None for name in refusal.unmet}
    for mechanic_id in mechanics:
        _roll_mechanic(recorder, {"mechanic": mechanic_id, "by": key}, rng)
    with suppress(RefusedActionError):
        _roll_mechanic(recorder, command, rng)


def _build_roll_event(roll: Roll) -> RollEvent:
    return {"event": "roll", "mechanic": roll.mechanic, "faces": list(roll.faces), "params": to_json(roll.params)}


def _build_follow_up(pending: PendingChange, recipient: str) -> ChangeEvent:
    return {
        "event": "change",
        "change": pending.change.id,
        "who": recipient,
        "follows": True,
        "params": to_json(pending.params),
    }


def _read_extra_targets(command: UncheckedCommand) -> list[Any]:
    """Return the targets after the first."""
    return list(command.get("also") or ())


def _apply_to_all(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> Work[None]:
    """Apply a change to all combatants that it affects, directly or with a roll that each of them makes."""
    fight = recorder.fight
    change = fight.context.changes.get(_read_text(command, "change"))
    if change is None:
        raise ParameterError("change", command["change"], f"a change of {fight.slug}")
    params = change.with_current_params(read_values(command, "params"))
    recipients, rejection = find_recipients(fight, change, params)
    if not recipients:
        raise rejection or ForbiddenError(change.id, "it wouldn't change any combatant now")
    if command.get("mechanic") is None:
        event: ChangeEvent = {
            "event": "change",
            "change": change.id,
            "who": recipients[0],
            "params": to_json(params),
        }
        if recipients[1:]:
            event["also"] = list(recipients[1:])
        recorder.add(event)
        return
    for key in recipients:
        mechanic = fight.context.find_mechanic(_read_text(command, "mechanic"))
        _announce(fight, key, rng)
        roll = mechanic.roll(fill_params(recorder.fight, mechanic, key, None), rng)
        recorder.add({**_build_roll_event(roll), "by": key}, roll)
        for pending in find_pending_changes(recorder.fight):
            if pending.change is change and pending.recipient == key:
                recorder.add(_build_follow_up(pending, key))
        yield


def _apply_batch(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    changes = command.get("changes")
    if not changes:
        raise ParameterError("changes", changes, "a list of changes, each with change, who and params")
    for each in changes:
        check_fields(each, recorder.fight.combatants)
        _apply_change(recorder, each, rng)


def _roll_series(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> Work[None]:
    """Make several rolls; one that an earlier one has made impossible is left out."""
    rolls = command.get("rolls")
    if not rolls:
        raise ParameterError("rolls", rolls, "a list of rolls, each with mechanic and by")
    refusal: RulesError | None = None
    for each in rolls:
        check_fields(each, recorder.fight.combatants)
        attempt = recorder.copy()
        try:
            _roll_mechanic(attempt, _drop_emptied_choices(each), rng)
        except RulesError as error:
            refusal = refusal or error
            continue
        recorder.take_over(attempt)
        yield
    if refusal is not None and not recorder.events:
        raise refusal


def _roll_initiative(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> Work[None]:
    """Roll for initiative, with everything that a single roll does, such as momentum."""
    fight, only = recorder.fight, command.get("only")
    mechanic = fight.rules.order.mechanic
    waiting = [key for key in fight.awaiting_initiative if only is None or key in only]
    if mechanic is None or not waiting:
        raise ForbiddenError("order", "no combatant has to roll for initiative now")
    rolls: dict[str, Roll] = {}
    for key in waiting:
        _announce(fight, key, rng)
        rolls[key] = mechanic.roll(fill_params(fight, mechanic, key, None), rng)
        yield
    thrown: list[InitiativeRoll] = [
        {"by": key, "params": to_json(roll.params), "faces": list(roll.faces)} for key, roll in rolls.items()
    ]
    recorder.add({"event": "order", "rolls": thrown}, *rolls.values())
    for key, roll in rolls.items():
        for pending in find_initiative_changes(recorder.fight, key, roll):
            for recipient in pending.list_concerned(recorder.fight.sheet_for):
                recorder.add(_build_follow_up(pending, recipient))
        yield


def _join_combatants(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    fight = recorder.fight
    kind = fight.context.find_sheet(_read_text(command, "sheet"))
    if command.get("data") is not None:
        sheet = read_sheet(command["data"], fight.context.find_sheet)
    elif command.get("ready"):
        ready = kind.build_presets()
        if command["ready"] not in ready:
            raise UnknownIdError("ready", command["ready"], ready, none="none")
        sheet = ready[command["ready"]]
    else:
        sheet = kind()
    if fields := read_values(command, "fields"):
        sheet = kind.from_fields({**sheet.fields, **fields})
    if command.get("name") and "name" in sheet.parameters:
        sheet = sheet.from_fields({**sheet.fields, "name": command["name"]})
    data = sheet.to_dict()
    stored: SheetJson = {"sheet": data["sheet"], "fields": data["fields"]}
    event: JoinEvent = {"event": "join", "who": _generate_key(fight), "sheet": stored}
    if command.get("side"):
        event["side"] = command["side"]
    if command.get("count"):
        event["count"] = command["count"]
    recorder.add(event)
    if command.get("note"):
        recorder.add({"event": "note", "who": event["who"], "text": command["note"]})


def _update_combatant(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    combatant = recorder.fight.combatant(command.get("who"))
    updates = list(find_updates(recorder.fight, {combatant.key: command}))
    if not updates:
        raise ForbiddenError("update", f"{combatant.name} is up to date already")
    recorder.add(updates[0].build_event())


def _adjust_number(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> None:
    fight, field = recorder.fight, _read_text(command, "field")
    difference = read_value("amount", DIFFERENCE, command.get("amount"))
    refusal: RulesError | None = None
    for key in (command.get("who"), *_read_extra_targets(command)):
        sheet = fight.sheet_for(key)
        parameter = sheet.parameters.get(field)
        if parameter is None or not isinstance(parameter.kind, Whole):
            raise UnknownIdError("field", field, _list_numbers(sheet))
        try:
            value = _move_number(sheet, field, difference)
        except RulesError as error:
            refusal = refusal or error
            continue
        event: Event = {"event": "edit", "who": str(key), "fields": {field: value}}
        recorder.add(event)
    if refusal is not None and not recorder.events:
        raise refusal


def _list_numbers(sheet: Sheet) -> list[str]:
    return [name for name, each in sheet.parameters.items() if isinstance(each.kind, Whole)]


def _move_number(sheet: Sheet, field: str, difference: int) -> int:
    """Return a sheet's number after a difference, or the nearest one to it that the sheet allows.

    Raises:
        RulesError: the sheet allows no such change.
    """
    before: int = getattr(sheet, field)
    step = 1 if difference > 0 else -1
    kind = cast(Whole, sheet.parameters[field].kind)
    value = max(before + difference, kind.low)
    value = value if kind.high is None else min(value, kind.high)
    refusal: RulesError | None = None
    while value != before:
        try:
            type(sheet).from_fields({**sheet.fields, field: value})
        except RulesError as error:
            refusal = refusal or error
            value -= step
            continue
        return value
    raise refusal or ForbiddenError("adjust", f"{sheet.label_for(field)} is {before} already")


def _prepare_combatants(recorder: Recorder, command: UncheckedCommand, rng: DiceSource) -> Work[None]:
    if recorder.fight.has_begun:
        return
    for update in find_updates(recorder.fight, command.get("stored") or {}):
        if update.has_conflict:
            continue
        with suppress(RulesError):  # the change contradicts another field; the view offers it with its reason
            recorder.add(update.build_event())
        yield


def _generate_key(fight: Fight) -> str:
    """Generate a key that no combatant has or had, from the number of the event.

    In a copy of a fight, whose log is shorter, later combatants have the keys of later events.
    """
    taken = {key.partition("-")[0] for key in fight.combatants}
    number = len(fight.log) + 1
    while f"n{number}" in taken:
        number += 1
    return f"n{number}"


def _read_text(command: UncheckedCommand, part: str) -> str:
    if not isinstance(command.get(part), str):
        raise ParameterError(part, command.get(part), "an id")
    return str(command[part])


COMMANDS: dict[str, Callable[[Recorder, UncheckedCommand, DiceSource], Work[None] | None]] = {
    "roll": _roll_mechanic,
    "rolled": _resolve_roll,
    "amend": _amend_roll,
    "change": _apply_change,
    "all": _act_for_all,
    "each": _apply_to_all,
    "together": _apply_batch,
    "series": _roll_series,
    "order": _roll_initiative,
    "join": _join_combatants,
    "update": _update_combatant,
    "adjust": _adjust_number,
    "prepare": _prepare_combatants,
}

ACTS = tuple(dict.fromkeys((*COMMANDS, *EVENTS)))
"""The acts of all commands: any event is one, too."""

READING_FACES = ("rolled", "amend")
"""The commands that read their faces themselves."""
