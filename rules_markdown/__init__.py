"""A Python-Markdown extension that renders tables, rollers, odds and dice in the text.

A block is a separate line, `::: kind id name=value …`; see docs/authoring.
"""

from typing import Any

from .extension import RulesExtension


def makeExtension(**config: Any) -> RulesExtension:  # noqa: N802 - the name that Python-Markdown looks for
    """Create the extension; Python-Markdown calls this for `extensions=["rules_markdown"]`."""
    return RulesExtension(**config)
