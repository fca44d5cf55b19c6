"""Accessibility of pages that show an error, checked with axe-core."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations, find_violations_in_sampled_schemes


@pytest.mark.trial
def test_form_error_has_no_axe_violations(warm_page, fb):
    fb.go_to(warm_page, "/psiops/combat/")
    attack = fb.Roller(warm_page, "psiops.attack")
    attack.param("attribute").fill("99")
    attack.roll()
    expect(attack.error).to_be_visible()
    assert find_violations_in_sampled_schemes(warm_page) == []


@pytest.mark.trial
def test_link_error_has_no_axe_violations(page, fb):
    page.goto("/psiops/combat/?roll=psiops.attack&attribute=99&psiops.nothing.armor=2#nowhere")
    expect(page.locator(".fb-result .fb-error", has_text="Attribute takes")).to_be_visible()
    assert find_violations_in_sampled_schemes(page) == []


@pytest.mark.trial
def test_page_without_running_scripts_has_no_axe_violations(page, console_guard):
    console_guard.expect_errors()
    page.route("**/assets/js/entry/main.js", lambda route: route.abort())
    page.goto("/psiops/combat/")
    expect(page.get_by_role("alert")).to_contain_text("didn't run")
    assert find_violations(page) == []


def test_404_page_has_no_axe_violations(page):
    page.goto("/404.html")
    assert find_violations_in_sampled_schemes(page) == []
