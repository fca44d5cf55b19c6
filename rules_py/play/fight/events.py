"""Events of a fight: their types as JSON, and the check that turns untyped JSON into an event."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast, get_args

from rules_py.errors import ParameterError, UnknownIdError
from rules_py.parameters import Kind, ListOf, Text, Whole
from rules_py.text.quoting import shorten

SHARED = ("event", "id")
"""The parts that every event has."""

MOST_AT_ONCE = 20
"""The maximum number of combatants that join with one event."""

MOST_IN_ID = 40
"""The maximum length of an event's id."""

MOST_USES = 100
"""The maximum number of uses of a limit that one action takes."""

MOST_ROUNDS = 99
"""The maximum number of rounds that a condition lasts."""

KEY = Text("a combatant's key", most=40)
CONDITION = Text("the condition", most=40, label="Condition")
NOTE = Text("a note of the GM", most=2000, lines=True, label="Note")
ROUNDS = Whole(1, MOST_ROUNDS, "how many rounds it lasts, this one included", label="Rounds")
SCORE = Whole(-99, 999, "the place in the order", label="Initiative")
REFUSED = ListOf(
    Text("the reason why a change wasn't applied", most=400), "the triggered changes that weren't applied", most=20
)

Values = Mapping[str, Any]
"""Values by name; the mechanic, the change or the sheet that they belong to checks them."""


class SheetJson(TypedDict):
    """A sheet as JSON; `read_sheet` checks it and computes the derived values again."""

    sheet: str
    fields: Values
    derived: NotRequired[Values]
    warnings: NotRequired[Sequence[str]]


class JoinEvent(TypedDict):
    """A combatant joins, or several copies of a combatant with numbers after key and name.

    Attributes:
        who: a new key.
        side: the combatant's side; by default the first one that the sheet can join.
        count: the number of copies, also as text from a form.
    """

    event: Literal["join"]
    id: NotRequired[str]
    who: str
    side: NotRequired[str]
    sheet: SheetJson
    count: NotRequired[int | str]


class LeaveEvent(TypedDict):
    """A combatant leaves."""

    event: Literal["leave"]
    id: NotRequired[str]
    who: str


class RollEvent(TypedDict):
    """A roll.

    Attributes:
        by: the roller's key.
        at: the target's key.
        also: the keys of further targets.
        chosen: the choices for the roller's sheet.
        refused: sentences that say which triggered changes weren't applied, and why. Only fights stored before version
            0.2 have them.
        action: the id of the action that the roll is part of.
        paid: the uses of the action's limit that combatants spent on it, by their keys.
        override: the action's requirements that the table waived, by their names, each with the sentence about it.
        amends: the id of an earlier roll that this one replaces, with everything that followed from it.
        follows: true if it is undone together with the event before it.
    """

    event: Literal["roll"]
    id: NotRequired[str]
    mechanic: str
    params: NotRequired[Values]
    faces: Sequence[int]
    by: NotRequired[str | None]
    at: NotRequired[str | None]
    also: NotRequired[Sequence[str]]
    chosen: NotRequired[Values | None]
    refused: NotRequired[Sequence[str]]
    action: NotRequired[str | None]
    paid: NotRequired[Mapping[str, int]]
    override: NotRequired[Mapping[str, str]]
    amends: NotRequired[str | None]
    follows: NotRequired[Literal[True] | None]


class InitiativeRoll(TypedDict):
    """A combatant's roll of the order's mechanic."""

    by: str
    params: NotRequired[Values]
    faces: Sequence[int]


class OrderEvent(TypedDict):
    """Combatants roll for initiative."""

    event: Literal["order"]
    id: NotRequired[str]
    rolls: Sequence[InitiativeRoll]


