"""The results as text for a terminal and as a page for readers."""

import datetime
import os
import platform
from dataclasses import replace
from html import escape
from pathlib import Path

from playwright.sync_api import Playwright

from bench.chromium import launch
from bench.formatting import Section
from bench.project import PROJECT

PAGE = PROJECT / "docs" / "speed.md"
FRAME = Path(__file__).with_name("speed.md.txt")


def format_text(section: Section) -> str:
    """Format a table in columns of even width."""
    table = [section.columns, *section.rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(section.columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([section.title, "", *lines, ""])


def format_markdown(section: Section) -> str:
    """Format a heading, a description and a keyboard-scrollable table, like the site's other tables."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in section.columns)
    rows = [
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in section.rows
    ]
    return "\n".join(
        [
            f"## {section.title}",
            "",
            section.description,
            "",
            f'<div class="fb-scroll" tabindex="0" role="region" aria-label="{escape(section.title)}: figures">',
            '<table class="fb-rows">',
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *rows,
            "</tbody>",
            "</table>",
            "</div>",
            "",
        ]
    )


def _format_today() -> str:
    return datetime.date.today().strftime("%-d %B %Y")


def write_page(sections: list[Section], machine: str) -> None:
    """Write the page for readers, dated today."""
    text = FRAME.read_text(encoding="utf-8")
    values = {
        "DATE": _format_today(),
        "MACHINE": machine,
        "TABLES": "\n".join(map(format_markdown, sections)).rstrip(),
    }
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    PAGE.write_text(text, encoding="utf-8")


def write_parts(sections: list[Section], machine: str) -> None:
    """Replace the tables that have the sections' titles, each dated today, and leave the rest of the page unchanged."""
    text = PAGE.read_text(encoding="utf-8")
    for section in sections:
        heading, after = f"## {section.title}\n", "\n## "
        if heading not in text:
            raise ValueError(f"{PAGE}: has no {heading.strip()!r}, takes a page with all tables: run `make bench`")
        dated = replace(
            section, description=f"{section.description} Measured separately on {_format_today()}: {machine}."
        )
        before, _, rest = text.partition(heading)
        text = before + format_markdown(dated) + after + rest.partition(after)[2]
    PAGE.write_text(text, encoding="utf-8")


def describe_machine(playwright: Playwright) -> str:
    """Describe the machine and browser in general terms, such as `2 cores, x86-64, Chromium 140`."""
    with launch(playwright) as browser:
        version = browser.version.partition(".")[0]
    return f"{os.cpu_count()} cores, {platform.machine().replace('_', '-')}, Chromium {version}"
