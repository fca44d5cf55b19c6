"""The files of a new game: the templates with its answers, in a package of its own or in the repository.

The templates are a working game, "New Game" with the slug newgame, in which the answers replace the words below.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from rules_py.errors import ParameterError
from rules_py.formats.licences import LICENCE_KINDS
from rules_py.scaffold.answers import REPOSITORY, Answers
from rules_py.scaffold.colours import derive_accents

TEMPLATES = Path(__file__).parent / "templates"
PACKED_TEMPLATES = TEMPLATES.with_suffix(".json")
"""The text of each template by path, in the Python for browsers, which compiles all modules."""

PAGES = "pages"
"""The folder of pages in a game's own package."""

TEST_TEMPLATE = "tests/checks.py"
"""The template of the tests; under the name that it gets, the project's own test run would find it."""

UNNAMED_TERMS = {"own": "all rights reserved", "permission": "used by permission", "mechanics": "mechanics only"}
"""The words in a credit for kinds of licences without a name of their own."""


def find_folder(answers: Answers, folder: Path | None = None) -> Path:
    """Return the folder that a game's files are written into.

    Args:
        answers: the answers about the game.
        folder: the folder that the author has named, or None.
    """
    if folder is not None:
        return folder
    return Path.cwd() if answers.place == REPOSITORY else Path.cwd() / answers.slug


def build_files(answers: Answers) -> dict[str, str]:
    """Return the text of each file of a new game, by its path."""
    kind = answers.kind
    if answers.place == REPOSITORY:
        folders = {kind: f"rules_py/systems/{answers.slug}", f"{kind}_pages": f"docs/{answers.slug}"}
    else:
        package = answers.package
        folders = {kind: package, f"{kind}_pages": f"{package}/{PAGES}", "project": "", f"{kind}_project": ""}
    files = {}
    for path, text in read_templates().items():
        template, _, place = path.partition("/")
        if template in folders:
            place = place.replace(TEST_TEMPLATE, f"tests/test_{answers.slug}.py")
            files[f"{folders[template]}/{place}".removeprefix("/")] = fill_template(text, answers)
    return files | {f"{folders[kind]}/licence.toml": write_licence(answers)}


def read_templates() -> dict[str, str]:
    """Return the text of each template by its path."""
    if PACKED_TEMPLATES.is_file():
        packed: dict[str, str] = json.loads(PACKED_TEMPLATES.read_text(encoding="utf-8"))
        return packed
    return {
        path.relative_to(TEMPLATES).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }


def fill_template(text: str, answers: Answers) -> str:
    """Return a template with a game's answers in the places of the template's."""
    words = list_words(answers)
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def list_words(answers: Answers) -> Mapping[str, str]:
    """Return the words of the templates that are replaced, with those of a game in their places; longer ones first."""
    light, dark = derive_accents(answers.colour)
    count, sides = answers.dice
    middle = count * (sides + 1) // 2 + 2
    return {
        "newgame_rules": answers.package,
        "newgame": answers.slug,
        "NewGameTest": f"{answers.slug.capitalize()}Test",
        "New Game": answers.title,
        "The tagline.": answers.tagline,
        "its makers": answers.makers,
        "material/dice-multiple": answers.mark,
        "#5b3fa0": light,
        "#c3b0ff": dark,
        "USUAL = 9": f"USUAL = {middle}",
        "pool(2, 6)": f"pool({count}, {sides})",
        "2d6": answers.die,
        "2D6": answers.die.upper() if count > 1 else f"1D{sides}",
        "6, 6": ", ".join([str(sides)] * count),
        "1, 1": ", ".join(["1"] * count),
    }


def write_licence(answers: Answers) -> str:
    """Return the licence of a game as TOML, with all parts that its kind asks for."""
    kind = LICENCE_KINDS[answers.licence]
    name = UNNAMED_TERMS.get(answers.licence, kind.name)
    texts = {
        "notice": f"{answers.title} © {answers.makers}.",
        "changes": "None: this is the game's own text.",
        "reserved": "The game's name.",
    }
    lines = [
        "# The makers of the game, and the terms of its text and data. Read it before you publish: it speaks for them.",
        f"credit = {_quote(f'{answers.title} by {answers.makers}, {name}')}",
        f"kind = {_quote(answers.licence)}",
        *(f"{part} = {_quote(text)}" for part, text in texts.items() if part in kind.needs),
    ]
    if "sources" in kind.needs:
        lines += [
            "",
            "[[sources]]",
            f"title = {_quote(answers.title)}",
            f"by = {_quote(answers.makers)}",
            f"kind = {_quote(answers.licence)}",
        ]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def check_free(answers: Answers, folder: Path) -> None:
    """Check that no file of a new game exists already.

    Raises:
        ParameterError: one does.
    """
    for place in build_files(answers):
        if (folder / place).exists():
            problem = f"{place} exists there already: name another with --folder"
            raise ParameterError("folder", str(folder), problem=problem, got=str(folder))


def write_game(answers: Answers, folder: Path) -> list[Path]:
    """Write the files of a new game into a folder, and return their paths.

    Raises:
        ParameterError: a file exists already, and then none is written; or one can't be written.
    """
    check_free(answers, folder)
    files = {folder / place: text for place, text in build_files(answers).items()}
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError as error:
        takes = "a folder that can be written into"
        raise ParameterError("folder", str(folder), takes, note=error.strerror or "", got=str(folder)) from None
    return list(files)
