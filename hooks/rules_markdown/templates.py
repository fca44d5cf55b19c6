"""The blocks' HTML templates."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rules_py import rendering
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize


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
        dice=lambda text: Markup(rendering.mark_up_dice(text)),
        label=humanize,
        percent=rendering.format_percent,
        plan=rendering.encode_plan,
        text=to_text,
    )
    return environment


def render(template: str, **context: Any) -> str:
    """Render a template without blank lines, which would end a raw HTML block in Markdown."""
    html = _build_environment().get_template(template).render(**context)
    return "\n".join(line for line in html.splitlines() if line.strip())
