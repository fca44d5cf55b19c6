"""Settings of a sheet's rolls: what a player has chosen for them, and what is known about the world.

The page stores them on the device and gives them back unread. Facts about the world, such as the range, are shared by
all rolls; the other settings belong to a roll, or to a roll with one entry of a list.

An entry is known by the text of its first part, such as a weapon's name, because its number changes when players add or
remove others. So settings follow their entry, and entries with the same text share them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules_py.errors import ParameterError, RulesError, UnknownParameterError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Flag, Parameter
from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.fight.choices import is_possible
from rules_py.play.layout import Layout
from rules_py.play.previews import Line, Origin, describe_line, find_own_origins
from rules_py.play.solo import Solo
from rules_py.text.numbers import is_whole
from rules_py.text.serialization import to_json, to_text

PARTS = ("chosen", "params", "helps")
"""The parts of the settings of a roll."""

ENTRY_SIGN = ": "
"""The text between a list and the text of its entry in the key of a roll's settings."""

MOST_DROPPED = 8
"""The number of facts that a roll may refuse before it is made without any."""


@dataclass(frozen=True)
class RollSettings:
    """The settings of a roll.

    Attributes:
        chosen: the player's choices: the name of a field, or a list's entry as `store_entry` returns it.
        params: parameters that the player has entered.
        helps: the names of what helps, by the parameter that counts it.
    """

    chosen: Mapping[str, Any] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    helps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class SheetSettings:
    """The settings of all rolls of a sheet.

    Attributes:
        about: facts about the world by parameter, which all rolls share.
        rolls: the settings of each roll, by its key.
        switches: the roll that is open in each group of tiles that has several, by the group's title.
    """

    about: Mapping[str, Any] = field(default_factory=dict)
    rolls: Mapping[str, RollSettings] = field(default_factory=dict)
    switches: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Any) -> "SheetSettings":
        """Read settings from JSON; whatever isn't understood is left out.

        Settings of version 0.1 have the choices by mechanic and nothing else.
        """
        if not isinstance(data, Mapping):
            return cls()
        if not ("about" in data or "rolls" in data or "switches" in data):
            return cls(rolls={id: RollSettings(_read_mapping(chosen)) for id, chosen in data.items()})
        rolls = {}
        for key, found in _read_mapping(data.get("rolls")).items():
            if _is_by_number(key):
                continue
            parts = _read_mapping(found)
            helps = {
                name: tuple(each for each in names if isinstance(each, str))
                for name, names in _read_mapping(parts.get("helps")).items()
                if isinstance(names, list | tuple)
            }
            rolls[key] = RollSettings(_read_mapping(parts.get("chosen")), _read_mapping(parts.get("params")), helps)
        switches = {title: id for title, id in _read_mapping(data.get("switches")).items() if isinstance(id, str)}
        return cls(_read_mapping(data.get("about")), rolls, switches)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON, without what is empty."""
        rolls: dict[str, dict[str, Any]] = {}
        for key, each in self.rolls.items():
            parts = {
                "chosen": to_json(dict(each.chosen)),
                "params": to_json(dict(each.params)),
                "helps": {name: list(names) for name, names in each.helps.items() if names},
            }
            kept = {name: part for name, part in parts.items() if part}
            if kept:
                rolls[key] = kept
        return {"about": to_json(dict(self.about)), "rolls": rolls, "switches": dict(self.switches)}

    def for_roll(self, mechanic_id: str, key: str) -> RollSettings:
        """Return the settings of a roll; an entry of a list begins with the choices of the roll without one."""
        shared, own = self.rolls.get(mechanic_id, RollSettings()), self.rolls.get(key, RollSettings())
        return RollSettings({**shared.chosen, **own.chosen}, own.params, own.helps)

    def with_roll(self, key: str, settings: RollSettings) -> "SheetSettings":
        """Return the settings with others for a roll."""
        return replace(self, rolls={**self.rolls, key: settings})

    def with_about(self, about: Mapping[str, Any]) -> "SheetSettings":
        """Return the settings with other facts about the world."""
        return replace(self, about=about)

    def with_switch(self, title: str, mechanic_id: str) -> "SheetSettings":
        """Return the settings with another open roll in a group of tiles."""
        return replace(self, switches={**self.switches, title: mechanic_id})

    def with_help(self, key: str, name: str, words: tuple[str, ...]) -> "SheetSettings":
        """Return the settings with other names of what helps in a roll, for a parameter that counts it."""
        own = self.rolls.get(key, RollSettings())
        return self.with_roll(key, RollSettings(own.chosen, own.params, {**own.helps, name: words}))

    def drop_once(self, binding: RollBinding, key: str) -> "SheetSettings":
        """Return the settings after a roll, without what the player has claimed or paid for it alone.

        A value that the sheet fills in is the sheet's again.
        """
        if key not in self.rolls:
            return self
        own = self.rolls[key]
        once = {name for name, parameter in binding.mechanic.parameters.items() if parameter.kind.once}
        once |= {name for name in binding.sources if not binding.mechanic.parameters[name].kind.about}
        params = {name: value for name, value in own.params.items() if name not in once}
        helps = {name: names for name, names in own.helps.items() if name not in once}
        return self.with_roll(key, RollSettings(own.chosen, params, helps))


def _read_mapping(data: Any) -> dict[str, Any]:
    return {name: value for name, value in data.items() if isinstance(name, str)} if isinstance(data, Mapping) else {}


def _is_by_number(key: str) -> bool:
    """Return True for the key of an earlier version, which has an entry's number: it may mean another entry by now."""
    return ENTRY_SIGN not in key and key.rpartition(".")[2].isdecimal()


