"""A change of the page has few elements styled anew: on a slow phone the whole page takes a tenth of a second."""

import json

import pytest

COMES = "() => { document.body.append(document.createElement('p')); return document.body.offsetWidth; }"
GOES = "() => { document.body.lastElementChild.remove(); return document.body.offsetWidth; }"
IN_A_FORM = """() => {
    document.querySelector("fb-roller form").append(document.createElement("p"));
    return document.body.offsetWidth;
}"""
UNFOLDED = """() => {
    document.querySelector("fb-roller details").open = true;
    return document.body.offsetWidth;
}"""
EVERYTHING = """() => {
    document.body.dataset.mdColorScheme = "slate";
    const width = document.body.offsetWidth;
    document.body.dataset.mdColorScheme = "default";
    return width;
}"""


def styled(page, act):
    """How many elements are styled anew for what happens to a page."""
    browser = page.context.browser
    page.evaluate("() => document.body.offsetWidth")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.evaluate(act)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return sum(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("path", "rolls"), [("/psiops/combat/", True), ("/sideworld/calc/", False), ("/sideworld/attacks/", True)]
)
def test_what_comes_and_goes_leaves_the_rest_as_it_is(new_page, fb, path, rolls):
    page = new_page("phone", color_scheme="light")
    page.goto(path)
    fb.is_whole(page)
    counts = {act: styled(page, act) for act in (COMES, GOES, *((IN_A_FORM, UNFOLDED) if rolls else ()))}
    assert 0 < 4 * max(counts.values()) < styled(page, EVERYTHING), counts
