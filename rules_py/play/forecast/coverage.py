"""The coverage of a forecast: the weapons, talents, conditions and other entries on the sheets that it plays.

An entry is played if a combatant chooses it, or if the forecast's first fights go otherwise without it. The others have
a reason: an action that the forecast doesn't take, another entry that goes first, or that nothing in a fight reads it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.parameters import Choice, EntryOf, Flag, ListOf, Notation, RowOf
from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.assumption_report import can_take
from rules_py.play.forecast.assumptions import describe_value, list_conditions
from rules_py.play.forecast.plays import Play
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.results import FightResult
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.run import ForecastOptions, build_simulator, choose_seed
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import compute_points_left
from rules_py.play.sheet import Sheet
from rules_py.scheduling import Work
from rules_py.text.sentences import join_choices, join_some
from rules_py.text.wording import decapitalize, humanize, pluralize

COMPARED_FIGHTS = 20
"""The number of a forecast's first fights that are played with and without each entry."""

CoverageState = Literal["played", "no effect", "not played"]

STATES: Mapping[CoverageState, str] = {
    "played": "Played",
    "no effect": "No effect here",
    "not played": "Not played",
}
"""The states of entries, each with its heading."""

PLAYED: tuple[CoverageState, str] = ("played", "")
"""The state of an entry that is played, and no reason."""


class CoveredEntry(NamedTuple):
    """An entry on sheets, such as a weapon or a condition.

    Attributes:
        label: the label of the list, or "" for an entry that isn't part of one.
        name: the entry's name.
        people: the names of the combatants who have it.
        state: one of `STATES`.
        reason: the reason why it isn't played, in a sentence; "" if it is.
    """

    label: str
    name: str
    people: tuple[str, ...]
    state: CoverageState
    reason: str

    @property
    def title(self) -> str:
        """The entry's name with its list and those who have it."""
        listed = f"{self.label}: {self.name}" if self.label else self.name
        return f"{listed} ({join_some(self.people)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as JSON."""
        return {
            "list": self.label,
            "name": self.name,
            "people": list(self.people),
            "state": self.state,
            "reason": self.reason,
        }


class Coverage(NamedTuple):
    """The entries on the sheets in a fight, with what a forecast does with them.

    Attributes:
        entries: the entries in the order of the combatants and of their sheets.
        fights: the number of fights that were compared.
    """

    entries: tuple[CoveredEntry, ...]
    fights: int

    def to_dict(self) -> dict[str, Any]:
        """Return the coverage as JSON."""
        return {"fights": self.fights, "entries": [each.to_dict() for each in self.entries]}

    def list_entries(self, state: CoverageState) -> list[CoveredEntry]:
        """Return the entries in a state."""
        return [each for each in self.entries if each.state == state]

    @property
    def description(self) -> str:
        """The numbers of entries in a sentence."""
        total, played = len(self.entries), len(self.list_entries("played"))
        if not total:
            return "The sheets have no weapons, talents or conditions."
        counts = [
            f"{number} {word}"
            for word, number in (
                ("without effect here", len(self.list_entries("no effect"))),
                ("not played", len(self.list_entries("not played"))),
            )
            if number
        ]
        if not counts:
            return f"Plays everything on the sheets: {total} of {total}."
        return f"Plays {played} of {total} entries on the sheets: {', '.join(counts)}."


class Holding(NamedTuple):
    """An entry with the combatants who have it in the same place of equal sheets.

    Attributes:
        keys: the combatants' keys.
        field: the field of the sheet.
        number: the index in the list, from 0; None if the field isn't a list.
        label: the label of the list, or "".
        name: the entry's name.
    """

    keys: tuple[str, ...]
    field: str
    number: int | None
    label: str
    name: str


class FightTrace(NamedTuple):
    """The course of a fight, to compare it with another one.

    Attributes:
        steps: the results of the rolls, and the changes, without the indexes of entries.
        result: the result.
        left: the points that each combatant has left, by key.
    """

    steps: tuple[tuple[Any, ...], ...]
    result: FightResult
    left: tuple[tuple[str, float], ...]


class UseRecorder(PlayRecorder):
    """A recorder of the entries that combatants choose, and of what happens in a fight.

    Attributes:
        used: the combatant, the list and the index of each entry that was chosen.
        trace: the steps of the current fight.
    """

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str, int]] = set()
        self.trace: list[tuple[Any, ...]] = []

    def has_used(self, holding: Holding) -> bool:
        """Return True if a combatant has chosen an entry."""
        return any((key, holding.field, holding.number) in self.used for key in holding.keys)

    def record_roll(self, play: Play, roll: Roll) -> None:
        super().record_roll(play, roll)
        for name, number in play.chosen.items():
            if isinstance(number, int):
                self.used.add((play.by, name, number))
        self.trace.append((roll.mechanic, play.by, play.at or "", _freeze(roll.outcome), roll.faces))

    def record_change(self, play: Play, change: Change) -> None:
        super().record_change(play, change)
        others = {}
        for name, value in play.values.items():
            kind = change.parameters[name].kind
            if isinstance(kind, EntryOf):
                self.used.add((play.by, kind.list_field, value))
            else:
                others[name] = value
        self.trace.append((change.id, play.by, "", _freeze(others), ()))


