"""Every page in WebKit, with the checks of test_every_page; WebKit's driver runs no other browser tests.

Its window is at least 447 px wide.
"""

import pytest

from tests.browser import page_checks
from tests.browser.axe import ALL_RULES, CONTRAST_RULE, FIND, SOURCE
from tests.browser.conftest import SITE, list_site_pages
from tests.browser.served_site import serve_site
from tests.engines.reader import WAIT_UNTIL_STABLE
from tests.engines.webkit import WebKit

pytestmark = pytest.mark.trial

DARK = "() => { document.body.dataset.mdColorScheme = 'slate'; }"


@pytest.fixture(scope="module")
def reader():
    if missing := WebKit.describe_missing():
        pytest.fail(missing, pytrace=False)
    with serve_site(SITE, WebKit.FILES) as host:
        reader = WebKit(host.origin)
        yield reader
        reader.close()
    assert reader.errors == []


@pytest.mark.parametrize("path", list_site_pages())
def test_page_rolls_fits_and_has_no_axe_violations(reader, path):
    reader.open(path)
    reader.run(WAIT_UNTIL_STABLE)
    found = {"small dice": reader.run(page_checks.SMALL_TARGETS, page_checks.DICE)}
    rolls = reader.run(page_checks.ROLL_EVERYTHING)
    found["rolled by itself"] = [each["name"] for each in rolls if each["before"]]
    found["refused"] = [each for each in rolls if each["refusal"]]
    reader.run(page_checks.OPEN_EVERYTHING)
    reader.run(f"() => {{ {SOURCE.read_text()} }}")
    found["axe, light"] = reader.run(FIND, ["html", ALL_RULES])
    found["small controls"] = reader.run(page_checks.SMALL_TARGETS, f".md-content {page_checks.CONTROLS}")
    found["no room"] = [
        each
        for look in (page_checks.STICKS_OUT, page_checks.OVERLAPS, page_checks.BROKEN_WORDS)
        for each in reader.run(look)
    ]
    reader.run(page_checks.TWICE_AS_LARGE, True)
    found["no room for large text"] = [each for look in page_checks.ROOM for each in reader.run(look)]
    reader.run(page_checks.TWICE_AS_LARGE, False)
    reader.run(DARK)
    found["axe, dark"] = reader.run(FIND, ["html", CONTRAST_RULE])
    reader.run("() => localStorage.clear()")
    assert {what: those for what, those in found.items() if those} == {}
