"""All of every page in WebKit, whose driver runs none of the browser tests: the looks of test_every_page at it.

Its window is 447 px wide at least.
"""

import pytest

from tests.browser import page_checks
from tests.browser.axe import CONTRAST, EVERY_RULE, FIND, SOURCE
from tests.browser.conftest import SITE, pages_of_the_site
from tests.browser.served_site import served
from tests.engines.reader import STILL
from tests.engines.webkit import WebKit

pytestmark = pytest.mark.trial

DARK = "() => { document.body.dataset.mdColorScheme = 'slate'; }"


@pytest.fixture(scope="module")
def reader():
    if missing := WebKit.missing():
        pytest.fail(missing, pytrace=False)
    with served(SITE, WebKit.FILES) as host:
        reader = WebKit(host.origin)
        yield reader
        reader.close()
    assert reader.errors == []


@pytest.mark.parametrize("path", pages_of_the_site())
def test_all_of_a_page_rolls_has_its_room_and_nothing_for_axe(reader, path):
    reader.open(path)
    reader.run(STILL)
    found = {"small dice": reader.run(page_checks.SMALL_TARGETS, page_checks.DICE)}
    rolls = reader.run(page_checks.ROLL_EVERYTHING)
    found["rolled by itself"] = [each["name"] for each in rolls if each["before"]]
    found["refused"] = [each for each in rolls if each["refusal"]]
    reader.run(page_checks.OPEN_EVERYTHING)
    reader.run(f"() => {{ {SOURCE.read_text()} }}")
    found["axe, light"] = reader.run(FIND, ["html", EVERY_RULE])
    found["small controls"] = reader.run(page_checks.SMALL_TARGETS, page_checks.CONTROLS)
    found["no room"] = [
        each
        for look in (page_checks.STICKS_OUT, page_checks.OVERLAPS, page_checks.BROKEN_WORDS)
        for each in reader.run(look)
    ]
    reader.run(page_checks.TWICE_AS_LARGE, True)
    found["no room for large text"] = [each for look in page_checks.ROOM for each in reader.run(look)]
    reader.run(page_checks.TWICE_AS_LARGE, False)
    reader.run(DARK)
    found["axe, dark"] = reader.run(FIND, ["html", CONTRAST])
    reader.run("() => localStorage.clear()")
    assert {what: those for what, those in found.items() if those} == {}
