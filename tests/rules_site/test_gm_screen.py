"""GM screen pages: their sections become tiles, and content above and below stays in place."""

import pytest

from rules_py import RulesError
from rules_site.gm_screen import render_gm_screen


def test_each_section_becomes_a_tile_of_its_width():
    html = render_gm_screen('<h1>S</h1><p>Hi.</p><h2 id="a" width="3">A</h2><p>One.</p><h2 id="b">B</h2>', "moon")
    assert html == (
        '<h1>S</h1><p>Hi.</p><fb-screen class="fb-screen" game="moon"><div class="fb-screen-bar"></div>'
        '<div class="fb-screen-grid">'
        '<section class="fb-tile" data-tile="a" data-width="3" style="--width:3"><h2 id="a">A</h2>'
        '<div class="fb-tile-body"><div class="fb-tile-block"><p>One.</p></div></div></section>'
        '<section class="fb-tile" data-tile="b" data-width="4" style="--width:4"><h2 id="b">B</h2>'
        '<div class="fb-tile-body"><div class="fb-tile-block"></div></div></section></div></fb-screen>'
    )


def test_content_after_a_rule_line_stays_below_the_screen():
    html = render_gm_screen('<h2 id="a">A</h2><p>One.</p><hr /><p>The rules.</p><h2 id="b">B</h2>', "")
    screen, _, below = html.partition("</fb-screen>")
    assert screen.count("<section") == 1 and below == '<hr /><p>The rules.</p><h2 id="b">B</h2>'


def test_page_without_sections_becomes_an_empty_screen():
    assert render_gm_screen("<h1>S</h1>", "") == (
        '<h1>S</h1><fb-screen class="fb-screen" game=""><div class="fb-screen-bar"></div>'
        '<div class="fb-screen-grid"></div></fb-screen>'
    )


@pytest.mark.parametrize("width", ["1", "13", "wide", "-4", ""])
def test_invalid_tile_width_is_rejected(width):
    with pytest.raises(RulesError, match="takes 2 to 12 columns"):
        render_gm_screen(f'<h2 id="a" width="{width}">A</h2>', "moon")


def test_tile_heading_without_id_is_rejected():
    with pytest.raises(RulesError, match="without an id"):
        render_gm_screen("<h2>A</h2>", "moon")
