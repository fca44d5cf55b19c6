"""The watch over every test: what it never lets pass, whatever trouble a test expects."""

import pytest

from tests.browser.conftest import POLICY_REPORT, Watch
from tests.browser.in_firefox import IN_FIREFOX

REFUSED = {
    "markup": "() => { document.createElement('p').innerHTML = '<iframe></iframe>'; }",
    "a script's text": "() => { document.createElement('script').text = '1'; }",
    "text as a program": "() => { setTimeout('1'); }",
    "a style": "() => { document.head.append(document.createElement('style')); }",
    "another host": "() => { fetch('https://evil.example/'); }",
}


@pytest.fixture
def troubled(browser, site):
    """A page of its own, and a watch over it that expects trouble."""
    context = browser.new_context(base_url=site)
    watch = Watch({site, "https://evil.example"}, "")
    watch.attach(context)
    page = context.new_page()
    page.goto("/licences/")
    watch.expect_trouble()
    yield page, watch
    context.close()


def tells(page):
    """Firefox's driver tells of an error whatever is one to the browser."""
    return page.context.expect_event("weberror" if IN_FIREFOX else "console")


@pytest.mark.parametrize("what", REFUSED)
def test_a_report_of_the_policy_fails_a_test_that_expects_trouble(troubled, what):
    page, watch = troubled
    with tells(page):
        page.evaluate(f"async () => {{ try {{ await ({REFUSED[what]})(); }} catch {{ /* the page bears it */ }} }}")
    with pytest.raises(AssertionError, match=POLICY_REPORT):
        watch.check()


def test_other_trouble_is_let_pass_where_it_is_expected(troubled):
    page, watch = troubled
    with page.context.expect_event("console", lambda message: message.type == "error"):
        page.evaluate("() => { console.error('a file did not come'); }")
    watch.check()
