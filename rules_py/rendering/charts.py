"""Charts of distributions as inline SVG, without scripts or libraries, legible at 340 px and in print."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import NamedTuple

from rules_py.rendering.numbers import format_percent

WIDTH, HEIGHT = 340, 150
LEFT, BOTTOM, TOP = 30, 20, 8
MOST_LABELS = 12
MOST_POINTS, MOST_MARKS = 310, 31
"""The maximum number of points on a line, which is the chart's width in units, and of those with a mark."""
NAMES, NAME_HEIGHT = 90, 10
"""The width for names after the ends of lines, and the minimum distance between two names."""

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2")
MARKS = (
    "M{x} {y}m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
    "M{x} {y}m-2.5-2.5h5v5h-5z",
    "M{x} {y}m0-3.2 3 5.4h-6z",
    "M{x} {y}m0-3.4 3.4 3.4-3.4 3.4-3.4-3.4z",
    "M{x} {y}m0 3.2 3-5.4h-6z",
)
"""Dashes, and marks around points, that tell lines apart without colour.

Six dashes and five marks combine to thirty styles.
"""


class Bar(NamedTuple):
    """One value of a distribution, with its name, its chance, the chance in a compared scenario, and its style."""

    name: str
    chance: Fraction
    compared_chance: Fraction | None = None
    style: str = ""


