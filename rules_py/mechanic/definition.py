"""Mechanics: rule functions with an id, checked parameters and named outcome fields."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from rules_py.dice import (
    Dice,
    DiceRequest,
    DiceResult,
    DieSlot,
    GivenDice,
    NextRoll,
    RandomDice,
    RecordingDice,
    TableRowRef,
    find_requested_dice,
)
from rules_py.dice.base import Outcome, Rule
from rules_py.errors import DataError
from rules_py.mechanic.presets import TablePreset
from rules_py.mechanic.signature import find_source_location, read_parameters
from rules_py.parameters import Parameter, check_all
from rules_py.tables import table
from rules_py.text.formatting import humanize, to_json

MECHANICS_ATTR = "__mechanics__"
"""The name under which a module holds the mechanics it registers: they come and go with it."""


@dataclass(frozen=True)
class Roll:
    """One run of a mechanic: the dice as they fell, the outcome, and the steps in words.

    Attributes:
        verdict: what it comes to in one sentence, where the rule gives one.
        follows: what follows, in words.
        next_rolls: the rolls that follow.
        rows: the rows of tables that the outcome names.
    """

    mechanic: str
    params: dict[str, Any]
    dice: tuple[DiceResult, ...]
    outcome: Outcome
    steps: tuple[str, ...]
    consequences: tuple[str, ...] = ()
    verdict: str = ""
    next_rolls: tuple[NextRoll, ...] = ()
    rows: tuple[TableRowRef, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order it fell: what `resolve` takes to come to the same outcome."""
        return tuple(face for thrown in self.dice for face in thrown.faces)

    def to_dict(self) -> dict[str, Any]:
        """The roll as JSON."""
        return {
            "mechanic": self.mechanic,
            "params": to_json(self.params),
            "faces": list(self.faces),
            "dice": [thrown.to_dict() for thrown in self.dice],
            "outcome": to_json(self.outcome),
            "steps": list(self.steps),
        }


