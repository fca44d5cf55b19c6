"""Mechanics: rule functions with an id, checked parameters and named outcome fields."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py.dice import (
    Dice,
    DiceResult,
    DiceSource,
    ExtendedDice,
    GivenDice,
    NextRoll,
    RecordingDice,
    TableRowRef,
    create_dice,
)
from rules_py.dice.base import Outcome, Rule
from rules_py.errors import DataError
from rules_py.mechanic.declarations import find_declarations, reject_lost_declaration
from rules_py.mechanic.signature import find_source_location, read_signature
from rules_py.parameters.parameter import Parameter, check_all
from rules_py.properties import precomputed_property
from rules_py.text.serialization import to_json
from rules_py.text.wording import humanize

if TYPE_CHECKING:
    from rules_py.dice import DiceRequest, DieSlot
    from rules_py.mechanic.presets import TablePreset


class Roll(NamedTuple):
    """One run of a mechanic: the dice rolled, the outcome and the steps in words.

    Attributes:
        consequences: what follows from the outcome, in words.
        verdict: the result in one sentence, or "" if the rule gives none.
        next_rolls: the rolls that follow.
        rows: the table rows that the outcome names.
        memo: results of functions of this roll, which a forecast keeps with it; None if they aren't kept.
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
    memo: dict[Any, Any] | None = None

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order rolled; `resolve` returns the same outcome for them."""
        return tuple(face for thrown in self.dice for face in thrown.faces)

    def to_dict(self) -> dict[str, Any]:
        """Return the roll as JSON data."""
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
    """A rule function with everything that callers need to know about it.

    Attributes:
        rule: takes a `Dice` and the checked parameters; returns the outcome as field → value.
        page: page#anchor of the rule's text.
        headline: the outcome field that sums up the result.
        cumulative: a numeric field whose cumulative chances ("within 1, 2, 3 …") are worth showing.
        words: for a field whose values are words, the id of the table whose keys they are, or word → name, worst first.
        labels: labels of outcome fields whose names don't read well.
        listed_fields: outcome fields that a roll lists below its verdict, as on a sheet.
        element: the id of the page element that rolls it, if that isn't a roller.
        groups: rarely used parameters: a heading in the form → their names.
        presets: preset lists that fill in parameters from tables.
        graded_by: the outcome fields that tell whether the roller succeeds: the first in full, others in part. An empty
            tuple means that the result is neither good nor bad for the roller; None, that the headline tells it.
        opposed: fields whose first word is the roller's best, such as the state of an enemy.
        tones: the grades of words of the first grading field whose place among the words doesn't tell it.
        chance: the word for the chance that matters, such as "unhurt", and the outcome that it stands for: the
            value, or a tuple of values, of each field. None if that is any grade but "bad".
        records: the parameters of the rule function that are records of the mechanic's parameters, with their types.
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
    presets: "tuple[TablePreset, ...]" = ()
    graded_by: tuple[str, ...] | None = None
    opposed: tuple[str, ...] = ()
    tones: dict[str, str] = field(default_factory=dict)
    chance: tuple[str, dict[str, Any]] | None = None
    records: dict[str, type[Any]] = field(default_factory=dict)

    @property
    def grading_fields(self) -> tuple[str, ...]:
        """The outcome fields that tell whether the roller succeeds."""
        return (self.headline,) if self.graded_by is None else self.graded_by

    @property
    def anchor(self) -> str:
        """The id of the page element that rolls it; never the id of a heading."""
        return self.element or (self.id if "." in self.id else f"roller-{self.id}")

    @property
    def home(self) -> str:
        """The page#anchor of the element that rolls it."""
        return f"{self.page.partition('#')[0]}#{self.anchor}"

    @property
    def names(self) -> dict[str, dict[str, str]]:
        """The names of outcome words, in order, by field."""
        if not self.words:
            return {}
        from rules_py.tables.registry import table  # plain dice need no tables

        return {name: table(words).names if isinstance(words, str) else words for name, words in self.words.items()}

    def label_for(self, name: str) -> str:
        """Return the label of an outcome field."""
        return self.labels.get(name) or humanize(name)

    @property
    def source_location(self) -> str:
        """The source location of its rule, as file:line."""
        return find_source_location(self.rule)

    def check(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return all parameters with checked values, using defaults for missing ones.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, params)

    def describe(self) -> dict[str, Any]:
        """Return title, page and parameters, for forms, help texts and documents."""
        return {
            "mechanic": self.id,
            "title": self.title,
            "rule": self.page,
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }

    def roll(self, params: dict[str, Any], seed: DiceSource = None) -> Roll:
        """Run the rule with random dice.

        Args:
            params: parameters, checked here.
            seed: a seed or a `Random` that makes the roll repeatable, or known faces for several rolls one after
                another; None for the operating system's randomness.

        Raises:
            RulesError: a parameter is not accepted.
        """
        return self._run(create_dice(seed), params)

    def resolve(self, faces: Iterable[int], params: dict[str, Any]) -> Roll:
        """Run the rule with faces that were already rolled.

        Raises:
            RulesError: a parameter is not accepted, or there are too few faces, too many, or one that its die doesn't
                have.
        """
        dice = GivenDice(faces)
        roll = self._run(dice, params)
        dice.require_all_used()
        return roll

    def extend(
        self,
        earlier: Iterable[DiceResult],
        params: dict[str, Any],
        faces: Iterable[int] | None = None,
        seed: DiceSource = None,
    ) -> Roll:
        """Run the rule with the dice of an earlier roll, and further dice that other parameters ask for.

        Args:
            earlier: the dice of the earlier roll.
            params: parameters, checked here.
            faces: the faces of the further dice; None to roll them.
            seed: as in `roll`.

        Raises:
            RulesError: a parameter or a face is not accepted, or there are too few faces or too many.
        """
        further = create_dice(seed) if faces is None else GivenDice(faces)
        roll = self._run(ExtendedDice(earlier, further), params)
        if isinstance(further, GivenDice) and faces is not None:
            further.require_all_used()
        return roll

    def find_requested_dice(self, rolled_slots: "Iterable[DieSlot]", params: dict[str, Any]) -> "DiceRequest":
        """Return the dice that the rule requests; see `rules_py.dice.manual`.

        Args:
            rolled_slots: dice that show a face, each with the label and sides that it was rolled for.
            params: parameters, checked here.

        Raises:
            RulesError: a parameter is not accepted, or a die doesn't have its face.
        """
        from rules_py.dice.manual import find_requested_dice

        checked = self.check(params)
        return find_requested_dice(lambda dice: self(dice, **checked), rolled_slots)

    def _run(self, dice: RecordingDice, params: dict[str, Any]) -> Roll:
        return self.run(dice, self.check(params))

    def run(self, dice: RecordingDice, params: dict[str, Any], memo: dict[Any, Any] | None = None) -> Roll:
        """Run the rule with parameters that `check` has returned, for callers that use them many times.

        Args:
            memo: keeps results of functions of the roll; None if they aren't kept.
        """
        outcome = self(dice, **params)
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
            memo,
        )

    def __call__(self, dice: Dice, /, **params: Any) -> Outcome:
        """Run the rule with checked parameters, also as part of another rule."""
        if not self.records:
            return self.rule(dice, **params)
        own = {name: value for name, value in params.items() if name not in self._names_in_records}
        records = {
            name: record(**{each: params[each] for each in self._fields_by_record[name] if each in params})
            for name, record in self.records.items()
        }
        return self.rule(dice, **own, **records)

    @precomputed_property
    def _fields_by_record(self) -> dict[str, tuple[str, ...]]:
        return {name: record._fields for name, record in self.records.items()}

    @precomputed_property
    def _names_in_records(self) -> frozenset[str]:
        return frozenset(name for names in self._fields_by_record.values() for name in names)


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
    presets: "tuple[TablePreset, ...]" = (),
    forwards_to: Mechanic | None = None,
    omit: tuple[str, ...] = (),
    graded_by: tuple[str, ...] | None = None,
    opposed: tuple[str, ...] = (),
    tones: dict[str, str] | None = None,
    chance: tuple[str, dict[str, Any]] | None = None,
) -> Callable[[Rule], Mechanic]:
    """Make a mechanic of a rule function. A game has the mechanics that the names of its modules are bound to.

    The parameters are those of the function's signature, each annotated with a `parameters.Kind`. Parameters that
    several rules share can be one parameter, a NamedTuple of them: the mechanic has its fields. A rule that passes
    parameters on as `**name` also gets those of the mechanic that it `forwards_to`, except those in `omit`.

    Args:
        id: `slug.name`, like the name of the function.
        title: its name for readers.
        page: the place in the rules where it is written, such as `moonbase/airlock/#repair`.
        headline: the outcome field that a result shows first.
        cumulative: a number of the outcome whose cumulative chances ("within 1, 2, 3 …") are shown, too.
        words: for outcome fields whose values are words, the id of the table whose keys they are, or a dict of word →
            name, from the worst to the best.
        labels: labels of outcome fields whose names don't read well.
        listed_fields: outcome fields that a roll lists below its verdict, as on a sheet.
        groups: rarely used parameters, by the heading under which a form folds them. Groups of the mechanic that it
            forwards to are kept.
        presets: preset lists that fill in parameters from tables. Those of the mechanic that it forwards to are
            kept, except for parameters that are in `omit` or that its own presets fill in.
        forwards_to: the mechanic to which the rule passes `**name` on.
        omit: parameters of that mechanic that the rule supplies itself.
        graded_by: the outcome fields that tell whether the roller succeeds: the first in full, such as a hit, and
            others in part. A field with words is graded by its word, and others are a success unless they are 0, false
            or empty. Without it, the headline is graded if it has words; with an empty tuple, nothing is.
        opposed: fields with words of which the first is best for the roller, such as the state of an enemy.
        tones: grades of words of the first grading field, "bad", "mixed", "good" or "best", where their order doesn't
            tell them, such as `{"normal": "good"}` for an arrival as planned.
        chance: the chance that the roller cares about, if it isn't that of every grade but "bad": its word, which may
            be "", and the outcome that it stands for, such as `("unhurt", {"damage": 0})`.

    Raises:
        DataError: the function isn't a valid rule, or has the name of an earlier mechanic in its module; the message
            has the source locations.
    """

    def register(rule: Rule) -> Mechanic:
        if not isinstance(rule, FunctionType):
            raise DataError(f"{id}: got {rule!r}, takes a function")
        reject_lost_declaration(id, rule, lambda value: (value.id, value.rule) if isinstance(value, Mechanic) else None)
        parameters, records = read_signature(id, rule, forwards_to.parameters if forwards_to else None, omit)
        return Mechanic(
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
            graded_by=graded_by,
            opposed=opposed,
            tones=tones or {},
            chance=chance,
            records=records,
        )

    return register


