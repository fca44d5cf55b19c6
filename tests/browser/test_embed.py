"""Blocks in frames on another site's page, and the dialog that gives their code."""

import re
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.static_files import StaticFiles, StaticHost

BLOCKS = ("psiops/initiative", "psiops/panic", "puml/calc")
"""The addresses of a roller, a table and a calculator."""

HOST = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A wiki</title>
<style>body {{ background: {background}; color: {text}; font-family: serif }} a {{ color: {link} }}</style>
<h1>A wiki</h1>{frames}<script src="{site}/embed/frame.js" async></script>"""
GUIDE = (Path(__file__).parents[2] / "docs" / "authoring" / "embed.md").read_text()
FRAME = '<iframe src="{site}/embed/{block}/#theme={theme}" title="{block}" style="border:0;width:100%" {more}></iframe>'
LIGHT = {"background": "rgb(255, 255, 255)", "text": "#333", "link": "rgb(255, 220, 0)"}
DARK = {"background": "rgb(27, 27, 47)", "text": "#e8e8f0", "link": "#ffb000"}

READABLE = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const shine = (colour) => colour.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const page = getComputedStyle(document.documentElement);
  return ["ink", "faint", "accent"].map((name) => {
    const all = [page.getPropertyValue(`--fb-${name}`), page.getPropertyValue("--fb-control")];
    const [dark, light] = all.map(parse).map(shine).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
}"""
"""Script that returns the contrast of a block's texts with its controls."""

WAIT_UNTIL_IT_FITS = """async () => {
  const measure = () => [innerHeight, Math.ceil(document.body.getBoundingClientRect().height)];
  const fits = () => new Set(measure()).size === 1 && document.body.scrollWidth <= innerWidth;
  for (const end = Date.now() + 20_000; !fits(); await new Promise(requestAnimationFrame))
    if (Date.now() > end) throw new Error(measure().join(" px for "));
}"""
"""Script that waits until a block's frame has its height."""


