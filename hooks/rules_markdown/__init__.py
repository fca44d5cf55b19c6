"""A Python-Markdown extension: tables, rollers, odds and dice in the text become parts of the page.

A block is one line of its own, `::: kind id name=value …`; see docs/authoring.
"""

from typing import Any

from .extension import RulesExtension


def makeExtension(**config: Any) -> RulesExtension:  # noqa: N802 - the name that Python-Markdown looks for
    """What Python-Markdown calls for `extensions=["hooks.rules_markdown"]`."""
    return RulesExtension(**config)
