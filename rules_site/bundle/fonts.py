"""The site's fonts without the parts that no page uses.

Every character of the packages' fonts stays: readers name characters and add notes in their own languages, and the
packages' Latin subsets have little else. The fonts that every page starts with also exist with only the characters of
English text, which take two thirds of the bytes; browsers load the whole font for others.
"""

from io import BytesIO
from pathlib import Path

import fontTools
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from rules_support import artifact_cache

WEIGHTS = (400, 700)
"""The lightest and the heaviest weight in the styles; the packages' variable fonts have lighter and heavier ones.

Weights between them change by at most a thousandth of the size of the text, because outlines are rounded again. The
font's heaviest weight as the limit would avoid that, but takes 7 kB more.
"""


ENGLISH = frozenset({*map(chr, range(0x20, 0x7F)), *"\N{NO-BREAK SPACE}·½×é–—‘’“”…−"})
"""The characters of English text, as in `unicode-range` of page/css/fonts.css."""


def trim(path: Path, folder: Path, characters: frozenset[str] | None = None) -> Path:
    """Trim a woff2 file and return the result's path, in a content-addressed file below `folder`."""
    content = path.read_bytes()
    chosen = "".join(sorted(characters or ())).encode()
    digest = artifact_cache.compute_digest(Path(__file__).read_bytes(), fontTools.version.encode(), content, chosen)
    return artifact_cache.build_once(
        folder / f"{digest}.woff2",
        lambda part: part.write_bytes(trim_font(content, characters)),
        f"Trimming {path.name}",
    )


def trim_font(content: bytes, characters: frozenset[str] | None = None) -> bytes:
    """Return a woff2 font with only the weights in use, and with these characters or all.

    Hints stay: without them, some systems compute their own, which change the widths of letters.
    """
    font = TTFont(BytesIO(content), recalcTimestamp=False)
    if "fvar" in font:
        instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
        font = TTFont(BytesIO(_save(font)), recalcTimestamp=False)  # the subsetter can't read a changed font
    options = Options()
    options.layout_features = ["*"]  # such as figures of one width
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=map(ord, characters) if characters else font.getBestCmap())
    subsetter.subset(font)
    return _save(font)


def _save(font: TTFont) -> bytes:
    made = BytesIO()
    font.flavor = "woff2"
    font.save(made)
    return made.getvalue()
