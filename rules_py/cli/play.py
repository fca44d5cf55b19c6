"""Commands about sheets and fights: their JSON data and their text.

Each command imports what it needs, since rolls need neither sheets nor fights.
"""

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import rules_py
from rules_py.cli.commands import Result, read_params
from rules_py.cli.files import read_file, read_json
from rules_py.errors import ParameterError, UnknownParameterError
from rules_py.registry import games
from rules_py.text.numbers import parse_int
from rules_py.text.serialization import to_text
from rules_py.text.wording import pluralize

if TYPE_CHECKING:
    from rules_py.play import Sheet
    from rules_py.play.fight.history import History
    from rules_py.play.forecast.coverage import Coverage
    from rules_py.play.forecast.estimates import Estimate
    from rules_py.play.forecast.report import Forecast
    from rules_py.play.forecast.variations import VariationRun


def list_sheets(args: argparse.Namespace) -> Result:
    """List the sheet types of a game, or of all."""
    from rules_py.registry.play import find_sheet

    ids = rules_py.sheets(args.slug)
    return list(ids), lambda: "\n".join(f"{id}  {find_sheet(id).title}" for id in ids)


def sheet(args: argparse.Namespace) -> Result:
    """Create a sheet from its fields."""
    made = rules_py.sheet(args.id, **read_params(args.params))
    return made.to_dict(), lambda: _format_statblock(made) if args.statblock else _format_sheet(made)


def _format_statblock(sheet: "Sheet") -> str:
    from rules_py.formats import find_licence, write_statblock

    return write_statblock(sheet, find_licence(sheet.id.partition(".")[0]).line).rstrip("\n")


def list_changes(args: argparse.Namespace) -> Result:
    """List the changes for a sheet type."""
    from rules_py.registry.play import find_change, find_sheet

    ids = rules_py.changes(args.id)
    return list(ids), lambda: "\n".join(f"{id}  {find_change(id, find_sheet(args.id)()).title}" for id in ids)


def change(args: argparse.Namespace) -> Result:
    """Apply a change to the sheet in a file."""
    from rules_py.play.sheet import read_sheet
    from rules_py.registry.play import find_sheet

    made = rules_py.change(read_sheet(read_json(args.file), find_sheet), args.id, **read_params(args.params))
    return made.to_dict(), lambda: "\n".join([*made.steps, _format_sheet(made.sheet)])


def fight(args: argparse.Namespace) -> Result:
    """Replay the fight in a file and show its current state."""
    from rules_py.registry.play import read_fight

    made = read_fight(read_json(args.file))

    def format_text() -> str:
        lines = [said for entry in made.log for said in entry.messages]
        for each in made.combatants.values():
            lines += [f"{each.name} ({made.rules.sides[each.side]}{', out' if each.is_out else ''})"]
            lines += [f"  {warning}" for warning in each.sheet.warnings]
        return "\n".join(lines)

    return made.to_dict(), format_text


def undo(args: argparse.Namespace) -> Result:
    """Undo the last event of the fight in a file, with everything that followed from it."""
    from rules_py.play.fight.history import undo

    return _move_in_history(args, undo)


def redo(args: argparse.Namespace) -> Result:
    """Do again what was undone last in the fight in a file."""
    from rules_py.play.fight.history import redo

    return _move_in_history(args, redo)


def _move_in_history(args: argparse.Namespace, move: "Callable[[History], History]") -> Result:
    """Return the fight in a file as JSON that `fight`, `undo` and `redo` read, after a move in its history."""
    from rules_py.play.fight.history import History, read_undone
    from rules_py.registry.play import read_fight

    data = read_json(args.file)
    slug = read_fight(data).slug
    events, undone = move(History(data["events"], read_undone(data)))
    after = {"fight": slug, "events": list(events), "undone": list(undone)}
    made = read_fight(after)
    return after, lambda: "\n".join(said for entry in made.log for said in entry.messages)


