"""Mechanics: rule functions with an id, checked parameters and named outcome fields."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from rules_py.dice import Dice, GivenDice, PhysicalDice, RandomDice, Thrown
from rules_py.parameters import Parameter, check_all
from rules_py.table_files import table
from rules_py.values import json_of

Rule = Callable[..., dict[str, Any]]

_registered: dict[str, "Mechanic"] = {}


@dataclass(frozen=True)
class Roll:
    """One run of a mechanic: the dice as they fell, the outcome, and the steps in words."""

    mechanic: str
    params: dict[str, Any]
    dice: tuple[Thrown, ...]
    outcome: dict[str, Any]
    steps: tuple[str, ...]
    follows: tuple[str, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order it fell: what `resolve` takes to come to the same outcome."""
        return tuple(face for thrown in self.dice for face in thrown.faces)

    def to_dict(self) -> dict[str, Any]:
        """The roll as JSON."""
        return {
            "mechanic": self.mechanic,
            "params": {name: json_of(value) for name, value in self.params.items()},
            "faces": list(self.faces),
            "dice": [thrown.to_dict() for thrown in self.dice],
            "outcome": {name: json_of(value) for name, value in self.outcome.items()},
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
        within: a numeric field whose running total ("within 1, 2, 3 …") is worth showing.
    """

    id: str
    title: str
    rule: Rule
    page: str
    parameters: dict[str, Parameter]
    headline: str
    within: str | None = None
    words: dict[str, str | dict[str, str]] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, dict[str, str]]:
        """Outcome words and what they are called, in order, by field."""
        return {name: table(words).names if isinstance(words, str) else words
                for name, words in self.words.items()}

    def check(self, given: dict[str, Any]) -> dict[str, Any]:
        """All parameters with their checked values, defaults where nothing was given.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, given)

    def describe(self) -> dict[str, Any]:
        """Title, place and parameters, for forms, help texts and documents."""
        return {"mechanic": self.id, "title": self.title, "rule": self.page,
                "parameters": [parameter.describe() for parameter in self.parameters.values()]}

    def roll(self, given: dict[str, Any], seed: int | None = None) -> Roll:
        """Run the rule with random dice."""
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

    def _run(self, dice: PhysicalDice, given: dict[str, Any]) -> Roll:
        params = self.check(given)
        outcome = self.rule(dice, **params)
        seen = dice.transcript
        return Roll(self.id, params, tuple(seen.thrown), outcome, tuple(seen.steps), tuple(seen.follows))

    def __call__(self, dice: Dice, **params: Any) -> dict[str, Any]:
        """Run the rule as a part of another one."""
        return self.rule(dice, **params)


def mechanic(id: str, *, title: str, page: str, headline: str, within: str | None = None,
             words: dict[str, str | dict[str, str]] | None = None,
             takes: Mechanic | None = None, without: tuple[str, ...] = ()) -> Callable[[Rule], Mechanic]:
    """Register a rule function under its id.

    Its parameters are those of its signature, each annotated with a `parameters.Kind`. A rule that
    hands parameters on as `**name` also gets those of the mechanic `takes`, except `without`.

    Args:
        id: `slug.name`; the name of the function says the same.
        words: for outcome fields whose values are words, the id of a table whose keys they are, or a
            dict of word → name, from the worst to the best.
    """
    def register(rule: Rule) -> Mechanic:
        hints = get_type_hints(rule, include_extras=True)
        parameters: dict[str, Parameter] = {}
        for name, parameter in list(inspect.signature(rule).parameters.items())[1:]:
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                parameters = {other: shared for other, shared in takes.parameters.items()
                              if other not in without} | parameters
            else:
                parameters[name] = Parameter(name, hints[name].__metadata__[0], parameter.default)
        _registered[id] = Mechanic(id, title, rule, page, parameters, headline, within, words or {})
        return _registered[id]
    return register


def registered() -> dict[str, Mechanic]:
    """The mechanics of all games loaded so far, by id."""
    return _registered
