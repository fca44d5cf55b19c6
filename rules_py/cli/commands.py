"""Commands about mechanics and tables: their JSON data and their text."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rules_py
from rules_py.dice import read_faces
from rules_py.dice.transcript import NextRoll
from rules_py.errors import ParameterError, RulesError
from rules_py.mechanic import Roll
from rules_py.registry.games import find_mechanic
from rules_py.text.quoting import quote_name
from rules_py.text.serialization import to_text

Result = tuple[Any, Callable[[], str]]
"""The data that is printed as JSON, and a function that returns the text."""


def list_systems(args: argparse.Namespace) -> Result:
    """List the games."""
    systems = rules_py.systems()
    return list(systems), lambda: "\n".join(systems)


def list_mechanics(args: argparse.Namespace) -> Result:
    """List the mechanics of a game, or of all."""
    ids = rules_py.mechanics(args.slug)
    return list(ids), lambda: "\n".join(f"{id}  {find_mechanic(id).title}" for id in ids)


def list_tables(args: argparse.Namespace) -> Result:
    """List the tables of a game, or of all."""
    rules_py.mechanics(args.slug)  # raises an error for an unknown game
    ids = rules_py.table_ids(args.slug)
    return list(ids), lambda: "\n".join(f"{id}  {rules_py.table(id).title}" for id in ids)


def describe(args: argparse.Namespace) -> Result:
    """Describe a mechanic's parameters."""
    description = rules_py.describe(args.id)

    def format_text() -> str:
        lines = [f"{args.id}: {description['title']} ({description['rule']})"]
        for name, parameter in find_mechanic(args.id).parameters.items():
            lines.append(
                f"  {name}={to_text(parameter.default)}  {parameter.kind.help}: {parameter.kind.describe_accepted()}"
            )
        return "\n".join(lines)

    return description, format_text


def _write_roll(offered: NextRoll) -> str:
    """Return the command of a roll that follows, with the parameters that it has.

    >>> _write_roll(NextRoll("Draw", "moonbase.alarm", {"out": "fire, leak", "skill": 2}, True))
    'roll moonbase.alarm out="fire, leak" skill=2'
    """
    texts = {name: to_text(value) for name, value in offered.preset_params.items()}
    params = [f'{name}="{text}"' if " " in text else f"{name}={text}" for name, text in texts.items()]
    return " ".join(["roll", offered.mechanic, *params])


def _build_roll_result(roll_result: Roll) -> Result:
    def format_text() -> str:
        lines = [
            f"{thrown.label}: {' '.join(map(str, thrown.faces))}"
            + (f" (kept {' '.join(map(str, thrown.kept))})" if len(thrown.kept) < len(thrown.faces) else "")
            for thrown in roll_result.dice
        ]
        lines += roll_result.steps
        lines += [f"{field} = {to_text(value)}" for field, value in roll_result.outcome.items()]
        lines += [f"{roll_result.verdict}."] if roll_result.verdict else []
        lines += [*roll_result.consequences, *(f"{each.text}: {_write_roll(each)}" for each in roll_result.next_rolls)]
        return "\n".join(lines)

    return roll_result.to_dict(), format_text


def roll(args: argparse.Namespace) -> Result:
    """Roll a mechanic or a table."""
    return _build_roll_result(find_mechanic(args.id).roll(read_params(args.params), args.seed))


def resolve(args: argparse.Namespace) -> Result:
    """Resolve dice that were already rolled."""
    return _build_roll_result(find_mechanic(args.id).resolve(read_faces(args.faces or ""), read_params(args.params)))


def roll_dice(args: argparse.Namespace) -> Result:
    """Roll dice notation."""
    return _build_roll_result(rules_py.roll("dice", args.seed, notation=args.notation))


def odds(args: argparse.Namespace) -> Result:
    """Compute the exact odds."""
    from rules_py.probability.cumulative import EXACTLY, cumulate, is_ordered
    from rules_py.probability.odds import Chances, Odds, format_fraction

    mechanic = find_mechanic(args.id)
    found = Odds.compute(mechanic, mechanic.check(read_params(args.params)))

    def format_text() -> str:
        lines = []
        for field, chances in found.outcomes.items():
            lines.append(f"{field}" + (f" (mean {_format_decimal(found.mean[field])})" if field in found.mean else ""))
            lines += [
                f"  {to_text(value):>12}  {_format_percent(chance)}  {chance}"
                for value, chance in apply_counts(field, chances).items()
            ]
            if field == mechanic.cumulative and args.counts == EXACTLY:
                lines += [
                    f"  within {number:>5}  {_format_percent(chance)}"
                    for number, chance in found.compute_cumulative(field).items()
                ]
        return "\n".join([*lines, *found.limits])

    def apply_counts(field: str, chances: Chances) -> Chances:
        return cumulate(chances, args.counts) if is_ordered(mechanic, field, chances) else chances

    cumulative = (
        {}
        if args.counts == EXACTLY
        else {
            args.counts: {
                field: {
                    to_text(value): format_fraction(chance) for value, chance in cumulate(chances, args.counts).items()
                }
                for field, chances in found.outcomes.items()
                if is_ordered(mechanic, field, chances)
            }
        }
    )
    return found.to_dict() | cumulative, format_text


def table(args: argparse.Namespace) -> Result:
    """Show a table's rows, or write them in the format of other programs."""
    found = rules_py.table(args.id)
    if args.format is not None:
        from rules_py.formats import find_table_format

        text = find_table_format(args.format, found).write(found)
        return found.to_dict(), lambda: text.rstrip("\n")

    def format_text() -> str:
        lines = [f"{found.title}" + (f" ({found.die})" if found.die else "")]
        lines += ["  ".join([*([row.roll] if row.roll else []), *row.cells.values()]) for row in found.rows]
        return "\n".join(lines)

    return found.to_dict(), format_text


def data(args: argparse.Namespace) -> Result:
    """Build everything that a game prints, as JSON."""
    import json

    from rules_py.formats import build_game_data

    found = build_game_data(args.slug)
    return found, lambda: json.dumps(found, indent=1, ensure_ascii=False)


def read_params(parts: list[str]) -> dict[str, str]:
    """Parse parameters by name, from parts such as name=value.

    Raises:
        ParameterError: a part has another form.
        RulesError: a name is repeated.
    """
    params = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise ParameterError("parameter", part, "name=value")
        if name in params:
            raise RulesError(f"{quote_name(name)}: got it twice, takes one value")
        params[name] = value
    return params


def _format_decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _format_percent(chance: Fraction) -> str:
    return f"{float(chance):8.3%}"
