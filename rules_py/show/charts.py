"""Charts as inline SVG, made from distributions: no script, no library, legible at 340 px and in print."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from rules_py.show.words import percent

WIDTH, HEIGHT = 340, 150
LEFT, BOTTOM, TOP = 30, 20, 8
MOST_LABELS = 12


class Bar(NamedTuple):
    """One value of a distribution: its name, its chance, the chance in a set-up beside it, its tone."""

    name: str
    chance: Fraction
    beside: Fraction | None = None
    style: str = ""


def bars_svg(bars: Sequence[Bar], title: str) -> str:
    """A bar for each value; where there is a set-up beside it, a second, outlined bar."""
    most = max(max(bar.chance, bar.beside or 0) for bar in bars)
    room = (WIDTH - LEFT) / len(bars)
    every = -(-len(bars) // MOST_LABELS)
    height = HEIGHT - TOP - BOTTOM
    parts = [_grid(float(most))]
    for place, bar in enumerate(bars):
        left = LEFT + place * room
        gap = min(2.0, room * .15)
        tall = float(bar.chance / most) * height
        text = f"{bar.name}: {percent(bar.chance)}" + ("" if bar.beside is None else f", beside it {percent(bar.beside)}")
        parts.append(f'<g{bar.style}><title>{escape(text)}</title><rect class="fb-svg-bar" x="{left + gap:.1f}" '
                     f'y="{TOP + height - tall:.1f}" width="{max(.5, room - 2 * gap):.1f}" height="{tall:.1f}"/>')
        if bar.beside is not None:
            tall = float(bar.beside / most) * height
            parts.append(f'<rect class="fb-svg-beside" x="{left + gap:.1f}" y="{TOP + height - tall:.1f}" '
                         f'width="{max(.5, room - 2 * gap):.1f}" height="{tall:.1f}"/>')
        parts.append("</g>")
        if place % every == 0:
            parts.append(f'<text class="fb-svg-label" x="{left + room / 2:.1f}" y="{HEIGHT - 6}" text-anchor="middle">'
                         f"{escape(_short(bar.name, room * every))}</text>")
    return _svg(title, parts)


class Line(NamedTuple):
    """A chance (or another share from 0 to 1) over the values of a parameter."""

    name: str
    shares: Sequence[float]
    style: str = ""


def lines_svg(names: Sequence[str], lines: Sequence[Line], title: str) -> str:
    """A line for each outcome over a parameter's values."""
    height = HEIGHT - TOP - BOTTOM
    room = (WIDTH - LEFT - 12) / max(1, len(names) - 1)
    every = -(-len(names) // MOST_LABELS)
    parts = [_grid(1.0)]
    for place, name in enumerate(names):
        if place % every == 0:
            parts.append(f'<text class="fb-svg-label" x="{LEFT + 4 + place * room:.1f}" y="{HEIGHT - 6}" '
                         f'text-anchor="middle">{escape(_short(name, room * every))}</text>')
    for line in lines:
        points = [(LEFT + 4 + place * room, TOP + height * (1 - share)) for place, share in enumerate(line.shares)]
        parts.append(f'<g{line.style}><title>{escape(line.name)}</title><polyline class="fb-svg-line" points="'
                     + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>'
                     + "".join(f'<circle class="fb-svg-dot" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in points) + "</g>")
    return _svg(title, parts)


def _grid(most: float) -> str:
    """Three faint lines with their per cent."""
    height = HEIGHT - TOP - BOTTOM
    marks = []
    for share in (0, .5, 1):
        y = TOP + height * (1 - share)
        marks.append(f'<line class="fb-svg-grid" x1="{LEFT}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
                     f'<text class="fb-svg-label" x="{LEFT - 4}" y="{y + 3:.1f}" text-anchor="end">{_mark(most * share)}</text>')
    return "".join(marks)


def _mark(share: float) -> str:
    """Per cent for a grid line, with a decimal where a whole number would be off by much.

    >>> _mark(.5), _mark(.05), _mark(.025), _mark(.0)
    ('50%', '5%', '2.5%', '0%')
    """
    return f"{share:.0%}" if share >= .1 or round(share * 100, 1) % 1 == 0 else f"{share:.1%}"


def _short(name: str, room: float) -> str:
    most = max(2, int(room / 5.5))
    return name if len(name) <= most else name[:most - 1] + "…"


def _svg(title: str, parts: Sequence[str]) -> str:
    return (f'<svg class="fb-svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
            f'{"".join(parts)}</svg>')