def render_bars(bars: Sequence[Bar], title: str) -> str:
    """Render a bar for each value; with a compared scenario, also outlined bars and a legend."""
    most = max(max(bar.chance, bar.compared_chance or 0) for bar in bars)
    room = (WIDTH - LEFT) / len(bars)
    every = -(-len(bars) // MOST_LABELS)
    height = HEIGHT - TOP - BOTTOM
    parts = [_render_grid(float(most))]
    for place, bar in enumerate(bars):
        left = LEFT + place * room
        gap = min(2.0, room * 0.15)
        tall = float(bar.chance / most) * height
        text = f"{bar.name}: {format_percent(bar.chance)}" + (
            "" if bar.compared_chance is None else f", compared with {format_percent(bar.compared_chance)}"
        )
        parts.append(
            f'<g{bar.style}><title>{escape(text)}</title><rect class="fb-svg-bar" x="{left + gap:.1f}" '
            f'y="{TOP + height - tall:.1f}" width="{max(0.5, room - 2 * gap):.1f}" height="{tall:.1f}"/>'
        )
        if bar.compared_chance is not None:
            tall = float(bar.compared_chance / most) * height
            parts.append(
                f'<rect class="fb-svg-beside" x="{left + gap:.1f}" y="{TOP + height - tall:.1f}" '
                f'width="{max(0.5, room - 2 * gap):.1f}" height="{tall:.1f}"/>'
            )
        parts.append("</g>")
        if place % every == 0:
            parts.append(
                f'<text class="fb-svg-label" x="{left + room / 2:.1f}" y="{HEIGHT - 6}" text-anchor="middle">'
                f"{escape(_truncate(bar.name, room * every))}</text>"
            )
    return _render_svg(title, parts) + (LEGEND if any(bar.compared_chance is not None for bar in bars) else "")


LEGEND = (
    '<p class="fb-legend"><span><i class="fb-legend-key" aria-hidden="true"></i> this set-up</span> '
    '<span><i class="fb-legend-key fb-legend-key--beside" aria-hidden="true"></i> compared with</span>'
    "</p>"
)


class Line(NamedTuple):
    """A line of chances (or other shares from 0 to 1) over the values of a parameter.

    Attributes:
        shares: one share for each value; None where the line has no point.
        mark: the index of its dashes and mark, the same for an outcome in every chart.
    """

    name: str
    shares: Sequence[float | None]
    style: str = ""
    mark: int = 0


def render_lines(
    names: Sequence[str], lines: Sequence[Line], title: str, most: float = 1.0, has_names: bool = True
) -> str:
    """Render a line for each outcome over a parameter's values.

    Args:
        most: the share at the top of the chart.
        has_names: put each name after the end of its line; otherwise the lines use the chart's full width.
    """
    height = HEIGHT - TOP - BOTTOM
    room = (WIDTH - (NAMES if has_names else 0) - LEFT - 12) / max(1, len(names) - 1)
    every = -(-len(names) // MOST_LABELS)
    parts = [_render_grid(most)]
    for place, name in enumerate(names):
        if place % every == 0:
            parts.append(
                f'<text class="fb-svg-label" x="{LEFT + 4 + place * room:.1f}" y="{HEIGHT - 6}" '
                f'text-anchor="middle">{escape(_truncate(name, room * every))}</text>'
            )
    drawn = [
        [
            (LEFT + 4 + place * room, TOP + height * (1 - share / most))
            for place, share in enumerate(line.shares)
            if share is not None
        ]
        for line in lines
    ]
    ends = _spread_labels([points[-1][1] for points in drawn])
    for part, (line, points, end) in enumerate(zip(lines, drawn, ends, strict=True)):
        through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points[: -1 : -(-len(points) // MOST_POINTS)] + points[-1:])
        apart = -(-len(points) // MOST_MARKS)
        parts += [
            f"<g{line.style}><title>{escape(line.name)}</title>"
            f'<polyline class="fb-svg-line"{_render_dashes(line.mark)} points="{through}"/>',
            *(_render_mark(line.mark, x, y) for x, y in points[part % apart :: apart]),
        ]
        if has_names and len(lines) <= MOST_LABELS:
            parts.append(
                f'<text class="fb-svg-name" x="{WIDTH - NAMES + 1}" y="{end + 3:.1f}">'
                f"{escape(_truncate(line.name, NAMES))}</text>"
            )
        parts.append("</g>")
    return _render_svg(title, parts)


def render_line_key(mark: int) -> str:
    """Render a sample of a line for the heading of its column."""
    return (
        '<svg class="fb-line-key" viewBox="0 0 30 8" aria-hidden="true">'
        f'<path class="fb-svg-line"{_render_dashes(mark)} d="M1 4h28"/>{_render_mark(mark, 15, 4)}</svg>'
    )


def _render_dashes(mark: int) -> str:
    dashes = DASHES[mark % len(DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _render_mark(mark: int, x: float, y: float) -> str:
    return f'<path class="fb-svg-dot" d="{MARKS[mark % len(MARKS)].format(x=f"{x:.1f}", y=f"{y:.1f}")}"/>'


def _spread_labels(heights: Sequence[float]) -> list[float]:
    """Compute heights at which names don't overlap: each moves down below the one above, or up at the bottom.

    >>> _spread_labels([50, 52, 90]), _spread_labels([130, 130])
    ([50, 60, 90], [120, 130])
    """
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = list(heights)
    for above, place in pairwise(order):
        found[place] = max(found[place], found[above] + NAME_HEIGHT)
    lowest: float = HEIGHT - BOTTOM
    for place in reversed(order):
        found[place] = min(found[place], lowest)
        lowest = found[place] - NAME_HEIGHT
    return found


def _render_grid(most: float) -> str:
    """Render three faint grid lines with their percentages."""
    height = HEIGHT - TOP - BOTTOM
    marks = []
    for share in (0, 0.5, 1):
        y = TOP + height * (1 - share)
        marks.append(
            f'<line class="fb-svg-grid" x1="{LEFT}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="fb-svg-label" x="{LEFT - 4}" y="{y + 3:.1f}" text-anchor="end">'
            f"{_format_grid_label(most * share)}</text>"
        )
    return "".join(marks)


def _format_grid_label(share: float) -> str:
    """Format the percentage of a grid line, with a decimal if rounding would be far off.

    >>> _format_grid_label(.5), _format_grid_label(.05), _format_grid_label(.025), _format_grid_label(.0)
    ('50%', '5%', '2.5%', '0%')
    """
    return f"{share:.0%}" if share >= 0.1 or round(share * 100, 1) % 1 == 0 else f"{share:.1%}"


def _truncate(name: str, room: float) -> str:
    most = max(2, int(room / 5.5))
    return name if len(name) <= most else name[: most - 1] + "…"


def _render_svg(title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="fb-svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
