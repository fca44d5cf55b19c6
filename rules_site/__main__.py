"""The commands around a builder: `rules-site pages docs` before it, and `rules-site finish site` after it."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules_py.checking.exceptions import describe_error

from . import itch
from .bundle import list_silent_rules, prebuilt
from .bundle.frontend import are_sources_here
from .finish import finish, list_steps
from .game_pages import write_game_pages
from .pages import INDEX
from .record import keep_record

RULES_CACHE = Path(__file__).parents[1] / "build" / "rules"


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser("rules-site")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("pages", help="write the pages of installed games into a folder of pages")
    writing.add_argument("folder", type=Path, help="the folder of the site's pages, such as docs")
    finishing = commands.add_parser("finish", help="add to a built site what blocks need to roll")
    finishing.add_argument("folder", type=Path, help="the folder of the built site")
    finishing.add_argument(
        "--with", action="append", default=[], choices=list_steps(), dest="steps", help="an optional step; repeat it"
    )
    zipping = commands.add_parser("zip", help="write a zip of a game or a block for itch.io, from a finished site")
    zipping.add_argument("folder", type=Path, help="the folder of the finished site")
    zipping.add_argument("name", help="a game, or the id of a rule, table or calculator, such as psiops.attack")
    zipping.add_argument("--to", type=Path, help="the file to write; NAME.zip by default")
    if are_sources_here():
        building = commands.add_parser("prebuild", help="write what a wheel brings besides Python")
        building.add_argument("folder", type=Path, help="the folder to write")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    options = read_options(words)
    try:
        if options.command == "prebuild":
            prebuilt.write(options.folder, RULES_CACHE)
        elif said := find_wrong_folder(options.command, options.folder):
            print(said, file=sys.stderr)
            return 2
        elif options.command == "pages":
            print("\n".join(write_game_pages(options.folder)))
        elif options.command == "zip":
            print(itch.write_zip(options.folder, options.name, options.to or Path(f"{options.name}.zip")))
        else:
            with keep_record(options.folder):
                finish(options.folder, options.steps)
            for id, reason in list_silent_rules().items():
                print(f"{id} doesn't roll on this site: {reason}", file=sys.stderr)
    except (FileNotFoundError, ImportError, ValueError) as error:
        print(describe_error(error), file=sys.stderr)
        return 1
    return 0


def find_wrong_folder(command: str, folder: Path) -> str:
    """Return a sentence about a folder that a command can't take; empty if it can."""
    if not folder.is_dir():
        kind = "the site's pages" if command == "pages" else "a built site"
        return f"{folder}: no such folder, takes that of {kind}"
    if command == "finish" and not (folder / INDEX).is_file():
        return f"{folder}: got a folder without {INDEX}, takes that of a built site: run your builder first"
    return ""


if __name__ == "__main__":
    sys.exit(main())
