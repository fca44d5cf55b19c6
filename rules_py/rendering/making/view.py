"""The view of a character that is being made: what each choice would do, and what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import ListOf, Number, Numbers, Parameter, Record, Whole
from rules_py.play import Sheet
from rules_py.play.making import Making, find_new_warnings
from rules_py.play.previews import label_for_field
from rules_py.play.steps import Step
from rules_py.rendering.fights.buttons import escape_json
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

LONGEST_SUMMARY = 90
"""The maximum length of a closed step's text; a longer list says how many more there are."""


@dataclass(frozen=True)
class Trial:
    """The outcome of a tap, without the tap.

    Attributes:
        reason: why it isn't possible, or "".
        note: the warning that it brings, or "".
        price: the points that it costs, negative if they come back, or None if the sheet isn't bought.
    """

    reason: str = ""
    note: str = ""
    price: int | None = None


@dataclass(frozen=True)
class MakingView:
    """The view of a character that is being made.

    Attributes:
        making: the character.
    """

    making: Making

    @property
    def sheet(self) -> Sheet:
        """The sheet so far."""
        return self.making.sheet

    @property
    def budget(self) -> str:
        """The derived value with the points that are left, or ""."""
        return self.sheet.layout.budget if self.sheet.layout else ""

    def label(self, step: Step, name: str) -> str:
        """Return the label of a step's field."""
        if step.kit is not None:
            return step.kit.parameters[name].label
        return label_for_field(self.sheet, step.shows.get(name, name)) or humanize(name)

    @cached_property
    def _points(self) -> int:
        return int(getattr(self.sheet, self.budget)) if self.budget else 0

    def try_act(self, act: Mapping[str, Any]) -> Trial:
        """Try a tap that needs no dice."""
        try:
            made = self.making.act(act, _find_no_roll)
        except RulesError as error:
            return Trial(reason=error_message(error, self.sheet.parameters))
        price = None
        if self.budget:
            left = int(getattr(made.sheet, self.budget))
            price = self._points - left
            if price > 0 and left < 0:
                return Trial(reason=f"Costs {price}, {max(0, self._points)} left.", price=price)
        return Trial(note=" ".join(find_new_warnings(self.sheet, made.sheet)), price=price)

    # Summaries

    def describe_step(self, step: Step) -> str:
        """Describe what is chosen in a step, or "" if nothing is."""
        said = [self._describe_field(step, name) for name in step.fields]
        return shorten_list([each for each in said if each])

    def _describe_field(self, step: Step, name: str) -> str:
        parameter, value = self.making.find_parameter(step, name), self.making.read_value(step, name)
        if isinstance(parameter.kind, Whole | Number):
            if name in step.shows:
                return f"{self.label(step, name)} {to_text(getattr(self.sheet, step.shows[name]))}"
            return (
                f"{shorten_name(self.label(step, name))} {format_value(parameter, value)}"
                if self._says(step, name)
                else ""
            )
        if value in ("", "none", ()):
            return ""
        if isinstance(parameter.kind, ListOf):
            return shorten_list(self.name_entries(step, name))
        return label_for_value(parameter, value)

    def _says(self, step: Step, name: str) -> bool:
        """Return True for a number that somebody has given, or that the rules begin with."""
        return self.making.is_given(step, name)

    def name_entries(self, step: Step, name: str) -> list[str]:
        """Return the names of a list's entries."""
        parameter = self.making.find_parameter(step, name)
        entry = parameter.kind.entry if isinstance(parameter.kind, ListOf) else parameter.kind
        value = self.making.read_value(step, name)
        if isinstance(entry, Numbers):
            return [" / ".join(map(to_text, each)) for each in value]
        first = next(iter(entry.kinds.values())) if isinstance(entry, Record) else entry
        names = first.names()
        texts = [to_text(next(iter(each))) if isinstance(entry, Record) else to_text(each) for each in value]
        return [names.get(text, text) or f"{self.label(step, name)} {at}" for at, text in enumerate(texts, 1)]


def render_tap(act: Mapping[str, Any], suffix: str = "") -> str:
    """Render what a button does, as data, with a key that stays the same while the page is drawn again."""
    parts = [act[name] for name in ("do", "step", "field", "at", "part") if name in act]
    if act["do"] in ("choose", "word"):
        parts.append(act["value"])
    key = "-".join([*map(to_text, parts), *([suffix] if suffix else [])])
    return f' data-make="{escape_json(act)}" data-key="{escape(key)}"'


def _find_no_roll(id: str) -> Mechanic:
    """Refuse to roll: a trial has no dice.

    Raises:
        RulesError: always.
    """
    raise RulesError(f"got the roll {id}, takes none")


def format_value(parameter: Parameter, value: Any) -> str:
    """Format a number with its sign if the rules add it, and with its unit."""
    if isinstance(parameter.kind, Whole) and parameter.kind.is_signed:
        return use_minus_sign(f"{value:+d}" if value else "0")
    unit = f" {parameter.kind.unit}" if parameter.kind.unit else ""
    return f"{label_for_value(parameter, value)}{unit}"


def shorten_name(label: str) -> str:
    """Return a name in capitals by its first three letters, as tiles do: "STR" of "STRENGTH"."""
    return label[:3] if label == label.upper() else label


def shorten_list(texts: list[str]) -> str:
    """Join some texts with commas; of many, only the first ones are named.

    >>> shorten_list(["Blink", "Zombie"])
    'Blink, Zombie'
    """
    text = ", ".join(texts)
    if len(text) <= LONGEST_SUMMARY:
        return text
    shown: list[str] = []
    for each in texts:
        if sum(map(len, shown)) + 2 * len(shown) + len(each) > LONGEST_SUMMARY and shown:
            break
        shown.append(each)
    left = len(texts) - len(shown)
    return f"{', '.join(shown)}{f' and {left} more' if left else ''}"
