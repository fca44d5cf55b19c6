"""The console guard of every test: problems that it never accepts, even in a test that expects others."""

import pytest

from tests.browser.conftest import POLICY_REPORT, ConsoleGuard
from tests.browser.in_firefox import IN_FIREFOX

CSP_VIOLATIONS = {
    "markup": "() => { document.createElement('p').innerHTML = '<iframe></iframe>'; }",
    "a script's text": "() => { document.createElement('script').text = '1'; }",
    "text as a program": "() => { setTimeout('1'); }",
    "a style": "() => { document.head.append(document.createElement('style')); }",
    "another host": "() => { fetch('https://evil.example/'); }",
}


@pytest.fixture
def guarded_page(browser, site):
    """Yield a page in a new context, with its own guard that expects errors."""
    context = browser.new_context(base_url=site)
    watch = ConsoleGuard({site, "https://evil.example"})
    watch.attach(context)
    page = context.new_page()
    page.goto("/licences/")
    watch.expect_errors()
    yield page, watch
    context.close()


def expect_error_event(page):
    """Expect an error event; Firefox's driver reports these errors as page errors."""
    return page.context.expect_event("weberror" if IN_FIREFOX else "console")


@pytest.mark.parametrize("what", CSP_VIOLATIONS)
def test_csp_report_fails_a_test_that_expects_other_errors(guarded_page, what):
    page, watch = guarded_page
    with expect_error_event(page):
        page.evaluate(
            f"async () => {{ try {{ await ({CSP_VIOLATIONS[what]})(); }} catch {{ /* the page bears it */ }} }}"
        )
    with pytest.raises(AssertionError, match=POLICY_REPORT):
        watch.check()


def test_expected_console_errors_pass(guarded_page):
    page, watch = guarded_page
    with page.context.expect_event("console", lambda message: message.type == "error"):
        page.evaluate("() => { console.error('a file did not come'); }")
    watch.check()


def test_a_changed_clipboard_that_stays_fails_the_test(guarded_page):
    page, watch = guarded_page
    watch.pages.append(page)
    page.evaluate("() => { navigator.clipboard.writeText = async () => {}; }")
    with pytest.raises(AssertionError, match="left changed on .*/licences/: writeText"):
        watch.check()
