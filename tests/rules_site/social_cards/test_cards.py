"""Social cards: their size, their content within the margins, and their cache."""

import io

import pytest
from PIL import Image

from rules_site.social_cards import HEIGHT, WIDTH, Card, Look, card_path, drawing, files, write
from rules_site.social_cards.drawing import BAND, MARGIN, draw_card

PLAIN = Look()
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} 2"><path d="{}" fill="{}"/></svg>'
MOON = Look("Moonbase", "#5b3fa0", SVG.format(2, "M0 0h2v2H0z", "#5b3fa0"), SVG.format(8, "M7 0h1v2H7z", "#000"))
INK, ACCENT = (0x1D, 0x24, 0x22), (0x5B, 0x3F, 0xA0)


def make_card(title="Leaks", says="What a leak takes, and who mends it.", look=PLAIN):
    return Card("Fieldbook", title, says, look)


def draw_image(which):
    return Image.open(io.BytesIO(draw_card(which))).convert("RGB")


def count_pixels_near(picture, colour, box):
    """Count the pixels of a box in a picture that are close to a colour."""
    return sum(max(abs(a - b) for a, b in zip(pixel, colour)) < 12 for pixel in picture.crop(box).get_flattened_data())


def test_card_is_a_png_of_1200_by_630_pixels():
    body = draw_card(make_card(look=MOON))
    picture = Image.open(io.BytesIO(body))
    assert (picture.format, picture.size) == ("PNG", (1200, 630)) and len(body) < 60_000


@pytest.mark.parametrize("title", ["Leaks", "Playing the game", "A title of many words " * 4])
def test_card_title_stays_within_margins_and_above_the_band(title):
    picture = draw_image(make_card(title, "Words " * 80))
    floor = HEIGHT - BAND
    assert count_pixels_near(picture, INK, (MARGIN - 10, 20, WIDTH - MARGIN + 10, floor)) > 1000
    assert count_pixels_near(picture, INK, (0, floor - 30, WIDTH, floor)) == 0
    assert count_pixels_near(picture, INK, (0, 20, MARGIN - 10, floor)) == 0
    assert count_pixels_near(picture, INK, (WIDTH - MARGIN + 10, 20, WIDTH, floor)) == 0


def test_game_card_shows_accent_mark_and_art():
    picture, plain = draw_image(make_card(look=MOON)), draw_image(make_card())
    assert count_pixels_near(picture, ACCENT, (MARGIN, 62, MARGIN + 48, 110)) > 2000  # the mark, a solid square
    assert count_pixels_near(plain, ACCENT, (0, 0, WIDTH, HEIGHT)) == 0
    right = (WIDTH - 60, HEIGHT - BAND - 100, WIDTH, HEIGHT - BAND)
    assert picture.crop(right).tobytes() != plain.crop(right).tobytes()


def test_card_is_redrawn_only_when_its_content_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "CACHE_FOLDER", tmp_path / "drawn")
    site = tmp_path / "site"

    def kept():
        return {path.name: path.stat().st_mtime_ns for path in (tmp_path / "drawn").iterdir()}

    write(site, {"": make_card("Home"), "moonbase/leaks/": make_card(look=MOON)})
    first = kept()
    assert len(first) == 2
    write(site, {"": make_card("Home"), "moonbase/leaks/": make_card(look=MOON)})
    assert kept() == first
    before = (site / card_path("moonbase/leaks/")).read_bytes()
    write(site, {"": make_card("Home"), "moonbase/leaks/": make_card("Holes", look=MOON)})
    assert len(kept()) == 3 and first.items() <= kept().items()
    assert (site / card_path("moonbase/leaks/")).read_bytes() != before
    assert sorted(path.relative_to(site).as_posix() for path in site.rglob("*.png")) == [
        "assets/cards/index.png",
        "assets/cards/moonbase/leaks.png",
    ]


def test_missing_font_names_the_setup_command(tmp_path, monkeypatch):
    monkeypatch.setattr(drawing, "ASSET_FILES", (tmp_path / "letters.woff2",))
    files._compute_cache_version.cache_clear()
    with pytest.raises(FileNotFoundError, match=r"letters.woff2 is missing: run `make setup`"):
        write(tmp_path, {"": make_card()})
    files._compute_cache_version.cache_clear()
