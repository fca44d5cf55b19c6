"""The command that begins a game."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rules_py.cli.commands import Result
from rules_py.errors import ParameterError

if TYPE_CHECKING:
    from rules_py.scaffold import Answers, Question


def new(args: argparse.Namespace) -> Result:
    """Write a new game: from flags, from questions at a terminal, and from defaults."""
    from rules_py.scaffold import check_free, find_folder, read_answers, write_game

    is_asked = not args.yes and not args.json and sys.stdin.isatty() and sys.stderr.isatty()
    answers = read_answers(args.slug, vars(args))
    folder = find_folder(answers, Path(args.folder) if args.folder else None)
    check_free(answers, folder)
    if is_asked:  # only now, because a refusal would lose the answers
        answers = read_answers(args.slug, vars(args), _ask)
        folder = find_folder(answers, Path(args.folder) if args.folder else None)
    written = write_game(answers, folder)
    files = [path.relative_to(folder).as_posix() for path in written]
    data = {"slug": answers.slug, "folder": str(folder), "files": files}
    return data, lambda: "\n".join(_describe(answers, folder, files, args.prog))


def _ask(question: "Question", default: str) -> str:
    """Ask a question until the answer is accepted, and return it; "" stands for the default."""
    while True:
        print(f"{question.text} [{default}]: ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline()
        if not answer:
            raise ParameterError(question.name, "", "an answer", got="the end of the input")
        try:
            return answer.strip() and question.check(question.name, answer.strip())
        except ParameterError as error:
            print(error, file=sys.stderr)


def _describe(answers: "Answers", folder: Path, files: list[str], prog: str) -> list[str]:
    """Return the lines that name the files, and the commands to go on with."""
    from rules_py.scaffold.answers import PACKAGE, TABLES

    first = f"{answers.slug}.{'weather' if answers.kind == TABLES else 'repair'}"
    steps = [f"cd {folder}", "pip install --editable ."] if answers.place == PACKAGE else []
    steps.append(f"{prog} roll {first}")
    return [f"Written into {folder}:", *(f"  {file}" for file in files), "Now try:", *(f"  {step}" for step in steps)]
