"""Previews of rolls: what a roll is against, in a line of short texts, and its chance, before any die is rolled.

A line says where each number comes from: the roller's own sheet, a target, the fight or the player. A default is left
out, unless the rule has words for it ("no cover") or it is a fact about the target ("Dodge 10").
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from rules_py.mechanic import Mechanic
from rules_py.mechanic.grades import grade_values
from rules_py.mechanic.labels import label_for_outcome, label_for_value
from rules_py.parameters import Choice, Flag, ListOf, NamedWhole, Notation, Number, Parameter, RowOf, Whole
from rules_py.play.bindings import ChosenWith, RollBinding
from rules_py.probability.odds import compute_joint_chances
from rules_py.tables import table
from rules_py.text.numbers import is_whole, sum_fractions
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize, pluralize

Giver = Literal["roller", "target", "fight", "player"]
"""The giver of a parameter's value: the roller's sheet, the target's, the rules of the fight, or the player."""

State = Literal["own", "given", "neutral", "asked"]
"""The state of a part of a line: the roller's own value, a given one, a default, or one that is still to be given."""

PLACES = ("score", "skill", "mode", "opponent", "circumstance")
"""The places of a line in order: an own score, a skill or what helps, range or mode, the opponent, circumstances."""

OWNERS = ("Target's ", "Targets' ", "Your own ", "Your ", "The target's ", "Watchers' ", "Weapon's ", "Enemy's ")
"""The words before a label that a line leaves out, because the place says whose value it is."""


NARROW = "\N{NO-BREAK SPACE}"
"""The space before a per cent sign."""


class Origin(NamedTuple):
    """The origin of a parameter's value.

    Attributes:
        giver: the one that gives it.
        label: the name of the field or the list's entry that it comes from, or "".
        list_field: the list whose entry it comes from, or "".
        is_choice: True if the player chose the field among several.
        is_absent: True if no entry of the list is chosen.
    """

    giver: Giver
    label: str = ""
    list_field: str = ""
    is_choice: bool = False
    is_absent: bool = False


class Part(NamedTuple):
    """A part of a line.

    Attributes:
        name: the parameter, or the list of which an entry is chosen.
        text: its words, such as "REFLEXES +2", "no cover" or "which Dodge?".
        state: where its value comes from.
        place: its place in the line.
        joiner: the word before it, "with" or "against", or "".
    """

    name: str
    text: str
    state: State
    place: str
    joiner: str = ""


class Line(NamedTuple):
    """A line of short texts about everything that a roll is against.

    Attributes:
        parts: its parts in order.
        dice: the dice at its beginning, such as "2D6", or "".
    """

    parts: tuple[Part, ...]
    dice: str = ""

    @property
    def text(self) -> str:
        """The line as plain text: "REFLEXES +2, nearby, no cover"."""
        return "".join(separator + each.text for separator, each in self.list_separated_parts()).strip()

    @property
    def asked(self) -> tuple[str, ...]:
        """The parameters that still need a value."""
        return tuple(each.name for each in self.parts if each.state == "asked")

    def list_separated_parts(self) -> Iterator[tuple[str, Part]]:
        """Yield each part with the text before it: the dice, a joining word or a comma."""
        for number, part in enumerate(self.parts):
            joiner = part.joiner or ("with" if self.dice and number == 0 else "")
            if joiner:
                before = self.dice if number == 0 else ""
                yield f"{before} {joiner} " if before or number else f"{joiner} ", part
            else:
                yield ", " if number else "", part


class Result(NamedTuple):
    """A result that a roll can have.

    Attributes:
        label: its name.
        grade: its grade for the roller, as in `rules_py.mechanic.grades`.
        chance: its chance.
        totals: the totals of the dice that lead to it, such as "7-9", or "".
    """

    label: str
    grade: str
    chance: Fraction
    totals: str = ""


class RollChance(NamedTuple):
    """The chance of a roll.

    Attributes:
        probability: the chance that matters to the roller, or None if the roll has no success.
        word: the word for it if it isn't plain success, such as "unhurt", or "".
        dice: the dice that are rolled first, such as "1D20".
    """

    probability: Fraction | None
    word: str = ""
    dice: str = ""

    @property
    def text(self) -> str:
        """The chance as text: "94 %", "42 % unhurt", or the dice of a roll without success."""
        if self.probability is None:
            return self.dice
        return f"{format_whole_percent(self.probability)} {self.word}".strip()


