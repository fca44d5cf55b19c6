"""Generated games for measuring scale: each has tables, a mechanic and pages in its own folders.

They are written into a copy of the project. No other file changes, which shows that adding a game needs no other edit.
"""

import random
import shutil
from pathlib import Path
from string import Template

from bench.builds import copy_set_up
from bench.project import PROJECT

TABLES, ROWS, TABLES_ON_A_PAGE = 50, 100, 10
IGNORED_FILES = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".tools",
    "node_modules",
    "site",
    "build",
    "tests",
    "bench",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
RULES = Path(__file__).with_name("generated_game") / "rules.py.txt"
THINGS = ("lamp", "rope", "door", "river", "engine", "letter", "stranger", "storm", "bridge", "signal", "mirror", "key")
KINDS = ("old", "silent", "broken", "red", "distant", "hidden", "cold", "bright", "narrow", "strange", "heavy", "lost")
EFFECTS = (
    "It lasts {dice} rounds and nobody can leave before.",
    "Everybody near loses {dice} of what they carry.",
    "You have {dice} minutes to find out what it wants.",
    "Nothing happens until somebody speaks.",
)


def copy_project(folder: Path) -> Path:
    """Copy the parts of the project that a build needs, including the output of `make setup`."""
    copy = copy_sources(folder)
    copy_set_up(copy)
    return copy


def copy_sources(folder: Path) -> Path:
    """Copy the parts of the project that a build needs, without the output of `make setup`."""
    return Path(shutil.copytree(PROJECT, folder, ignore=IGNORED_FILES, symlinks=True))


def add_games(project: Path, count: int, tables: int = TABLES, rows: int = ROWS) -> list[str]:
    """Write `count` games into a copy of the project and return their slugs.

    The same count always writes the same files.
    """
    slugs = [f"made{number:03}" for number in range(1, count + 1)]
    for slug in slugs:
        chance = random.Random(slug)
        names = [f"list-{number:02}" for number in range(1, tables + 1)]
        _add_rules(project / "rules_py" / "systems" / slug, slug, names, rows, chance)
        _add_pages(project / "docs" / slug, slug, names)
    return slugs


def _add_rules(folder: Path, slug: str, names: list[str], rows: int, rng: random.Random) -> None:
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text(f'"""{_game_name(slug)}, made up for measuring."""\n', encoding="utf-8")
    text = Template(RULES.read_text(encoding="utf-8")).substitute(slug=slug, name=_game_name(slug), mishaps=names[0])
    (folder / "checks.py").write_text(text, encoding="utf-8")
    for name in names:
        (folder / "data" / f"{name}.toml").write_text(_format_table(slug, name, names, rows, rng), encoding="utf-8")


def _format_table(slug: str, name: str, names: list[str], rows: int, rng: random.Random) -> str:
    number = names.index(name)
    lines = [
        f'id = "{slug}.{name}"',
        f'title = "List {number + 1}"',
        f'die = "d{rows}"',
        f'page = "{slug}/{_page_name(number)}/#{name}"',
        f'source = "{_game_name(slug)}, lists"',
        'columns = { name = "What", effect = "What happens" }',
    ]
    for roll in range(1, rows + 1):
        effect = rng.choice(EFFECTS).format(dice=f"{rng.randint(1, 4)}D{rng.choice((4, 6, 8, 10))}")
        lines += [
            "",
            "[[rows]]",
            f'roll = "{roll}"',
            f'effect = "{effect}"',
            f'name = "{rng.choice(KINDS).capitalize()} {rng.choice(THINGS)} {roll}"',
        ]
    return "\n".join(lines) + "\n"


def _add_pages(folder: Path, slug: str, names: list[str]) -> None:
    folder.mkdir(parents=True)
    pages = [names[start : start + TABLES_ON_A_PAGE] for start in range(0, len(names), TABLES_ON_A_PAGE)]
    files = [f"{_page_name(number * TABLES_ON_A_PAGE)}.md" for number in range(len(pages))]
    (folder / ".meta.yml").write_text(
        f"game: {slug}\nname: {_game_name(slug)}\ntagline: A game of lists.\nmark: material/dice-6\n"
        'accent: { light: "#5b3fa0", dark: "#c3b0ff" }\n',
        encoding="utf-8",
    )
    (folder / ".nav.yml").write_text(
        "\n".join([f"title: {_game_name(slug)}", "nav:", "  - index.md", *(f"  - {file}" for file in files)]) + "\n",
        encoding="utf-8",
    )
    (folder / "index.md").write_text(
        f"---\ntitle: {_game_name(slug)}\ndescription: {_game_name(slug)} and its one rule.\n---\n\n"
        f"# {_game_name(slug)}\n\nRoll 2D6 when it counts.\n\n## Check {{ "
        f"#check }}\n\n"
        f"::: roller {slug}.check\n\n::: odds {slug}.check over=skill by=help\n",
        encoding="utf-8",
    )
    for file, tables in zip(files, pages, strict=True):
        title = file.removesuffix(".md").replace("-", " ").capitalize()
        blocks = [
            f"## List {names.index(name) + 1}\n\nRoll, or choose what fits.\n\n::: table {slug}.{name}\n"
            for name in tables
        ]
        (folder / file).write_text(
            f"---\ntitle: {title}\ndescription: {title} of {_game_name(slug)}.\n---\n\n# {title}\n\n"
            + "\n".join(blocks),
            encoding="utf-8",
        )


def _page_name(table_number: int) -> str:
    return f"lists-{table_number // TABLES_ON_A_PAGE + 1}"


def _game_name(slug: str) -> str:
    return f"Game {int(slug.removeprefix('made'))}"
