"""A roll that a GM asks a player for, as JSON that a link carries."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError, UnknownParameterError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter, Whole
from rules_py.text.numbers import is_whole
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text

VERSION = 1
"""The version of requests and answers that this package writes and reads."""

LONGEST_TITLE = 80
LONGEST_NAME = 40
LONGEST_PAGE = 100
LONGEST_VALUE = 400
MOST_VALUES = 60
MOST_DICE = 60
MOST_SIDES = 1_000

UNREADABLE = "This holds no roll that the site can read. Ask for it again."
NEWER = "A newer version of this site asked for this roll. Reload this page, or ask again."
NO_DICE = "Nothing is rolled with these numbers, so there is nothing to ask a player for."

_ID = re.compile(r"[a-z0-9]{8,40}")
_RULE = re.compile(r"[a-z0-9_]+\.[a-z0-9-]+|dice")


class AskedDie(NamedTuple):
    """A die that a player rolls for a fight.

    Attributes:
        sides: its sides.
        label: the rule's name for it, or "".
    """

    sides: int
    label: str


class RollRequest(NamedTuple):
    """A roll that a GM asks a player for.

    A roll of a fight is asked for by its first dice alone, so that the link says nothing about the enemies.

    Attributes:
        id: a random text that tells the request from all others.
        rule: the mechanic or the table; "" for the dice of a fight.
        title: what the player rolls, such as "SMART".
        who: the name of the character who rolls, or "" for anybody's.
        page: the page of the fight to which the answer goes, or "".
        params: the parameters that differ from their defaults, as text.
        open: the names of the parameters that the player's character fills in.
        chosen: the choices for the player's sheet, such as the attribute.
        dice: the dice of a fight.
    """

    id: str
    rule: str
    title: str
    who: str = ""
    page: str = ""
    params: Mapping[str, str] = {}
    open: tuple[str, ...] = ()
    chosen: Mapping[str, str] = {}
    dice: tuple[AskedDie, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the request as JSON data, without the parts that are empty."""
        parts: dict[str, Any] = {
            "rule": self.rule,
            "who": self.who,
            "page": self.page,
            "params": dict(self.params),
            "open": list(self.open),
            "chosen": dict(self.chosen),
            "dice": [[die.sides, die.label] for die in self.dice],
        }
        filled = {name: part for name, part in parts.items() if part}
        return {"version": VERSION, "id": self.id, "title": self.title, **filled}

    def describe_settings(self, mechanic: Mechanic) -> list[str]:
        """Return the parameters that the GM has set and the player can't change, in words: `Modifier +1`."""
        return [
            _describe_setting(mechanic.parameters[name], text)
            for name, text in self.params.items()
            if name not in self.open
        ]


def _describe_setting(parameter: Parameter, text: str) -> str:
    value, kind = parameter.accept(text), parameter.kind
    if isinstance(value, bool):
        return parameter.label if value else f"{parameter.label}: no"
    if isinstance(kind, Whole) and kind.low < 0 and is_whole(value):
        return use_minus_sign(f"{parameter.label} {value:+d}")
    return f"{parameter.label} {kind.names().get(to_text(value), to_text(value))}"


def make_request(
    id: str,
    mechanic: Mechanic,
    params: Mapping[str, Any],
    *,
    title: str = "",
    who: str = "",
    open: tuple[str, ...] = (),
    chosen: Mapping[str, str] | None = None,
) -> RollRequest:
    """Make a request for a rule.

    Args:
        id: a random text of 8 to 40 letters and digits.
        mechanic: the rule.
        params: its parameters as the GM has set them.
        title: what the player rolls; by default the rule's title.
        who: the name of the character who rolls, or "".
        open: the names of the parameters that the player's character fills in.
        chosen: the choices for the player's sheet.

    Raises:
        RulesError: a parameter is not accepted, or the rule rolls no dice with them.
    """
    checked = mechanic.check(dict(params))
    if not open and not mechanic.find_requested_dice((), checked).slots:
        raise RulesError(NO_DICE, plain=NO_DICE)
    texts = {name: to_text(value) for name, value in checked.items() if value != mechanic.parameters[name].default}
    return read_request(
        RollRequest(
            id,
            mechanic.id,
            (title.strip() or mechanic.title)[:LONGEST_TITLE],
            who.strip()[:LONGEST_NAME],
            params=texts,
            open=tuple(name for name in mechanic.parameters if name in open),
            chosen=chosen or {},
        ).to_dict()
    )


def read_request(data: Any) -> RollRequest:
    """Read a request from JSON data.

    Raises:
        RulesError: it isn't a request, or is larger than any that this site makes.
    """
    if isinstance(data, Mapping) and isinstance(data.get("version"), int) and data["version"] > VERSION:
        raise RulesError(NEWER, plain=NEWER)
    if not isinstance(data, Mapping) or data.get("version") != VERSION:
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    names = {"version", "id", "title"}
    for name, value in data.items():
        if name not in names and (name not in _PARTS or not value or not _PARTS[name](value)):
            raise RulesError(UNREADABLE, plain=UNREADABLE)
    id, title, rule, dice = (data.get(name) for name in ("id", "title", "rule", "dice"))
    if not isinstance(id, str) or not _ID.fullmatch(id) or not _is_text(title, LONGEST_TITLE) or not title:
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    if (rule is None) == (dice is None) or (dice is not None and not data.get("page")):
        raise RulesError(UNREADABLE, plain=UNREADABLE)
    return RollRequest(
        id,
        rule or "",
        str(title),
        data.get("who") or "",
        data.get("page") or "",
        dict(data.get("params") or {}),
        tuple(data.get("open") or ()),
        dict(data.get("chosen") or {}),
        tuple(AskedDie(sides, label) for sides, label in dice or ()),
    )


def check_rule(request: RollRequest, mechanic: Mechanic) -> None:
    """Check that a rule takes the parameters of a request.

    Raises:
        RulesError: it has no such parameter, or doesn't take a value.
    """
    mechanic.check(dict(request.params))
    for name in request.open:
        if name not in mechanic.parameters:
            raise UnknownParameterError(name, mechanic.id, mechanic.parameters)


def _is_text(value: Any, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def is_name(value: Any) -> bool:
    """Return True for the name of a character, which may be ""."""
    return _is_text(value, LONGEST_NAME)


def are_values(value: Any) -> bool:
    """Return True for texts by name, within the limits of a request."""
    return (
        isinstance(value, Mapping)
        and len(value) <= MOST_VALUES
        and all(_is_text(name, LONGEST_NAME) and _is_text(text, LONGEST_VALUE) for name, text in value.items())
    )


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_VALUES and all(_is_text(name, LONGEST_NAME) for name in value)


def _is_die(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and type(value[0]) is int
        and 1 <= value[0] <= MOST_SIDES
        and _is_text(value[1], LONGEST_NAME)
    )


_PARTS: Mapping[str, Callable[[Any], bool]] = {
    "rule": lambda value: _is_text(value, LONGEST_TITLE) and _RULE.fullmatch(value) is not None,
    "who": is_name,
    "page": lambda value: _is_text(value, LONGEST_PAGE),
    "params": are_values,
    "open": _are_names,
    "chosen": are_values,
    "dice": lambda value: isinstance(value, list) and len(value) <= MOST_DICE and all(map(_is_die, value)),
}
"""The check of each part that a request may have."""
