"""Open pages of `mkdocs serve` show each saved source in place, with everything as the reader has it."""

import re
import shutil
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.boards import find_join
from tests.site_builds.live_site import DevelopmentServer

PROJECT = Path(__file__).parents[2]
PARTS = ("docs", "hooks", "overrides", "page", "rules_js", "rules_markdown", "rules_py", "rules_site", "rules_support")
ACTION = "rules_py/systems/psiops/action.py"
PANIC = "rules_py/systems/psiops/data/panic.toml"
OPEN = "[...document.querySelectorAll('details:not(fb-roller *)')].map(each => each.open).join()"
PIECES = ".fb-piece:not([data-free]) .fb-board-name"
MISTAKES = "#fb-live-mistakes"


class OpenPage:
    """An open page of a live site, and the files that an author saves."""

    def __init__(self, page, live):
        self.page, self.live = page, live
        self.seconds = {}

    def open(self, address):
        self.page.goto(self.live.url + address)
        expect(self.page.locator("html[data-live]")).to_be_attached()
        self.page.evaluate("globalThis.isSamePage = true")

    @contextmanager
    def saved(self, name, path, old, new):
        """Save a file; what follows waits for the page, and is timed. It is as before afterwards."""
        file = self.live.project / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        start = time.monotonic()
        self.live.write(file, text.replace(old, new, 1))
        try:
            yield
            self.seconds[name] = round(time.monotonic() - start, 2)
            assert self.page.evaluate("globalThis.isSamePage"), f"{name}: the page was loaded again"
        finally:
            version = self.page.locator("html").get_attribute("data-live")
            self.live.write(file, text)
        expect(self.page.locator(f"html:not([data-live='{version}'])")).to_be_attached()
        expect(self.page.locator(MISTAKES)).to_have_count(0)


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    project = tmp_path_factory.mktemp("live") / "project"
    for name in PARTS:
        shutil.copytree(PROJECT / name, project / name)
    for name in ("mkdocs.yml", "package.json", "package-lock.json", "CHANGELOG.md", "LICENSE"):
        shutil.copy(PROJECT / name, project)
    shutil.copytree(PROJECT / "LICENSES", project / "LICENSES")
    (project / "build").mkdir()
    (project / "node_modules").symlink_to(PROJECT / "node_modules")
    for name in ("fonts", "pyodide", "rules"):
        (project / "build" / name).symlink_to(PROJECT / "build" / name)
    live = DevelopmentServer(project, project)
    live.wait_until_served()
    yield live
    live.stop()


@pytest.fixture
def opened(live, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield OpenPage(page, live)
    context.close()


@pytest.mark.trial
def test_saved_sources_show_where_they_are_open(opened, record_property):
    page = opened.page
    opened.open("psiops/stress/")
    text = re.search(r"\n\n([A-Z][^\n:]{40,})", (opened.live.project / "docs/psiops/stress.md").read_text())[1]
    with opened.saved("a sentence", "docs/psiops/stress.md", text, f"Quoxle. {text}"):
        expect(page.get_by_text("Quoxle.")).to_be_visible()
    with opened.saved("a table", PANIC, "You are at -1 armor.", "You are at -1 brittle armor."):
        expect(page.get_by_text("brittle armor").first).to_be_attached()
    with opened.saved("a game's look", "docs/psiops/.meta.yml", "name: PSIOPS", "name: PSOPS"):
        expect(page.get_by_text("PSOPS").first).to_be_attached()
    with opened.saved("a mistake in a page", "docs/psiops/stress.md", "::: table ", "::: table x"):
        expect(page.locator(MISTAKES)).to_contain_text("docs/psiops/stress.md:")
        expect(page.get_by_text("Frail").first).to_be_attached()
    with opened.saved("a mistake in a rule", ACTION, "import", "import import"):
        expect(page.locator(MISTAKES)).to_contain_text("psiops/action.py:")
    record_property("seconds", opened.seconds)
    print(opened.seconds)


@pytest.mark.trial
def test_reader_goes_on_with_a_changed_rule(opened, record_property):
    """The page keeps its fields, folds and place, and the next roll follows the saved rule."""
    page = opened.page
    opened.open("psiops/playing/")
    roller = page.locator("fb-roller[mechanic='psiops.action']").first
    field = roller.locator("input[type=number]").first
    field.fill("2")
    page.evaluate("document.querySelectorAll('details').forEach((each, at) => void (each.open = at % 2 === 0))")
    page.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    before = page.evaluate(OPEN), page.evaluate("scrollY"), field.input_value()
    title = 'title="Action roll"'
    with opened.saved("a rule", ACTION, title, 'title="Whatever you do"'):
        expect(page.get_by_text("Whatever you do").first).to_be_attached()
        assert (page.evaluate(OPEN), page.evaluate("scrollY"), field.input_value()) == before
    version = page.locator("html").get_attribute("data-live")
    said = 'dice.add_consequence(row["meaning"])'
    with opened.saved("a rule's answer", ACTION, said, 'dice.add_consequence("As saved.")'):
        expect(page.locator(f"html:not([data-live='{version}'])")).to_be_attached()
        roller.get_by_role("button", name="Roll", exact=True).click()
        expect(roller).to_contain_text("As saved.")
    record_property("seconds", opened.seconds)
    print(opened.seconds)


@pytest.mark.trial
def test_fight_and_calculator_go_on_with_a_changed_rule(opened):
    page = opened.page
    opened.open("psiops/calc/")
    field = page.locator("fb-calc input[type=number]").first
    field.fill("3")
    field.press("Tab")
    with opened.saved("a rule", ACTION, "\n\n\ndef add_up", "\n\n\n# A change.\ndef add_up"):
        expect(page.locator("html[data-live]:not([data-live='1'])")).to_be_attached()
        expect(field).to_have_value("3")
    opened.open("xmas/fight/")
    page.evaluate("customElements.whenDefined('fb-fight')")
    page.evaluate("act => document.querySelector('fb-fight').act(act)", find_join("xmas", "Grunt"))
    expect(page.locator(PIECES)).to_have_count(1)
    combat = "rules_py/systems/xmas/combat.py"
    version = page.locator("html").get_attribute("data-live")
    with opened.saved("a fight's rule", combat, 'title="Attack"', 'title="Strike"'):
        expect(page.locator(f"html:not([data-live='{version}'])")).to_be_attached()
        expect(page.locator(PIECES)).to_have_count(1)
    page.evaluate("act => document.querySelector('fb-fight').act(act)", find_join("xmas", "Grunt"))
    expect(page.locator(PIECES)).to_have_count(2)


@pytest.mark.trial
def test_new_styles_need_no_reload(opened):
    opened.open("psiops/playing/")
    link = opened.page.locator("link[href*='live=']").first
    style = opened.live.project / "page" / "css" / "tones.css"
    text = style.read_text(encoding="utf-8")
    opened.live.write(style, f"{text}\nbody {{ outline: 3px solid red }}\n")
    expect(link).to_be_attached()
    expect(opened.page.locator("body")).to_have_css("outline-width", "3px")
    assert opened.page.evaluate("globalThis.isSamePage")
    opened.live.write(style, text)
