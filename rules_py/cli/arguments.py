"""Command-line arguments, parsed with argparse."""

import argparse
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NoReturn

from rules_py import __version__
from rules_py.cli import checking, commands, new, play, requests
from rules_py.text.numbers import parse_int
from rules_py.text.quoting import quote_text

BAD_INPUT = 2

SCRIPT = "rules-py"
MODULE = "python -m rules_py"
"""The two names that the command line is called with."""

type Run = Callable[[argparse.Namespace], commands.Result]
"""The function that runs a command."""


def find_prog() -> str:
    """Return the name that the command line was called with."""
    return SCRIPT if re.fullmatch(r"(?:.*[/\\])?rules-py(?:\.exe|-script\.py)?", sys.argv[0]) else MODULE


def find_prefix() -> str:
    """Return the name at the beginning of error messages."""
    return SCRIPT if find_prog() == SCRIPT else "rules_py"


class Parser(argparse.ArgumentParser):
    """Parser that reports an error in one line, without argparse's usage block."""

    def error(self, message: str) -> NoReturn:
        print(f"{find_prefix()}: {' '.join(message.split())}; see `{find_prog()} --help`", file=sys.stderr)
        sys.exit(BAD_INPUT)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse arguments, with name=value parts anywhere among the options.

    argparse alone requires them together.
    """
    commands_parser = build_parser(find_prog())
    given, rest = commands_parser.parse_known_args(rearrange_arguments(arguments))
    for part in rest:
        if "params" not in given or part.startswith("-"):
            commands_parser.error(f"unrecognized argument: {part}")
        given.params.append(part)
    return given


def rearrange_arguments(arguments: list[str]) -> list[str]:
    """Rearrange arguments for argparse: --json in any place, values that start with a minus."""
    found: list[str] = []
    waiting = ""
    for place, part in enumerate(arguments):
        if part == "--":
            found += arguments[place:]
            break
        if waiting:
            found.append(f"{waiting}={part}")
            waiting = ""
        elif part in ("--faces", "--seed"):
            waiting = part
        elif re.match(r"-[\ddD(]", part):
            found.append(f" {part}")  # dice such as -2+1d6
        elif part != "--json":
            found.append(part)
    as_json = ["--json"] if "--json" in arguments else []
    return [*found[:1], *as_json, *found[1:], *([waiting] if waiting else [])]


NEW_GAME_FLAGS = {
    "title": "the game's name",
    "tagline": "a sentence about it",
    "makers": "the people who make it",
    "licence": "own, CC-BY-4.0 or another kind of licence",
    "kind": "rules (in Python), or tables (no Python)",
    "die": "the dice that its rules roll, such as 2d6 or d20",
    "colour": "its colour, such as #5b3fa0",
    "mark": "its icon, such as material/rocket-launch",
    "place": "package (of its own), or repository (one of its games)",
}
"""The questions of `rules_py.scaffold` as flags."""


class SingleUseAction(argparse.Action):
    """An option that may be used only once."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{self.dest}: got it twice, takes one value")
        setattr(namespace, self.dest, values)


