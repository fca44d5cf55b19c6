"""Checks of front matter: the keys of `.meta.yml` and of pages, and `.nav.yml`."""

import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rules_py.checking.problems import Problem, build_problem
from rules_py.checking.session import Session
from rules_py.registry import games
from rules_py.text.closest import find_closest

from .page_files import META, PageFile, find_page_folder, name_path, read_text, read_yaml
from .schemas import GAME_KEYS, PAGE_KEYS, find_wrong_values

NAV = ".nav.yml"

CONFIGURATIONS = ("mkdocs.yml", "mkdocs.yaml", "zensical.toml")
"""The files that may name the folder with a site's own templates and icons."""

_CUSTOM_FOLDER = re.compile(r"""^\s*custom_dir\s*[:=]\s*["']?(?P<folder>[^"'#\n]*[^"'#\s])""", re.MULTILINE)


def check_game_meta(session: Session) -> None:
    """Report the mistakes in the front matter of a game's folder."""
    folder = find_page_folder(session)
    assert folder is not None
    path = folder / META
    name = name_path(session, path)
    if not path.is_file():
        return  # its pages look like any others
    data, lines, problem = read_yaml(read_text(session, path))
    if problem:
        session.add(Problem("FB414", f"{name}:{problem[0]}", problem[1]))
        return
    known = {**GAME_KEYS["properties"], **PAGE_KEYS["properties"]}
    for key in data:
        if key not in known:
            said = f"{key}: got an unknown key, takes one of {', '.join(GAME_KEYS['properties'])}"
            session.add(build_problem("FB408", f"{name}:{lines[key]}", said, key, known))
    missing = [key for key in GAME_KEYS["required"] if key not in data]
    if missing:
        session.add(Problem("FB415", name, f"{', '.join(missing)}: missing, takes a value for each game"))
    for key, said in find_wrong_values(data, known):
        session.add(Problem("FB409", f"{name}:{lines.get(key, lines.get(key.partition('/')[0], 1))}", said))
    for number, key, said, got, names in _check_names(session, folder, data):
        place = f"{name}:{lines.get(key, lines.get(key.partition('/')[0], 1))}"
        session.add(build_problem(number, place, said, got, names))


def _check_names(
    session: Session, folder: Path, data: Mapping[str, Any]
) -> Iterator[tuple[str, str, str, str, list[str]]]:
    """Yield names that name nothing: the message's number, the key, the sentence, the name and the known ones."""
    if data.get("game", session.slug) != session.slug:
        said = f"game: got {data['game']!r}, takes {session.slug!r}, the name of the folder"
        yield "FB409", "game", said, str(data["game"]), [session.slug]
    doors = data.get("doors")
    for title, address in doors.items() if isinstance(doors, dict) else ():
        pages = [each.relative_to(folder).with_suffix("").as_posix() + "/" for each in sorted(folder.rglob("*.md"))]
        target = str(address).partition("#")[0]
        if target and target not in pages and f"{target}index/" not in pages:
            said = f"doors: got {address!r} for {title}, takes a page of the folder: {', '.join(pages)}"
            yield "FB410", f"doors/{title}", said, target, pages
    roll = data.get("roll")
    if isinstance(roll, str) and session.is_loaded and roll not in session.broken and roll not in _list_rolls(session):
        known = _list_rolls(session)
        yield "FB409", "roll", f"roll: got {roll!r}, takes one of {', '.join(known)}", roll, known
    mark = data.get("mark")
    folders = _list_icon_folders(session)
    if isinstance(mark, str) and folders and not any((icons / f"{mark}.svg").is_file() for icons in folders):
        known = [f"{each.parent.name}/{each.stem}" for icons in folders for each in (icons / mark).parent.glob("*.svg")]
        said = f"mark: got {mark!r}, takes an icon of the theme such as material/rocket-launch"
        yield "FB409", "mark", said, mark, sorted(known)


def _list_rolls(session: Session) -> list[str]:
    """Return the ids of the game's rules, and of the tables that are rolled on."""
    game = games.find_game(session.slug)
    return [*game.mechanics, *(id for id in game.tables if id not in session.broken and game.tables[id].die)]


def _list_icon_folders(session: Session) -> list[Path]:
    """Return the folders of the theme's icons, and of those that the site adds; there are none without the theme."""
    spec = find_spec("material")
    folder = Path(spec.submodule_search_locations[0]) / "templates" / ".icons" if spec else None  # type: ignore[index]
    if folder is None or not folder.is_dir():
        return []
    project = session.docs.parent if session.docs else Path()
    configured = [each for name in CONFIGURATIONS if (each := project / name).is_file()]
    found = [_CUSTOM_FOLDER.search(each.read_text(encoding="utf-8", errors="replace")) for each in configured]
    return [folder, *(project / each["folder"] / ".icons" for each in found if each)]


def check_front_matter(session: Session, page: PageFile) -> None:
    """Report the mistakes in the front matter of a page."""
    known = {**PAGE_KEYS["properties"], **GAME_KEYS["properties"]}
    for key, line in page.key_lines.items():
        if "/" not in key and key not in known and (closest := find_closest(key, known)):
            said = f"{key}: got an unknown key, takes one of {', '.join(PAGE_KEYS['properties'])}"
            session.add(Problem("FB408", page.place(line), said, closest))
    own = {key: value for key, value in page.meta.items() if key in page.key_lines}
    for key, said in find_wrong_values(own, known):
        line = page.key_lines.get(key, page.key_lines.get(key.partition("/")[0], 1))
        session.add(Problem("FB409", page.place(line), said))
    has_misspelt = any(
        each.number in ("FB408", "FB414") and each.place.startswith(f"{page.path}:") for each in session.report.problems
    )
    if session.slug and not page.meta.get("description") and not has_misspelt:
        said = "description: missing, takes a sentence or two about the page"
        session.add(Problem("FB407", page.place(1), said))


def check_nav(session: Session) -> None:
    """Report pages that the order of a game's pages names and that don't exist."""
    folder = find_page_folder(session)
    assert folder is not None
    path = folder / NAV
    if not path.is_file():
        return
    text, name = read_text(session, path), name_path(session, path)
    data, _, problem = read_yaml(text)
    if problem:
        session.add(Problem("FB414", f"{name}:{problem[0]}", problem[1]))
        return
    pages = [each.relative_to(folder).as_posix() for each in sorted(folder.rglob("*.md"))]
    for page in _list_nav_pages(data.get("nav")):
        if page.endswith(".md") and not re.search(r"[*?\[]", page) and page not in pages:
            line = next((number for number, each in enumerate(text.splitlines(), 1) if page in each), 1)
            said = f"nav: got {page!r}, takes a page of the folder: {', '.join(pages)}"
            session.add(build_problem("FB410", f"{name}:{line}", said, page, pages))


def _list_nav_pages(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for each in nav:
            yield from _list_nav_pages(each)
    elif isinstance(nav, dict):
        for each in nav.values():
            yield from _list_nav_pages(each)
