"""What tells a field or the focus from what is around it has 3:1 with it (WCAG 1.4.11), in light and in dark."""

import pytest

pytestmark = pytest.mark.chromium

RATIOS = """(about) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return canvas.getImageData(0, 0, 1, 1).data;
    };
    const brightness = (colour) => [...rgba(colour)].slice(0, 3).map((each) => each / 255)
        .map((each) => (each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4))
        .reduce((all, each, at) => all + each * [.2126, .7152, .0722][at], 0);
    const behind = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const { backgroundColor } = getComputedStyle(each);
            if (rgba(backgroundColor)[3] === 255) return backgroundColor;
        }
        return "white";
    };
    window.ratio = (element, colour) => {
        const [one, other] = [colour, behind(element.parentElement)].map(brightness).sort();
        return (other + .05) / (one + .05);
    };
}"""

FIELDS = "article :is(input:not([type=checkbox], [type=radio]), select, textarea, .fb-stepper, .fb-toggle > span)"
FAINT_EDGES = """(fields) => [...document.querySelectorAll(fields)]
    .filter((each) => each.checkVisibility({ opacityProperty: true }))
    .map((each) => [each, getComputedStyle(each)])
    .filter(([, { borderTopStyle, borderTopWidth }]) => borderTopStyle === "solid" && borderTopWidth !== "0px")
    .map(([each, { borderTopColor }]) => [each, ratio(each, borderTopColor)])
    .filter(([, of]) => of < 3)
    .map(([each, of]) => `${each.outerHTML.slice(0, 100)} has ${of.toFixed(2)}`)"""

FAINT_RING = """() => {
    const { outlineColor, outlineStyle } = getComputedStyle(document.activeElement);
    const of = ratio(document.activeElement, outlineColor);
    return outlineStyle === "none" || of < 3
        ? `${document.activeElement.outerHTML.slice(0, 100)} has ${outlineStyle} ${of.toFixed(2)}` : "";
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/psiops/combat/", "/sideworld/calc/", "/dice/", "/xmas/fight/"])
def test_the_edge_of_a_field_shows(warm_page, fb, path, scheme):
    fb.go_to(warm_page, path)
    warm_page.emulate_media(color_scheme=scheme)
    try:
        warm_page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        warm_page.evaluate(RATIOS)
        assert warm_page.evaluate(FAINT_EDGES, FIELDS) == []
    finally:
        warm_page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_shows_in_the_header_the_tabs_and_the_foot(desktop, scheme):
    desktop.emulate_media(color_scheme=scheme)
    desktop.goto("/psiops/")
    desktop.evaluate(RATIOS)
    stops = desktop.locator(":is(.md-header, .md-tabs, .md-footer) :is(a, button):visible")
    assert stops.count() > 8
    desktop.keyboard.press("Tab")  # from now on the focus shows
    for stop in stops.all():
        stop.focus()
        assert desktop.evaluate(FAINT_RING) == ""
