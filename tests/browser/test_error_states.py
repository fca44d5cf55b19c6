"""What axe-core says of pages on which something went wrong."""

from playwright.sync_api import expect

from tests.browser.axe import violations, violations_in_light_and_dark


def test_nothing_while_a_number_is_refused(warm_page, fb):
    fb.go_to(warm_page, "/psiops/combat/")
    attack = fb.Roller(warm_page, "psiops.attack")
    attack.param("attribute").fill("99")
    attack.roll()
    expect(attack.error).to_be_visible()
    assert violations_in_light_and_dark(warm_page) == []


def test_nothing_where_a_link_is_wrong(page, fb):
    page.goto("/psiops/combat/?roll=psiops.attack&attribute=99&psiops.nothing.armor=2#nowhere")
    expect(page.locator(".fb-error", has_text="Attribute takes")).to_be_visible()
    assert violations_in_light_and_dark(page) == []


def test_nothing_where_the_start_failed(page, fb, watch):
    watch.expect_trouble()
    page.route("**/pyodide.asm.wasm*", lambda route: route.abort())
    page.goto("/psiops/stress/")
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()
    assert violations_in_light_and_dark(page) == []


def test_nothing_where_the_scripts_did_not_run(page, watch):
    watch.expect_trouble()
    page.route("**/assets/js/page/main.js", lambda route: route.abort())
    page.goto("/psiops/combat/")
    expect(page.get_by_role("alert")).to_contain_text("did not run")
    assert violations(page) == []


def test_nothing_where_no_page_is(page):
    page.goto("/404.html")
    assert violations_in_light_and_dark(page) == []
