"""The benchmark's report: tables as text and as a page, and missed goals marked as missed."""

from dataclasses import replace

import pytest

from bench import report
from bench.formatting import Section, format_goal, percentile_95

SECTION = Section("Start", "How long it takes.", ("Visit", "Time"), [("first", "2 s"), ("a later one", "1 s")])


def test_text_table_has_aligned_columns():
    assert report.format_text(SECTION).splitlines() == [
        "Start",
        "",
        "Visit        Time",
        "first        2 s",
        "a later one  1 s",
    ]


def test_markdown_section_is_a_scrollable_table():
    section = Section("Start", "How long it takes.", ("Visit", "Time"), [("first", "2 s"), ("a later one", "< 1 s")])
    assert report.format_markdown(section).splitlines() == [
        "## Start",
        "",
        "How long it takes.",
        "",
        '<div class="fb-scroll" tabindex="0" role="region" aria-label="Start: figures">',
        '<table class="fb-rows">',
        '<thead><tr><th scope="col">Visit</th><th scope="col">Time</th></tr></thead>',
        "<tbody>",
        '<tr><th scope="row">first</th><td>2 s</td></tr>',
        '<tr><th scope="row">a later one</th><td>&lt; 1 s</td></tr>',
        "</tbody>",
        "</table>",
        "</div>",
    ]


def test_speed_page_holds_all_tables_date_and_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PAGE", tmp_path / "speed.md")
    report.write_page([SECTION, SECTION], "2 cores, x86-64, Chromium 140")
    page = report.PAGE.read_text(encoding="utf-8")
    assert page.count("## Start") == 2 and ": 2 cores, x86-64, Chromium 140." in page
    assert "{" not in page


@pytest.mark.parametrize(("is_met", "word"), [(True, "met"), (False, "missed")])
def test_goal_text_ends_with_met_or_missed(is_met, word):
    assert format_goal("at most 16 ms", is_met) == f"at most 16 ms: {word}"


def test_five_of_a_hundred_values_exceed_the_95th_percentile():
    assert percentile_95(range(1, 101)) == 95
    assert percentile_95([7.0]) == 7


def test_write_parts_keeps_other_sections_of_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PAGE", tmp_path / "speed.md")
    other = Section("Bytes", "What it carries.", ("Visit", "Bytes"), [("first", "2 KB")])
    report.write_page([SECTION, other], "2 cores, x86-64, Chromium 140")
    before = report.PAGE.read_text(encoding="utf-8")
    report.write_parts([replace(SECTION, rows=[("first", "3 s")])], "4 cores, x86-64, Chromium 141")
    after = report.PAGE.read_text(encoding="utf-8")
    assert "<td>3 s</td>" in after and ": 4 cores, x86-64, Chromium 141." in after and "<td>1 s</td>" not in after
    for written in (before, after):
        assert ": 2 cores, x86-64, Chromium 140." in written
    assert after.partition("## Bytes")[2] == before.partition("## Bytes")[2]
    assert after.partition("## Start")[0] == before.partition("## Start")[0]


def test_write_parts_rejects_a_section_missing_from_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PAGE", tmp_path / "speed.md")
    report.write_page([SECTION], "2 cores, x86-64, Chromium 140")
    with pytest.raises(ValueError, match="has no '## Bytes'"):
        report.write_parts([replace(SECTION, title="Bytes")], "2 cores, x86-64, Chromium 140")
