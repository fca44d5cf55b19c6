"""Hostile addresses: text in parameters of forms, calculators, scenarios, dice, shared rolls and search stays text."""

from collections.abc import Iterator
from itertools import chain, cycle, repeat
from operator import length_hint
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.attacks.vectors import ALL, generate_texts

PAGES = ["/psiops/combat/", "/psiops/calc/", "/dice/", "/psiops/groups/"]
"""Pages that together have every kind of element that an address can set."""

FORMS = ["/psiops/combat/", "/psiops/groups/"]

PARTS = 4
"""The attacks are tried in this many parts: one of them in every run, the others in a trial."""

LONGEST = 20_000
"""Length in characters of an address that any host accepts."""

TAKES = """async (path) => {
    const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
    return [...page.querySelectorAll("fb-roller[id], fb-calc[id], fb-dice-odds[id], fb-table[die]")].map((element) => ({
        id: element.getAttribute("table") ?? element.id, kind: element.localName,
        names: [...new Set([...element.querySelectorAll("form [name]")].map((field) => field.name))],
    }));
}"""
SET_UPS = ["set-up", "vs.set-up", "vs-2.set-up", "vs-3.own-dice", "vs-4.set-up", "vs-9.own-dice", "odds-count"]


def generate_queries(page: list[dict], texts: Iterator[str], more: int) -> Iterator[list[tuple[str, str]]]:
    """Yield queries of a page with a hostile text in every place: values, faces, names and ids.

    Args:
        more: the number of additional names that the forms don't have.
    """
    for turn in cycle(range(3)):
        query = []
        for at, element in enumerate(page):
            own = element["id"]
            is_roll = element["kind"] in ("fb-roller", "fb-table")
            if is_roll and ((turn + at) % 3 == 0 or not element["names"]):
                query.append((f"{own}.faces", next(texts)))
                continue
            names = element["names"] + (SET_UPS if element["kind"] == "fb-calc" else [])
            query += [(f"{own}.{name}", next(texts)) for name in names]
        query += [(f"{page[0]['id']}.{next(texts)}", next(texts)) for _ in range(more)]
        query += [(next(texts), next(texts)), *([("roll", next(texts))] if turn == 1 else [])]
        yield query


def visit_all(attacked, pages: list[str], texts: list[str], more: int = 1) -> None:
    """Visit the pages in turn until all texts have been used."""
    wanted = [text for text in texts if "psiops." not in text]  # "psiops." would set a real field
    left = iter(wanted)
    makers = [generate_queries(attacked.page.evaluate(TAKES, path), chain(left, repeat("1")), more) for path in pages]
    for path, maker in cycle(zip(pages, makers, strict=True)):
        if not length_hint(left):
            return
        query = next(maker)
        while query:
            part, length = [], 0
            while query and length < LONGEST:
                part.append(query.pop(0))
                length += sum(len(quote(text, safe="")) for text in part[-1])
            attacked.visit(path, part, quote(part[-1][1], safe=""))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_attack_in_an_address_is_shown_as_text(attacked_page, part):
    visit_all(attacked_page, PAGES, ALL[part::PARTS])


@pytest.mark.trial
def test_generated_attacks_in_addresses_are_shown_as_text(attacked_page):
    visit_all(attacked_page, FORMS, generate_texts(5000, seed=15), more=40)


TYPED = """async (texts) => {
    document.querySelector(".fb-search-open").click();
    const dialog = document.querySelector("dialog.fb-search");
    const [field, list, status] = ["input", "ol", "[role=status]"].map((each) => dialog.querySelector(each));
    const bad = [];
    for (const text of texts) {
        field.value = `${text} `; // the word ends, so that the search says at once that it found nothing
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((next) => setTimeout(next));
        const said = status.textContent, isTold = /^(No game here has a rule for|0 results)/.test(said);
        if (!list.childElementCount && !isTold) bad.push(`${text}: ${said}`);
        bad.push(...found(dialog));
    }
    document.querySelector(".fb-search-close").click();
    return bad;
}"""


@pytest.mark.trial
def test_hostile_search_terms_are_shown_as_text(attacked_page):
    attacked_page.visit("/psiops/")
    attacked_page.page.evaluate(TYPED, ["warm"])  # loads the search index
    expect(attacked_page.page.locator("dialog.fb-search ol li")).not_to_have_count(0)
    assert attacked_page.page.evaluate(TYPED, [*ALL[::8], *generate_texts(50, seed=3)]) == []


ASKED = """async (texts) => {
    const { runtime } = await import("/assets/js/entry/main.js");
    const place = document.createElement("div");
    document.querySelector("article .fb-page").append(place);
    const bad = [];
    for (const [at, text] of texts.entries()) {
        const params = JSON.stringify({ notation: text });
        const beside = JSON.stringify([{ name: text.slice(0, 40), dice: "2d6" }]);
        const asked = [["roll", "dice", params], ["resolve", "dice", text, '{"notation": "2d6"}'],
            ...(at % 4 ? [] : [["odds", "dice", params, beside, "exactly", "x"]])];
        place.replaceChildren();
        for (const [kind, ...args] of asked) {
            const { html, error } = await runtime.ask(kind, ...args);
            if (error === undefined) place.insertAdjacentHTML("beforeend", html);
            else place.append(error);
        }
        bad.push(...found(place));
    }
    place.remove();
    return bad;
}"""


@pytest.mark.trial
def test_hostile_dice_notation_is_answered_or_refused(attacked_page):
    attacked_page.visit("/dice/")
    assert attacked_page.page.evaluate(ASKED, ALL) == []


MANY = [("998d10", "997d11"), ("1000d1000", "999d1000kh500"), ("w" * 150, "1d6" + "+1d6" * 48)]


@pytest.mark.trial
@pytest.mark.parametrize("pair", MANY)
def test_comparing_huge_dice_pools_shows_an_answer_or_an_error(attacked_page, console_guard, pair):
    console_guard.expect_errors()
    attacked_page.visit("/dice/", [("dice-odds.notation", pair[0]), ("dice-odds.against", pair[1])])
    expect(attacked_page.page.locator(".fb-dice-odds-body")).not_to_be_empty()


@pytest.mark.parametrize("where", ["?psiops.action.modifier=", "#", "#sheet=z", "?roll=", "?q="])
def test_address_of_100_kilobytes_shows_one_error_sentence(attacked_page, fb, where, site_folder):
    """Many hosts reject such an address themselves; the test's host answers it."""
    page = (site_folder / "psiops" / "index.html").read_text()
    attacked_page.page.route(
        lambda address: len(address) > 60_000, lambda route: route.fulfill(body=page, content_type="text/html")
    )
    attacked_page.visit("/licences/")
    address = f"/psiops/{where}{'9' * 100_000}"
    assert attacked_page.page.evaluate("([address, patience]) => visit(address, patience)", [address, fb.START]) == []
    sentence = attacked_page.page.locator("main .fb-error")
    expect(sentence).to_contain_text("The site reads up to 60000, so it was ignored.")
    expect(sentence).to_have_count(1)
    expect(attacked_page.page.locator("fb-roller [name=modifier]").first).to_have_value("0")
    assert attacked_page.page.evaluate("location.href.length") < 100
    attacked_page.page.unroute_all()
