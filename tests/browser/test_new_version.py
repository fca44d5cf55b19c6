"""A tab that was open before a deploy, without a service worker: its reader is offered the new version of the site."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.served_site import serve_site

PAGE = "/psiops/combat/"
RULES = "assets/rules"
MAIN = "assets/js/entry/main.js"
LONG_AGO, DAY = 1_700_000_000, 24 * 60 * 60
"""Time of the first build: browsers treat files this old as fresh and don't request them again on a reload."""


def next_build(folder: Path) -> None:
    """Turn a site into another build of it: the compiled rules are in another folder, which its files name."""
    [old] = (folder / RULES).iterdir()
    new = old.rename(old.with_name(old.name[::-1]))
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".js"):
            text = path.read_text().replace(old.name, new.name)
            path.write_text(re.sub(r'(SITE_VERSION=")[0-9a-f]+', r"\g<1>ba9876543210", text))
    with (folder / MAIN).open("a") as script:
        script.write('\ndocument.documentElement.dataset.build = "next";\n')


class Deploys:
    """A host's folder, which has one build of the site after the other."""

    def __init__(self, site: Path, folder: Path):
        self.site, self.live, self.count = site, folder / "live", 0

    def put(self, change: Callable[[Path], None] = lambda _: None) -> None:
        """Replace what the host has by a changed copy of the site, made a day later."""
        made = self.live.with_name(f"build-{self.count}")
        shutil.copytree(self.site, made, ignore=shutil.ignore_patterns("*.png", "*.map", "service-worker.js"))
        change(made)
        for path in made.rglob("*"):
            os.utime(path, (LONG_AGO + self.count * DAY,) * 2)
        self.live.unlink(missing_ok=True)
        self.live.symlink_to(made)
        self.count += 1


@pytest.fixture
def deploys(site_folder, tmp_path) -> Deploys:
    return Deploys(site_folder, tmp_path)


@pytest.fixture
def tab(deploys, make_page, console_guard) -> Iterator[Page]:
    """Open a tab for a reader without a service worker."""
    console_guard.expect_errors()  # files are gone
    with serve_site(deploys.live) as host:
        console_guard.origins.add(host.origin)
        yield make_page("phone", base_url=host.origin)


def test_the_new_version_is_offered_and_its_rolls_work(tab, deploys, fb):
    deploys.put()
    tab.goto("/dice/")
    fb.Roller(tab, "dice").roll()

    deploys.put(next_build)
    tab.evaluate("document.documentElement.dataset.build = 'first'")
    fb.go_to(tab, PAGE)
    roller = fb.Roller(tab, "psiops.attack")
    roller.increase("attribute")
    fb.press(roller.button)
    expect(roller.error).to_have_text("This couldn't be worked out: this site has changed; reload the page to go on.")
    expect(tab.locator("fb-notice").get_by_role("button", name="Site changed: reload", exact=True)).to_be_visible()
    expect(tab.locator("html")).to_have_attribute("data-build", "first")
    assert roller.values()["attribute"] == "1"

    fb.press(roller.result.get_by_role("button", name="Reload"))
    expect(tab.locator("html")).to_have_attribute("data-build", "next")
    assert roller.values()["attribute"] == "1"
    roller.roll()
    expect(roller.error).to_have_count(0)
