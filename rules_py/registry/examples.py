"""Registry of the games' examples: the files in the folder `examples` of a game's package."""

from functools import cache
from importlib.resources import files

from rules_py.discovery import EXAMPLES_FOLDER, Package
from rules_py.errors import DataError
from rules_py.play import examples
from rules_py.play.examples import Example, PlayedExample, parse_examples, play_example
from rules_py.registry import games
from rules_py.registry.play import create_fight

SUFFIX = ".toml"


def list_examples(slug: str) -> tuple[Example, ...]:
    """Return the examples of a game, in alphabetical order of their files.

    Raises:
        RulesError: there is no such game.
        DataError: a file of it is invalid.
    """
    return _load_examples(games.find_game(slug).package)


@cache
def _load_examples(package: Package) -> tuple[Example, ...]:
    folder = files(package.name) / EXAMPLES_FOLDER
    if not folder.is_dir():
        return ()
    found: dict[str, Example] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(SUFFIX):
            continue
        path = f"{package.name.replace('.', '/')}/{EXAMPLES_FOLDER}/{file.name}"
        for example in parse_examples(package.read_file(f"{EXAMPLES_FOLDER}/{file.name}") or "", path, package.slug):
            if example.title in found:
                raise DataError(f"{example.location}: takes another title; {found[example.title].location} has it")
            found[example.title] = example
    return tuple(found.values())


def find_differences(example: Example) -> list[str]:
    """Play an example and return a sentence for each way in which it differs from what must follow."""
    try:
        return examples.find_differences(play(example))
    except DataError as error:
        return [str(error).removeprefix(f"{example.location}: ")]


def play(example: Example) -> PlayedExample:
    """Play an example in a new fight of its game.

    Raises:
        DataError: the example can't be set up.
    """
    return play_example(example, create_fight(example.slug))
