"""What each command answers: its JSON, and how to write it as text."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rules_py
from rules_py.dice import read_faces
from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.registry.games import find
from rules_py.text.formatting import as_name, in_quotes, text_of

Result = tuple[Any, Callable[[], str]]
"""What is printed as JSON, and what makes the text."""


def list_systems(given: argparse.Namespace) -> Result:
    """The games."""
    systems = rules_py.systems()
    return list(systems), lambda: "\n".join(systems)


def list_mechanics(given: argparse.Namespace) -> Result:
    """The mechanics of a game, or of all."""
    ids = rules_py.mechanics(given.slug)
    return list(ids), lambda: "\n".join(f"{id}  {find(id).title}" for id in ids)


def list_tables(given: argparse.Namespace) -> Result:
    """The tables of a game, or of all."""
    rules_py.mechanics(given.slug)  # refuses a game that is not there
    ids = rules_py.table_ids(given.slug)
    return list(ids), lambda: "\n".join(f"{id}  {rules_py.table(id).title}" for id in ids)


def describe(given: argparse.Namespace) -> Result:
    """A mechanic's parameters."""
    description = rules_py.describe(given.id)

    def text() -> str:
        lines = [f"{given.id}: {description['title']} ({description['rule']})"]
        for name, parameter in find(given.id).parameters.items():
            lines.append(f"  {name}={text_of(parameter.default)}  {parameter.kind.help}: {parameter.kind.takes()}")
        return "\n".join(lines)

    return description, text


def _show(rolled: Roll) -> Result:
    def text() -> str:
        lines = [
            f"{thrown.label}: {' '.join(map(str, thrown.faces))}"
            + (f" (kept {' '.join(map(str, thrown.kept))})" if len(thrown.kept) < len(thrown.faces) else "")
            for thrown in rolled.dice
        ]
        lines += rolled.steps
        lines += [f"{field} = {text_of(value)}" for field, value in rolled.outcome.items()]
        lines += [f"{rolled.verdict}."] if rolled.verdict else []
        lines += [*rolled.follows, *(f"{each.text}: roll {each.mechanic}" for each in rolled.next_rolls)]
        return "\n".join(lines)

    return rolled.to_dict(), text


def roll(given: argparse.Namespace) -> Result:
    """Roll a mechanic or a table."""
    return _show(find(given.id).roll(read_params(given.params), given.seed))


def resolve(given: argparse.Namespace) -> Result:
    """Resolve dice that somebody rolled."""
    return _show(find(given.id).resolve(read_faces(given.faces or ""), read_params(given.params)))


def roll_dice(given: argparse.Namespace) -> Result:
    """Roll dice notation."""
    return _show(rules_py.roll("dice", given.seed, notation=given.notation))


def odds(given: argparse.Namespace) -> Result:
    """The exact odds."""
    from rules_py.probability.cumulative import EXACTLY, counted, is_ordered
    from rules_py.probability.odds import Chances, Odds, fraction_text

    mechanic = find(given.id)
    found = Odds.of(mechanic, mechanic.check(read_params(given.params)))

    def text() -> str:
        lines = []
        for field, chances in found.outcomes.items():
            lines.append(f"{field}" + (f" (mean {_decimal(found.mean[field])})" if field in found.mean else ""))
            lines += [
                f"  {text_of(value):>12}  {_percent(chance)}  {chance}"
                for value, chance in counted_of(field, chances).items()
            ]
            if field == mechanic.cumulative and given.counts == EXACTLY:
                lines += [
                    f"  within {number:>5}  {_percent(chance)}" for number, chance in found.cumulative(field).items()
                ]
        return "\n".join(lines)

    def counted_of(field: str, chances: Chances) -> Chances:
        return counted(chances, given.counts) if is_ordered(mechanic, field, chances) else chances

    cumulative = (
        {}
        if given.counts == EXACTLY
        else {
            given.counts: {
                field: {
                    text_of(value): fraction_text(chance) for value, chance in counted(chances, given.counts).items()
                }
                for field, chances in found.outcomes.items()
                if is_ordered(mechanic, field, chances)
            }
        }
    )
    return found.to_dict() | cumulative, text


def table(given: argparse.Namespace) -> Result:
    """A table's rows."""
    found = rules_py.table(given.id)

    def text() -> str:
        lines = [f"{found.title}" + (f" ({found.die})" if found.die else "")]
        lines += ["  ".join([*([row.roll] if row.roll else []), *row.cells.values()]) for row in found.rows]
        return "\n".join(lines)

    return found.to_dict(), text


def read_params(parts: list[str]) -> dict[str, str]:
    """Parameters by name, from parts such as name=value.

    Raises:
        RulesError: a part is none, or a name stands twice.
    """
    params = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise RulesError(f"parameter: got {in_quotes(part)}, takes name=value")
        if name in params:
            raise RulesError(f"{as_name(name)}: got it twice, takes one value")
        params[name] = value
    return params


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _percent(chance: Fraction) -> str:
    return f"{float(chance):8.3%}"