def revise(args: argparse.Namespace) -> Result:
    """Edit the past of the fight in a file; the acts after the edits are given again."""
    from rules_py.play.fight.revision import read_edits, revise as revise_fight
    from rules_py.registry.play import read_fight

    edits = read_edits([_parse_edit(text) for text in args.edits])
    old = read_fight(read_json(args.file))
    made = revise_fight(old, edits, args.seed)
    events = [*(entry.event for entry in old.log[: made.start]), *made.events]

    def format_text() -> str:
        lines = [
            f"{f'{old.name_for(each.who)}: ' if each.who in old.combatants else ''}{each.title}. "
            f"{each.reason} {'Kept.' if each.is_kept else 'Left out.'}"
            for each in made.misfits
        ]
        return "\n".join([*lines, *(each.describe() for each in made.differences)] or ["Nothing changes."])

    return {"fight": old.slug, "events": events}, format_text


def _parse_edit(text: str) -> Any:
    """Parse an edit from its JSON.

    Raises:
        ParameterError: it isn't JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ParameterError("edits", text, "JSON with do and event", is_text=True) from None


def log(args: argparse.Namespace) -> Result:
    """Show the record of the fight in a file, by rounds."""
    from rules_py.play.board.record import describe_details, list_rounds, write_markdown, write_text
    from rules_py.registry.play import read_fight

    made = read_fight(read_json(args.file))
    person = made.combatant(args.who).key if args.who else ""
    write = write_markdown if args.markdown else write_text
    data = [
        {
            "round": each.title,
            "happenings": [
                {
                    "event": happening.id,
                    "who": list(happening.who),
                    "targets": list(happening.targets),
                    "title": happening.title,
                    "result": happening.headline,
                    "details": describe_details(happening),
                }
                for happening in each.happenings
            ],
        }
        for each in list_rounds(made, person)
    ]
    return data, lambda: write(made, "Fight", person).rstrip("\n")


def examples(args: argparse.Namespace) -> Result:
    """Check the examples of a game, of all games or in a file."""
    from rules_py.play.examples import parse_examples
    from rules_py.registry.examples import find_differences, list_examples

    if args.file:
        text = read_file(args.file, lambda content: content.decode("utf-8"), "text in UTF-8")
        found = parse_examples(text, args.file, games.find_game(args.slug).slug)
    else:
        slugs = [args.slug] if args.slug else rules_py.systems()
        found = tuple(each for slug in slugs for each in list_examples(slug))
    checked: list[dict[str, Any]] = [
        {"location": each.location, "title": each.title, "rule": each.rule, "differences": find_differences(each)}
        for each in found
    ]

    def format_text() -> str:
        wrong = [each for each in checked if each["differences"]]
        lines = [line for each in wrong for line in (each["location"], *(f"  {said}" for said in each["differences"]))]
        total = pluralize(len(checked), "example")
        return "\n".join([*lines, f"{total}: {len(wrong) or 'none'} differ{'s' if len(wrong) == 1 else ''}."])

    return checked, format_text


def forecast(args: argparse.Namespace) -> Result:
    """Forecast how the fight in a file ends."""
    params = read_params(args.params)
    choices: dict[str, dict[str, str]] = {}
    asked: dict[str, Any] = {}
    for name, text in params.items():
        owner, _, assumption = name.rpartition(".")
        if owner:
            choices.setdefault(owner, {})[assumption] = text
        elif name in FORECAST_PARSERS:
            asked[name] = FORECAST_PARSERS[name](text)
        else:
            raise UnknownParameterError(name, "forecast", (*FORECAST_PARSERS, "WHO.ASSUMPTION"))
    if choices:
        asked["choices"] = choices
    if args.coverage or args.variations or args.play is not None:
        return _show_part(args, asked)
    made = rules_py.forecast(read_json(args.file), seed=args.seed, **asked)
    return made.to_dict(), lambda: _format_forecast(made)


def _show_part(args: argparse.Namespace, asked: dict[str, Any]) -> Result:
    """Show what a forecast plays, its variations, or one of its fights."""
    from rules_py.play.board.record import write_text
    from rules_py.play.forecast import ForecastOptions
    from rules_py.play.forecast.coverage import compute_coverage
    from rules_py.play.forecast.sample import play_sample
    from rules_py.play.forecast.variations import VariationRun
    from rules_py.registry.play import read_fight
    from rules_py.scheduling import run_to_completion

    made = read_fight(read_json(args.file))
    options = ForecastOptions.from_fields({**asked, "seed": args.seed})
    if args.coverage:
        found = run_to_completion(compute_coverage(made, options))
        return found.to_dict(), lambda: _format_coverage(found)
    if args.variations:
        run = VariationRun(made, options, asked.get("at_most", 0))
        while not run.is_done:
            run.advance()
        return run.to_dict(), lambda: _format_variations(run)
    sample = run_to_completion(play_sample(made, options, args.play))
    events = [entry.event for entry in sample.fight.log]
    data = {"fight": made.slug, "events": events, "start": sample.start, "seed": sample.seed, "number": sample.number}
    title = f"Fight {sample.number} of seed {sample.seed}"
    return data, lambda: f"{write_text(sample.fight, title, start=sample.start)}\n{sample.description}"


def _format_coverage(coverage: "Coverage") -> str:
    from rules_py.play.forecast.coverage import STATES

    lines = [coverage.description]
    for state, heading in STATES.items():
        if entries := coverage.list_entries(state):
            lines += [f"{heading}:", *(f"  {each.title}{': ' * bool(each.reason)}{each.reason}" for each in entries)]
    return "\n".join(lines)


def _format_variations(run: "VariationRun") -> str:
    from rules_py.play.forecast.estimates import format_estimate
    from rules_py.play.forecast.variations import format_difference

    width = max(len(each.title) for each in run.results)
    lines = []
    for each in run.results:
        shares = (
            f"{run.fight.rules.sides[side]} {format_estimate(share)} ({format_difference(each.differences[side])})"
            for side, share in each.win_chances.items()
        )
        lines.append(f"{each.title:{width}}  {'  '.join(shares)}")
    return "\n".join([*lines, run.description])


def _format_forecast(forecast: "Forecast") -> str:
    from rules_py.play.forecast.estimates import format_estimate
    from rules_py.play.forecast.report import LEAST_SHOWN

    def format_interval(share: "Estimate") -> str:
        return "" if forecast.is_exact else f"  ({share.low:.1%} to {share.high:.1%})"

    lines = []
    for side, share in forecast.win_chances.items():
        flees = f", flees {format_estimate(forecast.flee_chances[side])}" if forecast.flee_chances else ""
        lines.append(f"{forecast.fight.rules.sides[side]}: {format_estimate(share)}{format_interval(share)}{flees}")
        lines += [
            f"  {each.name} is out of the fight: {format_estimate(forecast.defeat_chances[key])}"
            f"{format_interval(forecast.defeat_chances[key])}"
            for key, each in forecast.fight.combatants.items()
            if each.side == side
        ]
    if float(forecast.nobody_chance.chance) >= LEAST_SHOWN:
        lines.append(
            f"Nobody is left: {format_estimate(forecast.nobody_chance)}{format_interval(forecast.nobody_chance)}"
        )
    said = (
        forecast.undecided_description,
        forecast.length_description,
        forecast.basis_description,
        forecast.left_out_description,
    )
    lines += [each for each in said if each]
    return "\n".join([*lines, *forecast.assumptions, *forecast.tactics_descriptions])


def _parse_number(text: str) -> Any:
    """Parse a number.

    Other text is returned unchanged, so that validation can report it by parameter name.
    """
    try:
        return parse_int(text) if "." not in text else float(text)
    except ValueError:
        return text


FORECAST_PARSERS: dict[str, Callable[[str], Any]] = {
    "target": str,
    "flees": str,
    "answers": str,
    "focus": str,
    "without": str,
    "at_most": _parse_number,
    "within": _parse_number,
    "exact": lambda text: {"true": True, "false": False}.get(text, text),
}
"""The parameters of a forecast, each with its parser."""


def _format_sheet(sheet: "Sheet") -> str:
    lines = [f"{sheet.title} ({sheet.id})"]
    lines += [f"{name} = {to_text(value)}" for name, value in {**sheet.fields, **sheet.derived}.items()]
    return "\n".join([*lines, *sheet.warnings])