@dataclass(frozen=True, eq=False)
class Mechanic:
    """A rule function and what callers need to know of it.

    Attributes:
        rule: takes a `Dice` and the checked parameters, gives the outcome as field → value.
        page: page#anchor where the rule stands.
        headline: the outcome field that says it all.
        words: for a field whose values are words, the table whose keys they are, or word → name, worst first.
        cumulative: a numeric field whose cumulative chances ("within 1, 2, 3 …") are worth showing.
        labels: what a field of the outcome is called, where its own name doesn't read well.
        listed: outcome fields that a roll lists below its verdict, as on a sheet.
        element: the id of what rolls it on its page, where that is no roller.
        groups: parameters that are needed now and then: a heading for a form → their names.
        picks: lists that fill numbers in from tables.
    """

    id: str
    title: str
    rule: Rule
    page: str
    parameters: dict[str, Parameter]
    headline: str
    cumulative: str | None = None
    words: dict[str, str | dict[str, str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    listed_fields: tuple[str, ...] = ()
    element: str = ""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    presets: tuple[TablePreset, ...] = ()

    @property
    def anchor(self) -> str:
        """The id of what rolls it on its page: its own, or what can't be mistaken for a heading's."""
        return self.element or (self.id if "." in self.id else f"roller-{self.id}")

    @property
    def home(self) -> str:
        """page#anchor of what rolls it."""
        return f"{self.page.partition('#')[0]}#{self.anchor}"

    @property
    def names(self) -> dict[str, dict[str, str]]:
        """Outcome words and what they are called, in order, by field."""
        return {name: table(words).names if isinstance(words, str) else words for name, words in self.words.items()}

    def label_for(self, name: str) -> str:
        """What a field of the outcome is called."""
        return self.labels.get(name) or humanize(name)

    @property
    def source_location(self) -> str:
        """Where its rule stands, as file:line."""
        return find_source_location(self.rule)

    def check(self, params: dict[str, Any]) -> dict[str, Any]:
        """All parameters with their checked values, defaults where nothing was given.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, params)

    def describe(self) -> dict[str, Any]:
        """Title, place and parameters, for forms, help texts and documents."""
        return {
            "mechanic": self.id,
            "title": self.title,
            "rule": self.page,
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }

    def roll(self, params: dict[str, Any], seed: int | Random | None = None) -> Roll:
        """Run the rule with random dice; from a seed, or from a source that goes on, they fall the same again."""
        return self._run(RandomDice(seed), params)

    def resolve(self, faces: Iterable[int], params: dict[str, Any]) -> Roll:
        """Run the rule with the faces somebody rolled.

        Raises:
            RulesError: too few faces, too many, or one that its die does not have.
        """
        dice = GivenDice(faces)
        roll = self._run(dice, params)
        dice.require_all_used()
        return roll

    def find_requested_dice(self, rolled_slots: Iterable[DieSlot], params: dict[str, Any]) -> DiceRequest:
        """The dice that the rule asks for: see `rules_py.dice.manual`.

        Args:
            fallen: dice that show a face, each for what it was thrown for: its label and sides.

        Raises:
            RulesError: a parameter is not accepted, or a face that its die does not have.
        """
        return find_requested_dice(lambda dice: self._run(dice, params), rolled_slots)

    def _run(self, dice: RecordingDice, params: dict[str, Any]) -> Roll:
        params = self.check(params)
        outcome = self.rule(dice, **params)
        seen = dice.transcript
        return Roll(
            self.id,
            params,
            tuple(seen.dice_results),
            outcome,
            tuple(seen.steps),
            tuple(seen.consequences),
            seen.verdict,
            tuple(seen.next_rolls),
            tuple(seen.rows),
        )

    def __call__(self, dice: Dice, /, **params: Any) -> Outcome:
        """Run the rule as a part of another one."""
        return self.rule(dice, **params)


def mechanic(
    id: str,
    *,
    title: str,
    page: str,
    headline: str,
    cumulative: str | None = None,
    words: dict[str, str | dict[str, str]] | None = None,
    labels: dict[str, str] | None = None,
    listed_fields: tuple[str, ...] = (),
    groups: dict[str, tuple[str, ...]] | None = None,
    presets: tuple[TablePreset, ...] = (),
    forwards_to: Mechanic | None = None,
    omit: tuple[str, ...] = (),
) -> Callable[[Rule], Mechanic]:
    """Register a rule function under its id.

    Its parameters are those of its signature, each annotated with a `parameters.Kind`. A rule that
    hands parameters on as `**name` also gets those of the mechanic it `forwards_to`, except `without`.

    Args:
        id: `slug.name`; the name of the function says the same.
        words: for outcome fields whose values are words, the id of a table whose keys they are, or a
            dict of word → name, from the worst to the best.
        labels: what outcome fields are called, where that is not their name.
        listed: outcome fields that a roll lists below its verdict, as on a sheet.
        groups: parameters that are needed now and then, by the heading under which a form folds them; those of the
            mechanic that it forwards to stay as they are.
        picks: lists that fill numbers in from tables; those of the mechanic that it forwards to stay, except for
            parameters that it does `without` or defines anew.

    Raises:
        DataError: the module has that id already, or the function is none of a rule; the message has the places.
    """

    def register(rule: Rule) -> Mechanic:
        if not isinstance(rule, FunctionType):
            raise DataError(f"{id}: got {rule!r}, takes a function")
        parameters = read_parameters(id, rule, forwards_to.parameters if forwards_to else None, omit)
        made = Mechanic(
            id,
            title,
            rule,
            page,
            parameters,
            headline,
            cumulative,
            words or {},
            labels or {},
            listed_fields,
            groups=_merge_groups(id, parameters, forwards_to, groups or {}),
            presets=_merge_presets(parameters, forwards_to, presets, omit),
        )
        of_module: dict[str, Mechanic] = rule.__globals__.setdefault(MECHANICS_ATTR, {})
        reject_duplicate_id(made, of_module)
        of_module[id] = made
        return made

    return register


def _merge_groups(
    id: str, parameters: dict[str, Parameter], forwards_to: Mechanic | None, groups: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """A mechanic's groups and those that it takes over, of parameters that it has."""
    for name in (name for names in groups.values() for name in names if name not in parameters):
        raise DataError(f"{id}: got {name} in groups, takes a parameter of it: {', '.join(parameters)}")
    own = {name for names in groups.values() for name in names}
    taken = {
        title: tuple(name for name in names if name in parameters and name not in own)
        for title, names in (forwards_to.groups if forwards_to else {}).items()
    }
    return {title: names for title, names in taken.items() if names} | groups


def _merge_presets(
    parameters: dict[str, Parameter],
    forwards_to: Mechanic | None,
    presets: tuple[TablePreset, ...],
    omit: tuple[str, ...],
) -> tuple[TablePreset, ...]:
    """A mechanic's picks and those that it takes over, of parameters that it takes over."""
    own = {name for pick in presets for name in pick.columns} | set(omit)
    return presets + tuple(
        pick
        for pick in (forwards_to.presets if forwards_to else ())
        if own.isdisjoint(pick.columns) and all(name in parameters for name in pick.columns)
    )


def find_registered_mechanics(module: ModuleType) -> Iterable[Mechanic]:
    """The mechanics that a module registers, in the order in which it defines them."""
    return getattr(module, MECHANICS_ATTR, {}).values()


def reject_duplicate_id(new_mechanic: Mechanic, existing: dict[str, Mechanic]) -> None:
    """Refuse a mechanic whose id another one has.

    Raises:
        DataError: the message has both places.
    """
    if new_mechanic.id in existing:
        raise DataError(
            f"{new_mechanic.source_location}: got the id {new_mechanic.id} a second time, takes another; the "
            f"first is at {existing[new_mechanic.id].source_location}"
        )
