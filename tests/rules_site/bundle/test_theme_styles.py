"""The theme's styles without the rules that can't match on any page."""

import pytest

from rules_site.bundle.theme_styles import Vocabulary, trim_styles, trim_theme_styles

PAGE = """<html dir="ltr"><body class="md-nav md-typeset" data-tone="custom" id="top">
<p style="color:var(--ink)">note</p>
<template><b class="late">x</b></template><script>element.className = "md-tip md-tip--open"</script></body></html>"""


@pytest.fixture
def trim():
    """Return a function that trims one style sheet for a page."""
    known = Vocabulary()
    known.add_page(PAGE)
    return lambda style: trim_styles([style], known)[0]


@pytest.mark.parametrize(
    "style",
    [
        ".md-nav{color:red}",
        ".md-tip--open{color:red}",
        ".late b:hover{color:red}",
        "p::before{color:red}",
        "#top{color:red}",
        "[dir=ltr] .md-nav{color:red}",
        '[data-tone="custom"]{color:red}',
        ".md-nav:not(.md-source){color:red}",
        ".md-nav :is(.md-source,p){color:red}",
        ".md-nav:nth-child(2n + 1)>*{color:red}",
        "@media print{.md-nav{color:red!important}}",
        "@keyframes pulse{0%{opacity:0}to{opacity:1}}",
        "@font-face{font-family:x;src:url(x.woff2)}",
        ":root{--ink:#000}",
        "/*! a licence */",
        '@charset "UTF-8";',
    ],
)
def test_a_rule_that_can_match_stays_as_it_is(trim, style):
    assert trim(style) == style


@pytest.mark.parametrize(
    "style",
    [
        ".note{color:red}",
        ".md-nav .md-source{color:red}",
        "kbd{color:red}",
        "#bottom{color:red}",
        "[dir=rtl] .md-nav{color:red}",
        "[data-tone=pink]{color:red}",
        "[data-other]{color:red}",
        ".md-nav :is(.md-source,kbd){color:red}",
        "@media print{.md-source{color:red}}",
        ":root{--unused:#000}",
        "/*# sourceMappingURL=main.css.map */",
    ],
)
def test_a_rule_that_cannot_match_is_left_out(trim, style):
    assert trim(style) == ""


def test_only_the_selectors_that_can_match_stay(trim):
    assert trim(".md-source,.md-nav,kbd{color:red}") == ".md-nav{color:red}"


def test_a_list_with_a_vendors_selector_stays_whole(trim):
    style = ".md-nav,.md-source::-moz-range-thumb{color:red}"
    assert trim(style) == style


def test_a_property_that_only_dropped_styles_use_is_left_out(trim):
    style = ":root{--a:var(--b);--b:1px;--c:var(--d);--d:2px;color:red}.md-source{top:var(--a)}.md-nav{top:var(--c)}"
    assert trim(style) == ":root{--c:var(--d);--d:2px;color:red}.md-nav{top:var(--c)}"


def test_a_property_of_one_style_sheet_stays_for_another():
    known = Vocabulary()
    known.add_page(PAGE)
    assert trim_styles([":root{--a:1px}", "p{top:var(--a)}"], known) == [":root{--a:1px}", "p{top:var(--a)}"]


def test_values_stay_the_same(trim):
    style = """p{background:url("data:image/svg+xml;charset=utf-8,<svg viewBox='0 0 1 1'/>");content:"\\201c"}"""
    assert trim(style).replace("“", "\\201c") == style


def test_a_finished_sites_styles_are_trimmed(tmp_path):
    (tmp_path / "assets" / "stylesheets").mkdir(parents=True)
    (tmp_path / "assets" / "site.css").write_text("p{color:var(--used)}")
    (tmp_path / "assets" / "tip.js").write_text('made.className = "from-script"')
    (tmp_path / "index.html").write_text(PAGE)
    style = tmp_path / "assets" / "stylesheets" / "main.css"
    style.with_name("main.css.map").write_text("{}")
    style.write_text(".md-source{top:0}:root{--used:red;--unused:red}.from-script{top:0}.fb-odds-head{top:0}")
    trim_theme_styles(tmp_path)
    assert style.read_text() == ":root{--used:red}.from-script{top:0}.fb-odds-head{top:0}"
    assert [path.name for path in style.parent.iterdir()] == ["main.css"]
