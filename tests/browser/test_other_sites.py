"""Blocks on other people's sites: an installed wheel, and MkDocs' plug-in or one command after the build.

No Node is needed: both run without any program in their path.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import venv
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES

pytestmark = pytest.mark.trial  # builds and installs a wheel, which takes about ten seconds

PROJECT = Path(__file__).parents[2]
FROM_FILES = ("--quiet", "--no-index", "--no-deps")
FILES = ("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")
PACKAGES = ("rules_js", "rules_markdown", "rules_py", "rules_site", "rules_support")
PLAIN = """\
site_name: Plain
theme: { name: material, font: false }
plugins: [search, rules-site]
"""
CROWDED = """\
site_name: Crowded
theme:
  name: material
  font: false
  features: [navigation.instant, content.code.copy]
  palette:
    - { scheme: default, primary: teal, accent: pink, toggle: { icon: material/weather-sunny, name: Dark } }
    - { scheme: slate, primary: amber, accent: lime, toggle: { icon: material/weather-night, name: Light } }
markdown_extensions:
  - admonition
  - attr_list
  - toc: { permalink: true }
  - pymdownx.arithmatex: { generic: true }
  - pymdownx.escapeall
  - pymdownx.superfences
  - rules
plugins:
  - search
  - mkdocstrings: { handlers: { python: { options: { show_source: false } } } }
"""
PACKAGED = """\
site_name: Packaged
theme: { name: material, font: false }
markdown_extensions: [admonition, attr_list, md_in_html, rules]
plugins: [meta]
"""
GAMES = {"moonsite": "rules", "pulpsite": "tables"}
"""Games of other distributions, by kind: one has rules and a fight, the other nothing but tables."""

COLOUR = """(seen) => {
  const link = getComputedStyle(document.querySelector("fb-table th a")).color;
  const button = getComputedStyle(document.querySelector("fb-roller .fb-roll")).backgroundColor;
  return link === button && !seen.includes(link) && link;
}"""
"""The colour that links and buttons share, once it is none of those seen."""

PAGE = """\
# Home

Roll 2d6+1 for luck.

::: roller psiops.action

::: table psiops.panic

::: odds psiops.action over=attribute
"""
DOCUMENTED = """
::: rules_py.errors.NotationError
"""
"""A block of mkdocstrings, which begins as ours do."""


class QuietFiles(SimpleHTTPRequestHandler):
    """Request handler for the files of a site on a host without any settings."""

    def log_message(self, *_) -> None:
        pass


def run(*command: str | Path, folder: Path = PROJECT, **environment: str) -> None:
    done = subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True, env=os.environ | environment
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> Path:
    """Install the wheel in a virtual environment of its own, and return the folder of its programs."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(PROJECT / name, folder / "sources" / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT / "LICENSES", folder / "sources" / "LICENSES")
    for name in FILES:
        shutil.copy(PROJECT / name, folder / "sources")
    run(sys.executable, "-m", "rules_site", "prebuild", folder / "sources" / "rules_site" / "prebuilt")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, folder / "sources")
    venv.create(folder / "environment")
    python = folder / "environment" / "bin" / "python"
    [wheel] = folder.glob("*.whl")
    run(sys.executable, "-m", "pip", "--python", python, "install", *FROM_FILES, wheel)
    [packages] = (folder / "environment" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


@pytest.fixture(scope="module")
def games(programs, tmp_path_factory) -> Path:
    """Write the games and install them, and return the folder of their packages."""
    folder = tmp_path_factory.mktemp("games")
    for slug, kind in GAMES.items():
        command = (programs / "rules-py", "new", slug, "--yes", "--place", "package", "--kind", kind, "--folder", slug)
        run(*command, folder=folder)
        target = ("--no-build-isolation", "--target", folder / "installed")
        run(sys.executable, "-m", "pip", "install", *FROM_FILES, *target, folder / slug)
    return folder / "installed"


@pytest.fixture
def open_site(programs, tmp_path, browser):
    """Yield a function that builds a site with the wheel, finishes it, and opens its first page."""
    problems: list[str] = []
    with ExitStack() as stack:

        def open_site(settings: str, games: Path | None = None, more: str = "") -> Page:
            paths = {"PYTHONPATH": str(games)} if games else {}
            (tmp_path / "docs").mkdir()
            (tmp_path / "mkdocs.yml").write_text(settings)
            (tmp_path / "docs" / "index.md").write_text(PAGE + more)
            alone = {"NO_MKDOCS_2_WARNING": "1", "PATH": ""} | paths
            has_plugin = "rules-site" in settings
            if games and not has_plugin:
                run(programs / "rules-site", "pages", "docs", folder=tmp_path, **alone)
            run(programs / "python", "-m", "mkdocs", "build", "--strict", folder=tmp_path, **alone)
            if not has_plugin:
                run(programs / "rules-site", "finish", "site", folder=tmp_path, **alone)
            handler = partial(QuietFiles, directory=str(tmp_path / "site"))
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            context = browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}", **SIZES["desktop"])
            stack.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: message.type == "error" and problems.append(message.text))
            page.goto("/")
            return page

        yield open_site
    assert not problems