def _freeze(values: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in values.items())


def compute_coverage(fight: Fight, options: ForecastOptions) -> Work[Coverage]:
    """Compute the coverage of a forecast with these options, and yield after each action that is played.

    Raises:
        RulesError: there are fewer than two sides, or an option doesn't suit this fight.
    """
    fixed = replace(options, seed=choose_seed(options))
    recorder = UseRecorder()
    simulator = build_simulator(fight, fixed, recorder)
    holdings = tuple(list_holdings(simulator.fight))
    if not holdings:
        return Coverage((), 0)
    usual: list[FightTrace] = []
    roller = RandomRoller(choose_seed(fixed))
    for _ in range(min(COMPARED_FIGHTS, options.at_most)):
        trace = yield from _play_fight(simulator, recorder, roller)
        usual.append(trace)
    found: dict[tuple[str, str, CoverageState, str], list[str]] = {}
    for holding in holdings:
        is_played = recorder.has_used(holding)
        if not is_played:
            is_played = yield from _makes_difference(fight, fixed, holding, usual)
        state, reason = _explain(simulator, recorder, holding, len(usual)) if not is_played else PLAYED
        names = found.setdefault((holding.label, holding.name, state, reason), [])
        names += (simulator.fight.name_for(key) for key in holding.keys)
    return Coverage(
        tuple(
            CoveredEntry(label, name, tuple(people), state, reason)
            for (label, name, state, reason), people in found.items()
        ),
        len(usual),
    )


def list_holdings(fight: Fight) -> Iterator[Holding]:
    """Yield the entries on the sheets of those who fight, those of equal lists and fields together."""
    found: dict[tuple[str, str, Any, int | None], list[str]] = {}
    for key, each in fight.participants.items():
        for field, index in _list_entries(each.sheet):
            found.setdefault((each.sheet.id, field, getattr(each.sheet, field), index), []).append(key)
    for (_, field, _, index), keys in found.items():
        sheet = fight.combatants[keys[0]].sheet
        label = sheet.label_for(field) if index is not None else ""
        yield Holding(tuple(keys), field, index, label, _name_entry(sheet, field, index))


def _list_entries(sheet: Sheet) -> Iterator[tuple[str, int | None]]:
    """Yield the entries of a sheet's lists, its conditions, and its fields that were set by name or in dice."""
    conditions = list_conditions(sheet)
    for name, parameter in sheet.parameters.items():
        value = getattr(sheet, name)
        if isinstance(parameter.kind, ListOf):
            for number in range(len(value)):
                yield name, number
        elif isinstance(parameter.kind, Notation):
            if value != "0":
                yield name, None
        elif value != parameter.default and (name in conditions or isinstance(parameter.kind, Flag | Choice | RowOf)):
            yield name, None
    for each in sheet.conditions:
        if each.value not in sheet.parameters and getattr(sheet, each.value) and _find_causes(sheet, each.value):
            yield each.value, None


def _find_causes(sheet: Sheet, condition: str) -> dict[str, Any]:
    """Return the fields with whose defaults a derived condition doesn't apply, each with its default."""
    causes = {}
    for name, value in sheet.list_non_default_fields().items():
        default = sheet.parameters[name].default
        try:
            if value != default and not getattr(sheet.replace(**{name: default}), condition):
                causes[name] = default
        except RulesError:
            continue
    return causes


def _name_entry(sheet: Sheet, field: str, index: int | None) -> str:
    if index is not None:
        return sheet.name_entries(field)[index] or f"number {index + 1}"
    if field not in sheet.parameters:
        word = next((each.word for each in sheet.conditions if each.value == field and each.word), field)
        return humanize(word)
    parameter = sheet.parameters[field]
    if isinstance(parameter.kind, Flag) and getattr(sheet, field):
        return parameter.label
    return f"{parameter.label}: {describe_value(parameter, getattr(sheet, field))}"


def _play_fight(simulator: FightSimulator, recorder: UseRecorder, roller: RandomRoller) -> Work[FightTrace]:
    """Play the next fight and return what happens in it."""
    recorder.trace = []
    state = simulator.start
    while not state.is_over:
        state = simulator.step(state, roller)
        yield
    left = tuple((key, compute_points_left(each.sheet)) for key, each in state.fight.combatants.items())
    return FightTrace(tuple(recorder.trace), FightResult.from_state(state), left)


