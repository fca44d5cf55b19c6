"""The pages of blocks that other sites show in frames."""

import re
from pathlib import Path

import pytest

from rules_site import embed
from rules_site.pages import BuiltPage, read_pages

ROLLER = (
    '<fb-roller class="fb-roller" id="{anchor}" mechanic="{id}" page="old/">'
    '<p class="fb-title"><span id="{anchor}-title">{title}</span></p>'
    '<a class="fb-rule-link" href="../../{rule}" data-page="{rule}">rule</a>'
    '<a href="#elsewhere">b</a><a href="https://example.org/">c</a></fb-roller>'
)
TABLE = (
    '<fb-table table="psiops.panic"><table id="panic"><caption><span>Panic &amp; fear</span></caption></table>'
    "</fb-table>"
)
SITE = {"name": "Book", "url": "https://example.org/book/"}


def build_roller(rule="psiops/combat/#attack", title="Attack", anchor="psiops.attack"):
    return ROLLER.format(id="psiops.attack", rule=rule, title=title, anchor=anchor)


def build_page(url, html, game="psiops"):
    meta = {"game": game, "name": "PSIOPS", "accent": {"light": "#0b6a61", "dark": "#63d2c2"}}
    return BuiltPage(Path(), url, html, {"meta": meta, "site": SITE})


def render(page, id="psiops.attack"):
    return embed.render_page(embed.find_blocks([page])[id], {})


def test_a_block_is_taken_from_the_page_of_its_rule():
    first = build_page("psiops/playing/", build_roller(title="Attack with +2"))
    own = build_page("psiops/combat/", build_roller() + build_roller(title="Again", anchor="other"))
    found = embed.find_blocks([first, own])
    assert [(id, each.title, each.page.url, each.url) for id, each in found.items()] == [
        ("psiops.attack", "Attack", "psiops/combat/", "embed/psiops/attack/")
    ]


def test_a_table_is_taken_from_a_page_that_is_no_screen():
    screen, rules = build_page("psiops/a/", f"<fb-screen></fb-screen>{TABLE}"), build_page("psiops/stress/", TABLE)
    found = embed.find_blocks([screen, rules])["psiops.panic"]
    assert (found.page.url, found.title, found.rule) == ("psiops/stress/", "Panic & fear", "psiops/stress/#panic")


@pytest.mark.parametrize("around", ["<template>{}</template>", '<fb-sheets game="a">{}</fb-sheets>'])
def test_blocks_of_forms_have_no_page(around):
    assert embed.find_blocks([build_page("psiops/combat/", around.format(build_roller()))]) == {}


def test_links_lead_to_the_site_beside_the_page_around_the_frame():
    html = render(build_page("psiops/combat/", build_roller()))
    tabs = 'target="_blank" rel="noopener"'
    assert 'data-page="psiops/combat/#attack">rule' in html
    assert f'{tabs} href="../../../psiops/combat/#attack"' in html
    assert f'<a {tabs} href="../../../psiops/combat/#elsewhere">b</a>' in html
    assert f'<a {tabs} href="https://example.org/">c</a>' in html
    assert f'<a href="../../../psiops/combat/#attack" {tabs}>PSIOPS: the full rule</a>' in html


def test_a_page_is_for_frames_only_and_names_its_rule():
    html = render(build_page("psiops/combat/", build_roller()))
    assert '<meta name="robots" content="noindex">' in html
    assert '<link rel="canonical" href="https://example.org/book/psiops/combat/">' in html
    assert "<title>Attack - PSIOPS - Book</title>" in html
    assert html.count(' page="') == 1 and ' page="psiops/combat/"' in html
    assert re.findall(r"<script\b(?![^>]* src=)", html) == []  # the policy allows none in these pages


def test_texts_are_escaped():
    page = build_page("psiops/combat/", build_roller(title="A &lt;b&gt; &amp; c"))
    page.data["meta"]["name"] = "<i>"
    html = render(page)
    assert "<title>A &lt;b&gt; &amp; c - &lt;i&gt; - Book</title>" in html
    assert "&lt;i&gt;: the full rule" in html and "<i>" not in html


def test_a_page_shows_the_licence_of_its_game():
    html = render(build_page("combat/fighting/", build_roller(), game="combat"))
    line = re.search(r"<p>(.*)</p>\n<details>", html)[1]
    assert "Open Game License v 1.0a Copyright 2000, Wizards of the Coast, Inc." in line
    assert "<strong>Reserved</strong>" in html
    assert "<p>PSIOPS 0.5 by Zachary Taylor, CC BY-SA 4.0 (in other words)</p>" in render(
        build_page("psiops/combat/", build_roller())
    )


def test_a_site_that_is_finished_again_leaves_the_pages_out(tmp_path):
    page = build_page("psiops/combat/", build_roller())
    embed.write(tmp_path, [page], {})
    assert (tmp_path / "embed" / "psiops" / "attack" / "index.html").is_file()
    assert read_pages(tmp_path) == []
