"""The caches of a live site: a block is rendered again only if its rules, its line or its page have changed."""

from dataclasses import replace

import pytest

from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import parse_block
from rules_markdown.page import Page
from rules_site.live.contents import Content, ContentCache, cache_blocks
from rules_site.live.digests import RulesDigests

OLD = RulesDigests("core", {"moon": "1", "base": "1"})
LINE = "::: dice moon.d6"


@pytest.fixture
def render(tmp_path, monkeypatch):
    """Return a function that renders a block with the rules of a new interpreter; it counts in `render.times`."""
    plain = KINDS["dice"]

    def count(block, page):
        render.times += 1
        return page.unique_anchor("roll")

    def render(digests, line=LINE, page=None):
        monkeypatch.setitem(KINDS, "dice", replace(plain, render=count))
        kinds = dict(KINDS)
        cache_blocks(tmp_path, digests, "code")
        block = parse_block(line, KINDS)
        html = block.kind.render(block, page or Page())
        KINDS.update(kinds)
        return html

    render.times = 0
    return render


@pytest.mark.parametrize(
    ("digests", "line", "page", "times"),
    [
        (OLD, LINE, Page(), 1),
        (RulesDigests("core", {"moon": "1", "base": "2"}), LINE, Page(lines_before=9), 1),
        (RulesDigests("core", {"moon": "2", "base": "1"}), LINE, Page(), 2),
        (RulesDigests("other", {"moon": "1", "base": "1"}), LINE, Page(), 2),
        (OLD, "::: dice moon.d8", Page(), 2),
        (OLD, LINE, Page(heading="A heading"), 2),
    ],
    ids=["same", "another game", "its game", "the core", "its line", "its page"],
)
def test_block_is_rendered_again_only_after_a_change_that_it_shows(render, digests, line, page, times):
    render(OLD)
    render(digests, line, page)
    assert render.times == times


def test_cached_block_takes_its_anchors(render):
    page = Page()
    first = render(OLD, page=page)
    again = Page()
    assert render(OLD, page=again) == first == "roll"
    assert again.anchors == page.anchors == {"roll"}
    assert render(OLD, page=again) == "roll-2"


def test_latest_content_of_a_page_stays_and_a_damaged_file_is_none(tmp_path):
    cache = ContentCache(tmp_path)
    content = Content("<p>A</p>", {"title": "A"}, "A", [], {"a"}, {}, ["a warning"])
    cache.write("moon.md", "1", content)
    cache.write("moon.md", "2", replace(content, html="<p>B</p>"))
    assert cache.read("1") == content and cache.read("3") is None
    latest = cache.read_latest("moon.md")
    assert latest and latest.html == "<p>B</p>" and cache.read_latest("base.md") is None
    (tmp_path / "2.pickle").write_bytes(b"half")
    assert cache.read_latest("moon.md") is None