def format_whole_percent(chance: Fraction) -> str:
    """Format a chance in whole per cent, rounded half up, and never a false 0 or 100.

    >>> [format_whole_percent(Fraction(part, 300)).replace(NARROW, " ") for part in (1, 125, 299, 300)]
    ['<1 %', '42 %', '>99 %', '100 %']
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}{NARROW}%"
    rounded = int(chance * 100 + Fraction(1, 2))
    return f"<1{NARROW}%" if rounded < 1 else f">99{NARROW}%" if rounded > 99 else f"{rounded}{NARROW}%"


# Origins


def find_own_origins(binding: RollBinding, sheet: Any, chosen: Mapping[str, Any]) -> dict[str, Origin]:
    """Return the origins of the parameters that a roller's sheet fills.

    Args:
        binding: the roll's binding to the sheet.
        sheet: the roller's sheet.
        chosen: the choices for the roll; without one, the first field or entry counts.
    """
    return {name: _find_origin(binding, sheet, chosen, name) for name in binding.sources}


def find_target_origins(binding: RollBinding, sheet: Any) -> dict[str, Origin]:
    """Return the origins of the parameters that a target's sheet fills in a roll against it."""
    return {
        name: Origin("target", each.label, each.list_field)
        for name, each in find_own_origins(binding, sheet, {}).items()
    }


def _find_origin(binding: RollBinding, sheet: Any, chosen: Mapping[str, Any], name: str) -> Origin:
    source = binding.sources[name]
    if isinstance(source, ChosenWith):
        return Origin("roller")
    if isinstance(source, tuple):
        return Origin("roller", label_for_field(sheet, chosen.get(name, source[0])), is_choice=True)
    list_field, _, part = source.partition(".")
    if not part:
        return Origin("roller", label_for_field(sheet, source))
    number = chosen.get(list_field, 0)
    is_absent = not 0 <= number < len(getattr(sheet, list_field))
    return Origin("roller", name_entry(binding, sheet, list_field, number), list_field, is_absent=is_absent)


def label_for_field(sheet: Any, field: str) -> str:
    """Return the label of a sheet's field or derived value without "now", or "" for a plain property."""
    is_labelled = field in sheet.parameters or field in sheet.derivations
    label: str = sheet.label_for(field).removesuffix(" now") if is_labelled else ""
    return label


def name_entry(binding: RollBinding, sheet: Any, list_field: str, number: int) -> str:
    """Return the name of an entry of a list, or the label of choosing no entry."""
    if 0 <= number < len(getattr(sheet, list_field)):
        title: str = sheet.title_entry(list_field, number)
        return title
    return binding.label_for_no_entry(list_field)


# Lines


def describe_line(
    mechanic: Mechanic,
    params: Mapping[str, Any],
    origins: Mapping[str, Origin],
    *,
    hidden: Collection[str] = (),
    helps: Mapping[str, tuple[str, ...]] | None = None,
    dice: str = "",
) -> Line:
    """Describe what a roll is against.

    Args:
        mechanic: the roll.
        params: all of its parameters.
        origins: the origins of those that don't have their default.
        hidden: parameters and lists that are shown elsewhere, such as the weapon on whose card the line is.
        helps: the names of what helps now, such as tags, for each parameter that counts what the sheet has of it.
        dice: the dice to begin with, or "".
    """
    helps = helps or {}
    parts = [
        part
        for name, parameter in mechanic.parameters.items()
        if name not in hidden and _counts(parameter, params)
        for part in _describe_parts(parameter, params[name], origins.get(name), hidden, helps.get(name, ()))
    ]
    has_score = any(part.place == "score" for part in parts)
    ordered = [
        part
        for place in PLACES
        for part in parts
        if part.place == place and not (has_score and _can_go_unsaid(mechanic, part, helps))
    ]
    return Line(tuple(_join_opponent(_drop_further(mechanic, ordered, origins))), dice)


def _counts(parameter: Parameter, params: Mapping[str, Any]) -> bool:
    """Return False for a value that doesn't count now, such as the numbers of a parry without one."""
    return not parameter.kind.only_if or bool(params.get(parameter.kind.only_if, True))


def _can_go_unsaid(mechanic: Mechanic, part: Part, helps: Mapping[str, tuple[str, ...]]) -> bool:
    """Return True for a default that isn't about the target, in a roll whose line begins with a score."""
    kind = mechanic.parameters[part.name].kind
    return part.state == "neutral" and not kind.about and part.name not in helps


def _drop_further(mechanic: Mechanic, parts: list[Part], origins: Mapping[str, Origin]) -> list[Part]:
    """Return the parts without further values of one entry, and further scores that the rule has no words for.

    A line has room for one own score besides those that the player has chosen.
    """
    kept: list[Part] = []
    lists: set[str] = set()
    for part in parts:
        origin = origins.get(part.name)
        if part.state == "own" and origin is not None:
            has_score = any(each.place == "score" for each in kept)
            is_further_score = part.place == "score" and not origin.is_choice and has_score
            if is_further_score or (part.place == "skill" and origin.list_field in lists):
                continue
            lists.add(origin.list_field)
        kept.append(part)
    return kept


