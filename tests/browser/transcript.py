"""Transcripts of turns as a screen reader tells them: each tab stop of a board in order, and each announcement.

`python -m tests.browser.transcript psiops` prints the turns of a game's fight from the built site.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, sync_playwright

from tests.browser.boards import Board, lay_out_four_against_six
from tests.browser.conftest import ARGUMENTS, SIZES, Helpers, run_tool
from tests.browser.served_site import serve_site

LISTEN = """() => {
    window.told = [];
    let last = "";
    const note = () => {
        const words = document.querySelector(".fb-live")?.textContent ?? "";
        if (words && words !== last) window.told.push(words);
        last = words;
    };
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Script that notes each announcement of the page's live region."""

IS_ON_BOARD = "() => document.activeElement?.closest('fb-fight') !== null"

MOST_STOPS = 40

CHOICES = (".fb-decisions button:visible", ".fb-board-hand .fb-play", ".fb-why button", ".fb-next")
"""The buttons of a turn, the one that comes first before others."""


def read_focus(page: Page) -> str:
    """Return what a screen reader says of the focused control: its role, name and state."""
    focused = page.locator(":focus")
    if not focused.count():
        return "(the page)"
    control = focused.first
    read: dict[str, Any] = control.evaluate("""(each) => ({
        group: each.closest("fieldset")?.querySelector("legend")?.textContent
            ?? each.closest("section, nav, header")?.getAttribute("aria-label") ?? "",
        place: (() => {
            const row = each.closest("fieldset");
            const items = row ? [...row.querySelectorAll("input, button")] : [];
            return items.length > 1 ? `${items.indexOf(each) + 1} of ${items.length}` : "";
        })(),
    })""")
    said = control.aria_snapshot().removeprefix("- ").split("\n")[0].rstrip(":")
    about = ", ".join(part for part in (read["group"].strip(), read["place"]) if part)
    return f"{said} ({about})" if about else said


def tell_stops(board: Board) -> Iterator[str]:
    """Yield the tab stops of a board in order, from its first one."""
    page = board.page
    board.root.locator("a, button, input").first.focus()
    for _ in range(MOST_STOPS):
        if not page.evaluate(IS_ON_BOARD):
            return
        yield f"Tab: {read_focus(page)}"
        page.keyboard.press("Tab")


def tell_command(board: Board, words: str) -> Iterator[str]:
    """Press Enter on the focused control, and yield what is announced and where the focus is then."""
    page = board.page
    page.evaluate("window.told = []")
    yield words
    page.keyboard.press("Enter")
    board.wait()
    Helpers.settle(board.mat)
    for told in page.evaluate("window.told"):
        yield f"  Announced: {told}"
    yield f"  Focus: {read_focus(page)}"


def find_first_choice(board: Board) -> Locator | None:
    """Return the first decision, or else the big button, the best way out of a refusal, or the end of the turn."""
    for selector in CHOICES:
        found = board.root.locator(selector)
        if found.count():
            return found.first
    return None


def tell_fight(board: Board, turns: int = 4) -> Iterator[str]:
    """Yield the transcript of the beginning of a fight: initiative, and turns and decisions with the first choice."""
    board.page.evaluate(LISTEN)
    for turn in range(turns):
        button = find_first_choice(board)
        if turn == 1:
            yield from tell_stops(board)
        if button is None:
            return
        button.focus()
        yield from tell_command(board, f"Enter on {read_focus(board.page)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--site", type=Path, default=Path(__file__).parents[2] / "site")
    given = parser.parse_args()
    with serve_site(given.site) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=run_tool("find-browser", "for-tests"), args=ARGUMENTS)
        page = browser.new_page(base_url=server.origin, **SIZES["desktop"])
        page.goto("/licences/")
        board = Board(page, Helpers, given.slug, lay_out_four_against_six(given.slug))
        for line in tell_fight(board, given.turns):
            print(line)
        browser.close()


if __name__ == "__main__":
    main()
