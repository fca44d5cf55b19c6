"""A chart of a first visit's transfer size: stock Pyodide, and our pages."""

from collections.abc import Mapping, Sequence
from html import escape

from bench.formatting import format_kilobytes
from bench.sites import PYTHON, RULES
from bench.traffic import Traffic

Parts = Mapping[str, int]
"""Bytes by part of the payload, in drawing order."""

SCRIPTS = ("pyodide.js", "pyodide.asm.js", "pyodide.mjs", "pyodide.asm.mjs")
KINDS = {"Python itself": (".asm.wasm",), "its script": SCRIPTS, "its library": ("stdlib",)}
REST, PAGE = "rules", "the page"

WIDTH, ROW, BAR, TOP = 340, 40, 16, 4


def sum_bytes_by_part(traffic: Traffic) -> dict[str, int]:
    """Sum a visit's bytes by part of the payload."""
    found = dict.fromkeys([*KINDS, REST, PAGE], 0)
    for answer in traffic.answers:
        found[classify_path(answer.path)] += answer.bytes
    return found


def classify_path(path: str) -> str:
    """Return the part of the payload that a path of either site belongs to.

    >>> classify_path("/assets/python/1/pyodide.asm.wasm")
    'Python itself'
    >>> classify_path("/pyodide/python_stdlib.zip"), classify_path("/assets/rules/1/core.js"), classify_path("/")
    ('its library', 'rules', 'the page')
    """
    if path.startswith(RULES):
        return REST
    if not path.startswith((PYTHON, "/pyodide/")):
        return PAGE
    return next((kind for kind, marks in KINDS.items() if any(mark in path for mark in marks)), REST)


def render_svg(visits: Sequence[tuple[str, Parts]]) -> str:
    """Render a stacked bar for each visit, as long as its total size."""
    most = max(sum(carried.values()) for _, carried in visits)
    drawn = []
    for row, (name, carried) in enumerate(visits):
        top, left, all_of_it = TOP + row * ROW, 0.0, sum(carried.values())
        drawn.append(
            f'<text class="fb-svg-label" x="0" y="{top + 9}">{escape(name)}: {format_kilobytes(all_of_it)}</text>'
        )
        for place, (kind, size) in enumerate(carried.items()):
            width = size / most * WIDTH
            drawn.append(
                f'<rect class="fb-svg-bar" x="{left:.1f}" y="{top + 14}" width="{max(0.0, width - 1):.1f}" '
                f'height="{BAR}" opacity="{1 - 0.17 * place:.2f}">'
                f"<title>{escape(kind)}: {format_kilobytes(size)}</title></rect>"
            )
            left += width
    said = "; ".join(f"{name} {format_kilobytes(sum(carried.values()))}" for name, carried in visits)
    return (
        f'<svg class="fb-svg" viewBox="0 0 {WIDTH} {TOP + len(visits) * ROW}" role="img" '
        f'aria-label="What a first visit carries: {escape(said)}">{"".join(drawn)}</svg>'
    )
