"""Generator of pictures: the installed site's icons and screenshots, and the README's picture of a roll.

Icons come from docs/assets/images/icon.svg, everything else from the built site. Run `python -m tools.make_images` or
`make readme-picture` after either has changed, and commit the files it writes.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Locator, sync_playwright

PROJECT = Path(__file__).parents[1]
SITE = PROJECT / "site"
IMAGES = PROJECT / "docs" / "assets" / "images"
README_PICTURES = PROJECT / "docs" / "assets" / "readme"
FULL_BLEED = ".cover { rx: 0 } .die { transform-origin: center; transform: scale(%s) }"
ICONS = {
    "icon-192.png": (192, ""),
    "icon-512.png": (512, ""),
    "icon-180.png": (180, FULL_BLEED % 0.95),  # iOS rounds the corners itself
    "icon-maskable-512.png": (512, FULL_BLEED % 0.8),  # the die fits in the safe zone of maskable icons
}
FIXED_RANDOMNESS = "crypto.getRandomValues = (array) => array.fill(5)"
"""Makes both pictures show the same roll."""

START = 60_000
"""Milliseconds that Python may take to start."""


class QuietHandler(SimpleHTTPRequestHandler):
    """A request handler that logs nothing."""

    def log_message(self, *_: object) -> None:
        pass


def main(arguments: list[str]) -> None:
    """Make the site's images, or with the argument `readme` the README's picture."""
    with open_browser() as (browser, url):
        if arguments == ["readme"]:
            for scheme in ("light", "dark"):
                capture_roll(browser, url, scheme)
        else:
            for name, (side, style) in ICONS.items():
                draw_icon(browser, side, style, IMAGES / name)
            capture_screenshots(browser, url)


@contextmanager
def open_browser() -> Iterator[tuple[Browser, str]]:
    """Serve the built site, and yield a browser and the site's address."""
    chromium = subprocess.run([PROJECT / "tools" / "find-browser"], capture_output=True, text=True, check=True)
    handler = partial(QuietHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=["--no-sandbox"])
        yield browser, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def draw_icon(browser: Browser, side: int, style: str, path: Path) -> None:
    """Draw the icon at a size, with additional styles."""
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(
        f"<style>body {{ margin: 0 }} svg {{ display: block }} {style}</style>" + (IMAGES / "icon.svg").read_text()
    )
    page.screenshot(path=path, omit_background=True)
    page.close()


def capture_screenshots(browser: Browser, url: str) -> None:
    """Capture the first game's calculator on a phone, and its first page with a roll on a wide screen."""
    calculator = json.loads((SITE / "manifest.webmanifest").read_text())["shortcuts"][0]["url"]
    folder = IMAGES / "screenshots"
    folder.mkdir(exist_ok=True)
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=1.5, is_mobile=True, service_workers="block"
    ).new_page()
    phone.goto(url + calculator)
    phone.screenshot(path=folder / "narrow.jpg", type="jpeg", quality=70)
    desk = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block").new_page()
    desk.goto(url + calculator.removesuffix("calc/"))
    roll(desk.locator("fb-roller").first)
    desk.mouse.move(0, 0)
    desk.screenshot(path=folder / "wide.jpg", type="jpeg", quality=70)


def capture_roll(browser: Browser, url: str, scheme: Literal["light", "dark"]) -> None:
    """Capture the home page's roller after a roll, with its odds, in light or dark colours."""
    context = browser.new_context(
        viewport={"width": 720, "height": 2400},
        device_scale_factor=1.5,
        color_scheme=scheme,
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.add_init_script(FIXED_RANDOMNESS)
    page.goto(url)
    roller = page.locator("fb-roller").first
    roll(roller)
    roller.get_by_text("Odds", exact=True).click()
    table = roller.locator(".fb-odds-body > .fb-odds-table").first
    table.wait_for(timeout=START)
    page.mouse.move(0, 0)
    top, bottom = find_box(roller), find_box(table)
    clip: FloatRect = {**top, "height": bottom["y"] + bottom["height"] + 16 - top["y"]}
    README_PICTURES.mkdir(exist_ok=True)
    with Image.open(BytesIO(page.screenshot(clip=clip))) as picture:
        picture.save(README_PICTURES / f"roll-{scheme}.webp", quality=80, method=6)
    context.close()


def roll(roller: Locator) -> None:
    """Tap a roller's button and wait for the result."""
    roller.locator(".fb-roll[type=submit]").click()
    roller.locator(".fb-headline").wait_for(timeout=START)


def find_box(element: Locator) -> FloatRect:
    """Return the place of a visible element on the page."""
    box = element.bounding_box()
    assert box is not None
    return box


if __name__ == "__main__":
    main(sys.argv[1:])