@pytest.fixture
def wiki(tmp_path, site, console_guard):
    """Return a function that writes a page of another site, with frames, and returns its address."""
    (tmp_path / "_headers").write_text("/*\n")
    with StaticHost(("127.0.0.1", 0), partial(StaticFiles, directory=str(tmp_path))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        console_guard.origins.add(host.origin)

        def write(colours: dict[str, str], frames: str) -> str:
            name = f"{len(list(tmp_path.iterdir()))}.html"
            (tmp_path / name).write_text(HOST.format(site=site, frames=frames, **colours))
            return f"{host.origin}/{name}"

        yield write
        host.shutdown()


def render_frames(site: str, blocks=BLOCKS, theme="host", more="") -> str:
    return "".join(FRAME.format(site=site, block=block, theme=theme, more=more) for block in blocks)


def find_frames(page: Page, blocks=BLOCKS) -> list[Frame]:
    """Return the frames of blocks, once each has the height of its block."""
    frames = [next(frame for frame in page.frames if f"/{block}/" in frame.url) for block in blocks]
    for frame in frames:
        expect(frame.locator("html[data-first]")).to_be_attached()
        wait_until_it_fits(frame)
    return frames


def wait_until_it_fits(frame: Frame) -> None:
    """Wait until a block's frame has its height, in view, because browsers don't draw other sites' frames elsewhere."""
    frame.frame_element().scroll_into_view_if_needed()
    frame.evaluate(WAIT_UNTIL_IT_FITS)


def test_blocks_roll_on_another_site_in_its_colours_and_store_nothing(make_page, wiki, site):
    page = make_page("phone", has_fonts=False, service_workers="allow")
    page.set_viewport_size({"width": 390, "height": 4000})  # browsers don't draw other sites' frames out of view
    for colours in (LIGHT, DARK):
        page.goto(wiki(colours, render_frames(site)))
        roller, table, calculator = find_frames(page)
        for frame in (roller, table, calculator):
            expect(frame.locator("html")).to_have_css("background-color", colours["background"])
            assert min(frame.evaluate(READABLE)) >= 4.5
        roller.locator("button.fb-roll").first.tap()
        expect(roller.locator(".fb-headline").first).to_be_visible()
        roller.locator("summary", has_text="Odds").first.tap()
        table.locator("button.fb-roll").tap()
        expect(table.locator("tr[aria-current]")).to_have_count(1)
        before = calculator.locator(".fb-calc-body").inner_text()
        calculator.locator('[data-step="1"]').first.tap()
        expect(calculator.locator(".fb-calc-body")).not_to_have_text(before, use_inner_text=True)
        for frame in (roller, table, calculator):
            wait_until_it_fits(frame)
            assert frame.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
            assert frame.evaluate("async () => (await indexedDB.databases()).length") == 0
    assert page.context.storage_state()["origins"] == []


def test_a_sandboxed_block_rolls_and_counts_without_a_worker(make_page, wiki, site):
    page = make_page("desktop")
    page.goto(wiki(LIGHT, render_frames(site, BLOCKS[:1], "dark", 'sandbox="allow-scripts"')))
    [roller] = find_frames(page, BLOCKS[:1])
    assert roller.evaluate("origin") == "null"
    roller.locator("button.fb-roll").first.click()
    expect(roller.locator(".fb-headline").first).to_be_visible()
    roller.locator("summary", has_text="Odds").first.click()
    chance = roller.locator(".fb-odds-table").first
    before = chance.inner_text()
    roller.locator('[data-step="1"]').first.click()
    expect(chance).not_to_have_text(before, use_inner_text=True)
    assert re.sub(r"\D+", " ", chance.inner_text()).split()[:2] == ["27", "8"]  # 6 or less on 2d6 + 1, of 36: 10


def test_a_block_whose_module_is_kept_out_says_so_with_a_link(make_page, wiki, site, console_guard):
    console_guard.expect_errors()
    page = make_page("desktop")
    page.route("**/entry/embed.js", lambda route: route.abort())
    page.goto(wiki(LIGHT, render_frames(site, BLOCKS[:1])))
    link = page.frame_locator("iframe").get_by_role("alert").get_by_role("link")
    expect(link).to_have_attribute("href", re.compile(r"psiops/combat/#initiative$"))


def test_embed_code_shows_the_block_with_its_values(make_page, fb):
    page = make_page("desktop")
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.increase("attribute")
    page.get_by_role("button", name="Copy embed code of Attack").click()
    dialog = page.get_by_role("dialog", name="Embed code of Attack")
    code = dialog.get_by_role("textbox", name="Embed code")
    origin = re.escape(page.evaluate("location.origin"))
    expect(code).to_have_value(re.compile(rf'src="{origin}/embed/psiops/attack/\?roll=psiops\.attack&amp;attribute=1#'))
    expect(dialog.frame_locator("iframe").locator('[name="attribute"]')).to_have_value("1")
    assert find_violations_in_sampled_schemes(page, "dialog[open]") == []
    dialog.get_by_label("Colours").select_option("As the page around it")
    expect(dialog.get_by_label("Fit the height")).to_be_disabled()
    dialog.get_by_label("Colours").select_option("Dark")
    dialog.get_by_label("Fit the height").uncheck()
    dialog.get_by_label("Keep the values").uncheck()
    expect(code).to_have_value(re.compile(r'^<iframe src="[^?"]*/#theme=dark" [^>]*color-scheme:dark"></iframe>$'))
    expect(dialog.frame_locator("iframe").locator("html")).to_have_css("color-scheme", "dark")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy embed code of Attack")).to_be_focused()


def test_the_guides_code_shows_its_block_with_each_of_its_parts(make_page, wiki, site):
    [code] = re.findall(r"```html\n(.*?)```", GUIDE, re.DOTALL)
    parts = re.findall(r"^\| `([^`]*)`", GUIDE, re.MULTILINE)
    looks, values = [part for part in parts if "?" not in part], [part for part in parts if "?" in part]
    assert [part[:3] for part in looks] == ["#th", "#th", "&ac", "&ba"] and len(values) == 2
    attack, calculator = f"{site}/embed/psiops/attack/", f"{site}/embed/psiops/calc/"
    addresses = [attack + look if look[0] == "#" else f"{attack}#theme=auto{look}" for look in looks]
    addresses += [attack + values[0], calculator + values[1]]
    page = make_page("desktop", color_scheme="light")
    frames = [f'<iframe src="{address}" title="A block"></iframe>' for address in addresses]
    page.goto(wiki(DARK, code.replace("https://example.org/fieldbook", site) + "".join(frames)))
    shown, auto, host, accent, background, roller, numbers = (
        page.frame_locator(f"iframe >> nth={at}") for at in range(1 + len(frames))
    )
    expect(shown.locator("html[data-first]")).to_be_attached()
    page.frames[1].evaluate(WAIT_UNTIL_IT_FITS)
    for frame, colour in (
        (auto, "rgb(251, 248, 240)"),
        (host, DARK["background"]),
        (background, "rgb(255, 255, 255)"),
    ):
        expect(frame.locator("html")).to_have_css("background-color", colour)
    expect(accent.locator("button.fb-roll").first).to_have_css("background-color", "rgb(178, 60, 12)")
    for frame in (roller, numbers):
        expect(frame.locator('[name="attribute"]')).to_have_value("2")


def test_the_script_of_the_page_around_stays_below_a_kilobyte(site_folder):
    assert len(Path(site_folder, "embed", "frame.js").read_bytes()) < 1_000