def read_choice(value: Any) -> Any:
    """Read a choice from text: the number of a list's entry, or the name of a field."""
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


def store_entry(sheet: Any, name: str, number: int) -> Any:
    """Return a list's entry as it is stored: its text, and its place among the entries with the same text.

    The choice of no entry is stored as its number.
    """
    texts = sheet.list_entry_texts(name)
    if not 0 <= number < len(texts):
        return number
    text = texts[number]
    place, count = texts[:number].count(text), texts.count(text)
    return [text, place, count] if count > 1 else text


def find_stored_entry(sheet: Any, name: str, stored: Any) -> int | None:
    """Return the number of an entry that is stored as `store_entry` returns it, or None if the list lacks it.

    The number of an entry, which earlier versions stored, may mean another entry by now, so it isn't read.
    """
    if stored == NO_ENTRY:
        return NO_ENTRY
    texts = sheet.list_entry_texts(name)
    if isinstance(stored, str):
        return texts.index(stored) if stored in texts else None
    if isinstance(stored, list | tuple) and len(stored) == 3:
        numbers = [number for number, text in enumerate(texts) if text == stored[0]]
        for place, number in enumerate(numbers):
            if place == stored[1] and len(numbers) == stored[2]:
                return number
    return None


def find_key(binding: RollBinding, sheet: Any, fixed: Mapping[str, Any]) -> str:
    """Return the key of a roll's settings: its id, and the list's entry that its control fixes.

    Args:
        binding: the roll.
        sheet: the roller's sheet.
        fixed: the choices that the control fixes, such as the weapon on whose card it is.
    """
    words = [binding.mechanic.id]
    for name, number in fixed.items():
        if name in binding.choices and not binding.choices[name]:
            texts = sheet.list_entry_texts(name)
            words.append(f"{name}{ENTRY_SIGN}{texts[number]}" if 0 <= number < len(texts) else f"{name}.{number}")
    return " ".join(words)


