"""Modules of a page: its HTML names them all, so that none is discovered only after another one has run."""

import re
from contextlib import ExitStack

import pytest

from tests.browser.test_python_on_demand import ROLL, STRESS, record_requests

MODULE = re.compile(r"/assets/(js|rules|vendor)/.*\.js$")


def test_the_rules_are_requested_before_the_main_script_has_arrived(page, fb):
    main = fb.HeldRequests(page, "**/entry/main.js")
    with ExitStack() as expected:
        for name in ("runtime", "core", "psiops"):
            expected.enter_context(page.expect_request(re.compile(rf"/assets/rules/[^/]+/{name}\.js$")))
        page.goto(STRESS, wait_until="commit")
    main.release()
    fb.Roller(page, ROLL).roll()


def test_every_module_is_named_by_the_page(page, fb, each_path):
    """No module is discovered only after another one has run."""
    requests = record_requests(page)
    page.goto(each_path)
    fb.wait_until_loaded(page)
    named = page.evaluate("""async () => {
        const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
        return [...page.querySelectorAll("script[src], link[rel=modulepreload]")].map((each) =>
          new URL(each.getAttribute("src") ?? each.getAttribute("href"), location.href).pathname);
    }""")
    assert {path for path in requests if MODULE.search(path)} <= set(named)


@pytest.mark.chromium
def test_a_page_without_scripts_loads_no_modules(make_page):
    page = make_page("phone", java_script_enabled=False)
    requests = record_requests(page)
    page.goto(STRESS)
    assert [path for path in requests if MODULE.search(path)] == []
