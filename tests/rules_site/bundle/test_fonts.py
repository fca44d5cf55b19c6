"""Trimmed fonts: smaller, with every character and feature of the packages' fonts."""

import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from rules_site.bundle.assets import ENGLISH_FONTS, FONTS, NODE_MODULES
from rules_site.bundle.fonts import ENGLISH, WEIGHTS, trim, trim_font
from rules_support.node import PROJECT

PATHS = {name: NODE_MODULES / package / "files" / name for package, names in FONTS.items() for name in names}


@pytest.fixture(scope="module", params=PATHS)
def fonts(request):
    """Return a package's font and the trimmed one."""
    content = PATHS[request.param].read_bytes()
    return content, trim_font(content)


def read(content):
    return TTFont(BytesIO(content))


def list_features(font, table):
    return sorted({record.FeatureTag for record in font[table].table.FeatureList.FeatureRecord})


@pytest.mark.examples(1)
def test_a_trimmed_font_is_smaller(fonts):
    whole, trimmed = fonts
    assert len(trimmed) < len(whole) * (2 / 3 if "fvar" in read(whole) else 1)


def test_a_trimmed_font_has_the_hints(fonts):
    whole, trimmed = map(read, fonts)
    hints = {"cvt ", "fpgm", "prep"}
    assert hints & set(trimmed.keys()) == hints & set(whole.keys())


def test_a_trimmed_font_has_every_character(fonts):
    whole, trimmed = map(read, fonts)
    assert set(trimmed.getBestCmap()) == set(whole.getBestCmap())


@pytest.mark.parametrize("table", ["GSUB", "GPOS"])
def test_a_trimmed_font_has_every_layout_feature(fonts, table):
    whole, trimmed = map(read, fonts)
    assert list_features(trimmed, table) == list_features(whole, table)


def test_a_trimmed_font_has_the_same_widths_and_line_heights(fonts):
    whole, trimmed = map(read, fonts)
    for code, glyph in whole.getBestCmap().items():
        assert trimmed["hmtx"][trimmed.getBestCmap()[code]][0] == whole["hmtx"][glyph][0], chr(code)
    for name in ("ascent", "descent", "lineGap"):
        assert getattr(trimmed["hhea"], name) == getattr(whole["hhea"], name)


def test_a_trimmed_variable_font_has_the_weights_in_use(fonts):
    font = read(fonts[1])
    axes = [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes] if "fvar" in font else []
    assert axes in ([], [("wght", *WEIGHTS)])


def test_the_styles_declare_the_weights_in_use():
    styles = (PROJECT / "page/css/fonts.css").read_text("utf-8")
    assert set(re.findall(r"wght-\w+\.woff2.*\n  font-weight: (.+);", styles)) == {f"{WEIGHTS[0]} {WEIGHTS[1]}"}


@pytest.mark.parametrize("name", ENGLISH_FONTS)
def test_a_font_for_english_text_has_its_characters_and_takes_three_quarters_of_the_bytes_at_most(name):
    content = PATHS[name].read_bytes()
    english = trim_font(content, ENGLISH)
    assert set(map(chr, read(english).getBestCmap())) == ENGLISH
    assert len(english) < len(trim_font(content)) * 0.75


def read_range(face):
    """Return the characters of a face's `unicode-range`."""
    bounds = [
        part.strip().removeprefix("U+").split("-") for part in re.search(r"unicode-range:([^;]+);", face)[1].split(",")
    ]
    return {chr(code) for first, *last in bounds for code in range(int(first, 16), int((last or [first])[0], 16) + 1)}


@pytest.mark.parametrize(("whole", "english"), ENGLISH_FONTS.items())
def test_the_styles_ask_for_a_whole_font_only_for_characters_that_the_one_for_english_text_lacks(whole, english):
    faces = (PROJECT / "page/css/fonts.css").read_text("utf-8").split("@font-face")
    ranges = [next(read_range(face) for face in faces if name in face) for name in (whole, english)]
    assert ranges[1] == ENGLISH
    assert not ranges[0] & ENGLISH
    characters = set(map(chr, read(PATHS[whole].read_bytes()).getBestCmap()))
    assert ranges[0] | ENGLISH >= {each for each in characters if each.isprintable() or each in "\xa0\xad\u2009"}


def test_trimming_a_font_again_gives_the_same_file(tmp_path):
    path = PATHS["barlow-condensed-latin-600-normal.woff2"]
    first, second = trim(path, tmp_path / "first"), trim(path, tmp_path / "second")
    assert first.read_bytes() == second.read_bytes() and first.name == second.name