def _find_chosen(binding: RollBinding, sheet: Any, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored choices that the sheet still has, each entry by its number."""
    found = {}
    for name, value in stored.items():
        is_entry = name in binding.choices and not binding.choices[name]
        choice = find_stored_entry(sheet, name, value) if is_entry else value
        if is_possible(binding, sheet, name, choice):
            found[name] = choice
    return found


def list_helps(sheet: Any, layout: Layout, name: str) -> tuple[str, ...]:
    """Return the names of everything on a sheet that can help as a parameter, each once.

    A text with commas is several words, such as an item's tags.
    """
    found: list[str] = []
    for source in layout.helps.get(name, ()):
        list_field, _, part = source.partition(".")
        if part:
            texts = [to_text(getattr(entry, part)) for entry in getattr(sheet, list_field)]
            found += [word.strip() for text in texts for word in text.split(",")]
        else:
            found += sheet.name_entries(list_field)
    return tuple(dict.fromkeys(word for word in found if word))


@dataclass(frozen=True)
class PreparedRoll:
    """A roll of a sheet with everything that is known about it before its dice.

    Attributes:
        binding: the roll.
        key: the key of its settings.
        fixed: the choices that its control fixes.
        chosen: all choices.
        given: the parameters that the player has given, with the facts about the world.
        helps: the names of what helps, by the parameter that counts it; empty ones for what could help.
        params: all parameters.
        origins: the origins of the parameters that don't have their default.
        missing: the parameters that the sheet should fill but has no value for, each with a sentence.
        refusal: why the rule doesn't accept the parameters, or None.
    """

    binding: RollBinding
    key: str
    fixed: Mapping[str, Any]
    chosen: Mapping[str, Any]
    given: Mapping[str, Any]
    helps: Mapping[str, tuple[str, ...]]
    params: Mapping[str, Any]
    origins: Mapping[str, Origin]
    missing: Mapping[str, str]
    refusal: RulesError | None = None

    @property
    def mechanic(self) -> Mechanic:
        """The roll's mechanic."""
        return self.binding.mechanic

    @property
    def asked(self) -> tuple[str, ...]:
        """The parameters that still need a value: numbers about an opponent, and what the sheet lacks."""
        asked = [
            name
            for name, parameter in self.mechanic.parameters.items()
            if parameter.kind.ask and name not in self.origins
        ]
        return (*asked, *(name for name in self.missing if name not in self.given))

    def describe_line(self, hidden: tuple[str, ...] = (), dice: str = "") -> Line:
        """Describe what the roll is against; `hidden` are choices that are shown elsewhere."""
        shown_elsewhere = (*self.fixed, *hidden)
        return describe_line(
            self.mechanic, self.params, self.origins, hidden=shown_elsewhere, helps=self.helps, dice=dice
        )


def prepare_roll(
    solo: Solo,
    layout: Layout,
    settings: SheetSettings,
    binding: RollBinding,
    fixed: Mapping[str, Any],
    params: Mapping[str, Any],
) -> PreparedRoll:
    """Prepare a roll of a sheet: its choices, its parameters and their origins.

    A fact about the world that this roll doesn't accept, such as a range out of a weapon's reach, is left out.

    Args:
        solo: the sheet's owner.
        layout: the sheet's layout.
        settings: what the player has set for the sheet's rolls.
        binding: the roll.
        fixed: the choices that the roll's control fixes.
        params: the parameters that it fixes, before those that the player has given.
    """
    mechanic, sheet = binding.mechanic, solo.sheet
    key = find_key(binding, sheet, fixed)
    own = settings.for_roll(mechanic.id, key)
    chosen = solo.choose(binding, {**_find_chosen(binding, sheet, own.chosen), **fixed})
    facts = _accept(
        {name: value for name, value in settings.about.items() if _is_fact(mechanic.parameters.get(name))}, mechanic
    )
    helps = _find_helps(solo, layout, mechanic, own)
    entered = _accept({name: value for name, value in own.params.items() if name not in facts}, mechanic)
    counted = {name: _count_helps(mechanic.parameters[name], names) for name, names in helps.items() if names}
    missing = binding.find_missing(sheet, chosen)
    given = {**facts, **entered, **counted, **_accept(params, mechanic)}
    for _ in range(MOST_DROPPED):
        checked, origins = _fill(solo, binding, chosen, given, missing)
        refusal = _find_refusal(mechanic, checked)
        name = refusal.name if isinstance(refusal, ParameterError) else ""
        if name not in facts or name not in given:
            break
        given = {each: value for each, value in given.items() if each != name}
    return PreparedRoll(binding, key, fixed, chosen, given, helps, checked, origins, missing, refusal)


def _is_fact(parameter: Parameter | None) -> bool:
    """Return True for a parameter whose value is a fact about the world, the same for all rolls."""
    return parameter is not None and parameter.kind.about != ""


def _accept(values: Mapping[str, Any], mechanic: Mechanic) -> dict[str, Any]:
    """Return the values that a mechanic's parameters accept."""
    accepted = {}
    for name, value in values.items():
        if name not in mechanic.parameters:
            continue
        try:
            accepted[name] = mechanic.parameters[name].accept(value)
        except RulesError:
            continue  # an earlier version of the sheet or the rule accepted it
    return accepted


def _find_helps(solo: Solo, layout: Layout, mechanic: Mechanic, own: RollSettings) -> dict[str, tuple[str, ...]]:
    """Return the names of what helps, by parameter, for all parameters that the sheet has something for."""
    found = {}
    for name in layout.helps:
        if name in mechanic.parameters and (possible := list_helps(solo.sheet, layout, name)):
            found[name] = tuple(each for each in own.helps.get(name, ()) if each in possible)
    return found


def _count_helps(parameter: Parameter, names: tuple[str, ...]) -> Any:
    """Return the value of a parameter that counts what helps: true, or their number."""
    if isinstance(parameter.kind, Flag):
        return True
    for count in range(len(names), 0, -1):
        try:
            return parameter.accept(count)
        except RulesError:
            continue  # only so many count
    return parameter.default


def _fill(
    solo: Solo,
    binding: RollBinding,
    chosen: Mapping[str, Any],
    given: Mapping[str, Any],
    missing: Mapping[str, str],
) -> tuple[dict[str, Any], dict[str, Origin]]:
    """Return all parameters of a roll, and the origins of those that don't have their default."""
    mechanic = binding.mechanic
    filled = solo.fill_params(binding, chosen, (*given, *missing))
    accepted = _accept(filled, mechanic)
    params = mechanic.check({**accepted, **given})
    origins = {
        name: origin
        for name, origin in find_own_origins(binding, solo.sheet, chosen).items()
        if name in accepted and name not in missing
    }
    for name in accepted:
        if name not in origins and accepted[name] != mechanic.parameters[name].default:
            origins[name] = Origin("fight")
    for name in given:
        origins[name] = Origin("player")
    return params, origins


def _find_refusal(mechanic: Mechanic, params: Mapping[str, Any]) -> RulesError | None:
    """Return why a rule doesn't accept parameters, from one run of it, or None."""
    try:
        mechanic.roll(dict(params), 0)
    except RulesError as error:
        return error
    return None


def read_form(prepared: PreparedRoll, sheet: Any, settings: SheetSettings, values: Mapping[str, Any]) -> SheetSettings:
    """Return the settings after what a reader has set in a roll's form.

    A box that isn't ticked isn't among the values, so a condition that the form has is false without one.

    Args:
        prepared: the roll as the form shows it.
        sheet: the roller's sheet.
        settings: the settings so far.
        values: the form's values by name, each a text or a list of texts.

    Raises:
        RulesError: the form has no such field, or a value isn't accepted.
    """
    mechanic, binding = prepared.mechanic, prepared.binding
    shown = list_form_params(prepared)
    fields = (*binding.choices, *prepared.helps, *shown)
    for name in values:
        if name not in fields:
            raise UnknownParameterError(name, mechanic.id, fields)
    own = settings.for_roll(mechanic.id, prepared.key)
    chosen, params, helps = dict(own.chosen), dict(own.params), dict(own.helps)
    about = dict(settings.about)
    for name, fields in binding.choices.items():
        if name not in prepared.fixed and name in values:
            choice = read_choice(_read_text(values[name]))
            chosen[name] = store_entry(sheet, name, choice) if not fields and is_whole(choice) else choice
    for name, parameter in mechanic.parameters.items():
        if name in prepared.helps:
            helps[name] = tuple(each for each in _read_texts(values.get(name)) if each)
        elif name in shown:
            where = about if _is_fact(parameter) else params
            text = _read_text(values[name]) if name in values else ""
            if isinstance(parameter.kind, Flag):
                value = text == "true"
            elif text == "":
                where.pop(name, None)
                continue
            else:
                value = parameter.accept(text)
            is_filled = name in prepared.origins and prepared.origins[name].giver != "player"
            is_default = value == parameter.default and not parameter.kind.ask and name not in binding.sources
            if is_default or (is_filled and value == prepared.params[name]):
                where.pop(name, None)
            else:
                where[name] = value
    return settings.with_about(about).with_roll(prepared.key, RollSettings(chosen, params, helps))


def list_form_params(prepared: PreparedRoll) -> tuple[str, ...]:
    """Return the parameters that a roll's form has a field for.

    These are the ones that still need a value, facts about the world, what counts for one roll only, conditions, and
    everything that the sheet doesn't fill in.
    """
    sources, choices = prepared.binding.sources, prepared.binding.choices
    return tuple(
        name
        for name, parameter in prepared.mechanic.parameters.items()
        if name not in prepared.helps
        and name not in choices
        and (
            name not in sources
            or name in prepared.missing
            or parameter.kind.about != ""
            or parameter.kind.once
            or (isinstance(parameter.kind, Flag) and "." not in str(sources[name]))
        )
    )


def _read_text(value: Any) -> str:
    texts = _read_texts(value)
    return texts[-1] if texts else ""


def _read_texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(each if isinstance(each, str) else to_text(each) for each in value)
    return () if value is None else (value if isinstance(value, str) else to_text(value),)
