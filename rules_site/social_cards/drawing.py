"""Drawing of social cards: shapes with resvg, text with Pillow, in the site's fonts and light colours."""

import io
import re
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

from .card import HEIGHT, WIDTH, Card, Look

PROJECT = Path(__file__).parents[2]
FONTS = PROJECT / "node_modules"
HEADING = FONTS / "@fontsource" / "barlow-condensed" / "files" / "barlow-condensed-latin-600-normal.woff2"
TEXT = (
    FONTS
    / "@fontsource-variable"
    / "atkinson-hyperlegible-next"
    / "files"
    / "atkinson-hyperlegible-next-latin-wght-normal.woff2"
)
COLOURS = [PROJECT / "page" / "css" / name for name in ("field-book.css", "colours.css")]
ICON = PROJECT / "docs" / "assets" / "images" / "icon.svg"
ASSET_FILES = (HEADING, TEXT, *COLOURS, ICON)

MARGIN, BAND, SQUARE = 72, 96, 42
"""In pixels: the text's margin, the height of the band at the bottom, the grid spacing."""
TITLE_SIZES = range(112, 55, -4)
TITLE_LINES, TEXT_LINES, TEXT_SIZE = 2, 3, 37
PALETTE_SIZE = 96
"""This many colours keep a card under 50 KB, without visible banding."""


def draw_card(card: Card) -> bytes:
    """Draw a card as a PNG of 1200 by 630 pixels."""
    picture = _draw_background(card.look).copy()
    pen = ImageDraw.Draw(picture)
    accent = card.look.accent or _read_colours()["md-accent-fg-color"]
    ink, faint, on_cover = (_read_colours()[name] for name in ("fb-ink", "fb-faint", "fb-cover-text"))
    across = WIDTH - 2 * MARGIN
    top = 62
    if card.look.name:
        left = MARGIN + (60 if card.look.mark else 0)
        pen.text((left, top + 24), card.look.name, accent, ImageFont.truetype(HEADING, 44), anchor="lm")
        top += 66
    else:
        top += 20
    font, lines = _fit_title(card.title, across)
    for line in lines:
        pen.text((MARGIN - 3, top), line, ink, font, anchor="la")
        top += round(font.size * 1.04)
    text = ImageFont.truetype(TEXT, TEXT_SIZE)
    for line in _truncate_lines(_wrap_text(card.description, text, across), TEXT_LINES):
        pen.text((MARGIN, top + 26), line, faint, text, anchor="la")
        top += round(TEXT_SIZE * 1.35)
    pen.text((MARGIN + 76, HEIGHT - BAND / 2), card.site, on_cover, ImageFont.truetype(HEADING, 46), anchor="lm")
    file = io.BytesIO()
    few = picture.quantize(PALETTE_SIZE, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(file, "PNG")
    return file.getvalue()


def _fit_title(title: str, max_width: float) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the largest font in which the title fits, and its lines."""
    for size in TITLE_SIZES:
        font = ImageFont.truetype(HEADING, size)
        lines = _wrap_text(title, font, max_width)
        if len(lines) <= TITLE_LINES and all(font.getlength(line) <= max_width for line in lines):
            return font, lines
    return font, _truncate_lines(lines, TITLE_LINES)


def _truncate_lines(lines: list[str], max_lines: int) -> list[str]:
    """Limit the number of lines, with an ellipsis if lines are cut off."""
    return lines if len(lines) <= max_lines else [*lines[: max_lines - 1], f"{lines[max_lines - 1]} …"]


def _wrap_text(text: str, font: ImageFont.FreeTypeFont, max_width: float) -> list[str]:
    """Wrap text between words into lines of at most `max_width` pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else ""
        if lines and font.getlength(longer) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache
def _draw_background(look: Look) -> Image.Image:
    """Draw the parts that all cards with the same look share: paper, grid, art, mark and band."""
    colours = _read_colours()
    accent = look.accent or colours["md-accent-fg-color"]
    floor = HEIGHT - BAND
    grid = "".join(f"M0 {y}H{WIDTH}" for y in range(SQUARE, HEIGHT, SQUARE))
    grid += "".join(f"M{x} 0V{HEIGHT}" for x in range(SQUARE, WIDTH, SQUARE))
    art = look.art.replace("#000", accent)
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">
<defs><linearGradient id="in" x1="0" x2="1"><stop offset=".1" stop-color="#000"/><stop offset=".8" stop-color="#fff"/>
</linearGradient><mask id="from-left"><rect width="{WIDTH}" height="{HEIGHT}" fill="url(#in)"/></mask></defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["fb-paper"]}"/>
<path d="{grid}" stroke="{colours["fb-grid"]}" stroke-width="1.5"/>
<g mask="url(#from-left)" opacity=".34">{_embed_svg(art, WIDTH - 640, floor - 192, 640, 192)}</g>
<rect y="{floor}" width="{WIDTH}" height="{BAND}" fill="{colours["fb-cover"]}"/>
<rect width="{WIDTH}" height="12" fill="{accent}"/>
<g fill="{accent}">{_embed_svg(look.mark, MARGIN, 62, 48, 48)}</g>
{_embed_svg(ICON.read_text(encoding="utf-8"), MARGIN, floor + (BAND - 60) // 2, 60, 60)}</svg>"""
    return Image.open(io.BytesIO(svg_to_bytes(svg_string=svg, skip_system_fonts=True))).convert("RGB")


def _embed_svg(svg: str, left: int, top: int, width: int, height: int) -> str:
    """Position an SVG for embedding in another."""
    return svg.replace("<svg ", f'<svg x="{left}" y="{top}" width="{width}" height="{height}" ', 1)


@lru_cache
def _read_colours() -> dict[str, str]:
    """Read the site's colours by CSS variable; of a variable's values, the first is the light one."""
    found: dict[str, str] = {}
    styles = "".join(path.read_text(encoding="utf-8") for path in COLOURS)
    for name, colour in re.findall(r"--([\w-]+): (#\w+);", styles):
        found.setdefault(name, colour)
    return found
