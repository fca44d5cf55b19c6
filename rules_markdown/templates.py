"""The blocks' HTML templates."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rules_py.rendering import forms
from rules_py.rendering.labels import encode_plan, mark_up_dice
from rules_py.rendering.numbers import format_percent
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

PARTS: Mapping[str, Callable[..., str]] = {
    "comparison": forms.render_comparison_button,
    "counts": forms.render_counts_place,
    "form_fields": forms.render_fields,
    "preset_list": forms.render_preset_list,
    "what_if": forms.render_what_if,
}
"""The parts of forms that templates call, by name."""


@lru_cache(maxsize=1)
def _build_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        dice=lambda text: Markup(mark_up_dice(text)),
        label=humanize,
        percent=format_percent,
        plan=encode_plan,
        roll=format_roll,
        text=to_text,
    )
    environment.globals.update(
        {name: _mark_up(render) for name, render in PARTS.items()},
    )
    return environment


def _mark_up(render: Callable[..., str]) -> Callable[..., Markup]:
    return lambda *args: Markup(render(*args))


def format_roll(text: str, short: bool = False) -> str:
    """Format the numbers of a row, in words or for narrow columns.

    >>> format_roll("3-5"), format_roll("6-"), format_roll("13+"), format_roll("12")
    ('3–5', '6 or less', '13 or more', '12')
    >>> format_roll("3-5", short=True), format_roll("6-", short=True), format_roll("13+", short=True)
    ('3–5', '≤6', '13+')
    """
    if text[-1] == "-":
        return f"≤{text[:-1]}" if short else f"{text[:-1]} or less"
    if text[-1] == "+":
        return text if short else f"{text[:-1]} or more"
    return text.replace("-", "–")


def render(template: str, **context: Any) -> str:
    """Render a template without blank lines, which would end a raw HTML block in Markdown."""
    html = _build_environment().get_template(template).render(**context)
    return "\n".join(line for line in html.splitlines() if line.strip())
