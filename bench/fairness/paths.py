"""Faces as readers get them: from the page itself, and from Python in their browser."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

HANDFULS = (1, 2, 3, 4, 5, 6)
"""Dice of a roll as rules have them, in turn."""

LONG_ROLLS = (1000,)
"""Dice of a roll that is longer than any rule's: what comes late after a seed counts too."""

COLLECT = """([way, sides, handfuls, times]) => { window.thrown = (async () => {
    const { roll, askRules, write, KEEPS_NONE } =
        await import(document.querySelector("script[type=module][src*='/page/']").src);
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
"""A die in the text as it rolls when it is tapped, or a question as the site's rollers ask it, each with its own seed.
The history is off, as a reader may have it: noting a roll takes longer than rolling."""


@dataclass(frozen=True)
class RolledFaces:
    """Faces in the order they fell, and of each roll, in the same order, the first."""

    faces: bytes = b""
    first_faces: bytes = b""

    def __add__(self, other: "RolledFaces") -> "RolledFaces":
        return RolledFaces(self.faces + other.faces, self.first_faces + other.first_faces)


def roll_faces(pages: Sequence[Page], path: str, sides: int, handfuls: Sequence[int], times: int) -> RolledFaces:
    """What falls on all pages, which roll at the same time, one page's behind the other's.

    Args:
        pages: the site's with a die in their text.
        way: `page` or `python`.
        sides: 2 to 255.
        handfuls: how many dice a roll has, roll by roll.
        times: how often all these are rolled on each page.
    """
    for page in pages:
        page.evaluate(COLLECT, [path, sides, handfuls, times])
    return sum((RolledFaces(*map(b64decode, page.evaluate("thrown"))) for page in pages), RolledFaces())