class ChangeEvent(TypedDict):
    """A change applies to one or more sheets.

    Attributes:
        who: the recipient's key.
        also: the keys of further recipients.
        instead: the id of the event of a change that this one replaces, or of a change triggered by the last roll.
        rolled: the sides of the dice that gave parameters, by parameter.
        action, paid, override: as in a roll, for an action without a roll.
        follows: true if the event before led to it, and they are undone together.
    """

    event: Literal["change"]
    id: NotRequired[str]
    change: str
    who: str
    also: NotRequired[Sequence[str]]
    params: NotRequired[Values]
    instead: NotRequired[str | None]
    rolled: NotRequired[Mapping[str, int]]
    action: NotRequired[str | None]
    paid: NotRequired[Mapping[str, int]]
    override: NotRequired[Mapping[str, str]]
    follows: NotRequired[Literal[True] | None]


class EditEvent(TypedDict):
    """The fields of a sheet are corrected by hand, or come from the stored sheet that a combatant joined as.

    Attributes:
        also: the keys of further combatants who get the same values.
        stored: true if the fields have changed on the stored sheet.
        follows: true if it is undone together with the event before it.
    """

    event: Literal["edit"]
    id: NotRequired[str]
    who: str
    also: NotRequired[Sequence[str]]
    fields: NotRequired[Values]
    stored: NotRequired[Literal[True] | None]
    follows: NotRequired[Literal[True] | None]


class PlaceEvent(TypedDict):
    """The GM orders two tied combatants: `who` acts before `before`."""

    event: Literal["place"]
    id: NotRequired[str]
    who: str
    before: str


class TurnEvent(TypedDict):
    """The current group has acted."""

    event: Literal["turn"]
    id: NotRequired[str]


class EndEvent(TypedDict):
    """A period, such as "scene" or "mission", ends for everybody."""

    event: Literal["end"]
    id: NotRequired[str]
    of: str


class WithdrawEvent(TypedDict):
    """A combatant leaves the order, because they flee or retreat, and can come back."""

    event: Literal["withdraw"]
    id: NotRequired[str]
    who: str
    follows: NotRequired[Literal[True] | None]


class ReturnEvent(TypedDict):
    """A combatant who had withdrawn comes back."""

    event: Literal["return"]
    id: NotRequired[str]
    who: str


class MoveEvent(TypedDict):
    """The table moves a combatant in the order, whatever they rolled: `who` acts before `before`."""

    event: Literal["move"]
    id: NotRequired[str]
    who: str
    before: str


class InitiativeEvent(TypedDict):
    """The table sets a combatant's initiative by hand.

    Attributes:
        score: the number, also as text from a form; in an order by side, 1 for one who acts in the first round, or 0.
    """

    event: Literal["initiative"]
    id: NotRequired[str]
    who: str
    score: int | str


class LinkEvent(TypedDict):
    """A combatant acts in the turn of another one from now on, or on their own again.

    Attributes:
        leader: the key of the other one; null to end it.
    """

    event: Literal["link"]
    id: NotRequired[str]
    who: str
    leader: NotRequired[str | None]


class SideEvent(TypedDict):
    """A combatant changes sides."""

    event: Literal["side"]
    id: NotRequired[str]
    who: str
    side: str


class ConditionEvent(TypedDict):
    """Combatants get a condition that the table has named, or lose it.

    Attributes:
        also: the keys of further combatants.
        name: the condition in the table's words.
        rounds: the number of rounds that it lasts, the current one included, also as text from a form; without it, it
            lasts until the table ends it.
        over: true if it ends.
    """

    event: Literal["condition"]
    id: NotRequired[str]
    who: str
    also: NotRequired[Sequence[str]]
    name: str
    rounds: NotRequired[int | str | None]
    over: NotRequired[Literal[True] | None]


class NoteEvent(TypedDict):
    """The GM writes a note about a combatant, which takes the place of the one before."""

    event: Literal["note"]
    id: NotRequired[str]
    who: str
    text: NotRequired[str]
    follows: NotRequired[Literal[True] | None]


class DiceEvent(TypedDict):
    """The table rolls its own dice from now on, or no longer.

    Attributes:
        real: true if each roll asks for the faces of real dice.
    """

    event: Literal["dice"]
    id: NotRequired[str]
    real: bool


Event = (
    JoinEvent
    | LeaveEvent
    | RollEvent
    | OrderEvent
    | ChangeEvent
    | EditEvent
    | PlaceEvent
    | MoveEvent
    | InitiativeEvent
    | LinkEvent
    | SideEvent
    | ConditionEvent
    | NoteEvent
    | DiceEvent
    | TurnEvent
    | EndEvent
    | WithdrawEvent
    | ReturnEvent
)
"""One event of a fight, as it is stored; `event` tells which."""

