"""Problems that a check finds: each a message's number, a place, a sentence, and the closest valid name."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rules_py.checking.exceptions import SOURCE_FILE, describe_error, end_sentence, path_in_game, remove_project
from rules_py.checking.messages import MESSAGES, Message, find_number
from rules_py.errors import ParameterError, UnknownIdError, UnknownParameterError
from rules_py.text.closest import find_closest
from rules_py.text.wording import pluralize

GUIDE = "authoring/messages/"
"""The address of the page about the messages on the site; each has an anchor there."""

_PLACE = re.compile(rf"(?P<path>{SOURCE_FILE})(?::(?P<line>\d+))?: (?P<said>.*)", re.DOTALL)
_OBJECT = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_][\w.]*): (?P<said>.*)", re.DOTALL)
_PATH = re.compile(r"(?<!\S)(?:/|[A-Z]:\\)\S+?\.(?:py|toml)\b")
_GOT = re.compile(r"got (?:the \w+ )?'?(?P<got>[^' ,]+)|^(?P<name>[\w.-]+): (?:not a|takes one of)|\b(?:fills|shows|"
                  r"prints|lays out|rolls|gives|makes|names the end of) (?P<part>[\w.-]+)")  # fmt: skip
_TAKES = re.compile(r"takes (?:one of |a [^:]*: |parameters of [^:]*: )?(?P<known>.*)", re.DOTALL)
_ARGUMENT = re.compile(r"(?P<function>\w+)\(\) got an unexpected keyword argument '(?P<name>\w+)'")


@dataclass(frozen=True)
class Problem:
    """A mistake at a place.

    Attributes:
        number: the number of its message.
        place: the file, and the line if it is known, such as docs/moon/base.md:3; "" if there is none.
        said: the sentence that says what is wrong, and what was expected.
        suggestion: the closest valid name, or "".
    """

    number: str
    place: str
    said: str
    suggestion: str = ""

    @property
    def message(self) -> Message:
        """The message in the registry."""
        return MESSAGES[self.number]

    @property
    def expected(self) -> str:
        """The part of the sentence that says what was expected, or "" if it doesn't."""
        return self.said.partition(" takes ")[2]

    @property
    def is_warning(self) -> bool:
        """True if a build goes on."""
        return self.message.is_warning

    def __str__(self) -> str:
        said = f"{self.place}: {self.said}" if self.place else self.said
        asked = f" Did you mean {self.suggestion}?" if self.suggestion and "Did you mean" not in said else ""
        return f"{end_sentence(said)}{asked} {self.message.fix} [{self.number}]"

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as JSON data."""
        file, _, line = self.place.rpartition(":")
        has_line = line.isdecimal()
        return {
            "number": self.number,
            "file": file if has_line else self.place,
            "line": int(line) if has_line else None,
            "said": self.said,
            "expected": self.expected,
            "suggestion": self.suggestion,
            "fix": self.message.fix,
            "page": f"{GUIDE}#{self.number.lower()}",
            "is_warning": self.is_warning,
            "text": str(self),
        }


def read_problem(data: dict[str, Any]) -> Problem:
    """Return the problem of its JSON data."""
    place = data["file"] if data["line"] is None else f"{data['file']}:{data['line']}"
    return Problem(data["number"], place, data["said"], data["suggestion"])


@dataclass
class Report:
    """The result of a check.

    Attributes:
        counts: the number of things of each kind that it looked at.
        problems: the mistakes.
        notes: sentences about parts that it couldn't look at.
    """

    counts: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def errors(self) -> list[Problem]:
        """The problems that stop a build."""
        return [each for each in self.problems if not each.is_warning]

    @property
    def warnings(self) -> list[Problem]:
        """The other problems."""
        return [each for each in self.problems if each.is_warning]

    def add(self, problem: Problem) -> None:
        """Add a problem, unless it is known already."""
        if problem not in self.problems:
            self.problems.append(problem)

    def merge(self, other: "Report") -> None:
        """Add what another check has found."""
        for kind, count in other.counts.items():
            self.counts[kind] = self.counts.get(kind, 0) + count
        for problem in other.problems:
            self.add(problem)
        self.notes += [note for note in other.notes if note not in self.notes]

    @property
    def summary(self) -> str:
        """The sentence that says what the check looked at and found.

        >>> Report({"table": 14, "rule": 1, "page": 9}).summary
        '14 tables, 1 rule, 9 pages: no problems'
        """
        looked = ", ".join(pluralize(count, kind) for kind, count in self.counts.items()) or "nothing"
        found = [
            pluralize(len(each), noun) for each, noun in ((self.errors, "problem"), (self.warnings, "warning")) if each
        ]
        return "; ".join([f"{looked}: {', '.join(found) or 'no problems'}", *self.notes])

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        found = {"looked_at": self.counts, "problems": [each.to_dict() for each in self.problems]}
        return {**found, "notes": self.notes} if self.notes else found


def read_report(data: dict[str, Any]) -> Report:
    """Return the report of its JSON data."""
    problems = [read_problem(each) for each in data["problems"]]
    return Report(dict(data["looked_at"]), problems, list(data.get("notes", ())))


def build_problem(number: str, place: str, said: str, got: object = "", known: Iterable[str] = ()) -> Problem:
    """Return a problem with the closest of the known names."""
    return Problem(number, place, said, find_closest(got, known) if got else "")


def describe_problem(error: BaseException, default: str, place: str = "", about: str = "") -> Problem:
    """Return the problem that an exception is about.

    Args:
        error: the exception.
        default: the number of its message, if the sentence doesn't belong to another one.
        place: the file and line of the block that raised it; "" outside pages.
        about: the id that the block is about.
    """
    at, said = split_place(describe_error(error, place, about))
    said = _PATH.sub(lambda found: path_in_game(found[0]) or found[0], said)
    return Problem(
        find_number(f"{type(error).__name__}: {_remove_class(said)}", default), at, said, suggest(error, said)
    )


def _remove_class(said: str) -> str:
    return re.sub(r"^(?:\w+\.)*\w+(?:Error|Exception): ", "", said)


def split_place(sentence: str) -> tuple[str, str]:
    """Return the place at the beginning of a sentence, relative to its game or the project, and the rest.

    >>> split_place("moon/data/leaks.csv:3: luck: got 7"), split_place("luck: got 7")
    (('moon/data/leaks.csv:3', 'luck: got 7'), ('', 'luck: got 7'))
    """
    if found := _PLACE.fullmatch(sentence):
        path = path_in_game(found["path"]) or remove_project(found["path"])
        place, said = f"{path}:{found['line']}" if found["line"] else path, found["said"]
    elif (found := _OBJECT.fullmatch(sentence)) and (place := _find_definition(found["module"], found["name"])):
        said = found["said"]
    else:
        return "", sentence
    inner, rest = split_place(said)
    return (inner, rest) if inner else (place, said)


@cache
def _find_definition(module: str, name: str) -> str:
    """Return the file and line of a class of a module, or ""."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return ""
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        return ""
    wanted = re.compile(rf"\s*class {re.escape(name.rpartition('.')[2])}\b")
    lines = Path(spec.origin).read_text(encoding="utf-8").splitlines()
    number = next((number for number, line in enumerate(lines, 1) if wanted.match(line)), 1)
    return f"{path_in_game(spec.origin) or remove_project(spec.origin)}:{number}"