def _join_opponent(parts: list[Part]) -> Iterator[Part]:
    """Yield the parts, with "against" before the opponent's numbers, which come before words such as "no parry"."""
    numbers = [part for part in parts if part.place == "opponent" and _has_number(part)]
    others = [part for part in parts if part.place == "opponent" and not _has_number(part)]
    before = [part for part in parts if PLACES.index(part.place) < PLACES.index("opponent")]
    after = [part for part in parts if PLACES.index(part.place) > PLACES.index("opponent")]
    yield from before
    for number, part in enumerate(numbers):
        yield part._replace(joiner="" if number else "against")
    yield from (*others, *after)


def _has_number(part: Part) -> bool:
    return part.state == "asked" or any(letter.isdigit() for letter in part.text)


def _describe_parts(
    parameter: Parameter, value: Any, origin: Origin | None, hidden: Collection[str], helps: tuple[str, ...]
) -> Iterator[Part]:
    """Yield the parts of a line for one parameter: none if it is left out."""
    name, kind = parameter.name, parameter.kind
    if helps:
        yield from (Part(name, each, "given", "skill") for each in helps)
        return
    if origin is None:
        if kind.ask:
            yield Part(name, f"which {shorten_label(parameter)}?", "asked", "opponent")
        elif kind.neutral:
            yield Part(name, kind.neutral, "neutral", _find_place(parameter))
        elif kind.about and isinstance(kind, Choice | RowOf):
            yield Part(name, describe_value(parameter, value), "neutral", _find_place(parameter))
        return
    is_neutral = value == parameter.default if origin.giver != "roller" else not value
    state: State = "own" if origin.giver == "roller" else "neutral" if is_neutral and not kind.ask else "given"
    if origin.giver == "roller" and not kind.about:
        yield from _describe_own(parameter, value, origin, hidden)
    elif is_neutral and kind.neutral:
        yield Part(name, kind.neutral, "neutral", _find_place(parameter))
    elif (not is_neutral or kind.ask or (kind.about and isinstance(kind, Choice | RowOf))) and (
        text := describe_value(parameter, value)
    ):
        yield Part(name, text, state, _find_place(parameter))


def _describe_own(parameter: Parameter, value: Any, origin: Origin, hidden: Collection[str]) -> Iterator[Part]:
    """Yield the part of a line for a value of the roller's sheet."""
    kind = parameter.kind
    if origin.list_field:
        if origin.list_field not in hidden and origin.label and is_whole(value):
            named = f"{origin.label} {format_score(parameter, value)}"
            yield Part(parameter.name, decapitalize(origin.label) if origin.is_absent else named, "own", "skill")
    elif isinstance(kind, Flag):
        if value:
            yield Part(parameter.name, describe_value(parameter, value), "own", "circumstance")
    elif kind.neutral:
        text = describe_value(parameter, value) if value else kind.neutral
        yield Part(parameter.name, text, "own" if value else "neutral", "circumstance")
    elif isinstance(kind, NamedWhole):
        if value:
            yield Part(parameter.name, describe_value(parameter, value), "own", "circumstance")
    elif isinstance(kind, Whole | Number) and origin.label:
        yield Part(parameter.name, f"{origin.label} {format_score(parameter, value)}", "own", "score")


def _find_place(parameter: Parameter) -> str:
    """Return the place in a line of a value that isn't the roller's."""
    kind = parameter.kind
    if isinstance(kind, Choice | RowOf):
        return "mode"
    return "opponent" if kind.about else "circumstance"


def shorten_label(parameter: Parameter) -> str:
    """Return a parameter's label within a sentence, without the word that says whose value it is."""
    for owner in OWNERS:
        if parameter.label.startswith(owner):
            return parameter.label.removeprefix(owner)
    return decapitalize(parameter.label)


def describe_value(parameter: Parameter, value: Any) -> str:
    """Describe a parameter's value in the words of a line; "" if it says nothing."""
    kind, label = parameter.kind, shorten_label(parameter)
    if isinstance(kind, Flag):
        return label if value else kind.neutral
    if isinstance(kind, NamedWhole):
        return f"{decapitalize(label_for_value(parameter, value))} {label}" if value else kind.neutral or f"no {label}"
    if isinstance(kind, Choice | RowOf):
        named = decapitalize(label_for_value(parameter, value))
        return f"{label}: {named}" if named in ("yes", "no") else named
    if isinstance(kind, Whole | Number):
        return f"{label} {format_score(parameter, value)}"
    if isinstance(kind, Notation):
        return f"{label} {str(value).upper()}"
    if isinstance(kind, ListOf) and isinstance(kind.entry, Whole | Number):
        return f"{label} {', '.join(format_score(parameter, each) for each in value)}" if value else ""
    return pluralize(len(value), label.removesuffix("s")) if isinstance(value, list | tuple) and value else ""


