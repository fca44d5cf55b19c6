"""Mechanics: rule functions with an id, checked parameters and named outcome fields."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from rules_py.dice import (
    Asking,
    Dice,
    GivenDice,
    NamedRow,
    NextRoll,
    PhysicalDice,
    RandomDice,
    Slot,
    Thrown,
    asked,
)
from rules_py.errors import DataError
from rules_py.mechanic.presets import Pick
from rules_py.mechanic.signature import parameters_of, place_of
from rules_py.parameters import Parameter, check_all
from rules_py.tables import table
from rules_py.text.formatting import json_of, label_of

Outcome = dict[str, Any]
"""What a rule comes to: field → value."""

Rule = Callable[..., Outcome]

REGISTER = "__mechanics__"
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
    dice: tuple[Thrown, ...]
    outcome: Outcome
    steps: tuple[str, ...]
    follows: tuple[str, ...] = ()
    verdict: str = ""
    next_rolls: tuple[NextRoll, ...] = ()
    rows: tuple[NamedRow, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order it fell: what `resolve` takes to come to the same outcome."""
        return tuple(face for thrown in self.dice for face in thrown.faces)

    def to_dict(self) -> dict[str, Any]:
        """The roll as JSON."""
        return {
            "mechanic": self.mechanic,
            "params": json_of(self.params),
            "faces": list(self.faces),
            "dice": [thrown.to_dict() for thrown in self.dice],
            "outcome": json_of(self.outcome),
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
    listed: tuple[str, ...] = ()
    element: str = ""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    picks: tuple[Pick, ...] = ()

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

    def label_of(self, name: str) -> str:
        """What a field of the outcome is called."""
        return self.labels.get(name) or label_of(name)

    @property
    def place(self) -> str:
        """Where its rule stands, as file:line."""
        return place_of(self.rule)

    def check(self, given: dict[str, Any]) -> dict[str, Any]:
        """All parameters with their checked values, defaults where nothing was given.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, given)

    def describe(self) -> dict[str, Any]:
        """Title, place and parameters, for forms, help texts and documents."""
        return {
            "mechanic": self.id,
            "title": self.title,
            "rule": self.page,
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }

    def roll(self, given: dict[str, Any], seed: int | Random | None = None) -> Roll:
        """Run the rule with random dice; from a seed, or from a source that goes on, they fall the same again."""
        return self._run(RandomDice(seed), given)

    def resolve(self, faces: Iterable[int], given: dict[str, Any]) -> Roll:
        """Run the rule with the faces somebody rolled.

        Raises:
            RulesError: too few faces, too many, or one that its die does not have.
        """
        dice = GivenDice(faces)
        roll = self._run(dice, given)
        dice.require_all_used()
        return roll

    def asks(self, fallen: Iterable[Slot], given: dict[str, Any]) -> Asking:
        """The dice that the rule asks for: see `rules_py.dice.manual`.

        Args:
            fallen: dice that show a face, each for what it was thrown for: its label and sides.

        Raises:
            RulesError: a parameter is not accepted, or a face that its die does not have.
        """
        return asked(lambda dice: self._run(dice, given), fallen)

    def _run(self, dice: PhysicalDice, given: dict[str, Any]) -> Roll:
        params = self.check(given)
        outcome = self.rule(dice, **params)
        seen = dice.transcript
        return Roll(
            self.id,
            params,
            tuple(seen.thrown),
            outcome,
            tuple(seen.steps),
            tuple(seen.follows),
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
    listed: tuple[str, ...] = (),
    groups: dict[str, tuple[str, ...]] | None = None,
    picks: tuple[Pick, ...] = (),
    forwards_to: Mechanic | None = None,
    without: tuple[str, ...] = (),
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
        parameters = parameters_of(id, rule, forwards_to.parameters if forwards_to else None, without)
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
            listed,
            groups=_groups_of(id, parameters, forwards_to, groups or {}),
            picks=_picks_of(parameters, forwards_to, picks, without),
        )
        of_module: dict[str, Mechanic] = rule.__globals__.setdefault(REGISTER, {})
        refuse_second(made, of_module)
        of_module[id] = made
        return made

    return register


def _groups_of(
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


def _picks_of(
    parameters: dict[str, Parameter], forwards_to: Mechanic | None, picks: tuple[Pick, ...], without: tuple[str, ...]
) -> tuple[Pick, ...]:
    """A mechanic's picks and those that it takes over, of parameters that it takes over."""
    own = {name for pick in picks for name in pick.sets} | set(without)
    return picks + tuple(
        pick
        for pick in (forwards_to.picks if forwards_to else ())
        if own.isdisjoint(pick.sets) and all(name in parameters for name in pick.sets)
    )


def registered_in(module: ModuleType) -> Iterable[Mechanic]:
    """The mechanics that a module registers, in the order in which it defines them."""
    return getattr(module, REGISTER, {}).values()


def refuse_second(made: Mechanic, known: dict[str, Mechanic]) -> None:
    """Refuse a mechanic whose id another one has.

    Raises:
        DataError: the message has both places.
    """
    if made.id in known:
        raise DataError(
            f"{made.place}: got the id {made.id} a second time, takes another; the first is at {known[made.id].place}"
        )