def roll_everything(page: Page) -> None:
    """Roll the dice in the text, the rule and the table, and open the odds."""
    page.locator("fb-die").get_by_role("button").click()
    expect(page.locator(".fb-die-result")).to_have_text(re.compile(r"^\d+ \(\d, \d\)$"))
    roller = page.locator("fb-roller")
    roller.get_by_role("button", name="Roll", exact=True).click()
    expect(roller.locator(".fb-result .fb-face")).to_have_count(2)
    table = page.locator("fb-table")
    table.get_by_role("button", name="Roll D6").click()
    expect(table.locator(".fb-table-result")).to_contain_text(
        re.compile("Fearful|Frail|Hopeless|Insulting|Reckless|Selfish")
    )
    roller.get_by_text("Odds", exact=True).click()
    expect(roller.locator(".fb-odds-body")).to_contain_text("41.7%")


def test_a_plain_site_rolls_with_the_wheel_and_its_plug_in(open_site):
    page = open_site(PLAIN)
    roll_everything(page)
    expect(page.get_by_role("link", name="rule", exact=True)).to_have_count(0)  # the rules' own pages aren't here
    expect(page.get_by_role("button", name="Sound")).to_be_visible()
    expect(page.get_by_role("button", name="Left-handed")).to_have_count(0)  # there is nothing that changes sides


def test_a_crowded_site_rolls_in_the_colours_of_both_its_palettes(open_site):
    page = open_site(CROWDED, more=DOCUMENTED)
    roll_everything(page)
    expect(page.locator(".doc-class > .doc-contents")).to_contain_text("position")
    seen = set()
    for title in ("Dark", "Light"):
        colour = page.wait_for_function(COLOUR, arg=sorted(seen)).json_value()  # the theme fades from one to the other
        seen.add(colour)
        page.get_by_title(title).click()
    assert len(seen) == 2


@pytest.mark.parametrize("plugins", ["[meta]", "[meta, rules-site: { check: true }]"], ids=["commands", "plug-in"])
def test_games_of_other_distributions_roll_with_their_pages(open_site, games, plugins):
    page = open_site(PACKAGED.replace("[meta]", plugins), games)
    page.goto("/moonsite/")
    roller = page.locator("fb-roller[mechanic='moonsite.repair']")
    roller.get_by_role("button", name="Roll", exact=True).click()
    expect(roller.locator(".fb-result .fb-face")).to_have_count(2)
    expect(page.get_by_role("link", name="rule", exact=True).first).to_have_attribute("href", re.compile("#repair$"))
    page.goto("/moonsite/fight/")
    expect(page.get_by_role("button", name="Add", exact=False).first).to_be_visible()
    page.goto("/pulpsite/")
    table = page.locator("fb-table").first
    table.get_by_role("button", name="Roll 2D6").click()
    expect(table.locator(".fb-table-result")).not_to_be_empty()
