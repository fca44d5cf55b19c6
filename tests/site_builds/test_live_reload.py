"""Live pages: a page shows each saved source, rules answer as they are saved, and no mistake ends the server."""

import pytest

from tests.site_builds.live_site import DevelopmentServer

PSIOPS = "rules_py/systems/psiops"
HOOK = """\
def on_page_content(html: str, **_: object) -> str:
    return f"<p>Hooked</p>{html}"


"""
PAGES = {"index.md": "# Home\n\n::: table psiops.panic\n\n::: roller psiops.action\n\n::: roller psiops.swarm\n"}


@pytest.fixture(scope="module")
def live(make_site, copy_project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    project = copy_project(folder / "project")
    rule = project / PSIOPS / "action.py"
    right = rule.read_text(encoding="utf-8")
    rule.write_text(f"{right}\nLIMIT = hp + 1\n", encoding="utf-8")
    live = DevelopmentServer(make_site(folder / "mini", PAGES, project), project)
    try:
        live.at_start = live.wait_for_line("NameError")
        live.wait_until_served()
        live.while_broken = live.get(), live.get("some/page/")
        live.write(rule, right)
        live.wait_for_news(lambda news: news["has_site"])
        yield live
    finally:
        live.stop()


def test_serve_starts_despite_a_mistake_and_pages_show_it(live):
    line = len((live.project / PSIOPS / "action.py").read_text(encoding="utf-8").splitlines()) + 2
    sentence = f"{PSIOPS}/action.py:{line}: NameError: name 'hp' is not defined"
    assert sentence in live.at_start
    assert all(f"<p>{sentence}" in page for page in live.while_broken)
    assert "NameError" not in live.get()


def test_saved_page_shows(live):
    """A browser's service worker of an earlier build unregisters itself, and the sitemap names this server."""
    live.save((live.site / "docs" / "index.md", PAGES["index.md"] + "\nA new line.\n"))
    assert "A new line." in live.get()
    assert "unregister" in live.get("service-worker.js")
    assert f"<loc>{live.url}</loc>" in live.get("sitemap.xml")


def test_several_files_saved_at_once_show_at_once(live):
    docs = live.site / "docs"
    live.save(*((docs / f"{number}.md", f"# Page {number}\n\nRoll 2d6.\n") for number in range(10)))
    assert all(f"Page {number}</h1>" in live.get(f"{number}/") for number in range(10))
    known = live.post("news?page=", "")
    for number in range(10):
        (docs / f"{number}.md").unlink()
    live.wait_for_news(lambda news: news["version"] > known["version"], known)
    with pytest.raises(OSError, match="404"):
        live.get("9/")


def test_mistake_of_a_table_is_told_beside_the_last_good_version(live):
    path = live.project / PSIOPS / "data" / "panic.toml"
    right = path.read_text(encoding="utf-8")
    before = live.show()
    live.write(path, right.replace('roll = "3"', 'roll = "three"', 1))
    news = live.wait_for_news(lambda news: news["mistakes"])
    assert any("panic.toml:20: roll: got 'three'" in each for each in news["mistakes"])
    assert "panic.toml:20: roll: got 'three'" in live.wait_for_line("got 'three'")
    assert live.show() == before and "Frail" in before
    assert "Panic" in live.ask("roll", "psiops.panic", "{}", {"bigint": str(2**100)})["answer"]["html"]
    live.save((path, right))
    assert live.show() == before


def test_mistakes_of_pages_are_told_beside_their_last_good_versions(live):
    """Both are listed, and each disappears when it is mended."""
    home, other = live.site / "docs" / "index.md", live.site / "docs" / "other.md"
    live.save((home, f"{PAGES['index.md']}\nA right line.\n"), (other, "# Other\n\nRight.\n"))
    assert "A right line." in live.get() and "Right." in live.get("other/")
    live.write(home, f"{PAGES['index.md']}\n::: roller psiops.leap\n")
    live.write(other, "# Other\n\n::: rollr psiops.action\n")
    news = live.wait_for_news(lambda news: sum(".md:" in each for each in news["mistakes"]) >= 2)
    assert any("index.md:9: mechanic: got 'psiops.leap'" in each for each in news["mistakes"])
    assert any("other.md:3: block: got '::: rollr" in each for each in news["mistakes"])
    assert "A right line." in live.get() and "Right." in live.get("other/")
    live.write(home, PAGES["index.md"])
    news = live.wait_for_news(lambda news: not any("index.md" in each for each in news["mistakes"]), news)
    assert news["mistakes"]
    live.save((other, "# Other\n"))


def test_saved_rule_answers_the_next_question(live):
    path = live.project / PSIOPS / "action.py"
    text = path.read_text(encoding="utf-8")
    assert text.count('title="Action roll"') == 1
    news = live.save((path, text.replace('title="Action roll"', 'title="Whatever you do"')))
    assert news["games"]["psiops"] != news["compiled"]["psiops"]
    assert "total" in live.ask("odds", "psiops.action", "{}")["answer"]["html"].lower()
    assert "Whatever you do" in live.get()


def test_a_taken_port_is_named_with_the_next_free_one(live, make_site, tmp_path):
    other = DevelopmentServer(
        make_site(tmp_path / "mini", {"index.md": "# Other\n"}, live.project), live.project, live.port
    )
    try:
        assert f"Port {live.port} is taken, so the site is at port {live.port + 1}" in other.wait_for_line("is taken")
    finally:
        other.stop()


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("file", "old", "new", "shown"),
    [
        (f"{PSIOPS}/data/panic.toml", "You are at -1 armor.", "You are brittle.", "You are brittle."),
        ("rules_py/rendering/odds.py", 'EXACTLY: "Chance"', 'EXACTLY: "How likely"', ">How likely<"),
        ("hooks/mkdocs_events.py", "plugin = ", f"{HOOK}plugin = ", ">Hooked<"),
        ("rules_markdown/roller_block.py", "attributes = {", 'attributes = {"data-new": None, ', " data-new"),
        ("rules_markdown/templates/table.html", ">My dice<", ">Dice of mine<", ">Dice of mine<"),
    ],
    ids=["table", "core", "hook", "block", "template"],
)
def test_saved_source_shows(live, file, old, new, shown):
    """These tests are the last ones, because each build after a change of a rule begins its proof again."""
    path = live.project / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    assert shown not in live.get()
    live.save((path, text.replace(old, new, 1)))
    assert shown in live.get()
