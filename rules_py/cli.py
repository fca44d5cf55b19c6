"""The command line: the same rolls, odds and tables in a terminal, as text or as JSON."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

import rules_py
from rules_py.errors import RulesError
from rules_py.games import find
from rules_py.mechanic import Roll
from rules_py.values import short, text_of

BAD_INPUT = 2
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,100}\s*")


class _Parser(argparse.ArgumentParser):
    """One line on standard error instead of argparse's usage block."""

    def error(self, message: str) -> NoReturn:
        print(f"rules_py: {' '.join(message.split())}; see `python -m rules_py --help`", file=sys.stderr)
        sys.exit(BAD_INPUT)


def main(arguments: list[str]) -> int:
    """Run one command; 0 when it worked, 2 for bad input (one line on standard error)."""
    given = _read(arguments)
    try:
        result, as_text = given.run(given)
    except RulesError as error:
        print(f"rules_py: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # names and rules are not all ASCII, terminals may be
    try:
        print(json.dumps(result, ensure_ascii=False) if given.json else as_text())
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe stopped early, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"rules_py: the answer could not be written: {error.strerror}", file=sys.stderr)
        os._exit(1)  # the interpreter would try to write it once more
    return 0


Result = tuple[Any, Callable[[], str]]


def _read(arguments: list[str]) -> argparse.Namespace:
    """Parse, with name=value parts anywhere among the options (argparse alone wants them together)."""
    parser = _parser()
    given, rest = parser.parse_known_args(_arranged(arguments))
    for part in rest:
        if "params" not in given or part.startswith("-"):
            parser.error(f"unrecognized argument: {part}")
        given.params.append(part)
    return given


def _arranged(arguments: list[str]) -> list[str]:
    """The arguments as argparse understands them: --json in any place, values that start with a minus."""
    arranged: list[str] = []
    waiting = ""
    for place, part in enumerate(arguments):
        if part == "--":
            arranged += arguments[place:]
            break
        if waiting:
            arranged.append(f"{waiting}={part}")
            waiting = ""
        elif part in ("--faces", "--seed"):
            waiting = part
        elif re.match(r"-[\ddD(]", part):
            arranged.append(f" {part}")  # dice such as -2+1d6
        elif part != "--json":
            arranged.append(part)
    as_json = ["--json"] if "--json" in arguments else []
    return [*arranged[:1], *as_json, *arranged[1:], *([waiting] if waiting else [])]


class _Once(argparse.Action):
    """An option that may stand once."""

    def __call__(self, parser, namespace, value, option_string=None) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{self.dest}: got it twice, takes one value")
        setattr(namespace, self.dest, value)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rules_py", description="Tabletop rules: roll them, get exact odds, "
                     "resolve your own dice.", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, help: str, run: Callable[[argparse.Namespace], Result]) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help, allow_abbrev=False)
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(run=run)
        return sub

    def with_params(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument("id", metavar="ID", help="a mechanic, such as psiops.action")
        sub.add_argument("params", metavar="name=value", nargs="*", help="see `describe ID`")
        return sub

    command("systems", "the games", _systems)
    command("list", "the mechanics of a game, or of all", _list).add_argument("slug", nargs="?", metavar="SLUG")
    command("tables", "the tables of a game, or of all", _tables).add_argument("slug", nargs="?", metavar="SLUG")
    command("describe", "a mechanic's parameters", _describe).add_argument("id", metavar="ID")
    seed = dict(action=_Once, type=_whole, metavar="N", help="the same dice again")
    with_params(command("roll", "roll a mechanic or a table", _roll)).add_argument("--seed", **seed)
    with_params(command("resolve", "resolve dice that you rolled", _resolve)).add_argument(
        "--faces", action=_Once, metavar="4,5", help="the faces in order; none for a rule without dice")
    with_params(command("odds", "the exact odds", _odds))
    command("table", "a table's rows", _table).add_argument("id", metavar="ID")
    dice = command("dice", "roll dice notation", _dice)
    dice.add_argument("notation", metavar="NOTATION", help="such as 2d6+1 (put a leading minus after --)")
    dice.add_argument("--seed", **seed)
    return parser


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"got {short(text)!r}, takes a whole number")
    return int(text)