EVENTS: Mapping[str, tuple[str, ...]] = {
    get_args(event.__annotations__["event"])[0]: tuple(part for part in event.__annotations__ if part not in SHARED)
    for event in get_args(Event)
}
"""The names of the events, each with its arguments besides `id`."""


def read_event(data: object, keys: Collection[str] = ()) -> Event:
    """Check that JSON has the form of an event, and return it unchanged.

    The reducer checks ids, keys and values against the fight when it applies the event.

    Args:
        keys: the combatants' keys, which an error about a key lists.

    Raises:
        RulesError: the JSON doesn't have the form of an event; the message says why.
    """
    name = data.get("event") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(name, str) or name not in EVENTS:
        raise UnknownIdError("event", name, EVENTS)
    for part in data:
        if part not in (*SHARED, *EVENTS[name]):
            raise UnknownIdError(name, part, EVENTS[name])
    if "id" in data and not _is_event_id(data["id"]):
        raise ParameterError("id", data["id"], f"text of 1 to {MOST_IN_ID} characters")
    for part in ("follows", "stored", "over"):
        if data.get(part) not in (None, True):
            raise ParameterError(part, data[part], "true or nothing")
    match name:
        case "join":
            _check_id(data, "side", is_required="side" in data)
        case "leave" | "withdraw" | "return" | "initiative" | "note":
            _check_key(data, "who", keys)
        case "roll":
            _check_roll(data, keys)
            _check_id(data, "mechanic")
            _check_further_keys(data, "at", "targets", keys)
            _check_action(data)
            _check_id(data, "amends", is_required=False)
            if data.get("chosen"):
                read_values(data, "chosen")
        case "order":
            _check_initiative_rolls(data, keys)
        case "change":
            _check_further_keys(data, "who", "combatants", keys)
            _check_key(data, "who", keys)
            _check_id(data, "change")
            _check_id(data, "instead", is_required=False)
            _check_action(data)
            read_values(data, "params")
            _check_own_dice(data)
        case "edit":
            _check_further_keys(data, "who", "combatants", keys)
            _check_key(data, "who", keys)
            read_values(data, "fields")
        case "place" | "move":
            _check_key(data, "who", keys)
            _check_key(data, "before", keys)
        case "link":
            _check_key(data, "who", keys)
            if data.get("leader") is not None:
                _check_key(data, "leader", keys)
        case "side":
            _check_key(data, "who", keys)
            _check_id(data, "side")
        case "condition":
            _check_further_keys(data, "who", "combatants", keys)
            _check_key(data, "who", keys)
        case "dice":
            if not isinstance(data.get("real"), bool):
                raise ParameterError("real", data.get("real"), "true or false")
        case "end":
            _check_id(data, "of")
    return cast(Event, data)


