"""The command of a site's builder: `python -m rules_site finish site/ --with search`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules_py.checking.exceptions import describe_error

from . import itch
from .bundle import prebuilt
from .bundle.frontend import are_sources_here
from .finish import EVERY_STEP, OF_PROJECT, finish

RULES_CACHE = Path(__file__).parents[1] / "build" / "rules"


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser("rules-site")
    steps = [name for name in EVERY_STEP if are_sources_here() or name not in OF_PROJECT]
    commands = parser.add_subparsers(dest="command", required=True)
    finishing = commands.add_parser("finish", help="add to a built site what blocks need to roll")
    finishing.add_argument("folder", type=Path, help="the folder of the built site")
    finishing.add_argument(
        "--with", action="append", default=[], choices=steps, dest="steps", help="an optional step; repeat it"
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
        elif not options.folder.is_dir():
            print(f"{options.folder}: no such folder, takes that of a built site", file=sys.stderr)
            return 2
        elif options.command == "zip":
            return write_zip(options.folder, options.name, options.to or Path(f"{options.name}.zip"))
        else:
            finish(options.folder, options.steps)
    except (FileNotFoundError, ImportError, ValueError) as error:
        print(describe_error(error), file=sys.stderr)
        return 1
    return 0


def write_zip(site: Path, name: str, target: Path) -> int:
    """Write a zip for itch.io and return the exit status."""
    try:
        print(itch.write_zip(site, name, target))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