def _params(given: argparse.Namespace) -> dict[str, str]:
    params = {}
    for part in given.params:
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise RulesError(f"parameter: got {short(part)!r}, takes name=value")
        if name in params:
            raise RulesError(f"{name}: got it twice, takes one value")
        params[name] = value
    return params


def _faces(text: str) -> list[int]:
    parts = text.split(",") if text.strip() else []
    if not all(_WHOLE.fullmatch(part) for part in parts):
        raise RulesError(f"faces: got {short(text)!r}, takes whole numbers separated by commas, such as 4,5")
    return [int(part) for part in parts]


def _systems(given: argparse.Namespace) -> Result:
    systems = rules_py.systems()
    return list(systems), lambda: "\n".join(systems)


def _list(given: argparse.Namespace) -> Result:
    ids = rules_py.mechanics(given.slug)
    return list(ids), lambda: "\n".join(f"{id}  {find(id).title}" for id in ids)


def _tables(given: argparse.Namespace) -> Result:
    rules_py.mechanics(given.slug)  # refuses a game that is not there
    ids = rules_py.table_ids(given.slug)
    return list(ids), lambda: "\n".join(f"{id}  {rules_py.table(id).title}" for id in ids)


def _describe(given: argparse.Namespace) -> Result:
    description = rules_py.describe(given.id)

    def text() -> str:
        lines = [f"{given.id}: {description['title']} ({description['rule']})"]
        for name, parameter in find(given.id).parameters.items():
            lines.append(f"  {name}={text_of(parameter.default)}  {parameter.kind.help}: {parameter.kind.takes()}")
        return "\n".join(lines)
    return description, text


def _show(roll: Roll) -> Result:
    def text() -> str:
        lines = [f"{thrown.label}: {' '.join(map(str, thrown.faces))}"
                 + (f" (kept {' '.join(map(str, thrown.kept))})" if len(thrown.kept) < len(thrown.faces) else "")
                 for thrown in roll.dice]
        lines += roll.steps
        lines += [f"{field} = {text_of(value)}" for field, value in roll.outcome.items()]
        return "\n".join([*lines, *roll.follows])
    return roll.to_dict(), text


def _roll(given: argparse.Namespace) -> Result:
    return _show(find(given.id).roll(_params(given), given.seed))


def _resolve(given: argparse.Namespace) -> Result:
    return _show(find(given.id).resolve(_faces(given.faces or ""), _params(given)))


def _dice(given: argparse.Namespace) -> Result:
    return _show(rules_py.roll("dice", given.seed, notation=given.notation))


def _odds(given: argparse.Namespace) -> Result:
    from rules_py.exact_odds import Odds, odds_of

    mechanic = find(given.id)
    params = mechanic.check(_params(given))
    odds = Odds(mechanic.id, params, odds_of(mechanic, params))

    def text() -> str:
        lines = []
        for field, chances in odds.outcomes.items():
            lines.append(f"{field}" + (f" (mean {_decimal(odds.mean[field])})" if field in odds.mean else ""))
            lines += [f"  {text_of(value):>12}  {_percent(chance)}  {chance}" for value, chance in chances.items()]
            if field == mechanic.within:
                lines += [f"  within {number:>5}  {_percent(chance)}" for number, chance in odds.within(field).items()]
        return "\n".join(lines)
    return odds.to_dict(), text


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _percent(chance: Fraction) -> str:
    return f"{float(chance):8.3%}"


def _table(given: argparse.Namespace) -> Result:
    table = rules_py.table(given.id)

    def text() -> str:
        lines = [f"{table.title}" + (f" ({table.die})" if table.die else "")]
        for row in table.rows:
            lines.append("  ".join([*([row.roll] if row.roll else []), *row.cells.values()]))
        return "\n".join(lines)
    return table.to_dict(), text
