"""The chart of a first visit's payload: bytes by part, and bars proportional to them."""

import re

import pytest

from bench import payload_chart
from bench.traffic import Answer, Traffic


def test_every_byte_of_a_visit_belongs_to_a_part():
    sizes = {
        "/": 10,
        "/assets/js/entry/main.js": 20,
        "/assets/python/0a/pyodide.asm.wasm": 400,
        "/assets/python/0a/pyodide.asm.js": 60,
        "/assets/python/0a/python_stdlib.zip": 100,
        "/assets/python/0a/rules_py-0.1.0-cp314-none-any.whl": 30,
        "/assets/python/0a/pyodide-lock.json": 1,
    }
    traffic = Traffic([Answer(path, 200, size) for path, size in sizes.items()])
    assert payload_chart.sum_bytes_by_part(traffic) == {
        "Python itself": 400,
        "its script": 60,
        "its library": 100,
        "rules": 31,
        "the page": 30,
    }


def test_bar_lengths_are_proportional_to_bytes():
    drawn = payload_chart.render_svg(
        [("Stock", {"Python itself": 600, "its library": 400}), ("Ours", {"Python itself": 250})]
    )
    bars = re.findall(r'<rect[^>]* x="([\d.]+)"[^>]* width="([\d.]+)"', drawn)
    ends = [float(left) + float(width) + 1 for left, width in bars]
    assert ends == pytest.approx([0.6 * payload_chart.WIDTH, payload_chart.WIDTH, 0.25 * payload_chart.WIDTH], abs=0.2)
    assert all(f"<title>{said}: " in drawn for said in ("Python itself", "its library"))