def _makes_difference(
    fight: Fight, options: ForecastOptions, holding: Holding, usual: Sequence[FightTrace]
) -> Work[bool]:
    """Return True if one of the forecast's first fights goes otherwise without an entry."""
    try:
        sheets = {key: _drop_entry(fight.combatants[key].sheet, holding) for key in holding.keys}
        without = fight.with_sheets(sheets)
        recorder = UseRecorder()
        simulator = build_simulator(without, _shift_choices(fight, options, holding), recorder)
    except RulesError:  # such as a sheet that can't be without it
        return True
    roller = RandomRoller(choose_seed(options))
    for trace in usual:
        changed = yield from _play_fight(simulator, recorder, roller)
        if changed != trace:
            return True
    return False


def _drop_entry(sheet: Sheet, holding: Holding) -> Sheet:
    """Return a sheet without an entry: with the default in its place, or 1 where the entry is the default.

    Raises:
        RulesError: the sheet can't be without it.
    """
    if holding.field not in sheet.parameters:
        return sheet.replace(**_find_causes(sheet, holding.field))
    value, default = getattr(sheet, holding.field), sheet.parameters[holding.field].default
    if holding.number is not None:
        return sheet.replace(**{holding.field: (*value[: holding.number], *value[holding.number + 1 :])})
    return sheet.replace(**{holding.field: "1" if value == default else default})


def _shift_choices(fight: Fight, options: ForecastOptions, holding: Holding) -> ForecastOptions:
    """Return options in which combatants choose the same entries as before once one is missing from a list."""
    if holding.number is None:
        return options
    choices = {key: dict(each) for key, each in options.choices.items()}
    for key in holding.keys:
        numbers = [
            fight.find_last_choices(key, binding.mechanic.id).get(holding.field)
            for binding in fight.combatants[key].sheet.rolls
            if holding.field in binding.choices
        ]
        number = choices.get(key, {}).get(holding.field, max((each for each in numbers if each is not None), default=0))
        if int(number) > holding.number:
            choices.setdefault(key, {})[holding.field] = int(number) - 1
    return replace(options, choices=choices)


def _explain(
    simulator: FightSimulator, recorder: UseRecorder, holding: Holding, fights: int
) -> tuple[CoverageState, str]:
    """Return the state of an entry that changes nothing in some fights, with the reason."""
    fight = simulator.fight
    sheet = fight.combatants[holding.keys[0]].sheet
    same = f"The first {pluralize(fights, 'fight')} go the same without it."
    readers = [binding.mechanic for binding in sheet.rolls if _reads(binding, sheet, holding)]
    actions = [each for each in fight.rules.declared_actions if can_take(each, sheet) and _uses(each, readers, holding)]
    idle = [each.rule.title for each in actions if each.id not in recorder.performed]
    used = sorted({number for by, field, number in recorder.used if by in holding.keys and field == holding.field})
    if used:
        names = dict.fromkeys(_name_used(sheet, holding.field, number) for number in used)
        return "not played", f"{join_choices(names)} goes first."
    if idle:
        return "not played", f"Nobody uses {_quote(idle)} in the first {pluralize(fights, 'fight')}."
    read = [each.rule.title for each in actions]
    read += [
        binding.mechanic.title
        for binding in sheet.met_by
        if binding.mechanic.id in recorder.performed and _reads(binding, sheet, holding)
    ]
    if read:
        return "no effect", f"{_quote(read)} takes it into account, but {decapitalize(same)}"
    if readers:
        return "no effect", f"Only {_quote(each.title for each in readers)} reads it, which isn't an action of a fight."
    return "no effect", same


def _name_used(sheet: Sheet, field: str, number: int) -> str:
    if number != NO_ENTRY:
        return _name_entry(sheet, field, number)
    return next((label for each in sheet.rolls if (label := each.label_for_no_entry(field))), "nothing")


def _quote(titles: Iterable[str]) -> str:
    """Join titles in quotation marks, each once."""
    return join_choices(f"“{title}”" for title in dict.fromkeys(titles))


def _reads(binding: RollBinding, sheet: Sheet, holding: Holding) -> bool:
    """Return True if a roll can be made with an entry that its maker chooses, or is filled otherwise without it."""
    try:
        if holding.number is not None and holding.field in binding.choices:
            return not binding.find_missing(sheet, {holding.field: holding.number})
        return binding.fill_known_params(sheet) != binding.fill_known_params(_drop_entry(sheet, holding))
    except RulesError:
        return True


def _uses(action: Action, readers: list[Mechanic], holding: Holding) -> bool:
    """Return True if an action rolls one of the readers of an entry, or changes an entry of its list."""
    rule = action.rule
    if isinstance(rule, Change):
        kinds = [parameter.kind for parameter in rule.parameters.values()]
        return any(isinstance(kind, EntryOf) and kind.list_field == holding.field for kind in kinds)
    return rule in readers
