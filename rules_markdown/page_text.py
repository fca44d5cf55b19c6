"""The text of a page before Markdown renders it: the lines of fenced code, and headings with their ids."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markdown.blockprocessors import HashHeaderProcessor
from markdown.extensions.attr_list import AttrListTreeprocessor, get_attrs_and_remainder
from markdown.extensions.toc import slugify, unique

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class PageLine:
    """A line of a page.

    Attributes:
        text: the line.
        is_code: True if it is part of fenced code.
        title: the text of a heading, or "".
        id: the id of a heading, which the extension toc gives it unless its attributes have one.
    """

    text: str
    is_code: bool = False
    title: str = ""
    id: str = ""


def parse_lines(lines: Sequence[str]) -> list[PageLine]:
    r"""Find the fenced code and the headings of a page, as Python-Markdown does.

    >>> [line.id for line in parse_lines(["# Air", "## Air #", "```", "# No", "```", "## [Up](up.md) { #top .x }"])]
    ['air', 'air_1', '', '', '', 'top']
    """
    fences = _find_fences(lines)
    code = {number for start, end in fences for number in range(start, end + 1)}
    parsed = [PageLine(text, True) if at in code else _parse_heading(text) for at, text in enumerate(lines)]
    used = {line.id for line in parsed if line.id}
    return [_add_id(line, used) if line.title and not line.id else line for line in parsed]


def _add_id(line: PageLine, used: set[str]) -> PageLine:
    return replace(line, id=unique(slugify(_LINK.sub(r"\1", line.title), "-"), used))


def find_open_fence(lines: Sequence[str]) -> int | None:
    """Return the index of the line that opens a fence without an end, or None."""
    return next((start for start, end in _find_fences(lines) if end == len(lines)), None)


def _find_fences(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the indexes of the first and the last line of each fence; one without an end ends after all lines."""
    found: list[tuple[int, int]] = []
    fence, start = "", 0
    for at, line in enumerate(lines):
        opened = _FENCE.match(line)
        if not opened or (fence and not line.strip().startswith(fence)):
            continue
        if fence:
            found.append((start, at))
        fence, start = ("", 0) if fence else (opened[1], at)
    return [*found, (start, len(lines))] if fence else found


def _parse_heading(text: str) -> PageLine:
    """Parse a line outside of fenced code; the id is that of its attributes."""
    found = HashHeaderProcessor.RE.fullmatch(text)
    if not found:
        return PageLine(text)
    title = found["header"].strip()
    listed = AttrListTreeprocessor.HEADER_RE.search(title)
    if not listed:
        return PageLine(text, title=title)
    attributes = dict(get_attrs_and_remainder(listed[1])[0])
    return PageLine(text, title=title[: listed.start()], id=attributes.get("id") or "")
