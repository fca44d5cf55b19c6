"""The questions about a new game, each with a default, and the answers to them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_py.discovery import find_package
from rules_py.errors import ParameterError
from rules_py.formats.licences import LICENCE_KINDS
from rules_py.registry.games import has_game

PACKAGE, REPOSITORY = "package", "repository"
PLACES = (PACKAGE, REPOSITORY)
RULES, TABLES = "rules", "tables"
KINDS = (RULES, TABLES)

LONGEST_LINE = 100
_SLUG = re.compile(r"[a-z][a-z0-9]{1,29}")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_MARK = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)+")
_DIE = re.compile(r"(\d{0,2})d(\d{1,3})")


@dataclass(frozen=True)
class Question:
    """A question about a game.

    Attributes:
        name: the name of its answer, and of the flag.
        text: the question.
        find_default: a function that returns the answer for those who give none, from the answers before it.
        check: a function that returns the answer as it is used, and raises a ParameterError for one that can't be.
        is_open: a function that returns False if the answers before it leave nothing to ask.
    """

    name: str
    text: str
    find_default: Callable[[Mapping[str, str]], str]
    check: Callable[[str, str], str]
    is_open: Callable[[Mapping[str, str]], bool] = lambda known: True


@dataclass(frozen=True)
class Answers:
    """The answers about a game.

    Attributes:
        slug: its name in ids and addresses.
        title: its name.
        tagline: a sentence about it.
        colour: its colour, such as "#5b3fa0".
        mark: its icon, such as "material/dice-multiple".
        makers: the people who made it.
        licence: the id of its licence's kind.
        kind: "rules", or "tables" for a game that needs no Python.
        die: the dice that its rules roll, such as "2d6".
        place: "package" for a package of its own, or "repository" for one of the repository's games.
    """

    slug: str
    title: str
    tagline: str
    colour: str
    mark: str
    makers: str
    licence: str
    kind: str
    die: str
    place: str

    @property
    def package(self) -> str:
        """The name of its Python package outside the repository."""
        return f"{self.slug}_rules"

    @property
    def dice(self) -> tuple[int, int]:
        """The number of its dice, and their sides."""
        found = _DIE.fullmatch(self.die)
        count, sides = found.groups() if found else ("", "6")
        return int(count or 1), int(sides)


def check_slug(name: str, text: str) -> str:
    """Return a slug that is free.

    Raises:
        ParameterError: it isn't a slug, or a game has it.
    """
    if not _SLUG.fullmatch(text):
        raise ParameterError(name, text, "2 to 30 small letters and digits that begin with a letter", is_text=True)
    if has_game(text) or text == "dice":
        raise ParameterError(name, text, problem=f"a game has this name: {_find_way_out(text)}", is_text=True)
    return text


def _find_way_out(slug: str) -> str:
    """Return the words that say how to go on when a game has the slug already."""
    free = next(other for count in range(2, 100) if not has_game(other := f"{slug}{count}"))
    package = find_package(slug)
    change = f", or change that game in {package.path_for('')}" if package else ""
    return f"take another, such as {free}{change}"


def _check_line(name: str, text: str) -> str:
    line = text.strip()
    if not line or len(line) > LONGEST_LINE or not line.isprintable() or set(line) & set('"\\<>{}'):
        takes = f'a line of at most {LONGEST_LINE} characters without " \\ < > {{ }}'
        raise ParameterError(name, text, takes, is_text=True)
    return line


def _check_colour(name: str, text: str) -> str:
    if not _COLOUR.fullmatch(text.lower()):
        raise ParameterError(name, text, "a colour such as #5b3fa0", is_text=True)
    return text.lower()


def _check_mark(name: str, text: str) -> str:
    if not _MARK.fullmatch(text):
        raise ParameterError(name, text, "an icon of the theme Material, such as material/rocket-launch", is_text=True)
    return text


def _check_die(name: str, text: str) -> str:
    found = _DIE.fullmatch(text.lower())
    if not found or not 1 <= int(found[1] or 1) <= 10 or not 4 <= int(found[2]) <= 100 or found[2] == "66":
        raise ParameterError(name, text, "up to 10 dice with 4 to 100 sides, such as 2d6 or d20", is_text=True)
    return text.lower()


def _choose(*choices: str) -> Callable[[str, str], str]:
    def check(name: str, text: str) -> str:
        if text not in choices:
            raise ParameterError(name, text, choices=choices, is_text=True)
        return text

    return check


def is_repository(folder: Path) -> bool:
    """Return True if a folder is the root of a repository that holds games and their pages."""
    return (folder / "rules_py" / "systems").is_dir() and (folder / "docs").is_dir()


QUESTIONS = (
    Question("title", "The game's name", lambda known: known["slug"].capitalize(), _check_line),
    Question("tagline", "A sentence about it", lambda known: "A game that has just begun.", _check_line),
    Question("makers", "The people who make it", lambda known: "its makers", _check_line),
    Question("licence", f"Its licence ({', '.join(LICENCE_KINDS)})", lambda known: "own", _choose(*LICENCE_KINDS)),
    Question("kind", "Rules in Python, or only tables (rules, tables)", lambda known: RULES, _choose(*KINDS)),
    Question(
        "die", "The dice that its rules roll", lambda known: "2d6", _check_die, lambda known: known["kind"] == RULES
    ),
    Question("colour", "Its colour", lambda known: "#5b3fa0", _check_colour),
    Question("mark", "Its icon, one of the theme Material's", lambda known: "material/dice-multiple", _check_mark),
    Question(
        "place",
        "A package of its own, or a part of this repository (package, repository)",
        lambda known: REPOSITORY if is_repository(Path.cwd()) else PACKAGE,
        _choose(*PLACES),
        lambda known: is_repository(Path.cwd()),
    ),
)


def read_answers(
    slug: str, given: Mapping[str, str | None], ask: Callable[[Question, str], str] | None = None
) -> Answers:
    """Return the answers about a game: those that are given, those to what is asked, and the defaults.

    Args:
        slug: the game's name in ids and addresses.
        given: the answers by name; None for a question that isn't answered.
        ask: a function that asks a question with its default, and returns the answer; None to take the default.

    Raises:
        ParameterError: an answer isn't accepted.
    """
    known = {"slug": check_slug("slug", slug)}
    for question in QUESTIONS:
        answer = given.get(question.name)
        if answer is None:
            default = question.find_default(known)
            answer = ask(question, default) or default if ask and question.is_open(known) else default
        known[question.name] = question.check(question.name, answer)
    return Answers(**known)