def suggest(error: BaseException, said: str) -> str:
    """Return the closest valid name for what an error rejects, or ""."""
    if isinstance(error, UnknownParameterError):
        return find_closest(error.name, error.known)
    if isinstance(error, UnknownIdError):
        return find_closest(error.value, error.known or _list_taken(said))
    if isinstance(error, ParameterError) and error.choices:
        return find_closest(error.value, map(str, error.choices))
    if argument := _ARGUMENT.search(said):
        return find_closest(argument["name"], _list_arguments(argument["function"]))
    got = _GOT.search(said)
    return find_closest(got["got"] or got["name"] or got["part"], _list_taken(said)) if got else ""


def _list_taken(said: str) -> Iterator[str]:
    """Yield the names after "takes" in a sentence, without examples."""
    if found := _TAKES.search(said):
        known = found["known"].partition(" such as ")[0]
        yield from (part.strip(" .;'\"") for part in re.split(r", | or |; | and ", known) if not set(" <") & set(part))


def _list_arguments(function: str) -> list[str]:
    """Return the arguments of a function that authors call."""
    import inspect

    from rules_py import mechanic, play
    from rules_py.mechanic import calculator, presets

    for module in (mechanic, play, calculator, presets):
        if (found := getattr(module, function, None)) is not None:
            return list(inspect.signature(found).parameters)
    return []