def read_choices(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a roll's event or of a command; an emptied list of a form is no choice.

    >>> read_choices({"chosen": {"ally": "", "weapons": 1}}), read_choices({})
    ({'weapons': 1}, {})
    """
    return {name: value for name, value in (event.get("chosen") or {}).items() if value not in (None, "")}


def build_key_error(key: object, keys: Collection[str]) -> UnknownIdError:
    """Build the error for a key that no combatant has.

    Args:
        keys: the combatants' keys.
    """
    return UnknownIdError("who", key, keys, none="nobody")


def read_key(event: JoinEvent) -> str:
    """Return the key of a combatant who joins.

    Raises:
        RulesError: the key is missing, empty or too long.
    """
    value: object = event.get("who")
    try:
        key = KEY.accept(value)
    except ValueError:
        key = ""
    if not key:
        raise ParameterError("who", value, f"a key of 1 to {KEY.most} characters")
    return key


def read_value(name: str, kind: Kind, value: object) -> Any:
    """Return the value of an event's part, as its kind reads it.

    Raises:
        RulesError: the kind doesn't accept it.
    """
    try:
        return kind.accept(value)
    except ValueError:
        raise ParameterError(
            name, value, kind.describe_accepted(), plain=f"{kind.label or name} takes {kind.describe_accepted()}."
        ) from None


def read_count(event: JoinEvent) -> int:
    """Return the number of combatants who join.

    Raises:
        RulesError: it isn't a whole number, or too many join at once.
    """
    value = event.get("count", 1)
    takes = f"a whole number from 1 to {MOST_AT_ONCE}"
    try:
        return Whole(1, MOST_AT_ONCE, "").accept(value)
    except ValueError:
        raise ParameterError(
            "count", value, takes, is_text=True, plain=f"How many takes {takes}; you entered {shorten(value)}."
        ) from None


def read_refused(event: RollEvent) -> tuple[str, ...]:
    """Return the sentences about triggered changes that weren't applied.

    Raises:
        RulesError: they aren't a list of sentences.
    """
    value = event.get("refused", [])
    try:
        return REFUSED.accept(value)
    except ValueError:
        raise ParameterError("refused", value, REFUSED.describe_accepted()) from None


def read_values(event: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the part of an event or command that maps names to values, or an empty dict if it is missing.

    Raises:
        RulesError: the part isn't a mapping.
    """
    given = event.get(part, {})
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ParameterError(part, given, "values by name")
    return dict(given)


def _is_event_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_IN_ID


def _check_action(data: Mapping[str, Any]) -> None:
    """Check the parts of an event that say which action it is, and what it took."""
    _check_id(data, "action", is_required=False)
    paid = read_values(data, "paid")
    if not all(
        isinstance(uses, int) and not isinstance(uses, bool) and 0 <= uses <= MOST_USES for uses in paid.values()
    ):
        raise ParameterError("paid", paid, f"numbers of uses from 0 to {MOST_USES} by combatant")
    override = read_values(data, "override")
    if not all(isinstance(reason, str) for reason in override.values()):
        raise ParameterError("override", override, "sentences by the names of requirements")


def _check_own_dice(data: Mapping[str, Any]) -> None:
    """Check the sides of the dice that gave a change's parameters."""
    sides = read_values(data, "rolled")
    if not all(isinstance(each, int) and not isinstance(each, bool) and each > 0 for each in sides.values()):
        raise ParameterError("rolled", sides, "the sides of dice by parameter")


def _check_id(data: Mapping[str, Any], part: str, *, is_required: bool = True) -> None:
    if not isinstance(data.get(part), str) and (is_required or data.get(part) is not None):
        raise ParameterError(part, data.get(part), "an id")


def _check_key(data: Mapping[str, Any], part: str, keys: Collection[str]) -> None:
    if not isinstance(data.get(part), str):
        raise build_key_error(data.get(part), keys)


def _check_further_keys(data: Mapping[str, Any], first: str, noun: str, keys: Collection[str]) -> None:
    """Check the keys in `also`: all differ from one another and from the key in `first`."""
    also = data.get("also", [])
    if not isinstance(also, list | tuple) or len({str(data.get(first)), *map(str, also)}) <= len(also):
        raise ParameterError("also", also, f"a list of {noun} besides the first, each once")
    for key in also:
        if not isinstance(key, str):
            raise build_key_error(key, keys)


def _check_roll(data: Mapping[str, Any], keys: Collection[str]) -> None:
    """Check the parts of a roll that initiative rolls have too."""
    if not isinstance(data.get("faces"), list | tuple):
        raise ParameterError("faces", data.get("faces"), "a list of whole numbers")
    read_values(data, "params")
    for part in ("by", "at"):
        if data.get(part) is not None:
            _check_key(data, part, keys)


def _check_initiative_rolls(data: Mapping[str, Any], keys: Collection[str]) -> None:
    rolls = data.get("rolls")
    if not isinstance(rolls, list | tuple) or not rolls:
        raise ParameterError("rolls", rolls, "a list of initiative rolls, each with by, params and faces")
    for each in rolls:
        if not isinstance(each, Mapping):
            raise ParameterError("rolls", each, "by, params and faces")
        _check_key(each, "by", keys)
        _check_roll(each, keys)