def format_score(parameter: Parameter, value: Any) -> str:
    """Format a number, with a sign if it may be below 0 and isn't 0."""
    kind = parameter.kind
    is_signed = isinstance(kind, Whole | Number) and kind.is_signed and value > 0
    return f"+{to_text(value)}" if is_signed else use_minus_sign(to_text(value))


# Chances


def has_results(mechanic: Mechanic) -> bool:
    """Return True if a roll has a success with results of different grades."""
    is_graded = mechanic.graded_by is not None or bool(mechanic.names.get(mechanic.headline))
    return bool(mechanic.grading_fields) and is_graded


def compute_results(mechanic: Mechanic, params: Mapping[str, Any]) -> tuple[Result, ...]:
    """Compute the results that a roll can have, the worst first; () if the roll has no success.

    Args:
        mechanic: the roll.
        params: its parameters.

    Raises:
        RulesError: a parameter isn't accepted, or the odds would take too long.
        TimeSliceExpired: they need another time slice.
    """
    fields = mechanic.grading_fields
    if not has_results(mechanic):
        return ()
    chances = compute_joint_chances(mechanic, fields, mechanic.check(dict(params)))
    found: dict[tuple[str, str], list[Fraction]] = {}
    for values, chance in chances.items():
        grade = grade_values(mechanic, values)
        found.setdefault((_name_result(mechanic, fields, values), grade), []).append(chance)
    order = list(mechanic.names.get(fields[0], {}).values())
    results = [
        Result(label, grade, sum_fractions(shares), _find_totals(mechanic, fields[0], label))
        for (label, grade), shares in found.items()
    ]
    last = len(order)
    ranked = sorted(
        range(len(results)),
        key=lambda at: (
            GRADE_ORDER.get(results[at].grade, 0),
            order.index(results[at].label) if results[at].label in order else last,
        ),
    )
    return tuple(results[at] for at in ranked)


GRADE_ORDER = {"bad": 0, "mixed": 1, "good": 2, "best": 3}
"""The order of results by their grades."""


def _name_result(mechanic: Mechanic, fields: tuple[str, ...], values: tuple[Any, ...]) -> str:
    """Return the name of a result: its word, or the label of the field that tells it."""
    if not values[0]:
        for field, value in zip(fields[1:], values[1:], strict=True):
            if any(value) if isinstance(value, list | tuple) else value:
                return mechanic.label_for(field)
    if fields[0] in mechanic.names:
        return label_for_outcome(mechanic, fields[0], values[0])
    label = mechanic.label_for(fields[0])
    return label if values[0] else f"No {decapitalize(label)}"


def _find_totals(mechanic: Mechanic, field: str, label: str) -> str:
    """Return the totals of a results table that lead to a result, or ""."""
    words = mechanic.words.get(field)
    if not isinstance(words, str):
        return ""
    return next((row.roll or "" for row in table(words).rows if row.name == label), "")


def compute_roll_chance(mechanic: Mechanic, params: Mapping[str, Any]) -> RollChance:
    """Compute the chance of a roll that matters to the roller.

    Args:
        mechanic: the roll.
        params: its parameters.

    Raises:
        RulesError: a parameter isn't accepted, or the odds would take too long.
        TimeSliceExpired: they need another time slice.
    """
    if mechanic.chance is not None:
        word, wanted = mechanic.chance
        chances = compute_joint_chances(mechanic, tuple(wanted), mechanic.check(dict(params)))
        accepted = [each if isinstance(each, tuple) else (each,) for each in wanted.values()]
        shares = [
            chance
            for values, chance in chances.items()
            if all(value in those for value, those in zip(values, accepted, strict=True))
        ]
        return RollChance(sum_fractions(shares), word)
    results = compute_results(mechanic, params)
    if not results:
        return RollChance(None, dice=describe_dice(mechanic, params))
    return RollChance(sum_fractions(each.chance for each in results if each.grade not in ("bad", "")))


def describe_dice(mechanic: Mechanic, params: Mapping[str, Any]) -> str:
    """Describe the dice that a roll begins with, such as "2D6"; "" if it has none.

    Raises:
        RulesError: a parameter isn't accepted.
    """
    thrown = mechanic.roll(dict(params), 0).dice
    return f"{len(thrown[0].faces)}D{thrown[0].sides}" if thrown else ""


@cache
def has_dice(mechanic: Mechanic) -> bool:
    """Return True if a rule requests dice with its default parameters."""
    return bool(mechanic.find_requested_dice((), {}).slots)
