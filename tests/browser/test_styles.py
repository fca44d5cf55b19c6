"""Restyling: a local change affects few elements, because restyling the whole page takes 0.1 s on a slow phone."""

import json

import pytest

ADD_ELEMENT = "() => { document.body.append(document.createElement('p')); return document.body.offsetWidth; }"
REMOVE_ELEMENT = "() => { document.body.lastElementChild.remove(); return document.body.offsetWidth; }"
CHANGE_FIELD = """() => {
    document.querySelector("fb-roller form").append(document.createElement("p"));
    return document.body.offsetWidth;
}"""
OPEN_DETAILS = """() => {
    document.querySelector("fb-roller details").open = true;
    return document.body.offsetWidth;
}"""
RESTYLE_ALL = """() => {
    document.body.dataset.mdColorScheme = "slate";
    const width = document.body.offsetWidth;
    document.body.dataset.mdColorScheme = "default";
    return width;
}"""


def count_restyled(page, act):
    """Return the number of elements that the browser restyles for an action."""
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
def test_local_changes_restyle_few_elements(make_page, fb, path, rolls):
    page = make_page("phone", color_scheme="light")
    page.goto(path)
    fb.wait_until_loaded(page)
    counts = {
        act: count_restyled(page, act)
        for act in (ADD_ELEMENT, REMOVE_ELEMENT, *((CHANGE_FIELD, OPEN_DETAILS) if rolls else ()))
    }
    assert 0 < 4 * max(counts.values()) < count_restyled(page, RESTYLE_ALL), counts