class CountsAction(argparse.Action):
    """An option that sets how chances are accumulated, and conflicts with the others that do."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if namespace.counts not in (self.default, self.const):
            parser.error("counts: got --at-least and --at-most, takes one of them")
        namespace.counts = self.const


@cache
def build_parser(prog: str) -> argparse.ArgumentParser:
    """Build the parser with every command and its options; a process that runs several commands builds it once."""
    made = Parser(
        prog=prog,
        description="Tabletop rules: roll them, get exact odds, resolve your own dice.",
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"rules-py {__version__}")
    known = made.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def add_command(name: str, help: str, run: Run) -> argparse.ArgumentParser:
        sub = known.add_parser(name, help=help, description=help, allow_abbrev=False)
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(run=run, exit_status=lambda _: 0)
        return sub

    def add_params(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument("id", metavar="ID", help="a mechanic, such as psiops.action")
        sub.add_argument("params", metavar="name=value", nargs="*", help="see `describe ID`")
        return sub

    def add_fight_command(
        name: str, help: str, run: Run, file: str = "a fight's events as JSON"
    ) -> argparse.ArgumentParser:
        sub = add_command(name, help, run)
        sub.add_argument("file", metavar="FILE", help=f"{file}; - for standard input")
        return sub

    def add_seed_option(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--seed", action=SingleUseAction, type=parse_whole_number, metavar="N", help="the same dice again"
        )

    add_command("systems", "the games", commands.list_systems)
    for name, help, run in (
        ("list", "the mechanics of a game, or of all", commands.list_mechanics),
        ("tables", "the tables of a game, or of all", commands.list_tables),
    ):
        add_command(name, help, run).add_argument("slug", nargs="?", metavar="SLUG")
    add_command("describe", "a mechanic's parameters", commands.describe).add_argument("id", metavar="ID")
    add_seed_option(add_params(add_command("roll", "roll a mechanic or a table", commands.roll)))
    add_params(add_command("resolve", "resolve dice that you rolled", commands.resolve)).add_argument(
        "--faces", action=SingleUseAction, metavar="4,5", help="the faces in order; none for a rule without dice"
    )
    odds = add_params(add_command("odds", "the exact odds", commands.odds))
    for counts, help in (
        ("at-least", "the chances of each number or more, of each word or better"),
        ("at-most", "the chances of each number or less, of each word or worse"),
    ):
        odds.add_argument(
            f"--{counts}", action=CountsAction, const=counts, dest="counts", default="exactly", nargs=0, help=help
        )
    table = add_command("table", "a table's rows", commands.table)
    table.add_argument("id", metavar="ID")
    table.add_argument(
        "--format", action=SingleUseAction, metavar="FORMAT", help="csv, markdown, text or foundry, for other programs"
    )
    add_command("data", "everything that a game prints, as JSON", commands.data).add_argument("slug", metavar="SLUG")
    dice = add_command("dice", "roll dice notation", commands.roll_dice)
    dice.add_argument("notation", metavar="NOTATION", help="such as 2d6+1 (put a leading minus after --)")
    add_seed_option(dice)
    add_command("sheets", "the kinds of sheet of a game, or of all", play.list_sheets).add_argument(
        "slug", nargs="?", metavar="SLUG"
    )
    fields = add_command("sheet", "a sheet and its derived values", play.sheet)
    fields.add_argument("id", metavar="ID", help="a kind of sheet, such as psiops.operative")
    fields.add_argument("params", metavar="name=value", nargs="*")
    fields.add_argument("--statblock", action="store_true", help="print a statblock for Obsidian")
    add_command("changes", "the changes of a kind of sheet", play.list_changes).add_argument("id", metavar="SHEET-ID")
    change = add_command("change", "a sheet after a change", play.change)
    change.add_argument("id", metavar="ID", help="a change, such as psiops.take-damage")
    change.add_argument("file", metavar="FILE", help="a sheet as JSON; - for standard input")
    change.add_argument("params", metavar="name=value", nargs="*")
    add_fight_command("fight", "the state of a fight", play.fight)
    undoable = "a fight's events as JSON, as `undo --json` prints it"
    add_fight_command("undo", "a fight without its last event and what followed from it", play.undo, undoable)
    add_fight_command("redo", "a fight with what was undone last", play.redo, undoable)
    revise = add_fight_command("revise", "a fight with edits of its past, and what they change", play.revise)
    revise.add_argument(
        "edits",
        metavar="EDIT",
        nargs="+",
        help='JSON: {"do": "remove", "event": "e5"}; "keep" what no longer fits; "change" with parts, such as '
        '{"faces": [6, 2]} or {"at": "n4"}; "insert" a command before the event',
    )
    add_seed_option(revise)
    log = add_fight_command("log", "the record of a fight, by rounds", play.log)
    log.add_argument("--who", action=SingleUseAction, metavar="KEY", help="only what a combatant did, or met with")
    log.add_argument("--markdown", action="store_true", help="print Markdown")
    forecast = add_fight_command("forecast", "forecast how a fight ends", play.forecast)
    forecast.add_argument(
        "params",
        metavar="name=value",
        nargs="*",
        help="target=weakest, strongest, spread or first; flees=never, half, first or last; within=0.02; "
        "at_most=5000 fights; exact=true or false; without=WHO; focus=WHO is attacked first; answers=target, "
        "strongest, weakest or none; WHO.ASSUMPTION=value for a combatant or a side, such as squad.tags=2",
    )
    parts = forecast.add_mutually_exclusive_group()
    parts.add_argument("--coverage", action="store_true", help="what the forecast plays of the sheets, and what not")
    parts.add_argument("--variations", action="store_true", help="the same fight with one thing changed, in a table")
    parts.add_argument(
        "--play",
        action=SingleUseAction,
        type=parse_whole_number,
        metavar="N",
        help="play out the forecast's N-th fight",
    )
    add_seed_option(forecast)
    ask = add_params(add_command("ask", "ask a player for a roll; --json prints the request", requests.ask))
    for option, help in (
        ("title", "what the player rolls, such as SMART; by default the rule's title"),
        ("who", "the name of the character who rolls"),
    ):
        ask.add_argument(f"--{option}", action=SingleUseAction, metavar="TEXT", help=help)
    add_seed_option(ask)
    answer = add_command("answer", "roll what a GM asked for; --json prints the answer", requests.answer)
    answer.add_argument("file", metavar="FILE", help="a request as JSON; - for standard input")
    answer.add_argument("params", metavar="name=value", nargs="*", help="the values that the request leaves open")
    answer.add_argument("--who", action=SingleUseAction, metavar="TEXT", help="the name of the character who rolls")
    check_answer = add_command("check-answer", "check an answer to a request by rolling it again", requests.check)
    check_answer.add_argument("request", metavar="REQUEST", help="the file of the request")
    check_answer.add_argument("answer", metavar="ANSWER", help="the file of the answer; - for standard input")
    check_answer.add_argument("counted", metavar="COUNTED", nargs="*", help="files of answers that have been counted")
    check = add_command("check", "find the mistakes in games and their pages", checking.check)
    check.add_argument("games", metavar="GAME", nargs="*", help="a game; without any, all games and all other pages")
    check.add_argument("--docs", metavar="FOLDER", help="the folder of pages; by default docs, if it exists")
    check.set_defaults(exit_status=checking.find_exit_status)
    examples = add_command("examples", "check the examples of fights of a game, of all, or in a file", play.examples)
    examples.add_argument("slug", nargs="?", metavar="SLUG")
    examples.add_argument("file", nargs="?", metavar="FILE", help="a file of examples; - for standard input")
    examples.set_defaults(exit_status=lambda found: any(each["differences"] for each in found))
    begin = add_command("new", "write a new game that works; asks at a terminal", new.new)
    begin.add_argument("slug", metavar="SLUG", help="its name in ids and addresses, such as moonbase")
    begin.set_defaults(prog=prog)
    for name, help in NEW_GAME_FLAGS.items():
        begin.add_argument(f"--{name}", action=SingleUseAction, metavar="TEXT", help=help)
    begin.add_argument("--folder", action=SingleUseAction, metavar="FOLDER", help="the folder of the files")
    begin.add_argument("--yes", action="store_true", help="ask nothing and take the defaults")
    return made


def parse_whole_number(text: str) -> int:
    """Parse an option that is a whole number."""
    try:
        return parse_int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"got {quote_text(text)}, takes a whole number") from None