def _merge_groups(
    id: str, parameters: dict[str, Parameter], forwards_to: Mechanic | None, groups: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return a mechanic's groups and those it inherits, limited to parameters that it has."""
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
    presets: "tuple[TablePreset, ...]",
    omit: tuple[str, ...],
) -> "tuple[TablePreset, ...]":
    """Return a mechanic's presets and those it inherits, limited to inherited parameters."""
    own = {name for pick in presets for name in pick.columns} | set(omit)
    return presets + tuple(
        pick
        for pick in (forwards_to.presets if forwards_to else ())
        if own.isdisjoint(pick.columns) and all(name in parameters for name in pick.columns)
    )


def find_registered_mechanics(module: ModuleType) -> Iterable[Mechanic]:
    """Return the mechanics that a module declares, in order of definition.

    Raises:
        DataError: two have the same id; the message has both source locations.
    """
    found: dict[str, Mechanic] = {}
    for made in find_declarations(module, lambda value: value.rule.__module__ if isinstance(value, Mechanic) else None):
        reject_duplicate_id(made, found)
        found[made.id] = made
    return found.values()


def reject_duplicate_id(new_mechanic: Mechanic, existing: dict[str, Mechanic]) -> None:
    """Raise an error if another mechanic already has the id.

    Raises:
        DataError: the id is taken; the message has both source locations.
    """
    if new_mechanic.id in existing:
        raise DataError(
            f"{new_mechanic.source_location}: got the id {new_mechanic.id} a second time, takes another; the "
            f"first is at {existing[new_mechanic.id].source_location}"
        )
