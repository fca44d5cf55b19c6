"""What comes in by a link's #, by a file or is found in the store: texts of strangers are shown as text."""

import base64
import json
import re
import zlib
from itertools import batched
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules_py import RulesError
from rules_py.play.schema import build_schema
from rules_py.play.sheet import read_sheet
from rules_py.registry.play import find_sheet
from tests.browser.attacks.vectors import ALL, MARKUP, generated

SHEET = "psiops.operative"


def fragment(what: str, data: dict) -> str:
    """The # of a link that brings something, as page scripts write it."""
    deflating = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    code = deflating.compress(json.dumps(data).encode()) + deflating.flush()
    return f"{what}=z{base64.urlsafe_b64encode(code).decode().rstrip('=')}"


def sheet_of(texts: list[str]) -> dict:
    """A character with the first text as a name, and one in every other place for text."""
    [kind] = build_schema([find_sheet(SHEET)])["$defs"].values()
    fields = kind["properties"]["fields"]["properties"]
    free = [name for name, about in fields.items() if about.get("type") == "string" and "enum" not in about]
    given = {name: text[: fields[name].get("maxLength", 80)] for name, text in zip(free, texts, strict=False)}
    return {"sheet": SHEET, "fields": given}


def is_name(text: str) -> bool:
    """Whether a character may be called so; the others are refused."""
    try:
        read_sheet(sheet_of([text]), find_sheet)
    except RulesError:
        return False
    return True


NAMES = [text for text in ALL if text.strip() and is_name(text)]


def test_shared_sheets_are_text(attacked):
    for texts in batched([text for text in ALL if not is_name(text)][::30] + NAMES[::80], 2):
        attacked.visit("/psiops/character/", hash=fragment("sheet", sheet_of(list(texts))))
        expect(attacked.page.locator("fb-sheets h3, fb-sheets .fb-error").first).to_be_visible()
        attacked.look()


@pytest.mark.trial
def test_shared_fights_are_text(attacked):
    for texts in batched(NAMES, 150):
        events = [{"event": "join", "who": f"n{at}", "sheet": sheet_of([text])} for at, text in enumerate(texts)]
        attacked.visit("/psiops/fight/", hash=fragment("fight", {"fight": "psiops", "events": events}))
        attacked.page.get_by_role("button", name="Keep it and play on").click()
        expect(attacked.page.locator(".fb-fighter, .fb-error").first).to_be_visible()
        attacked.look()


def tiles_of(texts: list[str]) -> list[dict]:
    """A tile for each text, of every kind that holds any; own tables have fifty rows each."""
    kinds = [("note", {"text": text}) for text in texts]
    kinds += [("tracker", {"value": at}) for at in range(2)]
    kinds += [("table", {"text": "\n".join(rows)}) for rows in batched((text for text in texts if text.strip()), 50)]
    rows = [" ".join(text.split()) for text in texts[:30] if text.strip()]
    kinds += [("table", {"text": "\n".join(rows), "dice": "none"})] if rows else []
    return [
        {"key": f"t{at}", "kind": kind, "title": texts[at % len(texts)][:50], **more}
        for at, (kind, more) in enumerate(kinds)
    ]


@pytest.mark.trial
def test_shared_screens_and_tables_of_ones_own_are_text(attacked):
    for texts in batched(ALL, 140):
        brought = {"screen": 1, "name": texts[0][:80], "game": "psiops", "tiles": tiles_of(list(texts))}
        attacked.visit("/psiops/screen/", hash=fragment("screen", brought))
        attacked.page.get_by_role("button", name="Keep it").click()
        expect(attacked.page.locator(".fb-tile")).to_have_count(len(brought["tiles"]))
        attacked.look()
        rolls = attacked.page.locator(".fb-own-table fb-table .fb-table-bar .fb-roll")
        for roll in rolls.all()[:2]:
            roll.evaluate("button => button.click()")
        attacked.look()


TAKE_IN = """async (texts) => {
    const { importText } = await import("/assets/js/play/main.js");
    const bad = [];
    for (const text of texts) {
        const words = await importText(text).catch((error) => error.message);
        if (!/^(file|screen): .*\\.$|came in\\.$/s.test(words)) bad.push(`${text}: ${words}`);
    }
    return bad;
}"""


@pytest.mark.trial
def test_files_that_are_none_of_ours_are_refused_in_a_sentence(attacked):
    attacked.visit("/psiops/character/")
    assert attacked.page.evaluate(TAKE_IN, [*ALL, *generated(1000, seed=8)]) == []


@pytest.fixture
def kept_file(tmp_path) -> Path:
    """A file as the site exports one, with a hostile text wherever a text may be."""
    file = tmp_path / "kept.json"
    sheets = [{"name": text, "data": sheet_of([text])} for text in NAMES[::12]]
    screens = [{"name": text, "game": "psiops", "data": {"screen": 1, "tiles": tiles_of([text])}} for text in ALL[::40]]
    file.write_text(json.dumps({"fieldbook": 1, "sheets": sheets, "screens": screens}))
    return file


@pytest.mark.trial
def test_a_file_full_of_them_is_text_in_every_list(attacked, fb, kept_file):
    attacked.visit("/psiops/character/")
    attacked.page.locator(".fb-sheets-file").set_input_files(kept_file)
    expect(attacked.page.locator("fb-sheets")).to_contain_text("came in.", timeout=fb.START)
    attacked.look()
    for path in ("/psiops/screen/", "/psiops/character/"):
        attacked.visit(path)
        attacked.look()


STORE = (Path(__file__).parent / "fill_store.js").read_text()


WRONG_ID = "00000000-0000-4000-8000-00000000000"
"""How the ids of what has a wrong shape begin; a digit follows."""


