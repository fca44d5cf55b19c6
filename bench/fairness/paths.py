"""Faces as readers get them: from the page itself, and from Python in their browser."""

from base64 import b64decode

from playwright.sync_api import Page

TOGETHER = 1000
"""Dice of a roll; Python gets a seed for each."""

ROLLS = 100
"""Rolls for which one message goes to the browser."""

COLLECT = """async ([way, sides, together, rolls]) => {
    const { roll, askRules } = await import(document.querySelector("script[type=module][src*='/page/']").src);
    const faces = [];
    const hear = ({ detail }) => faces.push(...detail.faces);
    document.addEventListener("rolled", hear);
    const notation = `${together}d${sides}`;
    const chip = document.querySelector("fb-die");
    chip.setAttribute("notation", notation);
    chip.setAttribute("plan", JSON.stringify(["dice", together, sides]));
    for (let each = 0; each < rolls; each += 1) {
        if (way === "page") await chip.roll();
        else await askRules(chip, roll("dice", { notation }), null);
    }
    document.removeEventListener("rolled", hear);
    return new Uint8Array(faces).toBase64();
}"""
"""A die in the text as it rolls when it is tapped, or a question as the site's rollers ask it."""


def faces_of(page: Page, way: str, sides: int, count: int) -> bytes:
    """So many faces in the order they fell.

    Args:
        page: one of the site's with a die in its text.
        way: `page` or `python`.
        sides: 2 to 255.
        count: a whole number of `TOGETHER` times `ROLLS`.
    """
    faces = bytearray()
    while len(faces) < count:
        faces += b64decode(page.evaluate(COLLECT, [way, sides, TOGETHER, ROLLS]))
    return bytes(faces)
