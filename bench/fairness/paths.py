"""Dice faces as readers get them: rolled by the page, and by a rule."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

HANDFULS = (1, 2, 3, 4, 5, 6)
"""Numbers of dice per roll that rules typically use; rolled in this order."""

LONG_ROLLS = (1000,)
"""Number of dice in a roll longer than any rule's, so that faces drawn late after seeding are tested too."""

COLLECT = """([way, sides, handfuls, times]) => { window.thrown = (async () => {
    const { roll, askRules, write, KEEPS_NONE } =
        await import(document.querySelector("script[type=module][src$='/entry/main.js']").src);
    write(KEEPS_NONE, true);
    const faces = [], firsts = [];
    const hear = ({ detail }) => {
        faces.push(...detail.faces);
        firsts.push(detail.faces[0]);
    };
    document.addEventListener("rolled", hear);
    const chip = document.querySelector("fb-die");
    for (let each = 0; each < times; each += 1) {
        for (const dice of handfuls) {
            const notation = `${dice}d${sides}`;
            if (way === "page") {
                chip.setAttribute("notation", notation);
                chip.setAttribute("plan", JSON.stringify(["dice", dice, sides]));
                await chip.roll();
            } else await askRules(chip, roll("dice", { notation }), null);
        }
    }
    document.removeEventListener("rolled", hear);
    return [faces, firsts].map((all) => new Uint8Array(all).toBase64());
})(); }"""
"""Rolls dice as a reader does: taps a die in the text, or sends the request that rollers send, each with its own seed.
The roll history is off, as readers may set it, because recording a roll takes longer than rolling.
"""


@dataclass(frozen=True)
class RolledFaces:
    """Faces in the order they were rolled, and the first face of each roll in the same order."""

    faces: bytes = b""
    first_faces: bytes = b""

    def __add__(self, other: "RolledFaces") -> "RolledFaces":
        return RolledFaces(self.faces + other.faces, self.first_faces + other.first_faces)


def roll_faces(pages: Sequence[Page], path: str, sides: int, handfuls: Sequence[int], times: int) -> RolledFaces:
    """Roll dice on all pages concurrently and return their faces, concatenated page by page.

    Args:
        pages: pages of the site that have a die in their text.
        path: `page` or `rule`.
        sides: 2 to 255.
        handfuls: the number of dice in each roll of one round.
        times: the number of rounds on each page.
    """
    for page in pages:
        page.evaluate(COLLECT, [path, sides, handfuls, times])
    return sum((RolledFaces(*map(b64decode, page.evaluate("thrown"))) for page in pages), RolledFaces())