def rolls_are_left_out(page: Page) -> None:
    words = page.locator("article fb-history > .fb-past-note").first
    expect(words).to_contain_text("that this device kept can't be read")


def characters_open(page: Page) -> None:
    """Each that can't be read says so, may be deleted, and comes back; the others open as ever."""
    wrong = page.locator(".fb-sheets-unreadable")
    expect(wrong).to_have_count(5)
    expect(wrong.first).to_contain_text("What this device kept of this sheet can't be read. It stays kept as it is.")
    expect(page.locator("fb-sheets")).not_to_contain_text("undefined")
    page.get_by_role("button", name=re.compile("^Show all ")).click()
    wrong.first.get_by_role("button").click()
    page.get_by_role("button", name=re.compile("^Bring .* back$")).click()
    expect(wrong).to_have_count(5)
    for name, shown in (("Wrong 5", ".fb-sheet-card .fb-error"), (ALL[0], ".fb-sheet-card dl")):
        page.locator(".fb-sheets-item").filter(has_text=name).first.click()
        expect(page.locator(shown).first).to_be_visible()
        page.get_by_role("button", name="← All").click()


def screens_are_arranged(page: Page) -> None:
    choice, words = page.get_by_label("Which screen"), page.locator(".fb-screen-unread")
    choice.select_option(WRONG_ID + "3")
    expect(words).to_have_text("2 tiles of this screen can't be read, and are left out. They stay kept as they are.")
    expect(page.locator(".fb-tile textarea")).to_have_value("A note")
    expect(page.locator(".fb-fight-brief")).to_contain_text("What this device kept of this fight can't be read.")
    add_a_note(page)
    expect(page.locator(".fb-tile")).to_have_count(3)
    choice.select_option(WRONG_ID + "0")
    expect(words).to_contain_text("What this device kept of this screen can't be read. It stays kept as it is;")
    add_a_note(page)
    expect(page.locator(".fb-screen-note")).to_contain_text("can't be read")
    choice.select_option("")


def add_a_note(page: Page) -> None:
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Note", exact=True).click()


def fights_are_played(page: Page) -> None:
    fight = page.locator("fb-fight")
    fight.get_by_role("button", name="New fight").click()
    fight.locator(".fb-fight-kept").first.click()
    expect(fight.locator(".fb-fighter")).to_have_count(1)
    fight.get_by_text("Other fights").click()
    for name, said in (("Wrong 1,", "can't be read"), ("Wrong 3,", "takes")):
        fight.locator(".fb-fight-older").filter(has_text=name).click()
        expect(fight.locator(".fb-error")).to_contain_text(said)


SEEN = {"/dice/": rolls_are_left_out, "/psiops/character/": characters_open, "/psiops/screen/": screens_are_arranged}

UNREAD = """async (id) => {
    const { keep } = await import("/assets/js/play/main.js");
    const [screen, whole] = await Promise.all([3, 0].map((at) => keep.get("screens", id + at)));
    return [screen.data.tiles.find((tile) => tile?.kind === "constructor").key, whole.data];
}"""
"""What can't be read, after all that was done beside it."""


LOOKED_AT = "^console: Executing inline event handler violates"
"""What Chromium says of a handler that the guard meets where nothing runs, before it refuses the markup."""


@pytest.mark.trial
def test_whatever_the_store_holds_is_text_or_left_alone(attacked, watch):
    watch.expected.append(LOOKED_AT)
    attacked.visit("/psiops/character/")
    attacked.page.evaluate(STORE, [ALL, [each for each in MARKUP if "plaintext" not in each], sheet_of([ALL[0]])])
    for path in ("/dice/", "/psiops/character/", "/psiops/calc/", "/psiops/combat/", "/psiops/screen/"):
        attacked.visit(path)
        if path == "/dice/":
            expect(attacked.page.locator("article .fb-past-roll").first).to_be_visible()
            attacked.page.locator(".fb-past-roll").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        attacked.look()
        SEEN.get(path, lambda page: None)(attacked.page)
    attacked.visit("/psiops/fight/")
    fights_are_played(attacked.page)
    assert attacked.page.evaluate(UNREAD, WRONG_ID) == ["c", None]
    attacked.page.evaluate("localStorage.clear()")


REFUSED = """(texts) => {
    const place = document.createElement("template"); // where nothing is fetched
    return texts.filter((text) => {
        place.innerHTML = trustedTypes.defaultPolicy.createHTML(text);
        return found(place.content).length;
    });
}"""


def test_the_guard_lets_no_markup_through_that_would_run_or_lead_elsewhere(attacked, watch):
    watch.expected.append(LOOKED_AT)
    own_words = re.compile(r"pwned(?!\()", re.IGNORECASE)  # what only tells that it came through
    dangerous = [own_words.sub("x", text) for text in MARKUP]
    assert attacked.page.evaluate(REFUSED, dangerous) == []


SCRIPT = "address => String(trustedTypes.defaultPolicy.createScriptURL(address))"


def test_the_guard_lets_what_is_ours_through_and_no_script(attacked):
    ours = '<p class="fb-headline"><a href="/psiops/#x">x</a> <svg><path d="M0 0"></path></svg></p>'
    same = "html => { const made = document.createElement('div'); made.innerHTML = html; return made.innerHTML; }"
    assert attacked.page.evaluate(same, ours) == ours
    for address in ("https://evil.example/x.js", "data:,x", "blob:x", "javascript:x"):
        assert attacked.page.evaluate(SCRIPT, address) == ""
    assert attacked.page.evaluate(SCRIPT, "/service-worker.js") == "/service-worker.js"
